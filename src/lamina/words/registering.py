"""Lamina's entry among the servers that an agent's settings name: put in, found again, taken out; bytes in and out."""

from __future__ import annotations

import json
import os
import shlex
from typing import TYPE_CHECKING, Any, NamedTuple

from lamina.adapters import agent_settings as as_json
from lamina.adapters import agent_toml as as_toml
from lamina.errors import BadInput
from lamina.words.agents import AGENTS

if TYPE_CHECKING:
    from collections.abc import Mapping

SERVER = "lamina"
_JSON_KEYS = ("mcpServers", SERVER)
_TOML_KEYS = ("mcp_servers", SERVER)
_FOLDER = "--folder"


class Registered(NamedTuple):
    """What an agent's settings say of the server `lamina`."""

    program: str
    is_ours: bool
    """Whether it is this server, and not somebody else's of that name."""


def entry_of(agent: str, command: str) -> dict[str, Any]:
    """How an agent starts the server."""
    program, *words = shlex.split(command)
    entry = dict(AGENTS[agent].entry)
    first = {"type": entry.pop("type")} if "type" in entry else {}
    return {**first, "command": program, "args": [*words, "mcp", *AGENTS[agent].arguments], **entry}


def with_server(content: bytes | None, path: str, entry: Mapping[str, Any]) -> bytes | None:
    """The settings with the entry; as they are where it stands there. Raises BadInput, and says what to add by hand."""
    there = _entry(content, path, entry)
    if there is not None and not _is_ours(there):
        raise BadInput(f"{path} names another server {SERVER!r}.", "It is left alone; give it another name.")
    if there is not None and _is_same(there, entry):
        return content
    wanted = dict(entry) if there is None else {key: entry[key] for key in ("command", "args")}
    if _is_toml(path):
        return as_toml.content_of(as_toml.with_table(as_toml.opened(content, path), _TOML_KEYS, wanted))
    # What a person has added to the entry, as variables for the server, stays.
    edited = as_json.with_entry(as_json.opened(content, path), _JSON_KEYS, {**(there or {}), **wanted}, listed=False)
    return as_json.content_of(edited)


def without_server(content: bytes, path: str) -> bytes:
    """The settings without the entry, if it is ours. Raises BadInput where they cannot be read or edited."""
    if not (there := registered(content, path)) or not there.is_ours:
        return content
    if _is_toml(path):
        return as_toml.content_of(as_toml.without_table(as_toml.opened(content, path), _TOML_KEYS))
    edited = as_json.opened(content, path)
    return as_json.content_of(as_json.without_entries(edited, _JSON_KEYS[:1], lambda key, value: key == SERVER))


def registered(content: bytes | None, path: str) -> Registered | None:
    """What the settings say of the server; nothing where they do not name it. Raises BadInput if they do not parse."""
    found = _entry(content, path, None)
    if found is None:
        return None
    program = found.get("command")
    return Registered(program if isinstance(program, str) else "", _is_ours(found))


def _entry(content: bytes | None, path: str, wanted: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The entry that is there. Raises BadInput with what to add by hand, where something is wanted."""
    if content is None:
        return None
    try:
        data = _data(content, path)
    except BadInput as error:
        there = None if _is_toml(path) else _at(as_json.data_with_comments(content), path)
        if not isinstance(there, dict) or (wanted and not _is_same(there, wanted)):
            raise BadInput(error.message, _by_hand(path, wanted) if wanted else error.hint) from error
        return there
    name = _keys(path)[0]
    if not isinstance(data.get(name, {}), dict):
        raise BadInput(f"{name} is not a table of servers in {path}.", "Mend it; nothing was changed.")
    found = _at(data, path)
    return found if found is None or isinstance(found, dict) else {}


def _data(content: bytes, path: str) -> dict[str, Any]:
    if _is_toml(path):
        return as_toml.data_of(as_toml.opened(content, path))
    return as_json.data_of(as_json.opened(content, path))


def _at(data: Any, path: str) -> Any:
    for key in _keys(path):
        data = data.get(key) if isinstance(data, dict) else None
    return data


def _keys(path: str) -> tuple[str, str]:
    return _TOML_KEYS if _is_toml(path) else _JSON_KEYS


def _is_same(there: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return all(there.get(key) == wanted[key] for key in ("command", "args"))


def _by_hand(path: str, entry: Mapping[str, Any]) -> str:
    if _is_toml(path):
        return f"Nothing was changed; add by hand, above all tables: {as_toml.on_one_line(_TOML_KEYS, dict(entry))}"
    said = json.dumps({SERVER: entry}, ensure_ascii=False)
    return f'Nothing was changed; add by hand: "{_JSON_KEYS[0]}": {said}'


def _is_toml(path: str) -> bool:
    return path.endswith(".toml")


def _is_ours(entry: Mapping[str, Any]) -> bool:
    """Whether an entry starts `lamina mcp` and says no more than we do: one with options of its own is a person's."""
    program, words = entry.get("command"), entry.get("args")
    if not isinstance(program, str) or not isinstance(words, list):
        return False
    if words[-2:-1] == [_FOLDER]:
        words = words[:-2]
    runs = os.path.basename(program) == SERVER or words[:-1] == ["-m", "lamina.serve.cli"]
    return runs and words[-1:] == ["mcp"] and (len(words) == 1 or words[0] == "-m")
