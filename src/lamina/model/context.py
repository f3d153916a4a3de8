"""A context pack: what was put in, at which length, what was left out, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lamina.model.memory import Length, MemoryItem
    from lamina.model.staleness import Stale

Tier: TypeAlias = Literal["tier1", "tier2", "tier3", "tier4"]
TIERS: tuple[Tier, ...] = ("tier1", "tier2", "tier3", "tier4")
TITLES: dict[Tier, str] = {"tier1": "Critical", "tier2": "Relevant", "tier3": "Background", "tier4": "Index"}
LONGEST: dict[Tier, Length] = {"tier1": "full", "tier2": "summary", "tier3": "compressed", "tier4": "index"}
"""The length at which each tier shows a memory. What finds no room goes to the next tier, and is told more briefly."""
SHORTEST: dict[Tier, Length] = {"tier1": "summary", "tier2": "summary", "tier3": "compressed", "tier4": "index"}
Plan: TypeAlias = Literal["tiers", "hook"]
PLANS: tuple[Plan, ...] = ("tiers", "hook")
"""All that helps, with background and an index; or only what is sure to matter, for every prompt of a session."""
NO_ROOM = "no room in the budget"
LEAST_BUDGET, MOST_BUDGET = 50, 1_000_000


class Considered(NamedTuple):
    """A memory that may go into a context, the tier it belongs to, and what speaks for it."""

    item: MemoryItem
    tier: Tier
    worth: float
    """How much it is likely to matter, 0..1."""
    why: tuple[str, ...]
    stale: Stale | None = None
    note: str = ""
    """What must be said with it: that something speaks against it."""


class ContextItem(NamedTuple):
    """A memory in a context, and what it costs there."""

    id: str
    tier: Tier
    length: Length
    tokens: int
    why: tuple[str, ...]


class LeftOut(NamedTuple):
    """A memory that was considered, and why it is not there."""

    id: str
    why: str


class Context(NamedTuple):
    """The text, and its receipt."""

    context: str
    token_count: int
    tiers: Mapping[Tier, int]
    items: tuple[ContextItem, ...]
    left_out: tuple[LeftOut, ...]
