"""One score from two: words and meaning, each as a share of its best; and a little for good company in the session."""

from __future__ import annotations

from heapq import nlargest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

MEANING_WEIGHT = 0.45
CLARITY_WEIGHT = 0.5
"""How much of the balance depends on the query: the way of searching with the clearer winner counts for more."""
WORDS_LOOK_CLEARER = 1.5
"""BM25 falls off faster than cosines do, by about this factor, also when it is no surer."""
RUNNERS_UP = 9
COMPANY_WEIGHT = 0.2


def fuse(lexical: Mapping[int, float], meaning: Mapping[int, float]) -> dict[int, float]:
    """Score per key, 0..1; a key that only one side found counts zero on the other."""
    words, near = _shares_of_best(lexical), _shares_of_best(meaning)
    weight = _weight_of_words(words, near)
    return {key: weight * words.get(key, 0.0) + (1.0 - weight) * near.get(key, 0.0) for key in {**lexical, **meaning}}


def _shares_of_best(found: Mapping[int, float]) -> dict[int, float]:
    best = max(found.values(), default=0.0)
    return {key: max(value, 0.0) / best for key, value in found.items()} if best > 0 else {}


def _weight_of_words(words: Mapping[int, float], near: Mapping[int, float]) -> float:
    if not words or not near:
        return 1.0 if words else 0.0
    clear_words, clear_near = _clarity(words), WORDS_LOOK_CLEARER * _clarity(near)
    clearer = clear_words / (clear_words + clear_near) if clear_words + clear_near > 0 else 0.5
    return (1 - CLARITY_WEIGHT) * (1 - MEANING_WEIGHT) + CLARITY_WEIGHT * clearer


def _clarity(shares: Mapping[int, float]) -> float:
    """How far the runners-up stay behind the winner, 0..1; whoever has none is not clear, only alone."""
    behind = nlargest(RUNNERS_UP + 1, shares.values())[1:]
    return 1.0 - sum(behind) / len(behind) if behind else 0.0


def with_company(score: Mapping[int, float], session: Mapping[int, str]) -> dict[int, float]:
    """Adds a share of the best *other* hit of the same session: several hits confirm each other. Still 0..1."""
    best: dict[str, list[int]] = {}
    for key in sorted(score, key=lambda one: (-score[one], one)):
        kept = best.setdefault(session[key], [])
        if len(kept) < 2:
            kept.append(key)
    total = {}
    for key, own in score.items():
        others = [one for one in best[session[key]] if one != key] if session[key] else []
        company = score[others[0]] if others else 0.0
        total[key] = (own + COMPANY_WEIGHT * company) / (1 + COMPANY_WEIGHT)
    return total
