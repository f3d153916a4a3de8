"""What recall gives back. Kept apart from `memory`: a cold `lamina recall` loads nothing else."""

from __future__ import annotations

from lamina.model.tuples import NamedTuple

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from lamina.model.staleness import Stale


class Viewer(NamedTuple):
    """Who is asking, and in which projects they look; the first one is the project at hand."""

    user: str
    projects: tuple[str, ...]


class Patience(NamedTuple):
    """How long somebody waits for a store that is busy, and whether they may change it at all."""

    milliseconds: int = 5000
    looks_only: bool = False


PATIENT = Patience()


class Query(NamedTuple):
    """A question, and the terms it is looked up by."""

    text: str
    terms: tuple[str, ...]


class Found(NamedTuple):
    """A candidate as the store returns it: where it is, and how well it matched."""

    key: int
    """The store's own number of the row; it means nothing outside of the store."""
    score: float


CHANGED = "Changed: "
"""How the details of an exchange begin to list the files that it changed."""


def tells_of_work(kind: str, category: str | None, details: str) -> bool:
    """Whether a memory tells of work that changed its files: such work is committed after it was told."""
    if kind == "exchange":
        return CHANGED in details
    return kind in ("concept", "episode") or category in ("error_fix", "solution", "core_logic")


class Candidate(NamedTuple):
    """The part of a row that ranking and presenting need."""

    key: int
    id: str
    kind: str
    level: str
    text: str
    sessions: tuple[str, ...]
    files: tuple[str, ...]
    last_seen: str
    archived: bool
    cited: int
    ignored: int
    held_at: str = ""
    """When it was last seen or found to hold."""
    worked: bool = False
    """See `tells_of_work`."""
    stated: str = ""
    """What it states: of an exchange what was asked in it, of a memory all of it."""


class Hit(NamedTuple):
    """One answer to a query. `score` is 0..1, higher is better."""

    id: str
    kind: str
    level: str
    score: float
    text: str
    session_ids: tuple[str, ...]
    files: tuple[str, ...]
    why: tuple[str, ...]
    last_seen: str
    archived: bool = False
    stale: Stale | None = None
    meaning: float = 0.0
    """How alike question and memory are in meaning: a cosine."""
