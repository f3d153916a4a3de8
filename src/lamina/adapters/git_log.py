"""Asks git which commits touched which files, within a time limit, and folds the answer into what is known."""

from __future__ import annotations

import os
import re
import subprocess
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from lamina.adapters.git_changes import Cached, backwards
from lamina.adapters.projects import text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lamina.adapters.projects import Repository

MOST_COMMITS = 2000
MOST_CHANGES = 10_000
"""So much of the past is kept: reading it back stays below a millisecond."""
MOST_AT_ONCE = 1000
"""A commit of more files is an import or a new layout of everything: it says nothing about any one of them."""
SHORT = 7
"""The characters of a commit's id that are kept and shown."""
_BEGIN = re.compile(rb"(?:\A|(?<=\0))\x01(?=[<>][0-9a-f]{40})")
_HEAD = re.compile(rb"([<>])([0-9a-f]{40,64}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$")


class _Commit(NamedTuple):
    id: str
    at: str
    new: bool
    """False where it was known before, and is not part of what is checked out now."""
    touched: list[tuple[str, str, str]]
    """Git's letter, the path, and the new path of what was renamed."""


class Said(NamedTuple):
    """What git wrote, and whether it came to an end."""

    text: bytes
    whole: bool


class _Answer(NamedTuple):
    commits: list[_Commit]
    whole: bool


def refreshed(repository: Repository, head: str, known: Cached | None, seconds: float) -> Cached:
    """What is known when `head` is checked out. As far as git came in that time; its answer starts with the latest."""
    until = monotonic() + seconds
    answer = _ask(repository, f"{known.head}...{head}", until) if known else None
    if known and answer and len(answer.commits) < MOST_COMMITS:
        return _folded(head, known, answer)
    # Nothing was known, or what was known has nothing to do with what is checked out now.
    return _folded(head, Cached("", True, ()), _ask(repository, head, until) or _Answer([], whole=False))


def _folded(head: str, known: Cached, answer: _Answer) -> Cached:
    """What was known, less the commits that are not checked out any more, and with those that are new."""
    gone = {one.id[:SHORT] for one in answer.commits if not one.new}
    old = ((mark, path) for path, *marks in (line.split("\t") for line in known.lines) for mark in marks)
    kept = [(mark, path) for mark, path in old if mark.split(" ")[1] not in gone]
    kept += [
        (f"{commit.at} {commit.id[:SHORT]} {letter} {new_path}".rstrip(" "), backwards(path))
        for commit in answer.commits
        if commit.new and len(commit.touched) <= MOST_AT_ONCE
        for letter, path, new_path in commit.touched
    ]
    marks_of: dict[str, list[str]] = {}
    for mark, path in sorted(kept, reverse=True)[:MOST_CHANGES]:  # a mark begins with its time
        marks_of.setdefault(path, []).append(mark)
    lines = sorted("\t".join((path, *marks)) for path, marks in marks_of.items())
    return Cached(head, known.whole and answer.whole, lines)


def said(repository: Repository, revisions: str, options: Iterable[str], until: float) -> Said | None:
    """The log of these revisions, each after a NUL; nothing where git is not there, or does not know them."""
    command = ["git", "log", "-z", "--no-merges", "--no-color", "--no-show-signature", "--no-ext-diff", "--no-relative"]
    command += ["--left-right", *options, "--end-of-options", revisions, "--"]
    try:
        done = subprocess.run(
            command,
            cwd=repository.root,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=max(0.01, until - monotonic()),
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        return Said(late.stdout if isinstance(late.stdout, bytes) else b"", whole=False)
    except OSError:
        return None
    return Said(done.stdout, whole=True) if done.returncode == 0 else None


def _ask(repository: Repository, revisions: str, until: float) -> _Answer | None:
    # A clone without file contents would fetch them to tell which file was renamed.
    partial = "partialclonefilter" in text_of(os.path.join(repository.common, "config")).lower()
    options = ["--name-status", "--no-renames" if partial else "-M", f"-n{MOST_COMMITS}"]
    options += ["--date=format-local:%Y-%m-%dT%H:%M:%SZ", "--format=%x01%m%H %cd"]
    answer = said(repository, revisions, options, until)
    return _answer(repository, answer) if answer else None


def _environment() -> dict[str, str]:
    """Inside of a git hook, variables name another repository, or one half of this one."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return {**kept, "TZ": "UTC0", "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1"}


def _answer(repository: Repository, answer: Said) -> _Answer:
    # Where a shallow clone ends, every file looks as if it had been added there.
    ends = set(text_of(os.path.join(repository.common, "shallow")).split())
    parts = _BEGIN.split(answer.text)[1:]
    commits = _commits(parts if answer.whole else parts[:-1])  # the last one may have been cut off
    return _Answer([one for one in commits if one.id not in ends], answer.whole)


def _commits(parts: Iterable[bytes]) -> Iterator[_Commit]:
    for part in parts:
        head, *words = part.split(b"\0")
        named = _HEAD.match(head)
        if named:
            yield _Commit(named[2].decode(), named[3].decode(), named[1] == b">", list(_touched(words)))


def _touched(words: Iterable[bytes]) -> Iterator[tuple[str, str, str]]:
    rest = iter(words)
    for word in rest:
        letter = word.strip()[:1].decode(errors="replace")
        if not letter:
            continue
        path = _path(next(rest, b""))
        other = _path(next(rest, b"")) if letter in "RC" else ""
        if letter == "R" and path:
            yield "R", path, other
        if letter in "RC":
            letter, path = "A", other
        if path:
            yield letter, path, ""


def _path(raw: bytes) -> str:
    """Empty for a name that no memory can hold, or that no line of a text can."""
    try:
        path = raw.decode()
    except UnicodeDecodeError:
        return ""
    return path if not any(one in path for one in "\t\n\r\x00") else ""
