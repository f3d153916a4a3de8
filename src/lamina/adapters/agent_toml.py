"""Edits to an agent's TOML settings that leave every other byte as it is, comments included.

The text is changed, not the data. What comes out is read again: unless it says what was there and what was wanted, and
nothing else, it is refused.
"""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any, NamedTuple

from lamina.adapters.agent_settings import decoded
from lamina.errors import BadInput

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}(?!")'
    r"|'''.*?'{3,5}(?!')"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|\#[^\n]*|[\[\]{}\n]",
    re.DOTALL,
)
"""What decides where a line ends and a table begins: texts may hold brackets, brackets may hold line ends."""


class Edited(NamedTuple):
    """A text while it is edited."""

    text: str
    bom: str
    newline: str
    path: str


class _Section(NamedTuple):
    """A table with a header of its own."""

    keys: tuple[str, ...]
    begin: int
    end: int
    """Behind the last line that says something: comments and empty lines after it may belong to the next table."""


def opened(content: bytes | None, path: str) -> Edited:
    """The settings as text. Raises BadInput where they are not TOML."""
    bom, text = decoded(content, path)
    try:
        tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # not all that is wrong is a TOMLDecodeError: numbers of 5,000 digits
        why = str(error) if isinstance(error, ValueError) else "nested too deeply"
        raise BadInput(f"{path} is not valid TOML ({why}).", "Mend it; nothing was changed.") from error
    return Edited(text, bom, "\r\n" if "\r\n" in text else "\n", path)


def content_of(edited: Edited) -> bytes:
    """The text as it is written."""
    return (edited.bom + edited.text).encode("utf-8")


def data_of(edited: Edited) -> dict[str, Any]:
    """What the settings say."""
    return tomllib.loads(edited.text)


def on_one_line(keys: tuple[str, ...], values: dict[str, Any]) -> str:
    """A table as it can be written above all others."""
    return f"{'.'.join(keys)} = {{{', '.join(_lines(values))}}}"


def with_table(edited: Edited, keys: tuple[str, ...], values: dict[str, Any]) -> Edited:
    """Adds a table behind all others, or sets these values in the one that is there. Raises BadInput if it cannot."""
    text, data = edited.text, data_of(edited)
    there = _at(data, keys)
    if there is None:
        end = edited.newline if text and not text.endswith("\n") else ""
        gap = edited.newline if text else ""
        text += end + gap + "".join(line + edited.newline for line in (f"[{'.'.join(keys)}]", *_lines(values)))
    else:
        text = _set(text, keys, {key: one for key, one in values.items() if there.get(key) != one})
    _put(data, keys, {**(there or {}), **values})
    return _checked(edited, text, data, keys)


def without_table(edited: Edited, keys: tuple[str, ...]) -> Edited:
    """Takes a table out, with the tables in it and the empty line above. Raises BadInput where it cannot."""
    text, data = edited.text, data_of(edited)
    if _at(data, keys) is None:
        return edited
    for one in reversed(_sections(text)):
        if one.keys[: len(keys)] == keys:
            text = _unspaced(text[: one.begin]) + text[one.end :]
    _drop(data, keys)
    return _checked(edited, text, data, keys)


def _checked(edited: Edited, text: str, wanted: dict[str, Any], keys: tuple[str, ...]) -> Edited:
    try:
        good = _plain(tomllib.loads(text)) == _plain(wanted)
    except ValueError:
        good = False
    if not good:
        name = ".".join(keys)
        raise BadInput(f"{edited.path} writes {name} in a way that Lamina does not edit.", "Change it by hand.")
    return edited._replace(text=text)


def _plain(data: dict[str, Any]) -> str:
    """To compare by: not a number is not even equal to itself, and a table that is empty says nothing here."""
    return json.dumps(_without_empty(data), sort_keys=True, default=str)


def _without_empty(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {key: inner for key, one in value.items() if (inner := _without_empty(one)) != {}}


def _at(data: Any, keys: tuple[str, ...]) -> Any:
    for key in keys:
        data = data.get(key) if isinstance(data, dict) else None
    return data


def _put(data: dict[str, Any], keys: tuple[str, ...], value: Any) -> None:
    for key in keys[:-1]:
        data = data.setdefault(key, {})
    data[keys[-1]] = value


def _drop(data: dict[str, Any], keys: tuple[str, ...]) -> None:
    for key in keys[:-1]:
        data = data[key]
    del data[keys[-1]]


def _set(text: str, keys: tuple[str, ...], values: dict[str, Any]) -> str:
    """With other values in the lines of a table; what is not on one line is left, and refused by the check."""
    for key, value in values.items():
        line = re.compile(rf"^([ \t]*{re.escape(key)}[ \t]*=[ \t]*)(?:{_ON_ONE_LINE})", re.MULTILINE)
        for one in _sections(text):
            found = line.search(text, one.begin, one.end) if one.keys == keys else None
            if found:
                text = text[: found.end(1)] + _value(value) + text[found.end() :]
                break
    return text


_ON_ONE_LINE = r""""(?:\\.|[^"\\\n])*"|'[^'\n]*'|\[(?:"(?:\\.|[^"\\\n])*"|'[^'\n]*'|[^\]\n"'])*\]"""


def _lines(values: dict[str, Any]) -> list[str]:
    return [f"{key} = {_value(one)}" for key, one in values.items()]


def _value(value: Any) -> str:
    """Texts, and lists of texts: JSON writes them as TOML does."""
    return json.dumps(value, ensure_ascii=False)


def _unspaced(before: str) -> str:
    """Without one empty line at the end."""
    for blank in ("\r\n", "\n"):
        if before.endswith("\n" + blank):
            return before.removesuffix(blank)
    return before


def _sections(text: str) -> list[_Section]:
    """The tables with a header, in order."""
    found: list[_Section] = []
    line = depth = outer = 0
    for token in [*_TOKEN.finditer(text), None]:
        at = token.start() if token else len(text)
        sign = token[0] if token else "\n"
        if sign in "[{":
            depth += 1
        elif sign in "]}":
            depth -= 1
        elif sign == "\n":
            said = text[line:at].strip()
            after = min(at + 1, len(text))
            if said.startswith("[") and outer == 0:
                found.append(_Section(_header(said), line, after))
            elif found and said and not said.startswith("#"):
                found[-1] = found[-1]._replace(end=after)
            line, outer = after, depth
    return found


def _header(line: str) -> tuple[str, ...]:
    """The keys in a header: `[a."b.c"]` alone is a document of one table."""
    data: Any = tomllib.loads(line)
    keys: list[str] = []
    while data:
        if isinstance(data, list):
            data = data[0]
        else:
            [(key, data)] = data.items()
            keys.append(key)
    return tuple(keys)
