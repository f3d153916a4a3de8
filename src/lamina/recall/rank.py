"""From fused scores to hits: what the store knows about a memory breaks ties between equally good matches."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from lamina.model.hits import Hit
from lamina.model.terms import terms
from lamina.recall.fuse import with_company
from lamina.recall.newer import newer_first

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lamina.model.hits import Candidate, Query
    from lamina.recall.newer import Overtaken

RECENT_WEIGHT = 0.05
RECENT_HALF_LIFE_DAYS = 30
TRUST_BONUS = {"pending": 0.0, "long_term": 0.02, "core": 0.04}
USE_WEIGHT = 0.05
RETELLING_PENALTY = 0.1
"""A concept tells its exchanges once more: what it tells goes first."""
ARCHIVED_PENALTY = 0.1
LEAST_COSINE = 0.2
"""Below this, likeness of meaning alone is noise."""


def rank(
    candidates: Sequence[Candidate],
    score: Mapping[int, float],
    lexical: Mapping[int, float],
    meaning: Mapping[int, float],
    query: Query,
    limit: int,
    *,
    says_how: bool = True,
) -> list[Hit]:
    """Best first; ties by id, so that the same store gives the same order. Saying how each matched takes time."""
    kept = [c for c in candidates if c.key in lexical or meaning.get(c.key, 0.0) >= LEAST_COSINE]
    total = with_company(
        {c.key: score[c.key] for c in kept}, {c.key: c.sessions[0] if c.sessions else "" for c in kept}
    )
    newest = max((_day(c.last_seen) for c in kept), default=0)
    worth = {c.key: total[c.key] + _prior(c, newest) for c in kept}
    kept.sort(key=lambda c: (-worth[c.key], c.id))
    kept, overtaken = newer_first(kept, query.text, meaning)
    for key, (older, _) in overtaken.items():
        worth[key] = worth[older.key]
    return [
        Hit(
            id=c.id,
            kind=c.kind,
            level=c.level,
            score=round(min(1.0, max(0.0, worth[c.key])), 4),
            text=c.text,
            session_ids=c.sessions,
            files=c.files,
            why=(*(_how(c, query, lexical, meaning) if says_how else ()), *_why(c, overtaken.get(c.key))),
            last_seen=c.last_seen,
            archived=c.archived,
            meaning=round(meaning.get(c.key, 0.0), 4),
        )
        for c in kept[:limit]
    ]


def _prior(candidate: Candidate, newest: int) -> float:
    age = newest - _day(candidate.last_seen)
    shown = candidate.cited + candidate.ignored
    use = USE_WEIGHT * (candidate.cited - candidate.ignored) / (shown + 2)
    recent: float = RECENT_WEIGHT * 0.5 ** (age / RECENT_HALF_LIFE_DAYS)
    penalty = ARCHIVED_PENALTY * candidate.archived + RETELLING_PENALTY * (candidate.kind == "concept")
    return TRUST_BONUS[candidate.level] + use + recent - penalty


def _day(stamp: str) -> int:
    """Days on a calendar of equal months: close enough for a half-life, and no need to parse dates."""
    return int(stamp[:4]) * 365 + int(stamp[5:7]) * 30 + int(stamp[8:10])


def _said(asked: tuple[str, ...], text: str) -> list[str]:
    """Those of the terms that the text holds. Only words that contain a term's beginning are stemmed to find out."""
    holds = _holds_one(asked).search
    # Comparing in lower case is faster than telling the search to ignore case.
    there = set(terms(" ".join([word for word in set(text.split()) if holds(word.lower())])))
    return [term for term in asked if term in there]


@lru_cache(maxsize=4)
def _holds_one(asked: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(re.escape(term[:3]) for term in asked) or r"(?!)")


def _how(
    candidate: Candidate, query: Query, lexical: Mapping[int, float], meaning: Mapping[int, float]
) -> Iterator[str]:
    if candidate.key in lexical:
        said = _said(query.terms, candidate.text)
        where = ", ".join(said[:6]) if said else "what was said next to it"
        yield f"words: {where} (BM25 {lexical[candidate.key]:.1f})"
    if meaning.get(candidate.key, 0.0) >= LEAST_COSINE:
        yield f"meaning: {meaning[candidate.key]:.2f}"


def _why(candidate: Candidate, overtaken: Overtaken | None) -> list[str]:
    reasons = []
    if overtaken:
        reasons.append(f"newer than {overtaken.older.id} on {', '.join(overtaken.shared[:6])}")
    if candidate.level != "pending":
        reasons.append(f"trusted: {candidate.level.replace('_', '-')}")
    for outcome, times in (("cited", candidate.cited), ("ignored", candidate.ignored)):
        if times:
            reasons.append(f"{outcome} {'once' if times == 1 else f'{times} times'}")
    if candidate.archived:
        reasons.append("archived")
    return reasons
