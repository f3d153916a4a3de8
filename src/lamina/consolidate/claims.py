"""A statement taken apart once, so that it can be held against many others."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from lamina.consolidate.antonyms import SIDES
from lamina.consolidate.frames import Bones, Frame, Item, bones, frame
from lamina.consolidate.exclusives import SLOTS, SPELLINGS, Value
from lamina.consolidate.polarity import Signs, signs, speaks_of_change, speaks_of_new_state
from lamina.consolidate.quantities import Quantity, quantity_at
from lamina.consolidate.scopes import scope_at
from lamina.consolidate.vocabulary import CHANGES, CONCEPTS, EXACT, GENERIC, concept, stem
from lamina.consolidate.wording import Word, is_path, words_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Thing(NamedTuple):
    """Something called by its name: a path, a person, a product nobody listed."""

    sort: Literal["path", "name"]
    text: str
    key: bool
    """Stands as what the clause is about, not as what it says of it."""


class Clause(NamedTuple):
    """One thing that a statement says."""

    negative: bool
    topic: frozenset[str]
    """What it is about: concepts that are neither values nor empty words."""
    narrow: frozenset[str]
    """Those of them that say where or when: "for uploads"."""
    affirmed: Mapping[str, frozenset[str]]
    rejected: Mapping[str, frozenset[str]]
    quantities: tuple[Quantity, ...]
    things: frozenset[Thing]
    gone: frozenset[Thing]
    sides: Mapping[str, str]
    scopes: Mapping[str, frozenset[str]]
    adds: bool
    frame: Frame | None
    subject: frozenset[str]
    dropped: frozenset[str]
    """Plain words that it names only to put something else in their place."""
    only: bool
    everyone: bool
    deed: str
    verb: str
    """The concept of its main verb, which is in the topic too."""
    names: frozenset[str]
    """All values, by name, whichever slot they fill."""


class Claim(NamedTuple):
    """A statement and its clauses."""

    text: str
    clauses: tuple[Clause, ...]
    changes: bool
    renewed: bool
    """Says outright that it is otherwise now."""
    content: frozenset[str]
    """Everything it says, in normal form, for comparing whole statements."""
    negative: bool


_MOST_WORDS = 5
_LEADS = frozenset("if when whenever in on for after before during while with as by within inside at once until unless since to from "
                   "under although though where because".split())  # fmt: skip
_TAILS = frozenset({"because", "unless", "since", "although", "though", "due", "thanks", "which", "so"})
_REASONS = _TAILS - {"so"}
_TOLD = frozenset({"the", "a", "we", "last", "our", "that", "this", "i"})
_PLACES = frozenset({"in", "on", "for", "during", "within", "inside", "across", "when", "whenever", "if", "while", "after", "before", "between"})
_VALUE_BEFORE = frozenset("is are was to via through by with in on at into under from using use uses be as goes lives : = sits over inside named called now".split())
_EVERYONE = frozenset({"everyone", "anyone", "everybody", "anybody"})
_OUTLETS = frozenset({"stdout", "stderr", "wiki", "syslog", "journald"})
_ROLES = frozenset("own lead ask review approv oncal design manag architect captain pm sign admin head".split())
_LEFT = frozenset({"left", "moved", "leaves", "quit", "retired", "resigned"})
_NAME_AFTER = frozenset("use uses used using with via prefer adopt from over than not adopted require and or by moved written in on to is are".split())
_VERB = frozenset(
    """owns is was handles maintains reviews manages runs builds does stores collects carries replaced took takes leads approves
    signs decides powers processes sends serves covers knows has wrote looks keeps holds writes tracks checks pins formats
    now caches hosts will can must should""".split()
)
_PERSONAL = frozenset("owns maintains reviews manages leads approves signs replaced took takes handles decides knows wrote prefers likes".split())
_TITLES = frozenset("monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
                    "september october november december i english api".split())  # fmt: skip
_ALIASES: dict[str, list[tuple[tuple[str, ...], tuple[Value, ...]]]] = {}
for _spelling, _values in SPELLINGS.items():
    _parts = tuple(_spelling.replace("-", " ").split())
    _key = tuple(stem(part) for part in _parts) if len(_parts) > 1 else _parts
    _ALIASES.setdefault(_key[0], []).append((_key, tuple(_values)))
_PHRASES: dict[str, list[tuple[tuple[str, ...], str]]] = {}
for _key, _name in CONCEPTS.items():
    if len(_key) > 1:
        _PHRASES.setdefault(_key[0], []).append((_key, _name))
for _list in (*_ALIASES.values(), *_PHRASES.values()):
    _list.sort(key=lambda one: -len(one[0]))  # type: ignore[attr-defined]
ABOUT = {name: frozenset(concept(one) for one in slot.about) for name, slot in SLOTS.items()}
"""The words that name each slot, as concepts."""


@lru_cache(maxsize=4096)
def claim(text: str) -> Claim:
    """Takes a statement apart; any text gives a claim."""
    clauses = tuple(_clause(words) for words in _clauses(words_of(text)))
    content: set[str] = set()
    for one in clauses:
        content |= _content(one)
    return Claim(text, clauses, speaks_of_change(text), speaks_of_new_state(text), frozenset(content), any(one.negative for one in clauses))


def _content(one: Clause) -> set[str]:
    found = set(one.topic) | set(one.names)
    found |= {thing.text for thing in one.things | one.gone}
    found |= {f"{side}" for side in one.sides.values()}
    return found


def _clauses(sentences: Sequence[list[Word]]) -> list[list[Word]]:
    """Cut at commas; what only says when or where goes with what follows, a list goes with what precedes."""
    found: list[list[Word]] = []
    for sentence in sentences:
        parts: list[list[Word]] = [[]]
        for at, word in enumerate(sentence):
            after = sentence[at + 1].low if at + 1 < len(sentence) else ""
            if word.low in (",", "but"):
                parts.append([])
            elif parts[-1] and (word.low in _TAILS or (word.low == "after" and after in _TOLD) or (word.low, after) == ("so", "that")):
                parts.append([word])
            else:
                parts[-1].append(word)
        pending: list[Word] = []
        for part in parts:
            if not part or (part[0].low in _REASONS and len(parts) > 1) or (part[0].low == "after" and len(part) > 1 and part[1].low in _TOLD):
                continue
            if part[0].low in _LEADS and part is not parts[-1] and part[0].low not in ("because", "so") and not pending:
                pending = part
            else:
                found.append([*pending, *part])
                pending = []
        if pending:
            found.append(pending)
    return found


class _Reading:
    """What has been found of a clause while its words are read."""

    def __init__(self) -> None:
        self.topic: set[str] = set()
        self.narrow: set[str] = set()
        self.affirmed: dict[str, set[str]] = {}
        self.rejected: dict[str, set[str]] = {}
        self.quantities: list[Quantity] = []
        self.things: set[Thing] = set()
        self.gone: set[Thing] = set()
        self.sides: dict[str, str] = {}
        self.scopes: dict[str, set[str]] = {}
        self.names: set[str] = set()
        self.items: list[Item] = []
        self.dropped: set[str] = set()


def _clause(words: list[Word]) -> Clause:
    words = [word for word in words if word.low not in ("&",)]
    read, marks, shape = _Reading(), signs(words), bones(words)
    at, placed, settled = 0, False, set[str]()
    while at < len(words):
        word = words[at]
        if word.low in _PLACES:
            placed = True
        elif placed and word.low in _VERB:
            placed = False
        if word.low in _PLACES:
            settled = set(read.narrow)
        counted = len(read.quantities)
        at = at + 1 if at in marks.silent else _take(words, at, marks, placed, shape, read)
        if len(read.quantities) > counted:
            placed = False
            read.narrow = settled  # "on port 3000" says how much, not where
    return Clause(
        marks.negative,
        frozenset(read.topic),
        frozenset(read.narrow & read.topic),
        {slot: frozenset(names) for slot, names in read.affirmed.items()},
        {slot: frozenset(names) for slot, names in read.rejected.items()},
        tuple(read.quantities),
        frozenset(read.things),
        frozenset(read.gone),
        dict(read.sides),
        {dimension: frozenset(members) for dimension, members in read.scopes.items()},
        marks.adds,
        frame(read.items, shape),
        frozenset(item.text for item in read.items if item.zone == "subject"),
        frozenset(read.dropped),
        any(word.low == "only" for word in words),
        any(word.low in _EVERYONE for word in words),
        shape.deed,
        concept(words[shape.verb].low) if 0 <= shape.verb < len(words) else "",
        frozenset(read.names),
    )


def _take(words: list[Word], at: int, marks: Signs, placed: bool, shape: Bones, read: _Reading) -> int:
    word, sign, contrast, zone = words[at], marks.each[at], at in marks.contrasted, shape.zones[at]
    deed = at == shape.verb
    values = _values_at(words, at)
    scope = scope_at(words, at) if not values or values[0] == at + 1 else None
    if scope and (not values or scope[0] in ("language", "platform")):
        read.scopes.setdefault(scope[0], set()).add(scope[1])
    found = None if values else quantity_at(words, at)
    if found:
        if not contrast:
            read.quantities.append(found.quantity)
        return found.end
    if values:
        end, known = values
        for value in known:
            (read.affirmed if sign > 0 else read.rejected).setdefault(value.slot, set()).add(value.name)
            read.names.add(value.name)
        if not contrast:
            read.items.append(Item(known[0].name, "value", zone))
        return end
    if scope:
        if scope[0] != "use":
            read.topic.add(scope[1])
        return at + 1
    named = _thing_at(words, at)
    if named:
        (read.things if sign > 0 or (marks.negative and not contrast) else read.gone).add(named[1])
        if not contrast:
            read.items.append(Item(named[1].text, named[1].sort, zone))
        return named[0]
    end, name = _concept_at(words, at)
    side = (SIDES.get(word.stem) or SIDES.get(word.low)) if end == at + 1 else None
    if side and not contrast:
        read.sides[side[0]] = side[1]
        read.topic.add(side[1])
        return end
    if name and contrast:
        read.dropped.add(name)
    elif name:
        read.topic.add(name)
        if not deed:
            read.items.append(Item(name, "word", zone))
        if placed:
            read.narrow.add(name)
    return end


def _thing_at(words: list[Word], at: int) -> tuple[int, Thing] | None:
    word = words[at]
    if "@" in word.low or word.low[:1] == "#":
        return at + 1, Thing("name", word.low, _is_key(words, at))
    if word.low in _OUTLETS or is_path(word.text.lower()):
        return at + 1, Thing("path", word.low, _is_key(words, at))
    if at + 1 < len(words) and words[at + 1].low in ("team", "squad", "guild") and word.stem not in GENERIC:
        return at + 2, Thing("name", f"{word.low} team", False)
    if _is_name(words, at):
        return at + 1, Thing("name", word.low, _is_key(words, at))
    return None


def _values_at(words: list[Word], at: int) -> tuple[int, tuple[Value, ...]] | None:
    word = words[at]
    for key in dict.fromkeys((word.stem, word.low, word.low.removesuffix("s"))):
        for spelled, values in _ALIASES.get(key, ()):
            end = at + len(spelled)
            if len(spelled) == 1:
                if spelled[0] not in (word.low, word.low.removesuffix("s")):
                    continue
            elif end > len(words) or any(words[at + i].stem != part and words[at + i].low != part for i, part in enumerate(spelled)):
                continue
            if words[end - 1].glued:
                continue  # react-router is not react
            known = tuple(value for value in values if _counts(value, words, at, end))
            if known:
                return end, known
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
    after = words[end].low if end < len(words) else ""
    if word.named or (word.first and after in _VERB):
        return True
    return before in _NAME_AFTER and before != "to" and after not in ("a", "an", "the", "sure", "it")


def _is_name(words: list[Word], at: int) -> bool:
    word = words[at]
    if not word.text[:1].isupper() or not word.low.isalpha() or word.low in _TITLES or word.stem in GENERIC:
        return False
    if word.text.isupper():
        return False
    if word.first:
        after = words[at + 1].low if at + 1 < len(words) else ""
        then = words[at + 2].low if at + 2 < len(words) else ""
        if after in ("is", "was", "will"):
            roles = any(CONCEPTS.get((one.stem,), one.stem) in _ROLES for one in words[at + 2 :])
            return roles and then in ("the", "our", "now", "responsible", "in", "a", "my", "still", "currently", "on", "be")
        if at and any(CONCEPTS.get((one.stem,), one.stem) in _ROLES or EXACT.get(one.low) in _ROLES for one in words[:at]):
            return True  # "tech lead: Ivan"
        return after in _LEFT or (after in _PERSONAL)
    return True


def _is_key(words: list[Word], at: int) -> bool:
    before = words[at - 1].low if at else ""
    if at == 0:
        after = words[at + 1].low if at + 1 < len(words) else ""
        return after not in ("holds", "contains", "has", "owns", "maintains") and is_path(words[at].low)
    return before in ("of", "about")


def _concept_at(words: list[Word], at: int) -> tuple[int, str]:
    word = words[at]
    for key, name in _PHRASES.get(word.stem, ()):
        if len(key) <= len(words) - at and all(words[at + i].stem == part for i, part in enumerate(key)):
            return at + len(key), name
    if word.low in EXACT:
        return at + 1, EXACT[word.low]
    if word.low in CHANGES:
        return at + 1, ""
    if len(word.low) < 2 or not any(one.isalnum() for one in word.low) or word.stem in GENERIC or word.low in GENERIC:
        return at + 1, ""
    return at + 1, CONCEPTS.get((word.stem,), word.stem)
