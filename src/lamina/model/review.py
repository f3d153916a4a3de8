"""What was done, and what can be undone: journal entries, tombstones, and the outcomes of words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from datetime import datetime

    from lamina.model.memory import MemoryItem
    from lamina.model.staleness import Stale
    from lamina.model.targets import Outcome
    from lamina.model.transcript import Turn

Action: TypeAlias = Literal[
    "remember", "record", "ingest", "regroup", "edit", "approve", "deny", "promote", "demote", "resolve", "consolidate",
    "forget", "purge", "undo", "load", "reindex", "complete",
]  # fmt: skip


BY_ITSELF = "by itself: "
"""Begins the detail of what nobody asked for: upkeep, and what reading a session settled. `undo` passes it over."""


class JournalEntry(NamedTuple):
    """One applied change. Its steps hold what each touched item looked like before."""

    id: str
    at: datetime
    action: Action
    user: str
    detail: str = ""
    undone_at: datetime | None = None
    project: str = ""
    """Where the word was said: there it is undone, whatever it touched."""


class Tombstone(NamedTuple):
    """What was forgotten stays forgotten: keyed by id (derived again) and by text (said again)."""

    project: str
    item_id: str
    text_hash: str
    at: datetime


class Selector(NamedTuple):
    """Which memories a `forget` is about. Every given part must match."""

    id: str = ""
    query: str = ""
    project: str = ""
    session: str = ""
    before: datetime | None = None
    after: datetime | None = None


class Recorded(NamedTuple):
    """What came of recording sessions."""

    sessions: int
    turns: int
    exchanges: int
    new: int
    unchanged: int
    refused: int
    """Exchanges that had been forgotten: they stay forgotten."""


class SessionRow(NamedTuple):
    """A session as it is listed."""

    id: str
    agent: str
    title: str
    started_at: str
    cwd: str
    branch: str
    lineage: str
    path: str
    project: str
    exchanges: int
    turns: int


class SkippedLine(NamedTuple):
    """What could not be read, and where; a line of 0 means the whole file."""

    file: str
    line: int
    why: str


class Ingested(NamedTuple):
    """What came of reading transcripts."""

    files: int
    sessions: int
    turns: int
    exchanges: int
    memories: int
    raw_bytes: int
    refined_bytes: int
    skipped: tuple[SkippedLine, ...] = ()


class Waiting(NamedTuple):
    """A memory on its way up, and what it lacks (or why it may rise)."""

    item: MemoryItem
    why: str
    outright: bool
    """Whether a user said it in so many words: then one approval is enough."""
    stale: Stale | None = None


class Used(NamedTuple):
    """How often a memory was shown, cited and ignored, after one more use was counted."""

    id: str
    retrieved: int
    cited: int
    ignored: int
    last_accessed: datetime | None


class CoreChange(NamedTuple):
    """A memory on its way into instruction files, or out of them, and what became (or would become) of each file."""

    item: MemoryItem
    targets: tuple[Outcome, ...]
    dry_run: bool


class PromotionRun(NamedTuple):
    """What one run of the promotion engine came to."""

    ok: bool
    promoted: int
    rotated: int
    remaining: int
    threshold: float


Resolution: TypeAlias = Literal["a_wins", "b_wins", "both_valid", "merged"]
RESOLUTIONS: tuple[Resolution, ...] = ("a_wins", "b_wins", "both_valid", "merged")


class Contradiction(NamedTuple):
    """Two memories that cannot both hold: a is the older one, b the newer."""

    id: str
    older: MemoryItem
    newer: MemoryItem
    relation: Literal["contradiction", "update"]
    why: str
    found_at: datetime
    resolution: Resolution | Literal[""] = ""
    note: str = ""
    resolved_at: datetime | None = None

    @property
    def is_open(self) -> bool:
        """Whether somebody still has to decide."""
        both = (self.older, self.newer)
        return not self.resolution and not any(one.validity.valid_to or one.trust.denied_at for one in both)


class Sign(NamedTuple):
    """Something that was done or said for or against a memory."""

    project: str
    item: str
    source: str
    """The exchange or the memory that speaks."""
    sign: Literal["against", "in line"]
    at: datetime


class JoinConcepts(NamedTuple):
    """Two concepts that are about one thing become one: the larger keeps its id, the other one ends."""

    into: str
    joined: str
    why: str = ""


class SplitConcept(NamedTuple):
    """Exchanges that are about something else leave a concept and found one of their own."""

    concept: str
    leaving: tuple[str, ...]
    why: str = ""


Regrouping: TypeAlias = JoinConcepts | SplitConcept


class Regrouped(NamedTuple):
    """What a `regroup` did, or would do."""

    steps: tuple[Regrouping, ...]
    dry_run: bool
    entry: str = ""


class Verified(NamedTuple):
    """Whether the store holds all of a transcript."""

    file: str
    ok: bool
    exchanges: int
    turns: int
    why: str = ""
    deleted: bool = False


class Forgotten(NamedTuple):
    """What a `forget` did, or would do."""

    ids: tuple[str, ...]
    texts: tuple[str, ...]
    dry_run: bool
    purged: bool
    undo_until: str
    entry: str


class Undone(NamedTuple):
    """What an `undo` took back."""

    entry: str
    action: str
    items: int


class Loaded(NamedTuple):
    """What a `load` brought in."""

    sessions: int
    turns: int
    items: int
    unchanged: int
    refused: int


class Status(NamedTuple):
    """The store at a glance."""

    pending: int
    long_term: int
    core: int
    denied: int
    archived: int
    sessions: int
    exchanges: int
    concepts: int
    contradictions_open: int
    store: str
    project: str
    bytes: int
    last_action: dict[str, str] | None


class Check(NamedTuple):
    """One finding of the doctor; `mend` says what to do when it is not ok."""

    name: str
    ok: bool
    found: str
    mend: str = ""


class TracedTurn(NamedTuple):
    """A turn with its number in the session."""

    number: int
    turn: Turn


class Trace(NamedTuple):
    """A memory, the exchanges it rests on with the turns that open them, and what it is related to."""

    item: MemoryItem
    exchanges: tuple[TracedExchange, ...]
    stale: Stale | None = None
    related: tuple[MemoryItem, ...] = ()
    """What consolidation has linked it to, closest first."""


class TracedExchange(NamedTuple):
    """One exchange with its transcript lines."""

    id: str
    session: str
    summary: str
    first_turn: int
    last_turn: int
    turns: tuple[TracedTurn, ...]
