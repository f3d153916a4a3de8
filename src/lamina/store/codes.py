"""The first pass over vectors: Hamming distance between sign codes, over a whole project.

With numpy where the process has it anyway, without where it has not: importing numpy takes longer than a whole cold
recall. Both give the same keys in the same order.
"""

from __future__ import annotations

import sys
from array import array
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

NUMPY_PAYS_FROM = 20_000
"""Codes above which importing numpy costs less than doing without."""


class Codes:
    """The sign codes of one project, in the order of their rows."""

    def __init__(self, blocks: Iterable[tuple[bytes, bytes]]) -> None:
        keys, codes = array("q"), []
        for block_keys, block_codes in blocks:
            keys.frombytes(block_keys)
            codes.append(block_codes)
        self._keys = keys
        self._codes = b"".join(codes)
        self._whole: list[int] | None = None
        self._words: Any = None

    def __len__(self) -> int:
        return len(self._keys)

    def nearest(self, code: bytes, limit: int) -> list[int]:
        """The keys of the codes that differ in the fewest bits; of equals, the older first."""
        if not self._keys or len(self._codes) != len(self._keys) * len(code):
            return []
        if "numpy" in sys.modules or len(self._keys) >= NUMPY_PAYS_FROM:
            return self._with_numpy(code, limit)
        return self._without(code, limit)

    def _without(self, code: bytes, limit: int) -> list[int]:
        width, packed, whole = len(code), self._codes, int.from_bytes(code, "big")
        if self._whole is None:
            read = int.from_bytes
            self._whole = [read(packed[at : at + width], "big") for at in range(0, len(packed), width)]
        distance = [(whole ^ one).bit_count() for one in self._whole]
        bound = _bound(distance, limit, len(code) * 8)
        pool = [at for at, bits in enumerate(distance) if bits <= bound]
        return [self._keys[at] for at in sorted(pool, key=distance.__getitem__)[:limit]]

    def _with_numpy(self, code: bytes, limit: int) -> list[int]:
        import numpy as np  # see the module's docstring

        if self._words is None:
            self._words = np.frombuffer(self._codes, dtype=np.uint64).reshape(len(self._keys), -1).T.copy()
        query = np.frombuffer(code, dtype=np.uint64)
        distance = np.zeros(len(self._keys), dtype=np.uint16)
        for word, mine in zip(self._words, query, strict=True):
            distance += np.bitwise_count(word ^ mine)
        if limit < len(distance):
            # The k-th smallest distance bounds the pool; a stable sort keeps older rows first among equals.
            bound = np.partition(distance, limit - 1)[limit - 1]
            pool = np.flatnonzero(distance <= bound)
        else:
            pool = np.arange(len(distance))
        chosen = pool[np.argsort(distance[pool], kind="stable")][:limit]
        return [self._keys[int(at)] for at in chosen]


def _bound(distance: Sequence[int], limit: int, most: int) -> int:
    """The smallest distance within which there are `limit` codes. Counting bytes is faster than sorting numbers."""
    if limit >= len(distance):
        return most
    near = bytes([bits if bits < 255 else 255 for bits in distance])
    found = 0
    for bits in range(255):
        found += near.count(bits)
        if found >= limit:
            return bits
    return most


def packed(rows: Sequence[tuple[int, bytes]]) -> tuple[bytes, bytes]:
    """Keys and codes of rows as two blobs."""
    return array("q", [key for key, _ in rows]).tobytes(), b"".join(code for _, code in rows)
