"""The whole story on sample sessions, in a folder that is thrown away, with the time each step really took."""

from __future__ import annotations

import json
import os
import tempfile
from time import perf_counter
from typing import TYPE_CHECKING, Any

from lamina.serve import present
from lamina.wiring import open_memory

if TYPE_CHECKING:
    from collections.abc import Callable

    from lamina.memory import Memory

_SAMPLES = os.path.join(os.path.dirname(__file__), "samples.json")


def main() -> int:
    """Records, recalls, traces, forgets, undoes."""
    with open(_SAMPLES, encoding="utf-8") as opened:
        sessions = json.load(opened)
    with tempfile.TemporaryDirectory() as home, open_memory(home=home, project="shop") as memory:
        _tell(memory, sessions)
    print('\nEverything above lived in a temporary folder and is gone. Start your own: lamina remember "…"')
    return 0


def _tell(memory: Memory, sessions: list[dict[str, Any]]) -> None:
    def record() -> str:
        done = [memory.record(session) for session in sessions]
        return f"{len(done)} sessions, {sum(d.turns for d in done)} turns → {sum(d.exchanges for d in done)} exchanges"

    _step("Record what agents and people said", "memory.record(session)", record)
    _step(
        "Remember a rule",
        'lamina remember "Always use pnpm in this repository, never npm" --tag rule',
        lambda: present.item(memory.remember("Always use pnpm in this repository, never npm", tags=["rule"])),
    )
    asked = "customers were charged twice"
    _step("Recall by words", f'lamina recall "{asked}"', lambda: present.hits(memory.recall(asked, limit=2)))
    meant = "which package manager do we use?"
    _step("Recall by meaning", f'lamina recall "{meant}"', lambda: present.hits(memory.recall(meant, limit=2)))
    first = memory.recall(asked, limit=1)[0].id
    _step("Trace it to the transcript", f"lamina trace {first}", lambda: present.trace(memory.trace(first)))
    _step("Forget it", f"lamina forget {first}", lambda: present.forgotten(memory.forget(first)))
    _step(
        "It is gone everywhere, at once",
        f'lamina recall "{asked}"',
        lambda: present.hits([hit for hit in memory.recall(asked, limit=2) if hit.id == first]),
    )
    _step("Undo", "lamina undo", lambda: present.table(memory.undo()))
    _step("And it is back", f'lamina recall "{asked}"', lambda: present.hits(memory.recall(asked, limit=1)))
    _step("The store at a glance", "lamina status", lambda: present.table(memory.status()))


def _step(title: str, command: str, run: Callable[[], str]) -> None:
    start = perf_counter()
    told = run()
    took = (perf_counter() - start) * 1000
    print(f"\n── {title}  ({took:.1f} ms)\n$ {command}")
    print("\n".join(f"  {line}" for line in told.splitlines()))
