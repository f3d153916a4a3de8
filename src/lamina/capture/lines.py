"""Lines of a file that may be growing while it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

LONGEST = 64 << 20
"""A longer line is no line of a transcript: it is passed over in pieces, never held whole."""


class Line(NamedTuple):
    """One line and where it stands."""

    number: int
    offset: int
    raw: bytes
    """Empty where the line is too long to be one."""

    @property
    def ended(self) -> bool:
        """Whether its end is there; a last line without one may still be being written."""
        return self.raw.endswith(b"\n") or not self.raw


def lines_of(opened: BinaryIO, start: int = 0) -> Iterator[Line]:
    """Every line that is not blank, from an offset at which a line starts."""
    opened.seek(start)
    offset, number = start, 0
    while raw := opened.readline(LONGEST):
        number += 1
        size = len(raw)
        if size == LONGEST and not raw.endswith(b"\n"):
            size += _rest(opened)
            raw = b""
        if not raw.isspace():
            yield Line(number, offset, raw)
        offset += size


def _rest(opened: BinaryIO) -> int:
    size = 0
    while piece := opened.readline(LONGEST):
        size += len(piece)
        if piece.endswith(b"\n"):
            break
    return size
