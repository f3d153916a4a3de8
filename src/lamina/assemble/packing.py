"""From what was considered to a context that fits, counted exactly, with a receipt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.assemble.fitting import fit
from lamina.assemble.rendering import line, pieces
from lamina.assemble.shares import activity_of, shares
from lamina.model.context import NO_ROOM, TIERS, Context, ContextItem, LeftOut
from lamina.model.ids import text_hash

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lamina.model.context import Considered
    from lamina.model.signals import Signals

FRAME = 70
"""About what the fence and the headings take; the whole is counted exactly."""


def pack(
    considered: Sequence[Considered], budget: int, signals: Signals, count: Callable[[Sequence[str]], list[int]]
) -> Context:
    """Never above the budget: what was estimated too low is put right by leaving out what matters least."""
    left_out: list[LeftOut] = []
    fresh = _once(considered, left_out)
    room = shares(max(0, budget - FRAME), activity_of(signals.activity, signals.error))
    fitted = fit(fresh, room)
    placed = sorted(fitted.placed, key=lambda one: (TIERS.index(one.tier), -one.one.worth, one.one.item.id))
    told = [(one.tier, line(one)) for one in placed]
    costs = _Costs(count)
    while (tokens := costs.together(pieces(told))) > budget:
        over = tokens - budget
        spare: list[LeftOut] = []
        while told and (over > 0 or not spare):
            over -= costs.of(told.pop()[1])
            spare.append(LeftOut(placed.pop().one.item.id, NO_ROOM))
        left_out += spare
    left_out += [LeftOut(one.item.id, NO_ROOM) for one in fitted.crowded_out]
    items = tuple(
        ContextItem(one.one.item.id, tier, one.length, costs.of(text), one.one.why)
        for one, (tier, text) in zip(placed, told, strict=True)
    )
    by_tier = {tier: sum(one.tokens for one in items if one.tier == tier) for tier in TIERS}
    return Context("".join(pieces(told)), tokens, by_tier, items, tuple(left_out))


class _Costs:
    """What each piece of a text costs, counted once."""

    def __init__(self, count: Callable[[Sequence[str]], list[int]]) -> None:
        self._count = count
        self._known: dict[str, int] = {}

    def together(self, told: Sequence[str]) -> int:
        new = [one for one in dict.fromkeys(told) if one not in self._known]
        self._known.update(zip(new, self._count(new), strict=True))
        return sum(map(self.of, told))

    def of(self, piece: str) -> int:
        return self._known[piece]


def _once(considered: Sequence[Considered], left_out: list[LeftOut]) -> list[Considered]:
    """Without what no longer holds, what the agent reads anyway, and what another one says already."""
    fresh: list[Considered] = []
    said: dict[str, str] = {}
    for one in considered:
        item = one.item
        key = text_hash(item.lengths.summary or item.lengths.full)
        if item.validity.valid_to:
            left_out.append(LeftOut(item.id, "superseded"))
        elif item.trust.denied_at:
            left_out.append(LeftOut(item.id, "denied"))
        elif item.trust.level == "core":
            left_out.append(LeftOut(item.id, "in an instruction file already"))
        elif key in said:
            left_out.append(LeftOut(item.id, f"says the same as {said[key]}"))
        else:
            said[key] = item.id
            fresh.append(one)
    return fresh
