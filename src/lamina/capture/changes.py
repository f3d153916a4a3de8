"""What a tool changed in files: patches and diffs in the forms that agents write, down to their - and + lines."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import NamedTuple

_FILE = re.compile(r"\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)")
_HUNK = re.compile(r"^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)
PATCH = "*** Begin Patch"


class Changed(NamedTuple):
    """Files in the order they were named, what changed in them, and where in the first."""

    files: tuple[str, ...] = ()
    diff: str = ""
    lines: str = ""


def from_patch(text: str) -> Changed:
    """Of an `apply_patch` text, wherever in the text it stands."""
    files: dict[str, None] = {}
    kept = []
    for line in _split(text[max(0, text.find(PATCH)) :]):
        if named := _FILE.match(line):
            files[named[1].strip()] = None
        elif line.startswith("*** End Patch"):
            break
        elif line.startswith(("-", "+")):
            kept.append(line)
    return Changed(tuple(files), "\n".join(kept))


def from_diff(unified: str) -> Changed:
    """Of a unified diff of one file, whose name the caller knows."""
    kept = []
    inside = False  # before the first hunk, --- and +++ name the files
    for line in _split(unified):
        if line.startswith("@@"):
            inside = True
        elif line.startswith("diff --git "):
            inside = False
        elif inside and line.startswith(("-", "+")):
            kept.append(line)
    return Changed(diff="\n".join(kept), lines=_span(unified))


def replaced(old: str, new: str) -> str:
    """The lines that differ between two texts, less what they begin and end with alike."""
    before, after = _split(old), _split(new)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))
    before, after = before[same:], after[same:]
    pairs = zip(reversed(before), reversed(after), strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    kept = (before[: len(before) - same], after[: len(after) - same])
    return "\n".join(sign + line for sign, lines in zip("-+", kept, strict=True) for line in lines)


def _split(text: str) -> list[str]:
    """Not at form feeds and the like, where `splitlines` would: what follows one is no line of its own."""
    return text.replace("\r\n", "\n").removesuffix("\n").split("\n") if text else []


def _span(unified: str) -> str:
    """From the first changed hunk to the end of the last, as the new file counts."""
    hunks = [(int(one[1]), int(one[2] or 1)) for one in _HUNK.finditer(unified) if len(one[0]) < 80]
    if not hunks:
        return ""
    first, (start, size) = hunks[0][0], hunks[-1]
    last = max(first, start + size - 1)
    return f"{first}-{last}"
