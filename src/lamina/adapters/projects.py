"""Which project a folder belongs to. Reads git's files itself: starting git would take longer than a recall."""

from __future__ import annotations

import os

from lamina.model.tuples import NamedTuple


class Repository(NamedTuple):
    """Where a repository keeps what: its files, what is this worktree's own, and what all its worktrees share."""

    root: str
    own: str
    common: str


def aliases_of(folder: str) -> tuple[list[str], str]:
    """The names under which the project of a folder is known, surest first, and what to call it.

    Worktrees share a common git folder, clones share a remote, a renamed folder keeps its first commit: one project.
    """
    folder = os.path.realpath(folder)
    repository = repository_of(folder)
    if not repository:
        return [f"folder:{folder}"], os.path.basename(folder) or folder
    common = repository.common
    aliases = [f"git:{common}"]
    remote = _remote(common)
    if remote:
        aliases.append(f"remote:{remote}")
    first = _first_commit(common)
    if first:
        aliases.append(f"root:{first}")
    home = os.path.dirname(common) if os.path.basename(common) == ".git" else common
    return aliases, os.path.basename(remote or home).removesuffix(".git")


def repository_of(folder: str) -> Repository | None:
    """The repository that a folder is in; nothing where it is in none."""
    folder = os.path.realpath(folder)
    while True:
        dot_git = os.path.join(folder, ".git")
        if os.path.isdir(dot_git):
            return Repository(folder, dot_git, dot_git)
        if os.path.isfile(dot_git):
            return Repository(folder, *_linked(dot_git))
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent


def _linked(dot_git: str) -> tuple[str, str]:
    """A worktree's `.git` is a file that names its git folder, which names the common one."""
    git_folder = os.path.join(os.path.dirname(dot_git), text_of(dot_git).removeprefix("gitdir:").strip())
    common = text_of(os.path.join(git_folder, "commondir")).strip()
    return git_folder, os.path.realpath(os.path.join(git_folder, common))


def _first_commit(common: str) -> str:
    """By git's own log, where the repository was begun here. To walk the objects would take too long."""
    line = text_of(os.path.join(common, "logs", "HEAD")).partition("\n")[0]
    before, commit, *_ = (*line.split(" ", 2), "", "")
    begun = before and not before.strip("0") and "\tcommit (initial)" in line
    return commit if begun and not commit.strip("0123456789abcdef") else ""


def _remote(common: str) -> str:
    """The address of `origin`, the same for every way to write it."""
    url, at_origin = "", False
    for line in text_of(os.path.join(common, "config")).lstrip("\ufeff").splitlines():
        said = line.strip()
        if said.startswith("["):
            at_origin = said.startswith('[remote "origin"]')
            said = said.partition("]")[2].strip()  # what stands behind the head belongs to it
        name, _, value = said.partition("=")
        if at_origin and name.strip() == "url" and not url:
            url = value.partition(" #")[0].partition(" ;")[0].strip().strip('"')
    scheme, found, rest = url.partition("://")
    address = rest if found and scheme.replace("+", "").isalpha() else url
    user, found, place = address.partition("@")
    address = place if found and user and "/" not in user else address
    return address.replace(":", "/", 1).removesuffix("/").removesuffix(".git").lower()


def text_of(path: str) -> str:
    """What a file says; nothing where it cannot be read."""
    try:
        with open(path, encoding="utf-8", errors="replace") as opened:
            return opened.read()
    except OSError:
        return ""
