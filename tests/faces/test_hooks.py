"""What each hook takes and gives: context that is new and sure, or nothing; and it learns when the agent rests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import apsw
import pytest

import lamina
from lamina.serve.hook import SECONDS, answer
from lamina.serve.hook_events import is_among
from lamina.serve.hook_failures import failed_output
from lamina.words.hook_log import MOST_BYTES, note
from lamina.words.hook_runs import runs
from tests.hooked import ingest, item, remember, run, said
from tests.transcripts import ClaudeCode

DEPLOY = "Always deploy the kettle service with the blue-green script"
ASKED = "Please deploy the kettle service"


@pytest.fixture
def project(folder: Path) -> Path:
    return folder


def transcript(project: Path, session: str = "s1") -> ClaudeCode:
    return ClaudeCode(session, cwd=str(project))


@pytest.mark.req("C7")
def test_a_prompt_gets_what_is_known_about_it_once_per_session(project: Path) -> None:
    remember(project, DEPLOY)
    here = {"cwd": str(project), "prompt": ASKED}
    assert DEPLOY in said("UserPromptSubmit", session_id="a", **here)
    assert said("UserPromptSubmit", session_id="a", **here) == ""
    assert DEPLOY in said("UserPromptSubmit", session_id="b", **here)


def test_a_process_prints_one_object_and_ends_well(project: Path) -> None:
    remember(project, DEPLOY)
    done = run("UserPromptSubmit", session_id="a", cwd=str(project), prompt=ASKED)
    assert (done.code, done.err) == (0, "")
    assert DEPLOY in done.answer["hookSpecificOutput"]["additionalContext"]


@pytest.mark.parametrize("prompt", ["What is the weather like?", "yes", "", "   ", "deploy", None, 7])
def test_a_prompt_about_nothing_known_gets_nothing_at_all(project: Path, prompt: object) -> None:
    remember(project, DEPLOY)
    assert said("UserPromptSubmit", session_id="a", cwd=str(project), prompt=prompt) == ""


def test_another_project_is_told_nothing_of_this_one(project: Path, tmp_path: Path) -> None:
    remember(project, DEPLOY)
    (tmp_path / "coffee").mkdir()
    assert said("UserPromptSubmit", session_id="a", cwd=str(tmp_path / "coffee"), prompt=ASKED) == ""


def test_a_prompt_that_wants_silence_gets_it_until_the_next_one(project: Path) -> None:
    remember(project, DEPLOY)
    here = {"session_id": "a", "cwd": str(project)}
    assert said("UserPromptSubmit", prompt=f"{ASKED} #nolamina", **here) == ""
    assert said("UserPromptSubmit", prompt=ASKED, **here) != ""


@pytest.mark.parametrize("switch", [{"LAMINA_HOOKS": "off"}, {"LAMINA_HOOKS_OFF_IN": "coffee, tea"}])
def test_hooks_can_be_switched_off_for_all_or_for_a_project(
    project: Path, switch: dict[str, str], monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    remember(project, DEPLOY)
    for name, value in switch.items():
        monkeypatch.setenv(name, value)
    path = transcript(project).user(ASKED).says("Done.").file(project)
    for event in SECONDS:
        assert said(event, session_id="a", cwd=str(project), prompt=ASKED, transcript_path=str(path)) == ""
    assert not (home / "hook.log").exists()
    assert not (home / "hooks").exists()


def test_folders_and_names_switch_off_what_lies_in_them() -> None:
    assert is_among("/home/ann/tea/src", "tea")
    assert is_among("/home/ann/tea/src", "coffee, /home/ann/tea")
    assert not is_among("/home/ann/teapot", "tea, /home/ann/tea")
    assert not is_among("/home/ann/tea", "")


@pytest.mark.req("C7")
def test_a_failed_command_is_told_what_fixed_it_before(project: Path) -> None:
    broken = "Exit code 1\nModuleNotFoundError: No module named 'kettle'"
    first = transcript(project, "s0").user("Run the tests").runs("pytest", broken, failed=True)
    first.edits(f"{project}/pyproject.toml", "a", "kettle").runs("pytest", "3 passed")
    ingest(first.says("Fixed: `pyproject.toml` did not name the package kettle.").file(project))
    payload = {"session_id": "a", "cwd": str(project), "tool_name": "Bash", "tool_input": {"command": "pytest"}}
    assert "pyproject.toml" in said("PostToolUseFailure", error=broken, **payload)
    assert said("PostToolUseFailure", error="Exit code 2\nSyntaxError: odd thing", **payload) == ""
    payload["session_id"] = "b"
    assert "pyproject.toml" in said("PostToolUse", tool_response={"stdout": broken, "exit_code": 1}, **payload)


LID = "Always keep src/lid.py free of imports"


def about_file(project: Path, path: str, session: str = "a", tool: str = "Read", **more: Any) -> str:
    given = {"tool_name": tool, "tool_input": {"file_path": path}, "tool_use_id": "t1", **more}
    return said("PreToolUse", session_id=session, cwd=str(project), **given)


@pytest.mark.req("C7")
def test_a_file_is_told_of_once_before_it_is_read_or_edited(project: Path) -> None:
    remember(project, LID)
    assert LID in about_file(project, f"{project}/src/lid.py")
    assert about_file(project, f"{project}/src/lid.py", tool="Edit") == ""
    assert LID in about_file(project, f"{project}/src/lid.py", session="b", tool="Edit")


def test_one_process_says_what_is_known_of_a_file(project: Path) -> None:
    remember(project, LID)
    done = run("PreToolUse", session_id="a", cwd=str(project), tool_name="Edit", tool_input={"file_path": "src/lid.py"})
    assert (done.code, done.err) == (0, "")
    assert list(done.answer["hookSpecificOutput"]) == ["hookEventName", "additionalContext"]  # and decides nothing


@pytest.mark.req("C7")
def test_a_file_brings_what_went_wrong_in_it_and_who_changed_it_last(project: Path) -> None:
    broken = "Exit code 1\nModuleNotFoundError: No module named 'kettle'"
    first = transcript(project, "s0").user("Run the tests").runs("pytest", broken, failed=True)
    first.edits(f"{project}/pyproject.toml", "a", "kettle").runs("pytest", "3 passed")
    ingest(first.says("Fixed: `pyproject.toml` did not name the package kettle.").file(project))
    told = about_file(project, f"{project}/pyproject.toml")
    assert "ModuleNotFoundError" in told
    assert "Run the tests" in told
    assert about_file(project, f"{project}/setup.py") == ""


@pytest.mark.parametrize(
    "path", ["src/lid.py", "./src/lid.py", "src/../src/lid.py", "{project}/src/lid.py", "{project}/link.py"]
)
def test_a_file_is_known_by_every_way_to_write_its_path(path: str, project: Path) -> None:
    remember(project, LID)
    (project / "src").mkdir()
    (project / "src" / "lid.py").touch()
    (project / "link.py").symlink_to("src/lid.py")
    assert LID in about_file(project, path.format(project=project))
    assert about_file(project, "src/lid.py") == ""  # it is one file


OTHERS = ("", " ", ".", "..", "/", "lid.py", "src/other.py", "src/lid.pyc", "{elsewhere}/src/lid.py", "src", "imports")


@pytest.mark.parametrize("path", [*OTHERS, "\0", "\ud800", "x" * 10_000, "~", None, 7, ["src/lid.py"], {"a": 1}])
def test_of_another_file_or_of_none_nothing_is_said(path: object, project: Path, tmp_path: Path) -> None:
    remember(project, LID)
    path = path.format(elsewhere=tmp_path / "coffee") if isinstance(path, str) else path
    assert said("PreToolUse", session_id="a", cwd=str(project), tool_name="Read", tool_input={"file_path": path}) == ""
    assert said("PreToolUse", session_id="a", cwd=str(project), tool_name="Read", tool_input=path) == ""


def test_from_a_folder_below_a_file_is_the_same_file(project: Path) -> None:
    remember(project, LID)
    (project / ".git").mkdir()
    (project / "src").mkdir()
    remember(project, "Always deploy src/pot.py by hand")  # now the project of a repository
    assert "pot.py" in about_file(project / "src", "pot.py")


def test_a_tool_without_a_file_costs_nothing(project: Path, home: Path) -> None:
    assert said("PreToolUse", session_id="a", cwd=str(project), tool_name="Bash", tool_input={"command": "ls"}) == ""
    assert not home.exists()


def test_silence_holds_before_files_too(project: Path) -> None:
    remember(project, LID)
    assert said("UserPromptSubmit", session_id="a", cwd=str(project), prompt="Read it #nolamina") == ""
    assert about_file(project, "src/lid.py") == ""


def test_after_a_compaction_a_file_may_be_told_of_again(project: Path) -> None:
    remember(project, LID)
    assert about_file(project, "src/lid.py")
    said("PreCompact", session_id="a", cwd=str(project), trigger="auto")
    assert about_file(project, "src/lid.py")


def test_what_a_prompt_brought_is_not_said_again_before_the_file(project: Path) -> None:
    remember(project, LID)
    assert said("UserPromptSubmit", session_id="a", cwd=str(project), prompt="Which imports may lid.py have?")
    assert about_file(project, "src/lid.py") == ""


def test_no_name_of_a_file_is_in_the_file_of_a_session(project: Path, home: Path) -> None:
    remember(project, LID)
    assert about_file(project, "src/lid.py")
    kept = b"".join(one.read_bytes() for one in [*(home / "hooks").iterdir(), home / "hook.log"])
    assert b"lid" not in kept


@pytest.mark.parametrize(
    ("payload", "output"),
    [
        ({"tool_name": "Bash", "error": "Exit code 1"}, "Exit code 1"),
        ({"tool_name": "Bash", "tool_response": {"stdout": "a", "stderr": "b", "exit_code": 2}}, "a\nb"),
        (
            {"tool_name": "Bash", "tool_response": {"stdout": "", "stderr": "fatal: no repository"}},
            "fatal: no repository",
        ),
        ({"tool_name": "Bash", "tool_response": {"stdout": "ok", "stderr": "", "interrupted": False}}, ""),
        ({"tool_name": "Bash", "tool_response": {"stdout": "ok", "stderr": "error", "interrupted": True}}, ""),
        ({"tool_name": "Bash", "error": "stopped", "is_interrupt": True}, ""),
        ({"tool_name": "Read", "error": "no such file"}, ""),
        ({}, ""),
    ],
)
def test_only_a_command_that_failed_counts_as_failed(payload: dict[str, object], output: str) -> None:
    assert failed_output(payload) == output


@pytest.mark.req("C7")
def test_a_session_starts_with_the_rules_of_the_project(project: Path) -> None:
    told = transcript(project, "s0").user("Always use pnpm here, never npm").says("Understood: pnpm it is.")
    ingest(told.file(project))
    here = {"session_id": "a", "cwd": str(project)}
    assert "pnpm" in said("SessionStart", source="startup", **here)
    assert said("SessionStart", source="resume", **here) == ""
    assert "pnpm" in said("SessionStart", source="compact", **here)


def test_the_first_prompt_is_heard_as_well_after_a_start_that_told_something(project: Path) -> None:
    unsure = "The kettle of the harbour office whistles in B flat before the morning tide turns"
    remember(project, unsure)
    ingest(transcript(project, "s0").user("Always use pnpm here, never npm").says("Understood.").file(project))
    here = {"session_id": "a", "cwd": str(project)}
    assert "pnpm" in said("SessionStart", source="startup", **here)
    assert "whistles" in said("UserPromptSubmit", prompt="Where is the kettle of the harbour?", **here)


def test_nothing_known_is_nothing_said_and_nothing_made(project: Path, home: Path) -> None:
    for event in ("SessionStart", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure"):
        assert said(event, session_id="a", cwd=str(project), prompt=ASKED, tool_name="Bash", error="x failed") == ""
    assert not (home / "memory.db").exists()


@pytest.mark.req("C7")
@pytest.mark.parametrize(("reply", "outcome"), [("The kettle uses blue-green now.", "cited"), ("Done.", "ignored")])
def test_the_loop_closes_when_the_agent_stops(project: Path, reply: str, outcome: str) -> None:
    [id_] = remember(project, DEPLOY)
    written = transcript(project)
    path = written.user(ASKED).file(project)
    here = {"session_id": "s1", "cwd": str(project), "transcript_path": str(path)}
    assert said("UserPromptSubmit", prompt=ASKED, **here)
    written.says(reply).file(project)
    assert said("Stop", **here) == ""
    usage = item(id_, project).usage
    assert (usage.cited, usage.ignored) == ((1, 0) if outcome == "cited" else (0, 1))
    said("Stop", **here)  # each is judged once
    assert item(id_, project).usage[:3] == usage[:3]


def test_what_the_agent_said_last_counts_though_no_file_has_it_yet(project: Path) -> None:
    [id_] = remember(project, DEPLOY)
    path = transcript(project).user(ASKED).file(project)
    here = {"session_id": "s1", "cwd": str(project), "transcript_path": str(path)}
    said("UserPromptSubmit", prompt=ASKED, **here)
    said("Stop", last_assistant_message="The kettle is deployed, blue-green.", **here)
    assert item(id_, project).usage.cited == 1


@pytest.mark.parametrize("event", ["Stop", "PreCompact", "SessionEnd", "SubagentStop"])
def test_what_was_said_is_learned_when_the_agent_rests(project: Path, event: str) -> None:
    path = transcript(project).user("Why does the kettle whistle?").says("Steam escapes at `lid.py`.").file(project)
    assert said(event, session_id="s1", cwd=str(project), transcript_path=str(path)) == ""
    os.chdir(project)
    with lamina.open_memory() as memory:
        assert "whistle" in memory.recall("kettle whistle")[0].text


def test_after_a_compaction_a_memory_may_be_told_again(project: Path) -> None:
    remember(project, DEPLOY)
    here = {"session_id": "a", "cwd": str(project)}
    assert said("UserPromptSubmit", prompt=ASKED, **here)
    said("PreCompact", trigger="auto", **here)
    assert said("UserPromptSubmit", prompt=ASKED, **here)


def test_the_end_of_a_session_leaves_no_file_of_it(project: Path, home: Path) -> None:
    remember(project, DEPLOY)
    here = {"session_id": "a/../b", "cwd": str(project)}
    assert said("UserPromptSubmit", prompt=ASKED, **here)
    assert [one.parent.name for one in (home / "hooks").iterdir()] == ["hooks"]
    said("SessionEnd", reason="exit", **here)
    assert list((home / "hooks").iterdir()) == []


def test_the_words_of_a_memory_are_in_no_file_of_a_session(project: Path, home: Path) -> None:
    remember(project, DEPLOY)
    said("UserPromptSubmit", session_id="a", cwd=str(project), prompt=ASKED)
    kept = b"".join(one.read_bytes() for one in [*(home / "hooks").iterdir(), home / "hook.log"])
    assert b"kettle" not in kept


def test_a_busy_store_is_skipped_and_not_waited_for(project: Path, home: Path) -> None:
    remember(project, DEPLOY)
    path = transcript(project).user(ASKED).says("Done.").file(project)
    other = apsw.Connection(str(home / "memory.db"))
    other.execute("BEGIN IMMEDIATE")
    try:
        assert said("Stop", session_id="s1", cwd=str(project), transcript_path=str(path)) == ""
    finally:
        other.close(True)
    last = runs(str(home))[-1]
    assert (last.event, last.outcome) == ("Stop", "skipped")
    assert "StoreLocked" in last.told
    said("Stop", session_id="s1", cwd=str(project), transcript_path=str(path))
    assert runs(str(home))[-1].outcome == "ok"


def test_a_damaged_store_is_told_to_the_log_and_to_nobody_else(project: Path, home: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / "memory.db").write_bytes(b"no database at all" * 500)
    for event in SECONDS:
        done = run(event, session_id="a", cwd=str(project), prompt=ASKED, tool_name="Bash", error="it failed badly")
        assert done == (0, "", "")
    assert {one.outcome for one in runs(str(home))} == {"skipped"}


def test_wrong_settings_keep_nobody_from_working(project: Path, home: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / "config.toml").write_text("this is no toml")
    assert run("UserPromptSubmit", session_id="a", cwd=str(project), prompt=ASKED) == (0, "", "")


@pytest.mark.parametrize("words", [(), ("Nonsense",), ("UserPromptSubmit", "more")])
def test_an_unknown_event_is_no_error(words: tuple[str, ...]) -> None:
    assert answer(words[0] if words else "", b"{}", os.environ) == ""


def test_the_log_stays_small(home: Path) -> None:
    home.mkdir(exist_ok=True)
    for at in range(3000):
        note(str(home), "Stop", "ok", f"line {at} with some words after it")
    assert (home / "hook.log").stat().st_size <= MOST_BYTES + 500
    assert runs(str(home))[-1].told == "line 2999 with some words after it"
    assert (home / "hook.log").stat().st_mode & 0o777 == 0o600


def test_the_doctor_tells_a_hook_that_failed_until_it_runs_again(home: Path, project: Path) -> None:
    remember(project, DEPLOY)

    def last() -> tuple[bool, str]:
        with lamina.open_memory() as memory:
            [found] = [one for one in memory.doctor() if one.name == "last hook run"]
        return found.ok, found.found

    note(str(home), "Stop", "failed", "KeyError at hook.py:1")
    assert last() == (False, last()[1])
    assert "KeyError" in last()[1]
    note(str(home), "Stop", "ok", "fine")
    assert last()[0]


def test_json_that_nests_too_deeply_is_no_error(project: Path) -> None:
    assert answer("UserPromptSubmit", b"[" * 200_000, os.environ) == ""
    assert answer("UserPromptSubmit", json.dumps({"prompt": "x" * 300_000}).encode(), os.environ) == ""


def test_a_hook_ends_well_where_nothing_can_be_written(project: Path) -> None:
    remember(project, DEPLOY)
    payload = json.dumps({"session_id": "full", "cwd": str(project), "prompt": ASKED}).encode()
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "lamina.serve.cli", "hook", "UserPromptSubmit"]
        done = subprocess.run(command, input=payload, stdout=full, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
