"""Lines of markdown with the ends they have, and which of them are inside fenced code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_END = re.compile(r"\r\n|\r|\n")
# Fences also stand in lists and quotes. To know exactly how deep takes a whole markdown parser; what matters here is
# that a fence that is opened is closed by the same rule.
_OPENING = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:(`{3,})[^`\r\n]*|(~{3,})[^\r\n]*)(?:\r\n|\r|\n|\Z)")
_CLOSING = re.compile(r"[ \t>]*(`{3,}|~{3,})[ \t]*(?:\r\n|\r|\n|\Z)")


def lines_of(text: str) -> list[str]:
    """Every line with its end, be it \\n, \\r\\n or \\r: joined they are the text again."""
    return _LINE.findall(text)


def without_end(line: str) -> str:
    """The line alone."""
    return line.rstrip("\r\n")


def line_end(text: str) -> str:
    """The end that most lines have; of two that are as frequent, the first."""
    ends = _END.findall(text)
    return max(dict.fromkeys(ends), key=ends.count, default="\n")


def fence_after(fence: str, line: str) -> str:
    """The fence that is open after a line, when `fence` was open before it; empty: none."""
    if "``" not in line and "~~" not in line:
        return fence
    if fence:
        closing = _CLOSING.match(line)
        return "" if closing and closing[1].startswith(fence) else fence
    opening = _OPENING.match(line)
    return (opening[1] or opening[2]) if opening else ""


class Fenced(NamedTuple):
    """Which lines are inside fenced code, by their positions."""

    inside: frozenset[int]
    open_at: int | None
    """The line of a fence that is never closed; what follows it is not counted as inside."""


def fenced(lines: Sequence[str]) -> Fenced:
    """Finds the fenced code of a text; the lines of the fences belong to it."""
    inside: set[int] = set()
    fence, opened = "", 0
    for at, line in enumerate(lines):
        before, fence = fence, fence_after(fence, line)
        if fence and not before:
            opened = at
        elif before and not fence:
            inside.update(range(opened, at + 1))
    return Fenced(frozenset(inside), opened if fence else None)
