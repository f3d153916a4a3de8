"""Everything that can go wrong, in one tree: what happened, and what to do about it."""

from __future__ import annotations


class LaminaError(Exception):
    """The root of every error that Lamina raises on purpose."""

    kind = "error"
    exit_code = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}" if self.hint else self.message


class BadInput(LaminaError):
    """The request itself cannot be served as it stands; nothing was changed."""

    kind = "bad_input"
    exit_code = 2


class NotFound(BadInput):
    """The request names something that is not there, or not visible to this user."""

    kind = "not_found"


class Conflict(LaminaError):
    """The request fits an older state of the store."""

    kind = "conflict"
    exit_code = 3


class Unavailable(LaminaError):
    """A part that the request needs cannot be used at the moment."""

    kind = "unavailable"
    exit_code = 4


class StoreTooNew(Unavailable):
    """The store was written by a later version."""

    kind = "store_too_new"

    def __init__(self, found: int, known: int) -> None:
        super().__init__(
            f"This store was written by a newer lamina (schema {found} > {known}).",
            "Upgrade lamina, or open a copy of the store.",
        )


class StoreLocked(Unavailable):
    """Another process holds the store for longer than we wait."""

    kind = "store_locked"


class StoreDamaged(Unavailable):
    """The rows themselves cannot be read."""

    kind = "store_damaged"


class IndexDamaged(Exception):
    """The search index cannot be read. Never reaches a user: the index is rebuilt from the rows."""


class BlockDamaged(Unavailable):
    """The managed block of a file cannot be told from what a person wrote; nothing is written until it is mended."""

    kind = "block_damaged"

    def __init__(self, line: int, what: str, hint: str) -> None:
        super().__init__(f"Line {line}: {what}", hint)
        self.line = line
