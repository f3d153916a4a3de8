"""Which project a folder belongs to. Reads git's files itself: starting git would take longer than a recall."""

from __future__ import annotations

import os
import re

_URL = re.compile(r"^\s*url\s*=\s*(\S+)\s*$", re.MULTILINE)
_ORIGIN = re.compile(r'\[remote "origin"\](.*?)(?=^\[|\Z)', re.MULTILINE | re.DOTALL)
_FIRST_COMMIT = re.compile(r"^0+ ([0-9a-f]+) .*\tcommit \(initial\)")
"""The first line of git's own log, where the repository was begun here. To walk the objects would take too long."""
_SCHEME = re.compile(r"^(?:[a-z+]+://)?(?:[^@/]+@)?", re.IGNORECASE)


def aliases_of(folder: str) -> tuple[list[str], str]:
    """The names under which the project of a folder is known, surest first, and what to call it.

    Worktrees share a common git folder, clones share a remote, a renamed folder keeps its first commit: one project.
    """
    folder = os.path.realpath(folder)
    common = _common_git_folder(folder)
    if not common:
        return [f"folder:{folder}"], os.path.basename(folder) or folder
    aliases = [f"git:{common}"]
    remote = _remote(common)
    if remote:
        aliases.append(f"remote:{remote}")
    first = _FIRST_COMMIT.match(_read(os.path.join(common, "logs", "HEAD")))
    if first:
        aliases.append(f"root:{first[1]}")
    home = os.path.dirname(common) if os.path.basename(common) == ".git" else common
    return aliases, os.path.basename(remote or home).removesuffix(".git")


def _common_git_folder(folder: str) -> str:
    while True:
        dot_git = os.path.join(folder, ".git")
        if os.path.isdir(dot_git):
            return dot_git
        if os.path.isfile(dot_git):
            return _linked(dot_git)
        parent = os.path.dirname(folder)
        if parent == folder:
            return ""
        folder = parent


def _linked(dot_git: str) -> str:
    """A worktree's `.git` is a file that names its git folder, which names the common one."""
    git_folder = os.path.join(os.path.dirname(dot_git), _read(dot_git).removeprefix("gitdir:").strip())
    common = _read(os.path.join(git_folder, "commondir")).strip()
    return os.path.realpath(os.path.join(git_folder, common))


def _remote(common: str) -> str:
    """The address of `origin`, the same for every way to write it."""
    origin = _ORIGIN.search(_read(os.path.join(common, "config")))
    url = _URL.search(origin[1]) if origin else None
    if not url:
        return ""
    return _SCHEME.sub("", url[1]).replace(":", "/", 1).removesuffix("/").removesuffix(".git").lower()


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as opened:
            return opened.read()
    except OSError:
        return ""
