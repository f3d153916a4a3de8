"""A statement taken apart once, so that it can be held against many others."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from lamina.consolidate.antonyms import SIDES
from lamina.consolidate.frames import AUXILIARY, Bones, Frame, Item, bones, frame, is_deed
from lamina.consolidate.names import GONE, PHRASES, Thing, is_value, thing_at, values_at
from lamina.consolidate.polarity import Signs, signs, speaks_of_change, speaks_of_new_state
from lamina.consolidate.quantities import Quantity, quantity_at
from lamina.consolidate.scopes import scope_at
from lamina.consolidate.vocabulary import CHANGES, CONCEPTS, EMPTY, EMPTY_STEMS, EXACT, SOFT
from lamina.consolidate.wording import Word, words_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Clause(NamedTuple):
    """One thing that a statement says."""

    negative: bool
    topic: frozenset[str]
    """What it is about: concepts that are neither values nor empty words."""
    soft: frozenset[str]
    """Words that say little by themselves."""
    before: Mapping[str, frozenset[str]]
    """The words that stand right before each word: a read timeout is not a connect timeout."""
    narrow: frozenset[str]
    """Those of the topic that say where or when: "for uploads"."""
    affirmed: Mapping[str, frozenset[str]]
    rejected: Mapping[str, frozenset[str]]
    names: frozenset[str]
    """All values, by name, whichever slot they fill."""
    quantities: tuple[Quantity, ...]
    things: frozenset[Thing]
    gone: frozenset[Thing]
    dropped: frozenset[str]
    """Plain words that it names only to put something else in their place."""
    sides: Mapping[str, str]
    scopes: Mapping[str, frozenset[str]]
    frame: Frame | None
    subject: frozenset[str]
    objects: frozenset[str]
    later: frozenset[str]
    """What stands after "before" or "after": the order of two things."""
    head: str
    """The noun that it is said of, or that something is to be done with."""
    absent: bool
    """"There is no …"."""
    verb: str
    deed: str
    adds: bool
    only: bool
    only_subject: bool
    """"Only admins may …"."""
    everyone: bool


class Claim(NamedTuple):
    """A statement and its clauses."""

    text: str
    clauses: tuple[Clause, ...]
    changes: bool
    renewed: bool
    """Says outright that it is otherwise now."""
    content: frozenset[str]
    """Everything it says, in normal form, for comparing whole statements."""
    stance: frozenset[str]
    """The values that it is for, and those (after a minus) that it is against."""
    noes: int


_LEADS = frozenset(
    """if when whenever in on for after before during while with as by within inside at once until unless since to from under
    although though where because""".split()
)
_TAILS = frozenset({"because", "unless", "since", "although", "though", "due", "thanks", "which", "so"})
_REASONS = _TAILS - {"so"}
_TOLD = frozenset({"the", "a", "we", "last", "our", "that", "this", "i"})
_PLACES = frozenset(
    {
        "in",
        "on",
        "for",
        "during",
        "within",
        "inside",
        "across",
        "when",
        "whenever",
        "if",
        "while",
        "after",
        "before",
        "between",
    }
)
_SPEAKERS = frozenset({"we", "i", "you", "they"})
_EVERYONE = frozenset({"everyone", "anyone", "everybody", "anybody"})
_ACRONYMS = frozenset(
    """api apis ui ux sql http https url urls uri id ids ci cd pr prs db io os cpu gpu ram html css json xml csv pdf cli sdk ide tls
    ssl dns ip tcp vpn rest orm sso jwt qa p95 kpi eu us todo readme""".split()
)
_ACROSS = frozenset({"across", "inside", "outside", "within", "before", "after"})
_OWNERS = frozenset({"its", "their", "your", "his", "her", "our", "my"})


@lru_cache(maxsize=4096)
def claim(text: str) -> Claim:
    """Takes a statement apart; any text gives a claim."""
    clauses = tuple(_clause(words) for words in _clauses(words_of(text)))
    content = frozenset[str]().union(*(_content(one) for one in clauses))
    stance = frozenset[str]().union(*(_stance(one) for one in clauses))
    noes = sum(one.negative for one in clauses)
    return Claim(text, clauses, speaks_of_change(text), speaks_of_new_state(text), content, stance, noes)


def _stance(one: Clause) -> frozenset[str]:
    against = {f"-{name}" for names in one.rejected.values() for name in names} | {
        f"-{thing.text}" for thing in one.gone
    }
    return frozenset(against.union(*one.affirmed.values(), (thing.text for thing in one.things)))


def _content(one: Clause) -> frozenset[str]:
    return (
        one.topic | one.names | {thing.text for thing in one.things | one.gone} | {f"-{word}" for word in one.dropped}
    )


def _clauses(sentences: Sequence[list[Word]]) -> list[list[Word]]:
    """Cut at commas; what only says when or where goes with what follows; reasons are left out."""
    found: list[list[Word]] = []
    for sentence in sentences:
        parts = _parts(sentence)
        pending: list[Word] = []
        for part in parts:
            if part[0].low in _REASONS and len(parts) > 1:
                continue
            if part[0].low in _LEADS and part is not parts[-1] and not pending:
                pending = part
            else:
                found.append([*pending, Word(",", ",", ","), *part] if pending else part)
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
        elif at and (word.low in _TAILS or (word.low, after) in (("after", "the"), ("after", "we"), ("so", "that"))):
            parts.append([word] if word.low != "after" else [word._replace(low="since")])
        else:
            parts[-1].append(word)
    return _with_amounts([part for part in parts if part])


def _with_amounts(parts: list[list[Word]]) -> list[list[Word]]:
    """A part that is only an amount belongs to what precedes: "small requests, 200 lines at most"."""
    found: list[list[Word]] = []
    for part in parts:
        bare = any(word.low[:1].isdigit() for word in part) and not any(
            is_deed(word) or word.low in AUXILIARY for word in part
        )
        if found and bare:
            found[-1] = [*found[-1], *part]
        else:
            found.append(part)
    return found


class _Reading:
    """What has been found of a clause while its words are read."""

    def __init__(self) -> None:
        self.topic: set[str] = set()
        self.soft: set[str] = set()
        self.before: dict[str, set[str]] = {}
        self.narrow: set[str] = set()
        self.fresh: set[str] = set()
        """Those of them that the last preposition brought."""
        self.affirmed: dict[str, set[str]] = {}
        self.rejected: dict[str, set[str]] = {}
        self.names: set[str] = set()
        self.quantities: list[Quantity] = []
        self.things: set[Thing] = set()
        self.gone: set[Thing] = set()
        self.dropped: set[str] = set()
        self.sides: dict[str, str] = {}
        self.scopes: dict[str, set[str]] = {}
        self.items: list[Item] = []
        self.later: set[str] = set()
        self.head, self.head_at = "", -1
        self.counted = -1
        """Where the word after a number begins."""
        self.last: tuple[int, str] = (-1, "")
        """Where the word before ended, and which it was."""

    def follow(self, at: int, end: int, name: str, is_verb: bool) -> None:
        """Notes what stands right before this word."""
        if self.last[0] == at and self.last[1] != name and not is_verb:
            self.before.setdefault(name, set()).add(self.last[1])
        self.last = (-1, "") if is_verb else (end, name)


def _clause(words: list[Word]) -> Clause:
    read, marks, shape = _Reading(), signs(words), bones(words)
    at, placed = 0, False
    while at < len(words):
        if words[at].low in _PLACES:
            placed, read.fresh = True, set()
        elif at == shape.verb or words[at].low in _SPEAKERS or words[at].low == ",":
            placed, read.fresh = False, set()
        known = len(read.quantities) + sum(item.sort == "value" for item in read.items)
        at = at + 1 if at in marks.silent else _take(words, at, marks, placed, shape, read)
        if len(read.quantities) + sum(item.sort == "value" for item in read.items) > known:
            placed, read.narrow = False, read.narrow - read.fresh  # "on port 3000" says how much, not where
    return Clause(
        negative=marks.negative,
        topic=frozenset(read.topic),
        soft=frozenset(read.soft),
        before={name: frozenset(one) for name, one in read.before.items()},
        narrow=frozenset(read.narrow & read.topic),
        affirmed={slot: frozenset(names) for slot, names in read.affirmed.items()},
        rejected={slot: frozenset(names) for slot, names in read.rejected.items()},
        names=frozenset(read.names),
        quantities=tuple(read.quantities),
        things=frozenset(read.things),
        gone=frozenset(read.gone),
        dropped=frozenset(read.dropped),
        sides=dict(read.sides),
        scopes={dimension: frozenset(members) for dimension, members in read.scopes.items()},
        frame=frame(read.items, shape),
        subject=frozenset(item.text for item in read.items if item.zone == "subject"),
        objects=frozenset(item.text for item in read.items if item.zone == "object"),
        later=frozenset(read.later),
        head=read.head,
        absent=len(words) > 2 and words[2].low == "no" and words[0].low in ("there", "we"),
        verb=_verb(words, shape.verb, marks),
        deed=_deed(words, shape, marks),
        adds=marks.adds,
        only=any(word.low == "only" for word in words),
        only_subject=bool(words) and words[0].low == "only" and not shape.ordered,
        everyone=any(word.low in _EVERYONE for word in words),
    )


def _take(words: list[Word], at: int, marks: Signs, placed: bool, shape: Bones, read: _Reading) -> int:
    """Reads what begins at one word, and says where the next begins."""
    word, sign, contrast, zone = words[at], marks.each[at], at in marks.contrasted, shape.zones[at]
    values = values_at(words, at)
    scope = scope_at(words, at) if not values or values[0] == at + 1 else None
    if scope and (
        not values
        or (scope[0] in ("language", "platform") and shape.deed != "make" and not any(one.beside for one in values[1]))
    ):
        read.scopes.setdefault(scope[0], set()).add(scope[1])
    if values:
        end, known = values
        for value in known:
            (read.affirmed if sign > 0 else read.rejected).setdefault(value.slot, set()).add(value.name)
            read.names.add(value.name)
        read.follow(at, end, known[0].name, False)
        if not contrast:
            read.items.append(Item(known[0].name, "value", zone))
        return end
    found = quantity_at(words, at)
    if found:
        if not contrast:
            read.quantities.append(found.quantity)
            read.counted = found.end
        return found.end
    if scope:
        read.follow(at, at + 1, scope[1], False)
        if scope[0] != "use":
            read.topic.add(scope[1])
            if scope[0] != "environment":
                read.items.append(Item(scope[1], "word", zone))
        return at + 1
    named = thing_at(words, at)
    if named:
        leaves = named[1].sort == "name" and named[0] < len(words) and words[named[0]].low in GONE
        (read.things if (sign > 0 or (marks.turns and not contrast)) and not leaves else read.gone).add(named[1])
        read.follow(at, named[0], named[1].text, False)
        if not contrast:
            read.items.append(Item(named[1].text, named[1].sort, zone))
        return named[0]
    return _plain(words, at, contrast, placed, shape, read)


def _plain(words: list[Word], at: int, contrast: bool, placed: bool, shape: Bones, read: _Reading) -> int:
    word, zone = words[at], shape.zones[at]
    end, name, soft = _word_at(words, at)
    counted = bool(read.quantities) and at == read.counted
    if word.low in _ACROSS and not (at + 1 < len(words) and words[at + 1].low[:1].isdigit()):
        axis = SIDES.get(word.low) or SIDES.get(word.stem)
        if axis and not contrast:
            read.sides[axis[0]] = axis[1]
        return at + 1
    if word.glued and end == at + 1 and is_value(word.low):
        end = at + 2  # react-router is not react
        name, soft = f"{word.low}-{words[at + 1].low}", False
    if word.low == "own" and at and words[at - 1].low in _OWNERS:
        name, soft = "dedic", False
        read.sides["shared/dedicated"] = name
    if word.low == "right" and at and words[at - 1].low in ("the", "a"):
        name = word.low
    if not name:
        return end
    side = (SIDES.get(word.stem) or SIDES.get(word.low)) if end == at + 1 else SIDES.get(name)
    if side and not contrast:
        read.sides[side[0]] = side[1]
        name, soft = side[1], False
    read.follow(at, end, name, at == shape.verb)
    if at != shape.verb and zone == ("object" if shape.ordered else "subject") and read.head_at in (-1, at - 1):
        read.head, read.head_at = name, end - 1
    if contrast:
        if not soft:
            read.dropped.add(name)
        return end
    if counted:
        soft = False  # what is counted matters: many items, one customer
    if counted and read.quantities[-1].kind == "count":
        read.quantities[-1] = read.quantities[-1]._replace(noun=name)
    (read.soft if soft else read.topic).add(name)
    if not soft:
        if "before/after" in read.sides:
            read.later.add(name)
        if at != shape.verb:
            read.items.append(Item(name, "name" if _written_like_a_name(word) else "word", zone))
        if placed:
            read.narrow.add(name)
            read.fresh.add(name)
    return end


def _written_like_a_name(word: Word) -> bool:
    return (
        word.named
        and not word.first
        and word.text[:1].isupper()
        and word.low not in _ACRONYMS
        and word.low.replace("-", "").isalnum()
    )


def _deed(words: Sequence[Word], shape: Bones, marks: Signs) -> str:
    """What is done; nothing where the verb only says yes or no, or says nothing."""
    unknown = shape.verb >= 0 and shape.deed == words[shape.verb].stem and words[shape.verb].low in EMPTY
    return "" if unknown or shape.verb in marks.silent else shape.deed


def _verb(words: Sequence[Word], at: int, marks: Signs) -> str:
    if at < 0 or at in marks.silent:
        return ""
    # Not to change something is said of changing; that something has changed is said of the thing.
    return words[at].stem if marks.negative and words[at].low in CHANGES else _word_at(words, at)[1]


def _word_at(words: Sequence[Word], at: int) -> tuple[int, str, bool]:
    """Where the word or phrase ends, its concept (none if it is empty), and whether it says little."""
    word = words[at]
    for key, name in PHRASES.get(word.stem, ()):
        if key == ("talk", "to") and word.low != "talk":
            continue
        if len(key) <= len(words) - at and all(words[at + i].stem == part for i, part in enumerate(key)):
            return at + len(key), name, False
    if word.low in EXACT:
        return at + 1, EXACT[word.low], False
    if word.low.isdigit():
        return at + 1, word.low, False  # a number that counts nothing is part of a name: step 2
    if (
        word.low in CHANGES
        or word.low in EMPTY
        or word.stem in EMPTY_STEMS
        or len(word.low) < 2
        or not any(one.isalnum() for one in word.low)
    ):
        return at + 1, "", True
    name = CONCEPTS.get((word.stem,), word.stem)
    return at + 1, name, name in SOFT
