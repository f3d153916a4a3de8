"""The words that stay: they run until they are told to stop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lamina.serve.cli.command import Command
from lamina.serve.cli.listening import http_arguments, listen, opener, tell

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable
    from threading import Event

    from lamina.memory import Memory
    from lamina.serve.http.metrics import Metrics
    from lamina.serve.schedule import Job

LEAST_SECONDS = 0.1
LOOKS_FOR_WORK = 60.0
"""Seconds. What is due, and when, is kept in the store."""


def _serve_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--watch", nargs="*", metavar="PATH", help="transcripts (default: where agents keep them)")
    parser.add_argument("--every", type=float, default=5.0, metavar="SECONDS", help="how often to look (default: 5)")
    http_arguments(parser, "answer the words over HTTP as well")


def _serve(memory: Memory, given: Namespace) -> Any:
    from threading import Event

    from lamina.errors import BadInput

    if not given.every >= LEAST_SECONDS:
        raise BadInput(f"--every is {given.every:g}.", f"Give at least {LEAST_SECONDS:g} seconds.")
    stop = Event()
    if given.http is None:
        _watch(memory, given, stop)
    else:
        _answer(memory, given, stop)
    return {"stopped": "by request"}


def _watch(memory: Memory, given: Namespace, stop: Event) -> None:
    import signal

    from lamina.serve.schedule import keep_running

    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, lambda number, frame: stop.set())
    tell(f"watching every {given.every:g} s; Ctrl-C ends it")
    keep_running(_jobs(memory, given), stop, tell)


def _answer(memory: Memory, given: Namespace, stop: Event) -> None:
    """HTTP in this thread, the jobs in another one, with the memory that was opened for them."""
    from threading import Thread

    from lamina.errors import Unavailable
    from lamina.serve.memory_pool import MemoryPool
    from lamina.serve.schedule import keep_running

    try:
        from lamina.serve.http.app import application
    except ImportError as error:
        raise Unavailable(f"{error.name} is not installed.", "`pip install 'lamina[server]'` brings it.") from error
    from lamina.serve.http.metrics import Metrics

    metrics, pool = Metrics(), MemoryPool(opener(given))
    jobs = [one._replace(run=_counted(one, metrics)) for one in _jobs(memory, given)]
    working = Thread(target=keep_running, args=(jobs, stop, tell), name="jobs")
    working.start()
    try:
        listen(given, application(pool, metrics), metrics)
    finally:
        stop.set()
        working.join()
        pool.close()


def _jobs(memory: Memory, given: Namespace) -> list[Job]:
    from lamina.serve.schedule import Job

    return [
        Job("ingest", given.every, lambda: _ingested(memory, given.watch)),
        Job("upkeep", LOOKS_FOR_WORK, lambda: _kept_up(memory)),
    ]


def _counted(job: Job, metrics: Metrics) -> Callable[[], str]:
    """A job beside HTTP: it is counted, and one that fails must not end the others."""
    from lamina.errors import LaminaError

    def run() -> str:
        try:
            told = job.run()
        except LaminaError:
            metrics.count_job(job.name, "failed")
            raise
        except Exception as fault:
            metrics.count_job(job.name, "failed")
            raise LaminaError(f"failed: {type(fault).__name__}.", "LAMINA_DEBUG=1 shows where.") from fault
        metrics.count_job(job.name, "done")
        return told

    return run


def _ingested(memory: Memory, paths: list[str] | None) -> str:
    from lamina.serve import present

    done = memory.ingest(paths or None)
    return present.ingested(done) if done.sessions or done.exchanges else ""


def _kept_up(memory: Memory) -> str:
    from lamina.serve import present

    moved = [one for one in memory.upkeep() if one.changed]
    return present.kept_up(moved) if moved else ""


COMMANDS: dict[str, Command] = {
    "serve": Command("Learn from sessions as they happen; answer over HTTP.", _serve_arguments, _serve, "table"),
}
