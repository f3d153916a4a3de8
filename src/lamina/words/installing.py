"""Lamina's hooks and MCP server in an agent's settings: planned as exact edits, made, and taken back exactly."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
from typing import TYPE_CHECKING, Any, NamedTuple

from lamina.adapters.agent_settings import content_of as written
from lamina.adapters.agent_settings import data_of, opened, with_entry, without_entries
from lamina.adapters.atomic_files import content_of, digest, locked, replace
from lamina.adapters.file_diff import unified
from lamina.errors import BadInput, Unavailable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

RECORD = "installed.json"
SCOPES = ("local", "project", "user")
SERVER = "lamina"
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
_OURS = re.compile(r"\blamina(?:\.serve\.cli)?['\"]? hook [A-Z]\w+\s*$")


class Edit(NamedTuple):
    """What would become of one file; no bytes: there is none."""

    path: str
    before: bytes | None
    after: bytes | None

    @property
    def diff(self) -> str:
        """The change as git shows it."""
        return unified(self.path, self.before, self.after)


def settings_path(scope: str, folder: str, home: str) -> str:
    """Where an agent reads hooks: this person in this project, all in this project, or this person everywhere."""
    if scope not in SCOPES:
        raise BadInput(f"There is no scope {scope!r}.", f"Use one of {', '.join(SCOPES)}.")
    if scope == "user":
        return os.path.join(os.environ.get("CLAUDE_CONFIG_DIR") or os.path.join(home, ".claude"), "settings.json")
    return os.path.join(folder, ".claude", "settings.local.json" if scope == "local" else "settings.json")


def plan_install(scope: str, folder: str, home: str, command: str) -> list[Edit]:
    """The edits that are missing; none when all of it stands there already. Raises BadInput, and nothing is changed."""
    edits = [_edit(settings_path(scope, folder, home), lambda content, path: _with_hooks(content, path, command))]
    if scope != "user":  # a person's own servers stand in a file that the agent rewrites all the time
        path = os.path.join(folder, ".mcp.json")
        shared = (
            SERVER if shutil.which(SERVER) else command
        )  # teammates read this file: a place on this machine is last
        edits.append(_edit(path, lambda content, path: _with_server(content, path, shared)))
    return [one for one in edits if one.before != one.after]


def plan_uninstall(folder: str, home: str, lamina_home: str) -> list[Edit]:
    """The edits that take every trace out again: the very bytes of before where nothing else has changed since."""
    record = _recorded(lamina_home)
    usual = [settings_path(scope, folder, home) for scope in SCOPES] + [os.path.join(folder, ".mcp.json")]
    edits = []
    for path in dict.fromkeys([*record, *map(os.path.realpath, usual)]):
        now = content_of(path)
        if now is None:
            continue
        kept = record.get(path)
        after = kept[0] if kept and kept[1] == digest(now) else _without(now, path)
        if after != now:
            edits.append(Edit(path, now, after))
    return edits


def make(edits: Iterable[Edit], lamina_home: str) -> None:
    """Makes the edits; what stood there before is kept first, so that a kill in between loses nothing."""
    record = _recorded(lamina_home)
    for one in edits:
        first = record[one.path][0] if one.path in record and record[one.path][1] == digest(one.before) else one.before
        _keep(lamina_home, {**record, one.path: (first, digest(one.after))})
        record = _recorded(lamina_home)
        _write(one)


def take_back(edits: Sequence[Edit], lamina_home: str) -> None:
    """Makes the edits of an uninstall, and forgets what was installed."""
    for one in edits:
        _write(one)
        if one.after is None and os.path.basename(os.path.dirname(one.path)) == ".claude":
            _remove_empty(os.path.dirname(one.path))
    path = os.path.join(lamina_home, RECORD)
    if os.path.exists(path):
        os.unlink(path)


def purge(lamina_home: str) -> None:
    """Removes the home folder with all that was learned; only one that is Lamina's."""
    known = ("memory.db", "cache", "hooks", "hook.log", "config.toml", RECORD)
    if os.path.isdir(lamina_home) and any(os.path.exists(os.path.join(lamina_home, one)) for one in known):
        shutil.rmtree(lamina_home)


def hooked_events(path: str) -> tuple[str, ...]:
    """The events for which a settings file calls Lamina; none where it cannot be read."""
    try:
        data = data_of(opened(content_of(path), path))
    except (BadInput, Unavailable):
        return ()
    hooks = data.get("hooks")
    if not isinstance(hooks, dict):
        return ()
    return tuple(event for event, groups in hooks.items() if isinstance(groups, list) and any(map(_is_ours, groups)))


def hook_programs(path: str) -> set[str]:
    """The programs that our hooks in a settings file start."""
    data = data_of(opened(content_of(path), path))
    groups = [one for event in hooked_events(path) for one in data["hooks"][event] if _is_ours(one)]
    return {_words(hook["command"])[0] for group in groups for hook in group["hooks"]}


def _edit(path: str, change: Any) -> Edit:
    path = os.path.realpath(path)  # who keeps settings elsewhere and links to them keeps the link
    before = content_of(path)
    return Edit(path, before, change(before, path))


def _with_hooks(content: bytes | None, path: str, command: str) -> bytes:
    edited = opened(content, path)
    hooks = data_of(edited).get("hooks", {})
    for event, (matcher, seconds) in EVENTS.items():
        wanted = {
            "matcher": matcher,
            "hooks": [{"type": "command", "command": f"{command} hook {event}", "timeout": seconds}],
        }
        there = hooks.get(event, []) if isinstance(hooks, dict) else []
        ours = [one for one in there if _is_ours(one)] if isinstance(there, list) else []
        if ours == [wanted]:
            continue
        if ours:  # from elsewhere, or of an older version
            edited = without_entries(edited, ("hooks", event), lambda key, value: _is_ours(value))
        edited = with_entry(edited, ("hooks", event), wanted, listed=True)
    after = written(edited)
    return content if content is not None and data_of(opened(content, path)) == data_of(edited) else after


def _with_server(content: bytes | None, path: str, command: str) -> bytes:
    edited = opened(content, path)
    servers = data_of(edited).get("mcpServers")
    program, *arguments = _words(command)
    wanted = {"command": program, "args": [*arguments, "mcp"]}
    if content is not None and isinstance(servers, dict) and servers.get(SERVER) == wanted:
        return content
    return written(with_entry(edited, ("mcpServers", SERVER), wanted, listed=False))


def _without(content: bytes, path: str) -> bytes:
    """Without our lines, whoever else has changed the file meanwhile."""
    try:
        edited = opened(content, path)
    except BadInput:
        return content  # it says nothing that could be ours
    hooks = data_of(edited).get("hooks")
    for event in hooks if isinstance(hooks, dict) else ():
        edited = without_entries(edited, ("hooks", event), lambda key, value: _is_ours(value))
    return written(without_entries(edited, ("mcpServers",), lambda key, value: key == SERVER and _is_our_server(value)))


def _is_ours(group: Any) -> bool:
    hooks = group.get("hooks") if isinstance(group, dict) else None
    commands = [one.get("command") for one in hooks if isinstance(one, dict)] if isinstance(hooks, list) else []
    return bool(commands) and all(isinstance(one, str) and _OURS.search(one) for one in commands)


def _is_our_server(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("args"), list) and value["args"][-1:] == ["mcp"]


def _words(command: str) -> list[str]:
    import shlex

    return shlex.split(command)


def _write(one: Edit) -> None:
    folder = os.path.dirname(one.path)
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise Unavailable(f"{folder} cannot be made: {error.strerror}.", "Nothing was changed there.") from error
    with locked(one.path):
        replace(one.path, one.before, one.after)


def _remove_empty(folder: str) -> None:
    try:
        os.rmdir(folder)
    except OSError:
        pass  # others keep something there


def _recorded(lamina_home: str) -> dict[str, tuple[bytes | None, str]]:
    try:
        with open(os.path.join(lamina_home, RECORD), encoding="utf-8") as read:
            found = json.load(read)
        return {
            path: (None if before is None else base64.b64decode(before), str(after))
            for path, (before, after) in found.items()
        }
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def _keep(lamina_home: str, record: dict[str, tuple[bytes | None, str]]) -> None:
    plain = {
        path: (None if before is None else base64.b64encode(before).decode(), after)
        for path, (before, after) in record.items()
    }
    path = os.path.join(lamina_home, RECORD)
    try:
        os.makedirs(lamina_home, mode=0o700, exist_ok=True)
        # Settings may hold keys: nobody else reads the copy.
        with open(f"{path}.new", "w", encoding="utf-8", opener=lambda p, flags: os.open(p, flags, 0o600)) as opened_:
            json.dump(plain, opened_)
        os.replace(f"{path}.new", path)
    except OSError as error:
        raise Unavailable(f"{path} cannot be written: {error.strerror}.", "Nothing was changed.") from error
