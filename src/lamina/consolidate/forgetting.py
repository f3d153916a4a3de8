"""What may leave the context: the superseded, and the unused whose every subject somebody else still speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.consolidate.ageing import days_unseen
from lamina.model.consolidation import Archive

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from lamina.consolidate.ageing import Ageing
    from lamina.model.consolidation import Facet

KEPT = ("rule", "decision", "preference")
"""What a person has settled is not forgotten for want of use."""
_PRIVATE, _PERMANENT = 1, 2
_COUNTED_FOR = {
    sort: [
        other for other in range(4) if other & _PRIVATE <= sort & _PRIVATE and other & _PERMANENT >= sort & _PERMANENT
    ]
    for sort in range(4)
}
"""Whose word counts: for what all share, what all share; for what is permanent, what is permanent."""


def plan_forgetting(facets: Sequence[Facet], ageing: Ageing, *, now: datetime) -> list[Archive]:
    """Least valuable first, so that of all who speak of a thing the most valuable one stays."""
    superseded = [
        Archive(one.id, "superseded")
        for one in facets
        if not one.valid and one.standing.archived_at is None and not one.protected
    ]
    active = [one for one in facets if one.active]
    witnesses = Witnesses(active)
    unused = [one for one in active if one.kind != "concept" and _unused(one, ageing, now=now)]
    gone = [one for one in sorted(unused, key=_value) if witnesses.let_go(one)]
    left = {one.id for one in gone}
    told = witnesses.named(sorted((one for one in active if one.id not in left), key=_value, reverse=True))
    why = f"never used and not seen for {ageing.archive_after_days:g} days; others still speak of the same"
    steps = [Archive(one.id, why, witnesses.of(one, told)) for one in gone]
    talking = {one.id for one in active if one.kind == "exchange"} - left
    empty = [
        Archive(one.id, "none of its exchanges is active")
        for one in active
        if one.kind == "concept" and not talking.intersection(one.exchanges) and _unused(one, ageing, now=now)
    ]
    return [*superseded, *steps, *empty]


def _unused(facet: Facet, ageing: Ageing, *, now: datetime) -> bool:
    if facet.protected or facet.retrieved or facet.category in KEPT:
        return False
    return days_unseen(facet, now=now) >= ageing.archive_after_days


def _value(facet: Facet) -> tuple[float, int, datetime, str]:
    return facet.worth, -facet.ignored, facet.last_seen, facet.id


class Witnesses:
    """Who of the active memories still speaks of what. Concepts only repeat their exchanges: they do not count."""

    def __init__(self, active: Sequence[Facet]) -> None:
        checkable = {one.id for one in active if one.kind == "exchange" and _subjects(one)}
        # Where exchanges name no file and no error, their topic is what must not fall silent.
        topics = (one for one in active if one.kind == "concept" and not checkable.issuperset(one.exchanges))
        self._topics = {exchange: one.id for one in topics for exchange in one.exchanges}
        self._counts: dict[str, list[int]] = {}
        for one in active:
            self._count(one, 1)

    def let_go(self, facet: Facet) -> bool:
        """Whether it could go; then it no longer counts."""
        needed = self._needed(facet)
        if not needed or any(self._others(key, facet) < 1 for key in needed):
            return False
        self._count(facet, -1)
        return True

    def named(self, staying: Iterable[Facet]) -> dict[str, dict[int, str]]:
        """For each subject, the first of the given who speaks of it, per sort of company."""
        found: dict[str, dict[int, str]] = {}
        for one in staying:
            for key in self._witnessed(one):
                found.setdefault(key, {}).setdefault(_sort(one), one.id)
        return found

    def of(self, facet: Facet, named: dict[str, dict[int, str]]) -> tuple[str, ...]:
        """One of those who stay for each subject of the one that goes."""
        counted = _COUNTED_FOR[_sort(facet)]
        chosen = (next(named[key][sort] for sort in counted if sort in named[key]) for key in self._needed(facet))
        return tuple(dict.fromkeys(chosen))

    def _needed(self, facet: Facet) -> tuple[str, ...]:
        """What must not be lost with it. Nothing, where it speaks of nothing that could be checked: then it stays."""
        topic = self._topics.get(facet.id)
        return (*_subjects(facet), f"topic {topic}") if topic else _subjects(facet)

    def _witnessed(self, facet: Facet) -> tuple[str, ...]:
        return () if facet.kind == "concept" or facet.local else self._needed(facet)

    def _others(self, key: str, facet: Facet) -> int:
        counts = self._counts.get(key, _NOBODY)
        mine = int(not facet.local)
        return sum(counts[sort] for sort in _COUNTED_FOR[_sort(facet)]) - mine

    def _count(self, facet: Facet, by: int) -> None:
        sort = _sort(facet)
        for key in self._witnessed(facet):
            self._counts.setdefault(key, [0, 0, 0, 0])[sort] += by


_NOBODY = (0, 0, 0, 0)


def _sort(facet: Facet) -> int:
    return _PRIVATE * facet.private + _PERMANENT * (facet.kind != "exchange")


def _subjects(facet: Facet) -> tuple[str, ...]:
    """The files and errors it speaks of."""
    return (*facet.files, *(f"error {key}" for key in facet.errors)) if facet.errors else facet.files
