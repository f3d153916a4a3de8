"""Hooks with a team's PostgreSQL store: they tell from a cache, and what they learn arrives, now or later."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import lamina
from lamina.serve.hook import SECONDS
from lamina.words.hook_runs import runs
from tests.commands import lamina as command
from tests.hooked import ingest, item, remember, run, said
from tests.teams import Team, waiting, words_on_disk
from tests.transcripts import ClaudeCode

DEPLOY = "Always deploy the kettle service with the blue-green script"
ASKED = "Please deploy the kettle service"
SECRET = "xylophonequartz"


@pytest.fixture
def project(folder: Path) -> Path:
    return folder


def begins(project: Path, session: str = "s0") -> str:
    return said("SessionStart", session_id=session, cwd=str(project), source="startup")


def asks(project: Path, prompt: str = ASKED, session: str = "s1", **more: Any) -> str:
    return said("UserPromptSubmit", session_id=session, cwd=str(project), prompt=prompt, **more)


def rests(project: Path, path: Path, session: str = "s1", event: str = "Stop") -> None:
    assert said(event, session_id=session, cwd=str(project), transcript_path=str(path)) == ""


def transcript(project: Path, session: str = "s1") -> ClaudeCode:
    return ClaudeCode(session, cwd=str(project))


def exchanges() -> int:
    with lamina.open_memory() as memory:
        return memory.status().exchanges


@pytest.mark.req("C7", "C10")
def test_a_prompt_is_told_from_the_cache_while_the_server_is_down(team: Team, project: Path) -> None:
    remember(project, DEPLOY)
    begins(project)
    team.shut()
    assert DEPLOY in asks(project)
    assert asks(project) == ""
    broken = "Exit code 1\nModuleNotFoundError: No module named 'kettle'"
    assert said("PostToolUseFailure", session_id="s2", cwd=str(project), tool_name="Bash", error=broken) == ""


def test_a_session_starts_with_the_same_words_as_on_the_server(team: Team, project: Path) -> None:
    for number in range(4):
        written = transcript(project, f"s{number}").user(f"Always use pnpm for package {number}, never npm")
        written.edits(f"{project}/lid{number}.py", "a", "b").says(f"Changed `lid{number}.py` for case {number}.")
        ingest(written.file(project))
    remember(project, DEPLOY)
    with lamina.open_memory() as memory:
        there = memory.context(None, 1200, "tiers").context
    here = begins(project)
    assert "pnpm" in here
    assert here == there


@pytest.mark.req("C7", "C10")
def test_what_a_session_says_is_told_in_the_next_one(team: Team, project: Path) -> None:
    path = transcript(project, "s0").user(f"{DEPLOY}, please.").says("Understood, blue-green.").file(project)
    rests(project, path, "s0")
    assert waiting() == 0
    assert "blue-green" in asks(project)


@pytest.mark.req("C7", "C10")
@pytest.mark.parametrize("event", ["Stop", "PreCompact", "SubagentStop", "SessionEnd"])
def test_nothing_is_lost_while_the_server_is_down(team: Team, project: Path, event: str) -> None:
    [id_] = remember(project, DEPLOY)
    begins(project)
    written = transcript(project).user(ASKED)
    assert asks(project, transcript_path=str(written.file(project)))
    team.shut()
    path = written.says("The kettle went blue-green.").file(project)
    before = time.monotonic()
    rests(project, path, event=event)
    rests(project, path)
    assert time.monotonic() - before < 5
    assert waiting() >= 2
    team.open()
    rests(project, transcript(project, "s9").user("And the lid?").says("It is shut.").file(project), "s9")
    assert waiting() == 0
    assert exchanges() == 2
    assert item(id_, project).usage[:3] == (0, 1, 0)


@pytest.mark.parametrize("words", [("ingest", "."), ("upkeep",)])
def test_a_word_that_reaches_the_server_takes_along_what_waits(
    team: Team, project: Path, words: tuple[str, ...]
) -> None:
    remember(project, DEPLOY)
    team.shut()
    rests(project, transcript(project).user("Why does the kettle whistle?").says("Steam.").file(project / "inbox"))
    team.open()
    assert waiting() == 1
    (project / "empty").mkdir()
    command(*words) if words[0] == "upkeep" else command("ingest", str(project / "empty"))
    assert waiting() == 0
    assert exchanges() == 1


@pytest.mark.req("C10")
def test_what_arrives_twice_counts_once(team: Team, project: Path, home: Path) -> None:
    [id_] = remember(project, DEPLOY)
    begins(project)
    written = transcript(project).user(ASKED)
    asks(project, transcript_path=str(written.file(project)))
    team.shut()
    rests(project, written.says("The kettle went blue-green.").file(project))
    [spool] = (home / "spool").glob("*.jsonl")
    kept = spool.read_bytes()
    team.open()
    for _ in range(3):
        with lamina.open_memory() as memory:
            assert memory.catch_up() == 2
        spool.write_bytes(kept)  # as if it had been killed before it could remove the lines
    assert item(id_, project).usage[:3] == (0, 1, 0)
    assert exchanges() == 1


@pytest.mark.req("C13")
def test_another_users_private_memory_never_enters_the_cache(
    team: Team, project: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with lamina.open_memory(user="bob") as memory:
        memory.remember(f"Always deploy the kettle service with {SECRET}", visibility="user-private")
    remember(project, DEPLOY)
    begins(project)
    assert DEPLOY in asks(project)
    assert SECRET.encode() not in words_on_disk(home)
    monkeypatch.setenv("LAMINA_USER", "bob")
    assert asks(project, session="b1") == "", "a cache belongs to one user"
    begins(project, "b0")
    assert SECRET in asks(project, session="b2")


@pytest.mark.req("C13")
@pytest.mark.parametrize("word", ["forget", "deny", "edit", "hide"])
def test_what_may_not_be_told_any_more_leaves_the_cache_when_an_agent_rests(
    team: Team, project: Path, home: Path, tmp_path: Path, word: str
) -> None:
    [id_] = remember(project, f"Always deploy the kettle service with {SECRET}", DEPLOY)[:1]
    begins(project)
    assert SECRET in asks(project, session="a")
    with lamina.open_memory(home=str(tmp_path / "another-machine")) as memory:
        if word == "forget":
            memory.forget(id_)
        elif word == "deny":
            memory.deny(id_)
        elif word == "edit":
            memory.edit(id_, "The kettle service is deployed by hand")
        else:
            private = "UPDATE items SET visibility = 'user-private', user_id = 'bob'"
            memory._store._connection.execute(f"RESET ROLE; {private} WHERE id = '{id_}'")  # type: ignore[attr-defined]
    rests(project, transcript(project).user("Hello").says("Hello.").file(project))
    assert SECRET not in asks(project, session="b")
    if word != "edit":  # the words that an edit replaced are in no row, but the index keeps single ones for a while
        assert SECRET.encode() not in words_on_disk(home)


@pytest.mark.req("C13")
def test_what_is_forgotten_for_good_is_in_no_file_of_this_machine(
    team: Team, project: Path, home: Path, tmp_path: Path
) -> None:
    [id_, *_] = remember(project, f"Always deploy the kettle service with {SECRET}", DEPLOY)
    with lamina.open_memory() as memory, memory.batch():
        for number in range(80):
            memory.remember(f"Filler {number} says nothing")
    begins(project)
    (tmp_path / "coffee").mkdir()
    begins(tmp_path / "coffee", "c0")
    assert SECRET.encode() in words_on_disk(home)
    assert command("forget", id_, "--now", "--yes").code == 0
    assert SECRET.encode() not in words_on_disk(home)
    assert DEPLOY in asks(project)


def test_a_server_that_never_answers_costs_two_seconds_at_most(team: Team, project: Path, home: Path) -> None:
    remember(project, DEPLOY)
    begins(project)
    path = transcript(project).user(ASKED).says("Done.").file(project)
    here = {"session_id": "s1", "cwd": str(project), "transcript_path": str(path)}
    with team.silent():
        for event in ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"):
            before = time.monotonic()
            done = run(event, prompt=ASKED, **here)
            assert (done.code, done.err) == (0, "")
            assert time.monotonic() - before < min(SECONDS[event], 2.0) + 2.0
            assert ("kettle" in done.out) == (event == "UserPromptSubmit")
    assert waiting() > 0
    assert {one.outcome for one in runs(str(home))} == {"ok", "skipped"}


@pytest.mark.req("C10")
def test_a_server_that_is_busy_is_waited_for_two_seconds_and_gets_it_later(team: Team, project: Path) -> None:
    import psycopg

    remember(project, DEPLOY)
    begins(project)
    path = transcript(project).user(ASKED).says("Done.").file(project)
    with psycopg.connect(team.url) as other:
        other.execute("LOCK TABLE items IN ACCESS EXCLUSIVE MODE")
        before = time.monotonic()
        rests(project, path)
        assert DEPLOY in asks(project, session="s2")
        assert time.monotonic() - before < 4
        assert waiting() == 1
    rests(project, path)
    assert waiting() == 0
    assert exchanges() == 1


@pytest.mark.req("C10")
def test_a_hook_before_a_prompt_loads_no_driver_and_nothing_slow(team: Team, project: Path) -> None:
    remember(project, DEPLOY)
    begins(project)
    program = "import sys, os; from lamina.serve.hook import answer\n"
    program += "print(answer(sys.argv[1], sys.argv[2].encode(), os.environ)); print(*sys.modules, file=sys.stderr)"
    asked = {"session_id": "s", "cwd": str(project), "prompt": ASKED, "tool_name": "Bash", "error": "kettle failed"}
    for event in ("UserPromptSubmit", "PostToolUseFailure"):
        command = [sys.executable, "-c", program, event, json.dumps(asked)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=dict(os.environ))
        assert ("kettle" in done.stdout) == (event == "UserPromptSubmit")
        loaded = set(done.stderr.split())
        assert "apsw" in loaded
        slow = {"psycopg", "numpy", "argparse", "hashlib", "re", "typing", "json", "contextlib"}
        unneeded = {"lamina.store.cache", "lamina.store.copies", "lamina.model.memory"}
        assert loaded & {*slow, *unneeded} == set()


def test_what_is_kept_beside_a_store_is_nobody_elses_and_names_no_password(
    team: Team, project: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAMINA_STORE", team.url.replace("postgres:", "postgres:hunter2"))
    remember(project, DEPLOY)
    begins(project)
    team.shut()
    rests(project, transcript(project).user(ASKED).says("Done.").file(project))
    kept = [one for folder in ("cache/hooks", "spool") for one in (home / folder).iterdir()]
    assert len(kept) >= 3
    assert [one for one in kept if one.stat().st_mode & 0o077] == []
    assert [one for one in kept if "hunter2" in one.name] == []
    assert b"hunter2" not in words_on_disk(home)
    spooled = b"".join(one.read_bytes() for one in (home / "spool").iterdir())
    assert b"kettle" not in spooled.replace(str(project).encode(), b"")


def test_the_doctor_tells_the_age_of_the_cache_and_what_waits(team: Team, project: Path) -> None:
    remember(project, DEPLOY)

    def told(name: str) -> tuple[bool, str]:
        with lamina.open_memory() as memory:
            [found] = [one for one in memory.doctor() if one.name == name]
        return found.ok, found.found

    assert told("hook cache") == (True, "none yet; the next hook makes it")
    begins(project)
    assert told("hook cache")[0]
    assert told("hook cache")[1].startswith("1 item")
    assert told("hook spool") == (True, "nothing waits")
    team.shut()
    rests(project, transcript(project).user(ASKED).says("Done.").file(project))
    team.open()
    assert told("hook spool") == (False, "1 line waits to be delivered")


def test_a_damaged_cache_is_made_anew(team: Team, project: Path, home: Path) -> None:
    remember(project, DEPLOY)
    begins(project)
    [cache] = (home / "cache" / "hooks").glob("*.db")
    cache.write_bytes(b"no database at all" * 500)
    assert asks(project) == ""
    path = transcript(project, "s2").user("Hello").says("Hello.").file(project)
    rests(project, path, "s2")
    rests(project, path, "s2")
    assert DEPLOY in asks(project)
