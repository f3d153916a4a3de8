"""The word that keeps a memory small."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.serve.cli.command import Command

if TYPE_CHECKING:
    from argparse import ArgumentParser


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="only show what would be done, and why")


COMMANDS: dict[str, Command] = {
    "consolidate": Command(
        "Merge, shorten, rank, archive and link memories.",
        _arguments,
        lambda memory, given: memory.consolidate(given.dry_run),
        "consolidated",
    ),
}
