"""`observations.json`: what was observed, and how far each observation has risen.

Written as `{"observations": [{"id", "text", "count", "sessionRefs", "firstSeen", "lastSeen", "level", …}]}`, with times
in ISO 8601. A bare list, session references as objects (`{"sessionId": …}`) and names with underscores are read too.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from lamina.errors import BadInput
from lamina.model.memory import LEVELS, Level
from lamina.model.wire import moment

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime


class Observation(NamedTuple):
    """A memory as this file tells it."""

    id: str
    text: str
    count: int  # type: ignore[assignment]  # nobody counts equal parts of an observation
    session_refs: tuple[str, ...]
    first_seen: datetime
    last_seen: datetime
    level: Level = "pending"
    denied_at: datetime | None = None
    approved_at: datetime | None = None
    """For long-term."""
    approved_core_at: datetime | None = None
    promoted_to_long_term_at: datetime | None = None
    promoted_to_core_at: datetime | None = None
    core_memory_targets: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    confidence: float | None = None


_TIMES = ("denied_at", "approved_at", "approved_core_at", "promoted_to_long_term_at", "promoted_to_core_at")


def render(observations: Iterable[Observation]) -> bytes:
    """The file; what is unknown is left out."""
    data = {"observations": [_plain(one) for one in observations]}
    return f"{json.dumps(data, ensure_ascii=False, indent=2)}\n".encode()


def parse(content: bytes, name: str = "observations.json") -> list[Observation]:
    """All of it, or BadInput that says which observation is wrong."""
    try:
        data = json.loads(content.decode("utf-8-sig")) if content.strip() else []
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{name} is not JSON: {error}.", "Nothing was read.") from error
    listed = data.get("observations") if isinstance(data, dict) else data
    if not isinstance(listed, list):
        raise BadInput(f"{name} has no list of observations.", 'It is {"observations": [ … ]}, or the list alone.')
    return [_observation(one, f"{name}, observation {number}") for number, one in enumerate(listed, 1)]


def _plain(one: Observation) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": one.id,
        "text": one.text,
        "count": one.count,
        "status": "denied" if one.denied_at else "approved" if one.approved_at else "pending",
        "sessionRefs": list(one.session_refs),
        "firstSeen": one.first_seen.isoformat(),
        "lastSeen": one.last_seen.isoformat(),
        "level": one.level,
    }
    for name in _TIMES:
        at = getattr(one, name)
        told |= {_camel(name): at.isoformat()} if at else {}
    told |= {"coreMemoryTargets": list(one.core_memory_targets)} if one.core_memory_targets else {}
    about: dict[str, Any] = {"tags": list(one.tags)} if one.tags else {}
    about |= {} if one.confidence is None else {"confidence": one.confidence}
    return told | ({"metadata": about} if about else {})


def _observation(data: Any, where: str) -> Observation:
    if not isinstance(data, dict):
        raise BadInput(f"{where} is not an object.", "Nothing was read.")
    given = {_snake(name): value for name, value in data.items()}
    try:
        return _read(given)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        why = f"{error.args[0]} is missing" if isinstance(error, KeyError) else str(error)
        raise BadInput(f"{where}: {why}.", "Nothing was read.") from error


def _read(given: dict[str, Any]) -> Observation:
    about = given.get("metadata") or {}
    times = {name: moment(given[name]) if given.get(name) else None for name in _TIMES}
    last = moment(given["last_seen"])
    # An older file says only which way it was decided: the last time it was seen is the best that is known.
    if given.get("status") == "denied":
        times["denied_at"] = times["denied_at"] or last
    if given.get("status") == "approved":
        times["approved_at"] = times["approved_at"] or last
    confidence = about.get("confidence")
    return Observation(
        id=_text(given["id"], "id"),
        text=_text(given["text"], "text"),
        count=_count(given["count"]),
        session_refs=tuple(map(_session, given.get("session_refs") or ())),
        first_seen=moment(given["first_seen"]),
        last_seen=last,
        level=_level(given.get("level") or "pending"),
        core_memory_targets=tuple(_text(one, "a target") for one in given.get("core_memory_targets") or ()),
        tags=tuple(_text(one, "a tag") for one in about.get("tags") or ()),
        confidence=None if confidence is None else float(confidence),
        **times,
    )


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{name} is {value!r}, which is no text")
    value.encode()  # half a character, which JSON can spell, could not be written again
    return value


def _count(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ValueError(f"count is {value!r}, which is no number from 1 on")
    return value


def _level(value: Any) -> Level:
    for level in LEVELS:
        if value == level:
            return level
    raise ValueError(f"level is {value!r}, which is none of {', '.join(LEVELS)}")


def _session(value: Any) -> str:
    return _text(value["sessionId"] if isinstance(value, dict) else value, "a session")


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(one.capitalize() for one in rest)


def _snake(name: str) -> str:
    return "".join(f"_{one.lower()}" if one.isupper() else one for one in name)
