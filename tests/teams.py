"""A team's store as a test sees it: a PostgreSQL server that can be out of reach, and hooks that use it."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from lamina import config
from lamina.wiring import spool_for


def is_by_socket(url: str) -> bool:
    """Whether a file is the way to the server."""
    return "/" in parse_qs(urlsplit(url).query).get("host", [""])[0]


class Team:
    """The way to a server: it can be shut, or lead to somebody who never answers."""

    def __init__(self, url: str, folder: Path) -> None:
        parts = urlsplit(url)
        [real] = parse_qs(parts.query)["host"]
        [self._socket] = [one for one in Path(real).iterdir() if one.name.startswith(".s.PGSQL") and one.is_socket()]
        self._way = folder / self._socket.name
        folder.mkdir()
        self.url = f"postgresql://{parts.netloc}{parts.path}?host={folder}"
        self.open()

    def open(self) -> None:
        self._way.symlink_to(self._socket)

    def shut(self) -> None:
        self._way.unlink()

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Whoever connects is never answered."""
        self.shut()
        with socket.socket(socket.AF_UNIX) as mute:
            mute.bind(str(self._way))
            mute.listen(64)
            yield
        self.shut()
        self.open()


def waiting(user: str = "") -> int:
    """How many lines wait to be delivered."""
    spool = spool_for(config.effective({"user": user}, os.environ))
    assert spool
    return len(spool.read())


def words_on_disk(home: Path) -> bytes:
    """Every byte of what is kept beside a team's store."""
    folders = (home / "cache" / "hooks", home / "spool", home / "hooks")
    return b"".join(one.read_bytes() for folder in folders for one in folder.rglob("*") if one.is_file())
