"""One command per word of the library. Only the command that runs is built, so that a recall starts at once."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from lamina.errors import LaminaError
    from lamina.memory import Memory
    from lamina.model.review import Forgotten


class Command(NamedTuple):
    """A word, how its arguments are read, what it calls, and how its answer is shown."""

    summary: str
    arguments: Callable[[ArgumentParser], None]
    run: Callable[..., Any]
    """Called with the memory and the arguments; with the arguments alone where `opens` is false."""
    show: str
    """Name of the function in `present` that makes text of the answer."""
    opens: bool = True
    """Whether it needs a store. A wrong store must not keep anyone from mending the settings."""


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
        answer = _answer(name, options)
        text = present.json_text(answer) if as_json else getattr(present, COMMANDS[name].show)(answer)
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


def _options(name: str, words: list[str]) -> Namespace:
    if name not in COMMANDS:
        from lamina.errors import BadInput

        raise BadInput(f"There is no command {name!r}.", "`lamina --help` lists them.")
    return _parser(name, COMMANDS[name]).parse_args(words)


def _answer(name: str, options: Namespace) -> Any:
    command = COMMANDS[name]
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


def _parser(name: str, command: Command) -> ArgumentParser:
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
    lines += [f"  {name:<10} {command.summary}" for name, command in COMMANDS.items()]
    return "\n".join([*lines, "", "  --version  The version of Lamina."])


def _text_or_stdin(text: str) -> str:
    if text != "-":
        return text
    from lamina.errors import BadInput
    from lamina.serve.files import standard_input

    try:
        return standard_input().read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"Standard input is not valid UTF-8 (byte {error.start + 1}).") from error


def _nothing(parser: ArgumentParser) -> None:
    """A word without arguments."""


def _remember_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("text", help="what to remember; - reads standard input")
    parser.add_argument("--tag", action="append", default=[], dest="tags", help="may be given several times")
    parser.add_argument("--importance", type=float, help="0 to 1 (default: judged by what is said)")
    parser.add_argument("--kind", default="fact", help="fact, episode, pattern or workflow")
    parser.add_argument("--layer", help="system, project, sprint, stage or agent")
    parser.add_argument("--private", action="store_const", const="user-private", dest="visibility", help="only for you")


def _remember(memory: Memory, given: Namespace) -> Any:
    return memory.remember(
        _text_or_stdin(given.text), given.tags, given.importance, given.kind, given.layer, given.visibility
    )


def _record_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file", help="one session as JSON: id, started_at, turns (role, text, at); - reads standard input"
    )


def _record(memory: Memory, given: Namespace) -> Any:
    from lamina.serve.files import session_in

    return memory.record(session_in(given.file))


def _recall_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("query", help="a question, a name, an error")
    parser.add_argument("--limit", type=int, default=10)
    parser.add_argument("--mode", default="hybrid", help="hybrid, lexical or semantic")
    parser.add_argument("--as-of", help="what held at this time (2026-01-31)")


def _recall(memory: Memory, given: Namespace) -> Any:
    return memory.recall(given.query, given.limit, given.mode, given.as_of)


def _id_argument(parser: ArgumentParser) -> None:
    parser.add_argument("id", help="an id, or the beginning of one")


def _edit_arguments(parser: ArgumentParser) -> None:
    _id_argument(parser)
    parser.add_argument("text", help="the new text; - reads standard input")


def _forget_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", default="", help="an id, or the beginning of one")
    parser.add_argument("--query", default="", help="whatever holds all these words")
    parser.add_argument("--session", default="", help="whatever came from this session")
    parser.add_argument("--all-of-project", default="", metavar="NAME", help="whatever is in this project")
    parser.add_argument("--before", help="whatever is older than this day")
    parser.add_argument("--after", help="whatever is not older than this day")
    parser.add_argument("--dry-run", action="store_true", help="only show what would go")
    parser.add_argument("--now", action="store_true", help="remove every trace at once; there is no undo")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def _forget(memory: Memory, given: Namespace) -> Any:
    from lamina.model.review import Selector
    from lamina.words.checks import good_moment

    selector = Selector(
        given.id,
        given.query,
        given.all_of_project,
        given.session,
        good_moment(given.before, "--before") if given.before else None,
        good_moment(given.after, "--after") if given.after else None,
    )
    only_one = bool(given.id) and not given.now
    if not (given.dry_run or given.yes or only_one):
        would = memory.forget(selector, dry_run=True)
        if not would.ids or not _agreed(would):
            return would
    return memory.forget(selector, given.dry_run, given.now)


def _agreed(would: Forgotten) -> bool:
    from lamina.serve import present

    many = "1 memory" if len(would.ids) == 1 else f"{len(would.ids)} memories"
    return _agreed_to(f"forget {many}", "Add --yes to do it, or --dry-run to look.", present.forgotten(would))


def _agreed_to(what: str, otherwise: str = "Add --yes to do it.", shown: str = "") -> bool:
    from lamina.errors import BadInput

    if not (sys.stdin and sys.stdin.isatty()):
        raise BadInput(f"This would {what}.", otherwise)
    # Standard output belongs to the answer.
    print(f"{shown or f'This would {what}.'}\nGo ahead? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _undo_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("entry", nargs="?", help="the id of a change (default: the last one)")


def _export_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("path", help="the file to write; - writes to standard output")
    parser.add_argument("--format", default="jsonl")
    parser.add_argument("--only", metavar="PROJECT", help="only this project (default: all that you may see)")


def _export(memory: Memory, given: Namespace) -> Any:
    if given.path != "-":
        return {"records": memory.export(given.path, given.format, given.only), "path": given.path}
    if given.json:
        from lamina.errors import BadInput

        raise BadInput("Standard output cannot hold both the export and an answer.", "Name a file, or drop --json.")
    memory.export(sys.stdout.buffer, given.format, given.only)
    return {}


def _load_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("path", help="the file to read; - reads standard input")
    parser.add_argument("--format", default="jsonl", help="jsonl (an export) or chat (any conversation)")


def _load(memory: Memory, given: Namespace) -> Any:
    from lamina.serve import present
    from lamina.serve.files import standard_input

    source = standard_input() if given.path == "-" else given.path
    return memory.load(source, given.format, present.progress)


def _reindex(memory: Memory, given: Namespace) -> Any:
    from lamina.serve import present

    return {"rows": memory.reindex(present.progress)}


def _config_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", help="a setting to change")
    parser.add_argument("value", nargs="?", help="its new value; empty removes it")


def _config(given: Namespace) -> Any:
    import os

    from lamina import config

    asked = {name: getattr(given, name) for name in ("store", "project", "home", "user")}
    found = config.effective(asked, os.environ)
    if given.name is not None and given.value is not None:
        config.write(found["home"].value, given.name, given.value)
        found = config.effective(asked, os.environ)
    return config.shown(found if given.name is None else config.only(found, given.name))


def _demo(given: Namespace) -> Any:
    from lamina.serve.demo import story

    return story()


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
    if not given.delete or given.yes:
        return memory.verify(given.paths, given.delete)
    return memory.verify(given.paths, _agreed_to(f"remove {len(given.paths)} raw transcripts for good"))


COMMANDS: dict[str, Command] = {
    "ingest": Command("Read what agents left behind.", _ingest_arguments, _ingest, "ingested"),
    "sessions": Command(
        "The sessions of this project.",
        _sessions_arguments,
        lambda memory, given: memory.sessions(given.limit),
        "sessions",
    ),
    "concepts": Command("The topics of this project.", _nothing, lambda memory, given: memory.concepts(), "concepts"),
    "verify": Command("Whether transcripts are wholly in the store.", _verify_arguments, _verify, "verified"),
    "remember": Command("Keep a statement.", _remember_arguments, _remember, "item"),
    "record": Command("Keep a conversation.", _record_arguments, _record, "table"),
    "recall": Command("What is known about a question.", _recall_arguments, _recall, "hits"),
    "trace": Command("Where a memory comes from.", _id_argument, lambda memory, given: memory.trace(given.id), "trace"),
    "edit": Command(
        "Replace the text of a memory.",
        _edit_arguments,
        lambda memory, given: memory.edit(given.id, _text_or_stdin(given.text)),
        "item",
    ),
    "forget": Command("Hide memories, or remove every trace of them.", _forget_arguments, _forget, "forgotten"),
    "undo": Command(
        "Take back the last change.", _undo_arguments, lambda memory, given: memory.undo(given.entry), "table"
    ),
    "status": Command("The store at a glance.", _nothing, lambda memory, given: memory.status(), "table"),
    "doctor": Command("Check every joint.", _nothing, lambda memory, given: memory.doctor(), "checks"),
    "reindex": Command("Build the search index anew from the rows.", _nothing, _reindex, "table"),
    "export": Command("Write everything to a file.", _export_arguments, _export, "table"),
    "load": Command("Read an export, or any conversation.", _load_arguments, _load, "table"),
    "config": Command(
        "Every setting and where it comes from; or set one.", _config_arguments, _config, "settings", False
    ),
    "projects": Command(
        "The projects in the store.", _nothing, lambda memory, given: dict(memory.projects()), "projects"
    ),
    "demo": Command(
        "The whole story on sample sessions, in a folder that is thrown away.", _nothing, _demo, "story", opens=False
    ),
}
