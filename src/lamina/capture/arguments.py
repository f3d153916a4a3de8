"""What a tool was called with: the one thing that says what it was used on."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

# In this order: a search names a folder too, an editor a command, a shell the folder it runs in.
_TELLING = (
    *("pattern", "query", "url", "uri", "file_path", "absolute_path", "path", "cmd", "command", "dir_path"),
    *("question", "prompt", "message", "paths", "include"),
)
_SHELLS = ("sh", "bash", "zsh", "dash", "powershell", "pwsh", "cmd")


def target_of(arguments: Mapping[str, Any]) -> str:
    """A pattern, an address, a file, a command or a question; of an unknown tool, the first text there is."""
    for key in _TELLING:
        if found := shell_line(arguments.get(key)):
            return found
    return next((value for value in arguments.values() if isinstance(value, str) and value.strip()), "")


def shell_line(command: object) -> str:
    """A command as a person would type it: `["bash", "-lc", "ls | wc"]` is `ls | wc`."""
    if isinstance(command, str):
        return command.strip()
    if not isinstance(command, list) or not all(isinstance(one, str) for one in command):
        return ""
    if len(command) == 3 and _program(command[0]) in _SHELLS and command[1].lower() in ("-c", "-lc", "-command", "/c"):
        return str(command[2]).strip()
    return shlex.join(command)


def span(first: object, last: object) -> str:
    """`12-40`; the end is left open where it is not known."""
    if not isinstance(first, int) or isinstance(first, bool):
        return ""
    known = isinstance(last, int) and not isinstance(last, bool) and last >= first
    return f"{first}-{last}" if known else f"{first}-"


def text_at(arguments: Mapping[str, Any], *keys: str) -> str:
    """The first of these that is a text."""
    return next((value for key in keys if isinstance(value := arguments.get(key), str)), "")


def _program(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2].lower().removesuffix(".exe")
