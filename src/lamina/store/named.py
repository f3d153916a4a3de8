"""SQL lives in files, under names.

A file holds queries under `-- name: …` lines and shared pieces under `-- piece: …` lines, used as `{piece}`. `:name` is
a value, `:names*` a list of values; each engine says how it spells the two.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_FOLDER = os.path.join(os.path.dirname(__file__), "sql")
_PIECE = re.compile(r"\{(\w+)\}")
_LIST = re.compile(r"(?<!:):(\w+)\*")
_VALUE = re.compile(r"(?<!:):([a-z]\w*)")


def queries(*files: str, value: Callable[[str], str], values: Callable[[str], str]) -> dict[str, str]:
    """Every named query of the files, spelt for one engine."""
    found: dict[str, dict[str, str]] = {"name": {}, "piece": {}}
    for file in files:
        for block in _text(file).split("\n-- ")[1:]:
            head, _, body = block.partition("\n")
            sort, _, name = head.partition(": ")
            if sort in found:
                found[sort][name.strip()] = body.strip()
    pieces = found["piece"]
    return {
        name: _VALUE.sub(
            lambda m: value(m[1]), _LIST.sub(lambda m: values(m[1]), _PIECE.sub(lambda m: pieces[m[1]], body))
        )
        for name, body in found["name"].items()
    }


def migrations(engine: str) -> list[str]:
    """The numbered steps that lead to today's schema, in order."""
    folder = os.path.join(_FOLDER, engine)
    return [
        _text(os.path.join(engine, name)).lstrip("\n")
        for name in sorted(os.listdir(folder))
        if name[:3].isdigit() and name.endswith(".sql")
    ]


def _text(file: str) -> str:
    with open(os.path.join(_FOLDER, file), encoding="utf-8") as opened:
        return "\n" + opened.read()
