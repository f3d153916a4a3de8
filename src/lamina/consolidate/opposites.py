"""The opposite of what was said: yes and no, words that exclude each other, another order, only some, otherwise now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.consolidate.antonyms import ORDER
from lamina.consolidate.subjects import (
    NONE,
    has_another_head,
    have_other_numbers,
    have_other_sides,
    is_narrower,
    listed,
    meet,
    people,
    texts,
    within,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.consolidate.claims import Claim
    from lamina.consolidate.clauses import Clause

_FEW = 4
_EASY = frozenset("run write take set start work build".split())
"""Verbs that say little: not running something is not having it."""


def yes_and_no(one: Clause, other: Clause, older: Claim, newer: Claim) -> Iterator[str]:
    """The same said once with yes and once with no."""
    if one.negative == other.negative:
        return
    negative, positive = (one, other) if one.negative else (other, one)
    said = positive.topic | texts(positive.things) | NONE.union(*positive.affirmed.values())
    shared = _denied(negative) & (said | within(positive) | positive.soft)
    if not shared or _is_exception(negative, positive, said, newer if one.negative else older):
        return
    if have_other_sides(one, other) or is_narrower(one, other) or have_other_numbers(one, other):
        return
    overlap = len(older.content & newer.content)
    if _is_against_all(negative, positive) or _is_against(negative, positive, shared, said, overlap):
        yield f"{_sign(one)}{listed(shared)} → {_sign(other)}{listed(shared)}"


def _denied(negative: Clause) -> frozenset[str]:
    verb = {negative.verb} if negative.verb and negative.verb not in _EASY else NONE
    return negative.topic | negative.names | texts(negative.things) | verb


def _is_exception(negative: Clause, positive: Clause, said: frozenset[str], whole: Claim) -> bool:
    """Whether the no names something that the yes does not: then both can hold."""
    if negative.quantities and not positive.quantities:
        return True
    known = said | within(positive) | positive.soft | (whole.content & negative.narrow)
    if negative.lacking and (negative.topic - negative.lacking) & known:
        return not negative.lacking <= known  # merged without review: only the review is missing
    return bool(_denied(negative) - known) or negative.head not in words(positive) | within(positive) | {""}


def _is_against_all(negative: Clause, positive: Clause) -> bool:
    """ "X was shut down" and "there is no X" are against all that X did."""
    return negative.absent or negative.topic == negative.subject == positive.subject


def _is_against(negative: Clause, positive: Clause, shared: frozenset[str], said: frozenset[str], overlap: int) -> bool:
    """Whether the yes speaks of hardly anything else."""
    other_deed = negative.deed and positive.deed and negative.deed != positive.deed
    if len(shared) == 1 and (other_deed or shared <= negative.narrow):
        return False
    most = 3 if len(shared) > 1 else 1 if overlap > 1 or len(positive.topic) < 3 else 0
    return len(said - _denied(negative) - negative.soft) <= most


def _sign(one: Clause) -> str:
    return "not " if one.negative else ""


def other_sides(one: Clause, other: Clause) -> Iterator[str]:
    """Words that exclude each other, said of the same thing."""
    differing = [axis for axis in one.sides.keys() & other.sides.keys() if one.sides[axis] != other.sides[axis]]
    if len(differing) != 1 or one.negative != other.negative or has_another_head(one, other):
        return
    if one.quantities and other.quantities:
        return
    axis = differing[0]
    met = meet(one, other, frozenset((one.sides[axis], other.sides[axis])))
    if not met.apart and len(met.shared) > (axis == ORDER):
        yield f"{one.sides[axis]} ↔ {other.sides[axis]}"


def other_preference(one: Clause, other: Clause) -> Iterator[str]:
    """This over that ↔ that over this."""
    if one.dropped & other.topic and other.dropped & one.topic:
        yield f"{listed(one.dropped)} ↔ {listed(other.dropped)}"


def other_order(one: Clause, other: Clause) -> Iterator[str]:
    """This before that ↔ that before this."""
    if ORDER not in one.sides or one.sides[ORDER] != other.sides.get(ORDER) or one.negative or other.negative:
        return
    first, first_too = one.topic - one.later, other.topic - other.later
    if one.later and other.later and one.later <= first_too and other.later <= first:
        yield f"{listed(first)} {one.sides[ORDER]} {listed(one.later)} ↔ the other way round"


def only_some(one: Clause, other: Clause) -> Iterator[str]:
    """Guests may ↔ only users may; everyone may ↔ only some may."""
    if one.negative or other.negative or one.adds or other.adds:
        return
    mine, theirs = _who(one), _who(other)
    if one.only_subject != other.only_subject and mine and theirs and not mine & theirs:
        same_deed = one.topic - mine == other.topic - theirs
        if same_deed and one.objects and one.objects == other.objects:
            yield f"{_only(one)}{listed(mine)} ↔ {_only(other)}{listed(theirs)}"
    for wide, narrow in ((one, other), (other, one)):
        shared = wide.topic & narrow.topic
        if wide.everyone and narrow.only and shared and not wide.topic - narrow.topic:
            yield f"everyone ↔ only some: {listed(shared)}"


def _who(one: Clause) -> frozenset[str]:
    return one.subject | one.scopes.get("audience", NONE)


def _only(one: Clause) -> str:
    return "only " if one.only_subject else ""


def otherwise_now(one: Clause, other: Clause) -> Iterator[str]:
    """The newer speaks of the same subject and says that it is otherwise now."""
    if one.negative or other.negative or other.adds:
        return
    gone = other.dropped & (one.topic | texts(one.things))
    if gone:
        yield f"{listed(gone)} is replaced"
    if one.subject != other.subject or one.quantities or other.quantities or one.subject & people(one):
        return
    mine, theirs = words(one) - one.soft - one.subject, words(other) - other.soft - other.subject
    alike = bool(one.names) == bool(other.names) and bool(one.things) == bool(other.things)
    if one.subject and alike and not mine & theirs and 0 < len(mine) <= _FEW and 0 < len(theirs) <= _FEW:
        yield f"{listed(one.subject)}: {listed(mine)} → {listed(theirs)}"
