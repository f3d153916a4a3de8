"""What may be sent: the arguments of the words, and the bodies of the four endpoints of the document."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from lamina.model.memory import Kind, Speaker, UseOutcome, Visibility
from lamina.model.review import Resolution

MOST = 1_000_000
Text = Annotated[str, Field(min_length=1, max_length=MOST)]
Words = Annotated[str, Field(max_length=MOST)]
Name = Annotated[str, Field(max_length=200)]
Path = Annotated[str, Field(max_length=4096)]
Id = Annotated[str, Field(min_length=1, max_length=200)]
Limit = Annotated[int, Field(ge=1, le=1000)]
Budget = Annotated[int, Field(ge=50, le=1_000_000)]


class Body(BaseModel):
    """A misspelt argument is an error, not a default."""

    model_config = ConfigDict(extra="forbid")


class SignalsBody(Body):
    """What is known of the moment. `current_file` is `file`; `recent_errors` join `error`."""

    prompt: Words = ""
    file: Path = ""
    current_file: Path = ""
    opened: Annotated[list[Path], Field(max_length=200)] = []
    branch: Name = ""
    error: Words = ""
    recent_errors: Annotated[list[Words], Field(max_length=50)] = []
    activity: Name = ""
    at: Annotated[str, Field(max_length=50)] | None = None
    people: Annotated[list[Name], Field(max_length=50)] = []
    agent: Name = ""
    sprint: Name = ""
    stage: Name = ""

    def plain(self) -> dict[str, Any]:
        """The signals by the names that the library has for them."""
        names = ("prompt", "opened", "branch", "activity", "at", "people", "agent", "sprint", "stage")
        found = {name: getattr(self, name) for name in names}
        errors = [one for one in (self.error, *self.recent_errors) if one.strip()]
        return {**found, "file": self.file or self.current_file, "error": "\n".join(errors)}


class Assemble(Body):
    """A context within a budget."""

    budget: Budget = 8000
    signals: SignalsBody = SignalsBody()
    plan: Literal["tiers", "hook"] = "tiers"


class FileOpened(SignalsBody):
    """A file was opened, or another signal came."""

    file_opened: Path = ""
    limit: Limit = 20

    def plain(self) -> dict[str, Any]:
        """The same, with the file that was opened as the one at hand."""
        found = super().plain()
        return {**found, "file": self.file_opened or found["file"]}


class Predict(Body):
    """What is likely to be needed."""

    signals: SignalsBody = SignalsBody()
    limit: Limit = 20


class DryRun(Body):
    """Do it, or only say what would be done."""

    dry_run: bool = False


class Resolve(Body):
    """A decision about a contradiction."""

    resolution: Resolution
    note: Words = ""


class Recall(Body):
    """A question."""

    query: Text
    limit: Limit = 10
    mode: Literal["hybrid", "lexical", "semantic"] = "hybrid"
    as_of: Annotated[str, Field(max_length=50)] | None = None


class Remember(Body):
    """A statement. `speaker` is assistant where no person said it."""

    text: Text
    tags: Annotated[list[Name], Field(max_length=50)] = []
    importance: Annotated[float, Field(ge=0, le=1)] | None = None
    kind: Kind = "fact"
    layer: Name | None = None
    visibility: Visibility | None = None
    speaker: Speaker = "user"


class Record(Body):
    """A conversation."""

    id: Id
    started_at: Annotated[str, Field(max_length=50)]
    turns: Annotated[list[dict[str, Any]], Field(min_length=1, max_length=10_000)]
    agent: Name = "chat"
    title: Name = ""


class Use(Body):
    """What memories were worth."""

    ids: Annotated[list[Id], Field(min_length=1, max_length=1000)]
    outcome: UseOutcome


class Edit(Body):
    """New words for a memory."""

    text: Text


class Forget(Body):
    """What to forget: every given part must match. `now` leaves no undo, and needs the scope admin."""

    id: Annotated[str, Field(max_length=200)] = ""
    query: Annotated[str, Field(max_length=10_000)] = ""
    project: Name = ""
    session: Name = ""
    before: Annotated[str, Field(max_length=50)] | None = None
    after: Annotated[str, Field(max_length=50)] | None = None
    dry_run: bool = False
    now: bool = False


class Undo(Body):
    """Which change to take back; by default the last one."""

    entry: Annotated[str, Field(max_length=200)] | None = None


class Promote(DryRun):
    """Into which instruction files."""

    targets: Annotated[list[Path], Field(max_length=20)] = []


class Layers(Body):
    """Who is going to read it, in which sprint and stage."""

    agent: Name
    sprint: Name = ""
    stage: Name = ""
    budget: Budget | None = None
    role: Name = ""


class AgentPrompt(Layers):
    """The same, with a task."""

    task: Text


class CompleteStage(Body):
    """A stage that is done, and its artifacts by name."""

    stage: Name
    artifacts: dict[str, Any]
    replace: bool = False


class CompleteSprint(Body):
    """A sprint that is done."""

    sprint: Name
    results: dict[str, Any] = {}
    learnings: Annotated[list[Words], Field(max_length=100)] = []


class Paths(Body):
    """Transcripts on the server; by default, where agents keep them."""

    paths: Annotated[list[Path], Field(max_length=1000)] | None = None


class Verify(Body):
    """Transcripts on the server, and whether to remove those that are wholly in the store."""

    paths: Annotated[list[Path], Field(min_length=1, max_length=1000)]
    delete: bool = False


class Split(Body):
    """Exchanges that leave a concept."""

    concept: Id
    exchanges: Annotated[list[Id], Field(min_length=1, max_length=1000)]


class Regroup(DryRun):
    """Concepts to join or to split; without either, what is suggested."""

    join: tuple[Id, Id] | None = None
    split: Split | None = None


class Upkeep(Body):
    """How long it may take."""

    seconds: Annotated[float, Field(ge=0, le=3600)] | None = None


class Tiers(BaseModel):
    """Tokens of each tier."""

    tier1: int
    tier2: int
    tier3: int
    tier4: int


class Assembled(BaseModel):
    """A context and its receipt."""

    context: str
    token_count: int
    tiers: Tiers
    items: list[dict[str, Any]]
    left_out: list[dict[str, Any]]


class Predicted(BaseModel):
    """Memories and files that are likely to be needed; `confidence` is that of the surest memory."""

    predicted_memories: list[dict[str, Any]]
    confidence: float
    predicted_files: list[dict[str, Any]]


class Consolidated(BaseModel):
    """How many were merged, told more briefly, archived; and how many contradictions are open."""

    deduped: int
    compressed: int
    forgotten: int
    contradictions_found: int
    dry_run: bool
    entry: str
    reasons: list[dict[str, Any]]
