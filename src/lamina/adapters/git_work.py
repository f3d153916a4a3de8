"""What was worked on, by git: the branch that is checked out, and which files the latest commits touched together."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from lamina.adapters.git_changes import BECAME, backwards, head_of, known_of
from lamina.adapters.projects import repository_of, text_of
from lamina.model.signals import Deed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.adapters.projects import Repository

MOST_COMMITS = 300
"""So many commits say what is worked on."""


class GitWork:
    """Reads the cache that recall keeps of git's log; what it made of it is kept until another commit is there."""

    def __init__(self, cache: str) -> None:
        self._cache = cache
        self._known: tuple[tuple[str, str], list[Deed]] = (("", ""), [])

    def __call__(self, folder: str) -> tuple[str, list[Deed]]:
        """The branch that is checked out in a folder, and the latest commits, oldest first; never fails."""
        repository = repository_of(folder)
        if not repository:
            return "", []
        key = (repository.own, head_of(repository))
        if self._known[0] != key:
            known = known_of(repository, self._cache, patient=False)
            self._known = (key, _commits(known.lines) if known else [])
        return branch_of(repository), self._known[1]


def branch_of(repository: Repository) -> str:
    """The branch that is checked out; nothing where a commit is."""
    said = text_of(os.path.join(repository.own, "HEAD")).strip()
    return said.removeprefix("ref: refs/heads/") if said.startswith("ref: refs/heads/") else ""


def _commits(lines: Sequence[str]) -> list[Deed]:
    touched: dict[tuple[str, str], list[str]] = {}
    for line in lines:
        path, *marks = line.split("\t")
        if not marks or marks[0].split(" ")[2] in BECAME:
            continue  # a file that is gone is not needed
        for mark in marks:
            at, commit, *_ = mark.split(" ")
            touched.setdefault((at, commit), []).append(backwards(path))
    latest = sorted(touched)[-MOST_COMMITS:]
    return [Deed(commit, at, tuple(sorted(touched[at, commit])), len(touched[at, commit])) for at, commit in latest]
