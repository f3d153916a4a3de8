"""Identity: the same thing gets the same id on every machine and at every reading."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

_SPACES = re.compile(r"\s+")
_MINTED = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7")


def derived_id(agent: str, session: str, source: str, kind: str) -> str:
    """The id of a row that was made from a transcript."""
    from hashlib import blake2b  # a hook makes no id, and OpenSSL takes two milliseconds to load

    name = "\x1f".join((agent, session, source, kind)).encode()
    return f"{kind[0]}{blake2b(name, digest_size=12).hexdigest()}"


def new_id(now: datetime) -> str:
    """A UUIDv7: unique, and sorted by the time it was made."""
    bits = int(now.timestamp() * 1000) << 80 | int.from_bytes(os.urandom(10), "big")
    bits = bits & ~(0xF << 76) | 0x7 << 76
    bits = bits & ~(0x3 << 62) | 0x2 << 62
    text = f"{bits:032x}"
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def text_hash(text: str) -> str:
    """Equal for texts that differ only in case, spacing or a final full stop."""
    from hashlib import blake2b  # the same

    normal = _SPACES.sub(" ", text).strip().rstrip(". ").casefold()
    return blake2b(normal.encode(), digest_size=16).hexdigest()


def handle(id_: str) -> str:
    """As much of an id as tells it apart: a minted one begins with the time."""
    return id_[:23] if _MINTED.match(id_) else id_[:11]
