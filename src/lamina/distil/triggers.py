"""What the tables of triggers are made of: a trigger, where it may stand, what it is mostly about.

All patterns are looked for in the folded form of a sentence: lower case, without accents, apostrophes and quotes.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lamina.model.memory import Category


class Trigger(NamedTuple):
    """One way to say something that lasts; where its patterns are looked for is most of what it costs."""

    why: str
    category: Category
    begins: str
    """At the sentence's beginning."""
    opens: str
    """Where a clause can begin."""
    holds: str
    """Anywhere."""
    explicit: bool = True
    """Said outright; else it is understood from what was said."""

    def hears(self, sentence: str, openings: Sequence[int]) -> bool:
        """`openings`: where its clauses can begin."""
        return bool(
            (self.begins and _compiled(self.begins).match(sentence))
            or (self.opens and any(_compiled(self.opens).match(sentence, at) for at in openings))
            or (self.holds and _compiled(self.holds).search(sentence))
        )


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """When it is first asked for: most triggers never are, and a hook that learns would wait for all of them."""
    return re.compile(pattern)


AT = (
    r"(?:^|[,;:(—–!.]\s*|\s-+\s|\b(?:and|but|so|because|since|please|pls|plz|also|then|just|btw|"
    r"fyi|no|yes|yeah|ok|"
    r"okay|well|actually|again|hey|remember|here|way|instead|therefore|cause|cuz|sure) )"
)
"""Where a clause can begin: what stands here is an order or a subject, not the rest of something else."""
_AT = re.compile(AT)
_WORD = r"\b"
WORK = (
    r"(?:plans?|docs?|documentation|tests?|testing|commits?|commit messages?|branch(?:es)?|prs?|"
    r"logs?|logging|config\w*|dates?|"
    r"timestamps?|formatting|linting|style|styling|packages?|dependenc\w+|migrations?|errors?|"
    r"comments?|ids?|names?|naming|"
    r"variables?|files?|functions?|answers?|replies|responses?|messages?|scripts?|builds?|"
    r"deploy\w*|releases?|queries|types?|"
    r"strings?|icons?|colou?rs?|http|state|auth\w*|notes?|tickets?|issues?|tasks?|tooling|"
    r"benchmarks?|fixtures?|mocks?|diffs?|changes|edits|explanations?|summar(?:y|ies)|lines?|imports?|indentation|"
    r"classes|components?|modules?|endpoints?|everything|anything|all)"
)
"""What agents work on, and how: of all that can be spoken of, what rules are mostly about."""


def trigger(why: str, category: Category, pattern: str, *, explicit: bool = True) -> Trigger:
    """From one pattern, whose ways to say it are told apart by where they can stand."""
    ways: dict[str, list[str]] = {"^": [], AT: [], "": []}
    for way in _ways(pattern):
        place = next(place for place in ways if way.startswith(place))
        ways[place].append(way.removeprefix(place))
    begins, opens, holds = ("|".join(one) for one in ways.values())
    return Trigger(why, category, begins, opens, holds, explicit)


def openings(sentence: str) -> list[int]:
    """Where its clauses can begin."""
    return [one.end() for one in _AT.finditer(sentence)]


class Table:
    """Triggers in order. That none is heard, as in most sentences, is found by four patterns instead of one by one."""

    def __init__(self, *triggers: Trigger) -> None:
        self._triggers = triggers
        holds = [way for one in triggers if one.holds for way in _ways(one.holds)]
        words = [way.removeprefix(_WORD) for way in holds if way.startswith(_WORD)]
        self._begins = _any_of(one.begins for one in triggers if one.begins)
        self._opens = _any_of(one.opens for one in triggers if one.opens)
        self._words = _any_of(words, _WORD)
        self._holds = _any_of(way for way in holds if not way.startswith(_WORD))

    def first(self, sentence: str, openings: Sequence[int]) -> Trigger | None:
        """The first that is heard."""
        heard = (
            self._begins.match(sentence)
            or any(self._opens.match(sentence, at) for at in openings)
            or self._words.search(sentence)
            or self._holds.search(sentence)
        )
        return next((one for one in self._triggers if one.hears(sentence, openings)), None) if heard else None


def _any_of(patterns: Iterable[str], after: str = "") -> re.Pattern[str]:
    either = "|".join(patterns)
    return re.compile(f"{after}(?:{either})" if either else "(?!)")


def _ways(pattern: str) -> Iterator[str]:
    """The alternatives of a pattern, cut at those bars that stand in no bracket."""
    start = depth = 0
    inside = False
    for at, char in enumerate(pattern):
        if pattern[at - 1 : at] == "\\" and pattern[at - 2 : at - 1] != "\\":
            continue
        if char in "[]":
            inside = char == "["
        elif not inside and char in "()":
            depth += 1 if char == "(" else -1
        elif char == "|" and not (inside or depth):
            yield pattern[start:at]
            start = at + 1
    yield pattern[start:]
