"""How a newer statement stands to an older one: against it, in its place, the same, beside it, or elsewhere."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from lamina.consolidate.claims import Claim, claim
from lamina.consolidate.conflicts import conflicts
from lamina.consolidate.duplicates import says_the_same


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
    """The relation of two statements; take each apart once with `claim` when it is compared often."""
    one = claim(older) if isinstance(older, str) else older
    other = claim(newer) if isinstance(newer, str) else newer
    if one.text == other.text:
        return Duplicate("the same words")
    why = next(conflicts(one, other), "")
    if why:
        return Update(why) if other.changes else Contradiction(why)
    same = says_the_same(one, other)
    if same:
        return Duplicate(same)
    shared = one.content & other.content
    if shared:
        return Compatible(f"both speak of {', '.join(sorted(shared)[:3])}, and can both hold")
    return Unrelated("they share no subject")
