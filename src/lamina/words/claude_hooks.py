"""Lamina's hooks in the settings of Claude Code: put in beside those of others, found again, taken out."""

from __future__ import annotations

import os
import shlex
from typing import Any

from lamina.adapters.agent_settings import content_of as written
from lamina.adapters.agent_settings import data_of, opened, with_entry, without_entries
from lamina.adapters.atomic_files import content_of
from lamina.errors import BadInput, Unavailable
from lamina.words.agents import good_scope, home_of

EVENTS: dict[str, tuple[str, int]] = {
    "SessionStart": ("", 10),
    "UserPromptSubmit": ("", 5),
    "PostToolUse": ("Bash", 5),
    "PostToolUseFailure": ("Bash", 5),
    "PreCompact": ("", 30),
    "Stop": ("", 30),
    "SubagentStop": ("", 30),
    "SessionEnd": ("", 10),
}
"""Each event with the tools it is for and the seconds after which the agent goes on without it."""
FILE_EVENTS: dict[str, tuple[str, int]] = {"PreToolUse": ("Read|Edit|Write|MultiEdit", 5)}
"""Installed by choice: a process for each file that is read or edited. Before it, because what is known of a file helps
while it is not yet changed."""
LEAN = "lamina-hook"
"""Starts faster than `lamina hook`, and is only there where an installer could write it."""


def calls(command: str) -> str:
    """How a hook calls Lamina where `command` calls it otherwise: leanly, where that works."""
    program = _words(command)[:1]
    beside = os.path.join(os.path.dirname(program[0]), LEAN) if program else ""
    return shlex.quote(beside) if os.path.isabs(beside) and _starts(beside) else f"{command} hook"


def _starts(program: str) -> bool:
    """Whether the interpreter in its first line is one: a path with spaces is none to the system."""
    try:
        with open(program, "rb") as opened_:
            first = opened_.readline(500)
    except OSError:
        return False
    return os.access(program, os.X_OK) and first[:2] == b"#!" and os.access(first[2:].strip(), os.X_OK)


def settings_path(scope: str, folder: str, home: str) -> str:
    """Where the agent reads hooks: this person in this project, all in this project, or this person everywhere."""
    if good_scope(scope) == "user":
        return os.path.join(home_of("claude", home, os.environ), "settings.json")
    return os.path.join(folder, ".claude", "settings.local.json" if scope == "local" else "settings.json")


def with_hooks(content: bytes | None, path: str, command: str, file_hooks: bool | None = None) -> bytes | None:
    """The settings with every hook; those before files are put in, taken out, or (None) left as they are."""
    edited = opened(content, path)
    hooks = data_of(edited).get("hooks", {})
    if file_hooks is None:
        file_hooks = any(_ours(hooks, event) for event in FILE_EVENTS)
    for event, (matcher, seconds) in {**EVENTS, **FILE_EVENTS}.items():
        called = {"type": "command", "command": f"{calls(command)} {event}", "timeout": seconds}
        wanted = [{"matcher": matcher, "hooks": [called]}] if event in EVENTS or file_hooks else []
        ours = _ours(hooks, event)
        if ours == wanted:
            continue
        if ours:  # from elsewhere, of an older version, or not wanted any more
            edited = without_entries(edited, ("hooks", event), lambda key, value: _is_ours(value))
        for one in wanted:
            edited = with_entry(edited, ("hooks", event), one, listed=True)
    return content if content is not None and data_of(opened(content, path)) == data_of(edited) else written(edited)


def without_hooks(content: bytes, path: str) -> bytes:
    """The settings without ours. Raises BadInput where they do not parse."""
    edited = opened(content, path)
    hooks = data_of(edited).get("hooks")
    mine = [event for event in hooks if _ours(hooks, event)] if isinstance(hooks, dict) else []
    for event in mine:
        edited = without_entries(edited, ("hooks", event), lambda key, value: _is_ours(value))
    return written(edited) if mine else content


def hooked_events(path: str) -> tuple[str, ...]:
    """The events for which a settings file calls Lamina; none where it cannot be read."""
    try:
        hooks = data_of(opened(content_of(path), path)).get("hooks")
    except (BadInput, Unavailable):
        return ()
    return tuple(event for event in hooks if _ours(hooks, event)) if isinstance(hooks, dict) else ()


def hook_programs(path: str) -> set[str]:
    """The programs that our hooks in a settings file start."""
    hooks = data_of(opened(content_of(path), path))["hooks"] if hooked_events(path) else {}
    groups = [group for event in hooks for group in _ours(hooks, event)]
    return {_words(hook["command"])[0] for group in groups for hook in group["hooks"]}


def _ours(hooks: Any, event: str) -> list[Any]:
    groups = hooks.get(event) if isinstance(hooks, dict) else None
    return [one for one in groups if _is_ours(one)] if isinstance(groups, list) else []


def _is_ours(group: Any) -> bool:
    hooks = group.get("hooks") if isinstance(group, dict) else None
    commands = [one.get("command") for one in hooks if isinstance(one, dict)] if isinstance(hooks, list) else []
    return bool(commands) and all(isinstance(one, str) and _calls_us(one) for one in commands)


def _calls_us(command: str) -> bool:
    """`lamina hook EVENT`, `lamina-hook EVENT` or `python -m lamina.serve.cli hook EVENT`, and nothing around it."""
    program, *rest = _words(command) or ("",)
    name = os.path.basename(program)
    if name == LEAN:
        said = rest
    elif name == "lamina" and rest[:1] == ["hook"]:
        said = rest[1:]
    elif rest[:3] == ["-m", "lamina.serve.cli", "hook"]:
        said = rest[3:]
    else:
        return False
    return len(said) == 1 and said[0] in {**EVENTS, **FILE_EVENTS}


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:  # a quote that nobody closes
        return []
