"""One score from two: words and meaning, each as a share of the best; and a little for good company in the session."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

MEANING_WEIGHT = 0.45
COMPANY_WEIGHT = 0.2


def fuse(lexical: Mapping[int, float], meaning: Mapping[int, float]) -> dict[int, float]:
    """Score per key, 0..1; a key that only one side found counts zero on the other."""
    best_word = max(lexical.values(), default=0.0)
    best_meaning = max(meaning.values(), default=0.0)
    meaning_weight = MEANING_WEIGHT if best_word > 0 else 1.0
    word_weight = 1.0 - meaning_weight if best_meaning > 0 else 1.0
    score: dict[int, float] = {}
    for key in {**lexical, **meaning}:
        word = word_weight * lexical.get(key, 0.0) / best_word if best_word > 0 else 0.0
        near = meaning_weight * max(meaning.get(key, 0.0), 0.0) / best_meaning if best_meaning > 0 else 0.0
        score[key] = word + near
    return score


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
