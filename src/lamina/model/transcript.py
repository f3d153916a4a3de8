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


class Session(NamedTuple):
    """One conversation with an agent, from any source."""

    id: str
    started_at: datetime
    turns: tuple[Turn, ...]
    agent: str = "chat"
    title: str = ""


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
