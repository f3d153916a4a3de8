"""Lines of a file that may still be growing, each with the place where it starts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, BinaryIO, TypeVar

import msgspec

from lamina.model.transcript import Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")

LONGEST = 64 * 1024 * 1024
"""No agent writes a longer line; a damaged file may, and must not fill the memory."""
BUFFER = 1024 * 1024
"""What is read from the disk at once."""
BROKEN = (msgspec.MsgspecError, ValueError, RecursionError)
"""What decoding bytes from anywhere can raise."""
_CHUNK = 1024 * 1024
_ESCAPE = re.compile(rb"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|(\\u[dD][89a-fA-F]..)|\\.", re.DOTALL)


class Line(msgspec.Struct, frozen=True, gc=False):  # there are many: made in a third of a named tuple's time
    """One line of a file; only the last one may not have ended."""

    number: int
    offset: int
    raw: bytes
    ended: bool


def lines_of(opened: BinaryIO, start: int) -> Iterator[Line | Unreadable]:
    """Every line from a place on, but for blank ones; numbers count from that place."""
    opened.seek(start)
    number, offset = 0, start
    while raw := opened.readline(LONGEST):
        number += 1
        ended = raw.endswith(b"\n")
        if ended or len(raw) < LONGEST:
            if not raw.isspace():
                yield Line(number, offset, raw, ended)
            offset += len(raw)
            continue
        rest, ended = _skip(opened)
        if ended:
            yield Unreadable(number, offset, f"longer than {LONGEST // 1024 // 1024} MB")
        offset += len(raw) + rest


def parsed(line: Line, decode: Callable[[bytes], T | None]) -> T | Unreadable | None:
    """What a line says; None for a last line that is still being written."""
    try:
        return decode(line.raw)
    except BROKEN as error:
        problem = str(error)
    if b"\\ud" in line.raw.lower():
        # JavaScript cuts text between the halves of a character; the rest of the line is worth keeping.
        try:
            return decode(mended(line.raw))
        except BROKEN as error:
            problem = str(error)
    if not line.ended and not _whole(line.raw):
        return None
    return Unreadable(line.number, line.offset, problem)


def mended(raw: bytes) -> bytes:
    """The same JSON with a replacement for every half of a character that has lost the other half."""
    return _ESCAPE.sub(lambda found: rb"\ufffd" if found[1] else found[0], raw)


def _whole(raw: bytes) -> bool:
    try:
        msgspec.json.decode(raw, type=msgspec.Raw)
    except BROKEN:
        return False
    return True


def _skip(opened: BinaryIO) -> tuple[int, bool]:
    """Passes over the rest of a line: how many bytes that was, and whether the line ended."""
    size = 0
    while raw := opened.readline(_CHUNK):
        size += len(raw)
        if raw.endswith(b"\n"):
            return size, True
    return size, False
