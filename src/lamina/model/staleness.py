"""What became of the files that memories speak of. Kept apart from `hits`: most recalls meet no such file."""

from __future__ import annotations

from typing import NamedTuple


class FileChange(NamedTuple):
    """One commit that touched a file. Times are in UTC, as in `last_seen`."""

    at: str
    commit: str
    became: str
    """changed, deleted, or renamed."""
    new_name: str = ""


class FileChanges(NamedTuple):
    """What became of a file, newest first."""

    path: str
    """Below the repository's root, however a memory spells it."""
    changes: tuple[FileChange, ...]


class StaleFile(NamedTuple):
    """A file that is no longer what it was when a memory spoke of it."""

    path: str
    became: str
    times: int
    last_at: str
    commit: str
    new_name: str = ""


class Stale(NamedTuple):
    """A memory speaks of files that have changed since."""

    files: tuple[StaleFile, ...]
    since: str
    why: str
