"""One clause of a statement, word by word: what it is about, which values, numbers, names and scopes it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lamina.consolidate.antonyms import ORDER, SIDES
from lamina.consolidate.frames import IRREGULAR, Item, bones, frame
from lamina.consolidate.names import GONE, is_value, thing_at, values_at
from lamina.consolidate.polarity import signs
from lamina.consolidate.quantities import quantity_at
from lamina.consolidate.scopes import scope_at
from lamina.consolidate.vocabulary import CHANGES, CONCEPTS, EMPTY, EMPTY_STEMS, EXACT, PHRASES, SOFT, stem

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lamina.consolidate.exclusives import Value
    from lamina.consolidate.frames import Frame, Sort
    from lamina.consolidate.names import Thing
    from lamina.consolidate.quantities import Found, Quantity
    from lamina.consolidate.wording import Word


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
    """The values that it is for, by slot."""
    rejected: Mapping[str, frozenset[str]]
    names: frozenset[str]
    """All values, whichever slot they fill."""
    quantities: tuple[Quantity, ...]
    things: frozenset[Thing]
    gone: frozenset[Thing]
    dropped: frozenset[str]
    """Plain words that it names only to put something else in their place."""
    sides: Mapping[str, str]
    """On which side of which axis it stands."""
    scopes: Mapping[str, frozenset[str]]
    frame: Frame | None
    subject: frozenset[str]
    objects: frozenset[str]
    lacking: frozenset[str]
    """What stands after "without"."""
    later: frozenset[str]
    """What stands after "before" or "after": the order of two things."""
    head: str
    """The noun that it is said of, or that something is to be done with."""
    verb: str
    deed: str
    adds: bool
    absent: bool
    """There is no such thing."""
    only_subject: bool
    """Only these may."""
    only: bool
    everyone: bool


_PLACES = frozenset("in on for during within inside across when whenever if while after before between".split())
_SPEAKERS = frozenset({"we", "i", "you", "they"})
_EVERYONE = frozenset({"everyone", "anyone", "everybody", "anybody"})
_OWNERS = frozenset({"its", "their", "your", "his", "her", "our", "my"})
_ACROSS = frozenset({"across", "inside", "outside", "within", "before", "after"})
_ACRONYMS = frozenset(
    """api apis ui ux sql http https url urls uri id ids ci cd pr prs db io os cpu gpu ram html css json xml csv pdf cli
    sdk ide tls ssl dns ip tcp vpn rest orm sso jwt qa p95 kpi eu us todo readme""".split()
)


def clause_of(words: list[Word]) -> Clause:
    """Reads the words of one clause."""
    read = _Reading(words)
    read.all()
    return read.clause()


class _Concept(NamedTuple):
    """What one word or phrase stands for."""

    end: int
    name: str
    soft: bool


class _Reading:
    """What has been found of a clause while its words are read."""

    def __init__(self, words: list[Word]) -> None:
        self.words, self.marks, self.shape = words, signs(words), bones(words)
        self.topic: set[str] = set()
        self.soft: set[str] = set()
        self.before: dict[str, set[str]] = {}
        self.narrow: set[str] = set()
        self.fresh: set[str] = set()  # those of `narrow` that the last preposition brought
        self.placed = False
        self.affirmed: dict[str, set[str]] = {}
        self.rejected: dict[str, set[str]] = {}
        self.quantities: list[Quantity] = []
        self.counted = -1  # where the word after the last number begins
        self.things: set[Thing] = set()
        self.gone: set[Thing] = set()
        self.dropped: set[str] = set()
        self.sides: dict[str, str] = {}
        self.scopes: dict[str, set[str]] = {}
        self.items: list[Item] = []
        self.later: set[str] = set()
        self.lacking: set[str] = set()
        self.without = next((at for at, word in enumerate(words) if word.low == "without"), len(words))
        self.head, self.head_end = "", -1
        self.last_end, self.last = -1, ""  # the word before, and where it ended

    def all(self) -> None:
        at = 0
        while at < len(self.words):
            low = self.words[at].low
            if low in _PLACES:
                self.placed, self.fresh = True, set()
            elif at == self.shape.verb or low in _SPEAKERS or low == ",":
                self.placed, self.fresh = False, set()
            at = at + 1 if at in self.marks.silent else self._next(at)

    def clause(self) -> Clause:
        words = self.words
        return Clause(
            negative=self.marks.negative,
            topic=frozenset(self.topic),
            soft=frozenset(self.soft),
            before={name: frozenset(one) for name, one in self.before.items()},
            narrow=frozenset(self.narrow & self.topic),
            affirmed={slot: frozenset(names) for slot, names in self.affirmed.items()},
            rejected={slot: frozenset(names) for slot, names in self.rejected.items()},
            names=frozenset().union(*self.affirmed.values(), *self.rejected.values()),
            quantities=tuple(self.quantities),
            things=frozenset(self.things),
            gone=frozenset(self.gone),
            dropped=frozenset(self.dropped),
            sides=self.sides,
            scopes={dimension: frozenset(members) for dimension, members in self.scopes.items()},
            frame=frame(self.items, self.shape),
            subject=frozenset(item.text for item in self.items if item.zone == "subject"),
            objects=frozenset(item.text for item in self.items if item.zone == "object"),
            lacking=frozenset(self.lacking),
            later=frozenset(self.later),
            head=self.head,
            verb=self._verb(),
            deed=self._deed(),
            adds=self.marks.adds,
            absent=len(words) > 2 and words[2].low == "no" and words[0].low in ("there", "we"),
            only_subject=words[0].low == "only" and not self.shape.ordered,
            only=any(word.low == "only" for word in words),
            everyone=any(word.low in _EVERYONE for word in words),
        )

    def _next(self, at: int) -> int:
        """Reads what begins at one word, and says where the next begins."""
        values = values_at(self.words, at)
        scope = scope_at(self.words, at) if not values or values[0] == at + 1 else None
        if values:
            if scope and self._is_elsewhere(at, scope[0], values[1]):
                self.scopes.setdefault(scope[0], set()).add(scope[1])
            return self._value(at, *values)
        found = quantity_at(self.words, at)
        if found:
            return self._quantity(at, found)
        if scope:
            return self._scope(at, *scope)
        named = thing_at(self.words, at)
        return self._thing(at, *named) if named else self._word(at)

    def _is_elsewhere(self, at: int, dimension: str, values: tuple[Value, ...]) -> bool:
        """Whether a value says where the clause holds: "double quotes in JSON", but not "written in Markdown"."""
        made_of = self.shape.deed == "make" and at > self.shape.verb
        return dimension in ("language", "platform") and not made_of and not any(value.beside for value in values)

    def _value(self, at: int, end: int, values: tuple[Value, ...]) -> int:
        stance = self.affirmed if self.marks.each[at] > 0 else self.rejected
        for value in values:
            stance.setdefault(value.slot, set()).add(value.name)
        self._follow(at, end, values[0].name)
        if at not in self.marks.contrasted:
            self._item(at, values[0].name, "value")
            self._settle()
        return end

    def _quantity(self, at: int, found: Found) -> int:
        if at not in self.marks.contrasted:
            self.quantities.append(found.quantity)
            self.counted = found.end
            self._settle()
        return found.end

    def _scope(self, at: int, dimension: str, member: str) -> int:
        self.scopes.setdefault(dimension, set()).add(member)
        self._follow(at, at + 1, member)
        if dimension != "use":
            self.topic.add(member)
            if dimension != "environment":
                self._item(at, member, "word")
        return at + 1

    def _thing(self, at: int, end: int, thing: Thing) -> int:
        leaves = thing.sort == "name" and end < len(self.words) and self.words[end].low in GONE
        contrast = at in self.marks.contrasted
        stays = (self.marks.each[at] > 0 or (self.marks.turns and not contrast)) and not leaves
        (self.things if stays else self.gone).add(thing)
        self._follow(at, end, thing.text)
        if not contrast:
            self._item(at, thing.text, thing.sort)
        return end

    def _word(self, at: int) -> int:
        word = self.words[at]
        if word.low in _ACROSS and not self._begins_a_number(at + 1):
            axis = SIDES.get(word.low) or SIDES.get(word.stem)
            if axis and at not in self.marks.contrasted:
                self.sides[axis[0]] = axis[1]
            return at + 1
        found = self._sided(at, self._specially(at) or _concept(self.words, at))
        if not found.name:
            return found.end
        is_verb = at == self.shape.verb
        self._follow(at, found.end, found.name, is_verb=is_verb)
        zone = "object" if self.shape.ordered else "subject"
        if not is_verb and self.shape.zones[at] == zone and self.head_end in (-1, at):
            self.head, self.head_end = found.name, found.end
        if at in self.marks.contrasted:
            self.dropped |= set() if found.soft else {found.name}
        else:
            self._say(at, found)
        return found.end

    def _say(self, at: int, found: _Concept) -> None:
        counted = bool(self.quantities) and at == self.counted
        if counted and self.quantities[-1].kind == "count":
            self.quantities[-1] = self.quantities[-1]._replace(noun=found.name)
        if found.soft and not counted:  # what is counted matters: many items, one customer
            self.soft.add(found.name)
            return
        self.topic.add(found.name)
        if at > self.without:
            self.lacking.add(found.name)
        if ORDER in self.sides:
            self.later.add(found.name)
        if at != self.shape.verb:
            self._item(at, found.name, "name" if _is_written_like_a_name(self.words[at]) else "word")
        if self.placed:
            self.narrow.add(found.name)
            self.fresh.add(found.name)

    def _specially(self, at: int) -> _Concept | None:
        """Words that mean something else beside their neighbours."""
        word, before = self.words[at], self.words[at - 1].low if at else ""
        if word.glued and is_value(word.low):
            return _Concept(at + 2, f"{word.low}-{self.words[at + 1].low}", False)  # react-router is not react
        if word.low == "own" and before in _OWNERS:
            self.sides["shared/dedicated"] = "dedic"
            return _Concept(at + 1, "dedic", False)
        if word.low == "right" and before in ("the", "a"):
            return _Concept(at + 1, "right", True)
        return None

    def _sided(self, at: int, found: _Concept) -> _Concept:
        """A word that excludes others stands for its side."""
        word = self.words[at]
        side = (SIDES.get(word.stem) or SIDES.get(word.low)) if found.end == at + 1 else SIDES.get(found.name)
        if not found.name or not side or at in self.marks.contrasted:
            return found
        self.sides[side[0]] = side[1]
        return found._replace(name=side[1], soft=False)

    def _item(self, at: int, text: str, sort: Sort) -> None:
        self.items.append(Item(text, sort, self.shape.zones[at]))

    def _settle(self) -> None:
        """What stood with a value or a number is no place: "on port 3000" says how much, not where."""
        self.placed, self.narrow = False, self.narrow - self.fresh

    def _follow(self, at: int, end: int, name: str, *, is_verb: bool = False) -> None:
        """Notes what stands right before a word; a verb tells no two things apart."""
        if self.last_end == at and self.last != name and not is_verb:
            self.before.setdefault(name, set()).add(self.last)
        self.last_end, self.last = (-1, "") if is_verb else (end, name)

    def _begins_a_number(self, at: int) -> bool:
        return at < len(self.words) and self.words[at].low[:1].isdigit()

    def _deed(self) -> str:
        """What is done; nothing where the verb only says yes or no, or says nothing."""
        at, deed = self.shape.verb, self.shape.deed
        unknown = at >= 0 and deed == self.words[at].stem and self.words[at].low in EMPTY
        return "" if unknown or at in self.marks.silent else deed

    def _verb(self) -> str:
        at = self.shape.verb
        if at < 0 or at in self.marks.silent:
            return ""
        # Not to change something is said of changing; that something has changed is said of the thing.
        changes = self.marks.negative and self.words[at].low in CHANGES
        return self.words[at].stem if changes else _concept(self.words, at).name


def _is_written_like_a_name(word: Word) -> bool:
    plain = word.low.replace("-", "").isalnum() and word.low not in _ACRONYMS
    return plain and word.named and not word.first and word.text[:1].isupper()


def _concept(words: Sequence[Word], at: int) -> _Concept:
    """The phrase or word that begins here; without a name if it is empty."""
    word = words[at]
    for key, name in PHRASES.get(word.stem, ()):
        if key == ("talk", "to") and word.low != "talk":
            continue  # who talks to a person asks; a program that talks to another does not
        if len(key) <= len(words) - at and all(words[at + i].stem == part for i, part in enumerate(key)):
            return _Concept(at + len(key), name, False)
    if word.low in EXACT:
        return _Concept(at + 1, EXACT[word.low], False)
    if word.low.isdigit():
        return _Concept(at + 1, word.low, False)  # a number that counts nothing is part of a name: step 2
    if _is_empty(word):
        return _Concept(at + 1, "", True)
    base = stem(IRREGULAR[word.low]) if word.low in IRREGULAR else word.stem
    name = CONCEPTS.get((base,), base)
    return _Concept(at + 1, name, name in SOFT)


def _is_empty(word: Word) -> bool:
    if word.low in CHANGES or word.low in EMPTY or word.stem in EMPTY_STEMS:
        return True
    return len(word.low) < 2 or not any(one.isalnum() for one in word.low)
