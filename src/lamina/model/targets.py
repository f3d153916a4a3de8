"""What is written into a person's instruction files, and what stands in the way of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from datetime import date

    from lamina.model.memory import MemoryItem

TARGETS: tuple[str, ...] = ("claude_md", "agents_md", "user_claude_md", "local_claude_md")
"""The targets with a name of their own; any other target is a path to an instruction file inside the project."""
COMMITTED: tuple[str, ...] = ("claude_md", "agents_md")
"""Those that everybody who clones the project reads."""


class Entry(NamedTuple):
    """A memory as it is written into a target."""

    id: str
    text: str
    count: int  # type: ignore[assignment]  # nobody counts equal parts of an entry
    first_seen: date
    last_seen: date


class Standing(NamedTuple):
    """An entry as it stands in a block now."""

    id: str
    text: str
    edited: bool
    """A person has changed the wording since it was written."""
    line: int


class BlockRead(NamedTuple):
    """What a managed block says: its entries, and the lines that a person added."""

    entries: tuple[Standing, ...] = ()
    added: tuple[str, ...] = ()


class Reworded(NamedTuple):
    """A person said it in other words."""

    id: str
    text: str


class Deleted(NamedTuple):
    """A person took the entry out of the file."""

    id: str


Edit: TypeAlias = Reworded | Deleted


class TooLarge(NamedTuple):
    """An entry for which the block has no room left."""

    id: str
    over: int
    limit: int
    unit: str

    @property
    def why(self) -> str:
        """In words."""
        return f"{self.over:,} {self.unit} too large: the block may have {self.limit:,} {self.unit}."


class Intent(NamedTuple):
    """A file is about to change: enough to complete it after a crash, to roll it back, and to undo it later.

    It holds the block before and after, and only hashes of the file: what else a person wrote there is not copied.
    """

    target: str
    path: str
    """Where the bytes really are: links are followed."""
    before: str
    """The hash of the whole file; empty: there is no file."""
    after: str
    block_before: str
    """Empty: there is no block."""
    block_after: str


class Planned(NamedTuple):
    """A target that would change; `diff` is what a person sees before it does."""

    target: str
    path: str
    intent: Intent
    diff: str
    refused: tuple[TooLarge, ...] = ()


class Unchanged(NamedTuple):
    """A target that says all of it already, or has no room for it."""

    target: str
    path: str
    refused: tuple[TooLarge, ...] = ()


class Carried(NamedTuple):
    """A target whose readers get it from another one."""

    target: str
    by: str
    """The target that is written instead, or the path of the file that says it already."""
    why: str


class Writable(NamedTuple):
    """A target that can be written."""

    target: str
    path: str
    exists: bool


class Unwritable(NamedTuple):
    """A target that cannot be written, and why not."""

    target: str
    path: str
    why: str


Availability: TypeAlias = Writable | Unwritable
Outcome: TypeAlias = Planned | Unchanged | Carried | Unwritable
Settled: TypeAlias = Literal["before", "after", "changed"]
"""How a file stands to an intent: not yet written, written, or changed by somebody else."""


def default_targets(item: MemoryItem, present: tuple[str, ...], *, local_is_ignored: bool) -> tuple[str, ...]:
    """Where a memory goes when nobody says where: a private one never into a file that others may get.

    `present` are the targets that exist; `local_is_ignored` says whether git leaves CLAUDE.local.md out of commits.
    """
    place = item.place
    if place.visibility == "project-shared" and not place.project.startswith("~"):
        return tuple(one for one in COMMITTED if one in present) or COMMITTED[:1]
    everywhere = place.visibility == "system" or place.project.startswith("~")
    return ("local_claude_md",) if local_is_ignored and not everywhere else ("user_claude_md",)
