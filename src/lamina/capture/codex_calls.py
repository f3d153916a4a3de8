"""Tool calls of Codex CLI: what was asked for, and what an output says apart from its wrapper."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import msgspec

from lamina.capture.arguments import shell_line, target_of
from lamina.capture.changes import PATCH, from_patch
from lamina.capture.codex_lines import CustomCall, FunctionCall, ShellCall, Text, ToolSearch, WebSearch
from lamina.capture.lines import BROKEN
from lamina.model.transcript import Event

_WRAPPER = re.compile(
    r"(?:Chunk ID: \S+\n)?(?:Exit code: (?P<exit>-?\d+)\n)?Wall time: [\d.]+ seconds\n"
    r"(?:Process exited with code (?P<code>-?\d+)\n|Process running with session ID (?P<shell>\d+)\n)?"
    r"(?:Original token count: \d+\n)?(?:Total output lines: \d+\n)?Output:\n?"
)
_REFUSED = re.compile(
    r"aborted by user|\w+ failed\b|failed to |execution error|exec error|unsupported call|"
    r"(?:command|patch|exec_command|user) (?:was )?rejected|rejected by",
    re.IGNORECASE,
)
_STEPS = {"completed": "[x]", "in_progress": "[~]"}


class Given(NamedTuple):
    """What a call gave back."""

    text: str
    failed: bool = False
    shell: str = ""
    """The number under which a command goes on running."""


def asked(call: FunctionCall | CustomCall | ShellCall | WebSearch | ToolSearch) -> Event:
    """The call as an event without a result."""
    match call:
        case FunctionCall():
            return _function(call.name, _arguments(call.arguments))._replace(source=call.call_id)
        case CustomCall():
            return _free_text(call.name, call.input)._replace(source=call.call_id)
        case ShellCall():
            event = _function("local_shell", {"command": call.action.command})
            return event._replace(source=call.call_id or call.id or "")
        case ToolSearch():
            event = _call("tool_search", target_of(call.arguments))
            return event._replace(source=call.call_id or "")
        case WebSearch():
            action = call.action
            target = (action.url or action.query or action.pattern or "") if action else ""
            return _call("web_search", target)._replace(source=call.id or "", failed=call.status == "failed")


def given(output: str | list[Text] | dict[str, Any]) -> Given:
    """The text of an output, and whether the call failed."""
    if isinstance(output, list):
        return Given("\n".join(part.text for part in output if part.text))
    if isinstance(output, dict):
        content = output.get("content")
        inside = given(content) if isinstance(content, str) else Given(_written(content))
        return inside._replace(failed=inside.failed or output.get("success") is False)
    if found := _WRAPPER.match(output):
        code = found["exit"] or found["code"] or "0"
        return Given(output[found.end() :], bool(code.strip("-0")), found["shell"] or "")
    return _older(output) or Given(output, bool(_REFUSED.match(output)))


def shell_of(call: FunctionCall) -> tuple[str, bool]:
    """Which running command `write_stdin` speaks to, and whether it says anything."""
    arguments = _arguments(call.arguments)
    return str(arguments.get("session_id", "")), bool(str(arguments.get("chars", "")).strip())


def _function(name: str, arguments: dict[str, Any]) -> Event:
    if name == "apply_patch":
        return _free_text(name, target_of(arguments))
    if name == "write_stdin":
        return _call(name, shell_line(arguments.get("chars")))
    event = _call(name, target_of(arguments))
    if PATCH in event.target:  # a patch inside a command
        changed = from_patch(event.target)
        return event._replace(files=changed.files, diff=changed.diff)
    return event._replace(text=_plan(arguments.get("plan")))


def _free_text(name: str, text: str) -> Event:
    changed = from_patch(text) if PATCH in text else None
    if not changed:
        return _call(name, text.strip())
    return _call(name, changed.files[0] if changed.files else "")._replace(files=changed.files, diff=changed.diff)


def _call(name: str, target: str) -> Event:
    return Event(role="tool", sort="call", name=name, target=target)


def _plan(steps: object) -> str:
    """A list of steps with their states."""
    if not isinstance(steps, list):
        return ""
    known = [one for one in steps if isinstance(one, dict) and isinstance(one.get("step"), str)]
    return "\n".join(f"{_STEPS.get(str(one.get('status')), '[ ]')} {one['step']}" for one in known)


def _arguments(written: str) -> dict[str, Any]:
    """Models now and then write arguments that are no JSON; the call was made all the same."""
    try:
        arguments = msgspec.json.decode(written.encode("utf-8", "replace"))
    except BROKEN:
        return {"arguments": written}
    return arguments if isinstance(arguments, dict) else {"arguments": written}


def _older(output: str) -> Given | None:
    """`{"output": "…", "metadata": {"exit_code": 0}}`, as the first versions wrapped it."""
    if not output.startswith('{"output":'):
        return None
    unwrapped = _arguments(output)
    text, metadata = unwrapped.get("output"), unwrapped.get("metadata")
    if not isinstance(text, str) or not isinstance(metadata, dict):
        return None
    return Given(text, metadata.get("exit_code", 0) != 0)


def _written(content: object) -> str:
    try:
        return msgspec.json.encode(content).decode() if content is not None else ""
    except BROKEN:  # nested so deep that it could just be read
        return ""
