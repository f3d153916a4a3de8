"""Which facts say the same: candidates share rare words, and a decision about the two texts says yes."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, TypeAlias

from lamina.model.consolidation import Merge
from lamina.model.terms import query_terms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from lamina.model.consolidation import Facet

    SameSaid: TypeAlias = Callable[[str, str], str]
    """Why two texts say the same; empty where they do not."""

MOST_CHARACTERS = 600
"""Longer facts are stories: two of them are the same only word for word."""
MOST_SHARED = 40
"""A word that more facts have leads to no candidates."""
MOST_CANDIDATES = 8
LEAST_ALIKE = 0.4
"""The share of words that two facts must have in common to be compared at all."""


def plan_merges(facets: Sequence[Facet], same_said: SameSaid) -> list[Merge]:
    """Each fact is merged at most once, always into one that stays; what is protected is never merged away."""
    facts = sorted((one for one in facets if one.kind == "fact" and one.active), key=_value, reverse=True)
    steps = []
    away: set[str] = set()
    for into, other in _pairs(facts):
        if into.id in away or other.id in away or other.protected:
            continue
        why = same_said(into.text, other.text)
        if why:
            away.add(other.id)
            steps.append(Merge(into.id, other.id, why))
    staying = {one.id: one for one in facts if one.id not in away}
    return [*steps, *_said_again(facets, staying, same_said)]


def _said_again(facets: Sequence[Facet], staying: Mapping[str, Facet], same_said: SameSaid) -> Iterator[Merge]:
    """A fact that was merged away and seen again since: what it has learned goes where the rest of it went."""
    for one in facets:
        into = staying.get(one.superseded_by)
        if one.kind == "fact" and into and not one.valid and one.last_seen > into.last_seen:
            why = same_said(into.text, one.text)
            if why:
                yield Merge(into.id, one.id, why)


def _value(facet: Facet) -> tuple[bool, bool, int, int, float, str]:
    """Who stays: what people trust, then what was used and seen most."""
    return facet.level == "core", facet.protected, facet.cited, facet.count, facet.worth, facet.id


def _pairs(facts: Sequence[Facet]) -> Iterator[tuple[Facet, Facet]]:
    """Candidates, the more valuable one first: never all with all."""
    # Only facts of one category that hold for the same people in the same place can be one.
    groups: dict[tuple[str, str | None], list[Facet]] = defaultdict(list)
    for one in facts:
        groups[one.scope, one.category].append(one)
    for group in groups.values():
        words = [_words(one) for one in group]
        having: dict[str, list[int]] = defaultdict(list)
        for at, mine in enumerate(words):
            for word in mine:
                having[word].append(at)
        for at, one in enumerate(group):
            for other in _near(at, words, having):
                yield one, group[other]


def _words(fact: Facet) -> frozenset[str]:
    if len(fact.text) > MOST_CHARACTERS:
        return frozenset((" ".join(fact.text.split()).casefold(),))
    return frozenset(query_terms(fact.text))


def _near(at: int, words: Sequence[frozenset[str]], having: Mapping[str, Sequence[int]]) -> list[int]:
    """The facts after this one that have most words in common with it."""
    rare = (having[word] for word in words[at] if len(having[word]) <= MOST_SHARED)
    others = {other for holding in rare for other in holding if other > at}
    alike = {other: len(words[at] & words[other]) / len(words[at] | words[other]) for other in others}
    near = [other for other, share in alike.items() if share >= LEAST_ALIKE]
    return sorted(near, key=lambda other: (-alike[other], other))[:MOST_CANDIDATES]
