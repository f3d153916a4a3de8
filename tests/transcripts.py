"""Transcripts of a few lines, in the formats that agents write."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from lamina.model.transcript import Event, Head, Unreadable

Record = dict[str, Any]
Reader = Callable[[BinaryIO, int], Iterator[Head | Event | Unreadable]]


def as_lines(*records: Record) -> bytes:
    """Without spaces, as JavaScript and Rust write JSON."""
    return b"".join(json.dumps(one, separators=(",", ":")).encode() + b"\n" for one in records)


def all_of(reader: Reader, written: bytes, start: int = 0) -> list[Head | Event | Unreadable]:
    return list(reader(io.BytesIO(written), start))


def events_of(reader: Reader, *records: Record) -> list[Event]:
    """The events, when every line can be read."""
    found = all_of(reader, as_lines(*records))
    assert not [one for one in found if isinstance(one, Unreadable)]
    return [one for one in found if isinstance(one, Event)]


def unreadable(found: list[Head | Event | Unreadable]) -> list[Unreadable]:
    return [one for one in found if isinstance(one, Unreadable)]


def codex(outer: str, kind: str = "", at: str = "2026-03-02T12:00:00Z", **payload: Any) -> Record:
    return {"timestamp": at, "type": outer, "payload": {**({"type": kind} if kind else {}), **payload}}


def codex_message(role: str, *texts: str) -> Record:
    sort = "output_text" if role == "assistant" else "input_text"
    return codex("response_item", "message", role=role, content=[{"type": sort, "text": text} for text in texts])


def codex_call(name: str, call_id: str = "c1", **arguments: Any) -> Record:
    return codex("response_item", "function_call", name=name, call_id=call_id, arguments=json.dumps(arguments))


def codex_output(output: Any, call_id: str = "c1") -> Record:
    return codex("response_item", "function_call_output", call_id=call_id, output=output)


def copilot(kind: str, number: int = 1, **data: Any) -> Record:
    return {"type": kind, "data": data, "id": f"e{number}", "timestamp": "2026-03-02T12:00:00Z", "parentId": None}


def gemini(*messages: Record, **more: Any) -> bytes:
    """A document over many lines, as Gemini CLI writes it."""
    document = {"sessionId": "g1", "projectHash": "ab12", "startTime": "2026-03-02T12:00:00Z", **more}
    return json.dumps({**document, "messages": list(messages)}, indent=2).encode()
