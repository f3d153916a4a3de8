"""What a command is: a word, how its arguments are read, what it calls, and how its answer is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Callable


class Command(NamedTuple):
    """One word of the library on the command line."""

    summary: str
    arguments: Callable[[ArgumentParser], None]
    run: Callable[..., Any]
    """Called with the memory and the arguments; with the arguments alone where `opens` is false."""
    show: str
    """Name of the function in `present` that makes text of the answer."""
    opens: bool = True
    """Whether it needs a store. A wrong store must not keep anyone from mending the settings."""


def nothing(parser: ArgumentParser) -> None:
    """A word without arguments."""


def id_argument(parser: ArgumentParser) -> None:
    """A word about one memory."""
    parser.add_argument("id", help="an id, or the beginning of one")
