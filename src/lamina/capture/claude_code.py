"""Claude Code: one JSON object per line.

Most bytes of such a file are copies of what tools returned. Lines are decoded into just the fields that matter, and a
result's text only where it will be used: that makes reading faster than parsing everything.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from msgspec import Raw, Struct
from msgspec.json import Decoder, decode

from lamina.capture.lines import BROKEN, lines_of, parsed
from lamina.model.transcript import Event, Head, Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from lamina.model.transcript import Role

AGENT = "claude-code"
_NOTHING = Raw()
_SILENT = frozenset({"Read", "Edit", "Write", "MultiEdit", "NotebookEdit", "Grep", "Glob", "LS", "TodoWrite"})
"""Tools whose result says nothing that the call does not, unless they failed."""
_INTERRUPTED = "[Request interrupted by user"
# Only what the program itself writes when a person says no. A tool that fails may say anything, also this in part.
_REJECTED = re.compile(r"\AThe user doesn't want to proceed with this tool use\.[^\n]*\bthe user said:\n")
_FOREIGN = "mcp__"
_WRAPPED = re.compile(
    r"<(system-reminder|local-command-\w+|ide_\w+|task-notification|bash-std\w+)\b[^>]*>.*?</\1>|"
    r"<lamina-context\b.*?(?:</lamina-context>|\Z)",
    re.DOTALL,
)
_COMMAND = re.compile(r"<command-name>(.*?)</command-name>", re.DOTALL)
_ARGUMENTS = re.compile(r"<command-args>(.*?)</command-args>", re.DOTALL)
_TYPED = re.compile(r"<bash-input>(.*?)</bash-input>", re.DOTALL)
_ABOUT_THE_PROGRAM = frozenset(
    """
    /add-dir /agents /bug /clear /compact /config /context /cost /doctor /exit /export /help /hooks /ide /login /logout
    /mcp /memory /model /output-style /permissions /plugin /privacy-settings /quit /release-notes /resume /rewind
    /status /statusline /terminal-setup /theme /todos /upgrade /usage /vim
    """.split()
)
"""Commands that a person gives to the program, not to the agent: nothing is asked by them."""
_PATCH_START = b'"structuredPatch":[{"oldStart":'


class _Block(Struct, gc=False):
    type: str = ""
    text: str = ""
    id: str = ""
    name: str = ""
    input: Raw = _NOTHING
    tool_use_id: str = ""
    content: Raw = _NOTHING
    is_error: bool | None = None


class _Message(Struct, gc=False):
    content: str | list[_Block] = ""


class _Line(Struct, gc=False):
    type: str = ""
    uuid: str = ""
    timestamp: str = ""
    sessionId: str = ""
    cwd: str = ""
    gitBranch: str = ""
    message: _Message | None = None
    data: Raw = _NOTHING
    summary: str = ""
    leafUuid: str = ""
    agentId: str = ""
    customTitle: str = ""
    isMeta: bool = False
    isSidechain: bool = False
    isCompactSummary: bool = False
    isApiErrorMessage: bool = False


class _Inner(Struct, gc=False):
    type: str = ""
    timestamp: str = ""
    uuid: str = ""
    message: _Message | None = None


class _Progress(Struct, gc=False):
    type: str = ""
    message: _Inner | None = None


_line = Decoder(_Line).decode
_progress = Decoder(_Progress).decode
_SKIPPED = (b'{"type":"file-history-snapshot"', b'{"type":"queue-operation"')


def read(opened: BinaryIO, start: int = 0) -> Iterator[Head | Event | Unreadable]:
    """See `capture`. In a subagent's own file all lines are sidechains, and nothing was said by a person."""
    told: list[Head | Event | Unreadable] = []
    reading = _Reading(start, told.append)
    for line in lines_of(opened, start):
        if isinstance(line, Unreadable):
            yield line
            continue
        raw = line.raw
        if raw.startswith(_SKIPPED):
            continue
        got = parsed(line, _line)
        if isinstance(got, Unreadable):
            yield got
        elif got is not None:
            try:
                reading.line(got, raw, line.offset)
            except BROKEN as error:  # a call or result inside is out of shape
                told.append(Unreadable(line.number, line.offset, str(error)))
            if told:
                yield from told
                told.clear()
    reading.end()
    yield from told


class _Reading:
    """What one pass over a file has to remember: who it is, and calls that wait for their results."""

    def __init__(self, start: int, tell: Callable[[Head | Event], object]) -> None:
        self._start = start
        self._tell = tell  # called with what a line says: twenty thousand lines in generators cost more than decoding
        self._head = Head("", AGENT)
        self._waiting: dict[str, Event] = {}
        self._seen: set[int] = set()
        self._titles: dict[int, str] = {}

    def line(self, line: _Line, raw: bytes, offset: int) -> None:
        """Tells what one line says."""
        if line.sessionId and (line.sessionId != self._head.id or not self._head.cwd):
            self._tell(self._new_head(line))
        if line.type == "assistant":
            self._assistant(line, offset)
        elif line.type == "user":
            self._user(line, raw, offset)
        elif line.type == "progress":
            self._subagent(line, raw, offset)
        elif line.customTitle:
            self._tell(Event("system", "title", line.customTitle, offset=offset))
        elif line.type == "summary":
            self._titles[hash(line.leafUuid)] = line.summary
        self._seen.add(hash(line.uuid))

    def end(self) -> None:
        """Tells calls whose result never came, and titles: most that stand in a file belong to other sessions."""
        self._give_up()
        for leaf, text in self._titles.items():
            if leaf in self._seen:
                self._tell(Event("system", "title", text))

    def _give_up(self) -> None:
        """Calls end with the next request, also those that were never answered: reading can begin anew at each."""
        waiting, self._waiting = self._waiting, {}
        for call in waiting.values():
            self._tell(call)

    def _new_head(self, line: _Line) -> Head:
        started = self._head.started_at if line.sessionId == self._head.id else line.timestamp
        self._head = Head(line.sessionId, AGENT, line.cwd, line.gitBranch, started)
        return self._head

    def _assistant(self, line: _Line, offset: int) -> None:
        if line.message is None or isinstance(line.message.content, str):
            return
        for block in line.message.content:
            if block.type == "tool_use":
                self._waiting[block.id] = _call(block, line.timestamp, line.uuid, offset, inside=line.isSidechain)
            elif block.type == "text" and block.text and (line.agentId or not line.isSidechain):
                role: Role = "system" if line.isApiErrorMessage else "assistant"
                self._tell(Event(role, "said", block.text, line.timestamp, line.uuid, offset))

    def _user(self, line: _Line, raw: bytes, offset: int) -> None:
        content = line.message.content if line.message else ""
        if line.isCompactSummary:
            text = content if isinstance(content, str) else "\n".join(one.text for one in content)
            self._tell(Event("assistant", "compaction", text, line.timestamp, line.uuid, offset))
            return
        images = 0
        texts = [content] if isinstance(content, str) else []
        for block in content if isinstance(content, list) else ():
            if block.type == "tool_result":
                self._result(block, raw, line.timestamp, offset)
            elif block.type == "text":
                texts.append(block.text)
            elif block.type == "image":
                images += 1
        if line.isMeta or (line.isSidechain and not line.agentId) or not (texts or images):
            return
        said = "\n".join(filter(None, (_human("\n".join(texts)), *("[image]",) * images)))
        if said:
            self._said(said, line, offset)

    def _said(self, said: str, line: _Line, offset: int) -> None:
        """What a `user` line says, by whoever it was."""
        if said.startswith(_INTERRUPTED):
            self._tell(Event("system", "interrupt", said, line.timestamp, line.uuid, offset))
        elif line.isSidechain:
            self._tell(Event("assistant", "said", said, line.timestamp, line.uuid, offset))
        elif said.partition(" ")[0] in _ABOUT_THE_PROGRAM:
            self._tell(Event("system", "said", said, line.timestamp, line.uuid, offset))
        else:
            self._give_up()
            self._tell(Event("user", "said", said, line.timestamp, line.uuid, offset))

    def _subagent(self, line: _Line, raw: bytes, offset: int) -> None:
        """What a subagent did comes wrapped in progress lines; its texts are told once more in its report."""
        if raw.rfind(b'"agent_progress"') < 0:
            return
        inner = _progress(line.data).message
        if inner is None or inner.message is None or isinstance(inner.message.content, str):
            return
        for block in inner.message.content:
            if block.type == "tool_use":
                self._waiting[block.id] = _call(block, inner.timestamp, inner.uuid, offset, inside=True)
            elif block.type == "tool_result":
                self._result(block, b"", inner.timestamp, offset)

    def _result(self, block: _Block, raw: bytes, at: str, offset: int) -> None:
        call = self._waiting.pop(block.tool_use_id, None)
        failed = bool(block.is_error)
        if call is None:
            if failed and offset == self._start:  # the request at which reading begins again
                self._refusal(_result_text(block.content), block.tool_use_id, at, offset)
            return
        text = _result_text(block.content) if failed or _plain_name(call.name) not in _SILENT else ""
        lines = call.lines or (_patched_lines(raw, call.diff) if call.diff and not failed else "")
        self._tell(call._replace(result=text, failed=failed, lines=lines) if text or failed or lines else call)
        if failed and not _plain_name(call.name).startswith(_FOREIGN):
            self._refusal(text, block.tool_use_id, at, offset)

    def _refusal(self, text: str, call: str, at: str, offset: int) -> None:
        """What a person said instead of letting a tool run."""
        found = _REJECTED.match(text)
        if found and text[found.end() :].strip():
            self._give_up()
            self._tell(Event("user", "said", text[found.end() :].strip(), at, f"{call}:said", offset))


def _call(block: _Block, at: str, source: str, offset: int, *, inside: bool) -> Event:
    given = decode(block.input) if block.input is not _NOTHING else {}
    if not isinstance(given, dict):
        given = {}
    name = f"Task>{block.name}" if inside else block.name
    return Event(
        role="tool",
        sort="call",
        text=_detail(block.name, given),
        at=at,
        source=source,
        offset=offset,
        name=name,
        target=_target(given),
        lines=_read_lines(given) if block.name == "Read" else "",
        diff=_diff(given),
    )


_TARGETS = ("file_path", "notebook_path", "command", "pattern", "query", "url", "description", "skill", "path", "title")


def _target(given: dict[str, Any]) -> str:
    """The file, command, pattern or address that a call is about: the first of the usual arguments."""
    for name in _TARGETS:
        value = given.get(name)
        if value and isinstance(value, str):
            return value
    return ""


def _detail(name: str, given: dict[str, Any]) -> str:
    """What a call says beyond its target: a plan, the steps of a list, the questions to the user, a subagent's task."""
    if name == "TodoWrite" and isinstance(given.get("todos"), list):
        steps = [one for one in given["todos"] if isinstance(one, dict)]
        return "\n".join(f"[{one.get('status', '')}] {one.get('content', '')}" for one in steps)
    if name == "AskUserQuestion" and isinstance(given.get("questions"), list):
        return "\n".join(str(one.get("question", "")) for one in given["questions"] if isinstance(one, dict))
    text = given.get({"ExitPlanMode": "plan", "Task": "prompt", "Agent": "prompt"}.get(name, ""))
    return text if isinstance(text, str) else ""


def _read_lines(given: dict[str, Any]) -> str:
    first, count = given.get("offset"), given.get("limit")
    if not isinstance(count, int) and not isinstance(first, int):
        return ""
    first = first if isinstance(first, int) else 1
    return f"{first}-{first + count - 1}" if isinstance(count, int) else f"{first}-"


def _diff(given: dict[str, Any]) -> str:
    if "file_path" not in given and "edits" not in given:
        return ""
    edits = given["edits"] if isinstance(given.get("edits"), list) else [given]
    parts = []
    for one in edits:
        if not isinstance(one, dict):
            continue
        old, new = one.get("old_string"), one.get("new_string")
        if isinstance(old, str) and isinstance(new, str):
            parts.append(_changed(old, new))
    if not parts and isinstance(given.get("content"), str) and "file_path" in given:
        parts.append(_signed("+", given["content"].splitlines()))
    return "".join(parts)


def _changed(old: str, new: str) -> str:
    """Lines that went and lines that came, without what both begin or end with."""
    gone, come = old.splitlines(), new.splitlines()
    shorter = min(len(gone), len(come))
    first = 0
    while first < shorter and gone[first] == come[first]:
        first += 1
    last = 0
    while last < shorter - first and gone[-1 - last] == come[-1 - last]:
        last += 1
    return _signed("-", gone[first : len(gone) - last]) + _signed("+", come[first : len(come) - last])


def _signed(sign: str, lines: list[str]) -> str:
    return sign + f"\n{sign}".join(lines) + "\n" if lines else ""


def _patched_lines(raw: bytes, diff: str) -> str:
    """Where an edit landed. The line that reports it repeats the whole file: found, not parsed."""
    at = raw.rfind(_PATCH_START)
    if at < 0:
        return ""
    first = raw[at + len(_PATCH_START) : at + len(_PATCH_START) + 9].split(b",")[0]
    if not first.isdigit():
        return ""
    last = int(first) + max(diff.count("\n+") + diff.startswith("+"), 1) - 1
    return f"{int(first)}-{last}"


def _result_text(content: Raw) -> str:
    value = decode(content) if content is not _NOTHING else ""
    if isinstance(value, str):
        return value
    blocks = value if isinstance(value, list) else []
    return "\n".join(str(one.get("text") or f"[{one.get('type')}]") for one in blocks if isinstance(one, dict))


def _human(text: str) -> str:
    """What a person typed: a command as it was typed, nothing that the program wrapped around it."""
    if "<" not in text:
        return text.strip()
    command = _COMMAND.search(text) if text.lstrip().startswith("<command-") else None
    if command:
        arguments = _ARGUMENTS.search(text)
        return f"{command[1]} {arguments[1] if arguments else ''}".strip()
    typed = _TYPED.match(text.lstrip())
    if typed:
        return f"!{typed[1]}"
    return _WRAPPED.sub("", text).strip()


def _plain_name(name: str) -> str:
    return name.removeprefix("Task>")
