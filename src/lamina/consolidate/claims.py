"""A statement taken apart once, so that it can be held against many others."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from lamina.consolidate.clauses import Clause, clause_of
from lamina.consolidate.frames import AUXILIARY, is_deed
from lamina.consolidate.polarity import speaks_of_change, speaks_of_new_state
from lamina.consolidate.wording import Word, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_CACHED = 4096


class Claim(NamedTuple):
    """A statement and its clauses."""

    text: str
    clauses: tuple[Clause, ...]
    changes: bool
    """Speaks of a change."""
    renewed: bool
    """Says outright that it is otherwise now."""
    content: frozenset[str]
    """Everything it says, in normal form, for comparing whole statements."""
    stance: frozenset[str]
    """The values that it is for, and those (after a minus) that it is against."""
    noes: int
    """How many of its clauses say no."""


_LEADS = frozenset(
    """if when whenever in on for after before during while with as by within inside at once until unless since to from
    under although though where because""".split()
)
_TAILS = frozenset({"because", "unless", "since", "although", "though", "due", "thanks", "which", "so"})
_REASONS = _TAILS - {"so"}
_COMMA = Word(",", ",", ",")


@lru_cache(maxsize=_CACHED)
def claim(text: str) -> Claim:
    """Takes a statement apart; any text gives a claim."""
    clauses = tuple(clause_of(words) for words in _clauses(words_of(text)))
    return Claim(
        text=text,
        clauses=clauses,
        changes=speaks_of_change(text),
        renewed=speaks_of_new_state(text),
        content=frozenset[str]().union(*(_content(one) for one in clauses)),
        stance=frozenset[str]().union(*(_stance(one) for one in clauses)),
        noes=sum(one.negative for one in clauses),
    )


def _content(one: Clause) -> frozenset[str]:
    things = {thing.text for thing in one.things | one.gone}
    return one.topic | one.names | things | {f"-{word}" for word in one.dropped}


def _stance(one: Clause) -> frozenset[str]:
    against = {f"-{name}" for names in one.rejected.values() for name in names}
    against |= {f"-{thing.text}" for thing in one.gone}
    return frozenset(against.union(*one.affirmed.values(), (thing.text for thing in one.things)))


def _clauses(sentences: Sequence[list[Word]]) -> list[list[Word]]:
    """Cut at commas; what only says when or where goes with what follows; reasons are left out."""
    found: list[list[Word]] = []
    for sentence in sentences:
        parts = _with_amounts(_parts(sentence))
        pending: list[Word] = []
        for part in parts:
            if part[0].low in _REASONS and len(parts) > 1:
                continue
            if part[0].low in _LEADS and part is not parts[-1] and not pending:
                pending = part
            else:
                found.append([*pending, _COMMA, *part] if pending else part)
                pending = []
        if pending:
            found.append(pending)
    return found


def _parts(sentence: Sequence[Word]) -> list[list[Word]]:
    parts: list[list[Word]] = [[]]
    for at, word in enumerate(sentence):
        after = sentence[at + 1].low if at + 1 < len(sentence) else ""
        if word.low in (",", "but"):
            parts.append([])
        elif at and (word.low, after) in (("after", "the"), ("after", "we")):
            parts.append([word._replace(low="since")])  # after the outage: a reason
        elif at and word.low in _TAILS:
            parts.append([word])
        else:
            parts[-1].append(word)
    return [part for part in parts if part]


def _with_amounts(parts: list[list[Word]]) -> list[list[Word]]:
    """A part that is only an amount belongs to what precedes: "small requests, 200 lines at most"."""
    found: list[list[Word]] = []
    for part in parts:
        if found and _is_amount(part):
            found[-1] = [*found[-1], *part]
        else:
            found.append(part)
    return found


def _is_amount(part: Sequence[Word]) -> bool:
    has_number = any(word.low[:1].isdigit() for word in part)
    return has_number and not any(is_deed(word) or word.low in AUXILIARY for word in part)
