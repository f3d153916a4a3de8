"""Reads transcripts into the store: events → turns → exchanges → concepts and memories, as far as each file has come.

A file's rows and the place up to which it was read are saved in one transaction: a kill in between loses nothing and
doubles nothing. What may still change when the session goes on is read again next time.
"""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING, BinaryIO

from lamina.capture.lines import BUFFER
from lamina.capture.readers import READERS
from lamina.capture.sources import NoTranscript, discover, sources_of
from lamina.errors import BadInput
from lamina.model.hits import Viewer
from lamina.model.ids import new_id
from lamina.model.memory import ExchangeFields
from lamina.model.memory import Place as Home
from lamina.model.review import BY_ITSELF, Ingested, JournalEntry, SkippedLine
from lamina.model.transcript import Head, Session
from lamina.model.wire import l1_line
from lamina.ports import Change, Cursor, SavedSession
from lamina.refine.clean import Refined, refined, text_of, when
from lamina.refine.exchanges import without_quotes
from lamina.refine.runs import Place, Runs
from lamina.words.contradicting import examine
from lamina.words.learning import Learning, Source, counted, exchange_id
from lamina.words.practising import Practice
from lamina.words.vectors import with_vectors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import datetime

    from lamina.capture.sources import Source as Transcript
    from lamina.model.memory import MemoryItem, Visibility
    from lamina.model.review import Action
    from lamina.model.transcript import Unreadable
    from lamina.ports import Progress
    from lamina.refine.runs import Window
    from lamina.words.learning import Exchanged
    from lamina.words.parts import Parts

AT_ONCE = 64
"""Exchanges that are saved together."""
_MARKED_BYTES = 512
MOST_SKIPPED_TOLD = 1000


class Ingest:
    """Reads transcripts, again and again. `project_of` names the project of a session by the folder it worked in."""

    def __init__(self, parts: Parts, user: str, visibility: Visibility, project_of: Callable[[str], str]) -> None:
        self._parts = parts
        self._user = user
        self._visibility = visibility
        self._project_of = project_of
        self._host = os.uname().nodename
        self._learning: dict[str, Learning] = {}
        self._practice: dict[str, Practice] = {}
        self._begin()

    def _begin(self) -> None:
        self._counts = dict.fromkeys(Ingested._fields[:-1], 0)
        self._memories: set[str] = set()
        self._skipped: list[SkippedLine] = []
        self.projects: set[str] = set()
        """Those that the last run read something into."""

    def run(self, paths: Iterable[str] | None, progress: Progress | None) -> Ingested:
        """Every transcript in the default places, or those named."""
        self._begin()
        found = list(_named(paths)) if paths is not None else list(discover(os.path.expanduser("~"), os.environ))
        found.sort(key=lambda one: (_modified(one.path), one.path))  # what was said later may build on what was earlier
        sizes = [_size(one.path) for one in found]
        done, total = 0, sum(sizes)
        with self._parts.store.bulk():
            for one, size in zip(found, sizes, strict=True):
                if isinstance(one, NoTranscript):
                    self._skip(one.path, 0, one.why)
                else:
                    self._file(one, lambda read, so_far=done: progress and progress("ingest", so_far + read, total))  # type: ignore[misc]
                done += size
                if progress:
                    progress("ingest", done, total)
        counts = {**self._counts, "memories": len(self._memories)}
        return Ingested(**counts, skipped=tuple(self._skipped))

    def _file(self, one: Transcript, tell: Callable[[int], object]) -> None:
        path = os.path.realpath(one.path)
        try:
            with open(path, "rb", buffering=BUFFER) as opened:
                self._opened(opened, path, one.agent, tell)
        except _Overtaken:
            pass  # another process is reading this file just now
        except OSError as error:
            self._skip(path, 0, error.strerror or str(error))

    def _opened(self, opened: BinaryIO, path: str, agent: str, tell: Callable[[int], object]) -> None:
        state = os.fstat(opened.fileno())
        mark = hashlib.blake2b(opened.read(_MARKED_BYTES), digest_size=8).hexdigest()
        held = self._parts.store.cursor(self._host, path, self._user)
        if held and (held.size, held.modified, held.mark) == (state.st_size, state.st_mtime_ns, mark):
            return
        reading = _Reading(path, agent, state.st_size, state.st_mtime_ns, mark, held)
        self._counts["files"] += 1
        self._counts["raw_bytes"] += state.st_size - reading.start
        for got in refined(READERS[agent](opened, reading.start), reading.head.cwd):
            if isinstance(got, Refined):
                reading.add(got)
                if reading.runs.settled >= AT_ONCE:
                    tell(got.event.offset)
                    self._save(reading, reading.runs.take_settled())
            elif isinstance(got, Head):
                reading.meet(got)
            else:
                self._skip(path, _line(opened, got) if reading.start else got.line, got.why)
        self._end(reading)

    def _skip(self, path: str, line: int, why: str) -> None:
        if len(self._skipped) < MOST_SKIPPED_TOLD:
            self._skipped.append(SkippedLine(path, line, why))

    def _end(self, reading: _Reading) -> None:
        """The last windows of a file in one transaction: what waits for the disk once takes half the time."""
        try:
            with self._parts.store.batch():
                self._save(reading, reading.runs.take_settled())
                self._save(reading, reading.runs.rest(), ended=True)
        except BaseException:
            self._learning.pop(reading.project, None)  # what it has learned was not saved
            raise

    def _save(self, reading: _Reading, window: Window, *, ended: bool = False) -> None:
        if not window.runs:
            if ended:
                self._parts.store.apply(self._change(reading, (), (), ended=True))
            return
        project = reading.project or self._project_of(reading.head.cwd)
        reading.project = project
        self.projects.add(project)
        learning = self._learning.setdefault(project, self._new_learning(project))
        practice = self._practice.setdefault(project, Practice(self._parts, Viewer(self._user, (project,))))
        with self._parts.store.batch():
            self._parts.store.alone(project)
            if self._parts.store.cursor(self._host, reading.path, self._user) != reading.held:
                raise _Overtaken
            told = self._told(project, learning, window, reading)
            concepts = learning.concepts(told)
            memories = learning.memories(told, concepts)
            items = [*(one.item for one in told), *{item.id: item for item in concepts.values()}.values(), *memories]
            change = self._change(reading, items, (self._session(reading, project, told),), ended=ended)
            applied = self._parts.store.apply(change)
            settled = self._entry(project, f"{BY_ITSELF}updates", "resolve")
            examine(self._parts, Viewer(self._user, (project,)), settled, memories)
            practice.notice([one.item for one in told], learned=bool(memories))
            learning.settled()  # before anybody else may write
            practice.settled()
        reading.held = change.cursor
        self._count(reading, told, memories, applied.new + applied.updated > 0)

    def _change(
        self, reading: _Reading, items: Sequence[MemoryItem], sessions: tuple[SavedSession, ...], *, ended: bool
    ) -> Change:
        return Change(
            entry=self._entry(reading.project, reading.head.id),
            items=with_vectors(counted(items, self._parts), self._parts.embedder),
            sessions=sessions,
            cursor=reading.cursor(self._host, self._user, ended=ended),
        )

    def _told(self, project: str, learning: Learning, window: Window, reading: _Reading) -> list[Exchanged]:
        """The exchanges of a window, without those that another session had first and those that were forgotten."""
        store = self._parts.store
        ids = [exchange_id(run, reading.source) for run in window.runs]
        later = [exchange_id(run, reading.source) for run in window.after]
        known, buried = store.owners(project, ids), store.buried(project, [*ids, *later])
        owners = {id_: known[id_] for id_ in ids if id_ in known}
        reading.is_among(owners, taken=not buried and store.session_place(project, reading.session) is not None)
        near = zip([*ids, *later], [*window.runs, *window.after], strict=True)
        gone = [run.asked for id_, run in near if id_ in buried]
        reading.runs.leave_out(gone)
        return [
            one._replace(item=_unquoted(one.item, gone)) if gone else one
            for one in learning.exchanges(window, reading.source)
            if one.id not in buried and owners.get(one.id, reading.session) == reading.session
        ]

    def _new_learning(self, project: str) -> Learning:
        viewer = Viewer(self._user, (project,))
        return Learning(self._parts, viewer, Home(project, self._user, self._visibility))

    def _session(self, reading: _Reading, project: str, told: Sequence[Exchanged]) -> SavedSession:
        head = reading.head
        turns = tuple(pair for one in told for pair in one.run.turns)
        session = Session(
            id=reading.session,
            started_at=reading.source.started_at,
            turns=(),
            agent=reading.agent,
            title=reading.title,
            cwd=head.cwd,
            branch=head.branch,
            lineage=reading.lineage,
            path=reading.path,
        )
        return SavedSession(session, turns, project, self._user, self._visibility)

    def _entry(self, project: str, detail: str, action: Action = "ingest") -> JournalEntry:
        now = self._parts.clock()
        return JournalEntry(new_id(now), now, action, self._user, detail, project=project)

    def _count(self, reading: _Reading, told: Sequence[Exchanged], memories: Sequence[MemoryItem], new: bool) -> None:
        if new and not reading.counted:
            reading.counted = True
            self._counts["sessions"] += 1
        self._counts["exchanges"] += len(told)
        self._memories.update(item.id for item in memories)
        for one in told:
            self._counts["turns"] += len(one.run.turns)
            self._counts["refined_bytes"] += sum(len(l1_line(turn)) for _, turn in one.run.turns)


class _Overtaken(Exception):
    """Somebody else has read this file since we looked how far it was read."""


class _Reading:
    """One file while it is read."""

    def __init__(self, path: str, agent: str, size: int, modified: int, mark: str, held: Cursor | None) -> None:
        kept = json.loads(held.place) if held else {}
        same = held is not None and held.mark == mark and kept["offset"] <= size
        place = Place.of(kept) if same else Place()
        self.path, self.agent, self.held = path, agent, held
        self._size, self._modified, self._mark = size, modified, mark
        self.start = place.offset
        self.runs = Runs(place)
        self.head = Head(*kept.get("head", ("", agent))) if same else Head("", agent)
        self.project = held.project if held and same else ""
        self.lineage = kept.get("lineage", "") if same else ""
        self._session = held.session if held and same else ""
        self.title = ""
        self.counted = False

    @property
    def session(self) -> str:
        """Claude Code names a file after its session; others say it inside."""
        stem = os.path.splitext(os.path.basename(self.path))[0]
        return self._session or (stem if self.agent == "claude-code" else self.head.id or stem)

    def is_among(self, owners: Mapping[str, str], *, taken: bool) -> None:
        """Finds out by the exchanges that are known already whether this is a copy, or only has another's name.

        A copy begins with exchanges of the session it came from. Another conversation under a name that is `taken`
        gets a name of its own: its turns must not replace those of the first.
        """
        origin = next(iter(owners.values()), "")
        if not self._session and not origin and taken:
            self._session = f"{self.session}-{self._mark}"
        self._session = self._session or self.session
        if origin and origin != self._session:
            self.lineage = self.lineage or origin
        elif not self.lineage and os.path.basename(self.path).startswith("agent-") and self.head.id != self._session:
            self.lineage = self.head.id  # a subagent works for the session that started it

    @property
    def source(self) -> Source:
        """Where the runs come from."""
        started = when(self.head.started_at) or _file_time(self._modified)
        return Source(self.agent, self.session, self.lineage, started)

    def meet(self, head: Head) -> None:
        """The first folder counts: a session that wanders is still about the project it began in."""
        head = Head(*map(text_of, head))
        self.head = head._replace(cwd=self.head.cwd or head.cwd, started_at=self.head.started_at or head.started_at)
        self.title = head.title or self.title

    def add(self, one: Refined) -> None:
        """A title is about the session; everything else is a turn of it."""
        if one.event.sort == "title":
            self.title = one.turn.text
        else:
            self.runs.add(one.turn, one.event.offset)

    def cursor(self, host: str, user: str, *, ended: bool) -> Cursor:
        """As far as it is saved; only when the end was reached does the file's size say that there is nothing new."""
        return Cursor(
            host,
            self.path,
            user,
            self.agent,
            self.project,
            self.session,
            self._size if ended else -1,
            self._modified,
            self._mark,
            json.dumps({**self.runs.place._asdict(), "head": self.head, "lineage": self.lineage}),
        )


def _unquoted(item: MemoryItem, gone: Sequence[str]) -> MemoryItem:
    assert isinstance(item.fields, ExchangeFields)
    return item._replace(fields=item.fields._replace(around=without_quotes(item.fields.around, gone)))


def _line(opened: BinaryIO, bad: Unreadable) -> int:
    """The number of a line, counted from the file's start and not from where reading began."""
    at = opened.tell()
    opened.seek(0)
    before, left = 0, bad.offset
    while left > 0 and (part := opened.read(min(left, BUFFER))):
        before += part.count(b"\n")
        left -= len(part)
    opened.seek(at)
    return before + 1


def _named(paths: Iterable[str]) -> list[Transcript | NoTranscript]:
    found = sources_of([os.path.expanduser(path) for path in ([paths] if isinstance(paths, str) else paths)])
    if not found:
        raise BadInput("No transcript is named.", "Name a file or a folder, or nothing for the default places.")
    return found


def _modified(path: str) -> int:
    try:
        return os.stat(path).st_mtime_ns
    except (OSError, ValueError):  # no file has such a name
        return 0


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except (OSError, ValueError):
        return 0


def _file_time(modified: int) -> datetime:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(modified / 1e9, UTC)
