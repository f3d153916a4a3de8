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

LONGEST = 800
"""Characters of a statement that are read, and the most clauses and words: nobody states more at once."""
_MOST_CLAUSES, _MOST_WORDS = 10, 60
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
    whole: bool
    """Nothing of it was too long to be read."""


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
    read = text[:LONGEST]
    said = _clauses(words_of(read))
    clauses = tuple(clause_of(words[:_MOST_WORDS]) for words in said[:_MOST_CLAUSES])
    return Claim(
        text=text,
        clauses=clauses,
        changes=speaks_of_change(read),
        renewed=speaks_of_new_state(read),
        content=frozenset[str]().union(*(_content(one) for one in clauses)),
        stance=frozenset[str]().union(*(_stance(one) for one in clauses)),
        noes=sum(one.negative for one in clauses),
        whole=text == read and len(said) <= _MOST_CLAUSES and all(len(words) <= _MOST_WORDS for words in said),
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
        parts = _with_fragments(_parts(sentence))
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


def _with_fragments(parts: list[list[Word]]) -> list[list[Word]]:
    """What has no verb belongs to what precedes: "small requests, 200 lines at most", "pnpm, not npm"."""
    found: list[list[Word]] = []
    for part in parts:
        if found and _is_fragment(part):
            found[-1] = [*found[-1], _COMMA, *part]
        else:
            found.append(part)
    return found


def _is_fragment(part: Sequence[Word]) -> bool:
    has_number = any(word.low[:1].isdigit() for word in part)
    return (has_number or part[0].low == "not") and not any(is_deed(one) or one.low in AUXILIARY for one in part)
