"""Reads what Copilot CLI writes: `~/.copilot/session-state/<id>/events.jsonl`, in older versions `<id>.jsonl`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, BinaryIO

from lamina.capture import copilot_lines as written
from lamina.capture.arguments import span, target_of, text_at
from lamina.capture.changes import PATCH, Changed, from_diff, from_patch, replaced
from lamina.capture.lines import LONGEST, Line, lines_of, parsed
from lamina.model.transcript import Event, Head, Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator

AGENT = "copilot"
_EXIT = re.compile(r"\n?<(?:shellId: \S+ completed|exited|command exited)? ?with exit code (-?\d{1,10})>\s*\Z")
_SHELLS = ("bash", "powershell", "shell")


def read(opened: BinaryIO, start: int = 0) -> Iterator[Head | Event | Unreadable]:
    """The events of a session, from a line on."""
    waiting: dict[str, Event] = {}
    if start > 0:
        yield from _begin(opened)
    for line in lines_of(opened, start):
        got = line if isinstance(line, Unreadable) else parsed(line, written.decode)
        if isinstance(got, Unreadable):
            yield got
        elif got and isinstance(line, Line):
            for one in _events(got, waiting):
                # A call keeps the place where it began: read from there, its result follows.
                yield one._replace(offset=line.offset) if isinstance(one, Event) and one.sort != "call" else one
            _place(got, waiting, line.offset)
    yield from waiting.values()


def _begin(opened: BinaryIO) -> Iterator[Head]:
    """Which session it is, is told in the first line only."""
    opened.seek(0)
    first = parsed(Line(1, 0, opened.readline(LONGEST), ended=True), written.decode)
    if isinstance(first, written.Line) and isinstance(first.data, written.Start):
        yield _head(first.data)


def _head(start: written.Start) -> Head:
    where = start.context or written.Context()
    return Head(start.sessionId, AGENT, where.cwd or "", where.branch or "", start.startTime or "")


def _events(line: written.Line[Any], waiting: dict[str, Event]) -> Iterator[Head | Event]:
    said = Event(role="assistant", at=line.timestamp, source=line.id)
    match line.data:
        case written.Start():
            yield _head(line.data)
        case written.UserMessage(content=text) if text.strip() and line.data.source in (None, "", "user"):
            # What a subagent is asked was written by a model.
            yield said._replace(role="assistant" if line.agentId else "user", text=text)
        case written.AssistantMessage(content=text) if text and text.strip() and not _inside(line):
            yield said._replace(text=text)
        case written.CallEnd(toolCallId=call) if call in waiting:
            yield _ended(waiting.pop(call), line.data)
        case written.Abort(reason=reason):
            yield said._replace(role="system", sort="interrupt", text=reason or "")
        case written.Compaction(success=True, summaryContent=summary):
            yield said._replace(sort="compaction", text=summary or "")
        case written.Title(title=title) if title.strip():
            yield said._replace(sort="title", text=title)


def _place(line: written.Line[Any], waiting: dict[str, Event], offset: int) -> None:
    if isinstance(line.data, written.CallStart):
        name = f"Task>{line.data.toolName}" if _inside(line) else line.data.toolName
        call = _started(line.data)._replace(name=name, at=line.timestamp, offset=offset)
        waiting[line.data.toolCallId] = call


def _inside(line: written.Line[Any]) -> bool:
    """Whether a subagent did it. Its report comes back as the result of the call that started it."""
    return bool(line.agentId or line.data.parentToolCallId)


def _started(call: written.CallStart) -> Event:
    event = Event(role="tool", sort="call", source=call.toolCallId)
    arguments = call.arguments if isinstance(call.arguments, dict) else {"input": call.arguments}
    target = target_of(arguments)
    if PATCH in target:
        changed = from_patch(target)
        return event._replace(target=(changed.files or ("",))[0], files=changed.files, diff=changed.diff)
    return event._replace(target=target, diff=_diff(arguments), lines=_lines(arguments))


def _diff(arguments: dict[str, Any]) -> str:
    old, new = text_at(arguments, "old_str"), text_at(arguments, "new_str", "file_text")
    return replaced(old, new) if old or new else ""


def _lines(arguments: dict[str, Any]) -> str:
    asked = arguments.get("view_range")
    return span(*asked) if isinstance(asked, list) and len(asked) == 2 else ""


def _ended(call: Event, end: written.CallEnd) -> Event:
    text = end.result.content if end.result else end.error.message if end.error else ""
    failed = not end.success
    if call.name.removeprefix("Task>").endswith(_SHELLS) and (code := _EXIT.search(text, max(0, len(text) - 100))):
        text, failed = text[: code.start()], failed or int(code[1]) != 0
    changed = _shown(call, end)
    return call._replace(result=text, failed=failed, diff=changed.diff or call.diff, lines=changed.lines or call.lines)


def _shown(call: Event, end: written.CallEnd) -> Changed:
    """The difference as the program shows it knows the line numbers; one of a file that was only read is no change."""
    detailed = (end.result.detailedContent if end.result else None) or ""
    is_diff = detailed.lstrip().startswith("diff --git ")
    return from_diff(detailed) if call.diff and is_diff and not call.files else Changed()
