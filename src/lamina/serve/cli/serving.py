"""The words that stay: they run until they are told to stop."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from lamina.serve.cli.command import Command

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from lamina.memory import Memory

LEAST_SECONDS = 0.1
LOOKS_FOR_WORK = 60.0
"""Seconds. What is due, and when, is kept in the store."""


def _serve_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--watch", nargs="*", metavar="PATH", help="transcripts (default: where agents keep them)")
    parser.add_argument("--every", type=float, default=5.0, metavar="SECONDS", help="how often to look (default: 5)")


def _serve(memory: Memory, given: Namespace) -> Any:
    import signal
    from threading import Event

    from lamina.errors import BadInput
    from lamina.serve.schedule import Job, keep_running

    if not given.every >= LEAST_SECONDS:
        raise BadInput(f"--every is {given.every:g}.", f"Give at least {LEAST_SECONDS:g} seconds.")
    stop = Event()
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, lambda number, frame: stop.set())
    _tell(f"watching every {given.every:g} s; Ctrl-C ends it")
    jobs = [
        Job("ingest", given.every, lambda: _ingested(memory, given.watch)),
        Job("upkeep", LOOKS_FOR_WORK, lambda: _kept_up(memory)),
    ]
    keep_running(jobs, stop, _tell)
    return {"stopped": "by request"}


def _ingested(memory: Memory, paths: list[str] | None) -> str:
    from lamina.serve import present

    done = memory.ingest(paths or None)
    return present.ingested(done) if done.sessions or done.exchanges else ""


def _kept_up(memory: Memory) -> str:
    from lamina.serve import present

    moved = [one for one in memory.upkeep() if one.changed]
    return present.kept_up(moved) if moved else ""


def _tell(line: str) -> None:
    """To those who watch; standard output belongs to the answer."""
    print(f"lamina: {line}", file=sys.stderr, flush=True)


COMMANDS: dict[str, Command] = {
    "serve": Command("Learn from sessions while they happen.", _serve_arguments, _serve, "table"),
}
