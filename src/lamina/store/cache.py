"""What hooks read in place of a store on another machine: a SQLite file here, filled from rows that the viewer sees.

It is a projection. Whoever refreshes it compares all that may be told with what is here, so that nothing has to be
known of what happened in between, and fetches what differs.
"""

from __future__ import annotations

import os
import shutil
from contextlib import closing, suppress
from time import time
from typing import TYPE_CHECKING, Any

from lamina.errors import LaminaError, StoreDamaged, StoreTooNew, Unavailable
from lamina.model.hits import PATIENT, Patience, Viewer
from lamina.store import changes
from lamina.store.contradictions import COLUMNS as CONTRADICTION
from lamina.store.dumps import SESSION
from lamina.store.packing import dumped, whole_body
from lamina.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

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
_ITEM = (
    *("n", "project", "id", "change", "version", "kind", "level", "visibility", "user_id", "session", "opening"),
    *("closing", "text_hash", "first_seen", "last_seen", "valid_from", "valid_to", "denied_at", "archived_at", "shown"),
    *("moved", "links", "forgotten_at", "retrieved", "cited", "ignored", "last_accessed", "contradictions"),
    *("last_validated", "body", "cold"),
)
_TOUCH = ("project", "item", "position", "path", "changed", "at")


class CacheStore(SqliteStore):
    """A store like any other, which also knows what its rows are copies of."""

    _FILES = ("shared.sql", "sqlite/search.sql", "sqlite/cache.sql")

    def __init__(self, path: str, embedder_version: str, patience: Patience = PATIENT) -> None:
        super().__init__(path, embedder_version, patience)
        self._rows("make_copied")

    def kept(self) -> dict[int, str]:
        """The mark of each row that is here."""
        return dict(self._rows("copied"))

    def drop(self, keys: Sequence[int], *, scrubbed: bool) -> None:
        """Removes rows with all that repeats them; if they are to be `scrubbed`, that is noted until it is done."""
        projects = changes.purge(self, [(row[0], row[1]) for row in self._rows("places_of", keys=list(keys))])
        self._rows("drop_copied")
        self._run_many("note_unscrubbed", [{"project": one} for one in projects if scrubbed])

    def take_over(self, rows: Sequence[tuple[Any, ...]], marks: Mapping[int, str]) -> None:
        """Saves rows of the other store under the numbers that they have there."""
        items = [dict(zip(_ITEM, row, strict=True)) for row in rows]
        if not items:
            return
        for change, item in enumerate(items, self._numbers(len(items))):
            item |= {"change": change, "body": whole_body(item["body"], item["cold"]), "mark": marks[item["n"]]}
        self._run_many("save_item", items)
        self._run_many("save_usage", items)
        self._run_many("note_copied", items)
        self.touch({item["project"] for item in items})

    def name_projects(self, projects: Sequence[tuple[Any, ...]], aliases: dict[str, str]) -> None:
        """The viewer's projects, under the names that they have over there."""
        self._rows("drop_names")
        self._run_many("restore_project", [dict(zip(("id", "name", "at"), row, strict=True)) for row in projects])
        self._run_many("add_alias", [{"alias": alias, "project": project} for alias, project in aliases.items()])

    def replace_beside(self, keys: Sequence[int], touches: Sequence[Any], sessions: Sequence[Any]) -> None:
        """What these rows are about, and the sessions that they come from."""
        for project in {row[0] for row in self._rows("places_of", keys=list(keys))}:
            ids = [id_ for home, id_ in self._rows("places_of", keys=list(keys)) if home == project]
            self._rows("drop_touches", project=project, ids=ids)
        self._run_many("save_touch", [dict(zip(_TOUCH, row, strict=True)) for row in touches])
        self._run_many("restore_session", [dict(zip(SESSION, row, strict=True)) for row in sessions])
        self._rows("drop_unspoken_sessions")

    def replace_contradictions(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """Those that are open, without a word of why: it may quote what must not be here any more."""
        self._rows("drop_contradictions")
        found = [dict(zip(CONTRADICTION, row, strict=True)) for row in rows]
        self._run_many("restore_contradiction", [{**one, "why": ""} for one in found if not one["resolution"]])

    def scrub(self) -> None:
        """Nothing of what was dropped is left in any file."""
        projects = {row[0] for row in self._rows("unscrubbed")}
        if projects:
            self._scrub(projects)
            self._rows("drop_unscrubbed")

    def empty(self) -> None:
        """Drops everything, without a trace."""
        with self.batch():
            self.drop(list(self.kept()), scrubbed=True)
            self._rows("drop_contradictions")
            self._rows("drop_unspoken_sessions")
        self.scrub()


class CacheFile:
    """The cache of one project, as one user sees it. With `makes`, it is made where there is none."""

    def __init__(self, source: SqlStore, path: str, embedder_version: str, patience: Patience, *, makes: bool) -> None:
        self._source = source
        self._path = path
        self._embedder = embedder_version
        self._patience = patience
        self._makes = makes

    def refresh(self, viewer: Viewer, aliases: Sequence[str], *, idle: bool) -> None:
        """See the port."""
        age = _age(self._path)
        if (age is None and not self._makes) or (age is not None and idle and age < IDLE_SECONDS):
            return
        try:
            with closing(CacheStore(self._path, self._embedder, self._patience)) as cache:
                self._follow(cache, viewer, aliases)
            os.utime(self._path)
            self._sweep()
        except (StoreDamaged, StoreTooNew):
            _remove(self._path)  # the next refresh makes it anew
        except (LaminaError, OSError):
            pass  # what could not be brought up to date now is so next time

    def _follow(self, cache: CacheStore, viewer: Viewer, aliases: Sequence[str]) -> None:
        for _ in range(0, MOST_ITEMS + TOGETHER, TOGETHER):
            with cache.batch():  # the lock comes before the look: who has looked earlier never writes later
                left = self._step(cache, viewer, aliases)
            if not left:
                break
        cache.scrub()

    def _step(self, cache: CacheStore, viewer: Viewer, aliases: Sequence[str]) -> int:
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
                with closing(CacheStore(path, self._embedder)) as cache:
                    cache.empty()
            except (StoreDamaged, StoreTooNew):
                _remove(path)
            except LaminaError as problem:
                raise Unavailable(f"It is forgotten, but {path} may still hold it: {problem.message}") from problem

    def state(self) -> tuple[int, float] | None:
        """See the port."""
        if _age(self._path) is None:
            return None
        with suppress(LaminaError, OSError), closing(CacheStore(self._path, self._embedder, self._patience)) as cache:
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
