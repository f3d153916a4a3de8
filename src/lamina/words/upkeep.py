"""Work that is due: promotion every ten minutes, consolidation every night, once per project whoever asks."""

from __future__ import annotations

from datetime import time, timedelta
from time import monotonic
from typing import TYPE_CHECKING

from lamina.errors import Conflict
from lamina.model.consolidation import Kept
from lamina.words.consolidating import consolidate
from lamina.words.trust import Ladder

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from lamina.model.hits import Viewer
    from lamina.words.parts import Parts

PROMOTION_EVERY = timedelta(minutes=10)
NIGHT = time(3)
"""Local time. Who slept through it does the work when awake."""


def keep_up(parts: Parts, viewer: Viewer, seconds: float | None) -> list[Kept]:
    """Does what is due in every project, and stops when the time is up: the rest stays due."""
    until = None if seconds is None else monotonic() + seconds

    def has_time() -> bool:
        return until is None or monotonic() < until

    done = []
    for project in sorted(parts.store.project_names()):
        if has_time():
            kept = _kept_up(parts, viewer._replace(projects=(project,)), has_time)
            if kept.promotion or kept.consolidation:
                done.append(kept)
    return done


def last_night(now: datetime) -> datetime:
    """The last time that it was three in the morning."""
    local = now.astimezone()
    night = local.replace(hour=NIGHT.hour, minute=0, second=0, microsecond=0)
    return (night if night <= local else night - timedelta(days=1)).astimezone(now.tzinfo)


def _kept_up(parts: Parts, viewer: Viewer, has_time: Callable[[], bool]) -> Kept:
    project, now = viewer.projects[0], parts.clock()
    kept = Kept(project)
    if parts.store.begin_job(f"promotion {project}", now, now - PROMOTION_EVERY):
        kept = kept._replace(promotion=Ladder(parts, lambda: viewer).run(by_itself=True))
    name, night = f"consolidation {project}", last_night(now)
    if has_time() and parts.store.begin_job(name, now, night):
        try:
            done = consolidate(parts, viewer, dry_run=False, has_time=has_time, by_itself=True)
        except Conflict:
            return kept  # somebody does it by hand just now
        if done.left_alone and not has_time():
            parts.store.begin_job(name, night, now)  # not all of it: due again
        kept = kept._replace(consolidation=done)
    return kept
