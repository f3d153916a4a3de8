"""Whether a memory that was put into a session was of use there: by what the agent then said and did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.model.ids import handle
from lamina.model.terms import terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lamina.model.memory import UseOutcome
    from lamina.model.reminders import Told

KEYWORDS = 2
"""How many of its keywords the agent must have said."""


def judged(told: Sequence[Told], said: str, did: str, touched: Iterable[str]) -> dict[str, UseOutcome]:
    """Cited: named by its handle, a file of it touched, or two of its keywords said; ignored otherwise.

    `did` is what tools were called with: a handle in it (`lamina trace …`) counts, a keyword does not, since a command
    that lists everything says every word.
    """
    paths = {_path(one) for one in touched if one}
    words = frozenset(terms(said))
    named = f"{said}\n{did}"
    return {one.id: "cited" if _is_cited(one, named, words, paths) else "ignored" for one in told}


def _is_cited(one: Told, named: str, words: frozenset[str], paths: set[str]) -> bool:
    if handle(one.id) in named:
        return True
    if any(_same_file(file, path) for file in map(_path, one.files) for path in paths):
        return True
    return sum(_is_said(keyword, words) for keyword in one.keywords) >= KEYWORDS


def _is_said(keyword: str, words: frozenset[str]) -> bool:
    wanted = terms(keyword)
    return bool(wanted) and words.issuperset(wanted)


def _path(file: str) -> str:
    return file.replace("\\", "/").removeprefix("./").rstrip("/")


def _same_file(one: str, other: str) -> bool:
    """A memory names files from the project's folder, a tool often from the root."""
    return bool(one and other) and (one == other or one.endswith(f"/{other}") or other.endswith(f"/{one}"))
