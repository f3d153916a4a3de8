"""kill -9 while a folder view is written: whoever opens the folder next finds one of its states, never a mixture."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

import lamina
from tests.factories import a_session
from tests.views import KEEPER, export, files_in, read_json

KILLS = 20
SESSIONS = 24
WRITE = """
import sys, lamina
state, sessions, view = int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
with lamina.open_memory(home=sys.argv[1], project="tea", user="ann") as memory:
    with memory.batch():
        for session in range(sessions):
            turns = [{"role": "user", "text": f"State {state}?", "at": "2026-03-02T12:00:00Z"}]
            turns += [{"role": "assistant", "text": f"State {state}. " * 5000}]
            memory.record({"id": f"s{session}", "started_at": "2026-03-02T12:00:00Z", "turns": turns})
    print("begun", flush=True)
    memory.export(view, "memory-keeper")
"""


def _states(folder: Path) -> set[str]:
    """Which states the files of the folder tell of."""
    lines = [json.loads(line) for path in folder.glob("sessions/*.l1.jsonl") for line in path.read_bytes().splitlines()]
    return {line["text"] for line in lines if line["role"] == "user"}


def _laid_out(view: Path) -> set[str]:
    """The new files that stand beside the old ones."""
    found = set()
    for path in view.glob("**/.*.new"):
        with suppress(FileNotFoundError):  # put in its place meanwhile
            found.add(f"{path} {path.stat().st_mtime_ns}")
    return found


def _killed(home: Path, view: Path, state: int, after: float) -> None:
    command = [sys.executable, "-c", WRITE, str(home), str(state), str(SESSIONS), str(view)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout
        assert run.stdout.readline() == "begun\n"
        before = _laid_out(view)
        while run.poll() is None and _laid_out(view) <= before:
            pass  # it has not begun to write
        time.sleep(after)
        run.kill()


@pytest.mark.req("B9")
def test_a_view_killed_again_and_again_is_always_one_of_its_states(tmp_path: Path) -> None:
    home, view, chance = tmp_path / "home", tmp_path / "view", random.Random(31)
    home.mkdir()
    for kill in range(KILLS):
        _killed(home, view, kill, chance.uniform(0.0, 0.02))
        if not (view / "facts.json").exists():
            continue
        with lamina.open_memory(home=str(tmp_path / f"other-{kill}"), project="tea", user="ann") as other:
            other.load(str(view), KEEPER)
            assert len(_states(view)) == 1
            assert read_json(view, "facts.json")["stats"]["total_exchanges"] == SESSIONS
            assert export(other, tmp_path / f"view-{kill}") == {
                path: content for path, content in files_in(view).items() if not path.endswith(".new")
            }
    with lamina.open_memory(home=str(home), project="tea", user="ann") as memory:
        memory.record(a_session("Is all well?"))
        assert export(memory, view) == export(memory, tmp_path / "fresh")
