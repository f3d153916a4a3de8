"""Which memories go in, and how long each is told: the most worth for the tokens, tier by tier.

Each memory can be told at several lengths. One length more costs tokens and adds worth: what adds the most worth
per token is taken first, as long as there is room. What a tier leaves over flows on to the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lamina.model.context import LONGEST, SHORTEST, TIERS
from lamina.model.memory import LENGTHS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lamina.model.context import Considered, Tier
    from lamina.model.memory import Length

SAYS = {"index": 0.2, "compressed": 0.5, "summary": 0.8, "full": 1.0}
"""The share of a memory's worth that each length carries."""
SHARPNESS = 2
"""What matters most must not lose its place to several small things that matter half as much."""
PER_LINE = 16
"""Tokens of a line beside its text: handle, date, what must be said with it. The whole is counted exactly later."""


class Placed(NamedTuple):
    """A memory with a place and a length."""

    one: Considered
    tier: Tier
    length: Length
    cost: int


class Fitted(NamedTuple):
    """What goes in, and what found no room."""

    placed: list[Placed]
    crowded_out: list[Considered]


def fit(considered: Sequence[Considered], room: Mapping[Tier, int]) -> Fitted:
    """Fills tier after tier. What finds no room in its own is offered to the next, where it is told more briefly."""
    placed: list[Placed] = []
    waiting: list[Considered] = []
    left = 0
    for tier in TIERS:
        left += room[tier]
        offered = [*(one for one in considered if one.tier == tier), *waiting]
        taken, left = _filled(offered, tier, left)
        there = {one.one.item.id for one in taken}
        placed += taken
        waiting = [one for one in offered if one.item.id not in there]
    return Fitted(_told_longer(placed, left), waiting)


def _filled(offered: Sequence[Considered], tier: Tier, room: int) -> tuple[list[Placed], int]:
    chosen: dict[str, Placed] = {}
    for _, one, length, cost in sorted(_steps(offered, tier), key=lambda step: (-step[0], step[1].item.id, step[3])):
        before = chosen.get(one.item.id)
        more = cost - (before.cost if before else 0)
        if more <= room and (before is None or more > 0):
            chosen[one.item.id] = Placed(one, tier, length, cost)
            room -= more
    return [chosen[one.item.id] for one in offered if one.item.id in chosen], room


def _steps(offered: Iterable[Considered], tier: Tier) -> Iterable[tuple[float, Considered, Length, int]]:
    """Each way to tell each memory, with the worth that it adds per token that it adds."""
    for one in offered:
        said, cost = 0.0, 0
        for length in lengths_for(one, LONGEST[tier], SHORTEST[tier]):
            tokens = cost_of(one, length)
            worth = one.worth**SHARPNESS * SAYS[length]
            if tokens > cost or not said:
                yield (worth - said) / max(1, tokens - cost), one, length, tokens
                said, cost = worth, tokens


def lengths_for(one: Considered, longest: Length, shortest: Length) -> list[Length]:
    """From the shortest to the longest at which it may be told here, each text once."""
    most = max(LENGTHS.index(longest), LENGTHS.index(one.item.shown))
    found: dict[str, Length] = {}
    for length in reversed(LENGTHS[most : max(most, LENGTHS.index(shortest)) + 1]):
        text = getattr(one.item.lengths, length)
        if text:
            found.setdefault(text, length)
    return list(found.values())


def cost_of(one: Considered, length: Length) -> int:
    """About how many tokens its line takes."""
    return one.item.lengths.tokens[LENGTHS.index(length)] + PER_LINE


def _told_longer(placed: list[Placed], left: int) -> list[Placed]:
    """What is left over at the end tells the worthiest at more length."""
    longer = {at: one for at, one in enumerate(placed) if one.tier != "tier4"}
    for at in sorted(longer, key=lambda at: (TIERS.index(placed[at].tier), -placed[at].one.worth, at)):
        mine = placed[at]
        for length in reversed(lengths_for(mine.one, "full", mine.length)):
            cost = cost_of(mine.one, length)
            if mine.cost < cost <= mine.cost + left:
                left -= cost - mine.cost
                placed[at] = mine._replace(length=length, cost=cost)
                break
    return placed
