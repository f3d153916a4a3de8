"""What recall gives back. Kept apart from `memory`: a cold `lamina recall` loads nothing else."""

from __future__ import annotations

from typing import NamedTuple


class Viewer(NamedTuple):
    """Who is asking, and in which projects they look; the first one is the project at hand."""

    user: str
    projects: tuple[str, ...]


class Query(NamedTuple):
    """A question, and the terms it is looked up by."""

    text: str
    terms: tuple[str, ...]


class Found(NamedTuple):
    """A candidate as the store returns it: where it is, and how well it matched."""

    key: int
    """The store's own number of the row; it means nothing outside of the store."""
    score: float


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
