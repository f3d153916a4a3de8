"""What hooks could not bring to a store that is far away: lines that wait in a file, ids and paths only.

Every line is written here first and removed when it has arrived, so that a kill at any moment loses nothing. It may
arrive twice; whoever delivers sees to it that it counts once. Writing and removing are short, and under a lock.
"""

from __future__ import annotations

import json
import os
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from lamina.model.wire import moment

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from lamina.model.reminders import Verdict
    from lamina.words.told import Given

FOLDER = "spool"


class Judged(NamedTuple):
    """What came of memories (project, id) that were told at one moment, known by a key of its own."""

    key: str
    at: str
    cited: tuple[tuple[str, str], ...]
    ignored: tuple[tuple[str, str], ...]


class Due(NamedTuple):
    """A transcript that is to be read, as the settings of its session say."""

    path: str
    folder: str
    project: str
    visibility: str


class Line(NamedTuple):
    """A line as it stands in the file, where each is another one, and what it says; nothing where it was cut off."""

    raw: str
    said: Judged | Due | None


def judged(session: str, told: Given, verdicts: Sequence[Verdict]) -> Judged:
    """The verdicts on what was told at one moment. Judged once more after a kill, they have the same key."""
    from datetime import UTC, datetime
    from hashlib import blake2b

    from lamina.model.wire import stamp

    key = blake2b(json.dumps((session, told)).encode(), digest_size=16).hexdigest()
    cited, ignored = (
        tuple((one.project, one.id) for one in verdicts if one.outcome == outcome) for outcome in ("cited", "ignored")
    )
    return Judged(key, stamp(datetime.now(UTC)), cited, ignored)


class Spool:
    """The lines of one user for one store."""

    def __init__(self, home: str, name: str) -> None:
        self._folder = os.path.join(home, FOLDER)
        self._path = os.path.join(self._folder, f"{name}.jsonl")

    def add(self, said: Sequence[Judged | Due]) -> None:
        """These wait from now on."""
        if not said:
            return
        raw = "".join(f"{_written(one)}\n" for one in said).encode()
        with self._alone():
            opened = os.open(self._path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                os.write(opened, b"\n" + raw if _is_cut_off(opened) else raw)
            finally:
                os.close(opened)

    def read(self) -> list[Line]:
        """All that waits, oldest first."""
        try:
            with open(self._path, encoding="utf-8", errors="replace") as opened:
                return [Line(raw, _said(raw)) for raw in opened.read().split("\n") if raw]
        except OSError:
            return []

    def drop(self, arrived: Collection[Line]) -> None:
        """These have arrived."""
        gone = {one.raw for one in arrived}
        if not gone:
            return
        with self._alone():
            left = [one.raw for one in self.read() if one.raw not in gone]
            if not left:
                with suppress(FileNotFoundError):  # somebody else delivered the same
                    os.unlink(self._path)
                return
            part = f"{self._path}.{os.getpid()}"
            with open(part, "w", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600)) as opened:
                opened.writelines(f"{raw}\n" for raw in left)
            os.replace(part, self._path)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """The lock ends with the process, however that ends."""
        from fcntl import LOCK_EX, flock  # whoever only tells writes nothing

        os.makedirs(self._folder, mode=0o700, exist_ok=True)
        lock = os.open(f"{self._path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            flock(lock, LOCK_EX)
            yield
        finally:
            os.close(lock)


def _written(said: Judged | Due) -> str:
    sort = "judged" if isinstance(said, Judged) else "due"
    return json.dumps({"line": os.urandom(6).hex(), sort: said._asdict()})


def _said(raw: str) -> Judged | Due | None:
    try:
        plain: dict[str, Any] = json.loads(raw)
        if "due" in plain:
            due = Due(**{name: _whole(value) for name, value in plain["due"].items()})
            return due if due.visibility in ("project-shared", "user-private") else None
        keys = {name: tuple((_whole(a), _whole(b)) for a, b in plain["judged"][name]) for name in ("cited", "ignored")}
        judged = Judged(_whole(plain["judged"]["key"]), _whole(plain["judged"]["at"]), **keys)
        return judged if moment(judged.at) else None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None  # nobody will ever be able to read it


def _whole(value: Any) -> str:
    """A text that any store can hold. Raises ValueError for another one."""
    told = str(value)
    if "\0" in told or told.encode("utf-8", "replace").decode() != told:
        raise ValueError("no text")
    return told


def _is_cut_off(opened: int) -> bool:
    size = os.fstat(opened).st_size
    return size > 0 and os.pread(opened, 1, size - 1) != b"\n"
