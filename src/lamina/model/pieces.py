"""Where words begin and end: tokens of a text, and the parts of an identifier.

With `re` where the process has it anyway, without where it has not: loading it takes half as long as Python's own
start, a sixth of what a hook may take. Both give the same pieces.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

_JOINERS = "'’./:\\-"
_TOKEN = r"\w+(?:['’./:\\-]+\w+)*"
_UPPER, _LOWER = "A-ZÀ-ÖØ-Þ", "a-zß-öø-ɏ"
_PART = rf"[{_UPPER}]+(?![{_LOWER}])|[{_UPPER}]?[{_LOWER}]+|\d+|[^\W\d_{_UPPER}{_LOWER}]+"
_SMALL = 4000
"""Characters up to which a text is not worth loading `re` for."""
_compiled: list[re.Pattern[str]] = []


def tokens(text: str) -> list[str]:
    """Words and identifiers, whole: `server's`, `src/kettle.py`, `std::vector`, `v1.2`."""
    found: list[str] = _patterns()[0].findall(text) if _has_re(text) else list(_tokens(text))
    return found


def parts(text: str) -> list[str]:
    """The words that identifiers are made of: `getUserName` is three, `utf8` is two."""
    found: list[str] = _patterns()[1].findall(text) if _has_re(text) else list(_parts(text))
    return found


def _has_re(text: str) -> bool:
    return "re" in sys.modules or len(text) > _SMALL


def _patterns() -> list[re.Pattern[str]]:
    if not _compiled:
        import re

        _compiled.extend((re.compile(_TOKEN), re.compile(_PART)))
    return _compiled


def _tokens(text: str) -> Iterator[str]:
    for chunk in text.split():
        if chunk.isalnum():  # most are plain words
            yield chunk
            continue
        start, end, size = -1, 0, len(chunk)
        for at in range(size + 1):
            if at < size and (chunk[at].isalnum() or chunk[at] == "_"):
                if start < 0:
                    start = at
                end = at + 1
            elif start >= 0 and (at == size or chunk[at] not in _JOINERS):
                yield chunk[start:end]
                start = -1


def _parts(text: str) -> Iterator[str]:
    at, size = 0, len(text)
    while at < size:
        sort, end = _sort(text[at]), at + 1
        if sort == "U":
            while end < size and _sort(text[end]) == "U":
                end += 1
            if end < size and _sort(text[end]) == "L":
                if end - at > 1:
                    end -= 1  # the last capital begins the next word: HTTPServer
                else:
                    sort = "L"
        if sort != "U":
            while sort and end < size and _sort(text[end]) == sort:
                end += 1
        if sort:
            yield text[at:end]
        at = end


def _sort(character: str) -> str:
    """Capital, small letter, digit or other letter; nothing for what is no part of a word."""
    if "a" <= character <= "z":
        return "L"
    if "A" <= character <= "Z" or ("À" <= character <= "Þ" and character != "×"):
        return "U"
    if "ß" <= character <= "ɏ" and character != "÷":
        return "L"
    if character.isdecimal():
        return "D"
    return "O" if character.isalnum() else ""
