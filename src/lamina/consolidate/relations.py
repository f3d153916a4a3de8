"""How a newer statement stands to an older one: against it, in its place, the same, beside it, or about something else."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from lamina.consolidate import scopes
from lamina.consolidate.claims import ABOUT, Claim, Clause, Thing, claim
from lamina.consolidate.duplicates import says_the_same
from lamina.consolidate.quantities import differ

if TYPE_CHECKING:
    from collections.abc import Iterator


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
                yield from _things(one, other)
            yield from _sides(one, other)
            yield from _opposite(one, other)


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
        about = ABOUT[slot]
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
            left, right, shared = _only(one, other, frozenset())
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


def _things(one: Clause, other: Clause) -> Iterator[str]:
    for sort in ("path", "name"):
        for text in _texts(other.gone) & _texts(one.things):
            yield f"{text} is gone"
        mine = {thing.text for thing in one.things if thing.sort == sort and not thing.key}
        theirs = {thing.text for thing in other.things if thing.sort == sort and not thing.key}
        if not mine or not theirs or mine & theirs:
            continue
        left, right, shared = _only(one, other, frozenset())
        names = one.names & other.names
        left |= one.names - names
        right |= other.names - names
        if (left and right) or not (shared or names):
            continue
        yield f"{' and '.join(sorted(mine))} → {' and '.join(sorted(theirs))}"


def _sides(one: Clause, other: Clause) -> Iterator[str]:
    differing = [axis for axis in one.sides.keys() & other.sides.keys() if one.sides[axis] != other.sides[axis]]
    if len(differing) != 1 or one.negative != other.negative:
        return
    axis = differing[0]
    left, right, shared = _only(one, other, frozenset((one.sides[axis], other.sides[axis])))
    if (left and right) or not (shared or one.names & other.names):
        return
    yield f"{one.sides[axis]} ↔ {other.sides[axis]}"


def _opposite(one: Clause, other: Clause) -> Iterator[str]:
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
    if no or not (shared or names) or len(shared) + len(names) < 1:
        return
    if any(one.sides[axis] != other.sides[axis] for axis in one.sides.keys() & other.sides.keys()):
        return
    if scopes.narrower(one.scopes, other.scopes, one.topic | other.topic):
        return
    yield f"{'not ' if one.negative else ''}{_told(shared | names)} → {'not ' if other.negative else ''}{_told(shared | names)}"


def _texts(things: frozenset[Thing]) -> frozenset[str]:
    return frozenset(thing.text for thing in things)


def _told(words: frozenset[str]) -> str:
    return " ".join(sorted(words))
