"""What happened is told ever more briefly as it grows old: first its summary, then a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.consolidate.ageing import days_unseen
from lamina.model.consolidation import Shorten
from lamina.model.memory import LENGTHS

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from lamina.consolidate.ageing import Ageing
    from lamina.model.consolidation import Facet
    from lamina.model.memory import Length

SHORTENED = ("exchange", "episode")
"""What tells of something that happened. A fact is as long as it has to be."""


def plan_shortening(facets: Iterable[Facet], ageing: Ageing, *, now: datetime) -> list[Shorten]:
    """Never longer than before; what is pinned or core is told in full."""
    steps = []
    for facet in facets:
        if not facet.active or facet.kind not in SHORTENED or facet.pinned or facet.level == "core":
            continue
        to, after = _length(days_unseen(facet, now=now), ageing)
        if LENGTHS.index(to) > LENGTHS.index(facet.standing.shown):
            steps.append(Shorten(facet.id, to, f"older than {after:g} days"))
    return steps


def _length(days: float, ageing: Ageing) -> tuple[Length, float]:
    if days >= ageing.compress_after_days:
        return "compressed", ageing.compress_after_days
    if days >= ageing.summarise_after_days:
        return "summary", ageing.summarise_after_days
    return "full", 0.0
