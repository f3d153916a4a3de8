"""From what was considered to a context that fits, counted exactly, with a receipt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.assemble.fitting import Placed, fit
from lamina.assemble.rendering import line, rendered
from lamina.assemble.shares import activity_of, shares
from lamina.model.context import TIERS, Context, ContextItem, LeftOut
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
    text, tokens = _counted(placed, count)
    while tokens > budget:
        over = tokens - budget
        spare: list[LeftOut] = []
        while placed and (over > 0 or not spare):
            last = placed.pop()
            spare.append(LeftOut(last.one.item.id, "no room in the budget"))
            over -= last.cost
        left_out += spare
        text, tokens = _counted(placed, count)
    left_out += [LeftOut(one.item.id, "no room in the budget") for one in fitted.crowded_out]
    costs = count([line(one) for one in placed])
    items = tuple(
        ContextItem(one.one.item.id, one.tier, one.length, cost, one.one.why)
        for one, cost in zip(placed, costs, strict=True)
    )
    told = {tier: sum(one.tokens for one in items if one.tier == tier) for tier in TIERS}
    return Context(text, tokens, told, items, tuple(left_out))


def _counted(placed: Sequence[Placed], count: Callable[[Sequence[str]], list[int]]) -> tuple[str, int]:
    text = rendered(placed)
    return text, count([text])[0] if text else 0


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
