"""`lamina predict`: what is likely to be needed, as text and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands import lamina, process
from tests.repositories import Repository

SESSION = {
    "id": "s1",
    "started_at": "2026-03-01T09:00:00Z",
    "turns": [
        {"role": "user", "text": "The kettle leaks"},
        {"role": "tool", "name": "Edit", "target": "src/kettle.py", "diff": "+ x", "result": "ok"},
        {"role": "tool", "name": "Edit", "target": "src/spout.py", "diff": "+ x", "result": "ok"},
        {"role": "assistant", "text": "Fixed: the spout was loose."},
    ],
}


@pytest.fixture
def recorded(folder: Path) -> None:
    (folder / "session.json").write_text(json.dumps(SESSION))
    assert lamina("record", "session.json").code == 0


@pytest.mark.req("C4")
@pytest.mark.usefixtures("recorded")
def test_a_prediction_says_how_likely_what_and_why() -> None:
    told = lamina("predict", "the kettle leaks again", "--file", "src/kettle.py")
    assert (told.code, told.err) == (0, "")
    assert "file  src/spout.py" in told.out
    assert "together with src/kettle.py 1 of 1 times" in told.out


@pytest.mark.req("C4")
@pytest.mark.usefixtures("recorded")
def test_json_is_a_list_of_predictions() -> None:
    found = lamina("predict", "--file", "src/kettle.py", "--json").answer
    assert set(found[0]) == {"kind", "id", "confidence", "why", "text"}
    assert {one["kind"] for one in found} == {"file", "memory"}


@pytest.mark.usefixtures("recorded")
def test_a_prompt_comes_from_standard_input() -> None:
    assert "src/kettle.py" in process("predict", "-", stdin=b"the kettle").out


def test_nothing_known_is_said_in_words() -> None:
    assert lamina("predict", "anything").out == "Nothing that is known speaks for anything.\n"
    assert lamina("projects", "--json").answer == {}


def test_a_wrong_time_is_refused() -> None:
    assert "not a time" in lamina("predict", "--at", "noon").refusal


@pytest.mark.req("C4")
def test_git_tells_what_sessions_do_not(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    repository.commit("src/kettle.py", "src/lid.py", days=1)
    repository.commit("src/menu.py", days=2)
    monkeypatch.chdir(repository.folder)
    found = lamina("predict", "--file", str(repository.folder / "src" / "kettle.py"), "--json").answer
    assert found[0]["id"] == "src/lid.py"


def test_git_of_this_folder_says_nothing_about_another_project(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.commit("src/kettle.py", "src/lid.py", days=1)
    monkeypatch.chdir(repository.folder)
    assert lamina("predict", "--file", "src/kettle.py", "--project", "elsewhere", "--json").answer == []
