"""The lines that Codex CLI writes: which of them say something, and their shapes."""

from __future__ import annotations

import re
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

P = TypeVar("P")


class Line(msgspec.Struct, Generic[P]):
    """The envelope of every line since the autumn of 2025."""

    payload: P
    timestamp: str = ""


class Git(msgspec.Struct):
    """Where the session began."""

    branch: str | None = None


class Meta(msgspec.Struct):
    """The first line."""

    id: str
    timestamp: str = ""
    cwd: str = ""
    git: Git | None = None
    source: Any = None
    thread_source: str | None = None


class Text(msgspec.Struct):
    """One part of a message; images have no text."""

    text: str = ""


class Message(msgspec.Struct):
    """A message as the model saw it."""

    role: str
    content: list[Text]
    id: str | None = None


class UserMessage(msgspec.Struct):
    """A message as a person typed it."""

    message: str
    kind: str | None = None


class AgentMessage(msgspec.Struct):
    """A message as a person saw it; the model's own copy stands beside it."""

    message: str


class FunctionCall(msgspec.Struct):
    """A tool that takes JSON, written as text."""

    name: str
    call_id: str
    arguments: str = ""


class CustomCall(msgspec.Struct):
    """A tool that takes free text, such as a patch."""

    name: str
    call_id: str
    input: str = ""


class ShellAction(msgspec.Struct):
    """What a local shell was asked to run."""

    command: list[str] = []


class ShellCall(msgspec.Struct):
    """A command in the shell that some models have built in."""

    action: ShellAction
    call_id: str | None = None
    id: str | None = None


class WebAction(msgspec.Struct):
    """A search, or a page that was opened."""

    query: str | None = None
    url: str | None = None
    pattern: str | None = None


class WebSearch(msgspec.Struct):
    """Runs at the model's side: what came back is never written down."""

    action: WebAction | None = None
    status: str | None = None
    id: str | None = None


class ToolSearch(msgspec.Struct):
    """A search among the tools themselves."""

    call_id: str | None = None
    arguments: dict[str, Any] = {}


class Output(msgspec.Struct):
    """What a call gave back: a text, parts of a message, or `{"content": …, "success": …}`."""

    call_id: str
    output: str | list[Text] | dict[str, Any]


class Change(msgspec.Struct):
    """What a patch did to one file."""

    unified_diff: str | None = None


class PatchEnd(msgspec.Struct):
    """How a patch went."""

    call_id: str
    success: bool = True
    changes: dict[str, Change] = {}


class McpEnd(msgspec.Struct):
    """How a call of an MCP tool went: `{"Ok": …}` or `{"Err": …}`."""

    call_id: str
    result: dict[str, Any] = {}


class Aborted(msgspec.Struct):
    """A turn that was stopped."""

    reason: str | None = None


class Named(msgspec.Struct):
    """A title for the session."""

    thread_name: str | None = None


class Compacted(msgspec.Struct):
    """The history was replaced by a summary, which newer versions encrypt."""

    message: str = ""


class OtherEvent(msgspec.Struct):
    """An `event_msg` of no interest. That there is one says how the session is written."""


Payload: TypeAlias = (
    "Meta | Message | UserMessage | AgentMessage | FunctionCall | CustomCall | ShellCall | WebSearch | ToolSearch"
    " | Output | PatchEnd | McpEnd | Aborted | Named | Compacted | OtherEvent"
)
EVENTS = (UserMessage, AgentMessage, PatchEnd, McpEnd, Aborted, Named, OtherEvent)
"""What comes as an `event_msg`."""

_ITEMS: dict[str, type[msgspec.Struct]] = {
    "message": Message,
    "function_call": FunctionCall,
    "function_call_output": Output,
    "custom_tool_call": CustomCall,
    "custom_tool_call_output": Output,
    "local_shell_call": ShellCall,
    "web_search_call": WebSearch,
    "tool_search_call": ToolSearch,
}
_EVENTS: dict[str, type[msgspec.Struct]] = {
    "user_message": UserMessage,
    "agent_message": AgentMessage,
    "patch_apply_end": PatchEnd,
    "mcp_tool_call_end": McpEnd,
    "turn_aborted": Aborted,
    "thread_name_updated": Named,
}
_SHAPES = {
    ("session_meta", ""): Meta,
    ("compacted", ""): Compacted,
    **{("response_item", kind): shape for kind, shape in _ITEMS.items()},
    **{("event_msg", kind): shape for kind, shape in _EVENTS.items()},
}
_DECODERS: dict[tuple[str, str], msgspec.json.Decoder[Line[Any]]] = {
    kind: msgspec.json.Decoder(Line[shape])  # type: ignore[valid-type]
    for kind, shape in _SHAPES.items()
}
_BARE: dict[str, msgspec.json.Decoder[Any]] = {kind: msgspec.json.Decoder(shape) for kind, shape in _ITEMS.items()}
_META = msgspec.json.Decoder(Meta)
# Codex always writes in this order, so a look at the first bytes is exact; other orders take the slow way.
_KIND = re.compile(rb'\{"timestamp":"[^"\\]*","type":"(\w+)","payload":\{(?:"type":"(\w+)")?')
_TWO_PART = ("response_item", "event_msg")


def decode(raw: bytes) -> Line[Payload] | None:
    """What a line says; None where it is of a kind that nobody needs."""
    found = _KIND.match(raw)
    if not found or (not found[2] and found[1].decode() in _TWO_PART):
        return _slowly(raw)
    outer = found[1].decode()
    return _by_kind(raw, outer, found[2].decode() if outer in _TWO_PART else "")


def _by_kind(raw: bytes, outer: str, inner: str) -> Line[Payload] | None:
    if decoder := _DECODERS.get((outer, inner)):
        return decoder.decode(raw)
    return Line(OtherEvent()) if outer == "event_msg" else None


def _slowly(raw: bytes) -> Line[Payload] | None:
    line = msgspec.json.decode(raw)
    if not isinstance(line, dict):
        raise ValueError("not an object")
    outer, payload = line.get("type", ""), line.get("payload")
    if not isinstance(outer, str):
        raise ValueError("`type` is not a text")
    if payload is None:
        return _bare(raw, outer, line)
    inner = payload.get("type", "") if isinstance(payload, dict) and outer in _TWO_PART else ""
    return _by_kind(raw, outer, inner if isinstance(inner, str) else "")


def _bare(raw: bytes, outer: str, line: dict[str, Any]) -> Line[Payload] | None:
    """The first versions wrote items without an envelope, and a first line without a type."""
    if decoder := _BARE.get(outer):
        return Line(decoder.decode(raw))
    if not outer and "instructions" in line and "timestamp" in line:
        return Line(_META.decode(raw))
    if (outer, "") in _DECODERS or outer in _TWO_PART:
        raise ValueError("`payload` is missing")
    return None
