"""Real git repositories for a benchmark: made of a public history, with HEAD where it was when a session began."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import chdir, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import lamina
from lamina import Memory
from lamina.adapters.projects import aliases_of

AUTHORS = ("Ann Lee <ann@example.org>", "Bob Ray <bob@example.org>", "Cleo Sun <cleo@example.org>")
"""Invented, in turn: who the real ones are is nobody's business here."""


class Commit(NamedTuple):
    """One commit of the history; its date is its author's, of which it made both dates."""

    sha: str
    at: datetime
    message: str
    files: tuple[str, ...]
    gone: tuple[str, ...]


def commits_of(history: Path) -> list[Commit]:
    """By the authors' dates: what was rebased later than it was written was known when it was written."""
    found = [_commit(json.loads(line)) for line in history.read_text(encoding="utf-8").splitlines()]
    return sorted(found, key=lambda one: one.at)


def _commit(row: dict[str, Any]) -> Commit:
    gone = tuple(path for letter, path, *_ in row["files"] if letter[0] in "DR")
    files = tuple(path[-1] for letter, *path in row["files"] if letter[0] != "D")
    message = f"{row['subject']}\n\n{row['body']}".strip()
    return Commit(row["sha"], datetime.fromisoformat(row["date"]).astimezone(UTC), message, files, gone)


class Repository:
    """A repository without a working tree's files: only what git says of the past is asked."""

    def __init__(self, folder: Path, commits: Sequence[Commit]) -> None:
        self.folder = folder
        self._commits = commits
        folder.mkdir()
        self._git("init", "--quiet")

    def go_to(self, at: datetime, without: Collection[str]) -> list[Commit]:
        """HEAD is the last commit before then, and these were never made; returns what led to it, oldest first."""
        made = [one for one in self._commits if one.at < at and one.sha not in without]
        self._git("fast-import", "--quiet", "--force", said=b"".join(_stream(made)))
        self._git("update-ref", "--no-deref", "HEAD", "refs/heads/then")
        return made

    def _git(self, *words: str, said: bytes = b"") -> None:
        subprocess.run(["git", *words], cwd=self.folder, input=said, check=True, capture_output=True)


@contextmanager
def standing_in(repository: Repository, memory: Memory, folder: str, project: str) -> Iterator[Memory]:
    """The same memory, of somebody who stands in a repository of the project."""
    memory._store.project_for((f"name:{project}", *aliases_of(str(repository.folder))[0]), project, datetime.now(UTC))
    # A home of its own: how sure one may be is learned apart.
    with chdir(repository.folder):
        inside = lamina.open_memory(str(Path(folder, "memory.db")), project, str(Path(folder, "home")), "bench")
    with inside:
        yield inside


def _stream(made: Iterable[Commit]) -> Iterator[bytes]:
    """For `git fast-import`. The same commits get the same ids each time, whatever else is made."""
    yield b"reset refs/heads/then\n\n"
    for one in made:
        author = AUTHORS[int(one.sha[:6], 16) % len(AUTHORS)]
        when = f"{author} {int(one.at.timestamp())} +0000"
        yield f"commit refs/heads/then\nauthor {when}\ncommitter {when}\n".encode() + _data(one.message)
        yield from (f"D {json.dumps(path, ensure_ascii=False)}\n".encode() for path in one.gone)
        for path in one.files:
            # Unlike any other file's, so that git takes none for another one that was renamed.
            yield f"M 100644 inline {json.dumps(path, ensure_ascii=False)}\n".encode() + _data(f"{one.sha} {path}\n")
        yield b"\n"


def _data(text: str) -> bytes:
    raw = text.encode()
    return b"data %d\n%s\n" % (len(raw), raw)
