"""kill -9 while a store is consolidated: what was done can be undone, and whoever tries again completes it."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import lamina
from lamina import Memory
from lamina.model.memory import Evidence, ExchangeFields, MemoryItem
from tests.factories import NOON, an_item, everything, put

KILLS = 15
MEMORIES = 4000
LATER = datetime(2026, 9, 1, tzinfo=UTC)
CONSOLIDATE = """
import sys, lamina
from datetime import datetime, UTC
later = datetime(2026, 9, 1, tzinfo=UTC)
with lamina.open_memory(sys.argv[1], "tea", sys.argv[2], "ann", clock=lambda: later) as memory:
    print("begun", flush=True)
    memory.consolidate()
"""


def _exchange(number: int) -> MemoryItem:
    item = an_item(f"Look at kettle {number}", id=f"x{number:05}", files=(f"src/k{number % 500}.py",))
    evidence = (Evidence(f"s{number}", item.id, 1, 1),)
    return item._replace(kind="exchange", fields=ExchangeFields(f"kettle {number}", "", 1, 1), evidence=evidence)


def _fact(number: int) -> MemoryItem:
    said = f"Kettle {number % 40} is made of copper"
    return an_item(said, id=f"f{number:05}", evidence=(Evidence(f"s{number}", f"x{number:05}", 1, 1),))


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("filled")
    with _opened(folder) as memory:
        put(memory, *map(_exchange, range(MEMORIES)))
        put(memory, *map(_fact, range(80)))
    return folder


def _opened(folder: Path) -> Memory:
    ticks = iter(LATER + timedelta(seconds=n) for n in range(10**6))
    return lamina.open_memory(str(folder / "memory.db"), "tea", str(folder), "ann", clock=lambda: next(ticks))


def _begun(folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", CONSOLIDATE, str(folder / "memory.db"), str(folder)]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert run.stdout
    assert run.stdout.readline() == "begun\n"
    return run


def _seconds(folder: Path) -> float:
    """How long it takes here and now, when nobody kills it."""
    with _begun(folder) as run:
        start = time.monotonic()
        assert run.wait() == 0
        return time.monotonic() - start


def _killed(folder: Path, after: float) -> bool:
    """Whether it was killed while it was at it; otherwise it had come to the end."""
    with _begun(folder) as run:
        time.sleep(after)
        run.kill()
    assert run.returncode in (0, -signal.SIGKILL)
    return run.returncode == -signal.SIGKILL


def _spoken_of(memory: Memory) -> set[str]:
    return {file for one in memory._store.facets(memory.viewer) if one.active for file in one.files}


@pytest.mark.req("C5", "C14")
def test_a_consolidation_killed_again_and_again_is_completed_and_can_be_undone(filled: Path, tmp_path: Path) -> None:
    with _opened(filled) as memory:
        before, files = everything(memory, tmp_path), _spoken_of(memory)
        whole = memory.consolidate(dry_run=True)
    assert whole.archived > MEMORIES // 2
    assert whole.merged == 40
    seconds = _seconds(Path(shutil.copytree(filled, tmp_path / "unhurt")))
    chance, kills, halfway = random.Random(5), 0, 0
    while kills < KILLS or (not halfway and kills < KILLS * 5):  # on a busy machine, most come before the first step
        folder = Path(shutil.copytree(filled, tmp_path / "store"))
        kills += sum(_killed(folder, chance.uniform(0.1, 1.0) * seconds) for _ in range(chance.choice((1, 1, 2))))
        with _opened(folder) as memory:
            left = memory.consolidate()
            halfway += 0 < len(left.steps) < len(whole.steps)
            assert memory.consolidate().steps == ()
            assert memory.status().archived == whole.archived + whole.merged
            assert _spoken_of(memory) == files
            assert [one for one in memory.doctor() if not one.ok] == []
            while memory.status().archived:
                assert memory.undo().action == "consolidate"
            assert everything(memory, tmp_path) == before
        shutil.rmtree(folder)
    assert halfway, "no kill came in the middle: this proves little"


def test_the_clock_of_the_killed_is_past_the_age_of_what_was_seen() -> None:
    assert timedelta(days=90) < LATER - NOON
