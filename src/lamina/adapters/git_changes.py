"""What became of files, by git. Read from a cache of its log: starting git would take longer than a recall.

The cache is a text file per worktree: a head that says up to which commit it goes, then a line per file, sorted by the
file's path read backwards. So a path is found by bisection, and so are those that end like it.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from lamina.adapters.projects import repository_of, text_of
from lamina.model.staleness import FileChange, FileChanges

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lamina.adapters.projects import Repository

FORMAT = "lamina git changes 1"
QUICK_SECONDS = 0.2
"""How long a recall waits for git, once after each commit."""
PATIENT_SECONDS = 2.0
BECAME = {"D": "deleted", "R": "renamed"}


class Cached(NamedTuple):
    """What is known of a worktree's files."""

    head: str
    whole: bool
    """False where git's answer was cut off by the time it took: then only the latest changes are known."""
    lines: Sequence[str]


def changes_of(folder: str, files: Iterable[str], cache: str, *, patient: bool) -> dict[str, FileChanges]:
    """What became of each file that the repository of the folder knows, by the names given; never fails."""
    repository = repository_of(folder)
    known = known_of(repository, cache, patient=patient) if repository else None
    if not repository or not known:
        return {}
    found = {file: _changes(known.lines, file, repository.root) for file in dict.fromkeys(files)}
    return {file: one for file, one in found.items() if one}


def known_of(repository: Repository, cache: str, *, patient: bool) -> Cached | None:
    """What is known of a worktree's files, as of the commit that is checked out; nothing before the first one."""
    head = head_of(repository)
    if not head:
        return None
    path = kept_in(repository, cache, "txt")
    known = read(path, repository.own)
    if known and patient and not known.whole:
        known = None
    if known is None or known.head != head:
        from lamina.adapters.git_log import refreshed  # most recalls find the cache as it should be

        known = refreshed(repository, head, known, PATIENT_SECONDS if patient else QUICK_SECONDS)
        write(path, repository.own, known)
    return known


def kept_in(repository: Repository, cache: str, ending: str) -> str:
    """The file in which something that git said of a worktree is kept."""
    return os.path.join(cache, "git", f"{crc32(repository.own.encode(errors='replace')):08x}.{ending}")


def head_of(repository: Repository) -> str:
    """The commit that is checked out; nothing before the first one."""
    said = _said_head(repository)
    # Anybody may have written these files, and what is no commit could be an option to whoever hands it to git.
    return said if len(said) in (40, 64) and not said.strip("0123456789abcdef") else ""


def _said_head(repository: Repository) -> str:
    said = text_of(os.path.join(repository.own, "HEAD")).strip()
    if not said.startswith("ref: "):
        return said
    ref = said.removeprefix("ref: ")
    for folder in (repository.own, repository.common):
        loose = text_of(os.path.join(folder, ref)).strip()
        if loose:
            return loose
    packed = text_of(os.path.join(repository.common, "packed-refs"))
    before, found, _ = packed.partition(f" {ref}\n")
    return before.rpartition("\n")[2] if found else ""


def backwards(path: str) -> str:
    """`src/kettle.py` as `kettle.py/src`."""
    return "/".join(reversed(path.split("/")))


def write(path: str, own: str, known: Cached, form: str = FORMAT) -> None:
    """Keeps what git said; where it cannot be kept, git is asked again next time."""
    text = "\n".join(("\t".join((form, known.head, "whole" if known.whole else "part", own)), *known.lines, ""))
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        part = f"{path}.{os.getpid()}.new"
        with open(part, "w", encoding="utf-8", opener=lambda p, flags: os.open(p, flags, 0o600)) as opened:
            opened.write(text)
        os.replace(part, path)
    except (OSError, UnicodeEncodeError):
        pass  # a home that may not be written still answers


def read(path: str, own: str, form: str = FORMAT) -> Cached | None:
    """What was kept; nothing where it is of another form or worktree, or damaged."""
    lines = text_of(path).split("\n")
    if len(lines) < 2 or lines.pop() != "":  # a file that somebody cut
        return None
    found, head, size, where = (*lines[0].split("\t"), "", "", "", "")[:4]
    return Cached(head, size == "whole", lines[1:]) if (found, where) == (form, own) else None


def _changes(lines: Sequence[str], file: str, root: str) -> FileChanges | None:
    paths = _paths(file, root)
    line = next(filter(None, (_line(lines, path) for path in paths)), "")
    if not line and not file.startswith("/"):
        line = _line_ending_in(lines, paths[0], root)
    if not line:
        return None
    path, *marks = line.split("\t")
    made = []
    for mark in marks:
        at, commit, sort, new_name = (*mark.split(" ", 3), "")[:4]
        made.append(FileChange(at, commit, BECAME.get(sort, "changed"), new_name))
    return FileChanges(backwards(path), tuple(made))


def _paths(file: str, root: str) -> list[str]:
    """The paths below the root that a memory may mean, surest first: it may come from another clone or machine."""
    if not file.startswith("/"):
        while file.startswith(("./", "../")):
            file = file.partition("/")[2]
        return [file]
    if file.startswith(f"{root}/"):
        below = file[len(root) + 1 :]
        _, worktree, rest = below.partition("worktrees/")  # a worktree inside of the repository has the same files
        return [below, rest.partition("/")[2]] if worktree else [below]
    parts = file.split("/")
    name = os.path.basename(root)
    named = ["/".join(parts[at + 1 :]) for at, part in enumerate(parts[:-1]) if part == name]
    return named or ["/".join(parts[at:]) for at in range(1, len(parts) - 1)]  # a name alone could be anybody's


def _line(lines: Sequence[str], path: str) -> str:
    start = f"{backwards(path)}\t"
    at = bisect_left(lines, start)
    return lines[at] if at < len(lines) and lines[at].startswith(start) else ""


def _line_ending_in(lines: Sequence[str], path: str, root: str) -> str:
    """A session that worked in a subfolder names files from there; where several could be meant, none is."""
    start = f"{backwards(path)}/"
    at = bisect_left(lines, start)
    if at == len(lines) or not lines[at].startswith(start) or os.path.exists(os.path.join(root, path)):
        return ""
    return "" if at + 1 < len(lines) and lines[at + 1].startswith(start) else lines[at]
