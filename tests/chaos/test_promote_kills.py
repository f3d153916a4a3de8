"""kill -9 while a memory goes into instruction files and out of them: never half, and the next word finishes it."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import lamina
from lamina.model.memory import MemoryItem

ROOT = Path(__file__).parents[2]
KILLS = 16
FILES = {"claude_md": "CLAUDE.md", "agents_md": "AGENTS.md"}
TARGETS = tuple(FILES)
MINE = {
    name: f"# {name}\r\n" + "".join(f"- rule {number} that a person wrote\r\n" for number in range(3000))
    for name in FILES.values()
}
# Puts the memory into both files and takes it out again, until it is killed.
_MOVER = """
import sys, lamina
store, home, item = sys.argv[1:]
with lamina.open_memory(store, "tea", home, "ann") as memory:
    memory.promote(item, targets=("claude_md", "agents_md"), dry_run=True)
    print("begun", flush=True)
    while True:
        memory.promote(item, targets=("claude_md", "agents_md"))
        memory.demote(item)
        memory.approve(item)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with two instruction files that a person wrote."""
    place = tmp_path / "tea"
    (place / ".git").mkdir(parents=True)
    for name, text in MINE.items():
        (place / name).write_bytes(text.encode())
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(place)
    return place


def opened(folder: Path) -> lamina.Memory:
    return lamina.open_memory(str(folder.parent / "memory.db"), "tea", str(folder.parent), "ann")


def contents(folder: Path) -> dict[str, bytes]:
    return {target: (folder / name).read_bytes() for target, name in FILES.items()}


def killed_after(seconds: float, folder: Path, item: str) -> None:
    """Starts to move the memory, and ends it in the middle."""
    words = [sys.executable, "-c", _MOVER, str(folder.parent / "memory.db"), str(folder.parent), item]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    with subprocess.Popen(words, stdout=subprocess.PIPE, env=env) as process:
        assert process.stdout
        assert process.stdout.readline() == b"begun\n"
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        assert process.wait(timeout=60) == -signal.SIGKILL


def settled(memory: lamina.Memory, item: str) -> MemoryItem:
    """The next word finishes what was left; looking at what `demote` would do is one."""
    memory.demote(item, dry_run=True)
    return memory.get(item)


@pytest.mark.req("A6", "A12")
def test_a_kill_while_promoting_or_demoting_leaves_files_and_store_that_agree(folder: Path) -> None:
    chance = random.Random(7)
    before = contents(folder)
    with opened(folder) as memory:
        item = memory.approve(memory.remember("Always use pnpm, never npm").id).item.id
        memory.promote(item, TARGETS)
        after = contents(folder)
        memory.demote(item)
        memory.approve(item)
    assert contents(folder) == before != after
    left_open = 0
    for _ in range(KILLS):
        killed_after(chance.uniform(0.0, 0.15), folder, item)
        found = contents(folder)
        for target in TARGETS:
            assert found[target] in (before[target], after[target]), "the whole file before, or the whole file after"
        with opened(folder) as memory:
            left_open += bool(memory._store.intents(memory.viewer))
            trust = settled(memory, item).trust
            found = contents(folder)
            assert {one for one in TARGETS if found[one] == after[one]} == set(trust.core_targets)
            assert (trust.level == "core") == bool(trust.core_targets)
            assert memory._store.intents(memory.viewer) == []
            assert sorted(one.name for one in folder.iterdir()) == [".git", *sorted(FILES.values())]
            memory.approve(item)
            assert set(memory.promote(item, TARGETS).item.trust.core_targets) == set(TARGETS)
            assert contents(folder) == after
            assert memory.demote(item).item.trust.core_targets == ()
            assert contents(folder) == before
            memory.approve(item)
    assert left_open, "some of them were killed between the file and the store"
