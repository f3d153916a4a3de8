"""What was said last holds: of two hits that speak of the same thing, the newer goes above the older."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, NamedTuple

from lamina.model.terms import terms, whole_terms

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lamina.model.hits import Candidate

FIRST = 10
"""Only the best change places: nothing comes in, and nothing falls out, because of its age."""
COUNTED = 20
"""How many of the best tell which of the asked terms are rare."""
SAME_COSINE = 0.4
"""How near to the question the newer must be: below that, shared words are no sign of a shared subject."""
LEAST_SHARED = 2
SHARED_PART = 0.5
"""What both say must make up this part of what the older says of the question, rare terms counting more."""
QUOTED = 1.2
"""How many times the words of the question a memory may have that is quoted by it."""
READ = 2000
"""The characters in which a statement says what it is about."""
_TRUST = ("pending", "long_term", "core")


class Overtaken(NamedTuple):
    """The hit that a newer one went above, and the asked terms that both hold."""

    older: Candidate
    shared: tuple[str, ...]


def newer_first(
    ranked: Sequence[Candidate], query: str, meaning: Mapping[int, float]
) -> tuple[list[Candidate], dict[int, Overtaken]]:
    """The hits in their new order, and whom each that rose has overtaken, by its key."""
    first = ranked[:FIRST]
    rising = {c.key for at, c in enumerate(first) if meaning.get(c.key, 0.0) >= SAME_COSINE and _after(c, first[:at])}
    if not rising:
        return list(ranked), {}
    asked = whole_terms(query)  # `k1n2q` and `k2n2q` have parts in common, and are not the same
    held = [set(asked).intersection(terms(one.stated[:READ])) for one in ranked[:COUNTED]]
    spoken, weight = _spoken(first, held), _rarity(held)
    quoted = {one.key for one, found in zip(first, held, strict=False) if _is_quoted(one, found, asked)}
    order: list[Candidate] = []
    overtaken: dict[int, Overtaken] = {}
    for newer in first:
        place = len(order)
        for at, older in enumerate(order if newer.key in rising else ()):
            said, says = spoken[_session(older)], spoken[_session(newer)]
            shared = said & says
            meant = older.key in quoted and len(says) < len(set(asked))
            if _may_overtake(newer, older) and not meant and _same(shared, said, weight):
                place = at
                overtaken[newer.key] = Overtaken(older, tuple(term for term in asked if term in shared))
                break
        order.insert(place, newer)
    return [*order, *ranked[FIRST:]], overtaken


def _is_quoted(one: Candidate, held: set[str], asked: Sequence[str]) -> bool:
    """Whether the question is made of a memory's own words: then it is that one which is meant, not a newer like it."""
    return held.issuperset(asked) and len(set(whole_terms(one.stated[:READ]))) <= QUOTED * len(set(asked))


def _after(newer: Candidate, better: Sequence[Candidate]) -> bool:
    return any(_may_overtake(newer, older) for older in better)


def _may_overtake(newer: Candidate, older: Candidate) -> bool:
    """A topic tells its exchanges once more; what is trusted or was found useful is no mere remark: they stay."""
    return (
        newer.last_seen > older.last_seen
        and _session(newer) != _session(older)
        and "concept" not in (newer.kind, older.kind)
        and newer.archived <= older.archived
        and newer.cited >= older.cited
        and _TRUST.index(newer.level) >= _TRUST.index(older.level)
    )


def _same(shared: set[str], older: set[str], weight: Mapping[str, float]) -> bool:
    if len(shared) < LEAST_SHARED:
        return False
    return sum(weight[term] for term in shared) >= SHARED_PART * sum(weight[term] for term in older)


def _spoken(first: Sequence[Candidate], held: Sequence[set[str]]) -> dict[str, set[str]]:
    """The asked terms that each session's hits state together: a statement often takes two turns."""
    spoken: dict[str, set[str]] = {}
    for one, found in zip(first, held, strict=False):
        spoken.setdefault(_session(one), set()).update(found)
    return spoken


def _rarity(held: Sequence[set[str]]) -> dict[str, float]:
    """How much each term tells among these hits: what all of them hold tells little."""
    times: dict[str, int] = {}
    for found in held:
        for term in found:
            times[term] = times.get(term, 0) + 1
    return {term: log(1 + len(held) / often) for term, often in times.items()}


def _session(one: Candidate) -> str:
    return one.sessions[0] if one.sessions else one.id
