"""Private keys that fill many lines: PEM, OpenSSH, PGP, SSH2 and PuTTY, whole, cut off, or escaped into one line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lamina.refine.secret_values import Clue, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

KIND = "private-key"
_HEAD = re.compile(r"-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}")
_FOOT = re.compile(r"-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}")
_HEADER = 60
"""Longer than any line that begins a key."""
_FARTHEST = 16_000
"""A 16,384-bit RSA key has 12,600 characters; more than this between head and foot is no key."""
_CODED = re.compile(r"[A-Za-z0-9+/=]{20,}")
"""A head and a foot with nothing coded between them are code that speaks of keys."""
_LINES = re.compile(
    # Fields such as `Proc-Type: 4,ENCRYPTED`; then coded lines, each after a line break, quote, diff sign or number.
    r"(?:[\s\\nr\"'+>|#*-]{0,24}(?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash|Subject)\\?\"?:[^\n\\]{0,200}){0,8}"
    r"(?:(?:[^A-Za-z0-9+/=]|\\[nrt]|[0-9]{1,6}[→\t:|]){0,32}[A-Za-z0-9+/=]{20,})+"
    # What is left of the last line, when it ends the text or a sign of a cut follows.
    r"(?:(?:\s|\\[nr]){1,4}[A-Za-z0-9+/=]{1,19}(?=\s*\Z|\s*(?:\.\.\.|…|\[)))?"
)


def _block(text: str, lower: bytes, at: int) -> Iterator[Span]:
    """A private key, from its first dash to its last."""
    head = _HEAD.search(text, max(0, at - _HEADER), at + _HEADER)
    end = _end(text, head.end()) if head else None
    if head and end:
        yield Span(head.start(), end, KIND)


def _putty(text: str, lower: bytes, at: int) -> Iterator[Span]:
    """Of PuTTY's keys only the private lines are secret."""
    body = _LINES.match(text, at)
    if body:
        yield Span(at, body.end(), KIND)


def _end(text: str, start: int) -> int | None:
    """Where the key ends: at its foot, or, of a key that was cut off, where its coded lines end."""
    limit = text.find("BEGIN ", start, start + _FARTHEST)
    foot = _FOOT.search(text, start, limit if limit >= 0 else start + _FARTHEST)
    if foot:
        return foot.end() if _CODED.search(text, start, foot.start()) else None
    body = _LINES.match(text, start)
    return body.end() if body else None


CLUES = (
    Clue(rb"private key(?= block-| ?-)", _block),
    Clue(rb"private-lines: *[0-9]{1,4}", _putty),
)
