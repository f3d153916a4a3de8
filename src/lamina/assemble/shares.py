"""How a budget is split over the tiers, and how that shifts with what is being done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.model.context import TIERS

if TYPE_CHECKING:
    from lamina.model.context import Tier

USUAL = (0.25, 0.375, 0.25, 0.125)
BY_ACTIVITY = {
    "debugging": (0.375, 0.3125, 0.1875, 0.125),  # what failed before, and its fixes
    "testing": (0.3125, 0.375, 0.1875, 0.125),
    "reviewing": (0.3125, 0.3125, 0.25, 0.125),  # decisions and conventions are what a review holds code against
    "refactoring": (0.1875, 0.4375, 0.25, 0.125),  # how things hang together
    "feature": USUAL,
}
_SAID = {
    "debugging": ("debug", "fix", "error", "bug", "crash", "broken"),
    "testing": ("test",),
    "reviewing": ("review",),
    "refactoring": ("refactor", "clean", "rename", "restructur"),
    "feature": ("feature", "implement", "build", "add"),
}


def activity_of(told: str, error: str) -> str:
    """The activity that is meant; an error means debugging where nobody says otherwise."""
    low = told.lower()
    found = next((name for name, words in _SAID.items() if any(word in low for word in words)), "")
    return found or ("debugging" if error else "")


def shares(budget: int, activity: str) -> dict[Tier, int]:
    """Tokens for each tier, rounded down: together never more than the budget."""
    split = BY_ACTIVITY.get(activity, USUAL)
    return {tier: int(budget * share) for tier, share in zip(TIERS, split, strict=True)}
