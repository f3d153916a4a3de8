"""The agents that Lamina can be registered with: how each is found, and where it reads which servers there are."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from lamina.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

SCOPES = ("local", "project", "user")


class Agent(NamedTuple):
    """One agent."""

    title: str
    variable: str
    """What moves its home elsewhere."""
    home: str
    """Its home, in the person's."""
    own: str = ""
    """The file in its home that names servers."""
    shared: str = ""
    """The file in a project that does; empty where it has none that surely counts."""
    in_project: str = ""
    """The folder in a project that shows that the agent is used there."""
    entry: tuple[tuple[str, Any], ...] = ()
    """What its entry says beside program and arguments."""
    arguments: tuple[str, ...] = ()
    """What the program is given after `mcp`."""


AGENTS: dict[str, Agent] = {
    # A person's own servers of Claude Code stand in a file that it rewrites all the time: that one is never edited.
    "claude": Agent("Claude Code", "CLAUDE_CONFIG_DIR", ".claude", "", ".mcp.json", ".claude"),
    # A project's `.codex/config.toml` counts only where the project is trusted, and was passed over by whole versions.
    "codex": Agent("Codex", "CODEX_HOME", ".codex", "config.toml"),
    "gemini": Agent("Gemini CLI", "GEMINI_CLI_HOME", ".gemini", "settings.json", ".gemini/settings.json", ".gemini"),
    # Copilot passes over a project's `.mcp.json` where it is not asked questions, and in some versions always.
    "copilot": Agent(
        "Copilot CLI", "COPILOT_HOME", ".copilot", "mcp-config.json", entry=(("type", "local"), ("tools", ["*"]))
    ),
    # Cursor starts servers in the person's home, so it has to say which folder is open.
    "cursor": Agent(
        *("Cursor", "", ".cursor", "mcp.json", ".cursor/mcp.json", ".cursor"),
        entry=(("type", "stdio"),),
        arguments=("--folder", "${workspaceFolder}"),
    ),
}


def home_of(name: str, home: str, environment: Mapping[str, str]) -> str:
    """Where an agent keeps what is a person's own."""
    agent = AGENTS[name]
    told = environment.get(agent.variable) if agent.variable else ""
    if told and name == "gemini":  # its variable names the folder that its home is in
        return os.path.join(told, agent.home)
    return told or os.path.join(home, agent.home)


def found(folder: str, home: str, environment: Mapping[str, str]) -> tuple[str, ...]:
    """The agents that are used on this machine, or in this project."""
    return tuple(
        name
        for name, agent in AGENTS.items()
        if os.path.isdir(home_of(name, home, environment))
        or (agent.in_project and os.path.isdir(os.path.join(folder, agent.in_project)))
    )


def chosen(names: Iterable[str], folder: str, home: str, environment: Mapping[str, str]) -> tuple[str, ...]:
    """Those that a person names; else those that are found, or else the one that has hooks."""
    wanted = tuple(dict.fromkeys(names))
    for name in wanted:
        if name not in AGENTS:
            raise BadInput(f"There is no agent {name!r}.", f"Use {', '.join(AGENTS)}.")
    return wanted or found(folder, home, environment) or ("claude",)


def good_scope(scope: str) -> str:
    """One of the scopes."""
    if scope not in SCOPES:
        raise BadInput(f"There is no scope {scope!r}.", f"Use one of {', '.join(SCOPES)}.")
    return scope


def is_shared(name: str, scope: str) -> bool:
    """Whether the file for a scope lies in the project, where others may read it."""
    return good_scope(scope) != "user" and bool(AGENTS[name].shared)


def servers_path(name: str, scope: str, folder: str, home: str, environment: Mapping[str, str]) -> str:
    """The file in which an agent is told of servers; empty where that is left to the agent's own command."""
    agent = AGENTS[name]
    if is_shared(name, scope):
        return os.path.join(folder, *agent.shared.split("/"))
    return os.path.join(home_of(name, home, environment), agent.own) if agent.own else ""
