"""The words of the ladder of trust: what waits, and what a person decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lamina.serve.cli.command import Command, id_argument, nothing

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from lamina.memory import Memory
    from lamina.model.review import CoreChange


def _pending_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--limit", type=int, default=50)


def _promote_arguments(parser: ArgumentParser) -> None:
    id_argument(parser)
    parser.add_argument(
        "--target",
        action="append",
        default=[],
        dest="targets",
        help="claude_md, agents_md, user_claude_md, local_claude_md or a path in the project; several times",
    )
    _careful(parser)


def _demote_arguments(parser: ArgumentParser) -> None:
    id_argument(parser)
    _careful(parser)


def _careful(parser: ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="only show what would change in which file")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def _promote(memory: Memory, given: Namespace) -> Any:
    would = memory.promote(given.id, given.targets, dry_run=True)
    return would if given.dry_run or not _go_on(would, given) else memory.promote(given.id, given.targets)


def _demote(memory: Memory, given: Namespace) -> Any:
    would = memory.demote(given.id, dry_run=True)
    return would if given.dry_run or not _go_on(would, given) else memory.demote(given.id)


def _go_on(would: CoreChange, given: Namespace) -> bool:
    """A person sees the exact change of a file before it happens."""
    from lamina.model.targets import Planned
    from lamina.serve import present
    from lamina.serve.cli.asking import agreed_to

    changed = [one.path for one in would.targets if isinstance(one, Planned)]
    if given.yes or not changed:
        return True
    files = " and ".join(changed)
    return agreed_to(f"change {files}", "Add --yes to do it, or --dry-run to look.", present.core_change(would))


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
    "promote": Command("One rung up: to long-term, or into CLAUDE.md.", _promote_arguments, _promote, "core_change"),
    "demote": Command("One rung down, and out of every file.", _demote_arguments, _demote, "core_change"),
    "promote-due": Command("One run of the promotion engine.", nothing, lambda m, given: m.promote_due(), "table"),
}
