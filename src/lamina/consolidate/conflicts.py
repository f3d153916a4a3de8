"""Why two statements cannot both hold: every rule in turn, on every two clauses that may speak of the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.consolidate import scopes
from lamina.consolidate.answers import other_answers, other_numbers, other_people, other_values
from lamina.consolidate.opposites import (
    only_some,
    other_order,
    other_preference,
    other_sides,
    otherwise_now,
    yes_and_no,
)
from lamina.consolidate.subjects import is_another

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.consolidate.claims import Claim


def conflicts(older: Claim, newer: Claim) -> Iterator[str]:
    """Every reason, in words."""
    # The same words with as many noes: said in another order, not the opposite.
    level = older.content == newer.content and older.noes == newer.noes
    for one in older.clauses:
        for other in newer.clauses:
            yield from only_some(one, other)
            if scopes.clash(one.scopes, other.scopes) or is_another(one, other):
                continue
            yield from other_values(one, other)
            if not other.adds:
                yield from other_numbers(one, other)
                yield from other_people(one, other)
                yield from other_answers(one, other)
            yield from other_preference(one, other)
            yield from other_order(one, other)
            yield from other_sides(one, other)
            if not level:
                yield from yes_and_no(one, other, older, newer)
            if newer.renewed:
                yield from otherwise_now(one, other)
