"""How much a new memory matters when nobody says: three bands, decided by what kind of statement it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LOW, MEDIUM, HIGH = 0.35, 0.6, 0.8

_HIGH_TAGS = frozenset({"critical", "user_goal", "decision", "error", "goal", "rule", "config"})
_HIGH = re.compile(
    r"\b(?:always|never|must(?: not)?|decided|decision|goal|instead of|because|root cause|fix(?:ed)? by|"
    r"remember|from now on|important|architecture|configured?|migrat\w+)\b",
    re.IGNORECASE,
)
_LOW = re.compile(
    r"\b(?:hello|hi|thanks|thank you|debug log|status update|still running|in progress|ok)\b", re.IGNORECASE
)
_LOW_CHARACTERS = 80


def importance_of(text: str, tags: Iterable[str] = ()) -> float:
    """High: decisions, goals, configuration, error patterns. Low: greetings and routine status. Else medium."""
    if _HIGH_TAGS.intersection(tags) or _HIGH.search(text):
        return HIGH
    if len(text) <= _LOW_CHARACTERS and _LOW.search(text):
        return LOW
    return MEDIUM
