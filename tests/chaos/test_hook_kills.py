"""Hooks of many sessions at once, and hooks that are killed: no process is left, no lock, and nothing is lost."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

import lamina
from lamina.serve.hook import SECONDS
from tests.commands import LAMINA
from tests.hooked import remember
from tests.transcripts import ClaudeCode

SESSIONS = 8
ROUNDS = 4
KILLS = 40


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "tea"
    folder.mkdir()
    monkeypatch.chdir(folder)
    remember(folder, "Always deploy the kettle service with the blue-green script")
    return folder


def started(event: str, project: Path, path: Path, session: str) -> subprocess.Popen[bytes]:
    payload = {"session_id": session, "cwd": str(project), "transcript_path": str(path), "prompt": "deploy the kettle"}
    told = project / f"{session}.stdin"
    told.write_bytes(json.dumps(payload).encode())
    with told.open("rb") as opened:
        return subprocess.Popen([*LAMINA, "hook", event], stdin=opened, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def children() -> set[str]:
    """The processes that this test started, or that one of those has left behind: they know its home."""
    mark = f"LAMINA_HOME={os.environ['LAMINA_HOME']}\0".encode()
    found = set()
    for one in Path("/proc").iterdir():
        if one.name.isdigit():
            try:
                dead = (one / "stat").read_text().rpartition(")")[2].split()[0] == "Z"
                ours = mark in (one / "environ").read_bytes()
            except OSError:
                continue
            if ours and not dead:
                found.add(one.name)
    return found


def talk(number: int, rounds: int, project: Path) -> Path:
    written = ClaudeCode(f"s{number}", cwd=str(project), minute=number)
    for at in range(rounds):
        written.user(f"Look at the kettle {number}x{at}").says(f"Changed `lid{at}.py` for case {number}x{at}.")
    return written.file(project)


@pytest.mark.req("C7")
def test_eight_sessions_at_once_disturb_nobody(project: Path) -> None:
    before = children()
    for at in range(ROUNDS):
        paths = {f"s{number}": talk(number, at + 1, project) for number in range(SESSIONS)}
        for event in ("UserPromptSubmit", "Stop"):
            runs = [started(event, project, path, session) for session, path in paths.items()]
            for run in runs:
                out, err = run.communicate(timeout=60)
                assert (run.returncode, err) == (0, b"")
                assert not out or json.loads(out)
    assert children() == before
    with lamina.open_memory() as memory:
        memory.ingest([str(project)])  # whoever was busy is caught up by the next one
        assert memory.status().exchanges == SESSIONS * ROUNDS
        assert [one for one in memory.doctor() if not one.ok] == []


def test_hooks_that_are_killed_leave_no_process_no_lock_and_no_loss(project: Path) -> None:
    chance, before = random.Random(11), children()
    for number in range(KILLS):
        path = talk(number % SESSIONS, number // SESSIONS + 1, project)
        run = started(chance.choice(list(SECONDS)), project, path, f"s{number % SESSIONS}")
        time.sleep(chance.uniform(0.0, 0.4))
        run.kill()
        run.communicate(timeout=60)
        assert run.returncode in (0, -signal.SIGKILL)
    assert children() == before
    with lamina.open_memory() as memory:
        memory.remember("The store can be written at once")
        memory.ingest([str(project)])
        assert memory.status().exchanges == KILLS
        assert [one for one in memory.doctor() if not one.ok] == []


def test_a_hundred_hooks_leave_as_many_processes_as_there_were(project: Path) -> None:
    before = children()
    for number in range(100):
        started("PostToolUse", project, project, f"s{number}").communicate(timeout=60)
    assert children() == before
