"""Reads transcripts into the store: events → turns → exchanges → concepts and memories, as far as each file has come.

A file's rows and the place up to which it was read are saved in one transaction: a kill in between loses nothing and
doubles nothing. What may still change when the session goes on is read again next time.
"""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING, BinaryIO

from lamina.capture.readers import READERS
from lamina.capture.sources import NoTranscript, discover, sources_of
from lamina.errors import BadInput
from lamina.model.hits import Viewer
from lamina.model.ids import new_id
from lamina.model.memory import Place as Home
from lamina.model.review import Ingested, JournalEntry, SkippedLine
from lamina.model.transcript import Head, Session
from lamina.model.wire import l1_line, moment
from lamina.ports import Change, Cursor, SavedSession
from lamina.refine.clean import Refined, refined
from lamina.refine.runs import Place, Runs
from lamina.words.learning import Learning, Source, counted
from lamina.words.vectors import with_vectors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime

    from lamina.capture.sources import Source as Transcript
    from lamina.model.memory import MemoryItem, Visibility
    from lamina.ports import Progress
    from lamina.refine.runs import Window
    from lamina.words.learning import Exchanged
    from lamina.words.parts import Parts

AT_ONCE = 64
"""Exchanges that are saved together."""
_MARKED_BYTES = 512
_BUFFER = 1 << 18
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
        self._begin()

    def _begin(self) -> None:
        self._counts = dict.fromkeys(Ingested._fields[:-1], 0)
        self._memories: set[str] = set()
        self._skipped: list[SkippedLine] = []

    def run(self, paths: Iterable[str] | None, progress: Progress | None) -> Ingested:
        """Every transcript in the default places, or those named."""
        self._begin()
        found = list(_named(paths)) if paths is not None else list(discover(os.path.expanduser("~"), os.environ))
        found.sort(key=lambda one: (_modified(one.path), one.path))  # what was said later may build on what was earlier
        sizes = [_size(one.path) for one in found]
        done, total = 0, sum(sizes)
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
            with open(path, "rb", buffering=_BUFFER) as opened:
                self._opened(opened, path, one.agent, tell)
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
        for got in refined(READERS[agent](opened, reading.start), reading.folder):
            if isinstance(got, Refined):
                reading.add(got)
                if reading.runs.settled >= AT_ONCE:
                    tell(got.event.offset)
                    self._save(reading, reading.runs.take_settled())
            elif isinstance(got, Head):
                reading.meet(got)
            else:
                self._skip(path, got.line, got.why)
        self._save(reading, reading.runs.take_settled())
        self._save(reading, reading.runs.rest(), ended=True)

    def _skip(self, path: str, line: int, why: str) -> None:
        if len(self._skipped) < MOST_SKIPPED_TOLD:
            self._skipped.append(SkippedLine(path, line, why))

    def _save(self, reading: _Reading, window: Window, *, ended: bool = False) -> None:
        if not window.runs:
            return
        project = reading.project or self._project_of(reading.head.cwd)
        reading.project = project
        learning = self._learning.setdefault(project, self._new_learning(project))
        with self._parts.store.batch():
            told = learning.exchanges(window, reading.source)
            told = self._not_elsewhere(project, told, reading)
            concepts = learning.concepts(told)
            memories = learning.memories(told, concepts, reading.source)
            items = [*(one.item for one in told), *{item.id: item for item in concepts.values()}.values(), *memories]
            applied = self._parts.store.apply(
                Change(
                    entry=self._entry(project, reading.head.id),
                    items=with_vectors(counted(items, self._parts), self._parts.embedder),
                    sessions=(self._session(reading, project, told),),
                    cursor=reading.cursor(self._host, self._user, ended=ended),
                )
            )
        learning.settled()
        self._count(reading, told, memories, applied.new + applied.updated > 0)

    def _new_learning(self, project: str) -> Learning:
        viewer = Viewer(self._user, (project,))
        return Learning(self._parts, viewer, Home(project, self._user, self._visibility))

    def _not_elsewhere(self, project: str, told: Sequence[Exchanged], reading: _Reading) -> list[Exchanged]:
        """A copy of a session repeats its exchanges: they stay with the session that had them first."""
        owners = self._parts.store.owners(project, [one.id for one in told])
        other = next((owners[one.id] for one in told if owners.get(one.id, reading.session) != reading.session), "")
        if other and not reading.lineage:
            reading.lineage = other
        return [one for one in told if owners.get(one.id, reading.session) == reading.session]

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

    def _entry(self, project: str, session: str) -> JournalEntry:
        now = self._parts.clock()
        return JournalEntry(new_id(now), now, "ingest", self._user, session, project=project)

    def _count(self, reading: _Reading, told: Sequence[Exchanged], memories: Sequence[MemoryItem], new: bool) -> None:
        if new and not reading.counted:
            reading.counted = True
            self._counts["sessions"] += 1
        self._counts["exchanges"] += len(told)
        self._memories.update(item.id for item in memories)
        for one in told:
            self._counts["turns"] += len(one.run.turns)
            self._counts["refined_bytes"] += sum(len(l1_line(turn)) for _, turn in one.run.turns)


class _Reading:
    """One file while it is read."""

    def __init__(self, path: str, agent: str, size: int, modified: int, mark: str, held: Cursor | None) -> None:
        same = held is not None and held.mark == mark and json.loads(held.place)["offset"] <= size
        place = Place.of(json.loads(held.place)) if held and same else Place()
        self.path, self.agent = path, agent
        self._size, self._modified, self._mark = size, modified, mark
        self.start = place.offset
        self.runs = Runs(place)
        self.folder = json.loads(held.place)["folder"] if held and same else ""
        self.head = Head("", agent, cwd=self.folder)
        self.project = held.project if held and same else ""
        self.lineage = ""
        self.title = ""
        self.counted = False

    @property
    def session(self) -> str:
        """Claude Code names a file after its session; others say it inside."""
        stem = os.path.splitext(os.path.basename(self.path))[0]
        return stem if self.agent == "claude-code" else self.head.id or stem

    @property
    def source(self) -> Source:
        """Where the runs come from."""
        started = self.head.started_at
        return Source(
            self.agent, self.session, self.lineage, moment(started) if started else _file_time(self._modified)
        )

    def meet(self, head: Head) -> None:
        """The first folder counts: a session that wanders is still about the project it began in."""
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
            json.dumps({**self.runs.place._asdict(), "folder": self.head.cwd}),
        )


def _named(paths: Iterable[str]) -> list[Transcript | NoTranscript]:
    found = sources_of([os.path.expanduser(path) for path in paths])
    if not found:
        raise BadInput("No transcript is named.", "Name a file or a folder, or nothing for the default places.")
    return found


def _modified(path: str) -> int:
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return 0


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0


def _file_time(modified: int) -> datetime:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(modified / 1e9, UTC)
