"""Reading what a command names."""

from __future__ import annotations

import json
import sys
from typing import IO, Any

from lamina.errors import BadInput


def standard_input() -> IO[bytes]:
    """What `-` means."""
    if sys.stdin is None:  # whoever started us closed it
        raise BadInput("There is no standard input to read.", "Name a file instead of -.")
    return sys.stdin.buffer


def session_in(path: str) -> dict[str, Any]:
    """One session as JSON, from a file or from standard input."""
    data = _json_in(path, "For JSON lines use `lamina load --format chat`.")
    if not isinstance(data, dict):
        raise BadInput(f"{path} is not one session.", "A session is id, started_at and turns (role, text, at).")
    return data


def object_in(path: str) -> dict[str, Any]:
    """One JSON object, from a file or from standard input."""
    data = _json_in(path, "Give one object.")
    if not isinstance(data, dict):
        raise BadInput(f"{path} is not one JSON object.", "It has names and contents, in curly brackets.")
    return data


def _json_in(path: str, hint: str) -> Any:
    try:
        if path == "-":
            raw = standard_input().read()
        else:
            with open(path, "rb") as opened:
                raw = opened.read()
        return json.loads(raw.decode("utf-8"))
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not valid UTF-8 (byte {error.start + 1}).") from error
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{path} is not JSON: {error}.", hint) from error
