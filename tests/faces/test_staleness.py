"""The command line says with each memory what became of its files, and takes what was cited or ignored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands import lamina, remembered
from tests.repositories import Repository
from tests.transcripts import ClaudeCode

KETTLE = "src/kettle.py"


@pytest.fixture
def ingested(repository: Repository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """A repository whose session fixed an error, and the id of what was learned."""
    monkeypatch.chdir(repository.folder)
    root = str(repository.folder)
    written = ClaudeCode("s1", cwd=root).user("The tests of the kettle fail")
    written.runs("pytest tests", "Exit code 1\nE   ValueError: the lid is open", failed=True)
    written.calls("Edit", file_path=f"{root}/{KETTLE}", old_string="lid", new_string="spout").gets("ok")
    written.runs("pytest tests", "3 passed")
    written.says("Fixed: the kettle read the lid before the spout, in src/kettle.py.")
    lamina("ingest", str(written.file(tmp_path / "in")))
    fixes = [one["item"] for one in lamina("pending", "--json").answer if one["item"]["category"] == "error_fix"]
    assert [one["files"] for one in fixes] == [[KETTLE]]
    return str(fixes[0]["id"])


def test_trace_pending_and_recall_say_that_a_file_changed(repository: Repository, ingested: str) -> None:
    repository.commit(KETTLE, days=0)
    assert "stale" not in lamina("trace", ingested).out
    assert lamina("trace", ingested, "--json").answer["stale"] is None
    commit = repository.commit(KETTLE, days=9)
    why = f"src/kettle.py changed once since 2026-03-02, in {commit}"
    assert f"\n  stale: {why}\n" in lamina("trace", ingested).out
    assert f"\n      stale: {why}" in lamina("pending").out
    hit = next(one for one in lamina("recall", "lid is open", "--json").answer if one["id"] == ingested)
    assert hit["why"][-1] == "src/kettle.py changed since"
    assert hit["stale"] == {
        "files": [
            {
                "path": KETTLE,
                "became": "changed",
                "times": 1,
                "last_at": "2026-03-11T12:00:00Z",
                "commit": commit,
                "new_name": "",
            }
        ],
        "since": "2026-03-02T09:00:00.000000Z",
        "why": why,
    }
    assert "; src/kettle.py changed since" in lamina("recall", "lid is open").out
    [waiting] = [one for one in lamina("pending", "--json").answer if one["item"]["id"] == ingested]
    assert waiting["stale"]["why"] == why
    assert f"stale: {why}" in lamina("approve", ingested).out


def test_a_renamed_file_is_told_with_its_new_name(repository: Repository, ingested: str) -> None:
    repository.commit(KETTLE, days=0)
    repository.renamed(KETTLE, "src/pot.py", days=2)
    assert "src/kettle.py was renamed to src/pot.py on 2026-03-04 in " in lamina("trace", ingested).out


@pytest.mark.req("C7")
def test_cited_and_ignored_are_told_by_command() -> None:
    first, second = remembered("Green tea"), remembered("Black tea")
    told = lamina("used", first, second, "cited")
    assert told.out.splitlines() == [f"{one}  cited 1×, ignored 0×, retrieved 0×" for one in (first, second)]
    again = json.loads(lamina("used", second[:20], "ignored", "--json").out)
    assert [(one["id"], one["cited"], one["ignored"]) for one in again] == [(second, 1, 1)]
    assert [hit["id"] for hit in lamina("recall", "tea", "--json").answer] == [first, second]


@pytest.mark.req("C1")
@pytest.mark.parametrize("asked", [("--error", "ValueError: the lid is open"), ("--file", KETTLE, "--plan", "hook")])
def test_a_context_says_what_is_stale_however_it_was_found(
    repository: Repository, ingested: str, asked: tuple[str, ...]
) -> None:
    repository.commit(KETTLE, days=0)
    commit = repository.commit(KETTLE, days=9)
    lamina("trace", ingested)  # git is asked: a busy machine does not keep it from answering in time
    why = f"src/kettle.py changed once since 2026-03-02, in {commit}"
    line = next(one for one in lamina("context", *asked).out.splitlines() if ingested[:11] in one)
    assert line.endswith(f"; {why}]")
