"""What both engines share: every row and every change goes through here. An engine adds a connection and an index."""

from __future__ import annotations

from abc import ABC, abstractmethod

from lamina.errors import NotFound
from lamina.model.hits import Candidate, tells_of_work
from lamina.model.reminders import Note, Touch
from lamina.model.scopes import contextmanager
from lamina.store.packing import plain_body

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from datetime import datetime
    from typing import Any

    from lamina.model.consolidation import Facet
    from lamina.model.hits import Found, Query, Viewer
    from lamina.model.memory import MemoryItem, UseOutcome
    from lamina.model.review import Contradiction, JournalEntry, Selector, SessionRow, Sign, Status
    from lamina.model.signals import Deed, Match, Remembered
    from lamina.model.transcript import Turn
    from lamina.ports import Applied, Change, Cursor, Embedder, NotedIntent


class SqlStore(ABC):
    """The store, but for its engine."""

    def __init__(self, sql: Mapping[str, str]) -> None:
        self._sql = sql
        self._depth = 0
        self._touched: set[str] = set()
        """Projects whose rows changed since the last commit."""

    # What an engine must bring.

    @property
    @abstractmethod
    def url(self) -> str:
        """Where the rows are, without a password."""

    @abstractmethod
    def _rows(self, name: str, **values: Any) -> list[tuple[Any, ...]]:
        """Runs a named query; lists are given as lists."""

    @abstractmethod
    def _run_many(self, name: str, rows: Sequence[dict[str, Any]]) -> None:
        """Runs a named statement once per row."""

    @abstractmethod
    def _begin(self) -> None: ...

    @abstractmethod
    def _commit(self) -> None: ...

    @abstractmethod
    def _rollback(self) -> None: ...

    @abstractmethod
    def _lock_projects(self) -> None:
        """Two processes that meet a new project at once must not mint it twice."""

    @abstractmethod
    def _numbers(self, how_many: int) -> int:
        """Takes that many numbers from the store's counter; returns the first."""

    @abstractmethod
    def _save_search(self, rows: Sequence[dict[str, Any]], vectors: Mapping[int, bytes]) -> None:
        """Brings the index's own rows up to date, inside the transaction. `vectors` is keyed by row number."""

    @abstractmethod
    def _drop_search(self, keys: Sequence[int]) -> None:
        """Removes rows from the index's own tables, inside the transaction."""

    @abstractmethod
    def _save_summaries(self, project: str, vectors: Mapping[int, bytes]) -> None:
        """Puts the vectors of summaries beside those of the same rows, inside the transaction."""

    @abstractmethod
    def _drop_summaries(self, project: str, keys: Sequence[int]) -> None:
        """Removes them again."""

    @abstractmethod
    def _committed(self, projects: set[str]) -> None:
        """Called after each commit that touched these projects."""

    @abstractmethod
    def _scrub(self, projects: set[str]) -> None:
        """Called after a purge: nothing of the purged rows may be left in any file that this process controls."""

    @abstractmethod
    def _matching(self, viewer: Viewer, query: Query) -> list[int]:
        """The keys of every row that holds all terms of the query."""

    @abstractmethod
    def _bytes(self) -> int:
        """The size of everything on disk."""

    @abstractmethod
    def lexical(self, viewer: Viewer, query: Query, limit: int) -> list[Found]:
        """See the port."""

    # Transactions.

    @contextmanager
    def batch(self) -> Iterator[None]:
        """One transaction, however many changes; an inner one joins the outer."""
        if self._depth == 0:
            self._begin()
        self._depth += 1
        try:
            yield
        except BaseException:
            self._depth -= 1
            if self._depth == 0:
                self._touched.clear()
                self._rollback()
            raise
        self._depth -= 1
        if self._depth == 0:
            self._commit()
            touched, self._touched = self._touched, set()
            if touched:
                self._committed(touched)

    @contextmanager
    def bulk(self) -> Iterator[None]:
        """See the port."""
        yield

    # Projects.

    def project_for(self, aliases: Sequence[str], name: str, now: datetime) -> str:
        """See the port."""
        from lamina.model.ids import new_id  # only a new project needs an id
        from lamina.model.wire import stamp

        known = dict(self._rows("project_by_alias", aliases=list(aliases)))
        if aliases and all(alias in known for alias in aliases):
            return str(known[aliases[0]])
        with self.batch():
            self._lock_projects()
            project = next(iter(self.known_projects(aliases)), "")
            if not project:
                project = new_id(now)
                self._run_many("add_project", [{"id": project, "name": name, "at": stamp(now)}])
            self._run_many("add_alias", [{"alias": alias, "project": project} for alias in aliases])
            return project

    def known_projects(self, aliases: Sequence[str]) -> list[str]:
        """See the port."""
        known = dict(self._rows("project_by_alias", aliases=list(aliases)))
        found = [str(known[alias]) for alias in aliases if alias in known]
        return list(dict.fromkeys(found)) or self._projects_named(aliases)

    def _projects_named(self, aliases: Sequence[str]) -> list[str]:
        """A name given by a person means the project that git gave this name, unless there are several of them."""
        names = [alias.removeprefix("name:") for alias in aliases if alias.startswith("name:")]
        found = [str(row[0]) for row in self._rows("projects_named", names=names)] if names else []
        return found if len(found) == 1 else []

    def project_names(self) -> dict[str, str]:
        """See the port."""
        return {str(id_): str(name) for id_, name in self._rows("project_names")}

    # Changes.

    @abstractmethod
    def only_one(self, name: str) -> AbstractContextManager[None]:
        """See the port."""

    @abstractmethod
    def alone(self, name: str) -> None:
        """See the port."""

    def apply(self, change: Change) -> Applied:
        """See the port."""
        from lamina.store import changes  # the writing half is not loaded by a process that only reads

        with self.batch():
            return changes.apply(self, change)

    def undo(self, viewer: Viewer, entry: str | None, now: datetime, embedder: Embedder) -> tuple[JournalEntry, int]:
        """See the port."""
        from lamina.store import changes

        with self.batch():
            return changes.undo(self, viewer, entry, now, embedder)

    def count_use(self, viewer: Viewer, keys: Sequence[tuple[str, str]], outcome: UseOutcome, at: datetime) -> None:
        """See the port."""
        from lamina.model.memory import USE_OUTCOMES
        from lamina.model.wire import stamp

        counts = {one: int(one == outcome) for one in USE_OUTCOMES} | {"user": viewer.user, "at": stamp(at)}
        with self.batch():
            # In one order for everybody: two who count the same rows never wait for each other.
            self._run_many("count_use", [{"project": one, "id": id_, **counts} for one, id_ in sorted(set(keys))])

    def cool(self, viewer: Viewer, before: datetime, embedder: Embedder, has_time: Callable[[], bool]) -> int:
        """See the port."""
        from lamina.store import cold

        return cold.cool(self, viewer, before, embedder, has_time)

    def last_entry(self, viewer: Viewer) -> str:
        """See the port."""
        from lamina.model.review import BY_ITSELF

        found = self._rows("last_entry", user=viewer.user, projects=list(viewer.projects), by_itself=BY_ITSELF)
        return str(found[0][0]) if found else ""

    def purge(self, doomed: Sequence[tuple[str, str]]) -> None:
        """See the port."""
        from lamina.store import changes

        with self.batch():
            projects = changes.purge(self, doomed)
        self._scrub(projects)

    def purge_due(self, now: datetime) -> int:
        """See the port."""
        from lamina.store import changes

        purged = 0
        projects: set[str] = set()
        while due := changes.due(self, now):
            with self.batch():
                projects |= changes.purge(self, due)
            purged += len(due)
        if purged:
            self._scrub(projects)
        return purged

    # Reading.

    def buried(self, project: str, ids: Sequence[str]) -> set[str]:
        """See the port."""
        return {row[0] for row in self._rows("buried_items", project=project, ids=list(ids))}

    def buried_texts(self, project: str, hashes: Sequence[str]) -> set[str]:
        """See the port."""
        return {row[0] for row in self._rows("buried_texts", project=project, hashes=list(hashes))}

    def items(self, viewer: Viewer, ids: Sequence[str]) -> list[MemoryItem]:
        """See the port."""
        found = {item.id: item for item in self._items("items", viewer, ids=list(ids))}
        return [found[one] for one in ids if one in found]

    def _items(self, name: str, viewer: Viewer, **values: Any) -> list[MemoryItem]:
        from lamina.store.rows import item_from  # recall reads no items

        rows = self._rows(name, user=viewer.user, projects=list(viewer.projects), **values)
        return [item_from(row[0], row[1:]) for row in rows]

    def history(self, viewer: Viewer, id: str) -> list[MemoryItem]:  # noqa: A002 (the column's name)
        """See the port."""
        from lamina.store.rows import NOTHING_BESIDE, item_from

        rows = self._rows("history", user=viewer.user, projects=list(viewer.projects), id=id)
        return [item_from(body, NOTHING_BESIDE) for (body,) in rows]

    def full_ids(self, viewer: Viewer, beginning: str) -> list[str]:
        """See the port."""
        values = {"beginning": beginning, "ending": beginning + "\U0010ffff"}
        return [row[0] for row in self._rows("full_ids", user=viewer.user, projects=list(viewer.projects), **values)]

    def same_text(self, viewer: Viewer, text_hash: str, user: str, visibility: str) -> MemoryItem | None:
        """See the port."""
        home = viewer._replace(projects=viewer.projects[:1])
        found = self._items("same_text", home, text_hash=text_hash, owner=user, visibility=visibility)
        return found[0] if found else None

    def select(self, viewer: Viewer, selector: Selector) -> list[MemoryItem]:
        """See the port."""
        from lamina.model.terms import terms
        from lamina.model.wire import stamp
        from lamina.recall.query import analyse

        values: dict[str, Any] = {
            "id": selector.id,
            "session": selector.session,
            "before": stamp(selector.before) if selector.before else "",
            "after": stamp(selector.after) if selector.after else "",
        }
        if not selector.query:
            return self._items("select_items", viewer, **values)
        query = analyse(selector.query)
        found = self._items("select_keys", viewer, keys=self._matching(viewer, query), **values)
        # The index also finds an exchange by what was said next to it: that does not make it the one that is meant.
        wanted = set(query.terms)
        return [item for item in found if wanted <= set(terms(" ".join((item.lengths.full, *item.tags, *item.files))))]

    def last_change(self, project: str) -> int:
        """See the port."""
        found = self._rows("last_change", project=project)
        return int(found[0][0]) if found else 0

    def of_kind(self, viewer: Viewer, kind: str) -> list[MemoryItem]:
        """See the port."""
        return self._items("of_kind", viewer, kind=kind)

    def facets(self, viewer: Viewer) -> Iterator[Facet]:
        """See the port."""
        from lamina.store.facets import facets

        return facets(self, viewer)

    def active(self, viewer: Viewer, ids: Sequence[str]) -> set[str]:
        """See the port."""
        who: dict[str, Any] = {"user": viewer.user, "projects": list(viewer.projects)}
        return {row[0] for row in self._rows("active", ids=list(ids), **who)}

    def at_level(self, viewer: Viewer, level: str) -> list[MemoryItem]:
        """See the port."""
        return self._items("at_level", viewer, level=level)

    def statement_keys(self, viewer: Viewer, most: int) -> list[int]:
        """See the port."""
        rows = self._rows("statement_keys", user=viewer.user, projects=list(viewer.projects), most=most)
        return [row[0] for row in rows]

    def items_by_key(self, viewer: Viewer, keys: Sequence[int]) -> list[MemoryItem]:
        """See the port."""
        return self._items("items_by_key", viewer, keys=list(keys))

    def note_contradictions(self, found: Sequence[Contradiction]) -> None:
        """See the port."""
        from lamina.store import contradictions

        with self.batch():
            contradictions.note(self, found)

    def known_contradictions(self, project: str, ids: Sequence[str]) -> set[str]:
        """See the port."""
        return {row[0] for row in self._rows("known_contradictions", project=project, ids=list(ids))}

    def contradictions(self, viewer: Viewer) -> list[Contradiction]:
        """See the port."""
        from lamina.store import contradictions

        return contradictions.read(self, viewer)

    def close_contradiction(self, one: Contradiction, entry: str) -> None:
        """See the port."""
        from lamina.store import contradictions

        with self.batch():
            contradictions.close(self, one, entry)

    def note_signs(self, found: Sequence[Sign]) -> None:
        """See the port."""
        from lamina.store import contradictions

        with self.batch():
            contradictions.note_signs(self, found)

    def often_contradicted(self, viewer: Viewer, least: int) -> list[MemoryItem]:
        """See the port."""
        return self._items("often_contradicted", viewer, least=least)

    def begin_job(self, name: str, now: datetime, due: datetime) -> bool:
        """See the port."""
        from lamina.model.wire import stamp

        with self.batch():
            return bool(self._rows("begin_job", job=name, now=stamp(now), due=stamp(due)))

    def end_jobs(self, beginning: str, before: datetime) -> None:
        """See the port."""
        from lamina.model.wire import stamp

        with self.batch():
            self._rows("end_jobs", beginning=f"{beginning}%", before=stamp(before))

    def note_intents(self, found: Sequence[NotedIntent]) -> None:
        """See the port."""
        from lamina.store import intents

        with self.batch():
            intents.note(self, found)

    def intents(self, viewer: Viewer, entry: str | None = None) -> list[NotedIntent]:
        """See the port."""
        from lamina.store import intents

        return intents.read(self, viewer.user, entry)

    def finish_intents(self, found: Sequence[NotedIntent]) -> None:
        """See the port."""
        from lamina.store import intents

        with self.batch():
            intents.finish(self, found)

    def drop_intents(self, found: Sequence[NotedIntent]) -> None:
        """See the port."""
        from lamina.store import intents

        with self.batch():
            intents.drop(self, found)

    def in_layers(self, viewer: Viewer, most: int) -> list[MemoryItem]:
        """See the port."""
        wide = {f"of_{one}": f'%"place":{{"layer":"{one}",%' for one in ("project", "system")}
        narrow = {(one.place.project, one.id): one for one in self._items("in_narrow_layers", viewer, **wide)}
        latest = self._items("latest_permanent", viewer, most=most + len(narrow))  # so many may be among them again
        others = [one for one in latest if (one.place.project, one.id) not in narrow]
        return [*narrow.values(), *others]

    def deeds(self, viewer: Viewer, before: str, most: int, path: str = "") -> list[Deed]:
        """See the port."""
        from lamina.store import touches

        return touches.deeds(self, viewer, before, most, path)

    def matches(self, viewer: Viewer, found: Sequence[Found], before: str) -> list[tuple[Match, str, str]]:
        """See the port."""
        from lamina.store import touches

        return touches.matches(self, viewer, dict(found), before)

    def about(self, viewer: Viewer, paths: Sequence[str], before: str, most: int) -> list[Remembered]:
        """See the port."""
        from lamina.store import touches

        return touches.about(self, viewer, paths, before, most)

    def touching(self, viewer: Viewer, paths: Sequence[str], most: int) -> list[Touch]:
        """See the port."""
        found: dict[int, tuple[str, Touch]] = {}
        for project in viewer.projects:
            for path in paths:
                for n, kind, changed, at in self._rows(
                    "touching", project=project, user=viewer.user, path=path, before=_END_OF_TIME, most=most
                ):
                    found[n] = at, Touch(n, kind, bool(changed))
        return [one for _, one in sorted(found.values(), reverse=True)]

    def summaries(self, viewer: Viewer, ids: Sequence[str]) -> dict[str, str]:
        """See the port."""
        from lamina.store import touches

        return touches.summaries(self, viewer, ids)

    def opening_prompts(self, viewer: Viewer, sessions: Sequence[str]) -> dict[str, tuple[str, str]]:
        """See the port."""
        from lamina.store import touches

        return touches.opening_prompts(self, viewer, sessions)

    def owners(self, project: str, ids: Sequence[str]) -> dict[str, str]:
        """See the port."""
        return dict(self._rows("owners", project=project, ids=list(ids)))

    def cursor(self, host: str, path: str, user: str) -> Cursor | None:
        """See the port."""
        from lamina.ports import Cursor

        found = self._rows("cursor", host=host, path=path, user=user)
        return Cursor(*found[0]) if found else None

    def sessions(self, viewer: Viewer, limit: int) -> list[SessionRow]:
        """See the port."""
        from lamina.model.review import SessionRow

        rows = self._rows("sessions", user=viewer.user, projects=list(viewer.projects), most=limit)
        return [SessionRow(*row) for row in rows]

    def session_place(self, project: str, session: str) -> tuple[str, str] | None:
        """See the port."""
        found = self._rows("session_place", project=project, session=session)
        return (found[0][0], found[0][1]) if found else None

    def turns(self, viewer: Viewer, session: str, first: int, last: int) -> list[tuple[int, Turn]]:
        """See the port."""
        from lamina.store.cold import with_cold
        from lamina.store.rows import turn_from

        for project in viewer.projects:
            span = {"project": project, "session": session, "first": first, "last": last, "user": viewer.user}
            cold = [row[0] for row in self._rows("seen_cold_turns", **span)]
            rows = with_cold([(number, body) for number, body in self._rows("turns", **span)], cold)
            if found := [(number, turn_from(body)) for number, body in rows if first <= number <= last]:
                return found
        return []

    def candidates(self, viewer: Viewer, keys: Sequence[int], at: str | None) -> list[Candidate]:
        """See the port."""
        rows = self._rows(
            "candidates", user=viewer.user, projects=list(viewer.projects), keys=list(keys), at=at or _END_OF_TIME
        )
        return [_candidate(row) for row in rows]

    def notes(self, viewer: Viewer, keys: Sequence[int]) -> list[Note]:
        """See the port."""
        who: dict[str, Any] = {"user": viewer.user, "projects": list(viewer.projects)}
        return [_note(row) for row in self._rows("candidates", keys=list(keys), at=_END_OF_TIME, **who)]

    def doubted(self, viewer: Viewer, ids: Sequence[str]) -> set[str]:
        """See the port."""
        rows = self._rows("contradictions", projects=list(viewer.projects))
        return {id_ for row in rows if not row[7] for id_ in row[2:4]}.intersection(ids)

    def status(self, viewer: Viewer) -> Status:
        """See the port."""
        from lamina.model.review import Status

        who: dict[str, Any] = {"user": viewer.user, "projects": list(viewer.projects)}
        levels = dict(self._rows("levels", **who))
        exchanges, concepts, denied, archived = self._rows("counts", **who)[0]
        last = self._rows("last_action", **who)
        return Status(
            pending=levels.get("pending", 0),
            long_term=levels.get("long_term", 0),
            core=levels.get("core", 0),
            denied=denied,
            archived=archived,
            sessions=self._rows("session_count", **who)[0][0],
            exchanges=exchanges,
            concepts=concepts,
            contradictions_open=sum(one.is_open for one in self.contradictions(viewer)),
            store=self.url,
            project=viewer.projects[0],
            bytes=self._bytes(),
            last_action=dict(zip(("ts", "action", "detail"), last[0], strict=True)) if last else None,
        )

    def dump(self, viewer: Viewer) -> Iterator[tuple[str, dict[str, object]]]:
        """See the port."""
        from lamina.store import dumps

        return dumps.dump(self, viewer)

    def restore(
        self, records: Sequence[tuple[str, dict[str, object]]], vectors: Mapping[str, bytes], entry: JournalEntry
    ) -> Applied:
        """See the port."""
        from lamina.store import dumps

        with self.batch():
            return dumps.restore(self, records, vectors, entry)

    def touch(self, projects: Iterable[str]) -> None:
        """Notes that rows of these projects change in this transaction."""
        self._touched.update(projects)


_END_OF_TIME = "9999-12-31T00:00:00.000000Z"


def _candidate(row: tuple[Any, ...]) -> Candidate:
    n, last_seen, last_validated, archived_at, cited, ignored, body, cold = row
    item = plain_body(body, cold)
    return Candidate(
        key=n,
        id=item["id"],
        kind=item["kind"],
        level=item["trust"]["level"],
        text=item["lengths"]["full"],
        sessions=tuple(dict.fromkeys(one["session"] for one in item["evidence"] if one["session"])),
        files=tuple(item["files"]),
        last_seen=last_seen,
        archived=archived_at is not None,
        cited=cited,
        ignored=ignored,
        held_at=max(last_seen, last_validated or ""),
        worked=tells_of_work(item["kind"], item["category"], item["fields"].get("details", "")),
        stated=item["fields"].get("asked") or item["lengths"]["full"],
    )


_LONG_SUMMARY = 120
"""Tokens beyond which a hook takes the compressed text."""


def _note(row: tuple[Any, ...]) -> Note:
    n, last_seen, _, archived_at, cited, ignored, body, _ = row
    item = plain_body(body, None)  # nothing that a hook tells is ever cold
    sessions = tuple({one["session"] for one in item["evidence"] if one["session"]})
    lengths, counts = item["lengths"], item["lengths"]["tokens"]
    length = 2 if counts[1] > _LONG_SUMMARY or not lengths["summary"] else 1
    return Note(
        key=n,
        id=item["id"],
        kind=item["kind"],
        category=item["category"] or "",
        level=item["trust"]["level"],
        text=lengths["compressed"] if length == 2 else lengths["summary"],
        tokens=counts[length],
        keywords=tuple(item["keywords"]),
        files=tuple(item["files"]),
        problem=item["fields"].get("problem", ""),
        last_seen=last_seen,
        sessions=sessions,
        sightings=len(sessions) + item["imported_count"],
        cited=cited,
        ignored=ignored,
        archived=archived_at is not None,
    )


def unknown_entry(entry: str | None) -> NotFound:
    """There is nothing (more) to undo."""
    if entry:
        return NotFound(f"There is no change {entry} of yours.", "`lamina status` shows the last one.")
    return NotFound("There is nothing to undo.")
