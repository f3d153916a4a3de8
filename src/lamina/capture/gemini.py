"""Reads what Gemini CLI writes: `~/.gemini/tmp/…/chats/*.json`, one document that is written anew each time."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec

from lamina.capture.arguments import span, target_of, text_at
from lamina.capture.changes import Changed, from_diff, replaced
from lamina.capture.lines import BROKEN, mended
from lamina.model.transcript import Event, Head, Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator

AGENT = "gemini"
LARGEST = 256 * 1024 * 1024
_TRUNCATED = "Input data was truncated"  # what msgspec says when the end is missing
_NUDGE = "System: Please continue."  # the program's own words, sent in the user's name
_REFERENCED = "--- Content from referenced files ---"
_ADDRESS = re.compile(r"https?://[^\s\"'<>)\]]+")


class Part(msgspec.Struct):
    """A piece of a message; images and files have no text."""

    text: str = ""


class Response(msgspec.Struct):
    """What a tool gave back."""

    response: dict[str, Any] = {}


class Result(msgspec.Struct):
    """One part of a tool's result."""

    functionResponse: Response | None = None
    text: str = ""


class ToolCall(msgspec.Struct):
    """A tool's call, with its result."""

    name: str
    id: str = ""
    args: dict[str, Any] = {}
    result: list[Result] | Result | str | None = None
    status: str = ""
    timestamp: str = ""
    resultDisplay: Any = None


class Message(msgspec.Struct):
    """One entry of the document; the kinds that nobody needs are never decoded so far."""

    type: str
    content: str | list[Part] | Part = ""
    displayContent: str | list[Part] | Part | None = None
    id: str = ""
    timestamp: str = ""
    toolCalls: list[ToolCall] | None = None


class Kind(msgspec.Struct):
    """Which kind of entry it is."""

    type: str = ""


class Document(msgspec.Struct):
    """The whole file."""

    sessionId: str
    messages: list[msgspec.Raw]
    startTime: str = ""
    summary: str | None = None
    directories: list[str] | None = None


_DOCUMENT = msgspec.json.Decoder(Document)
_KIND = msgspec.json.Decoder(Kind)
_MESSAGE = msgspec.json.Decoder(Message)


def read(opened: BinaryIO, start: int = 0) -> Iterator[Head | Event | Unreadable]:
    """The events of a session. The document has no lines to begin at: it is always read whole."""
    document = _document(opened)
    if isinstance(document, Unreadable):
        yield document
    if not isinstance(document, Document):
        return
    title = document.summary or ""
    yield Head(document.sessionId, AGENT, (document.directories or [""])[0], "", document.startTime, title)
    for number, raw in enumerate(document.messages, 1):
        try:
            yield from _events(raw)
        except BROKEN as error:
            yield Unreadable(1, 0, f"message {number}: {error}")
    if title.strip():
        yield Event(role="assistant", sort="title", text=title)


def _document(opened: BinaryIO) -> Document | Unreadable | None:
    opened.seek(0)
    raw = opened.read(LARGEST + 1)
    if len(raw) > LARGEST:
        return Unreadable(1, 0, f"larger than {LARGEST // 1024 // 1024} MB")
    if not raw or raw.isspace():
        return None
    try:
        return _DOCUMENT.decode(raw)
    except BROKEN:
        pass  # half a character is the one damage that can be mended
    try:
        return _DOCUMENT.decode(mended(raw))
    except BROKEN as error:
        return None if str(error) == _TRUNCATED else Unreadable(1, 0, str(error))


def _events(raw: msgspec.Raw) -> Iterator[Event]:
    kind = _KIND.decode(raw).type
    if kind not in ("user", "gemini", "info"):
        return
    message = _MESSAGE.decode(raw)
    if kind == "user":
        yield from _typed(message)
    elif kind == "info":
        yield from _noted(message)
    else:
        if (text := _text(message.content)).strip():
            yield Event(role="assistant", text=text, at=message.timestamp, source=message.id)
        for call in message.toolCalls or ():
            yield _call(call, message)


def _typed(message: Message) -> Iterator[Event]:
    shown = message.displayContent
    text = _text(message.content if shown is None else shown)
    # Files that were named with @ follow what was typed.
    text = text.partition(_REFERENCED)[0].rstrip("\n") if _REFERENCED in text else text
    if text.strip() and text.strip() != _NUDGE:
        yield Event(role="user", text=text, at=message.timestamp, source=message.id)


def _noted(message: Message) -> Iterator[Event]:
    """The program's notes; two of them tell what happened to the conversation."""
    text = _text(message.content)
    if text.startswith(("Request cancelled", "User cancelled")):
        yield Event(role="system", sort="interrupt", text=text, at=message.timestamp, source=message.id)
    elif "compressed from" in text:
        yield Event(role="assistant", sort="compaction", at=message.timestamp, source=message.id)


def _text(content: str | list[Part] | Part) -> str:
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else [content]
    return "\n".join(part.text for part in parts if part.text)


def _call(call: ToolCall, message: Message) -> Event:
    changed = _changed(call)
    result, failed = _result(call)
    return Event(
        role="tool",
        sort="call",
        at=call.timestamp or message.timestamp,
        source=call.id,
        name=call.name,
        target=_target(call),
        lines=changed.lines or _lines(call.args),
        diff=changed.diff,
        result=result,
        failed=failed or call.status in ("error", "cancelled"),
    )


def _target(call: ToolCall) -> str:
    target = target_of(call.args)
    if call.name == "web_fetch" and (address := _ADDRESS.search(target)):
        return address[0].rstrip(".,;:")
    return target


def _changed(call: ToolCall) -> Changed:
    """What the program shows is the true difference; what the model asked for is the next best."""
    shown = call.resultDisplay
    if isinstance(shown, dict) and isinstance(unified := shown.get("fileDiff"), str):
        return from_diff(unified)
    if call.name == "write_file":
        return Changed(diff=replaced("", text_at(call.args, "content")))
    if call.name in ("replace", "edit"):
        return Changed(diff=replaced(text_at(call.args, "old_string"), text_at(call.args, "new_string")))
    return Changed()


def _lines(arguments: dict[str, Any]) -> str:
    if "start_line" in arguments:
        return span(arguments["start_line"], arguments.get("end_line"))
    skipped, limit = arguments.get("offset"), arguments.get("limit")
    if not isinstance(skipped, int):
        return ""
    return span(skipped + 1, skipped + limit if isinstance(limit, int) else None)


def _result(call: ToolCall) -> tuple[str, bool]:
    if isinstance(call.result, str):
        return call.result, False
    parts = call.result if isinstance(call.result, list) else [call.result] if call.result else []
    texts, failed = [], False
    for part in parts:
        answer = part.functionResponse.response if part.functionResponse else {}
        failed = failed or isinstance(answer.get("error"), str)
        texts.append(text_at(answer, "output", "error") or part.text)
    text = "\n".join(filter(None, texts))
    return _shell(text, failed) if call.name == "run_shell_command" else (text, failed)


def _shell(text: str, failed: bool) -> tuple[str, bool]:
    """Output and errors of a command, out of the report that the model gets."""
    body, found, tail = text.rpartition("\nExit Code: ")
    if not found:
        return text, failed
    code = tail.split("\n", 1)[0].strip()
    for label in ("\nOutput: ", "\nStdout: ", "Output: ", "Stdout: "):
        before, here, after = body.partition(label)
        if here and (not before or before.startswith("Command: ")):
            body = after
            break
    output, _, errors = body.rpartition("\nError: ") if "\nError: " in body else (body, "", "")
    said = [one for one in (output, errors) if one.strip() not in ("", "(empty)", "(none)")]
    return "\n".join(said), failed or code not in ("0", "(none)")
