"""Whether a command failed, by what the agent tells of it: asked after every command, so nothing is loaded for it."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_FAILED_WORDS = ("error", "failed", "failure", "exception", "traceback", "fatal:", "panic:", "command not found")


def failed_output(payload: Mapping[str, Any]) -> str:
    """What a command that failed has printed; nothing for one that did not, or that a person stopped."""
    if payload.get("tool_name") != "Bash" or payload.get("is_interrupt") is True:
        return ""
    error, response = payload.get("error"), payload.get("tool_response")
    if isinstance(error, str) and error:
        return error
    if isinstance(response, str):
        return response if _sounds_failed(response) else ""
    if not isinstance(response, dict) or response.get("interrupted") is True:
        return ""
    parts = [response.get(name) for name in ("error", "stdout", "stderr")]
    printed = "\n".join(one for one in parts if isinstance(one, str) and one)
    codes = [response.get(name) for name in ("exit_code", "exitCode", "returnCode", "code")]
    failed = response.get("is_error") is True or any(isinstance(one, int) and one != 0 for one in codes)
    return printed if failed or _sounds_failed(str(response.get("stderr") or "")) else ""


def _sounds_failed(text: str) -> bool:
    low = text[-8000:].lower()
    return any(word in low for word in _FAILED_WORDS)
