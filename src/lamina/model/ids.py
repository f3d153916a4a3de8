"""Identity: the same thing gets the same id on every machine and at every reading."""

from __future__ import annotations

import os

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from datetime import datetime


def derived_id(agent: str, session: str, source: str, kind: str) -> str:
    """The id of a row that was made from a transcript."""
    return f"{kind[0]}{_hash(chr(31).join((agent, session, source, kind)), 12)}"


def new_id(now: datetime) -> str:
    """A UUIDv7: unique, and sorted by the time it was made."""
    bits = int(now.timestamp() * 1000) << 80 | int.from_bytes(os.urandom(10), "big")
    bits = bits & ~(0xF << 76) | 0x7 << 76
    bits = bits & ~(0x3 << 62) | 0x2 << 62
    text = f"{bits:032x}"
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def text_hash(text: str) -> str:
    """Equal for texts that differ only in case, spacing or a final full stop."""
    return _hash(" ".join(text.split()).rstrip(". ").casefold(), 16)


def handle(id_: str) -> str:
    """As much of an id as tells it apart: a minted one begins with the time."""
    return id_[:23] if id_[8:9] == "-" and id_[13:15] == "-7" else id_[:11]


def _hash(text: str, size: int) -> str:
    from hashlib import blake2b  # a hook makes no ids

    return blake2b(text.encode(), digest_size=size).hexdigest()
