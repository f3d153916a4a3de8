"""What consolidation looks at, the steps it may take, and what came of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from datetime import datetime

    from lamina.model.memory import Category, Kind, Length, Level, Standing
    from lamina.model.review import PromotionRun


class Facet(NamedTuple):
    """The part of a memory that planning needs: light enough to hold a hundred thousand of them."""

    id: str
    kind: Kind
    standing: Standing
    last_seen: datetime
    category: Category | None = None
    level: Level = "pending"
    version: int = 1
    scope: str = ""
    """Who may see it and where it holds: empty for what all of the project share."""
    private: bool = False
    local: bool = False
    """Whether it holds only in a sprint, a stage or for an agent."""
    approved: bool = False
    pinned: bool = False
    valid: bool = True
    superseded_by: str = ""
    retrieved: int = 0
    cited: int = 0
    ignored: int = 0
    count: int = 1  # type: ignore[assignment]  # nobody counts equal parts of a facet
    importance: float = 0.5
    files: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    """Normalised: the same error has the same key."""
    keywords: tuple[str, ...] = ()
    exchanges: tuple[str, ...] = ()
    """What a concept groups."""
    text: str = ""
    """What a fact says."""

    @property
    def active(self) -> bool:
        """Whether it may be in context."""
        return self.valid and self.standing.archived_at is None

    @property
    def protected(self) -> bool:
        """What a person or an agent has shown to want: it is never archived."""
        return bool(self.approved or self.pinned or self.cited or self.level == "core")

    @property
    def worth(self) -> float:
        """Its importance as use has moved it."""
        return min(1.0, max(0.0, self.importance + self.standing.moved))


class Merge(NamedTuple):
    """Two facts that say the same become one: it gathers the evidence of the other, which is superseded."""

    into: str
    merged: str
    why: str


class Shorten(NamedTuple):
    """From now on, say it no longer than so."""

    id: str
    to: Length
    why: str


class Rank(NamedTuple):
    """Use has shown that it matters more, or less, than was thought."""

    id: str
    moved: float
    why: str


class Archive(NamedTuple):
    """Take a memory out of context; `recall` still finds it."""

    id: str
    why: str
    witnesses: tuple[str, ...] = ()
    """Active memories that still speak of each of its files and errors."""


class Link(NamedTuple):
    """What a memory is related to, closest first."""

    id: str
    to: tuple[str, ...]
    why: str


Step: TypeAlias = Merge | Shorten | Rank | Archive | Link


class Reason(NamedTuple):
    """How many steps of a kind have this reason."""

    step: str
    count: int  # type: ignore[assignment]  # nobody counts equal parts of a reason
    why: str


class Consolidated(NamedTuple):
    """What a `consolidate` did, or would do."""

    dry_run: bool
    memories: int
    """How many were active before."""
    merged: int
    summarised: int
    compressed: int
    ranked: int
    archived: int
    linked: int
    left_alone: int
    """Memories that somebody changed or used while this was under way: they are looked at next time."""
    reasons: tuple[Reason, ...]
    steps: tuple[Step, ...]
    entry: str = ""


class Kept(NamedTuple):
    """The work that was due in a project and is done."""

    project: str
    promotion: PromotionRun | None = None
    consolidation: Consolidated | None = None

    @property
    def changed(self) -> bool:
        """Whether anything came of it."""
        risen = self.promotion and (self.promotion.promoted or self.promotion.rotated)
        return bool(risen or (self.consolidation and self.consolidation.steps))


def consolidating(project: str) -> str:
    """The name under which only one consolidates a project at a time."""
    return f"consolidation {project}"
