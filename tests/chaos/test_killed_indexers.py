"""The index is a projection: whoever dies while writing it leaves a store whose next recall answers."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import lamina
from lamina import Memory
from lamina.store.text_index import TextIndex

ROWS = 400
_OPEN = """
import os, signal, sys, lamina
from lamina.store import text_index
memory = lamina.open_memory(store=sys.argv[1], home=sys.argv[2], project="tea", user="ann")
def die(): os.kill(os.getpid(), signal.SIGKILL)
"""
REBUILDS = _OPEN + "print('begun', flush=True)\nwhile True: memory.reindex()\n"
"""Dies when somebody kills it."""
_UPDATE = """
update = text_index.TextIndex.update
def until_committed(index, rows, **how):
    if {late}:
        update(index, rows, **{{**how, "then": die}})
    index._index.writer(64_000_000, 1)
    die()
text_index.TextIndex.update = until_committed
{words}
"""
"""Dies by itself: before the index is committed, or after that and before anybody has noted it."""


def _opened(folder: Path) -> Memory:
    return lamina.open_memory(store=str(folder / "memory.db"), home=str(folder), project="tea", user="ann")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """The folder of a store with an index, and a few rows that wait for it."""
    with _opened(tmp_path) as memory:
        with memory.batch():
            for number in range(ROWS):
                memory.remember(f"Cup {number}x belongs to guest {number}y")
        memory.remember("The kettle waits")
    return tmp_path


def _process(folder: Path, script: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", script, str(folder / "memory.db"), str(folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def _answers(folder: Path) -> None:
    """Asks as the next process would, and looks at every joint."""
    with _opened(folder) as memory:
        for number in (0, ROWS // 2, ROWS - 1):
            assert memory.recall(f"cup {number}x")[0].text == f"Cup {number}x belongs to guest {number}y"
        assert memory.recall("kettle")[0].text == "The kettle waits"
        assert [one for one in memory.doctor() if not one.ok] == []


def test_killed_again_and_again_while_rebuilding(store: Path) -> None:
    chance = random.Random(3)
    for _ in range(8):
        with _process(store, REBUILDS) as run:
            assert run.stdout
            assert run.stdout.readline() == "begun\n"
            time.sleep(chance.uniform(0.0, 0.15))
            assert run.poll() is None
            run.kill()
        assert run.returncode == -signal.SIGKILL
        _answers(store)
    with _opened(store) as memory:
        assert memory.reindex() == ROWS + 1
    generations = [one for one in (store / "memory.db.index").glob("*/*") if one.is_dir()]
    assert len(generations) == 1, "what the dead have left is swept away"


@pytest.mark.parametrize("late", [False, True], ids=["before the commit", "after the commit"])
@pytest.mark.parametrize(
    "words",
    ["memory.reindex()", "for n in range(70): print(memory.remember(f'Biscuit {n}z is dry').lengths.full, flush=True)"],
    ids=["rebuilding", "writing"],
)
def test_killed_at_the_worst_moment(store: Path, words: str, late: bool) -> None:
    with _process(store, _OPEN + _UPDATE.format(late=late, words=words)) as run:
        said = run.communicate(timeout=60)[0].splitlines()
    assert run.returncode == -signal.SIGKILL
    _answers(store)
    with _opened(store) as memory:
        assert bool(said) == ("Biscuit" in words)
        for text in said:  # what was acknowledged before it died
            assert memory.recall(text)[0].text == text
        for number in range(80):  # and the index goes on from there
            memory.remember(f"Spoon {number}q is bent")
        assert memory.recall("spoon 5q")[0].text == "Spoon 5q is bent"
    _answers(store)


def test_an_edited_memory_is_found_by_its_new_words_and_no_longer_by_its_old_ones(store: Path) -> None:
    with _opened(store) as memory:
        one = memory.recall("cup 7x")[0].id
        memory.edit(one, "The samovar belongs to nobody")
        for number in range(80):  # until the edit has reached the index
            memory.remember(f"Spoon {number}q is bent")
        assert memory.recall("samovar")[0].id == one
        assert one not in [hit.id for hit in memory.recall("guest 7y", mode="lexical", limit=50)]
        assert [check for check in memory.doctor() if not check.ok] == []


def test_a_writer_that_was_overtaken_changes_nothing(tmp_path: Path) -> None:
    """It may hold older versions of the rows than the one that was faster has indexed."""
    new, old = (1, (["new"], ["new"])), (1, (["old"], ["old"]))
    noted: list[str] = []
    index = TextIndex(str(tmp_path / "index"), create=True)
    index.update([new], replace=False, still=lambda: True, then=lambda: noted.append("new"))
    index.update([old], replace=True, still=lambda: False, then=lambda: noted.append("old"))
    assert noted == ["new"]
    assert (index.documents, len(index.search(["new"], 5)), index.search(["old"], 5)) == (1, 1, [])
