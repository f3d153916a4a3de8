"""Why two statements cannot both hold, rule by rule; each asks first whether they speak of the same thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lamina.consolidate import scopes
from lamina.consolidate.exclusives import SLOTS
from lamina.consolidate.names import ABOUT
from lamina.consolidate.quantities import differ, same

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.consolidate.claims import Claim
    from lamina.consolidate.clauses import Clause
    from lamina.consolidate.frames import Frame
    from lamina.consolidate.names import Thing

_NONE = frozenset[str]()
_ROLES = frozenset("own lead ask review approv oncal sign architect captain manag".split())
"""What one person or team does for a thing at a time."""
_CONTAINERS = frozenset("db repo wiki bucket vault cloud folder drive sheet cdn".split())
_MEASURES = frozenset(
    """max min size pin toolchain compil runtim level fire last threshold length budget polici rate server deploy
    machin host interv goal target""".split()
)
"""Words around a number that do not say what is measured."""
_FEW = 4
_ANY_DEED = frozenset({"make", "place", "run", "handle", "track", "check", "talk"})
"""What one does with a tool, whichever word is used for it."""
_EASY = frozenset("run write take set start work build".split())
"""Verbs that say little: not running something is not having it."""


class Meeting(NamedTuple):
    """What two clauses have in common, and what only one of them speaks of."""

    left: frozenset[str]
    right: frozenset[str]
    shared: frozenset[str]

    @property
    def apart(self) -> bool:
        """Each speaks of something that the other does not."""
        return bool(self.left and self.right)


def conflicts(older: Claim, newer: Claim) -> Iterator[str]:
    """Every reason, in words."""
    # The same words with as many noes: said in another order, not the opposite.
    level = older.content == newer.content and older.noes == newer.noes
    for one in older.clauses:
        for other in newer.clauses:
            yield from _only_some(one, other)
            if scopes.clash(one.scopes, other.scopes) or _other_subject(one, other):
                continue
            yield from _preferred(one, other)
            yield from _reversed(one, other)
            yield from _values(one, other)
            if not other.adds:
                yield from _numbers(one, other)
                yield from _people(one, other)
                yield from _frames(one, other)
            yield from _sides(one, other)
            if not level:
                yield from _opposite(one, other, older, newer)
            yield from _shut_out(one, other)
            if newer.renewed and not other.adds:
                yield from _renewed(one, other)


def _other_subject(one: Clause, other: Clause) -> bool:
    """Whether the same noun means two things: the read timeout, the connect timeout."""
    for noun in one.before.keys() & other.before.keys():
        mine, theirs = one.before[noun], other.before[noun]
        if mine & theirs or _answers(one, mine) or _answers(other, theirs):
            continue
        if not (mine & (other.topic | other.soft) or theirs & (one.topic | one.soft)):
            return True
    return False


def _other_head(one: Clause, other: Clause) -> bool:
    """Whether the two speak of different things altogether: functions, files."""
    if not one.head or not other.head or one.head == other.head:
        return False
    return one.head not in _words(other) and other.head not in _words(one)


def _words(one: Clause) -> frozenset[str]:
    return one.topic | one.soft | one.names | _texts(one.things) | _MEASURES


def _one_is_told_apart(one: Clause, other: Clause) -> bool:
    """Whether only one names a kind of the thing: the config, the client config."""
    kinds = [
        (mine.before[noun] - theirs.topic) & mine.topic
        for mine, theirs in ((one, other), (other, one))
        for noun in mine.before.keys() & theirs.topic - theirs.before.keys()
    ]
    return any(kinds)


def _modifies_another(one: Clause, other: Clause) -> bool:
    """Whether all that is shared only tells two other things apart: the batch size, a batch job."""
    shared = one.topic & other.topic
    mine = {noun for noun, words in one.before.items() if words & shared}
    theirs = {noun for noun, words in other.before.items() if words & shared}
    return len(shared) == 1 and bool(mine and theirs) and not mine & theirs


def _answers(one: Clause, words: frozenset[str]) -> bool:
    return bool(words & one.names or words & set(one.sides.values()))


def _meet(one: Clause, other: Clause, ignored: frozenset[str] = _NONE, *, names: bool = True) -> Meeting:
    mine, theirs = one.topic - ignored, other.topic - ignored
    if names:
        mine, theirs = mine | one.names | _named(one), theirs | other.names | _named(other)
    left = mine - theirs - other.soft - _within(other)
    right = theirs - mine - one.soft - _within(one)
    shared = mine & theirs
    if not shared and not left and not right:
        shared = one.soft & other.soft
    return Meeting(left, right, shared)


def _within(one: Clause) -> frozenset[str]:
    return _NONE.union(*one.scopes.values()) if one.scopes else _NONE


def _narrower(one: Clause, other: Clause, said: frozenset[str] = _NONE) -> str:
    return scopes.narrower(one.scopes, other.scopes, other.topic | said) or scopes.narrower(
        other.scopes, one.scopes, one.topic | said
    )


def _values(one: Clause, other: Clause) -> Iterator[str]:
    """Two answers to a question that has one."""
    for slot in sorted((one.affirmed.keys() | one.rejected.keys()) & (other.affirmed.keys() | other.rejected.keys())):
        yes, no = one.affirmed.get(slot, _NONE), one.rejected.get(slot, _NONE)
        yes_too, no_too = other.affirmed.get(slot, _NONE), other.rejected.get(slot, _NONE)
        about = ABOUT[slot]
        # publishing with npm, installing with pnpm
        differ_in_deed = (
            one.deed != other.deed
            and bool({one.deed, other.deed} - _ANY_DEED)
            and not ({one.verb, other.verb} <= about or "" in (one.deed, other.deed))
        )
        if not no and not no_too:  # not committing a file is not refusing it
            about = about | {one.verb, other.verb}
        met = _meet(one, other, about, names=False)
        left = met.left | (one.names - yes - no - other.names)
        right = met.right | (other.names - yes_too - no_too - one.names)
        if (left and right) or _narrower(one, other, about):
            continue
        if SLOTS[slot].each and (left or right) and not one.topic & other.topic:
            continue
        if (
            yes
            and yes_too
            and not (yes & yes_too or other.adds or differ_in_deed)
            and not (left | right) & (one.narrow | other.narrow)
        ):
            yield f"{_listed(yes)} ↔ {_listed(yes_too)} exclude each other as {slot}"
        for value in sorted(yes & no_too):
            if not right and not other.quantities:
                yield f"{value} is rejected as {slot}"
        for value in sorted(no & yes_too):
            if not left and not one.quantities:
                yield f"{value} was rejected as {slot}"


def _numbers(one: Clause, other: Clause) -> Iterator[str]:
    """Two numbers for the same measure."""
    if one.negative != other.negative or _other_head(one, other) or _differing_sides(one, other):
        return
    if _modifies_another(one, other) or (
        len(one.quantities) > 1 and len(other.quantities) > 1 and _other_numbers(one, other)
    ):
        return  # with two numbers each, one of them says what the other is of
    if any(same(mine, theirs) and mine.noun == theirs.noun for mine in one.quantities for theirs in other.quantities):
        return
    for mine in one.quantities:
        for theirs in other.quantities:
            if not differ(mine, theirs):
                continue
            met = _meet(one, other, _MEASURES)
            counted = frozenset((mine.noun, theirs.noun)) if mine.noun != theirs.noun else _NONE
            if (
                met.apart
                or not met.shared - counted
                or (met.left | met.right) & (one.narrow | other.narrow)
                or _narrower(one, other)
            ):
                continue
            yield f"{mine.text} → {theirs.text}"


def _people(one: Clause, other: Clause) -> Iterator[str]:
    """Another person in the same role, or somebody or something that is gone."""
    for text in sorted(_texts(other.gone) & _texts(one.things)):
        yield f"{text} is gone"
    mine, theirs = _named(one), _named(other)
    if not mine or not theirs or mine & theirs or not one.topic & other.topic & _ROLES:
        return
    # A role is one for each thing: whoever owns the parser may not own the lexer.
    left, right = (one.topic | one.names | _keys(one)) - _ROLES, (other.topic | other.names | _keys(other)) - _ROLES
    if left == right or (left & right and not (left - right and right - left)):
        yield f"{_listed(mine)} → {_listed(theirs)}"


def _frames(one: Clause, other: Clause) -> Iterator[str]:
    """The same key with another answer."""
    mine, theirs = one.frame, other.frame
    if mine is None or theirs is None or one.negative or other.negative or _has_other_numbers(one, other):
        return
    if (mine.deed and theirs.deed and mine.deed != theirs.deed) or not mine.answer or not theirs.answer:
        return
    if mine.sort == "value" == theirs.sort and not mine.joined == theirs.joined == "place":
        return  # two answers that are known were compared slot by slot
    if _other_head(one, other) or (mine.sort != theirs.sort and mine.key != theirs.key):
        return
    if mine.answer & (theirs.answer | theirs.key) or theirs.answer & mine.key:
        return
    if not mine.key & theirs.key - _ROLES or (mine.key - theirs.key and theirs.key - mine.key):
        return
    if mine.sort == "path" == theirs.sort and _one_is_told_apart(one, other):
        return
    if _same_question(mine, theirs) and not _narrower(one, other):
        yield f"{_listed(mine.answer)} → {_listed(theirs.answer)}"


def _has_other_numbers(one: Clause, other: Clause) -> bool:
    return bool(one.quantities) != bool(other.quantities) or _other_numbers(one, other)


def _same_question(one: Frame, other: Frame) -> bool:
    """Whether the two answers answer the same question."""
    if "doer" in (one.joined, other.joined) and one.sort != other.sort:
        return False  # who writes the docs, and what they are written with
    if "word" not in (one.sort, other.sort):
        if one.joined != other.joined:
            wild = bool({"being", "doer"} & {one.joined, other.joined}) or (
                one.sort == "name" and not (one.deed and other.deed)
            )
            return wild and one.sort == other.sort and one.key == other.key
        return one.sort == other.sort or "path" not in (one.sort, other.sort) or one.joined == "place"
    if one.joined != other.joined:
        return False
    if one.joined == "means" and one.deed and one.deed == other.deed and one.key == other.key:
        return True
    if "path" in (one.sort, other.sort):
        words = one.answer if one.sort == "word" else other.answer
        return one.joined == "place" and bool(words & _CONTAINERS)
    return False


def _sides(one: Clause, other: Clause) -> Iterator[str]:
    """Words that exclude each other, said of the same thing."""
    differing = [axis for axis in one.sides.keys() & other.sides.keys() if one.sides[axis] != other.sides[axis]]
    if len(differing) != 1 or one.negative != other.negative or (one.quantities and other.quantities):
        return
    if _other_head(one, other):
        return
    axis = differing[0]
    met = _meet(one, other, frozenset((one.sides[axis], other.sides[axis])))
    if not met.apart and len(met.shared) > (axis == "before/after"):
        yield f"{one.sides[axis]} ↔ {other.sides[axis]}"


def _opposite(one: Clause, other: Clause, older: Claim, newer: Claim) -> Iterator[str]:
    """The same said once with yes and once with no."""
    if one.negative == other.negative:
        return
    negative, positive = (one, other) if one.negative else (other, one)
    said = newer if one.negative else older
    affirmed = _NONE.union(*positive.affirmed.values()) if positive.affirmed else _NONE
    no = negative.topic | negative.names | _texts(negative.things)
    if negative.verb and negative.verb not in _EASY:
        no |= {negative.verb}
    yes = positive.topic | affirmed | _texts(positive.things) | _within(positive) | positive.soft
    shared = no & yes
    # What only the negative names makes it an exception, unless it was said in another clause.
    if negative.head and negative.head not in _words(positive) | _within(positive):
        return
    if negative.quantities and not positive.quantities:
        return
    if not shared or no - yes - (said.content & negative.narrow) - _within(positive):
        return
    if _differing_sides(one, other) or _narrower(one, other) or _other_numbers(one, other):
        return
    extra = (positive.topic | affirmed | _texts(positive.things)) - no - negative.soft
    whole = (
        negative.absent or negative.topic == negative.subject == positive.subject
    )  # "X was shut down" is against all that X did
    if len(shared) == 1 and ((one.deed and other.deed and one.deed != other.deed) or shared <= negative.narrow):
        return
    overlap = len(older.content & newer.content)
    most = 3 if len(shared) > 1 else 1 if overlap > 1 or len(positive.topic) < 3 else 0
    if len(extra) <= most or whole:
        yield f"{_denied(one)}{_listed(shared)} → {_denied(other)}{_listed(shared)}"


def _other_numbers(one: Clause, other: Clause) -> bool:
    """Whether both speak of numbers, and not of the same."""
    pairs = [(mine, theirs) for mine in one.quantities for theirs in other.quantities]
    return bool(pairs) and not any(same(mine, theirs) for mine, theirs in pairs)


def _differing_sides(one: Clause, other: Clause) -> bool:
    return any(one.sides[axis] != other.sides[axis] for axis in one.sides.keys() & other.sides.keys())


def _denied(one: Clause) -> str:
    return "not " if one.negative else ""


def _preferred(one: Clause, other: Clause) -> Iterator[str]:
    """This over that ↔ that over this."""
    if one.dropped & other.topic and other.dropped & one.topic:
        yield f"{_listed(one.dropped)} ↔ {_listed(other.dropped)}"


def _reversed(one: Clause, other: Clause) -> Iterator[str]:
    """This before that ↔ that before this."""
    axis = "before/after"
    if axis not in one.sides or axis not in other.sides or one.negative or other.negative:
        return
    turned = one.sides[axis] == other.sides[axis]
    first, then = one.topic - one.later, one.later
    if turned and then and then <= other.topic - other.later and other.later <= first and other.later:
        yield f"{_listed(first)} {one.sides[axis]} {_listed(then)} ↔ the other way round"


def _only_some(one: Clause, other: Clause) -> Iterator[str]:
    """Guests may ↔ only users may."""
    if one.only_subject == other.only_subject or one.negative or other.negative or one.adds or other.adds:
        return
    mine, theirs = _who(one), _who(other)
    rest, others = one.topic - mine, other.topic - theirs
    if mine and theirs and not mine & theirs and rest == others and one.objects and one.objects == other.objects:
        yield (
            f"{_listed(mine)} ↔ only {_listed(theirs)}"
            if other.only_subject
            else f"only {_listed(mine)} ↔ {_listed(theirs)}"
        )


def _who(one: Clause) -> frozenset[str]:
    return one.subject | one.scopes.get("audience", _NONE)


def _shut_out(one: Clause, other: Clause) -> Iterator[str]:
    """Everyone may ↔ only some may."""
    if not ((one.everyone and other.only) or (one.only and other.everyone)) or one.negative != other.negative:
        return
    wide, narrow = (one, other) if one.everyone else (other, one)
    shared = wide.topic & narrow.topic
    if shared and not wide.topic - narrow.topic:
        yield f"everyone ↔ only some: {_listed(shared)}"


def _renewed(one: Clause, other: Clause) -> Iterator[str]:
    """The newer speaks of the same subject and says that it is otherwise now."""
    if one.negative or other.negative:
        return
    gone = other.dropped & (one.topic | _texts(one.things))
    if gone:
        yield f"{_listed(gone)} is replaced"
    mine, theirs = _rest(one), _rest(other)
    kept = (
        one.subject
        and one.subject == other.subject
        and not (one.quantities or other.quantities or one.subject & _named(one))
    )
    alike = bool(one.names) == bool(other.names) and bool(one.things) == bool(other.things)
    if kept and alike and not mine & theirs and 0 < len(mine) <= _FEW and 0 < len(theirs) <= _FEW:
        yield f"{_listed(one.subject)}: {_listed(mine)} → {_listed(theirs)}"


def _rest(one: Clause) -> frozenset[str]:
    return (one.topic | one.names | _texts(one.things)) - one.subject


def _named(one: Clause) -> frozenset[str]:
    return frozenset(thing.text for thing in one.things if thing.sort == "name" and not thing.key)


def _keys(one: Clause) -> frozenset[str]:
    return frozenset(thing.text for thing in one.things if thing.key)


def _texts(things: frozenset[Thing]) -> frozenset[str]:
    return frozenset(thing.text for thing in things)


def _listed(words: frozenset[str]) -> str:
    return " and ".join(sorted(words))
