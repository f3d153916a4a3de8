"""How much each clue counts: a logistic model, so that a confidence is a frequency.

Fitted on the first halves of the histories of six public projects (a commit's subject as the prompt, its first file as
the file at hand), where it also holds for the second halves; decision 011 tells how. What commits do not know (branch,
person, hour, errors) was set by hand and counts little, but for an error, which is a text like a prompt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

BY_HAND: Mapping[str, float] = {"branch": 1.0, "person": 0.5, "hour": 0.3, "error": 3.0, "role": 1.0}
WITH_WORDS: Mapping[str, float] = {
    "often": 0.39, "recent": 1.42, "text": 5.45, "message": 5.45, "path": 4.54, "covers": 0.67, "together": 0.26,
    "mutual": 1.17, "lately": 0.50, "twin": 1.29, "folder": 0.41, **BY_HAND,
}  # fmt: skip
WITHOUT_WORDS: Mapping[str, float] = {
    "often": 0.55, "recent": 1.41, "together": 3.36, "mutual": 0.87, "lately": 1.04, "twin": 1.06, "folder": 0.15,
    **BY_HAND,
}  # fmt: skip
START_WITH_WORDS = -5.20
START_WITH_BOTH = -5.39
START_WITHOUT_WORDS = -4.70
"""The log odds of a file for which no clue speaks."""
