"""The lines that Copilot CLI writes: which of them say something, and their shapes."""

from __future__ import annotations

import re
from typing import Any, Generic, TypeVar

import msgspec

P = TypeVar("P")


class Line(msgspec.Struct, Generic[P]):
    """The envelope of every line."""

    data: P
    timestamp: str = ""
    id: str = ""
    agentId: str | None = None


class Context(msgspec.Struct):
    """Where the session runs."""

    cwd: str | None = None
    branch: str | None = None


class Start(msgspec.Struct):
    """The first line."""

    sessionId: str
    startTime: str | None = None
    context: Context | None = None


class UserMessage(msgspec.Struct):
    """A prompt as it was typed; `source` names what else put it there, such as a skill."""

    content: str
    source: str | None = None


class AssistantMessage(msgspec.Struct):
    """A message; its tool calls have lines of their own."""

    content: str | None = None
    parentToolCallId: str | None = None


class CallStart(msgspec.Struct):
    """A tool begins."""

    toolCallId: str
    toolName: str
    arguments: dict[str, Any] | str | None = None
    parentToolCallId: str | None = None


class Result(msgspec.Struct):
    """What a tool gave to the model, and what it showed to the user."""

    content: str = ""
    detailedContent: str | None = None


class Problem(msgspec.Struct):
    """Why a tool failed."""

    message: str = ""


class CallEnd(msgspec.Struct):
    """A tool is done."""

    toolCallId: str
    success: bool = True
    result: Result | None = None
    error: Problem | None = None


class Abort(msgspec.Struct):
    """The user stopped it."""

    reason: str | None = None


class Compaction(msgspec.Struct):
    """The history was replaced by a summary."""

    success: bool = True
    summaryContent: str | None = None


class Title(msgspec.Struct):
    """The session has a name."""

    title: str = ""


_SHAPES: dict[str, type[msgspec.Struct]] = {
    "session.start": Start,
    "user.message": UserMessage,
    "assistant.message": AssistantMessage,
    "tool.execution_start": CallStart,
    "tool.execution_complete": CallEnd,
    "abort": Abort,
    "session.compaction_complete": Compaction,
    "session.title_changed": Title,
}
_DECODERS: dict[str, msgspec.json.Decoder[Line[Any]]] = {
    kind: msgspec.json.Decoder(Line[shape])  # type: ignore[valid-type]
    for kind, shape in _SHAPES.items()
}
# Copilot always writes the type first, so a look at the first bytes is exact; other orders take the slow way.
_KIND = re.compile(rb'\{"type":"([\w.]+)"')


class _Kind(msgspec.Struct):
    type: str = ""


_SLOW = msgspec.json.Decoder(_Kind)


def decode(raw: bytes) -> Line[Any] | None:
    """What a line says; None where it is of a kind that nobody needs."""
    found = _KIND.match(raw)
    decoder = _DECODERS.get(found[1].decode() if found else _SLOW.decode(raw).type)
    return decoder.decode(raw) if decoder else None
