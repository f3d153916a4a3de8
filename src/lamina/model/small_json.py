"""JSON for a process that has not loaded `json`, which loads `re`: that would cost a hook a sixth of its time.

The same C functions do the work; where a Python has none, or the process has `json` anyway, that is used.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_SPACE = " \t\n\r"


class _Choices:
    """What the scanner asks for: JSON as it is usually read."""

    strict = True
    object_hook = object_pairs_hook = None
    parse_float, parse_int, parse_constant = float, int, float


try:
    from _json import encode_basestring_ascii, make_scanner

    _scan: Callable[[str, int], tuple[Any, int]] | None = make_scanner(_Choices())  # type: ignore[arg-type]  # typeshed wants a scanner
except ImportError:  # another Python
    _scan = None


def loaded(text: str) -> Any:
    """The value that a text says. Raises ValueError where it is not one JSON value."""
    if _scan is None or "json" in sys.modules:
        import json

        return json.loads(text)
    return _loaded(_scan, text)


def _loaded(scan: Callable[[str, int], tuple[Any, int]], text: str) -> Any:
    start = len(text) - len(text.lstrip(_SPACE))
    try:
        value, end = scan(text, start)
    except StopIteration as error:
        raise ValueError(f"no JSON value at character {error.value}") from None
    if text[end:].strip(_SPACE):
        raise ValueError(f"more than one JSON value, from character {end}")
    return value


def dumped(value: Any) -> str:
    """The value as JSON."""
    if _scan is None or "json" in sys.modules:
        import json

        return json.dumps(value)
    return _told(value)


def _told(value: Any) -> str:
    if isinstance(value, str):
        return str(encode_basestring_ascii(value))
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_told(str(key))}: {_told(one)}' for key, one in value.items())}}}"
    return f"[{', '.join(map(_told, value))}]"
