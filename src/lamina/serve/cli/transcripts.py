"""The words about what agents left behind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lamina.serve.cli.command import Command, nothing

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from lamina.memory import Memory


def _ingest_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files or folders (default: where agents keep them)")


def _ingest(memory: Memory, given: Namespace) -> Any:
    from lamina.serve import present

    return memory.ingest(given.paths or None, present.progress)


def _sessions_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--limit", type=int, default=20)


def _verify_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="PATH", help="transcripts")
    parser.add_argument("--delete", action="store_true", help="remove each file that is wholly in the store")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def _verify(memory: Memory, given: Namespace) -> Any:
    from lamina.serve.cli.asking import agreed_to

    if not given.delete or given.yes:
        return memory.verify(given.paths, given.delete)
    return memory.verify(given.paths, agreed_to(f"remove {len(given.paths)} raw transcripts for good"))


def _regroup_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--join", nargs=2, metavar=("INTO", "OTHER"), help="two concepts that are about one thing")
    parser.add_argument("--split", metavar="CONCEPT", help="a concept that is about two things")
    parser.add_argument("--exchange", action="append", default=[], help="leaves it; may be given several times")
    parser.add_argument("--dry-run", action="store_true", help="only show what would change")


def _regroup(memory: Memory, given: Namespace) -> Any:
    from lamina.errors import BadInput
    from lamina.model.review import JoinConcepts, Regrouping, SplitConcept

    if bool(given.split) != bool(given.exchange):
        raise BadInput("A split names a concept and the exchanges that leave it.", "Give --split and --exchange.")
    steps: list[Regrouping] = []
    if given.join:
        into, other = (memory.get(one).id for one in given.join)
        steps.append(JoinConcepts(into, other, "asked for"))
    if given.split:
        leaving = tuple(memory.get(one).id for one in given.exchange)
        steps.append(SplitConcept(memory.get(given.split).id, leaving, "asked for"))
    return memory.regroup(steps or None, given.dry_run)


COMMANDS: dict[str, Command] = {
    "ingest": Command("Read what agents left behind.", _ingest_arguments, _ingest, "ingested"),
    "sessions": Command(
        "The sessions of this project.",
        _sessions_arguments,
        lambda memory, given: memory.sessions(given.limit),
        "sessions",
    ),
    "concepts": Command("The topics of this project.", nothing, lambda memory, given: memory.concepts(), "concepts"),
    "regroup": Command("Join and split topics.", _regroup_arguments, _regroup, "regrouped"),
    "verify": Command("Whether transcripts are wholly in the store.", _verify_arguments, _verify, "verified"),
}
