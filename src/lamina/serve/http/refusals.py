"""What HTTP refuses by itself, and which status each error of Lamina has."""

from __future__ import annotations

import os
import sys
from typing import ClassVar

from lamina.errors import BadInput, Conflict, LaminaError, NotFound, Unavailable


class Refused(LaminaError):
    """Not let in; nothing was looked at."""

    status: ClassVar[int] = 403
    headers: ClassVar[dict[str, str]] = {}


class Unknown(Refused):
    """No token, or none that holds."""

    kind = "unknown_caller"
    status = 401
    headers: ClassVar[dict[str, str]] = {"www-authenticate": "Bearer"}

    def __init__(self) -> None:
        super().__init__("No token that holds came with this.", "`lamina token add` makes one; send it as Bearer.")


class Forbidden(Refused):
    """Known, but not allowed."""

    kind = "forbidden"


class Misdirected(Refused):
    """Asked for under a name that is not ours."""

    kind = "wrong_host"
    status = 421

    def __init__(self, host: str) -> None:
        super().__init__(f"This server is not {host[:100]!r}.", "--allow-host adds a name.")


class TooLarge(Refused):
    """More than anybody needs to say at once."""

    kind = "too_large"
    status = 413

    def __init__(self, most: int) -> None:
        super().__init__(f"More than {most:,} bytes.", "Send it in parts.")


class TooMany(Refused):
    """Asked again too soon."""

    kind = "too_many"
    status = 429
    headers: ClassVar[dict[str, str]] = {"retry-after": "1"}

    def __init__(self) -> None:
        super().__init__("Too many requests.", "Wait a second.")


_STATUS: tuple[tuple[type[LaminaError], int], ...] = (
    (NotFound, 404),
    (BadInput, 400),
    (Conflict, 409),
    (Unavailable, 503),
)


def status_of(problem: LaminaError) -> int:
    """The status of an answer that tells this problem."""
    if isinstance(problem, Refused):
        return problem.status
    return next((status for kind, status in _STATUS if isinstance(problem, kind)), 500)


def fault_of(fault: Exception) -> LaminaError:
    """What nobody foresaw: told by its kind alone, for what it says may be somebody's words."""
    if os.environ.get("LAMINA_DEBUG"):
        import traceback

        traceback.print_exception(fault)
    print(f"lamina: a request failed: {type(fault).__name__}", file=sys.stderr, flush=True)
    return LaminaError("Lamina failed.", "That is a fault in Lamina; LAMINA_DEBUG=1 shows where.")
