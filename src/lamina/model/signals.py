"""What is known of the moment, and what is likely to be needed in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from datetime import datetime

READ = 0.5
"""What a file counts that was only read, beside one that was changed."""

Predicted: TypeAlias = Literal["file", "memory"]


class Signals(NamedTuple):
    """What says what will be needed. Each is optional; git and the clock are asked for what is not given."""

    prompt: str = ""
    file: str = ""
    """The file at hand."""
    opened: tuple[str, ...] = ()
    """Further files that are open or were read, the latest last."""
    branch: str = ""
    error: str = ""
    activity: str = ""
    """What is being done: debugging, testing, reviewing, …"""
    at: datetime | None = None
    people: tuple[str, ...] = ()
    """Who is there: users of the store, or names that begin a branch."""
    agent: str = ""
    sprint: str = ""
    stage: str = ""

    @property
    def files(self) -> tuple[str, ...]:
        """The files at hand, each once."""
        return tuple(dict.fromkeys(one for one in (self.file, *self.opened) if one))


class Prediction(NamedTuple):
    """Something that is likely to be needed. A confidence of 0.8 means: in 8 of 10 such cases it is."""

    kind: Predicted
    id: str
    """The path of a file, or the id of a memory."""
    confidence: float
    why: tuple[str, ...]
    """The signals that say so, in words, the strongest first."""
    text: str = ""
    """A memory in one line; nothing for a file."""


class Deed(NamedTuple):
    """One piece of work that was done: a session or a commit, and the files it touched."""

    id: str
    at: str
    """ISO 8601 in UTC, as in `last_seen`."""
    files: tuple[str, ...]
    """Those that were changed first."""
    changed: int = 0
    """How many were changed; the others were only read."""
    branch: str = ""
    who: str = ""

    def weight(self, position: int) -> float:
        """What the file at this position counts."""
        return 1.0 if position < self.changed else READ


class Match(NamedTuple):
    """What a search has found: an exchange, the deed it was part of, and the files it touched."""

    id: str
    deed: str
    score: float
    files: tuple[str, ...]
    """Those that were changed first."""
    changed: int = 0


class Remembered(NamedTuple):
    """A memory that a signal has brought up, and the files that it is about."""

    id: str
    kind: str
    files: tuple[str, ...]
    last_seen: str = ""
