"""Words to the pieces that have vectors: byte-pair encoding in plain Python, from a file that needs no loading."""

from __future__ import annotations

import json
import mmap
import os
from bisect import bisect_left

_WIDTH = 52
"""One record: a piece in UTF-8, filled up with zeros, and its number."""
_PIECE = _WIDTH - 4
_NO_RANK = 1 << 30
_CACHED_RANKS = 500_000
_STRETCH = 256
"""Characters joined at a time: the work grows with the square of it, and nobody's word is longer."""


class Vocabulary:
    """The pieces, sorted, in a file of records: a lookup reads a handful of them, nothing is parsed at the start."""

    def __init__(self, path: str, source: str) -> None:
        """`path` is a cache; it is made from the wheel's `source` when it is missing, damaged or of another wheel."""
        mark = _mark(source)
        self._records: mmap.mmap | bytes = _mapped(path, mark) or _made(path, source, mark)
        self._count = len(self._records) // _WIDTH
        self._ranks: dict[str, int] = {}

    def pieces(self, word: str) -> list[int]:
        """Joins the pair of neighbours that the vocabulary lists first, until none is left."""
        letters = ["▁", *word]
        return [
            number
            for at in range(0, len(letters), _STRETCH)
            for part in self._joined(letters[at : at + _STRETCH])
            for number in self._numbers(part)
        ]

    def _joined(self, parts: list[str]) -> list[str]:
        while len(parts) > 1:
            ranks = [self._rank(parts[at] + parts[at + 1]) for at in range(len(parts) - 1)]
            best = min(ranks)
            if best == _NO_RANK:
                break
            at = ranks.index(best)
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
        return parts

    def _numbers(self, part: str) -> list[int]:
        rank = self._rank(part)
        return [rank] if rank != _NO_RANK else [self._rank(f"<0x{byte:02X}>") for byte in part.encode()]

    def _rank(self, piece: str) -> int:
        known = self._ranks.get(piece)
        if known is None:
            known = self._look_up(piece.encode())
            if len(self._ranks) < _CACHED_RANKS:
                self._ranks[piece] = known
        return known

    def _look_up(self, piece: bytes) -> int:
        if len(piece) > _PIECE:
            return _NO_RANK
        wanted, records = piece.ljust(_PIECE, b"\0"), self._records

        def stored(at: int) -> bytes:
            return records[at * _WIDTH : at * _WIDTH + _PIECE]

        at = bisect_left(range(self._count), wanted, key=stored)
        if at == self._count or stored(at) != wanted:
            return _NO_RANK
        return int.from_bytes(records[at * _WIDTH + _PIECE : (at + 1) * _WIDTH], "big")


def _mark(source: str) -> bytes:
    """The last record: no piece sorts after it, and a file that was cut short, or made from other pieces, lacks it."""
    return b"\xff" * _PIECE + os.path.getsize(source).to_bytes(4, "big")


def _mapped(path: str, mark: bytes) -> mmap.mmap | None:
    try:
        with open(path, "rb") as opened:
            mapped = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):  # not there yet, or empty
        return None
    return mapped if len(mapped) % _WIDTH == 0 and mapped[-_WIDTH:] == mark else None


def _made(path: str, source: str, mark: bytes) -> bytes:
    with open(source, encoding="utf-8") as opened:
        ranks: dict[str, int] = json.load(opened)["model"]["vocab"]
    pieces = sorted((piece.encode().ljust(_PIECE, b"\0"), rank) for piece, rank in ranks.items())
    records = b"".join(piece + rank.to_bytes(4, "big") for piece, rank in pieces if len(piece) == _PIECE) + mark
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(f"{path}.{os.getpid()}", "wb") as opened_cache:
            opened_cache.write(records)
        os.replace(f"{path}.{os.getpid()}", path)
    except OSError:
        pass  # a cache that cannot be written only costs time
    return records
