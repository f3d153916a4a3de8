"""Vectors as they are stored: its length, one signed byte per dimension, and one sign bit per dimension.

A first pass compares the sign bits of everything (Hamming distance); the best are compared again byte by byte.
Both passes are whole-number arithmetic, so that plain Python and numpy give the same answer to the last bit.
"""

from __future__ import annotations

import struct
import sys
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

_NORM = struct.Struct("<f")
_NUMPY_PAYS_FROM = 16
SUMMARY_BEHIND = 0.1
"""How much nearer than the text of a memory its summary has to be, to count in its place: summaries are all alike."""


class Probe(NamedTuple):
    """A query vector, ready to be compared."""

    code: bytes
    values: tuple[int, ...]
    norm: float


def pack(values: Sequence[float]) -> bytes:
    """Quantises a vector. The zero vector (nothing known about the text) becomes no vector at all."""
    largest = max(map(abs, values), default=0.0)
    if largest == 0.0:
        return b""
    whole = [round(value * 127 / largest) for value in values]
    norm = sum(map(mul, whole, whole)) ** 0.5
    return _NORM.pack(norm) + struct.pack(f"<{len(whole)}b", *whole) + sign_code(whole)


def sign_code(values: Sequence[int]) -> bytes:
    """One bit per dimension, most significant first: set where the value is above zero."""
    bits = int("".join("1" if value > 0 else "0" for value in values), 2)
    return bits.to_bytes(len(values) // 8, "big")


def code_of(packed: bytes) -> bytes:
    """The sign bits of a packed vector."""
    return packed[4 + _dimensions(packed) :]


def probe(packed: bytes) -> Probe:
    """Unpacks a query's vector."""
    values = tuple(memoryview(packed)[4 : 4 + _dimensions(packed)].cast("b"))
    return Probe(code_of(packed), values, _NORM.unpack_from(packed)[0])


def cosine(query: Probe, packed: bytes) -> float:
    """-1..1."""
    values = memoryview(packed)[4 : 4 + len(query.values)].cast("b")
    # The stored length is rounded to float32: a vector may come out a hair nearer to itself than 1.
    product = sum(map(mul, query.values, values)) / (query.norm * _NORM.unpack_from(packed)[0])
    return float(max(-1.0, min(1.0, product)))


def cosines(query: Probe, packed: Sequence[bytes]) -> list[float]:
    """The same for many; with numpy where the process has loaded it anyway (a cold recall must not)."""
    if "numpy" not in sys.modules or len(packed) < _NUMPY_PAYS_FROM:
        return [cosine(query, one) for one in packed]
    np = sys.modules["numpy"]
    rows = np.frombuffer(b"".join(packed), dtype=np.int8).reshape(len(packed), -1)
    values = rows[:, 4 : 4 + len(query.values)].astype(np.float32)
    norms = np.ascontiguousarray(rows[:, :4]).view("<f4")[:, 0].astype(np.float64)
    # Whole numbers below 2**24: float32 adds them without loss, so that both ways agree to the last bit.
    products = (values @ np.array(query.values, dtype=np.float32)).astype(np.float64)
    return [float(one) for one in np.clip(products / (query.norm * norms), -1.0, 1.0)]


def _dimensions(packed: bytes) -> int:
    return (len(packed) - 4) * 8 // 9
