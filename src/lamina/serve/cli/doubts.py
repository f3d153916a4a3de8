"""The words about what cannot be trusted as it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.serve.cli.command import Command, nothing

if TYPE_CHECKING:
    from argparse import ArgumentParser


def _resolve_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("id", help="the id of a contradiction, or the beginning of one")
    parser.add_argument("resolution", help="a_wins (the older), b_wins, both_valid or merged")
    parser.add_argument("--note", default="", help="why; for merged, the words that hold from now on")


COMMANDS: dict[str, Command] = {
    "contradictions": Command(
        "What cannot both hold, and waits for you.", nothing, lambda m, given: m.contradictions(), "contradictions"
    ),
    "resolve": Command(
        "Decide a contradiction.",
        _resolve_arguments,
        lambda memory, given: memory.resolve(given.id, given.resolution, given.note),
        "resolved",
    ),
    "doubtful": Command(
        "What was contradicted too often to be trusted.", nothing, lambda memory, given: memory.doubtful(), "doubtful"
    ),
}
