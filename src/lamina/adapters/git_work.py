"""What was worked on, by git: the branch that is checked out, what the latest commits touched together and say."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from lamina.adapters.git_changes import BECAME, backwards, head_of, known_of
from lamina.adapters.git_messages import Message, messages_of
from lamina.adapters.projects import repository_of, text_of
from lamina.model.signals import Checkout, Deed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lamina.adapters.projects import Repository

MOST_COMMITS = 1000
"""So many commits say what is worked on."""
_UNKNOWN = Message("", "", "")


class GitWork:
    """Reads what is kept of git's log; what it made of it is kept until another commit is there."""

    def __init__(self, cache: str) -> None:
        self._cache = cache
        self._known: tuple[tuple[str, str], Checkout] = (("", ""), Checkout())

    def __call__(self, folder: str) -> Checkout:
        """See the port."""
        repository = repository_of(folder)
        if not repository:
            return Checkout()
        key = (repository.own, head_of(repository))
        if self._known[0] != key:
            known = known_of(repository, self._cache, patient=False)
            lines = known.lines if known else ()
            commits = _commits(lines, messages_of(repository, self._cache) if lines else {})
            self._known = (key, Checkout("", commits, dict(_gone(lines))))
        return self._known[1]._replace(branch=branch_of(repository))


def branch_of(repository: Repository) -> str:
    """The branch that is checked out; nothing where a commit is."""
    said = text_of(os.path.join(repository.own, "HEAD")).strip()
    return said.removeprefix("ref: refs/heads/") if said.startswith("ref: refs/heads/") else ""


def _commits(lines: Sequence[str], messages: Mapping[str, Message]) -> list[Deed]:
    touched: dict[tuple[str, str], list[str]] = {}
    for line in lines:
        path, *marks = line.split("\t")
        if not marks or _became(marks[0]):
            continue  # a file that is gone is not needed
        for mark in marks:
            at, commit, *_ = mark.split(" ")
            touched.setdefault((at, commit), []).append(backwards(path))
    latest = sorted(touched)[-MOST_COMMITS:]
    return [_deed(at, commit, touched[at, commit], messages.get(commit, _UNKNOWN)) for at, commit in latest]


def _deed(at: str, commit: str, files: list[str], message: Message) -> Deed:
    who, mailbox, said = message
    return Deed(commit, at, tuple(sorted(files)), len(files), "", who, mailbox, said, commit=True)


def _gone(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        path, *marks = line.split("\t")
        if marks and _became(marks[0]):
            yield backwards(path), marks[0].split(" ")[0]


def _became(mark: str) -> bool:
    """Whether the latest that is known of a file is that it was deleted or renamed."""
    return mark.split(" ")[2] in BECAME
