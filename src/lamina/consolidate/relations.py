"""How a newer statement stands to an older one: against it, in its place, the same, beside it, or about something else."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from lamina.consolidate import scopes
from lamina.consolidate.claims import ABOUT, Claim, Clause, Thing, claim
from lamina.consolidate.duplicates import says_the_same
from lamina.consolidate.quantities import differ

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.consolidate.frames import Frame


class Contradiction(NamedTuple):
    """Both cannot hold."""

    why: str


class Update(NamedTuple):
    """The newer says that it is no longer as the older says."""

    why: str


class Duplicate(NamedTuple):
    """Both say the same."""

    why: str


class Compatible(NamedTuple):
    """Both can hold."""

    why: str


class Unrelated(NamedTuple):
    """They speak of different things."""

    why: str


_ROLES = frozenset("own lead ask review approv oncal sign architect captain manag".split())
"""What one person or team does for a thing at a time."""
_CONTAINERS = frozenset("db repo wiki bucket vault cloud folder drive sheet".split())
_FEW = 4
_MEASURES = frozenset("max min size pin toolchain compil runtim sdk level fire".split())
"""Words around a number that do not say what is measured."""

Relation: TypeAlias = Contradiction | Update | Duplicate | Compatible | Unrelated


def relation(older: Claim | str, newer: Claim | str) -> Relation:
    """The relation of two statements; parse each once with `claim` when it is compared often."""
    one = claim(older) if isinstance(older, str) else older
    other = claim(newer) if isinstance(newer, str) else newer
    if one.text == other.text:
        return Duplicate("the same words")
    why = next(_conflicts(one, other), "")
    if why:
        return Update(why) if other.changes else Contradiction(why)
    same = says_the_same(one, other)
    if same:
        return Duplicate(same)
    shared = one.content & other.content
    if shared:
        return Compatible(f"both speak of {', '.join(sorted(shared)[:3])}, and can both hold")
    return Unrelated("they share no subject")


def _conflicts(older: Claim, newer: Claim) -> Iterator[str]:
    for one in older.clauses:
        for other in newer.clauses:
            if scopes.clash(one.scopes, other.scopes):
                continue
            yield from _values(one, other)
            if not other.adds:
                yield from _numbers(one, other)
                yield from _people(one, other)
                yield from _frames(one, other)
            yield from _sides(one, other)
            yield from _opposite(one, other, len(older.content & newer.content))
            yield from _shut_out(one, other)
            if newer.renewed:
                yield from _renewed(one, other)


def _only(one: Clause, other: Clause, ignored: frozenset[str]) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    mine, theirs = one.topic - ignored, other.topic - ignored
    said_one = frozenset().union(*one.scopes.values()) if one.scopes else frozenset()
    said_other = frozenset().union(*other.scopes.values()) if other.scopes else frozenset()
    said_one |= one.names
    said_other |= other.names
    return mine - theirs - said_other, theirs - mine - said_one, mine & theirs


def _values(one: Clause, other: Clause) -> Iterator[str]:
    for slot in (one.affirmed.keys() | one.rejected.keys()) & (other.affirmed.keys() | other.rejected.keys()):
        yes, no = one.affirmed.get(slot, frozenset()), one.rejected.get(slot, frozenset())
        yes_too, no_too = other.affirmed.get(slot, frozenset()), other.rejected.get(slot, frozenset())
        about = ABOUT[slot] | {one.verb, other.verb}
        mine, theirs, _ = _only(one, other, about)
        mine |= one.names - yes - no - other.names
        theirs |= other.names - yes_too - no_too - one.names
        if mine and theirs:
            continue
        if scopes.narrower(one.scopes, other.scopes, one.topic | other.topic | about):
            continue
        if yes and yes_too and not yes & yes_too and not other.adds:
            if (mine | theirs) & (one.narrow | other.narrow):
                continue
            yield f"{' and '.join(sorted(yes))} ↔ {' and '.join(sorted(yes_too))} exclude each other as {slot}"
        for value in yes & no_too:
            if not theirs:
                yield f"{value} is now rejected as {slot}"
        for value in no & yes_too:
            if not mine:
                yield f"{value} was rejected as {slot}"


def _numbers(one: Clause, other: Clause) -> Iterator[str]:
    for mine in one.quantities:
        for theirs in other.quantities:
            if not differ(mine, theirs):
                continue
            left, right, shared = _only(one, other, _MEASURES)
            names = one.names & other.names
            if (left or one.names - names) and (right or other.names - names):
                continue
            if not shared and not names:
                continue
            if (left | right) & (one.narrow | other.narrow):
                continue
            if scopes.narrower(one.scopes, other.scopes, one.topic | other.topic):
                continue
            yield f"{mine.text} → {theirs.text}"


def _people(one: Clause, other: Clause) -> Iterator[str]:
    for text in _texts(other.gone) & _texts(one.things):
        yield f"{text} is gone"
    mine, theirs = _named(one), _named(other)
    left, right, shared = _only(one, other, frozenset())
    names = one.names & other.names
    left |= one.names - names
    right |= other.names - names
    if mine and theirs and not mine & theirs and shared & _ROLES and not (left and right):
        yield f"{' and '.join(sorted(mine))} → {' and '.join(sorted(theirs))}"


def _named(one: Clause) -> frozenset[str]:
    return frozenset(thing.text for thing in one.things if thing.sort == "name" and not thing.key)


def _sides(one: Clause, other: Clause) -> Iterator[str]:
    differing = [axis for axis in one.sides.keys() & other.sides.keys() if one.sides[axis] != other.sides[axis]]
    if len(differing) != 1 or one.negative != other.negative:
        return
    axis = differing[0]
    left, right, shared = _only(one, other, frozenset((one.sides[axis], other.sides[axis])))
    if (left and right) or not (shared or one.names & other.names):
        return
    yield f"{one.sides[axis]} ↔ {other.sides[axis]}"


def _opposite(one: Clause, other: Clause, overlap: int) -> Iterator[str]:
    if one.negative == other.negative:
        return
    left, right, shared = _only(one, other, frozenset())
    names = one.names & other.names
    left |= one.names - names
    right |= other.names - names
    left |= _texts(one.things) - _texts(other.things)
    right |= _texts(other.things) - _texts(one.things)
    shared |= _texts(one.things) & _texts(other.things)
    no = left if one.negative else right
    yes = right if one.negative else left
    if no or not (shared or names) or len(yes) > (3 if len(shared) + len(names) > 1 else 1 if overlap > 1 else 0):
        return
    if any(one.sides[axis] != other.sides[axis] for axis in one.sides.keys() & other.sides.keys()):
        return
    if scopes.narrower(one.scopes, other.scopes, one.topic | other.topic):
        return
    yield f"{'not ' if one.negative else ''}{_told(shared | names)} → {'not ' if other.negative else ''}{_told(shared | names)}"


def _frames(one: Clause, other: Clause) -> Iterator[str]:
    mine, theirs = one.frame, other.frame
    if mine is None or theirs is None or one.negative or other.negative or mine.joined != theirs.joined:
        return
    if mine.deed and theirs.deed and mine.deed != theirs.deed:
        return
    if one.quantities or other.quantities:
        return
    if mine.answer & (theirs.answer | theirs.key) or theirs.answer & mine.key or not mine.answer or not theirs.answer:
        return
    if not mine.key & theirs.key or (mine.key - theirs.key and theirs.key - mine.key):
        return
    if not _same_sort(mine, theirs):
        return
    if scopes.narrower(one.scopes, other.scopes, one.topic | other.topic):
        return
    yield f"{_told(mine.answer)} → {_told(theirs.answer)}"


def _shut_out(one: Clause, other: Clause) -> Iterator[str]:
    """Everyone may ↔ only some may."""
    if not ((one.everyone and other.only) or (one.only and other.everyone)) or one.negative != other.negative:
        return
    shared = one.topic & other.topic
    wide, narrow = (one, other) if one.everyone else (other, one)
    if shared and not wide.topic - narrow.topic:
        yield f"everyone ↔ only some: {_told(shared)}"


def _renewed(one: Clause, other: Clause) -> Iterator[str]:
    """The newer speaks of the same subject and says that it is otherwise now."""
    if one.negative or other.adds:
        return
    gone = other.dropped & (one.topic | _texts(one.things))
    if gone:
        yield f"{_told(gone)} is replaced"
    mine, theirs = one.topic - one.subject, other.topic - other.subject
    if (
        one.subject
        and one.subject == other.subject
        and not (one.quantities or other.quantities)
        and not (one.names & other.names or mine & theirs)
        and 0 < len(mine | one.names | _texts(one.things)) <= _FEW
        and 0 < len(theirs | other.names | _texts(other.things)) <= _FEW
    ):
        yield f"{_told(one.subject)}: {_told(mine | one.names)} → {_told(theirs | other.names)}"


def _same_sort(one: Frame, other: Frame) -> bool:
    """Whether the two answers answer the same question."""
    if "word" not in (one.sort, other.sort):
        return one.sort == other.sort or "path" not in (one.sort, other.sort) or one.joined == "place"
    if one.deed and one.deed == other.deed and one.key == other.key and "value" in (one.sort, other.sort):
        return True
    if "path" in (one.sort, other.sort):
        words = one.answer if one.sort == "word" else other.answer
        return one.joined == "place" and bool(words & _CONTAINERS)
    return False


def _texts(things: frozenset[Thing]) -> frozenset[str]:
    return frozenset(thing.text for thing in things)


def _told(words: frozenset[str]) -> str:
    return " ".join(sorted(words))
