"""Which memories belong together: they share a file, an error, or words that few others have."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from lamina.model.consolidation import Link
from lamina.model.memory import PERMANENT_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lamina.model.consolidation import Facet

MOST_LINKS = 5
MOST_SHARED = 12
"""What more memories than this have in common says nothing about any two of them."""
MOST_SUBJECTS = 8
"""The rarest subjects of a memory that are looked at."""
ENOUGH = 1.0
FILE, ERROR, WORD = 1.0, 1.5, 0.5
"""What sharing a subject is worth: one file, one error, or two rare words make a link."""


def plan_links(facets: Iterable[Facet]) -> list[Link]:
    """Of active permanent memories. Exchanges are grouped by their concepts."""
    linked = [one for one in facets if one.active and one.kind in PERMANENT_KINDS]
    subjects = {one.id: _subjects(one) for one in linked}
    having: dict[str, list[str]] = defaultdict(list)
    for id_, mine in subjects.items():
        for subject in mine:
            having[subject].append(id_)
    private = {one.id for one in linked if one.private}
    steps = []
    for one in linked:
        to = _closest(one, subjects[one.id], having, private)
        if to != one.standing.links:
            steps.append(Link(one.id, to, "they share files, errors or rare words" if to else "nothing is related"))
    return steps


def _closest(
    one: Facet, mine: dict[str, float], having: dict[str, list[str]], private: Iterable[str]
) -> tuple[str, ...]:
    rare = sorted((len(having[key]), key) for key in mine if 1 < len(having[key]) <= MOST_SHARED)[:MOST_SUBJECTS]
    score: dict[str, float] = defaultdict(float)
    for _, key in rare:
        for other in having[key]:
            # What is shared must not name what is private: others would read it.
            if other != one.id and (one.private or other not in private):
                score[other] += mine[key]
    near: Sequence[str] = [other for other, sum_ in score.items() if sum_ >= ENOUGH]
    return tuple(sorted(near, key=lambda other: (-score[other], other))[:MOST_LINKS])


def _subjects(facet: Facet) -> dict[str, float]:
    found = {f"word {word.casefold()}": WORD for word in facet.keywords}
    found |= {f"file {file}": FILE for file in facet.files}
    return found | {f"error {key}": ERROR for key in facet.errors}
