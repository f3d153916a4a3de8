"""Items as plain values and back: what journal, versions, export and rows hold."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from lamina.model.memory import (
    Artifact,
    EpisodeFields,
    Evidence,
    Lengths,
    MemoryItem,
    Place,
    Trust,
    Usage,
    Validity,
    fields_type,
)
from lamina.model.transcript import Turn


def stamp(at: datetime) -> str:
    """UTC, to the microsecond, so that text order is time order."""
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def moment(text: str) -> datetime:
    """Reads any ISO 8601 time; one without an offset is UTC."""
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


_PLAIN = frozenset({str, int, float, bool, type(None)})
"""What most parts are: asking first is faster than asking last."""


def to_plain(value: Any) -> Any:
    """Named tuples become objects, times become text that keeps the original offset."""
    if type(value) in _PLAIN:
        return value
    if hasattr(value, "_fields"):
        parts = zip(value._fields, value, strict=True)
        return {name: part if type(part) in _PLAIN else to_plain(part) for name, part in parts}
    if isinstance(value, tuple | list):
        return [part if type(part) in _PLAIN else to_plain(part) for part in value]
    if isinstance(value, datetime):
        return value.isoformat()
    return value


_written = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_L1 = ("ts", "role", "text", "name", "target", "lines", "diff", "result")


def l1_line(turn: Turn) -> bytes:
    """A turn as one line of an L1 file; what is empty is left out."""
    plain = {"ts": turn.at.isoformat() if turn.at else "", **turn._asdict()}
    kept = {name: plain[name] for name in _L1 if plain[name]}
    return _written(kept).encode() + b"\n"


def turn_from_l1(plain: dict[str, Any]) -> Turn:
    """Raises KeyError, TypeError or ValueError when the data is not a turn."""
    texts = {name: str(plain.get(name, "")) for name in _L1[2:]}
    return Turn(role=plain["role"], at=moment(plain["ts"]) if plain.get("ts") else None, **texts)


def item_from_plain(data: dict[str, Any]) -> MemoryItem:
    """Raises KeyError, TypeError or ValueError when the data is not an item."""
    trust, usage, validity = data["trust"], data["usage"], data["validity"]
    return MemoryItem(
        id=data["id"],
        kind=data["kind"],
        category=data["category"],
        place=Place(**data["place"]),
        lengths=Lengths(**{**data["lengths"], "tokens": tuple(data["lengths"]["tokens"])}),
        fields=_fields(data),
        validity=Validity(**{**validity, **_moments(validity, "valid_from", "valid_to")}),
        first_seen=moment(data["first_seen"]),
        last_seen=moment(data["last_seen"]),
        trust=Trust(**{**trust, **_moments(trust, *_TRUST_TIMES), "core_targets": tuple(trust["core_targets"])}),
        usage=Usage(**{**usage, **_moments(usage, "last_accessed", "last_validated")}),
        evidence=tuple(Evidence(**one) for one in data["evidence"]),
        tags=tuple(data["tags"]),
        keywords=tuple(data["keywords"]),
        files=tuple(data["files"]),
        importance=float(data["importance"]),
        confidence=float(data["confidence"]),
        imported_count=int(data["imported_count"]),
        shown=data["shown"],
        moved=float(data["moved"]),
        links=tuple(data["links"]),
        version=int(data["version"]),
        **_moments(data, "archived_at", "forgotten_at"),
    )


_TRUST_TIMES = (
    "approved_long_term_at",
    "approved_core_at",
    "denied_at",
    "promoted_long_term_at",
    "promoted_core_at",
)


def _moments(data: dict[str, Any], *names: str) -> dict[str, datetime | None]:
    return {name: moment(data[name]) if data[name] else None for name in names}


def _fields(data: dict[str, Any]) -> Any:
    plain = data["fields"]
    made = fields_type(data["kind"], data["category"])
    if made is EpisodeFields:
        return EpisodeFields(plain["title"], tuple(Artifact(**one) for one in plain["artifacts"]))
    return made(**{name: _frozen(value) for name, value in plain.items()})


def _frozen(value: Any) -> Any:
    return tuple(_frozen(part) for part in value) if isinstance(value, list) else value
