"""How long a memory stays as it is when nobody uses it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import datetime

    from lamina.model.consolidation import Facet


class Ageing(NamedTuple):
    """Days since a memory was last seen."""

    summarise_after_days: float = 7.0
    compress_after_days: float = 30.0
    archive_after_days: float = 90.0


def days_unseen(facet: Facet, *, now: datetime) -> float:
    """How long ago a session last spoke of it."""
    return (now - facet.last_seen).total_seconds() / 86400
