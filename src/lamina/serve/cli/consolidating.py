"""The words that keep a memory small."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lamina.errors import BadInput
from lamina.serve.cli.command import Command

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from lamina.memory import Memory


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="only show what would be done, and why")


def _upkeep_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, metavar="N", help="stop after so long; the rest stays due")


def _upkeep(memory: Memory, given: Namespace) -> Any:
    if given.seconds is not None and not given.seconds >= 0:
        raise BadInput(f"--seconds is {given.seconds:g}.", "Give 0 or more.")
    return memory.upkeep(given.seconds)


COMMANDS: dict[str, Command] = {
    "consolidate": Command(
        "Merge, shorten, rank, archive and link memories.",
        _arguments,
        lambda memory, given: memory.consolidate(given.dry_run),
        "consolidated",
    ),
    "upkeep": Command(
        "Do what is due: promotion every 10 minutes, consolidation every night.",
        _upkeep_arguments,
        _upkeep,
        "kept_up",
    ),
}
