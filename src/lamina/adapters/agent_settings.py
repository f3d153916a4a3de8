"""Edits to an agent's JSON settings that leave every other byte as it is: indentation, line ends, order and spaces.

The text is changed, not the data: what is added stands where the next line of the same list would stand, in the manner
of the lines before it, and what is taken out leaves no hole.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from lamina.errors import BadInput

_BOM = "\ufeff"
_SPACE = re.compile(r"[ \t\r\n]*")
_INDENT = re.compile(r"[{\[,][ \t]*\r?\n([ \t]+)")
_COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_COMMA_TOO_MANY = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])')
_decoded = json.JSONDecoder().raw_decode


class _Part(NamedTuple):
    """A member of an object or an element of a list: where it begins (with its key), and where its value is."""

    key: str
    begin: int
    value: int
    end: int


class Edited(NamedTuple):
    """A text while it is edited."""

    text: str
    bom: str
    newline: str
    unit: str


def decoded(content: bytes | None, path: str) -> tuple[str, str]:
    """The mark of its bytes' order, where a file begins with one, and its text. Raises BadInput where it is no text."""
    try:
        text = (content or b"").decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not UTF-8 (byte {error.start + 1}).", "Mend it; nothing was changed.") from error
    return _BOM if text.startswith(_BOM) else "", text.removeprefix(_BOM)


def opened(content: bytes | None, path: str) -> Edited:
    """The settings as text. Raises BadInput where they are not one JSON object."""
    bom, text = decoded(content, path)
    if not text.strip(" \t\r\n"):
        return Edited("{}\n", bom, "\n", "  ")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        why = f"line {error.lineno}: {error.msg}" if isinstance(error, json.JSONDecodeError) else str(error)
        why = "nested too deeply" if isinstance(error, RecursionError) else why
        raise BadInput(f"{path} is not valid JSON ({why}).", "Mend it; nothing was changed.") from error
    if not isinstance(found, dict):
        raise BadInput(f"{path} is not a JSON object.", "Mend it; nothing was changed.")
    unit = _INDENT.search(text)
    return Edited(text, bom, "\r\n" if "\r\n" in text else "\n", unit[1] if unit else "  ")


def content_of(edited: Edited) -> bytes:
    """The text as it is written."""
    return (edited.bom + edited.text).encode("utf-8")


def data_of(edited: Edited) -> dict[str, Any]:
    """What the settings say."""
    found: dict[str, Any] = json.loads(edited.text)
    return found


def data_with_comments(content: bytes) -> Any:
    """What settings say that some agents read though they are not JSON: with comments and commas too many.

    Only to look at: nothing is edited that nobody can put back exactly. None where they say nothing even so.
    """
    text = _COMMENT.sub(lambda found: found[1] or " ", content.decode("utf-8-sig", "replace"))
    try:
        return json.loads(_COMMA_TOO_MANY.sub(lambda found: found[1] or "", text))
    except (ValueError, RecursionError):
        return None


def with_entry(edited: Edited, path: tuple[str, ...], value: Any, *, listed: bool) -> Edited:
    """Adds a value to the list at a path of keys (`listed`), or sets the last key of it; makes what is missing."""
    text, at = edited.text, _first(edited.text)
    for depth, key in enumerate(path):
        found = [one for one in _parts(text, at) if one.key == key]
        last = depth == len(path) - 1
        if not found:
            for missing in reversed(path[depth + 1 :]):
                value, listed = {missing: [value] if listed else value}, False
            return edited._replace(text=_added(edited, at, [value] if listed else value, key))
        at = found[-1].value  # of a key that is there twice, the last one counts
        if last and not listed:
            return edited._replace(text=text[:at] + json.dumps(value, ensure_ascii=False) + text[found[-1].end :])
        if text[at] != ("[" if last else "{"):
            name = ".".join(path[: depth + 1])
            raise BadInput(f"{name} is not {'a list' if last else 'an object'} in the settings.", "Mend it first.")
    return edited._replace(text=_added(edited, at, value))


def without_entries(edited: Edited, path: tuple[str, ...], is_ours: Any) -> Edited:
    """Takes out what `is_ours` says of the list or object at a path; what is empty because of that goes too."""
    text, spots = edited.text, [_first(edited.text)]
    owners: list[_Part] = []
    for key in path:
        if text[spots[-1]] != "{":
            return edited
        found = [one for one in _parts(text, spots[-1]) if one.key == key]
        if not found:
            return edited
        owners.append(found[-1])
        spots.append(found[-1].value)
    if text[spots[-1]] not in "{[":
        return edited
    parts = _parts(text, spots[-1])
    ours = [at for at, one in enumerate(parts) if is_ours(one.key, json.loads(text[one.value : one.end]))]
    for at in reversed(ours):
        text = _cut(text, spots[-1], at)
    edited = edited._replace(text=text)
    if ours and len(ours) == len(parts) and path:
        name = path[-1]
        return without_entries(edited, path[:-1], lambda key, value: key == name and not value)
    return edited


def _first(text: str) -> int:
    return _skip(text, 0)


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    assert found
    return found.end()


def _parts(text: str, at: int) -> list[_Part]:
    """The parts of the object or list that begins at a place."""
    is_object, closing = text[at] == "{", {"{": "}", "[": "]"}[text[at]]
    found = []
    at = _skip(text, at + 1)
    while text[at] != closing:
        begin, key = at, ""
        if is_object:
            key, at = _decoded(text, at)
            at = _skip(text, _skip(text, at) + 1)  # the colon
        value = at
        _, at = _decoded(text, at)
        found.append(_Part(key, begin, value, at))
        at = _skip(text, at)
        if text[at] == ",":
            at = _skip(text, at + 1)
    return found


def _added(edited: Edited, at: int, value: Any, key: str | None = None) -> str:
    text = edited.text
    parts = _parts(text, at)
    if parts:
        before = text[: parts[-1].begin]
        lead = before[len(before.rstrip(" \t\r\n")) :]
        end = parts[-1].end
        return f"{text[:end]},{lead}{_told(edited, lead, value, key)}{text[end:]}"
    closing = _skip(text, at + 1)
    line = text[: at + 1].rpartition("\n")[2]
    indent = line[: len(line) - len(line.lstrip(" \t"))]
    lead = edited.newline + indent + edited.unit
    return f"{text[: at + 1]}{lead}{_told(edited, lead, value, key)}{edited.newline}{indent}{text[closing:]}"


def _told(edited: Edited, lead: str, value: Any, key: str | None) -> str:
    """A value in the manner of the lines around it: on one line where they are."""
    if "\n" in lead:
        told = json.dumps(value, ensure_ascii=False, indent=edited.unit)
        told = told.replace("\n", edited.newline + lead.rpartition("\n")[2])
    else:
        told = json.dumps(value, ensure_ascii=False)
    return told if key is None else f"{json.dumps(key, ensure_ascii=False)}: {told}"


def _cut(text: str, at: int, number: int) -> str:
    """Without one part, and without the comma and the space that came with it."""
    parts = _parts(text, at)
    if number > 0:
        return text[: parts[number - 1].end] + text[parts[number].end :]
    if len(parts) > 1:
        return text[: parts[0].begin] + text[parts[1].begin :]
    return text[: at + 1] + text[_skip(text, parts[0].end) :]
