"""Which reader reads what."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

from lamina.capture import claude_code, codex, copilot, gemini

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from lamina.model.transcript import Event, Head, Unreadable

    Reader = Callable[[BinaryIO, int], Iterator[Head | Event | Unreadable]]

READERS: Mapping[str, Reader] = {
    "claude-code": claude_code.read,
    "codex": codex.read,
    "gemini": gemini.read,
    "copilot": copilot.read,
}
