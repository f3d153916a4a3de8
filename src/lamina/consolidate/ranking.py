"""Importance moves with use: what is cited matters more than was thought, what is ignored matters less."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.model.consolidation import Rank

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lamina.model.consolidation import Facet

MOST = 0.3
"""Use never moves importance further than this."""
DOUBT = 2
"""A first citation proves little: it counts as one of this many more."""
LEAST = 0.01
"""Less is not worth a change."""


def moved_by_use(cited: int, ignored: int) -> float:
    """Between -MOST and MOST. It depends on the counters alone: planning twice moves nothing twice."""
    return round(MOST * (cited - ignored) / (cited + ignored + DOUBT), 3)


def plan_ranking(facets: Iterable[Facet]) -> list[Rank]:
    """Only of what is active."""
    steps = []
    for facet in facets:
        moved = moved_by_use(facet.cited, facet.ignored)
        if facet.active and abs(moved - facet.standing.moved) >= LEAST:
            why = "cited more than ignored" if moved > 0 else "ignored more than cited" if moved else "used evenly"
            steps.append(Rank(facet.id, moved, why))
    return steps
