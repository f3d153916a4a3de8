"""What commits say they did, laid out so that a prompt finds those that speak of the same: BM25 over their messages."""

from __future__ import annotations

import math
from collections import Counter
from heapq import nlargest
from typing import TYPE_CHECKING

from lamina.model.signals import Match
from lamina.model.terms import query_terms, terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.model.signals import Deed

SATURATION, LENGTH = 1.2, 0.75
"""How soon a repeated word says nothing new, and how much a long message is held against it: BM25's usual values."""


class Messages:
    """The messages of commits by their words. Made once per commit that is checked out, asked by many predictions."""

    def __init__(self, commits: Sequence[Deed]) -> None:
        self._commits = [one for one in commits if one.said and one.files]
        counted = [Counter(terms(one.said)) for one in self._commits]
        sizes = [words.total() for words in counted]
        usual = max(1.0, sum(sizes) / max(1, len(sizes)))
        self._with: dict[str, list[tuple[int, float]]] = {}
        """Word → the numbers of the commits that say it, and how much each says of it."""
        for number, words in enumerate(counted):
            held = SATURATION * (1 - LENGTH + LENGTH * sizes[number] / usual)
            for word, times in words.items():
                self._with.setdefault(word, []).append((number, times * (SATURATION + 1) / (times + held)))

    def alike(self, text: str, before: str, most: int) -> list[Match]:
        """The commits made before then that speak of the same, best first."""
        scores: dict[int, float] = {}
        for word in query_terms(text):
            told = self._with.get(word, ())
            rarity = math.log(1 + (len(self._commits) - len(told) + 0.5) / (len(told) + 0.5))
            for number, said in told:
                scores[number] = scores.get(number, 0.0) + rarity * said
        made = ((score, number) for number, score in scores.items() if self._commits[number].at < before)
        # Of equally good ones the latest first.
        return [_match(self._commits[number], score) for score, number in nlargest(most, made)]


def _match(commit: Deed, score: float) -> Match:
    subject = commit.said.partition("\n")[0]
    return Match(commit.id, commit.id, score, commit.files, commit.changed, commit.at, subject)
