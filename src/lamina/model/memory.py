"""The memory item: one value with a place on each of the four ladders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

Kind: TypeAlias = Literal["exchange", "concept", "fact", "episode", "pattern", "workflow"]
"""The ladder of abstraction above turns: exchange (L2), concept (L3), and the four kinds of L4."""
KINDS: tuple[Kind, ...] = ("exchange", "concept", "fact", "episode", "pattern", "workflow")
PERMANENT_KINDS: tuple[Kind, ...] = ("fact", "episode", "pattern", "workflow")

Category: TypeAlias = Literal[
    "rule", "decision", "convention", "preference", "solution", "core_logic", "error_fix", "insight", "status"
]
CATEGORIES: tuple[Category, ...] = (
    "rule", "decision", "convention", "preference", "solution", "core_logic", "error_fix", "insight", "status",
)  # fmt: skip

Level: TypeAlias = Literal["pending", "long_term", "core"]
"""The ladder of trust."""
LEVELS: tuple[Level, ...] = ("pending", "long_term", "core")

Length: TypeAlias = Literal["full", "summary", "compressed", "index"]
"""The ladder of length."""
LENGTHS: tuple[Length, ...] = ("full", "summary", "compressed", "index")

Layer: TypeAlias = Literal["system", "project", "sprint", "stage", "agent"]
"""The ladder of scope: where a memory holds. Who may see it is its `visibility`."""
LAYERS: tuple[Layer, ...] = ("system", "project", "sprint", "stage", "agent")

Visibility: TypeAlias = Literal["user-private", "project-shared", "system"]
VISIBILITIES: tuple[Visibility, ...] = ("user-private", "project-shared", "system")

Speaker: TypeAlias = Literal["user", "assistant", "tool"]
SPEAKERS: tuple[Speaker, ...] = ("user", "assistant", "tool")

UseOutcome: TypeAlias = Literal["retrieved", "cited", "ignored"]
"""What became of a memory when it was shown: only shown, used, or passed over."""
USE_OUTCOMES: tuple[UseOutcome, ...] = ("retrieved", "cited", "ignored")

INDEX_CHARACTERS = 50


class Lengths(NamedTuple):
    """The ladder of length: the same memory said ever more briefly, with exact token counts."""

    full: str
    summary: str
    compressed: str
    index: str  # type: ignore[assignment]  # nobody looks up a part's position
    tokens: tuple[int, int, int, int] = (0, 0, 0, 0)


class Evidence(NamedTuple):
    """Where a memory comes from, and who said it."""

    session: str
    exchange: str = ""
    first_turn: int = 0
    last_turn: int = 0
    speaker: Speaker = "user"
    lineage: str = ""
    """The session of which this one is a copy that went on; such copies count as one."""


class Trust(NamedTuple):
    """The place on the ladder of trust, and when each step was taken."""

    level: Level = "pending"
    approved_long_term_at: datetime | None = None
    approved_core_at: datetime | None = None
    denied_at: datetime | None = None
    promoted_long_term_at: datetime | None = None
    promoted_core_at: datetime | None = None
    core_targets: tuple[str, ...] = ()


class Validity(NamedTuple):
    """From when until when a memory holds. A memory is superseded, never overwritten."""

    valid_from: datetime
    valid_to: datetime | None = None
    supersedes: str = ""
    superseded_by: str = ""


class Usage(NamedTuple):
    """What happened to a memory after it was learned."""

    retrieved: int = 0
    cited: int = 0
    ignored: int = 0
    last_accessed: datetime | None = None
    contradictions: int = 0
    last_validated: datetime | None = None


class Standing(NamedTuple):
    """How a memory stands: what consolidation decides. Kept beside its words: reading those again changes nothing."""

    archived_at: datetime | None = None
    shown: Length = "full"
    moved: float = 0.0
    links: tuple[str, ...] = ()


class Place(NamedTuple):
    """Who may see a memory, and where it holds."""

    project: str
    user: str
    visibility: Visibility = "project-shared"
    layer: Layer = "project"
    layer_ref: str = ""


def widened(one: Place, other: Place) -> Place:
    """The narrowest place that holds both: what was said of two sprints holds in each, of a sprint and a stage, in all.

    Who may see it, and where it lives, stays as it was.
    """
    if one.layer != other.layer and "system" not in (one.layer, other.layer):
        return one._replace(layer="project", layer_ref="")
    return one if one.layer_ref == other.layer_ref else one._replace(layer_ref="")


class Artifact(NamedTuple):
    """A thing in the world that an episode produced."""

    type: Literal["commit", "pr", "adr", "file"]
    ref: str


class ExchangeFields(NamedTuple):
    """What only an exchange has."""

    asked: str
    around: str
    opening: int
    closing: int
    outcome: str = ""
    details: str = ""
    resolved: str = ""
    """A short reply together with the question it answers."""
    commands: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()


class FactFields(NamedTuple):
    """A fact as key and value. `applies_to` narrows it: a language, a path, an environment."""

    key: str = ""
    value: str = ""
    applies_to: str = ""


class EpisodeFields(NamedTuple):
    """What an episode left behind."""

    title: str = ""
    artifacts: tuple[Artifact, ...] = ()


class PatternFields(NamedTuple):
    """A recurring shape of code."""

    trigger: str = ""
    template: tuple[tuple[str, str], ...] = ()
    hint: str = ""


class WorkflowFields(NamedTuple):
    """A recurring sequence of steps."""

    trigger: str = ""
    steps: tuple[str, ...] = ()
    details: tuple[tuple[str, str], ...] = ()
    hint: str = ""


class ConceptFields(NamedTuple):
    """A topic and the exchanges it groups."""

    name: str = ""
    exchanges: tuple[str, ...] = ()


class SolutionFields(NamedTuple):
    """A problem and what solved it (a fact of category solution or error_fix)."""

    problem: str = ""
    solution: str = ""
    attempts: int = 0


class CoreLogicFields(NamedTuple):
    """How a feature works (a fact of category core_logic)."""

    feature: str = ""
    description: str = ""


Fields: TypeAlias = (
    ExchangeFields
    | ConceptFields
    | FactFields
    | SolutionFields
    | CoreLogicFields
    | EpisodeFields
    | PatternFields
    | WorkflowFields
)

_FIELDS_OF_KIND: Mapping[str, type[Any]] = {
    "exchange": ExchangeFields,
    "concept": ConceptFields,
    "fact": FactFields,
    "episode": EpisodeFields,
    "pattern": PatternFields,
    "workflow": WorkflowFields,
}
_FIELDS_OF_CATEGORY: Mapping[str, type[Any]] = {
    "solution": SolutionFields,
    "error_fix": SolutionFields,
    "core_logic": CoreLogicFields,
}


def fields_type(kind: Kind, category: Category | None) -> type[Any]:
    """The type that holds what only this kind of memory has."""
    if kind == "fact" and category:
        return _FIELDS_OF_CATEGORY.get(category, FactFields)
    return _FIELDS_OF_KIND[kind]


class MemoryItem(NamedTuple):
    """One thing remembered. One id for life; an edit makes a new version under the same id."""

    id: str
    kind: Kind
    place: Place
    lengths: Lengths
    fields: Fields
    validity: Validity
    first_seen: datetime
    last_seen: datetime
    category: Category | None = None
    trust: Trust = Trust()
    usage: Usage = Usage()
    evidence: tuple[Evidence, ...] = ()
    tags: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    importance: float = 0.5
    confidence: float = 0.5
    imported_count: int = 0
    """What an import said it had been seen before; evidence counts on top of it."""
    archived_at: datetime | None = None
    """Since when it is out of context; `recall` still finds it."""
    shown: Length = "full"
    """The length at which it is shown at most."""
    moved: float = 0.0
    """What use has added to its importance, or taken from it."""
    links: tuple[str, ...] = ()
    """The ids of related memories, closest first."""
    forgotten_at: datetime | None = None
    version: int = 1

    @property
    def standing(self) -> Standing:
        """What consolidation has decided about it."""
        return Standing(self.archived_at, self.shown, self.moved, self.links)

    @property
    def worth(self) -> float:
        """Its importance as use has moved it."""
        return min(1.0, max(0.0, self.importance + self.moved))

    @property
    def sessions(self) -> tuple[str, ...]:
        """The distinct sessions in the evidence, in the order in which they were seen."""
        return tuple(dict.fromkeys(one.session for one in self.evidence if one.session))

    @property
    def count(self) -> int:  # type: ignore[override]  # nobody counts equal parts of an item
        """How often this was seen: computed from evidence, so that reading twice cannot inflate it."""
        lineages = {one.lineage or one.session for one in self.evidence if one.session}
        return max(1, self.imported_count + len(lineages))
