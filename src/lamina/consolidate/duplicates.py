"""Whether two statements say the same, and how similar they are: for merging, where a wrong answer loses a memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.consolidate.quantities import same

if TYPE_CHECKING:
    from lamina.consolidate.claims import Claim


def says_the_same(one: Claim, other: Claim) -> str:
    """Why the two say the same, in words; empty where they may not."""
    if not one.content or one.content != other.content:
        return ""
    if one.noes % 2 != other.noes % 2:
        return ""
    if _scopes(one) != _scopes(other):
        return ""
    mine = [quantity for clause in one.clauses for quantity in clause.quantities]
    theirs = [quantity for clause in other.clauses for quantity in clause.quantities]
    if len(mine) != len(theirs) or any(not any(same(a, b) for b in theirs) for a in mine):
        return ""
    return "the same content in other words"


def _scopes(one: Claim) -> frozenset[tuple[str, str]]:
    return frozenset(
        (dimension, member) for clause in one.clauses for dimension, members in clause.scopes.items() if dimension != "use" for member in members
    )
