"""The words that bring Lamina to an agent, and that take it away again."""

from __future__ import annotations

import os
import shlex
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from lamina.serve.cli.command import Command

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from lamina.model.review import Ingested, Status
    from lamina.words.installing import Edit, Planned


LOOK = "Add --yes to do it, or --dry-run to look."


class InstalledFor(NamedTuple):
    """What became of one agent."""

    agent: str
    how: str
    """Hooks, MCP server or both; empty where it was left alone as a whole."""
    changed: tuple[str, ...]
    """The files that were changed for it."""
    left_alone: str
    """What could not be installed, and why."""


class Installed(NamedTuple):
    """What `init` did."""

    agents: dict[str, int]
    """The agents whose transcripts were found, and how many."""
    changed: tuple[str, ...]
    scope: str
    ingested: Ingested | None
    status: Status | None
    learned: tuple[str, ...] = ()
    """Some of it, the surest first."""
    installed_for: tuple[InstalledFor, ...] = ()
    missing: tuple[str, ...] = ()
    """Packages without which the MCP server does not start."""


class Uninstalled(NamedTuple):
    """What `uninstall` did."""

    changed: tuple[str, ...]
    purged: bool
    left: tuple[str, ...] = ()
    """What has to be done by hand."""


def _init_arguments(parser: ArgumentParser) -> None:
    from argparse import BooleanOptionalAction

    parser.add_argument(
        "--scope",
        default="local",
        help="where it goes: local (you, in this project; the default), project (all who work on it), user",
    )
    parser.add_argument(
        "--agent",
        action="append",
        default=[],
        metavar="NAME",
        help="only for this agent: claude, codex, gemini, copilot, cursor; repeatable (default: all that are found)",
    )
    parser.add_argument(
        "--file-hooks",
        action=BooleanOptionalAction,
        default=None,
        help="also tell what is known of a file before it is read or edited (default: as it was; at first, no)",
    )
    parser.add_argument("--all", action="store_true", help="read the sessions of all projects, not only of this one")
    parser.add_argument("--no-ingest", action="store_true", help="only install")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.add_argument("--dry-run", action="store_true", help="only show what would change")


def _init(given: Namespace) -> Any:
    from lamina.serve.cli.asking import agreed_to
    from lamina.words import agents, installing, project_transcripts

    home, folder = os.path.expanduser("~"), os.getcwd()
    sources = project_transcripts.found(home, os.environ)
    counted = {agent: sum(one.agent == agent for one in sources) for agent in sorted({one.agent for one in sources})}
    root, scope = _root(folder), agents.good_scope(given.scope)
    names = agents.chosen(given.agent, root, home, os.environ)
    wish = installing.Wish(names, scope, root, home, _command(), given.file_hooks)
    planned = installing.plan_install(wish, os.environ)
    edits = [edit for one in planned for edit in one.edits]
    paths = [one.path for one in sources] if given.all else project_transcripts.of_project(sources, folder)
    shown = "\n".join([*_told(planned), _shown(edits, counted, 0 if given.no_ingest else len(paths))])
    nothing = Installed(counted, (), scope, None, None)
    if given.dry_run:
        print(shown, file=sys.stderr)
        return nothing
    what = f"change {len(edits)} files of your agents" if edits else "read your sessions"
    if not given.yes and (edits or given.all) and not agreed_to(what, LOOK, shown):
        return nothing
    if given.yes and edits:
        print(shown, file=sys.stderr)
    installing.make(edits, _lamina_home(given))
    became = tuple(InstalledFor(one.agent, one.how, _paths(one.edits), str(one.problem or "")) for one in planned)
    return _learned(given, nothing._replace(changed=_paths(edits), installed_for=became, missing=_missing()), paths)


def _told(planned: Sequence[Planned]) -> list[str]:
    """What becomes of each agent, before the diff says it exactly."""
    from lamina.words.agents import AGENTS

    lines = []
    for one in planned:
        done = one.how + ("" if one.edits or not one.how else " (there already)")
        left = f"left alone: {one.problem}" if one.problem else ""
        lines.append(f"{AGENTS[one.agent].title}: {'; '.join(filter(None, (done, left)))}")
    return lines


def _paths(edits: Sequence[Edit]) -> tuple[str, ...]:
    return tuple(one.path for one in edits)


def _missing() -> tuple[str, ...]:
    """Hooks need no more than the command; the server does."""
    from importlib.util import find_spec

    return () if find_spec("mcp") else ("lamina[mcp]",)


def _learned(given: Namespace, done: Installed, paths: Sequence[str]) -> Installed:
    from lamina.serve import present
    from lamina.wiring import open_memory

    with open_memory(given.store, given.project, given.home, given.user) as memory:
        read = memory.ingest(paths, present.progress) if paths and not given.no_ingest else None
        memory.catch_up()
        learned = tuple(one.item.lengths.compressed or one.item.lengths.summary for one in memory.pending()[:5])
        return done._replace(ingested=read, status=memory.status(), learned=learned)


def _uninstall_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--purge", action="store_true", help="also remove everything that Lamina has learned, for good")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.add_argument("--dry-run", action="store_true", help="only show what would change")


def _uninstall(given: Namespace) -> Any:
    from lamina.serve.cli.asking import agreed_to
    from lamina.words import installing

    home = _lamina_home(given)
    removal = installing.plan_uninstall(_root(os.getcwd()), os.path.expanduser("~"), home, os.environ)
    shown = "\n".join([*removal.left, _shown(removal.edits, {}, 0)])
    if given.purge:
        shown += f"\n{home} and all that was learned would be removed for good."
    if given.dry_run:
        print(shown, file=sys.stderr)
        return Uninstalled((), False, removal.left)
    if not given.yes and not agreed_to("take Lamina out of your agents' settings", LOOK, shown):
        return Uninstalled((), False, removal.left)
    installing.take_back(removal, home)
    if given.purge:
        installing.purge(home)
    return Uninstalled(_paths(removal.edits), given.purge, removal.left)


def _root(folder: str) -> str:
    """The folder in which an agent looks for a project's settings."""
    here = folder
    while True:
        if os.path.exists(os.path.join(here, ".git")):
            return here
        above = os.path.dirname(here)
        if above == here:
            return folder
        here = above


def _command() -> str:
    """How this machine calls Lamina, wherever an agent looks for programs."""
    program = os.path.abspath(sys.argv[0])
    if os.path.basename(program) == "lamina" and os.access(program, os.X_OK):
        return shlex.quote(program)
    beside = os.path.join(os.path.dirname(sys.executable), "lamina")
    return shlex.quote(beside) if os.access(beside, os.X_OK) else f"{shlex.quote(sys.executable)} -m lamina.serve.cli"


def _lamina_home(given: Namespace) -> str:
    from lamina import config

    return config.effective({"home": given.home}, os.environ)["home"].value


def _shown(edits: Sequence[Edit], agents: dict[str, int], sessions: int) -> str:
    lines = [f"found: {agent} ({count} transcripts)" for agent, count in agents.items()]
    lines += [one.diff.rstrip("\n") for one in edits] or ["No file of an agent needs a change."]
    if sessions:
        lines.append(
            f"{sessions} transcripts of this project would be looked at; what is known already is passed over."
        )
    others = sum(agents.values()) - sessions
    if others > 0:
        lines.append(f"{others} were written in other folders: `--all` reads them too, each for its own project.")
    return "\n".join(lines)


def _hook_arguments(parser: ArgumentParser) -> None:
    from lamina.serve.hook import SECONDS

    parser.add_argument("event", help=f"{', '.join(SECONDS)}; its JSON stands on standard input")


def _hook(given: Namespace) -> Any:
    from lamina.serve.hook import main

    return {"exit": main([given.event])}


COMMANDS: dict[str, Command] = {
    "hook": Command("What an agent's hook calls; it never fails a turn.", _hook_arguments, _hook, "table", opens=False),
    "init": Command(
        "Install hooks and the MCP server for the agents that are found, and learn from their sessions.",
        _init_arguments,
        _init,
        "installed",
        opens=False,
    ),
    "uninstall": Command(
        "Take every change of `init` back; what was learned stays.",
        _uninstall_arguments,
        _uninstall,
        "uninstalled",
        opens=False,
    ),
}
