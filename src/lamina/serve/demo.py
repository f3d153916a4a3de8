"""The whole story on sample sessions, in a folder that is thrown away, with the time each step really took."""

from __future__ import annotations

import json
import os
import tempfile
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from lamina.serve import present
from lamina.wiring import open_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lamina.memory import Memory

_SAMPLES = os.path.join(os.path.dirname(__file__), "samples.json")


class Step(NamedTuple):
    """One thing that was done, and what it answered."""

    title: str
    command: str
    said: str
    milliseconds: float


def story() -> list[Step]:
    """Records, recalls, traces, forgets, undoes."""
    with open(_SAMPLES, encoding="utf-8") as opened:
        sessions = json.load(opened)
    # Its own store, whatever LAMINA_STORE says: a story must not touch what is real.
    with tempfile.TemporaryDirectory() as home:
        store = os.path.join(home, "memory.db")
        with open_memory(store, home=home, project="shop", user="you") as memory:
            return list(_told(memory, sessions))


def _told(memory: Memory, sessions: list[dict[str, Any]]) -> Iterator[Step]:
    def record() -> str:
        done = [memory.record(session) for session in sessions]
        return f"{len(done)} sessions, {sum(d.turns for d in done)} turns → {sum(d.exchanges for d in done)} exchanges"

    yield _step("Record what agents and people said", "memory.record(session)", record)
    yield _step(
        "Remember a rule",
        'lamina remember "Always use pnpm in this repository, never npm" --tag rule',
        lambda: present.item(memory.remember("Always use pnpm in this repository, never npm", tags=["rule"])),
    )
    asked = "customers were charged twice"
    yield _step("Recall by words", f'lamina recall "{asked}"', lambda: present.hits(memory.recall(asked, limit=2)))
    meant = "which package manager do we use?"
    yield _step("Recall by meaning", f'lamina recall "{meant}"', lambda: present.hits(memory.recall(meant, limit=2)))
    first = memory.recall(asked, limit=1)[0].id
    yield _step("Trace it to the transcript", f"lamina trace {first}", lambda: present.trace(memory.trace(first)))
    yield _step("Forget it", f"lamina forget {first}", lambda: present.forgotten(memory.forget(first)))
    yield _step(
        "It is gone everywhere, at once",
        f'lamina recall "{asked}"',
        lambda: present.hits([hit for hit in memory.recall(asked, limit=2) if hit.id == first]),
    )
    yield _step("Undo", "lamina undo", lambda: present.table(memory.undo()))
    yield _step("And it is back", f'lamina recall "{asked}"', lambda: present.hits(memory.recall(asked, limit=1)))
    yield _step("The store at a glance", "lamina status", lambda: present.table(memory.status()))


def _step(title: str, command: str, run: Callable[[], str]) -> Step:
    start = perf_counter()
    said = run()
    return Step(title, command, said, (perf_counter() - start) * 1000)
