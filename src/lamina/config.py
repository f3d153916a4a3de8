"""Settings: what holds, and where each value comes from."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from lamina.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = "config.toml"


class Setting(NamedTuple):
    """One effective value."""

    name: str
    value: str
    source: str
    meaning: str


class Known(NamedTuple):
    """A setting that exists."""

    default: str
    meaning: str
    choices: tuple[str, ...] = ()


KNOWN: dict[str, Known] = {
    "home": Known("~/.lamina", "where Lamina keeps what it keeps"),
    "store": Known("", "path, sqlite:///… or postgresql://…; empty: memory.db in the home folder"),
    "project": Known("", "name of the project; empty: found by git, else by folder"),
    "user": Known("", "who you are; empty: the user of the operating system"),
    "visibility": Known("project-shared", "who sees new memories", choices=("project-shared", "user-private")),
}
_WRITTEN = sorted(set(KNOWN) - {"home"})
"""What the file may set: the home folder is where the file is found."""


def effective(given: Mapping[str, str | None], environment: Mapping[str, str]) -> dict[str, Setting]:
    """Every setting: argument before environment (`LAMINA_…`) before file before default."""
    home = given.get("home") or environment.get("LAMINA_HOME") or ""
    folder = os.path.expanduser(home or KNOWN["home"].default)
    written = read_file(os.path.join(folder, FILE))
    found = {}
    for name, known in KNOWN.items():
        variable = f"LAMINA_{name.upper()}"
        if given.get(name):
            value, source = given[name] or "", "argument"
        elif environment.get(variable):
            value, source = environment[variable], variable
        elif name in written:
            value, source = written[name], os.path.join(folder, FILE)
        else:
            value, source = known.default, "default"
        _check(name, value, source)
        found[name] = Setting(name, value, source, known.meaning)
    found["home"] = found["home"]._replace(value=folder)
    return found


def read_file(path: str) -> dict[str, str]:
    """The settings in a file; a wrong one is named with its file."""
    if not os.path.exists(path):
        return {}
    import tomllib  # most people have no such file

    try:
        with open(path, "rb") as opened:
            data = tomllib.load(opened)
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} cannot be read: {error}.", "Mend that line, or remove the file.") from error
    for name, value in data.items():
        if name not in _WRITTEN:
            raise BadInput(f"{path}: there is no setting {name!r}.", f"Known: {', '.join(_WRITTEN)}.")
        if not isinstance(value, str):
            raise BadInput(f"{path}: {name} must be a text in quotes.")
    return data


def write(home: str, name: str, value: str) -> None:
    """Sets one value in the file; an empty value removes it."""
    if name not in _WRITTEN:
        raise BadInput(f"There is no setting {name!r} in the file.", f"Known: {', '.join(_WRITTEN)}.")
    if not value.isprintable():  # the file could not be read again
        raise BadInput(f"{name} has a character that cannot be written: {value!a}.", "Remove it and try again.")
    if value:
        _check(name, value, "argument")
    path = os.path.join(home, FILE)
    values = read_file(path)
    values.pop(name, None)
    if value:
        values[name] = value
    import json  # a TOML basic string is written like a JSON one

    os.makedirs(home, mode=0o700, exist_ok=True)
    lines = [f"{key} = {json.dumps(one, ensure_ascii=False)}\n" for key, one in sorted(values.items())]
    with open(f"{path}.new", "w", encoding="utf-8", opener=lambda p, flags: os.open(p, flags, 0o600)) as opened:
        opened.writelines(lines)
    os.replace(f"{path}.new", path)


def _check(name: str, value: str, source: str) -> None:
    choices = KNOWN[name].choices
    if choices and value not in choices:
        raise BadInput(f"{name} is {value!r} ({source}).", f"It must be one of {', '.join(choices)}.")
