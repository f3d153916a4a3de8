"""The words about single memories and conversations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lamina.serve.cli.command import Command, id_argument

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from lamina.memory import Memory
    from lamina.model.review import Forgotten


def _remember_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("text", help="what to remember; - reads standard input")
    parser.add_argument("--tag", action="append", default=[], dest="tags", help="may be given several times")
    parser.add_argument("--importance", type=float, help="0 to 1 (default: judged by what is said)")
    parser.add_argument("--kind", default="fact", help="fact, episode, pattern or workflow")
    parser.add_argument("--layer", help="where it holds: system, project, or sprint/NAME, stage/NAME, agent/NAME")
    parser.add_argument("--private", action="store_const", const="user-private", dest="visibility", help="only for you")


def _remember(memory: Memory, given: Namespace) -> Any:
    return memory.remember(_text(given.text), given.tags, given.importance, given.kind, given.layer, given.visibility)


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


def _used_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("ids", nargs="+", metavar="id", help="an id, or the beginning of one; several are welcome")
    parser.add_argument("outcome", help="cited, ignored or retrieved")


def _edit_arguments(parser: ArgumentParser) -> None:
    id_argument(parser)
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
    from lamina.serve.cli.asking import agreed_to

    many = "1 memory" if len(would.ids) == 1 else f"{len(would.ids)} memories"
    return agreed_to(f"forget {many}", "Add --yes to do it, or --dry-run to look.", present.forgotten(would))


def _undo_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("entry", nargs="?", help="the id of a change (default: the last one)")


def _text(given: str) -> str:
    from lamina.serve.cli.asking import text_or_stdin

    return text_or_stdin(given)


COMMANDS: dict[str, Command] = {
    "remember": Command("Keep a statement.", _remember_arguments, _remember, "item"),
    "record": Command("Keep a conversation.", _record_arguments, _record, "table"),
    "recall": Command("What is known about a question.", _recall_arguments, _recall, "hits"),
    "trace": Command("Where a memory comes from.", id_argument, lambda memory, given: memory.trace(given.id), "trace"),
    "used": Command(
        "Say that memories were cited or ignored.",
        _used_arguments,
        lambda memory, given: memory.used(given.ids, given.outcome),
        "used",
    ),
    "edit": Command(
        "Replace the text of a memory.",
        _edit_arguments,
        lambda memory, given: memory.edit(given.id, _text(given.text)),
        "item",
    ),
    "forget": Command("Hide memories, or remove every trace of them.", _forget_arguments, _forget, "forgotten"),
    "undo": Command(
        "Take back the last change.", _undo_arguments, lambda memory, given: memory.undo(given.entry), "table"
    ),
}
