"""What the library object needs from the outside, in the words of the domain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from datetime import datetime

    from lamina.model.consolidation import Facet
    from lamina.model.hits import Candidate, Found, Query, Viewer
    from lamina.model.memory import MemoryItem, Standing, UseOutcome
    from lamina.model.reminders import Note, Touch
    from lamina.model.review import (
        Check,
        Contradiction,
        JournalEntry,
        Selector,
        SessionRow,
        Sign,
        Status,
        Tombstone,
    )
    from lamina.model.signals import Checkout, Deed, Match, Remembered
    from lamina.model.staleness import FileChanges
    from lamina.model.targets import Availability, BlockRead, Edit, Entry, Intent, Outcome, Settled
    from lamina.model.transcript import Session, Turn

    Progress = Callable[[str, int, int], None]
    """Called with (what is being done, how much is done, how much there is)."""

    Clock = Callable[[], datetime]

    FileHistory = Callable[[str, Sequence[str], bool], Mapping[str, FileChanges]]
    """Called with (a folder, files as memories name them, whether there is time): what became of those of them that the
    folder's repository knows. Never fails: where there is no repository, nothing is known."""

    GitWork = Callable[[str], Checkout]
    """Called with a folder: what git says of it; the same value as long as nothing else is checked out. Never fails."""

    KeptScale = tuple[str, float, float]
    """The latest session that it was learned from, and the two numbers of a scale (see `assemble.scale`)."""


class Scales(Protocol):
    """Keeps what a project's past has taught about being sure. Losing it costs time, nothing else."""

    def read(self, project: str) -> KeptScale | None:
        """Nothing where none was kept."""

    def write(self, project: str, kept: KeptScale) -> None:
        """Never fails: what cannot be kept is learned again."""


class Embedder(Protocol):
    """Turns texts into packed vectors (see `recall.vectors`). Deterministic; no network."""

    @property
    def version(self) -> str:
        """Kept with each vector: vectors of different versions are never compared."""

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        """One packed vector per text; empty where nothing is known about a text."""


class TokenCounter(Protocol):
    """Counts tokens exactly (o200k)."""

    def count(self, texts: Sequence[str]) -> list[int]:
        """One count per text."""


class Saved(NamedTuple):
    """An item to be saved, with its vector where there is one."""

    item: MemoryItem
    vector: bytes = b""


class Stand(NamedTuple):
    """How a memory is to stand from now on, if it is still as it was seen."""

    seen: Facet
    standing: Standing


class SavedSession(NamedTuple):
    """A session to be saved, and who may see its turns."""

    session: Session
    turns: tuple[tuple[int, Turn], ...]
    """The turns to be saved, with their numbers: what was forgotten of a session is left out."""
    project: str
    user: str
    visibility: str


class Cursor(NamedTuple):
    """How far a transcript was read, on one machine, for one user."""

    host: str
    path: str
    user: str
    agent: str
    project: str
    session: str
    size: int
    modified: int
    mark: str
    """A hash of the file's beginning: another file under the same name has another."""
    place: str
    """Where reading goes on (`refine.runs.Place`), as JSON."""


class Change(NamedTuple):
    """Everything one word does to the store: applied in one transaction, undone as one."""

    entry: JournalEntry
    items: tuple[Saved, ...] = ()
    sessions: tuple[SavedSession, ...] = ()
    buried: tuple[Tombstone, ...] = ()
    unburied: tuple[Tombstone, ...] = ()
    cursor: Cursor | None = None
    stands: tuple[Stand, ...] = ()
    """Of the project in which the word was said."""


class NotedIntent(NamedTuple):
    """A change to a file outside of the store, and the memory it is about."""

    entry: str
    project: str
    user: str
    item: str
    action: Literal["promote", "demote", "undo"]
    intent: Intent


class Applied(NamedTuple):
    """What a change came to."""

    new: int = 0
    updated: int = 0
    unchanged: int = 0
    refused: int = 0


class Store(Protocol):
    """Rows are the truth. What was acknowledged is durable, and found by the very next search.

    Every method that takes a viewer sees what that viewer may see: their own private rows and what is shared, in the
    viewer's projects, and nothing that was forgotten.
    """

    @property
    def url(self) -> str:
        """Where the rows are, without a password."""

    def close(self) -> None:
        """Releases files and connections; a second call does nothing."""

    def project_for(self, aliases: Sequence[str], name: str, now: datetime) -> str:
        """The id of the project known by one of the aliases; minted, and all aliases recorded, when there is none."""

    def known_projects(self, aliases: Sequence[str]) -> list[str]:
        """The ids of the projects known by these aliases, surest first: folders may turn out to be one project."""

    def project_names(self) -> Mapping[str, str]:
        """Project id → name."""

    def batch(self) -> AbstractContextManager[None]:
        """Groups changes into one transaction."""

    def bulk(self) -> AbstractContextManager[None]:
        """Many transactions in a row: until the block ends, searching may take longer; it still finds everything."""

    def alone(self, name: str) -> None:
        """Inside a batch: whoever else asks for this name waits until the batch has ended."""

    def apply(self, change: Change) -> Applied:
        """Saves items and sessions with a journal entry.

        An item that equals the saved one is left alone. Refused are a derived item with a tombstone, and a standing of
        an item that has changed or was used since it was seen. Raises Conflict when an item's version is not the
        successor of the saved one.
        """

    def only_one(self, name: str) -> AbstractContextManager[None]:
        """Keeps out whoever else asks for this name, for longer than a transaction. Raises Conflict when one is in."""

    def undo(self, viewer: Viewer, entry: str | None, now: datetime, embedder: Embedder) -> tuple[JournalEntry, int]:
        """Puts back what the entry (or the last one that can be undone) changed. Raises NotFound or Conflict."""

    def count_use(self, viewer: Viewer, keys: Sequence[tuple[str, str]], outcome: UseOutcome, at: datetime) -> None:
        """Counts one use of each of the items (project, id) that the viewer may see: no version, no journal entry.

        Safe with any number of processes at once: no count is lost.
        """

    def cool(self, viewer: Viewer, before: datetime, embedder: Embedder, has_time: Callable[[], bool]) -> int:
        """Compresses the long texts and the turns of old exchanges and episodes; returns how many were cooled.

        Of the viewer's first project: what was last seen before that time, and is archived or shown as a line. Nothing
        that can be read changes.
        """

    def last_entry(self, viewer: Viewer) -> str:
        """The change that `undo` would take back; empty when there is none."""

    def purge(self, doomed: Sequence[tuple[str, str]]) -> None:
        """Removes every trace of the items (project, id): rows, versions, turns, journal, index. There is no undo."""

    def purge_due(self, now: datetime) -> int:
        """Purges what was forgotten too long ago to be undone; returns how many items went."""

    def buried(self, project: str, ids: Sequence[str]) -> set[str]:
        """Those of the ids that were forgotten: nothing of them is saved again."""

    def buried_texts(self, project: str, hashes: Sequence[str]) -> set[str]:
        """Those of the texts (by `text_hash`) that were forgotten."""

    def history(self, viewer: Viewer, id: str) -> list[MemoryItem]:  # noqa: A002
        """What a memory was before it was edited, oldest first; its counters are not part of it."""

    def items(self, viewer: Viewer, ids: Sequence[str]) -> list[MemoryItem]:
        """The items with these ids that the viewer may see, in the order asked for."""

    def full_ids(self, viewer: Viewer, beginning: str) -> list[str]:
        """At most a few ids that start so."""

    def same_text(self, viewer: Viewer, text_hash: str, user: str, visibility: str) -> MemoryItem | None:
        """A live permanent memory that says the same in the viewer's first project."""

    def select(self, viewer: Viewer, selector: Selector) -> list[MemoryItem]:
        """Every item that the selector means, oldest first."""

    def last_change(self, project: str) -> int:
        """A number that is another one whenever anything of the project has been changed by a word."""

    def of_kind(self, viewer: Viewer, kind: str) -> list[MemoryItem]:
        """Every item of a kind, oldest first; also those that no longer hold."""

    def facets(self, viewer: Viewer) -> Iterator[Facet]:
        """What planning needs of all that is active, and of superseded memories, in the viewer's first project."""

    def active(self, viewer: Viewer, ids: Sequence[str]) -> set[str]:
        """Those of the ids that hold and are neither denied nor archived."""

    def at_level(self, viewer: Viewer, level: str) -> list[MemoryItem]:
        """Every memory on this rung of trust that is neither denied nor archived nor superseded, oldest first."""

    def statement_keys(self, viewer: Viewer, most: int) -> list[int]:
        """The keys of facts that hold, denied ones included, newest first."""

    def items_by_key(self, viewer: Viewer, keys: Sequence[int]) -> list[MemoryItem]:
        """The items with these keys, in no order."""

    def note_contradictions(self, found: Sequence[Contradiction]) -> None:
        """Keeps pairs of memories that cannot both hold; a known pair stays as it is."""

    def known_contradictions(self, project: str, ids: Sequence[str]) -> set[str]:
        """Those of the ids that were found before, whatever became of them."""

    def contradictions(self, viewer: Viewer) -> list[Contradiction]:
        """Every pair of which the viewer may see both sides, open or resolved, oldest first."""

    def close_contradiction(self, one: Contradiction, entry: str) -> None:
        """Keeps how it was resolved, by which change: when that is undone, it is open again."""

    def note_signs(self, found: Sequence[Sign]) -> None:
        """Acts and statements for or against memories; each source counts once."""

    def often_contradicted(self, viewer: Viewer, least: int) -> list[MemoryItem]:
        """What holds although so much speaks against it, most first."""

    def begin_job(self, name: str, now: datetime, due: datetime) -> bool:
        """Whether the job was last begun at `due` or before: then it is begun now, by this caller alone."""

    def end_jobs(self, beginning: str, before: datetime) -> None:
        """Forgets that jobs whose names begin so were begun before then."""

    def note_intents(self, found: Sequence[NotedIntent]) -> None:
        """Keeps what is about to be done to files outside of the store, before it is done."""

    def intents(self, viewer: Viewer, entry: str | None = None) -> list[NotedIntent]:
        """The viewer's own that are neither finished nor dropped; with an entry, its finished ones."""

    def finish_intents(self, found: Sequence[NotedIntent]) -> None:
        """The files were written: from now on they are only needed for undo."""

    def drop_intents(self, found: Sequence[NotedIntent]) -> None:
        """Nothing came of them."""

    def in_layers(self, viewer: Viewer, most: int) -> list[MemoryItem]:
        """Memories that hold: all of a sprint, stage or agent, and of the wider layers the most trusted and latest."""

    def deeds(self, viewer: Viewer, before: str, most: int, path: str = "") -> list[Deed]:
        """What the latest sessions touched before then; with a path, the latest of those that touched it."""

    def matches(self, viewer: Viewer, found: Sequence[Found], before: str) -> list[tuple[Match, str, str]]:
        """What was found by search and known before then, best first, each with its kind and when it was last seen."""

    def about(self, viewer: Viewer, paths: Sequence[str], before: str, most: int) -> list[Remembered]:
        """The latest memories about each of the files that were known before then and still hold."""

    def touching(self, viewer: Viewer, paths: Sequence[str], most: int) -> list[Touch]:
        """What is about a file that may be known by each of these names, the latest first; only what still holds."""

    def summaries(self, viewer: Viewer, ids: Sequence[str]) -> Mapping[str, str]:
        """Id → summary; what the viewer may not see is missing."""

    def opening_prompts(self, viewer: Viewer, sessions: Sequence[str]) -> Mapping[str, tuple[str, str]]:
        """Session → what was asked first in it, and when."""

    def owners(self, project: str, ids: Sequence[str]) -> Mapping[str, str]:
        """Which session each of these items came from first; unknown ids are missing."""

    def cursor(self, host: str, path: str, user: str) -> Cursor | None:
        """How far a transcript was read; nothing when it never was."""

    def sessions(self, viewer: Viewer, limit: int) -> list[SessionRow]:
        """The latest sessions first."""

    def session_place(self, project: str, session: str) -> tuple[str, str] | None:
        """Who recorded a session first, and its visibility."""

    def turns(self, viewer: Viewer, session: str, first: int, last: int) -> list[tuple[int, Turn]]:
        """Turns with their numbers; empty when none is left."""

    def lexical(self, viewer: Viewer, query: Query, limit: int) -> list[Found]:
        """By words (BM25 over the fields of the query), best first."""

    def nearest(self, viewer: Viewer, vector: bytes, limit: int) -> list[Found]:
        """By meaning (cosine), best first; only vectors of the store's own embedder version."""

    def similarity(self, viewer: Viewer, vector: bytes, keys: Sequence[int]) -> Mapping[int, float]:
        """Cosine of these rows; rows without a vector are missing."""

    def most_similar(self, viewer: Viewer, vector: bytes, keys: Sequence[int], limit: int) -> list[int]:
        """Those of the rows that are nearest by meaning, best first."""

    def candidates(self, viewer: Viewer, keys: Sequence[int], at: str | None) -> list[Candidate]:
        """What ranking needs of these rows: only live ones, that hold now or held at `at`."""

    def notes(self, viewer: Viewer, keys: Sequence[int]) -> list[Note]:
        """What a reminder needs of these rows: only live ones, that hold now; in no order."""

    def doubted(self, viewer: Viewer, ids: Sequence[str]) -> set[str]:
        """Those of the ids that an open contradiction is about."""

    def status(self, viewer: Viewer) -> Status:
        """Counts for the viewer's projects."""

    def check(self) -> list[Check]:
        """Looks at every joint of the store, and changes nothing."""

    def reindex(self, progress: Progress | None) -> int:
        """Builds the index anew from the rows; returns how many rows it holds."""

    def dump(self, viewer: Viewer) -> Iterator[tuple[str, dict[str, object]]]:
        """Everything the viewer may take along, as (record type, plain values), in a stable order."""

    def restore(
        self, records: Sequence[tuple[str, dict[str, object]]], vectors: Mapping[str, bytes], entry: JournalEntry
    ) -> Applied:
        """Takes in dumped records; what is there already stays as it is, and what was forgotten stays forgotten."""


class HookCache(Protocol):
    """What hooks read in place of a store that is far away: a projection of what the viewer may see of it."""

    def refresh(self, viewer: Viewer, aliases: Sequence[str], *, idle: bool, makes: bool) -> None:
        """Brings it up to date, or `makes` it; never fails. `idle`: nothing was done, a minute is no matter.

        What the viewer may not see any more is gone from every file when this returns.
        """

    def empty_all(self) -> None:
        """Leaves nothing in any cache of this home. Raises Unavailable where that cannot be done."""

    def state(self) -> tuple[int, float] | None:
        """How many items it holds, and when it was refreshed; nothing where there is none that can be read."""


class InstructionFiles(Protocol):
    """The files of people that agents read at every start. Bytes outside of the managed block never change."""

    def available(self, target: str) -> Availability:
        """Whether a target can be written now, and why not. Raises BadInput where there is no such target."""

    def present(self) -> tuple[str, ...]:
        """The targets with a name whose files exist."""

    def read(self, target: str) -> BlockRead:
        """What the block of a target says now. Raises Unavailable where it cannot be told."""

    def edits(self, target: str, written: Iterable[Entry]) -> tuple[Edit, ...]:
        """What a person has done, in the file, to the entries that were written there."""

    def plan(
        self,
        targets: Sequence[str],
        added: Sequence[Entry] = (),
        refreshed: Sequence[Entry] = (),
        removed: Collection[str] = (),
    ) -> list[Outcome]:
        """One outcome per target, in order; nothing is changed.

        `added` is written where it is missing; `refreshed` is brought up to date only where it still stands.
        """

    def write(self, intent: Intent, now: datetime) -> None:
        """Makes a planned change, whole or not at all; a second time nothing happens. May raise Conflict."""

    def settle(self, intent: Intent) -> Settled:
        """After a crash: `after` is done, `before` can be written or dropped, `changed` is somebody else's word."""

    def compensation(self, intent: Intent) -> Intent:
        """The change that undoes one. Raises Conflict when the block has changed since; the rest may."""

    def purge_backups(self, ids: Collection[str]) -> int:
        """Removes every copy in which one of these memories stands; returns how many went."""

    def local_is_ignored(self) -> bool:
        """Whether git leaves CLAUDE.local.md out of commits; in doubt, no."""
