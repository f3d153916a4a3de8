"""What was said and done in a session: turns, and the sessions that hold them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from datetime import datetime

Role: TypeAlias = Literal["user", "assistant", "tool", "system"]
ROLES: tuple[Role, ...] = ("user", "assistant", "tool", "system")


class Turn(NamedTuple):
    """One refined line of a transcript (L1)."""

    role: Role
    text: str = ""
    at: datetime | None = None
    name: str = ""
    target: str = ""
    lines: str = ""
    diff: str = ""
    result: str = ""


COMPACTION = "compaction"
"""The name of a turn in which an agent sums up the session for itself: no answer to anybody."""

Sort: TypeAlias = Literal["said", "call", "title", "compaction", "interrupt"]


class Event(NamedTuple):
    """One thing that happened in a session, as a reader found it: whole, not yet shortened, not yet redacted.

    A tool's call and its result are one event, given when the result is known. What a model wrote is never `user`, even
    where the file says so: a compaction summary and a subagent's prompt have the role `assistant`.
    """

    role: Role
    sort: Sort = "said"
    text: str = ""
    at: str = ""
    """ISO 8601, as written."""
    source: str = ""
    """The id that the agent gave it, where it gave one."""
    offset: int = 0
    """Where its line starts, in bytes: reading can begin there again."""
    name: str = ""
    """Of a tool, as the agent calls it; one that a subagent ran is `Task>name`."""
    target: str = ""
    """What the tool was used on: a file as the agent named it, a command, a pattern, an address, a question."""
    lines: str = ""
    """The lines that were read or changed: `12-40`."""
    diff: str = ""
    """What was changed: lines that start with - or +, without context."""
    result: str = ""
    failed: bool = False
    files: tuple[str, ...] = ()
    """Files that the tool wrote or read, where `target` does not already name the one."""


class Unreadable(NamedTuple):
    """A line that no reader can make sense of; the lines around it are read."""

    line: int
    offset: int
    why: str


class Head(NamedTuple):
    """What a transcript says about its session; given before its first event, and again when more is known."""

    id: str
    agent: str
    cwd: str = ""
    branch: str = ""
    started_at: str = ""
    title: str = ""


class Session(NamedTuple):
    """One conversation with an agent, from any source."""

    id: str
    started_at: datetime
    turns: tuple[Turn, ...]
    agent: str = "chat"
    title: str = ""
    cwd: str = ""
    branch: str = ""
    lineage: str = ""
    """The session of which this one is a copy that went on."""
    path: str = ""
    """The transcript it was read from, while that is there."""


class Exchange(NamedTuple):
    """One request and what came of it (L2): a run of turns that a user's turn opens."""

    opening: int
    """Number of the opening turn, counted from 1. It stays the same as the session grows."""
    closing: int
    at: datetime
    asked: str
    answered: str
    around: str
    """What was said just before and after, and when: found by search, shown by nobody."""
    files: tuple[str, ...] = ()
