"""One command per word of the library. Only the command that runs is built, so that a recall starts at once."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from lamina.errors import LaminaError
    from lamina.serve.cli.command import Command


WORDS: dict[str, tuple[str, ...]] = {
    "transcripts": ("ingest", "sessions", "concepts", "regroup", "verify"),
    "serving": ("serve",),
    "agents": ("mcp",),
    "tokens": ("token",),
    "memories": ("remember", "record", "recall", "trace", "used", "edit", "forget", "undo"),
    "predicting": ("predict", "context"),
    "trust": ("pending", "promotable", "approve", "deny", "promote", "demote", "promote-due"),
    "doubts": ("contradictions", "resolve", "doubtful"),
    "consolidating": ("consolidate", "upkeep"),
    "layering": ("layers", "agent-prompt", "complete-stage", "complete-sprint"),
    "installing": ("init", "uninstall", "hook"),
    "keeping": ("status", "doctor", "reindex", "export", "load", "config", "projects", "demo"),
}
"""Which module of this folder has which commands: only the one that runs is loaded."""


def run(given: list[str]) -> int:
    """Runs the command that the first word names, prints its answer, and returns the exit code."""
    name = given[0] if given else "--help"
    if name in ("-h", "--help", "help"):
        print(_overview())
        return 0
    from lamina.errors import LaminaError
    from lamina.serve import present

    present.make_printable()
    as_json = "--json" in given
    try:
        options = _options(name, given[1:])
        as_json = options.json  # until here, a guess: the word may have been a text
        command = command_named(name)
        answer = _answer(command, options)
        text = present.json_text(answer) if as_json else getattr(present, command.show)(answer)
    except SystemExit:  # argparse has shown the help
        return 0
    except LaminaError as problem:
        return _refused(problem, as_json)
    except BrokenPipeError:
        raise
    except Exception as fault:  # noqa: BLE001 (nobody above can answer: people get a sentence instead of a traceback)
        return _refused(_fault(fault), as_json)
    print(text, end="\n" if text else "")
    # Nobody may take a store with a finding for a sound one.
    return 4 if name == "doctor" and not all(one.ok for one in answer) else 0


def command_named(name: str) -> Command:
    """The command of that name."""
    from importlib import import_module

    from lamina.errors import BadInput

    for module, words in WORDS.items():
        if name in words:
            found: Command = import_module(f"lamina.serve.cli.{module}").COMMANDS[name]
            return found
    raise BadInput(f"There is no command {name!r}.", "`lamina --help` lists them.")


def commands() -> dict[str, Command]:
    """All of them, in the order in which they are told."""
    return {word: command_named(word) for words in WORDS.values() for word in words}


def _options(name: str, words: list[str]) -> Namespace:
    return parser_of(name, command_named(name)).parse_args(words)


def _answer(command: Command, options: Namespace) -> Any:
    if not command.opens:
        return command.run(options)
    from lamina.wiring import open_memory

    with open_memory(options.store, options.project, options.home, options.user) as memory:
        return command.run(memory, options)


def _refused(problem: LaminaError, as_json: bool) -> int:
    from lamina.serve import present

    if as_json:
        print(present.json_text(present.error(problem)))
    else:
        print(f"lamina: {problem}", file=sys.stderr)
    return problem.exit_code


def _fault(fault: Exception) -> LaminaError:
    """What nobody foresaw, as an error like the others."""
    import os

    from lamina.errors import LaminaError

    if os.environ.get("LAMINA_DEBUG"):
        import traceback

        traceback.print_exception(fault)
    said = " ".join(f"{type(fault).__name__}: {fault}".split())
    return LaminaError(f"Lamina failed: {said}.", "That is a fault in Lamina; LAMINA_DEBUG=1 shows where.")


def parser_of(name: str, command: Command) -> ArgumentParser:
    """Reads what follows the word."""
    from argparse import ArgumentParser, HelpFormatter
    from typing import NoReturn

    from lamina.errors import BadInput

    class Parser(ArgumentParser):
        def error(self, message: str) -> NoReturn:
            """Wrong arguments are bad input like any other, also for programs that read JSON."""
            raise BadInput(f"{message[:1].upper()}{message[1:]}.", f"`{self.prog} --help` shows what it takes.")

    parser = Parser(
        prog=f"lamina {name}",
        description=command.summary,
        allow_abbrev=False,
        # Without a width, each argument looks up the terminal's: two milliseconds of a recall.
        formatter_class=lambda prog: HelpFormatter(prog, width=100),
    )
    command.arguments(parser)
    parser.add_argument("--json", action="store_true", help="the answer as JSON")
    parser.add_argument("--store", help="path, sqlite:///… or postgresql://…")
    parser.add_argument("--project", help="name of the project (default: found by git)")
    parser.add_argument("--home", help="Lamina's folder (default: $LAMINA_HOME or ~/.lamina)")
    parser.add_argument("--user", help="who you are (default: the user of the operating system)")
    return parser


def _overview() -> str:
    lines = ["usage: lamina <command> [options]   (`lamina <command> --help` for more)", ""]
    lines += [f"  {name:<15} {command.summary}" for name, command in commands().items()]
    return "\n".join([*lines, "", "  --version       The version of Lamina."])
