"""Settings: what holds, and where each value comes from."""

from __future__ import annotations

import os

from lamina.errors import BadInput, NotFound, Unavailable
from lamina.model.tuples import NamedTuple

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
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
    between: tuple[float, float] | None = None
    """For numbers: the least and the most."""


RULES_FILE = "retention_rules.yaml"
KNOWN: dict[str, Known] = {
    "home": Known("~/.lamina", "where Lamina keeps what it keeps"),
    "store": Known("", "path, sqlite:///… or postgresql://…; empty: memory.db in the home folder"),
    "project": Known("", "name of the project; empty: found by git, else by folder"),
    "user": Known("", "who you are; empty: the user of the operating system"),
    "visibility": Known("project-shared", "who sees new memories", choices=("project-shared", "user-private")),
    "min_count": Known("2", "pending → long-term: times seen, with approval", between=(1, 1e6)),
    "core_min_count": Known("3", "long-term → core: times seen, with approval", between=(1, 1e6)),
    "core_min_days": Known("7", "long-term → core: days in long-term", between=(0, 1e5)),
    "outright_min_count": Known("1", "times a user must have said a thing outright", between=(1, 1e6)),
    "outright_min_days": Known("0", "days in long-term of what a user said outright", between=(0, 1e5)),
    "promote_threshold": Known("0.7", "pending → long-term by itself: importance", between=(0, 1)),
    "lowest_threshold": Known("0.6", "what the threshold may fall to with age", between=(0, 1)),
    "promote_tags": Known("critical, user_goal", "pending → long-term by itself: tags"),
    "short_term_max_lines": Known("5000", "pending memories; the oldest beyond are archived", between=(0, 1e9)),
    "expire_after_days": Known("365", "pending, unimportant and unseen for so long: archived", between=(1, 1e5)),
    "expire_below": Known("0.4", "what is unimportant", between=(0, 1)),
    "summarise_after_days": Known("7", "exchanges and episodes not seen for so long: summarised", between=(0, 1e5)),
    "compress_after_days": Known("30", "exchanges and episodes not seen for so long: compressed", between=(0, 1e5)),
    "archive_after_days": Known("90", "never used and not seen for so long: archived", between=(0, 1e5)),
    "hooks": Known("on", "whether agents' hooks do anything", choices=("on", "off")),
    "hooks_off_in": Known("", "projects in which they do not: names or folders, with commas between"),
    "hook_tokens": Known("800", "what a hook may tell before a prompt, in tokens", between=(100, 2000)),
    "views": Known("off", "folder views that are kept current: off, on (in the home folder), or a folder for them"),
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


def with_retention_rules(settings: Mapping[str, Setting]) -> dict[str, Setting]:
    """The settings, with the rules file in place of defaults. Not for every start: YAML is slow to load."""
    path = os.path.join(settings["home"].value, RULES_FILE)
    if not os.path.exists(path):
        return dict(settings)
    found = dict(settings)
    for name, value in _rules_in(path).items():
        _check(name, value, path)
        if settings[name].source == "default":
            found[name] = settings[name]._replace(value=value, source=path)
    return found


def _rules_in(path: str) -> dict[str, str]:
    import yaml

    try:
        with open(path, "rb") as opened:
            data = yaml.safe_load(opened)
    except yaml.YAMLError as error:
        at = getattr(error, "problem_mark", None)
        line = f" (line {at.line + 1})" if at else ""
        raise BadInput(f"{path} is not valid YAML{line}.", "Mend that line, or remove the file.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise Unavailable(f"{path} cannot be read: {error}.", "Check what stands there.") from error
    if data is None:
        return {}
    if not isinstance(data, dict):
        raise BadInput(f"{path} holds no rules.", "It has lines like `promote_threshold: 0.70`.")
    rules = {name for name, known in KNOWN.items() if known.between or name == "promote_tags"}
    for name in data:
        if name not in rules:
            raise BadInput(f"{path}: there is no rule {name!r}.", f"Known: {', '.join(sorted(rules))}.")
    return {name: ", ".join(map(str, one)) if isinstance(one, list) else str(one) for name, one in data.items()}


def shown(settings: Mapping[str, Setting]) -> list[Setting]:
    """The settings as they may be printed."""
    return [one._replace(value=without_password(one.value)) for one in settings.values()]


def without_password(address: str) -> str:
    """An address of a store, however badly spelt, as it may be printed."""
    scheme, colon, rest = address.partition(":/")
    if not colon:
        return address
    head, at, host = rest.rpartition("@")  # a password that was not quoted may hold anything, @ included
    user, has_password, _ = head.partition(":")
    who = f"{user}:…@" if has_password else f"{head}@"
    told, *parts = f"{scheme}:/{who if at else ''}{host}".split("password=")
    for one in parts:  # in the query; a hook that tells stores apart has no time to load `re`
        end = next((place for place, mark in enumerate(one) if mark == "&" or mark.isspace()), len(one))
        told += f"password={'…' if end else ''}{one[end:]}"
    return told


def only(settings: Mapping[str, Setting], name: str) -> dict[str, Setting]:
    """The one of that name."""
    if name not in settings:
        raise NotFound(f"There is no setting {name!r}.", f"Known: {', '.join(sorted(settings))}.")
    return {name: settings[name]}


def read_file(path: str) -> dict[str, str]:
    """The settings in a file; a wrong one is named with its file."""
    if not os.path.exists(path):
        return {}
    import tomllib  # most people have no such file

    try:
        with open(path, "rb") as opened:
            data = tomllib.load(opened)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} cannot be read: {error}.", "Mend that line, or remove the file.") from error
    except OSError as error:
        raise Unavailable(f"{path} cannot be read: {error.strerror}.", "Check what stands there.") from error
    for name, value in data.items():
        if name not in _WRITTEN:
            raise BadInput(f"{path}: there is no setting {name!r}.", f"Known: {', '.join(_WRITTEN)}.")
        if not isinstance(value, str) and not (KNOWN[name].between and isinstance(value, int | float)):
            raise BadInput(f"{path}: {name} must be a text in quotes.")
    return {name: str(value) for name, value in data.items()}


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

    lines = [f"{key} = {json.dumps(one, ensure_ascii=False)}\n" for key, one in sorted(values.items())]
    try:
        os.makedirs(home, mode=0o700, exist_ok=True)
        with open(f"{path}.new", "w", encoding="utf-8", opener=lambda p, flags: os.open(p, flags, 0o600)) as opened:
            opened.writelines(lines)
        os.replace(f"{path}.new", path)
    except OSError as error:
        raise Unavailable(f"{path} cannot be written: {error.strerror}.", "Nothing was changed.") from error


def _check(name: str, value: str, source: str) -> None:
    if any(one < " " or one == "\x7f" or "\ud800" <= one <= "\udfff" for one in value):
        raise BadInput(f"{name} ({source}) has characters that no name or path has.", "Remove them and try again.")
    choices = KNOWN[name].choices
    if name == "views" and value not in ("on", "off") and not os.path.isabs(os.path.expanduser(value)):
        raise BadInput(f"views is {value!r} ({source}).", "It must be on, off, or the whole path of a folder.")
    if choices and value not in choices:
        raise BadInput(f"{name} is {value!r} ({source}).", f"It must be one of {', '.join(choices)}.")
    between = KNOWN[name].between
    if between and source != "default" and not _is_between(value, *between):
        raise BadInput(
            f"{name} is {value!r} ({source}).", f"It must be a number from {between[0]:g} to {between[1]:g}."
        )


def _is_between(value: str, least: float, most: float) -> bool:
    try:
        return least <= float(value) <= most
    except ValueError:
        return False
