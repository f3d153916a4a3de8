"""Items and turns as rows, and back."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING, Any

from lamina.model.ids import text_hash
from lamina.model.memory import Standing
from lamina.model.transcript import Turn
from lamina.model.wire import item_from_plain, moment, stamp, to_plain
from lamina.store.packing import dumped, plain_body

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.model.memory import MemoryItem

USAGE = ("retrieved", "cited", "ignored", "last_accessed", "contradictions", "last_validated")
NO_LINKS = "[]"
NOTHING_BESIDE = (0, 0, 0, None, 0, None, None, "full", 0.0, NO_LINKS, None)
"""The columns beside a body, of an item that nobody has used and consolidation has not met."""

_BESIDE = frozenset({"usage", *Standing._fields})


def body_of(item: MemoryItem) -> str:
    """The item as JSON, without its counters and its standing: those change without a new version."""
    parts = zip(item._fields, item, strict=True)
    return dumped({name: to_plain(part) for name, part in parts if name not in _BESIDE})


def words_of(body: str) -> str:
    """A body without its version, which is the last of its sorted keys: what is left is equal when the words are."""
    return body[: body.rindex('"version":')]


def item_row(item: MemoryItem, body: str, *, n: int, change: int) -> dict[str, Any]:
    """The columns of one item."""
    return {
        "n": n,
        "project": item.place.project,
        "id": item.id,
        "change": change,
        "version": item.version,
        "kind": item.kind,
        "level": item.trust.level,
        "visibility": item.place.visibility,
        "user_id": item.place.user,
        "session": item.sessions[0] if item.sessions else "",
        "opening": item.evidence[0].first_turn if item.evidence else 0,
        "closing": item.evidence[0].last_turn if item.evidence else 0,
        "text_hash": text_hash(item.lengths.full),
        "first_seen": stamp(item.first_seen),
        "last_seen": stamp(item.last_seen),
        "valid_from": stamp(item.validity.valid_from),
        "valid_to": _stamped(item.validity.valid_to),
        "denied_at": _stamped(item.trust.denied_at),
        **standing_row(item.standing),
        "forgotten_at": _stamped(item.forgotten_at),
        "body": body,
    }


def standing_row(standing: Standing) -> dict[str, Any]:
    """The columns that say how an item stands."""
    return {
        "archived_at": _stamped(standing.archived_at),
        "shown": standing.shown,
        "moved": standing.moved,
        "links": dumped(standing.links) if standing.links else NO_LINKS,
    }


def standing_from(columns: Sequence[Any]) -> Standing:
    """A standing from its columns, in their order."""
    archived_at, shown, moved, links = columns
    linked = tuple(json.loads(links)) if links != NO_LINKS else ()
    return Standing(moment(archived_at) if archived_at else None, shown, moved, linked)


def usage_row(item: MemoryItem) -> dict[str, Any]:
    """The counters of one item."""
    return {"project": item.place.project, "id": item.id} | {
        name: stamp(value) if isinstance(value, datetime) else value
        for name, value in zip(item.usage._fields, item.usage, strict=True)
    }


def item_from(body: str, beside: Sequence[Any]) -> MemoryItem:
    """An item from its body and the columns beside it: its counters, its standing, and what is cold of it."""
    usage = dict(zip(USAGE, beside, strict=False))
    standing = standing_from(beside[len(USAGE) : -1])
    return item_from_plain({**plain_body(body, beside[-1]), "usage": usage, **to_plain(standing)})


def turn_body(turn: Turn) -> str:
    """A turn as JSON; what is empty is left out."""
    return dumped({name: part for name, part in to_plain(turn).items() if part})


def turn_from(body: str) -> Turn:
    """A turn from its JSON."""
    plain = json.loads(body)
    return Turn(**{**plain, "at": moment(plain["at"]) if plain.get("at") else None})


def _stamped(at: datetime | None) -> str | None:
    return stamp(at) if at else None
