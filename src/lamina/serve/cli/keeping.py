"""The words about the store as a whole: how it is, how it moves, how it is set."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from lamina.serve.cli.command import Command, nothing

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from lamina.memory import Memory


def _export_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("path", help="the file or folder to write; - writes to standard output")
    parser.add_argument(
        "--format",
        default="jsonl",
        help="jsonl (everything), memory-keeper (a folder), long-term-memory, observations, short-term, long-term",
    )
    parser.add_argument(
        "--only", metavar="PROJECT", help="only this project (default: all that you may see; of a folder, this one)"
    )


def _export(memory: Memory, given: Namespace) -> Any:
    if given.path != "-":
        return {"records": memory.export(given.path, given.format, given.only), "path": given.path}
    if given.json:
        from lamina.errors import BadInput

        raise BadInput("Standard output cannot hold both the export and an answer.", "Name a file, or drop --json.")
    memory.export(sys.stdout.buffer, given.format, given.only)
    return {}


def _load_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("path", help="the file or folder to read; - reads standard input")
    parser.add_argument(
        "--format",
        default="jsonl",
        help="jsonl (an export), chat (any conversation), memory-keeper (a folder), long-term-memory, observations, …",
    )


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
    found = config.with_retention_rules(found)
    return config.shown(found if given.name is None else config.only(found, given.name))


def _demo(given: Namespace) -> Any:
    from lamina.serve.demo import story

    return story()


COMMANDS: dict[str, Command] = {
    "status": Command("The store at a glance.", nothing, lambda memory, given: memory.status(), "table"),
    "doctor": Command("Check every joint.", nothing, lambda memory, given: memory.doctor(), "checks"),
    "reindex": Command("Build the search index anew from the rows.", nothing, _reindex, "table"),
    "export": Command("Write everything to a file.", _export_arguments, _export, "table"),
    "load": Command("Read an export, or any conversation.", _load_arguments, _load, "table"),
    "config": Command(
        "Every setting and where it comes from; or set one.", _config_arguments, _config, "settings", False
    ),
    "projects": Command(
        "The projects in the store.", nothing, lambda memory, given: dict(memory.projects()), "projects"
    ),
    "demo": Command(
        "The whole story on sample sessions, in a folder that is thrown away.", nothing, _demo, "story", opens=False
    ),
}
