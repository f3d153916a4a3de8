"""A context as text: recorded notes with handles, fenced as data. The same notes give the same bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.assemble.fence import CLOSING, OPENING, quoted
from lamina.model.context import TIERS, TITLES
from lamina.model.ids import handle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.assemble.fitting import Placed


def rendered(placed: Sequence[Placed]) -> str:
    """Nothing at all when there is nothing to say."""
    if not placed:
        return ""
    parts = [OPENING]
    for tier in TIERS:
        lines = [line(one) for one in placed if one.tier == tier]
        if lines:
            parts.append("\n".join((f"## {TITLES[tier]}", *lines)))
    return "\n".join((*parts, CLOSING))


def line(one: Placed) -> str:
    """A note, and in brackets what must be known with it."""
    item = one.one.item
    text = quoted(getattr(item.lengths, one.length))
    if one.tier == "tier4":
        return f"- {text} [{handle(item.id)}]"
    known = [handle(item.id), item.last_seen.date().isoformat()]
    if item.trust.level == "pending" and item.count < 2 and item.kind != "exchange":
        known.append("seen once, unconfirmed")
    if one.one.note:
        known.append(one.one.note)
    if one.one.stale:
        known.append(one.one.stale.why)
    return f"- {text} [{'; '.join(known)}]"
