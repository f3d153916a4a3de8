"""Which files an instruction file takes in: Claude Code reads `@path` in a CLAUDE.md as that file's content."""

from __future__ import annotations

import os
import re

from lamina.adapters.atomic_files import content_of
from lamina.adapters.markdown_lines import fenced, lines_of

_IMPORT = re.compile(r"(?:^|\s)@((?:[^\s\\]|\\ )+)")
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_DEPTH = 5
"""How many files deep Claude Code follows."""


def imported(path: str, home: str, depth: int = _DEPTH) -> tuple[str, ...]:
    """The real paths of every file that is read along with this one."""
    found: dict[str, None] = {}
    for one in _named(path, home) if depth else ():
        if one not in found and os.path.isfile(one):
            found[one] = None
            found.update(dict.fromkeys(imported(one, home, depth - 1)))
    return tuple(one for one in found if one != os.path.realpath(path))


def _named(path: str, home: str) -> list[str]:
    """Outside of code: `@types/node` in a code span is no import."""
    lines = lines_of((content_of(path) or b"").decode("utf-8", "replace"))
    code = fenced(lines).inside
    folder = os.path.dirname(path)
    paths = []
    for at, line in enumerate(lines):
        if "@" in line and at not in code:
            for name in _IMPORT.findall(_CODE.sub(" ", line)):
                plain = name.replace("\\ ", " ")
                plain = os.path.join(home, plain[2:]) if plain.startswith("~/") else plain
                paths.append(os.path.realpath(os.path.join(folder, plain)))
    return paths
