"""What each session was told, by ids alone: a small file per session, to which hooks append.

An append is one write, so hooks of one session that run at once do not disturb each other, and a kill leaves nothing
half done that matters. The words of a memory are never here: what is forgotten leaves no trace.
"""

from __future__ import annotations

import os
from time import time

from lamina.model.small_json import dumped, loaded
from lamina.model.tuples import NamedTuple

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from typing import Any

FOLDER = "hooks"
MOST_BYTES = 200_000
KEPT_SECONDS = 30 * 86_400
_NAME_CHARACTERS = 60


class Given(NamedTuple):
    """Memories that were told at one moment, and where the transcript ended then."""

    ids: tuple[str, ...]
    at: int


class Known(NamedTuple):
    """What is known of a session."""

    told: frozenset[str] = frozenset()
    """What the agent still has before it."""
    open: tuple[Given, ...] = ()
    """What nobody has judged yet."""
    spoken_to: bool = False
    """Whether it was told something beside what it began with."""
    quiet: bool = False
    """Whether the person asked for silence with this prompt."""
    files: frozenset[str] = frozenset()
    """The marks of the files of which the agent was told what is known."""


class ToldFile:
    """The file of one session."""

    def __init__(self, home: str, session: str) -> None:
        self._folder = os.path.join(home, FOLDER)
        self._path = os.path.join(self._folder, f"{file_name(session)}.jsonl")

    def read(self) -> Known:
        """What the lines add up to; a line that was cut off counts for nothing."""
        try:
            with open(self._path, encoding="utf-8", errors="replace") as opened:
                lines = opened.read(MOST_BYTES).splitlines()
        except OSError:
            return Known()
        known = Known()
        for line in lines:
            known = _with(known, _parsed(line))
        return known

    def tell(self, ids: tuple[str, ...], at: int, file: str = "", *, begins: bool = False) -> None:
        """These were told, when the transcript was so long: for the file of this mark, or as the session begins."""
        self._add({"ids": ids, "at": at, **({"file": file} if file else {}), **({"begins": True} if begins else {})})

    def judged(self) -> None:
        """All that was told so far has been judged."""
        self._add({"judged": True})

    def forgotten_by_agent(self) -> None:
        """The agent has lost its context: what was told may be told again."""
        self._add({"fresh": True})

    def hush(self, quiet: bool) -> None:
        """The person wants silence until the next prompt, or no longer."""
        self._add({"quiet": quiet})

    def end(self) -> None:
        """The session is over; files that no session ended are swept after a month."""
        for name in (os.path.basename(self._path), *_old(self._folder)):
            try:
                os.unlink(os.path.join(self._folder, name))
            except OSError:
                pass  # another hook was faster

    def _add(self, line: dict[str, Any]) -> None:
        os.makedirs(os.path.dirname(self._folder), mode=0o700, exist_ok=True)  # the mode is for the last folder alone
        os.makedirs(self._folder, mode=0o700, exist_ok=True)
        opened = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(opened, dumped(line).encode() + b"\n")
        finally:
            os.close(opened)


def file_name(session: str) -> str:
    """Agents name sessions so that a file may bear the name; any other name is made one."""
    plain = "".join(one if one.isascii() and (one.isalnum() or one in "-_") else "_" for one in session)
    if session and plain == session and len(session) <= _NAME_CHARACTERS:
        return session
    from binascii import crc32

    return f"{plain[:_NAME_CHARACTERS]}-{crc32(session.encode('utf-8', 'replace')):08x}"


def _parsed(line: str) -> dict[str, Any]:
    try:
        found = loaded(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _with(known: Known, line: dict[str, Any]) -> Known:
    if isinstance(line.get("ids"), list) and isinstance(line.get("at"), int):
        ids = tuple(map(str, line["ids"]))
        told = known._replace(told=known.told | {*ids}, open=(*known.open, Given(ids, line["at"])))
        told = told._replace(spoken_to=known.spoken_to or line.get("begins") is not True)
        return told._replace(files=told.files | {line["file"]}) if isinstance(line.get("file"), str) else told
    if line.get("judged"):
        return known._replace(open=())
    if line.get("fresh"):
        return known._replace(told=frozenset(), files=frozenset(), spoken_to=False)
    if "quiet" in line:
        return known._replace(quiet=line["quiet"] is True)
    return known


def _old(folder: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [one.name for one in entries if time() - one.stat().st_mtime > KEPT_SECONDS]
    except OSError:
        return []
