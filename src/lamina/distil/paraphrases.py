"""When two statements say the same: what is left of them without politeness and grammar is the same.

Rather two memories than one too few: opposites, other numbers and other things must never become one. So words that
are denied are other words than those that are not, and one of the two may only say a little more, nothing else.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from lamina.model.terms import STOP_WORDS, terms

if TYPE_CHECKING:
    from collections.abc import Iterable

ENOUGH = 0.75
"""The share of the longer one's words that the shorter one must have."""
_FEWEST = 3
"""Of fewer words, each counts too much to be left out."""
_CLAUSE = re.compile(r"[,;:.!?()\n]+\s|\b(?=but\b|instead of\b|rather than\b|over\b|statt\b|sondern\b|not\b)")
_DENIED = re.compile(
    r"\b(?:not|dont|never|no|none|avoid|stop|quit|hate|dislike|against|banned|forbidden|without|cannot|cant|wont|"
    r"shouldnt|mustnt|instead of|rather than|over|"
    r"nicht|nie|niemals|kein\w*|statt|ohne|ne|pas|jamais|sans|arrete|nunca|nao|sem|sin|non|mai|senza|geen|nooit|niet|"
    r"не|никогда|без)\b"
)
_DIRECTED = re.compile(r"\b(?:into|onto|from|than|before|after|in|nach|vor|avant|antes|prima)\b")
_APOSTROPHES = re.compile(r"(?<=\w)['’](?=\w)")
_SHORT = {"do not": "dont", "can not": "cannot", "should not": "shouldnt", "must not": "mustnt"}
_ORDER = frozenset({"before", "after", "over", "off", "only"})
"""Small words that turn a rule around."""
_SAID = frozenset(
    """
    always please use using used want wants prefer like rather must need make sure remember keep ever everywhere again
    anymore ok okay thanks thx future time next going forward project repo repository codebase here lets let go stick
    every each any whenever really just still also actually much love hate dislike fan dont never not no avoid stop
    quit without cannot cant wont shouldnt mustnt instead decided decision convention rule policy going
    bitte immer nie nicht wir ich toujours jamais siempre nunca sempre mai non
    """.split()
)
"""How a wish is put, not what is wished for."""


class Content(NamedTuple):
    """What a statement is about, with a minus where it is denied."""

    words: frozenset[str]
    in_order: tuple[str, ...]
    directed: bool
    """It goes from one thing to another: to merge main into develop is not to merge develop into main."""


def content(text: str) -> Content:
    """What is left of a statement without politeness and grammar."""
    said = _APOSTROPHES.sub("", text.casefold())
    for long, short in _SHORT.items():
        said = said.replace(long, short)
    found: list[str] = []
    for clause in _CLAUSE.split(said):
        denied = _DENIED.search(clause)
        found += _words(clause[: denied.start()] if denied else clause)
        found += [f"-{one}" for one in _words(clause[denied.end() :])] if denied else []
    return Content(frozenset(found), tuple(found), bool(_DIRECTED.search(said)))


def same(one: Content, other: Content) -> bool:
    """Whether two contents are of one statement."""
    less, more = sorted((one.words, other.words), key=len)
    if one.directed or other.directed:
        first, second = ([word for word in each.in_order if word in less] for each in (one, other))
        if first != second:
            return False
    if less == more:
        return bool(less)
    enough = len(less) >= _FEWEST and len(less) >= ENOUGH * len(more)
    return less < more and enough and not any(word.startswith("-") or word.isdigit() for word in more - less)


class Said:
    """The statements that are known, to find the one that a new one repeats."""

    def __init__(self, known: Iterable[tuple[str, str]] = ()) -> None:
        self._ids: list[str] = []
        self._contents: list[Content] = []
        self._with: dict[str, list[int]] = {}
        for id_, text in known:
            self.add(id_, text)

    def add(self, id_: str, text: str) -> None:
        """One more is known."""
        self._ids.append(id_)
        self._contents.append(content(text))
        for word in self._contents[-1].words:
            self._with.setdefault(word, []).append(len(self._ids) - 1)

    def like(self, text: str) -> str | None:
        """The id of the first that says the same."""
        wanted = content(text)
        rare = sorted(wanted.words, key=lambda word: len(self._with.get(word, ())))
        # Whoever says the same leaves out a quarter of the words at most, and so has one of the rarest.
        near = {number for word in rare[: len(rare) // 4 + 1] for number in self._with.get(word, ())}
        return next((self._ids[at] for at in sorted(near) if same(wanted, self._contents[at])), None)


def _words(clause: str) -> list[str]:
    bare = (word.strip("\"'`.,;:!?()") for word in clause.split())
    kept = (word for word in bare if word not in _SAID and (word not in STOP_WORDS or word in _ORDER))
    return terms(" ".join(kept))
