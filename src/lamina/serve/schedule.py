"""Work that comes due again and again, one job at a time, until somebody says stop."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from lamina.errors import LaminaError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from threading import Event


class Job(NamedTuple):
    """What is done, how often, and what is told of it; an empty text tells nothing."""

    name: str
    every: float
    run: Callable[[], str]


def keep_running(jobs: Sequence[Job], stop: Event, tell: Callable[[str], None]) -> None:
    """Runs each job at once, and then whenever it is due. A job that fails is told, and tried again next time."""
    due = dict.fromkeys((job.name for job in jobs), monotonic())
    while not stop.is_set():
        for job in jobs:
            if not stop.is_set() and due[job.name] <= monotonic():
                told = _outcome(job)
                due[job.name] = monotonic() + job.every  # from its end: a slow job must not starve the others
                if told:
                    tell(f"{job.name}: {told}")
        stop.wait(max(0.0, min(due.values()) - monotonic()))


def _outcome(job: Job) -> str:
    try:
        return job.run()
    except LaminaError as problem:
        return str(problem)
