"""Whether two statements say the same, and how similar they are: for merging, where a wrong answer loses a memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.consolidate.quantities import same

if TYPE_CHECKING:
    from lamina.consolidate.claims import Claim
    from lamina.consolidate.clauses import Clause

MERGED_FROM = 0.92
"""Statements this similar are one."""
_LEXICAL = 0.7
"""How much the words count where a cosine is known too."""


def similarity(one: Claim, other: Claim, *, cosine: float | None = None) -> float:
    """0 to 1; `MERGED_FROM` is reached only where nothing is said by one and not by the other.

    A cosine alone never gets there: opposites have the same words, and near vectors.
    """
    union = one.content | other.content
    lexical = len(one.content & other.content) / len(union) if union else 0.0
    blended = lexical if cosine is None else _LEXICAL * lexical + (1 - _LEXICAL) * max(0.0, min(1.0, cosine))
    if one.text == other.text:
        return 1.0
    if says_the_same(one, other):
        return MERGED_FROM + (1 - MERGED_FROM) * blended
    return min(blended, MERGED_FROM - 0.01)


def says_the_same(one: Claim, other: Claim) -> str:
    """Why the two say the same, in words; empty where they may not."""
    if not one.whole or not other.whole:
        return ""
    if not one.content or one.content != other.content or one.stance != other.stance:
        return ""
    if one.noes != other.noes or _scopes(one) != _scopes(other) or not _same_numbers(one, other):
        return ""
    if _are_reordered(one, other) or _only(one) != _only(other) or _swapped(one, other):
        return ""
    return "the same content in other words"


def _same_numbers(one: Claim, other: Claim) -> bool:
    mine = [quantity for clause in one.clauses for quantity in clause.quantities]
    theirs = [quantity for clause in other.clauses for quantity in clause.quantities]
    if len(mine) != len(theirs):
        return False
    return all(any(same(a, b) and _bounds_agree(a.bound, b.bound) for b in theirs) for a in mine)


def _bounds_agree(one: str, other: str) -> bool:
    return one == other or "exactly" in (one, other)


def _scopes(one: Claim) -> frozenset[str]:
    return frozenset(
        member
        for clause in one.clauses
        for dimension, members in clause.scopes.items()
        for member in members
        if dimension != "use"
    )


def _are_reordered(one: Claim, other: Claim) -> bool:
    """Whether both say what comes before what, and not the same."""
    mine, theirs = (frozenset(word for clause in each.clauses for word in clause.later) for each in (one, other))
    return bool(mine and theirs) and mine != theirs


def _only(one: Claim) -> bool:
    return any(clause.only_subject for clause in one.clauses)


def _swapped(one: Claim, other: Claim) -> bool:
    """Whether who does it and to whom it is done have changed places."""
    return any(_turned(mine, theirs) for mine in one.clauses for theirs in other.clauses)


def _turned(one: Clause, other: Clause) -> bool:
    if not one.subject or not other.subject or one.subject & other.subject:
        return False
    return one.subject <= other.objects and other.subject <= one.objects and one.deed == other.deed != ""
