"""A context as text: recorded notes with handles, fenced as data. The same notes give the same bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.assemble.fence import CLOSING, OPENING, quoted
from lamina.model.context import TIERS, TITLES
from lamina.model.ids import handle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.assemble.fitting import Placed
    from lamina.model.context import Tier


def pieces(told: Sequence[tuple[Tier, str]]) -> list[str]:
    """The text of these lines, cut where no token reaches over: at their ends. Nothing when there is nothing to say."""
    if not told:
        return []
    found = [f"{OPENING}\n"]
    for tier in TIERS:
        lines = [text for place, text in told if place == tier]
        if lines:
            found += [f"## {TITLES[tier]}\n", *lines]
    return [*found, CLOSING]


def line(one: Placed) -> str:
    """A note, and in brackets what must be known with it."""
    item = one.one.item
    text = quoted(getattr(item.lengths, one.length))
    if one.tier == "tier4":
        return f"- {text} [{handle(item.id)}]\n"
    known = [handle(item.id), item.last_seen.date().isoformat()]
    if item.trust.level == "pending" and item.count < 2 and item.kind != "exchange":
        known.append("seen once, unconfirmed")
    if one.one.note:
        known.append(one.one.note)
    if one.one.stale:
        known.append(one.one.stale.why)
    return f"- {text} [{'; '.join(known)}]\n"
