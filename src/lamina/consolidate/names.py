"""What is called by its name in a clause: known values of a slot, paths, people and products nobody listed."""

from __future__ import annotations

from typing import Literal, NamedTuple

from lamina.consolidate.exclusives import SLOTS, SPELLINGS, Value
from lamina.consolidate.frames import AUXILIARY, NOUNS_TOO, is_deed
from lamina.consolidate.vocabulary import CHANGES, CONCEPTS, EMPTY, EXACT, SOFT, concept, stem
from lamina.consolidate.wording import Word, is_path


class Thing(NamedTuple):
    """Something called by its name: a path, a person, a product nobody listed."""

    sort: Literal["path", "name"]
    text: str
    key: bool
    """Stands as what the clause is about, not as what it says of it."""


_OUTLETS = frozenset({"stdout", "stderr", "wiki", "syslog", "journald"})
_ROLES = frozenset("own lead ask review approv oncal design manag architect captain pm sign admin head".split())
_TEAMS = frozenset({"team", "squad", "guild", "crew"})
_NO_TEAM = frozenset("new main old full small current first".split())
_REMOVED = frozenset({"removed", "dropped", "retired", "abandoned", "gone", "deprecated", "out"})
_IS = frozenset({"is", "was", "will"})
_AFTER_IS = frozenset("the our now responsible in a my still currently on be".split())
_LEFT = frozenset({"left", "moved", "leaves", "quit", "retired", "resigned", "took", "takes", "replaced", "replaces"})
_NO_NAMES = frozenset(
    """monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays january
    february march april may june july august september october november december english api""".split()
)
_NAME_AFTER = frozenset(
    """use uses used using with via prefer adopt from over than not adopted require and or by moved written in on is
    are""".split()
)
_NO_NAME_BEFORE = frozenset({"a", "an", "the", "sure", "it"})
ABOUT = {name: frozenset(concept(one) for one in slot.about) for name, slot in SLOTS.items()}
"""The words that name each slot, as concepts."""


_DONE = frozenset({"rebase", "squash"})
"""Values that are also deeds: squashed, rebasing."""
GONE = frozenset("left quit retired resigned handed passed gave moved".split())
"""Who does that no longer has the role."""


def _by_first_word() -> dict[str, list[tuple[tuple[str, ...], tuple[Value, ...]]]]:
    found: dict[str, list[tuple[tuple[str, ...], tuple[Value, ...]]]] = {}
    for spelling, values in SPELLINGS.items():
        parts = tuple(spelling.replace("-", " ").split())
        key = tuple(stem(part) for part in parts) if len(parts) > 1 else parts
        found.setdefault(key[0], []).append((key, tuple(values)))
        if key[0] in _DONE and len(key) == 1:
            found.setdefault(stem(key[0]), []).append((key, tuple(values)))
    for spelled in found.values():
        spelled.sort(key=lambda one: -len(one[0]))
    return found


_ALIASES = _by_first_word()


def values_at(words: list[Word], at: int) -> tuple[int, tuple[Value, ...]] | None:
    """The known values whose name begins at this word, and where it ends."""
    word = words[at]
    single = word.low.removesuffix("s") if len(word.low) > 3 else word.low
    for key in dict.fromkeys((word.stem, word.low, single)):
        for spelled, values in _ALIASES.get(key, ()):
            end = at + len(spelled)
            if len(spelled) == 1:
                if spelled[0] not in (word.low, single) and not (spelled[0] in _DONE and stem(spelled[0]) == word.stem):
                    continue
            elif end > len(words) or any(
                words[at + i].stem != part and words[at + i].low != part for i, part in enumerate(spelled)
            ):
                continue
            if words[end - 1].glued:
                continue  # react-router is not react
            known = tuple(value for value in values if _counts(value, words, at, end))
            if known:
                return end, known
    return None


def is_value(low: str) -> bool:
    """Whether one word alone names a value somewhere."""
    return any(key == (low,) for key, _ in _ALIASES.get(low, ()))


def thing_at(words: list[Word], at: int) -> tuple[int, Thing] | None:
    """The path, person or product that begins at this word, and where its name ends."""
    word = words[at]
    if "@" in word.low or word.low[:1] == "#":
        return at + 1, Thing("name", word.low, _is_key(words, at))
    if word.low in _OUTLETS or is_path(word.text.lower()):
        return at + 1, Thing("path", word.low, _is_key(words, at))
    if word.low == "team" and at + 1 < len(words) and words[at + 1].text[:1].isupper():
        return at + 2, Thing("name", f"{words[at + 1].low} team", False)
    if at + 1 < len(words) and words[at + 1].low in _TEAMS and word.low not in EMPTY and word.low not in _NO_TEAM:
        return at + 2, Thing("name", f"{word.low} team", False)
    if _is_name(words, at):
        return at + 1, Thing("name", word.low, _is_key(words, at))
    return None


def _counts(value: Value, words: list[Word], at: int, end: int) -> bool:
    if value.everyday:
        return _stands_like_a_name(words, at, end)
    if value.beside:
        about = ABOUT[value.slot]
        return any(CONCEPTS.get((word.stem,), word.stem) in about for word in (*words[:at], *words[end:]))
    return True


def _stands_like_a_name(words: list[Word], at: int, end: int) -> bool:
    word = words[at]
    before = words[at - 1].low if at else ""
    after = words[end] if end < len(words) else None
    if word.named or (
        word.first and after is not None and (after.low in _IS or (is_deed(after) and after.low.endswith("s")))
    ):
        return True
    return before in _NAME_AFTER and (after is None or after.low not in _NO_NAME_BEFORE)


def _is_name(words: list[Word], at: int) -> bool:
    word = words[at]
    if "." in word.text[1:-1] and word.text.replace(".", "").isalpha():
        return True  # draw.io
    if not word.text[:1].isupper() or not word.low.isalpha() or word.text.isupper():
        return False
    if word.low in _NO_NAMES or word.low in EMPTY or word.stem in SOFT or word.low in EXACT or (word.stem,) in CONCEPTS:
        return False
    return _is_first_name(words, at) if word.first else True


def _is_first_name(words: list[Word], at: int) -> bool:
    """At the beginning everything has a capital: what follows must speak of somebody."""
    if at and any(_role(one) for one in words[:at]):
        return True  # "tech lead: Ivan"
    if at + 1 >= len(words):
        return False
    after, then = words[at + 1], words[at + 2] if at + 2 < len(words) else None
    if after.low in _IS:
        told = then.low if then else ""
        if told in CHANGES or told in _REMOVED:
            return True
        return told in _AFTER_IS and any(_role(one) for one in words[at + 2 :])
    if after.low in _LEFT or after.low in GONE:
        return True
    if then is not None and (is_deed(then) or then.low in AUXILIARY):
        return False  # "security reports go to"
    plural = words[at].low.endswith("s") and after.low in NOUNS_TOO  # "unit tests", but "Luis handles"
    return after.low.endswith("s") and is_deed(after) and not plural


def _role(word: Word) -> bool:
    return (EXACT.get(word.low) or CONCEPTS.get((word.stem,), word.stem)) in _ROLES


def _is_key(words: list[Word], at: int) -> bool:
    if at == 0:
        return is_path(words[at].low) and not (len(words) > 1 and words[1].low in ("holds", "contains", "has"))
    return words[at - 1].low in ("of", "about")
