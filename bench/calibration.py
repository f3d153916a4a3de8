"""Does 0.8 mean 8 of 10?"""

from __future__ import annotations

from collections.abc import Sequence

BINS = 10


def calibration_error(pairs: Sequence[tuple[float, bool]]) -> float:
    """The expected distance of confidence and truth, over ten bins of equal width."""
    bins: dict[int, list[tuple[float, bool]]] = {}
    for confidence, right in pairs:
        bins.setdefault(min(BINS - 1, int(confidence * BINS)), []).append((confidence, right))
    apart = (abs(sum(one for one, _ in mine) - sum(right for _, right in mine)) for mine in bins.values())
    return sum(apart) / len(pairs) if pairs else 0.0


def brier_skill(pairs: Sequence[tuple[float, bool]]) -> float:
    """1 is an oracle, 0 is whoever always says the base rate, below is worse than that."""
    if not pairs:
        return 0.0
    rate = sum(right for _, right in pairs) / len(pairs)
    mine = sum((confidence - right) ** 2 for confidence, right in pairs) / len(pairs)
    return 1 - mine / (rate * (1 - rate)) if 0 < rate < 1 else 0.0
