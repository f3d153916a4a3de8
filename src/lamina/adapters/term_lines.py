"""`short_term.jsonl` and `long_term.jsonl`: one memory per line, with times in epoch seconds.

{"ts": 1699999999.123, "type": "short", "content": "…", "tags": ["garmin"], "importance": 0.85}
{"ts": 1699999995, "type": "long", "content": "…", "importance": 0.85, "promoted_at": 1700000100}
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class TermLine(NamedTuple):
    """A memory as these files tell it; one that was promoted is in the long-term file."""

    at: datetime
    content: str
    tags: tuple[str, ...] = ()
    importance: float | None = None
    promoted_at: datetime | None = None
    long: bool = False
    others: tuple[tuple[str, Any], ...] = ()
    """What else the line says; it is written again."""


class UnreadLine(NamedTuple):
    """A line that is no memory, and why not."""

    line: int
    why: str
    raw: bytes


class TermFile(NamedTuple):
    """The lines that were read, and those that were not."""

    lines: tuple[TermLine, ...]
    unread: tuple[UnreadLine, ...] = ()


def render(lines: Iterable[TermLine]) -> bytes:
    """The file; the caller chooses which lines go into which of the two."""
    return b"".join(_rendered(one) for one in lines)


def parse(content: bytes) -> TermFile:
    """Every line that can be read, and every other with the reason."""
    lines: list[TermLine] = []
    unread: list[UnreadLine] = []
    for number, raw in enumerate(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if raw.strip():
            try:
                read = _line(json.loads(raw.decode("utf-8")))
                _rendered(read)  # half a character, which JSON can spell, could not be written again
                lines.append(read)
            except (ValueError, TypeError, OverflowError, RecursionError) as error:
                unread.append(UnreadLine(number, str(error), raw))
            except KeyError as error:
                unread.append(UnreadLine(number, f"{error.args[0]} is missing", raw))
    return TermFile(tuple(lines), tuple(unread))


_KNOWN = ("ts", "type", "content", "tags", "importance", "promoted_at")


def _line(data: Any) -> TermLine:
    if not isinstance(data, dict):
        raise TypeError("not a JSON object")
    tags = data.get("tags") or []
    if not isinstance(data["content"], str) or not data["content"].strip():
        raise ValueError("content is no text")
    if not isinstance(tags, list) or not all(isinstance(one, str) for one in tags):
        raise ValueError("tags is no list of texts")
    promoted = data.get("promoted_at")
    return TermLine(
        at=_moment(data["ts"], "ts"),
        content=data["content"],
        tags=tuple(tags),
        importance=_share(data.get("importance")),
        promoted_at=None if promoted is None else _moment(promoted, "promoted_at"),
        long=data.get("type", "long" if promoted else "short") == "long",
        others=tuple((name, value) for name, value in data.items() if name not in _KNOWN),
    )


def _rendered(one: TermLine) -> bytes:
    told: dict[str, Any] = {"ts": _seconds(one.at), "type": "long" if one.long else "short", "content": one.content}
    told |= {"tags": list(one.tags)} if one.tags else {}
    told |= {} if one.importance is None else {"importance": one.importance}
    told |= {"promoted_at": _seconds(one.promoted_at)} if one.promoted_at else {}
    return f"{json.dumps(told | dict(one.others), ensure_ascii=False)}\n".encode()


def _moment(value: Any, name: str) -> datetime:
    """To the microsecond; also before 1970, and beyond what the machine's own clock can say."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{name} is {value!r}, which is no number of seconds")
    try:
        return _EPOCH + timedelta(seconds=value)
    except (OverflowError, ValueError) as error:
        raise ValueError(f"{name} is {value!r}, which is no time") from error


def _seconds(at: datetime) -> int | float:
    seconds = (at.astimezone(UTC) - _EPOCH).total_seconds()
    return int(seconds) if seconds == int(seconds) else seconds


def _share(value: Any) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ValueError(f"importance is {value!r}; it goes from 0 to 1")
    return value
