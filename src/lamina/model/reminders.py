"""What a hook tells: a few recorded notes, and what must be known of a memory to choose them."""

from __future__ import annotations

from lamina.model.tuples import NamedTuple

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from lamina.model.memory import UseOutcome


class Note(NamedTuple):
    """The part of a row that a reminder needs."""

    key: int
    id: str
    kind: str
    category: str
    level: str
    text: str
    tokens: int
    """Of the text; nothing where it was never counted."""
    keywords: tuple[str, ...]
    files: tuple[str, ...]
    problem: str
    """What went wrong, where the memory is a fix."""
    last_seen: str
    sessions: tuple[str, ...]
    sightings: int
    cited: int
    ignored: int
    archived: bool


class Chosen(NamedTuple):
    """A note that is told, and why."""

    note: Note
    worth: float
    """How much it is likely to matter, 0..1."""
    why: tuple[str, ...]


class Touch(NamedTuple):
    """A memory that is about a file, and whether it tells of work that changed the file."""

    key: int
    kind: str
    changed: bool


class Heard(NamedTuple):
    """What a session knows already: what it was told, and itself."""

    told: frozenset[str] = frozenset()
    session: str = ""
    spoken_to: bool = False
    """Whether it was told something before an earlier prompt: then what is told next must be surer."""


class Reminder(NamedTuple):
    """A text that may be put before a prompt, and the memories that it tells; empty when nothing is relevant."""

    text: str = ""
    ids: tuple[str, ...] = ()


class Verdict(NamedTuple):
    """What came of a memory that was told."""

    project: str
    id: str
    outcome: UseOutcome
    """cited or ignored"""


class Told(NamedTuple):
    """A memory that was put into a session, with what shows that it was of use."""

    id: str
    files: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
