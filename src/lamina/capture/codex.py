"""Reads what Codex CLI writes: `~/.codex/sessions/…/rollout-*.jsonl`."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, BinaryIO

from lamina.capture import codex_lines as written
from lamina.capture.changes import from_diff
from lamina.capture.codex_calls import asked, given, shell_of
from lamina.capture.lines import Line, lines_of, parsed
from lamina.model.transcript import Event, Head, Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator

AGENT = "codex"
_TOP = 64
"""Lines within which a session that has events has shown one."""
# Codex speaks to its model in messages whose role is user. Nobody typed those.
_INJECTED = (
    *("# AGENTS.md instructions", "<environment_context>", "<user_instructions>", "<INSTRUCTIONS>", "<skill>"),
    *("<turn_aborted>", "<permissions instructions>", "<collaboration_mode>", "<apps_instructions>"),
    *("<skills_instructions>", "<subagent_notification>", "<user_shell_command>", "<model_switch>"),
)
_EDITOR_CONTEXT, _REQUEST = "# Context from my IDE setup:", "## My request for Codex:"


def read(opened: BinaryIO, start: int = 0) -> Iterator[Head | Event | Unreadable]:
    """The events of a session, from a line on."""
    reading = _Reading()
    if start > 0:
        yield from reading.begin(opened, start)
    for line in lines_of(opened, start):
        got = line if isinstance(line, Unreadable) else parsed(line, written.decode)
        if isinstance(got, Unreadable):
            yield got
        elif got and isinstance(line, Line):
            yield from reading.take(got.payload, got.timestamp, line.offset)
    yield from reading.end()


class _Reading:
    """What has to be remembered between lines."""

    def __init__(self) -> None:
        self._head: Head | None = None
        self._prompted_by_model = False
        self._has_events = False
        self._open: dict[str, Event] = {}
        self._running: dict[str, str] = {}
        self._prompt_held: Event | None = None
        self._answer_held: Event | None = None
        self._at, self._offset = "", 0

    def begin(self, opened: BinaryIO, start: int) -> Iterator[Head]:
        """Who speaks, and how prompts are written, is told by the lines at the top."""
        for line in islice(lines_of(opened, 0), _TOP):
            if line.offset >= start or self._has_events:
                return
            got = line if isinstance(line, Unreadable) else parsed(line, written.decode)
            if isinstance(got, written.Line):
                self._has_events = isinstance(got.payload, written.EVENTS)
                if isinstance(got.payload, written.Meta):
                    yield from self._meta(got.payload)

    def take(self, payload: written.Payload, at: str, offset: int) -> Iterator[Head | Event]:
        """What one line adds."""
        self._at, self._offset = at, offset
        self._has_events = self._has_events or isinstance(payload, written.EVENTS)
        yield from self._release(payload)
        match payload:
            case written.Meta():
                yield from self._meta(payload)
            case written.UserMessage() | written.AgentMessage() | written.Message():
                yield from self._message(payload)
            case written.WebSearch() | written.ToolSearch():
                yield self._here(asked(payload))
            case written.FunctionCall() | written.CustomCall() | written.ShellCall():
                self._call(payload)
            case written.Output():
                yield from self._output(payload)
            case written.PatchEnd() | written.McpEnd():
                self._went(payload)
            case written.Aborted() | written.Compacted() | written.Named():
                yield from self._mark(payload)

    def end(self) -> Iterator[Event]:
        """What was still waiting for something that never came."""
        yield from self._release(None)
        yield from self._open.values()

    def _here(self, event: Event) -> Event:
        return event._replace(at=self._at, offset=self._offset)

    def _meta(self, meta: written.Meta) -> Iterator[Head]:
        if self._head:  # a fork repeats the first line of the session it came from
            return
        branch = (meta.git.branch if meta.git else None) or ""
        self._head = Head(meta.id, AGENT, meta.cwd, branch, meta.timestamp)
        origin = meta.source if isinstance(meta.source, dict) else {}
        self._prompted_by_model = meta.thread_source == "subagent" or "subagent" in origin
        yield self._head

    def _release(self, following: written.Payload | None) -> Iterator[Event]:
        """A message that was held goes out, unless what follows is its twin, or shows that it has one."""
        prompt, self._prompt_held = self._prompt_held, None
        if prompt and not self._has_events:
            yield prompt
        answer = self._answer_held
        if answer and not isinstance(following, written.OtherEvent):
            self._answer_held = None
            if not isinstance(following, written.Message) or _text(following) != answer.text:
                yield answer

    def _message(self, said: written.UserMessage | written.AgentMessage | written.Message) -> Iterator[Event]:
        match said:
            case written.UserMessage():
                if text := typed(said.message):
                    yield self._prompt(text)
            case written.AgentMessage():
                if said.message.strip():
                    self._answer_held = self._here(Event(role="assistant", text=said.message))
            case written.Message(role="assistant"):
                if text := _text(said):
                    yield self._here(Event(role="assistant", text=text, source=said.id or ""))
            case written.Message(role="user") if not self._has_events:
                text = "\n".join(filter(None, (typed(part.text) for part in said.content)))
                self._prompt_held = self._prompt(text) if text else None

    def _prompt(self, text: str) -> Event:
        return self._here(Event(role="assistant" if self._prompted_by_model else "user", text=text))

    def _call(self, call: written.FunctionCall | written.CustomCall | written.ShellCall) -> None:
        event = self._here(asked(call))
        if isinstance(call, written.FunctionCall) and call.name == "write_stdin":
            shell, speaks = shell_of(call)
            if not speaks:  # it only waits for a command that was started before
                event = event._replace(target=self._running.get(shell, ""))
        self._open[event.source] = event

    def _output(self, output: written.Output) -> Iterator[Event]:
        call = self._open.pop(output.call_id, None)
        if call is None:  # reading began after the call
            return
        result = given(output.output)
        if result.shell:
            self._running[result.shell] = call.target
        yield call._replace(result=result.text, failed=call.failed or result.failed)

    def _went(self, end: written.PatchEnd | written.McpEnd) -> None:
        call = self._open.get(end.call_id)
        if call is None:
            return
        if isinstance(end, written.PatchEnd):
            self._open[end.call_id] = call._replace(failed=not end.success, lines=_lines(end, call.target))
        else:
            well = end.result.get("Ok")
            failed = not isinstance(well, dict) or well.get("isError") is True
            self._open[end.call_id] = call._replace(failed=failed)

    def _mark(self, mark: written.Aborted | written.Compacted | written.Named) -> Iterator[Event]:
        match mark:
            case written.Aborted():
                yield self._here(Event(role="system", sort="interrupt", text=mark.reason or ""))
            case written.Compacted():
                yield self._here(Event(role="assistant", sort="compaction", text=mark.message))
            case written.Named(thread_name=str(name)) if name.strip():
                yield self._here(Event(role="assistant", sort="title", text=name))


def typed(text: str) -> str:
    """What a person typed of a message: nothing of one that Codex wrote, and of an editor's only the request."""
    if text.lstrip().startswith(_INJECTED):
        return ""
    if text.startswith(_EDITOR_CONTEXT):
        text = text.partition(_REQUEST)[2]
    return text if text.strip() else ""


def _text(message: written.Message) -> str:
    text = "\n".join(part.text for part in message.content if part.text)
    return text if text.strip() else ""


def _lines(end: written.PatchEnd, target: str) -> str:
    """Where the first file was changed. A patch may name it from a folder, its end names it in full."""
    for path, change in end.changes.items():
        if path.endswith(target) and change.unified_diff:
            return from_diff(change.unified_diff).lines
    return ""
