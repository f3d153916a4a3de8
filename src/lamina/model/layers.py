"""The four layers of an agent's context: what may be loaded into each, what was, and what was left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

ContextLayer: TypeAlias = Literal["agent", "stage", "sprint", "project"]
FIRST_TO_LAST: tuple[ContextLayer, ...] = ("agent", "stage", "sprint", "project")
"""Who comes first when space is short."""

DEFAULT_BUDGET = 50_000
MOST_BUDGET = 10_000_000
"""No model reads more; a larger number is a slip."""
DEFAULT_SHARES: Mapping[ContextLayer, float] = {"agent": 0.4, "stage": 0.3, "sprint": 0.2, "project": 0.1}

PREVIOUS_SUMMARY = "previous_stage_summary.md"
"""Where nobody wrote one: the summary of the stage that was completed last."""
SUMMARY = "summary.md"


class LayerRules(NamedTuple):
    """What of a layer's folder is loaded, as patterns of paths."""

    always_load: tuple[str, ...] = ()
    conditional_load: tuple[str, ...] = ()
    """While there is room, newest first."""
    max_tokens: int | None = None


class Strategy(NamedTuple):
    """How contexts are loaded in a project."""

    loading: Mapping[ContextLayer, LayerRules]
    allocation: Mapping[str, Mapping[ContextLayer, float]]
    """Role → how the budget is split."""


DEFAULT_LOADING: Mapping[ContextLayer, LayerRules] = {
    "project": LayerRules(("CLAUDE.md", "conventions/*"), ("decisions/*",)),
    "sprint": LayerRules(("goals.md", "progress.json", "context.md"), ("retrospectives/*.md",)),
    "stage": LayerRules(("artifacts/*", "feedback.md", "metrics.json"), (PREVIOUS_SUMMARY, SUMMARY, "*.json")),
    "agent": LayerRules(("prompt.md", "tools.yaml", "context.json"), ("recent_actions.json",)),
}
"""What holds for a layer, or a rule of it, of which `config.yaml` does not speak."""
DEFAULT_STRATEGY = Strategy(DEFAULT_LOADING, {})
SPELLINGS: Mapping[ContextLayer, tuple[tuple[str, str], ...]] = {
    "project": (),
    "sprint": (("context.md", "knowledge.md"),),
    "stage": (("artifacts", "current_artifacts"),),
    "agent": (("prompt.md", "prompt_template.md"), ("tools.yaml", "tools_config.yaml")),
}
"""Names that mean the same: whoever asks for one of them gets both."""


class LayerEntry(NamedTuple):
    """One file or memory in a context."""

    layer: ContextLayer
    key: str
    content: str
    metadata: dict[str, Any]
    tokens: int


class LeftOutEntry(NamedTuple):
    """What is not in a context, and why."""

    layer: ContextLayer
    key: str
    why: str


class LayeredContext(NamedTuple):
    """What an agent gets to read; `total_tokens` is the sum of its entries, and never above the budget."""

    project: tuple[LayerEntry, ...] = ()
    sprint: tuple[LayerEntry, ...] = ()
    stage: tuple[LayerEntry, ...] = ()
    agent: tuple[LayerEntry, ...] = ()
    total_tokens: int = 0
    left_out: tuple[LeftOutEntry, ...] = ()


class AgentPrompt(NamedTuple):
    """A context as an agent reads it; `token_count` counts all of it, and is never above the budget."""

    prompt: str
    token_count: int
    left_out: tuple[LeftOutEntry, ...] = ()


class Completed(NamedTuple):
    """What completing a stage or a sprint wrote; paths are told from the project's folder."""

    layer: Literal["stage", "sprint"]
    name: str
    written: tuple[str, ...]
    unchanged: tuple[str, ...]
    summary: str
    entry: str = ""
    """The change that `undo` takes back; empty where nothing had to be written."""
