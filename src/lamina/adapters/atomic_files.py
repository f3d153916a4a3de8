"""Files that others write too: one writer at a time, the old bytes or the new ones, and a copy of what was there."""

from __future__ import annotations

import fcntl
import hashlib
import os
import stat
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from lamina.errors import Conflict, Unavailable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

KEPT_BACKUPS = 10
_WAIT_SECONDS = 10.0


def digest(content: bytes | None) -> str:
    """The hash of a file; empty: there is none."""
    return "" if content is None else hashlib.blake2b(content, digest_size=16).hexdigest()


def content_of(path: str) -> bytes | None:
    """The bytes of a file; None: there is none."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # a pipe would keep us waiting
            raise Unavailable(f"{path} is not a file.")
        with open(path, "rb") as opened:
            return opened.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Unavailable(f"{path} cannot be read: {error.strerror}.") from error


@contextmanager
def locked(path: str, wait: float = _WAIT_SECONDS) -> Iterator[None]:
    """Nobody else who asks the same writes in the folder of the file meanwhile. The lock leaves nothing behind."""
    folder = os.path.dirname(path)
    try:
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise Unavailable(f"{folder} cannot be opened: {error.strerror}.") from error
    try:
        until = time.monotonic() + wait
        while not _taken(opened):
            if time.monotonic() > until:
                raise Unavailable(f"Somebody else has been writing in {folder} for {wait:.0f} s.", "Try again.")
            time.sleep(0.01)
        yield
    finally:
        os.close(opened)


def _taken(opened: int) -> bool:
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def replace(path: str, before: bytes | None, after: bytes | None) -> None:
    """Puts `after` in the place of `before`; call it with the lock held. Raises Conflict when something else is there.

    Whoever reads sees all of the one or all of the other, also after a power cut. Mode and owner stay.
    """
    part = _part(path)
    try:
        _remove(part)  # of a writer that was killed: the lock says that nobody is using it
        if after is not None:
            _write(part, after, like=path)
        if content_of(path) != before:  # once more, now that only a rename is left to do
            raise Conflict(f"{path} was changed at the same moment.", "Nothing was written; try again.")
        if after is None:
            _remove(path)
        else:
            os.replace(part, path)
        _flush_folder(os.path.dirname(path))
    except OSError as error:
        raise Unavailable(f"{path} cannot be written: {error.strerror}.", "Nothing was changed.") from error
    finally:
        with suppress(OSError):
            _remove(part)


def remove_leftovers(path: str) -> None:
    """What a killed writer may have left beside the file; call it with the lock held."""
    with suppress(OSError):
        _remove(_part(path))


def _part(path: str) -> str:
    folder, name = os.path.split(path)
    return os.path.join(folder, f".{name}.lamina-part")


def _write(part: str, content: bytes, like: str) -> None:
    opened = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o666)
    with open(opened, "wb") as file:
        file.write(content)
        file.flush()
        with suppress(FileNotFoundError):
            _take_after(opened, like)
        os.fsync(opened)


def _take_after(opened: int, like: str) -> None:
    """The owner, the mode and the attributes (access lists are some) of the file that is replaced."""
    old, new = os.stat(like), os.fstat(opened)
    if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
        os.fchown(opened, old.st_uid, old.st_gid)
    os.fchmod(opened, stat.S_IMODE(old.st_mode))
    if hasattr(os, "listxattr"):  # only Linux has it
        with suppress(OSError):  # not every disk keeps them
            for name in os.listxattr(like):
                os.setxattr(opened, name, os.getxattr(like, name))


def _remove(path: str) -> None:
    with suppress(FileNotFoundError):
        os.unlink(path)


def _flush_folder(folder: str) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


class Backups:
    """The last contents of each file that was changed, in a folder that only its owner reads."""

    def __init__(self, folder: str, most: int = KEPT_BACKUPS) -> None:
        self.folder = folder
        self._most = most

    def keep(self, path: str, content: bytes, now: datetime) -> str:
        """Writes a copy and removes the oldest beyond the number that is kept."""
        folder = os.path.join(self.folder, f"{digest(path.encode())[:12]}-{os.path.basename(path)}")
        copy = os.path.join(folder, f"{now:%Y%m%dT%H%M%S.%f}-{digest(content)[:8]}")
        try:
            os.makedirs(self.folder, mode=0o700, exist_ok=True)
            os.makedirs(folder, mode=0o700, exist_ok=True)
            with open(copy, "wb", opener=lambda p, flags: os.open(p, flags, 0o600)) as opened:
                opened.write(content)
                opened.flush()
                os.fsync(opened.fileno())
            for old in self.of(path)[: -self._most]:
                os.unlink(old)
        except OSError as error:
            raise Unavailable(f"No copy of {path} can be kept: {error.strerror}.", "Nothing was changed.") from error
        return copy

    def of(self, path: str) -> list[str]:
        """The copies of one file, oldest first."""
        folder = os.path.join(self.folder, f"{digest(path.encode())[:12]}-{os.path.basename(path)}")
        return sorted(os.path.join(folder, name) for name in os.listdir(folder)) if os.path.isdir(folder) else []

    def all(self) -> list[str]:
        """Every copy of every file."""
        return sorted(os.path.join(folder, name) for folder, _, names in os.walk(self.folder) for name in names)
