"""What was done before, laid out so that a moment can be compared with it: which files, when, on which branch."""

from __future__ import annotations

import math
from copy import copy
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from lamina.model.terms import terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lamina.model.signals import Deed

MEMORY_OF_DEEDS = 60
"""After so many deeds, one counts half."""
USUAL = 60
"""So many files that are often, and as many that were lately worked on, are looked at whatever the signals say."""
MOST_FILES = 40
"""A deed of more files is an import or a new layout of everything: it says nothing about any one of them."""


class Past:
    """Deeds, oldest first, and what they have in common. Made once, read by many predictions."""

    def __init__(self, deeds: Iterable[Deed]) -> None:
        ordered = sorted(deeds, key=lambda one: (one.at, one.id))
        self.deeds: Sequence[Deed] = [one for one in ordered if 0 < len(one.files) <= MOST_FILES]
        self.by_id = {one.id: one for one in self.deeds}
        self.of: dict[str, list[tuple[int, float]]] = {}
        """Path → the numbers of its deeds, and what it counted in each."""
        self.on: dict[str, list[int]] = {}
        """Branch → the numbers of its deeds."""
        self.words: dict[str, frozenset[str]] = {}
        self._with_word: dict[str, list[str]] = {}
        self._with_stem: dict[str, list[str]] = {}
        self._older: dict[str, list[Deed]] = {}
        for number, deed in enumerate(self.deeds):
            self._add(number, deed)
        self.often = {path: self._rate(numbers) for path, numbers in self.of.items()}
        """Path → how many of the latest deeds touched it, each counting less the older it is."""

    def _add(self, number: int, deed: Deed) -> None:
        if deed.branch:
            self.on.setdefault(deed.branch, []).append(number)
        for position, path in enumerate(deed.files):
            known = self.of.setdefault(path, [])
            if not known:
                self._learn_words(path)
            if not known or known[-1][0] != number:
                known.append((number, deed.weight(position)))

    def _learn_words(self, path: str) -> None:
        words = self.words[path] = words_of(path)
        self._with_stem.setdefault(stem_of(path), []).append(path)
        for word in words:
            self._with_word.setdefault(word, []).append(path)

    def _rate(self, numbers: Sequence[tuple[int, float]]) -> float:
        size = len(self.deeds)
        return sum(weight * math.exp2((at - size) / MEMORY_OF_DEEDS) for at, weight in numbers[-50:])

    def with_older(self, deeds: Iterable[Deed]) -> Past:
        """The same past, which also knows the company of files that only these older deeds have touched."""
        known = copy(self)
        known._older = {}
        for deed in sorted(deeds, key=lambda one: (one.at, one.id)):
            for path in deed.files if len(deed.files) <= MOST_FILES else ():
                if path not in self.of:
                    known._older.setdefault(path, []).append(deed)
        return known

    def company(self, path: str) -> Sequence[Deed]:
        """The deeds that touched a file, oldest first."""
        return [self.deeds[at] for at, _ in self.of.get(path, ())] or self._older.get(path, ())

    @cached_property
    def usual(self) -> Sequence[str]:
        """The files that were worked on most, and those of the latest deeds."""
        most = sorted(self.often, key=lambda path: (-self.often[path], path))[:USUAL]
        latest = [path for deed in self.deeds[:-11:-1] for path in deed.files][:USUAL]
        return list(dict.fromkeys((*most, *latest)))

    def age(self, path: str) -> int:
        """How many deeds came after the last one that touched the file."""
        return len(self.deeds) - 1 - self.of[path][-1][0]

    def holding(self, word: str) -> Sequence[str]:
        """The files whose path holds the word."""
        return self._with_word.get(word, ())

    def twins(self, path: str) -> Sequence[str]:
        """The files that are called like this one, whatever their folder and ending: its test, its page."""
        return self._with_stem.get(stem_of(path), ())

    def rarity(self, word: str) -> float:
        """What few paths hold says more."""
        return math.log(1 + len(self.words) / (1 + len(self.holding(word))))


@lru_cache(maxsize=50_000)
def words_of(path: str) -> frozenset[str]:
    """What a path says."""
    return frozenset(terms(path.replace("/", " ")))


@lru_cache(maxsize=50_000)
def stem_of(path: str) -> str:
    """What a file and its test have in common: the name without ending and test marks."""
    name = path.rpartition("/")[2].lower().partition(".")[0]
    for mark in ("_tests", "_test", "_spec"):
        name = name.removesuffix(mark)
    return name.removeprefix("test_") or name
