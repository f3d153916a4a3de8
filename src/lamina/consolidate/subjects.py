"""Whether two clauses speak of the same thing: what they share, what only one names, what tells two things apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lamina.consolidate import scopes
from lamina.consolidate.quantities import same

if TYPE_CHECKING:
    from lamina.consolidate.clauses import Clause
    from lamina.consolidate.names import Thing

NONE = frozenset[str]()
MEASURES = frozenset(
    """max min size pin toolchain compil runtim level fire last threshold length budget polici rate server deploy machin
    host interv goal target""".split()
)
"""Words around a number that do not say what is measured."""

_BARE = MEASURES - {"server", "machin", "host", "deploy"}
"""Those of them that are no thing of their own."""


class Meeting(NamedTuple):
    """What two clauses have in common, and what only one of them speaks of."""

    left: frozenset[str]
    right: frozenset[str]
    shared: frozenset[str]

    @property
    def apart(self) -> bool:
        """Each speaks of something that the other does not."""
        return bool(self.left and self.right)


def meet(one: Clause, other: Clause, ignored: frozenset[str] = NONE, *, names: bool = True) -> Meeting:
    """Holds their topics against each other; words that say little count only where there are no others."""
    mine, theirs = one.topic - ignored, other.topic - ignored
    if names:
        mine, theirs = mine | one.names | people(one), theirs | other.names | people(other)
    left = mine - theirs - other.soft - within(other)
    right = theirs - mine - one.soft - within(one)
    shared = mine & theirs
    if not shared and not left and not right:
        shared = one.soft & other.soft
    return Meeting(left, right, shared)


def is_another(one: Clause, other: Clause) -> bool:
    """Whether the same noun means two things: the read timeout, the connect timeout."""
    for noun in one.before.keys() & other.before.keys():
        mine, theirs = one.before[noun], other.before[noun]
        if mine & theirs or _answers(one, mine) or _answers(other, theirs):
            continue
        if not (mine & (other.topic | other.soft) or theirs & (one.topic | one.soft)):
            return True
    return False


def _answers(one: Clause, words: frozenset[str]) -> bool:
    return bool(words & one.names or words & set(one.sides.values()))


def has_another_head(one: Clause, other: Clause) -> bool:
    """Whether the two speak of different things altogether: functions, files."""
    if not one.head or not other.head or one.head == other.head:
        return False
    return one.head not in words(other) | _BARE and other.head not in words(one) | _BARE


def has_a_kind(one: Clause, other: Clause) -> bool:
    """Whether only one names a kind of the thing: the config, the client config."""
    kinds = [
        (mine.before[noun] - theirs.topic) & mine.topic
        for mine, theirs in ((one, other), (other, one))
        for noun in mine.before.keys() & theirs.topic - theirs.before.keys()
    ]
    return any(kinds)


def only_tells_apart(one: Clause, other: Clause) -> bool:
    """Whether all that is shared only tells two other things apart: the batch size, a batch job."""
    shared = one.topic & other.topic
    mine = {noun for noun, before in one.before.items() if before & shared}
    theirs = {noun for noun, before in other.before.items() if before & shared}
    return len(shared) == 1 and bool(mine and theirs) and not mine & theirs


def have_other_numbers(one: Clause, other: Clause) -> bool:
    """Whether both speak of numbers, and not of the same."""
    pairs = [(mine, theirs) for mine in one.quantities for theirs in other.quantities]
    return bool(pairs) and not any(same(mine, theirs) for mine, theirs in pairs)


def have_other_sides(one: Clause, other: Clause) -> bool:
    """Whether they stand on different sides of some axis."""
    return any(one.sides[axis] != other.sides[axis] for axis in one.sides.keys() & other.sides.keys())


def is_narrower(one: Clause, other: Clause, said: frozenset[str] = NONE) -> bool:
    """Whether only one of them names a scope that matters."""
    return bool(
        scopes.narrower(one.scopes, other.scopes, other.topic | said)
        or scopes.narrower(other.scopes, one.scopes, one.topic | said)
    )


def within(one: Clause) -> frozenset[str]:
    """Every scope that it names."""
    return NONE.union(*one.scopes.values()) if one.scopes else NONE


def words(one: Clause) -> frozenset[str]:
    """Every word that it says, however little."""
    return one.topic | one.soft | one.names | texts(one.things)


def people(one: Clause) -> frozenset[str]:
    """Those that it names as an answer: people, teams, products nobody listed."""
    return frozenset(thing.text for thing in one.things if thing.sort == "name" and not thing.key)


def texts(things: frozenset[Thing]) -> frozenset[str]:
    """The things as they are written."""
    return frozenset(thing.text for thing in things)


def listed(names: frozenset[str]) -> str:
    """For a reason in words."""
    return " and ".join(sorted(names))
