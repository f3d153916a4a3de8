"""The word about what comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lamina.serve.cli.command import Command

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from lamina.memory import Memory


def _predict_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("prompt", nargs="?", default="", help="what was asked; - reads standard input")
    parser.add_argument("--file", default="", help="the file at hand")
    parser.add_argument("--opened", action="append", default=[], help="a further file; may be given several times")
    parser.add_argument("--branch", default="", help="the branch (default: the one that is checked out)")
    parser.add_argument("--error", default="", help="what went wrong; - reads standard input")
    parser.add_argument("--activity", default="", help="what is being done: debugging, testing, …")
    parser.add_argument("--at", help="as of this time (default: now)")
    parser.add_argument(
        "--person", action="append", default=[], dest="people", help="who is there; several are welcome"
    )
    parser.add_argument("--agent", default="", help="the role of the agent")
    parser.add_argument("--sprint", default="")
    parser.add_argument("--stage", default="")
    parser.add_argument("--limit", type=int, default=10, help="at most so many files, and so many memories")


def _predict(memory: Memory, given: Namespace) -> Any:
    from lamina.serve.cli.asking import text_or_stdin

    names = ("file", "opened", "branch", "activity", "at", "people", "agent", "sprint", "stage")
    signals = {name: getattr(given, name) for name in names}
    signals |= {"prompt": text_or_stdin(given.prompt), "error": text_or_stdin(given.error)}
    return memory.predict(signals, given.limit)


COMMANDS: dict[str, Command] = {
    "predict": Command("What is likely to be needed now, and why.", _predict_arguments, _predict, "predictions"),
}
