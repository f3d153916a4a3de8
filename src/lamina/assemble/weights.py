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
    "often": 0.52, "recent": 1.48, "text": 4.66, "path": 3.59, "covers": 0.59, "together": -0.69, "mutual": 2.62,
    "lately": 0.62, "twin": 0.58, "folder": 0.30, **BY_HAND,
}  # fmt: skip
WITHOUT_WORDS: Mapping[str, float] = {
    "often": 0.96, "recent": 1.43, "together": 1.89, "mutual": 1.76, "lately": 1.04, "twin": 0.75, "folder": 0.09,
    **BY_HAND,
}  # fmt: skip
START_WITH_WORDS = -4.88
START_WITH_BOTH = -5.11
START_WITHOUT_WORDS = -4.58
"""The log odds of a file for which no clue speaks."""
