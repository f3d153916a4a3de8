"""SQL lives in files, under names.

A file holds queries under `-- name: …` lines and shared pieces under `-- piece: …` lines, used as `{piece}`. `:name` is
a value, `IN :names*` asks for one of a list; each engine says how it spells the two.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from collections.abc import Callable

_FOLDER = os.path.join(os.path.dirname(__file__), "sql")


class Queries(dict[str, str]):
    """Every named query, each spelt for its engine when it is first used: a recall uses ten of a hundred."""

    def __init__(self, *files: str, spelt: Callable[[str], str], values: Callable[[str], str]) -> None:
        super().__init__()
        self._spelt, self._values = spelt, values
        self._written: dict[str, dict[str, str]] = {"name": {}, "piece": {}}
        for file in files:
            for block in _text(file).split("\n-- ")[1:]:
                head, _, body = block.partition("\n")
                sort, _, name = head.partition(": ")
                if sort in self._written:
                    self._written[sort][name.strip()] = body

    def __missing__(self, name: str) -> str:
        body = _filled(self._written["name"][name], "{", "}", lambda piece: self._written["piece"][piece].strip())
        self[name] = self._spelt(_filled(body, "IN :", "*", self._values)).strip()
        return self[name]

    @property
    def names(self) -> list[str]:
        """Those that there are."""
        return list(self._written["name"])


def _filled(body: str, opening: str, closing: str, told: Callable[[str], str]) -> str:
    """The text with something in place of each name between these two. (A hook has no time to load `re`.)"""
    found, *rest = body.split(opening)
    for part in rest:
        name, is_closed, after = part.partition(closing)
        found += told(name) + after if is_closed and name.isidentifier() else opening + part
    return found


def migrations(engine: str) -> list[str]:
    """The numbered steps that lead to today's schema, in order."""
    return [_text(os.path.join(engine, name)).lstrip("\n") for name in _steps(engine)]


def migration_count(engine: str) -> int:
    """How many steps there are, without reading one: every start asks."""
    return len(_steps(engine))


def _steps(engine: str) -> list[str]:
    names = os.listdir(os.path.join(_FOLDER, engine))
    return sorted(name for name in names if name[:3].isdigit() and name.endswith(".sql"))


def _text(file: str) -> str:
    with open(os.path.join(_FOLDER, file), encoding="utf-8") as opened:
        return "\n" + opened.read()
