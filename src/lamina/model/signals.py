"""What is known of the moment, and what is likely to be needed in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

READ = 0.5
"""What a file counts that was only read, beside one that was changed."""
MAIN_BRANCHES = frozenset({"main", "master", "trunk", "develop", "HEAD", ""})
"""Everybody's branches: to be on one says nothing."""

_BETWEEN = re.compile(r"[\W_]+")

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
    """Who is there: users of the store, authors of commits, or names that begin a branch."""
    agent: str = ""
    sprint: str = ""
    stage: str = ""

    @property
    def files(self) -> tuple[str, ...]:
        """The files at hand, each once."""
        return tuple(dict.fromkeys(one for one in (self.file, *self.opened) if one))

    @property
    def calling(self) -> str:
        """What the branch is called after: `token usage` of `ann/token-usage`."""
        if self.branch in MAIN_BRANCHES:
            return ""
        return _BETWEEN.sub(" ", self.branch.partition("/")[2] or self.branch).strip()

    @property
    def asked(self) -> str:
        """What this work is about, in words: the prompt, and what the branch is called after.

        A name such as `wip` says less than a file at hand: without a prompt, the branch is asked only where no file is.
        """
        return f"{self.calling}\n{self.prompt}".strip() if self.prompt or not self.files else ""


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
    """The user whose session it was, or the author of the commit."""
    mailbox: str = ""
    """Of a commit's author: what their e-mail has before the @."""
    said: str = ""
    """The message of a commit, its subject in the first line. What a session said is asked of the store."""
    commit: bool = False

    def weight(self, position: int) -> float:
        """What the file at this position counts."""
        return 1.0 if position < self.changed else READ


class Checkout(NamedTuple):
    """What git says of a folder."""

    branch: str = ""
    commits: Sequence[Deed] = ()
    """The latest, oldest first; without files that are gone."""
    gone: Mapping[str, str] = {}
    """Path → when it was deleted or renamed, for files that have not come back."""


class Match(NamedTuple):
    """What a search has found: an exchange or a commit, the deed it was part of, and the files it touched."""

    id: str
    deed: str
    score: float
    files: tuple[str, ...]
    """Those that were changed first."""
    changed: int = 0
    at: str = ""
    subject: str = ""
    """Of a commit: what it says in its first line."""


class Remembered(NamedTuple):
    """A memory that a signal has brought up, and the files that it is about."""

    id: str
    kind: str
    files: tuple[str, ...]
    last_seen: str = ""
