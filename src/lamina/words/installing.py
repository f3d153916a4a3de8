"""Lamina's hooks and MCP server in agents' settings: planned as exact edits, made, and taken back exactly."""

from __future__ import annotations

import base64
import json
import os
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from lamina.adapters.atomic_files import content_of, digest, locked, replace
from lamina.adapters.file_diff import unified
from lamina.errors import BadInput, LaminaError, Unavailable
from lamina.words.agents import AGENTS, SCOPES, is_shared, servers_path
from lamina.words.claude_hooks import settings_path, with_hooks, without_hooks
from lamina.words.registering import SERVER, entry_of, with_server, without_server

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

RECORD = "installed.json"


class Edit(NamedTuple):
    """What would become of one file; no bytes: there is none."""

    path: str
    before: bytes | None
    after: bytes | None

    @property
    def diff(self) -> str:
        """The change as git shows it."""
        return unified(self.path, self.before, self.after)


class Wish(NamedTuple):
    """What a person wants installed, and where."""

    agents: tuple[str, ...]
    scope: str
    folder: str
    home: str
    command: str
    """How this machine calls Lamina."""
    file_hooks: bool | None = None
    """Whether there are hooks before files; None leaves them as they are."""


class Planned(NamedTuple):
    """What becomes of one agent: edits where something is missing, and what is left alone."""

    agent: str
    how: str
    """Hooks, MCP server or both; empty where the agent is left alone as a whole."""
    edits: tuple[Edit, ...] = ()
    problem: BadInput | Unavailable | None = None
    """Why the rest is left alone."""


class Removal(NamedTuple):
    """The edits of an uninstall, and what it has to leave to the person."""

    edits: tuple[Edit, ...]
    left: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    """Files of those: what stood there before is remembered until they can be taken back."""


class _Kept(NamedTuple):
    """What is remembered of a file that was edited."""

    before: bytes | None
    after: str
    """The hash of what was written."""
    made: str
    """The topmost folder that had to be made for it; empty where none had."""


def plan_install(wish: Wish, environment: Mapping[str, str]) -> list[Planned]:
    """What becomes of each agent; settings that cannot be edited keep no other agent from being served.

    Raises what is wrong where that leaves nothing to do.
    """
    planned: list[Planned] = []
    for agent in wish.agents:
        one = _planned(agent, wish, environment)
        taken = {edit.path for earlier in planned for edit in earlier.edits}
        # Two agents that read one file through a link share its entry.
        planned.append(one._replace(edits=tuple(edit for edit in one.edits if edit.path not in taken)))
    problems = [one.problem for one in planned if one.problem]
    if not any(one.how for one in planned) and problems:
        raise problems[0] if len(problems) == 1 else BadInput(" ".join(map(str, problems)))
    return planned


def _planned(agent: str, wish: Wish, environment: Mapping[str, str]) -> Planned:
    """Hooks do without the server; where they cannot be installed, a server alone is not what was asked for."""
    servers = servers_path(agent, wish.scope, wish.folder, wish.home, environment)
    done = Planned(agent, "")
    try:
        if agent == "claude":
            done = done._replace(how="hooks", edits=_needed(_hooks_edit(wish)))
        if servers:
            edits = (*done.edits, *_needed(_server_edit(agent, servers, wish)))
            done = done._replace(how=" and ".join(filter(None, (done.how, "MCP server"))), edits=edits)
    except (BadInput, Unavailable) as problem:
        return done._replace(problem=problem)
    return done


def _needed(edit: Edit) -> tuple[Edit, ...]:
    return (edit,) if edit.before != edit.after else ()


def plan_uninstall(folder: str, home: str, lamina_home: str, environment: Mapping[str, str]) -> Removal:
    """The edits that take every trace out again: the very bytes of before where nothing else has changed since."""
    record = _recorded(lamina_home)
    usual = [settings_path(scope, folder, home) for scope in SCOPES]
    usual += [servers_path(name, scope, folder, home, environment) for name in AGENTS for scope in SCOPES]
    edits, left, waiting = [], [], []
    for path in dict.fromkeys([*record, *(os.path.realpath(one) for one in usual if one)]):
        kept = record.get(path)
        try:
            now = content_of(path)
            if now is None:
                continue
            after = kept.before if kept and kept.after == digest(now) else _without(now, path)
        except (BadInput, Unavailable) as problem:
            if kept or _may_name_us(path):
                left.append(f"{problem.message} Take what it says of {SERVER} out by hand.")
                waiting.append(path)
            continue
        if after != now:
            edits.append(Edit(path, now, after))
    return Removal(tuple(edits), tuple(left), tuple(waiting))


def make(edits: Iterable[Edit], lamina_home: str) -> None:
    """Makes the edits; what stood there before is kept first, so that a kill in between loses nothing."""
    for one in edits:
        with _alone(lamina_home):  # two projects are set up at once
            record = _recorded(lamina_home)
            known = record.get(one.path)
            if not known or known.after != digest(one.before):
                known = _Kept(_clean(one), "", known.made if known else _missing(os.path.dirname(one.path)))
            _keep(lamina_home, {**record, one.path: known._replace(after=digest(one.after))})
        _write(one)


def take_back(removal: Removal, lamina_home: str) -> None:
    """Makes the edits of an uninstall, and forgets what was installed."""
    record = _recorded(lamina_home)
    for one in removal.edits:
        _write(one)
        if one.after is None:
            _remove_empty(os.path.dirname(one.path), record[one.path].made)
    waiting = {path: record[path] for path in removal.kept if path in record}
    path = os.path.join(lamina_home, RECORD)
    if waiting:
        _keep(lamina_home, waiting)
    elif os.path.exists(path):
        os.unlink(path)


def purge(lamina_home: str) -> None:
    """Removes the home folder with all that was learned; only one that is Lamina's."""
    known = ("memory.db", "cache", "hooks", "hook.log", "config.toml", RECORD)
    if os.path.isdir(lamina_home) and any(os.path.exists(os.path.join(lamina_home, one)) for one in known):
        shutil.rmtree(os.path.realpath(lamina_home))
        if os.path.islink(lamina_home):
            os.unlink(lamina_home)


def _hooks_edit(wish: Wish) -> Edit:
    command = SERVER if wish.scope == "project" else wish.command  # others read it: it names no place on this machine
    path, before = _real(settings_path(wish.scope, wish.folder, wish.home))
    return Edit(path, before, with_hooks(before, path, command, wish.file_hooks))


def _server_edit(agent: str, servers: str, wish: Wish) -> Edit:
    # What lies in a project may be read by others: a place on this machine is the last resort there.
    shared = is_shared(agent, wish.scope) and (wish.scope == "project" or shutil.which(SERVER))
    path, before = _real(servers)
    return Edit(path, before, with_server(before, path, entry_of(agent, SERVER if shared else wish.command)))


def _real(path: str) -> tuple[str, bytes | None]:
    """Who keeps settings elsewhere and links to them keeps the link."""
    path = os.path.realpath(path)
    return path, content_of(path)


def _without(content: bytes, path: str) -> bytes:
    """Without our lines, whoever else has changed the file meanwhile."""
    content = without_server(content, path)
    return content if path.endswith(".toml") else without_hooks(content, path)


def _clean(one: Edit) -> bytes | None:
    """What stood there before Lamina did: an older entry of ours is nothing to come back to."""
    try:
        return one.before and _without(one.before, one.path)
    except LaminaError:
        return one.before


def _may_name_us(path: str) -> bool:
    try:
        return SERVER.encode() in (content_of(path) or b"")
    except Unavailable:
        return False


def _write(one: Edit) -> None:
    folder = os.path.dirname(one.path)
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise Unavailable(f"{folder} cannot be made: {error.strerror}.", "Nothing was changed there.") from error
    with locked(one.path):
        replace(one.path, one.before, one.after)


def _missing(folder: str) -> str:
    """The topmost of the folders that have to be made for this one."""
    found = ""
    while not os.path.isdir(folder):
        found, folder = folder, os.path.dirname(folder)
    return found


def _remove_empty(folder: str, top: str) -> None:
    """Removes what was made, from the innermost to the topmost."""
    try:
        while top and (folder == top or folder.startswith(top + os.sep)):
            os.rmdir(folder)
            folder = os.path.dirname(folder)
    except OSError:
        pass  # others keep something there


def _recorded(lamina_home: str) -> dict[str, _Kept]:
    try:
        with open(os.path.join(lamina_home, RECORD), encoding="utf-8") as read:
            found = json.load(read)
        return {
            path: _Kept(None if before is None else base64.b64decode(before), str(after), str(made))
            for path, (before, after, made) in found.items()
        }
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


@contextmanager
def _alone(lamina_home: str) -> Iterator[None]:
    try:
        os.makedirs(lamina_home, mode=0o700, exist_ok=True)
        with locked(os.path.join(lamina_home, RECORD)):
            yield
    except OSError as error:
        raise Unavailable(f"{lamina_home} cannot be written: {error.strerror}.", "Nothing was changed.") from error


def _keep(lamina_home: str, record: Mapping[str, _Kept]) -> None:
    plain = {
        path: (None if one.before is None else base64.b64encode(one.before).decode(), one.after, one.made)
        for path, one in record.items()
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
