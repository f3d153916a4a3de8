"""What hooks read in place of a store on another machine: a SQLite file here, filled from rows that the viewer sees.

It is a projection. Whoever refreshes it compares all that may be told with what is here, so that nothing has to be
known of what happened in between, and fetches what differs.
"""

from __future__ import annotations

import os
import shutil
from contextlib import closing, suppress
from time import time
from typing import TYPE_CHECKING

from lamina.errors import LaminaError, StoreDamaged, StoreTooNew, Unavailable
from lamina.model.hits import PATIENT
from lamina.store.packing import dumped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lamina.model.hits import Patience, Viewer
    from lamina.store.copies import CopyStore
    from lamina.store.trunk import SqlStore

MOST_ITEMS = 5000
"""Of those that may be told: every one is compared at each refresh."""
TOGETHER = 1000
"""Rows that are fetched in one transaction: whoever is stopped keeps what is there, and goes on next time."""
IDLE_SECONDS = 60
KEPT_SECONDS = 30 * 86_400
"""A cache that nobody refreshed for so long is removed: what was forgotten meanwhile may still be in it."""
ENDING = ".db"
_BESIDE = ("-wal", "-shm", ".busy")


class CacheFile:
    """The cache of one project, as one user sees it."""

    def __init__(self, source: SqlStore, path: str, embedder_version: str, patience: Patience) -> None:
        self._source = source
        self._path = path
        self._embedder = embedder_version
        self._patience = patience

    def refresh(self, viewer: Viewer, aliases: Sequence[str], *, idle: bool, makes: bool) -> None:
        """See the port."""
        age = _age(self._path)
        if (age is None and not makes) or (age is not None and idle and age < IDLE_SECONDS):
            return
        try:
            with closing(self._opened(self._path, self._patience)) as cache:
                self._follow(cache, viewer, aliases)
            os.utime(self._path)  # its age
            self._sweep()
        except (StoreDamaged, StoreTooNew):
            _remove(self._path)  # the next refresh makes it anew
        except (LaminaError, OSError):
            pass  # what could not be brought up to date now is so next time

    def _opened(self, path: str, patience: Patience) -> CopyStore:
        from lamina.store.copies import CopyStore  # who asks a far store without hooks has no need of a near one

        return CopyStore(path, self._embedder, patience)

    def _follow(self, cache: CopyStore, viewer: Viewer, aliases: Sequence[str]) -> None:
        for _ in range(0, MOST_ITEMS + TOGETHER, TOGETHER):
            with cache.batch():  # the lock comes before the look: who has looked earlier never writes later
                left = self._step(cache, viewer, aliases)
            if not left:
                break
        cache.scrub()

    def _step(self, cache: CopyStore, viewer: Viewer, aliases: Sequence[str]) -> int:
        """Drops what may not be told any more, and fetches some of what differs; returns how much is left."""
        source, who = self._source, {"user": viewer.user, "projects": list(viewer.projects)}
        marks = {row[0]: dumped(row[1:]) for row in source._rows("tellable", most=MOST_ITEMS, **who)}
        kept = cache.kept()
        surplus = [n for n in kept if n not in marks]
        crowded = {row[0] for row in source._rows("still_tellable", keys=surplus, **who)} if surplus else set()
        cache.drop([n for n in surplus if n in crowded], scrubbed=False)
        cache.drop([n for n in surplus if n not in crowded], scrubbed=True)
        differing = [n for n, mark in marks.items() if kept.get(n) != mark]
        keys = differing[:TOGETHER]
        if keys:
            cache.take_over(source._rows("copied_items", keys=keys, **who), marks)
            beside = [source._rows(name, keys=keys, **who) for name in ("copied_touches", "copied_sessions")]
            cache.replace_beside(keys, *beside)
        cache.replace_contradictions(source._rows("contradictions", projects=who["projects"]))
        cache.name_projects(source._rows("dump_projects", projects=who["projects"]), self._aliases(viewer, aliases))
        return len(differing) - len(keys)

    def _aliases(self, viewer: Viewer, aliases: Sequence[str]) -> dict[str, str]:
        """A project that was found by its name alone is found here by the surest alias."""
        known = dict(self._source._rows("project_by_alias", aliases=list(aliases)))
        return known or ({aliases[0]: viewer.projects[0]} if viewer.projects[0] else {})

    def empty_all(self) -> None:
        """See the port."""
        for path in _caches(os.path.dirname(self._path)):
            try:
                with closing(self._opened(path, PATIENT)) as cache:
                    cache.empty()
            except (StoreDamaged, StoreTooNew):
                _remove(path)
            except LaminaError as problem:
                raise Unavailable(f"It is forgotten, but {path} may still hold it: {problem.message}") from problem

    def state(self) -> tuple[int, float] | None:
        """See the port."""
        if _age(self._path) is None:
            return None
        with suppress(LaminaError, OSError), closing(self._opened(self._path, self._patience)) as cache:
            return len(cache.kept()), os.path.getmtime(self._path)
        return None

    def _sweep(self) -> None:
        for path in _caches(os.path.dirname(self._path)):
            if (_age(path) or 0) > KEPT_SECONDS:
                _remove(path)


def _caches(folder: str) -> Iterator[str]:
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return (os.path.join(folder, name) for name in names if name.endswith(ENDING))


def _age(path: str) -> float | None:
    try:
        return time() - os.path.getmtime(path)
    except OSError:
        return None


def _remove(path: str) -> None:
    """Only of what nobody can be reading: a database that is taken away under a reader makes a mess."""
    shutil.rmtree(path + ".index", ignore_errors=True)
    for one in (path, *(path + ending for ending in _BESIDE)):
        with suppress(OSError):
            os.unlink(one)
