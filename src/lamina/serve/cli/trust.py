"""The words of the ladder of trust: what waits, and what a person decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.serve.cli.command import Command, id_argument, nothing

if TYPE_CHECKING:
    from argparse import ArgumentParser


def _pending_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--limit", type=int, default=50)


COMMANDS: dict[str, Command] = {
    "pending": Command(
        "What waits to rise, and what it lacks.",
        _pending_arguments,
        lambda memory, given: memory.pending()[: max(0, given.limit)],
        "waiting",
    ),
    "promotable": Command(
        "What may go to core with your approval.", nothing, lambda memory, given: memory.promotable(), "waiting"
    ),
    "approve": Command("Let a memory rise.", id_argument, lambda memory, given: memory.approve(given.id), "approved"),
    "deny": Command("Never show or propose a memory again.", id_argument, lambda m, given: m.deny(given.id), "denied"),
    "promote-due": Command("One run of the promotion engine.", nothing, lambda m, given: m.promote_due(), "table"),
}
