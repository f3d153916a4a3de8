"""The words about what is needed now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lamina.serve.cli.command import Command

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from lamina.memory import Memory


def _signal_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("prompt", nargs="?", default="", help="what was asked; - reads standard input")
    parser.add_argument("--file", default="", help="the file at hand")
    parser.add_argument("--opened", action="append", default=[], help="a further file; may be given several times")
    parser.add_argument("--branch", default="", help="the branch (default: the one that is checked out)")
    parser.add_argument("--error", default="", help="what went wrong; - reads standard input")
    parser.add_argument("--activity", default="", help="what is being done: debugging, testing, …")
    parser.add_argument("--at", help="as of this time (default: now)")
    parser.add_argument(
        "--person",
        action="append",
        default=[],
        dest="people",
        help="who is there: a user, or an author of commits; several are welcome",
    )
    parser.add_argument("--agent", default="", help="the role of the agent")
    parser.add_argument("--sprint", default="")
    parser.add_argument("--stage", default="")


def _predict_arguments(parser: ArgumentParser) -> None:
    _signal_arguments(parser)
    parser.add_argument("--limit", type=int, default=10, help="at most so many files, and so many memories")


def _context_arguments(parser: ArgumentParser) -> None:
    _signal_arguments(parser)
    parser.add_argument("--budget", type=int, default=8000, metavar="TOKENS", help="never more (default: 8000)")
    parser.add_argument("--plan", default="tiers", help="tiers, or hook: only what is sure to matter (default: tiers)")


def _signals(given: Namespace) -> dict[str, Any]:
    from lamina.serve.cli.asking import text_or_stdin

    names = ("file", "opened", "branch", "activity", "at", "people", "agent", "sprint", "stage")
    signals = {name: getattr(given, name) for name in names}
    signals |= {"prompt": text_or_stdin(given.prompt), "error": text_or_stdin(given.error)}
    return signals


def _predict(memory: Memory, given: Namespace) -> Any:
    return memory.predict(_signals(given), given.limit)


def _context(memory: Memory, given: Namespace) -> Any:
    return memory.context(_signals(given), given.budget, given.plan)


COMMANDS: dict[str, Command] = {
    "predict": Command("What is likely to be needed now, and why.", _predict_arguments, _predict, "predictions"),
    "context": Command("What this moment needs, within a budget.", _context_arguments, _context, "context"),
}
