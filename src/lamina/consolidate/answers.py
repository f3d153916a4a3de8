"""Two answers to one question: values that exclude each other, other numbers, other people, another answer to a key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.consolidate.exclusives import SLOTS
from lamina.consolidate.names import ABOUT
from lamina.consolidate.quantities import differ, same
from lamina.consolidate.subjects import (
    MEASURES,
    NONE,
    has_a_kind,
    has_another_head,
    have_other_numbers,
    have_other_sides,
    is_narrower,
    listed,
    meet,
    only_tells_apart,
    people,
    texts,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.consolidate.clauses import Clause
    from lamina.consolidate.frames import Frame

_ROLES = frozenset("own lead ask review approv oncal sign architect captain manag".split())
"""What one person or team does for a thing at a time."""
_CONTAINERS = frozenset("db repo wiki bucket vault cloud folder drive sheet cdn".split())
_ANY_DEED = frozenset({"make", "place", "run", "handle", "track", "check", "talk"})
"""What one does with a tool, whichever word is used for it."""


def other_values(one: Clause, other: Clause) -> Iterator[str]:
    """Two values of a slot that has one."""
    for slot in sorted((one.affirmed.keys() | one.rejected.keys()) & (other.affirmed.keys() | other.rejected.keys())):
        yes, no = one.affirmed.get(slot, NONE), one.rejected.get(slot, NONE)
        yes_too, no_too = other.affirmed.get(slot, NONE), other.rejected.get(slot, NONE)
        # Not committing a file is not refusing it: what is done with a rejected value matters.
        about = ABOUT[slot] | (NONE if no or no_too else {one.verb, other.verb})
        met = meet(one, other, about, names=False)
        left = met.left | (one.names - yes - no - other.names) | (people(one) - people(other))
        right = met.right | (other.names - yes_too - no_too - one.names) | (people(other) - people(one))
        if (left and right) or is_narrower(one, other, about):
            continue
        if SLOTS[slot].each and (left or right) and not one.topic & other.topic:
            continue
        placed = (left | right) & (one.narrow | other.narrow)
        if yes and yes_too and not (yes & yes_too or other.adds or placed or _differ_in_deed(one, other, slot)):
            yield f"{listed(yes)} ↔ {listed(yes_too)} exclude each other as {slot}"
        if not right and not other.quantities:
            yield from (f"{value} is rejected as {slot}" for value in sorted(yes & no_too))
        if not left and not one.quantities:
            yield from (f"{value} was rejected as {slot}" for value in sorted(no & yes_too))


def _differ_in_deed(one: Clause, other: Clause, slot: str) -> bool:
    """Publishing with npm, installing with pnpm."""
    if one.deed == other.deed or not one.deed or not other.deed or {one.verb, other.verb} <= ABOUT[slot]:
        return False
    return not {one.deed, other.deed} <= _ANY_DEED


def other_numbers(one: Clause, other: Clause) -> Iterator[str]:
    """Two numbers for the same measure."""
    if one.negative != other.negative or has_another_head(one, other) or have_other_sides(one, other):
        return
    if only_tells_apart(one, other) or is_narrower(one, other) or _agree_on_one(one, other):
        return
    met = meet(one, other, MEASURES)
    if met.apart or (met.left | met.right) & (one.narrow | other.narrow):
        return
    for mine in one.quantities:
        for theirs in other.quantities:
            counted = frozenset((mine.noun, theirs.noun)) if mine.noun != theirs.noun else NONE
            if differ(mine, theirs) and met.shared - counted:
                yield f"{mine.text} → {theirs.text}"


def _agree_on_one(one: Clause, other: Clause) -> bool:
    """Whether a number is the same, or (with two each) one of them says what the other is of."""
    if len(one.quantities) > 1 and len(other.quantities) > 1 and have_other_numbers(one, other):
        return True
    return any(
        same(mine, theirs) and mine.noun == theirs.noun for mine in one.quantities for theirs in other.quantities
    )


def other_people(one: Clause, other: Clause) -> Iterator[str]:
    """Another person in the same role, or somebody or something that is gone."""
    yield from (f"{text} is gone" for text in sorted(texts(other.gone) & texts(one.things)))
    mine, theirs = people(one), people(other)
    if not mine or not theirs or mine & theirs or not one.topic & other.topic & _ROLES:
        return
    # A role is one for each thing: whoever owns the parser may not own the lexer.
    left, right = _for_what(one), _for_what(other)
    if left == right or (left & right and not (left - right and right - left)):
        yield f"{listed(mine)} → {listed(theirs)}"


def _for_what(one: Clause) -> frozenset[str]:
    return (one.topic | one.names | {thing.text for thing in one.things if thing.key}) - _ROLES


def other_answers(one: Clause, other: Clause) -> Iterator[str]:
    """The same key with another answer."""
    mine, theirs = one.frame, other.frame
    if mine is None or theirs is None or one.negative or other.negative:
        return
    if bool(one.quantities) != bool(other.quantities) or have_other_numbers(one, other):
        return
    if not _have_one_key(mine, theirs) or has_another_head(one, other) or is_narrower(one, other):
        return
    if mine.sort == "path" == theirs.sort and has_a_kind(one, other):
        return
    if _answer_the_same(mine, theirs):
        yield f"{listed(mine.answer)} → {listed(theirs.answer)}"


def _have_one_key(one: Frame, other: Frame) -> bool:
    if (one.deed and other.deed and one.deed != other.deed) or not one.answer or not other.answer:
        return False
    if one.answer & (other.answer | other.key) or other.answer & one.key:
        return False
    if one.sort != other.sort and one.key != other.key:
        return False
    return bool(one.key & other.key - _ROLES) and not (one.key - other.key and other.key - one.key)


def _answer_the_same(one: Frame, other: Frame) -> bool:
    """Whether the two answers answer the same question."""
    if one.sort == "value" == other.sort and not one.joined == other.joined == "place":
        return False  # two answers that are known were compared slot by slot
    if "doer" in (one.joined, other.joined) and one.sort != other.sort:
        return False  # who writes the docs, and what they are written with
    if "word" not in (one.sort, other.sort):
        if one.joined != other.joined:
            wild = bool({"being", "doer"} & {one.joined, other.joined})
            wild |= one.sort == "name" and not (one.deed and other.deed)
            return wild and one.sort == other.sort and one.key == other.key
        return one.sort == other.sort or "path" not in (one.sort, other.sort) or one.joined == "place"
    if one.joined != other.joined:
        return False
    if one.joined == "means" and one.deed and one.deed == other.deed and one.key == other.key:
        return True
    words = one.answer if one.sort == "word" else other.answer
    return "path" in (one.sort, other.sort) and one.joined == "place" and bool(words & _CONTAINERS)
