"""From odds to confidence, as the project's own past teaches: predictions of sessions that are over, and what came."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

TRUST = 10.0
"""How many lessons' worth of evidence the scale holds before the first one."""
ROUNDS = 12


class Scale(NamedTuple):
    """Confidence is the logistic of `shift + slope × odds`."""

    shift: float = 0.0
    slope: float = 1.0

    def confidence(self, odds: float) -> float:
        """Between 0 and 1."""
        return _logistic(self.shift + self.slope * odds)


COLD = Scale(-1.26, 0.64)
"""Where a project has taught nothing yet: sessions are less certain than commits. Learned from sixteen sessions."""


def learned(lessons: Sequence[tuple[float, float]], start: Scale = COLD) -> Scale:
    """The scale under which the lessons (odds, and what came: 1, 0 or half) are likeliest, held back by `start`."""
    shift, slope = start
    for _ in range(ROUNDS if lessons else 0):
        by_shift, by_slope = TRUST * (start.shift - shift), TRUST * (start.slope - slope)
        a, b, d = TRUST, 0.0, TRUST
        for odds, came in lessons:
            likely = _logistic(shift + slope * odds)
            weight = likely * (1 - likely)
            by_shift += came - likely
            by_slope += (came - likely) * odds
            a, b, d = a + weight, b + weight * odds, d + weight * odds * odds
        area = a * d - b * b
        shift += (d * by_shift - b * by_slope) / area
        slope += (a * by_slope - b * by_shift) / area
    # Whatever the past says, what has more evidence is not less likely.
    return Scale(round(shift, 4), round(max(0.1, slope), 4))


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, value))))
