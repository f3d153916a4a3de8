"""The whole story on sample sessions, in a folder that is thrown away, with the time each step really took."""

from __future__ import annotations

import os
import tempfile
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from lamina.serve import present
from lamina.wiring import open_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lamina.memory import Memory

_SAMPLES = os.path.join(os.path.dirname(__file__), "samples")


class Step(NamedTuple):
    """One thing that was done, and what it answered."""

    title: str
    command: str
    said: str
    milliseconds: float


def story() -> list[Step]:
    """Ingests raw transcripts, shows what was learned, recalls, traces, forgets, undoes."""
    # Its own store, whatever LAMINA_STORE says: a story must not touch what is real.
    with tempfile.TemporaryDirectory() as home:
        store = os.path.join(home, "memory.db")
        with open_memory(store, home=home, project="shop", user="you") as memory:
            return list(_told(memory))


def _told(memory: Memory) -> Iterator[Step]:
    yield _step(
        "Read what Claude Code and Codex left behind",
        "lamina ingest",
        lambda: present.ingested(memory.ingest([_SAMPLES])),
    )
    yield _step("What it was about", "lamina concepts", lambda: present.concepts(memory.concepts()))
    asked = "customers were charged twice"
    yield _step("Recall by words", f'lamina recall "{asked}"', lambda: present.hits(memory.recall(asked, limit=3)))
    meant = "which package manager do we use?"
    yield _step("Recall by meaning", f'lamina recall "{meant}"', lambda: present.hits(memory.recall(meant, limit=2)))
    error = "ERR_PNPM_OUTDATED_LOCKFILE"
    yield _step(
        "What fixed it last time", f'lamina recall "{error}"', lambda: present.hits(memory.recall(error, limit=2))
    )
    task = "Why does pnpm install fail on the lockfile?"
    yield _step(
        "What the next session is given, and why",
        f'lamina context "{task}" --error {error} --budget 400',
        lambda: present.context(memory.context({"prompt": task, "error": error}, 400)),
    )
    rule = "Every migration can be rolled back"
    yield _step(
        "Remember what was never said in a session",
        f'lamina remember "{rule}" --tag rule',
        lambda: present.item(memory.remember(rule, tags=["rule"])),
    )
    first = memory.recall(asked, limit=1)[0].id
    yield _step("Trace it to the transcript", f"lamina trace {first}", lambda: present.trace(memory.trace(first)))
    yield _step("Forget it", f"lamina forget {first}", lambda: present.forgotten(memory.forget(first)))
    yield _step(
        "It is gone everywhere, at once",
        f'lamina recall "{asked}"',
        lambda: present.hits(memory.recall(asked, limit=1)),
    )
    yield _step("Undo", "lamina undo", lambda: present.table(memory.undo()))
    yield _step("And it is back", f'lamina recall "{asked}"', lambda: present.hits(memory.recall(asked, limit=1)))
    yield _step("The store at a glance", "lamina status", lambda: present.table(memory.status()))


def _step(title: str, command: str, run: Callable[[], str]) -> Step:
    start = perf_counter()
    said = run()
    return Step(title, command, said, (perf_counter() - start) * 1000)
