"""Which file a tool is about to read or change: asked before every such tool, so nothing is loaded for it."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def file_at_hand(payload: Mapping[str, Any]) -> str:
    """The path that a tool was given; nothing where it has none."""
    given = payload.get("tool_input")
    path = given.get("file_path") if isinstance(given, dict) else None
    return path if isinstance(path, str) and path.strip() else ""
