"""Hooks of a team's store, many at once and killed at any moment: every line arrives, and none counts twice."""

from __future__ import annotations

import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

import lamina
from lamina.words.spool import Due, Spool
from tests.chaos.test_hook_kills import started, talk
from tests.hooked import item, remember, said
from tests.teams import Team, waiting

SESSIONS = 8
ROUNDS = 3
KILLS = 30


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, team: Team) -> Path:
    folder = tmp_path / "tea"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def finished(runs: list[subprocess.Popen[bytes]]) -> None:
    for run in runs:
        _, err = run.communicate(timeout=60)
        assert (run.returncode, err) == (0, b"")


@pytest.mark.req("C7", "C10")
@pytest.mark.parametrize("reached", [True, False])
def test_of_eight_sessions_at_once_no_line_is_lost_or_doubled(team: Team, project: Path, reached: bool) -> None:
    [id_] = remember(project, "Always deploy the kettle service with the blue-green script")
    said("SessionStart", session_id="s0", cwd=str(project), source="startup")
    if not reached:
        team.shut()
    for at in range(ROUNDS):
        paths = {f"s{number}": talk(number, at + 1, project) for number in range(SESSIONS)}
        for event in ("UserPromptSubmit", "Stop"):
            finished([started(event, project, path, session) for session, path in paths.items()])
    # What each session was told once is judged when it goes on after that.
    finished([started("Stop", project, talk(n, ROUNDS + 1, project), f"s{n}") for n in range(SESSIONS)])
    if not reached:
        assert waiting() == SESSIONS * (ROUNDS + 1) + SESSIONS
        team.open()
    with lamina.open_memory() as memory:
        memory.catch_up()
        assert memory.status().exchanges == SESSIONS * (ROUNDS + 1)
    assert waiting() == 0
    used = item(id_, project).usage
    assert used.cited + used.ignored == SESSIONS


@pytest.mark.req("C10")
def test_hooks_that_are_killed_lose_nothing_and_count_nothing_twice(team: Team, project: Path) -> None:
    [id_] = remember(project, "Always deploy the kettle service with the blue-green script")
    said("SessionStart", session_id="s0", cwd=str(project), source="startup")
    chance, sessions = random.Random(7), {}
    for number in range(KILLS):
        session = f"s{number}"
        sessions[session] = talk(number, 1, project)
        told = said("UserPromptSubmit", session_id=session, cwd=str(project), prompt="deploy the kettle service")
        assert told, session
        run = started(chance.choice(("Stop", "PreCompact", "SessionEnd")), project, sessions[session], session)
        time.sleep(chance.uniform(0.0, 0.6))
        run.kill()
        run.communicate(timeout=60)
        assert run.returncode in (0, -signal.SIGKILL)
        begun = started("SessionStart", project, sessions[session], f"n{number}")
        time.sleep(chance.uniform(0.0, 0.4))
        begun.kill()
        begun.communicate(timeout=60)
    for session, path in sessions.items():
        said("Stop", session_id=session, cwd=str(project), transcript_path=str(path))
    assert waiting() == 0
    used = item(id_, project).usage
    assert used.cited + used.ignored == KILLS
    with lamina.open_memory() as memory:
        assert memory.status().exchanges == KILLS
        assert [one for one in memory.doctor() if not one.ok] == []
    assert said("UserPromptSubmit", session_id="after", cwd=str(project), prompt="deploy the kettle service")


def test_a_line_that_was_cut_off_spoils_no_other(tmp_path: Path) -> None:
    spool = Spool(str(tmp_path), "ann")
    spool.add([Due("/one", "", "", "project-shared")])
    [path] = (tmp_path / "spool").glob("*.jsonl")
    with path.open("ab") as opened:
        opened.write(b'{"line": "0", "du')
    spool.add([Due("/two", "", "", "project-shared")])
    lines = spool.read()
    assert [one.said.path if isinstance(one.said, Due) else None for one in lines] == ["/one", None, "/two"]
    spool.drop(lines[:2])
    assert [one.raw for one in spool.read()] == [lines[2].raw]
    spool.drop(lines)
    spool.drop(lines)
    assert spool.read() == []


@pytest.mark.parametrize(
    "line",
    [
        '{"line": "1", "judged": {"key": "k", "at": "not a time", "cited": [["p", "i"]], "ignored": []}}',
        '{"line": "1", "judged": {"key": "k\\u0000", "at": "2026-03-02T09:00:00Z", "cited": [], "ignored": []}}',
        '{"judged": {"key": "k", "at": "2026-03-02T09:00:00Z", "cited": [["p", "\\ud800"]], "ignored": []}}',
        '{"line": "1", "due": {"path": "/x", "folder": "", "project": "", "visibility": "nonsense"}}',
        "[" * 100_000,
        "null",
    ],
)
def test_a_line_that_nobody_can_read_is_passed_over(tmp_path: Path, line: str) -> None:
    spool = Spool(str(tmp_path), "ann")
    good = Due("/one", "", "", "project-shared")
    spool.add([good])
    [path] = (tmp_path / "spool").glob("*.jsonl")
    with path.open("a") as opened:
        opened.write(f"{line}\n")
    assert [one.said for one in spool.read()] == [good, None]
