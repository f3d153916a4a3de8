"""Tells by its first bytes which agent wrote a file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from lamina.capture.lines import BROKEN

if TYPE_CHECKING:
    from collections.abc import Set

FIRST = 64 * 1024
"""How many bytes are enough to look at."""
_LINES = 20
_CODEX = {"session_meta", "response_item", "event_msg", "turn_context", "compacted"}
_CODEX_FIRST_VERSIONS = {"id", "timestamp", "instructions"}
_COPILOT = {"abort", "session", "user", "assistant", "tool", "hook", "system", "permission", "subagent", "skill"}
_CLAUDE_CODE = {"sessionId", "uuid", "leafUuid", "messageId"}
# A line longer than what we look at is no whole JSON: there, the keys it begins with must do.
_KEY = re.compile(rb'"(\w+)"\s*:')
_TYPE = re.compile(rb'"type"\s*:\s*"([\w.]+)"')


def recognise(first_bytes: bytes) -> str:
    """The agent's name; empty where no agent is known that writes so."""
    text = first_bytes.removeprefix(b"\xef\xbb\xbf").lstrip()
    for line in text.split(b"\n", _LINES)[:_LINES]:
        if line.strip() and (agent := _by_line(line)):
            return agent
    return "gemini" if _begins_gemini(text) else ""


def reason(first_bytes: bytes) -> str:
    """Why a file that was not recognised is no transcript."""
    text = first_bytes.strip()
    if not text:
        return "is empty"
    if first_bytes.startswith(b"\x1f\x8b"):
        return "is compressed with gzip: unpack it first"
    if first_bytes.startswith(b"\x28\xb5\x2f\xfd"):
        return "is compressed with zstd: unpack it first"
    if b"\0" in first_bytes:
        return "is binary"
    if text.startswith((b"{", b"[")):
        return "is JSON, but of no agent that Lamina reads (Claude Code, Codex, Gemini, Copilot)"
    return "is text, but not the JSON that agents write"


def _by_line(line: bytes) -> str:
    try:
        record = msgspec.json.decode(line)
    except BROKEN:
        return _by_beginning(line) if len(line) > FIRST // 2 else ""
    if not isinstance(record, dict):
        return ""
    kind = record.get("type")
    return _by_keys(record.keys(), kind if isinstance(kind, str) else "")


def _by_beginning(line: bytes) -> str:
    """Of a line whose end we have not seen."""
    kind = _TYPE.search(line)
    keys = {key.decode() for key in _KEY.findall(line)}
    return _by_keys(keys, kind[1].decode() if kind else "") if line.startswith(b"{") else ""


def _by_keys(has: Set[str], kind: str) -> str:
    if kind in _CODEX and "payload" in has:
        return "codex"
    if kind.partition(".")[0] in _COPILOT and "data" in has and ("." in kind or kind == "abort"):
        return "copilot"
    if {"sessionId", "messages"} <= has:
        return "gemini"
    if kind and has & _CLAUDE_CODE:
        return "claude-code"
    return "codex" if has >= _CODEX_FIRST_VERSIONS and not kind else ""


def _begins_gemini(text: bytes) -> bool:
    """A document over many lines."""
    keys = {key.decode() for key in _KEY.findall(text)}
    return text.startswith(b"{") and {"sessionId", "startTime", "messages"} <= keys
