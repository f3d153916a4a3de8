"""What the doctor says about agents: whether each that is found can call Lamina, and whether what it calls is there."""

from __future__ import annotations

import json
import os
import shutil
from importlib.util import find_spec
from typing import TYPE_CHECKING

from lamina.adapters.atomic_files import content_of
from lamina.adapters.projects import repository_of
from lamina.errors import BadInput, Unavailable
from lamina.model.review import Check
from lamina.words.agents import SCOPES, found, servers_path
from lamina.words.registering import Registered, registered

if TYPE_CHECKING:
    from collections.abc import Iterator


def examine_agents() -> list[Check]:
    """A person who does not want Lamina in an agent has nothing to mend; a program that is gone is a finding."""
    try:
        here = os.getcwd()
    except OSError:
        return []
    repository = repository_of(here)
    folder, home = repository.root if repository else here, os.path.expanduser("~")
    return [_examined(name, folder, home) for name in found(folder, home, os.environ)]


def _examined(name: str, folder: str, home: str) -> Check:
    told = f"agent {name}"
    try:
        places = list(_places(name, folder, home))
    except (BadInput, Unavailable) as problem:  # it may be fine for the agent: comments, for one
        return Check(told, True, f"whether Lamina is registered cannot be told: {problem.message}")
    ours = [(path, one) for path, one in places if one.is_ours]
    gone = [one.program for _, one in ours if shutil.which(one.program) is None]
    if gone:
        return Check(told, False, f"{gone[0]} is not there any more", f"`lamina init --agent {name}` mends it.")
    if ours and find_spec("mcp") is None:
        mend = "`pip install 'lamina[mcp]'` adds it."
        return Check(told, False, f"registered in {ours[0][0]}, but the server needs the package mcp", mend)
    if ours:
        return Check(told, True, f"registered in {', '.join(path for path, _ in ours)}")
    if places:
        return Check(told, True, f"{places[0][0]} names another server `lamina`")
    return Check(told, True, f"not registered (`lamina init --agent {name}` does it)")


def _places(name: str, folder: str, home: str) -> Iterator[tuple[str, Registered]]:
    """The files that name the server, and what they say of it."""
    paths = [servers_path(name, scope, folder, home, os.environ) for scope in SCOPES]
    for path in dict.fromkeys(filter(None, paths)):
        if one := registered(content_of(path), path):
            yield path, one
    if name == "claude":
        yield from _own_servers(folder, home)


def _own_servers(folder: str, home: str) -> Iterator[tuple[str, Registered]]:
    """What `claude mcp add` keeps, for a project or for all of them."""
    path = os.path.join(os.environ.get("CLAUDE_CONFIG_DIR") or home, ".claude.json")
    try:
        data = json.loads(content_of(path) or b"{}")
        for where in (data, data.get("projects", {}).get(folder, {})):
            if one := registered(json.dumps({"mcpServers": where.get("mcpServers", {})}).encode(), path):
                yield path, one
    except (ValueError, AttributeError, RecursionError):
        pass  # it is the agent's own affair
