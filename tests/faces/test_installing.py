"""`init` and `uninstall` as a person meets them: shown, asked, done, and taken back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lamina.words.installing import EVENTS
from tests.commands import lamina, process
from tests.transcripts import ClaudeCode


@pytest.fixture(autouse=True)
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of a person who uses Claude Code, with one session here and one elsewhere."""
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME"):
        monkeypatch.delenv(name, raising=False)
    here = tmp_path / "person"
    monkeypatch.setenv("HOME", str(here))
    for name, cwd in (("here", tmp_path / "tea"), ("there", tmp_path / "coffee")):
        place = here / ".claude" / "projects" / name
        place.mkdir(parents=True)
        told = ClaudeCode(name, cwd=str(cwd)).user(f"Always brew with the {name} filter").says("Understood.")
        told.file(place)
    return here


def files(folder: Path) -> dict[str, bytes]:
    return {str(one.relative_to(folder)): one.read_bytes() for one in sorted(folder.rglob("*")) if one.is_file()}


@pytest.mark.req("C7")
def test_init_installs_learns_from_this_project_and_uninstall_leaves_no_trace(folder: Path, person: Path) -> None:
    settings = folder / ".claude" / "settings.local.json"
    settings.parent.mkdir()
    settings.write_bytes(b'{\n\t"model": "opus"\n}')
    before = files(folder), files(person)
    done = lamina("init", "--yes", "--json")
    assert (done.code, set(done.answer["changed"])) == (0, {str(settings), str(folder / ".mcp.json")})
    assert done.answer["ingested"]["sessions"] == 1
    assert done.answer["status"]["sessions"] == 1
    assert any("filter" in one for one in done.answer["learned"])
    data = json.loads(settings.read_bytes())
    assert data["model"] == "opus"
    assert set(data["hooks"]) == set(EVENTS)
    assert json.loads((folder / ".mcp.json").read_bytes())["mcpServers"]["lamina"]["args"][-1] == "mcp"
    assert lamina("init", "--yes", "--json").answer["changed"] == []
    assert lamina("uninstall", "--yes").code == 0
    assert (files(folder), files(person)) == before
    assert lamina("status", "--json").answer["sessions"] == 1


def test_nothing_is_changed_before_somebody_agrees(folder: Path, home: Path) -> None:
    done = process("init", cwd=folder)
    assert done.code == 2
    assert "--yes" in done.refusal
    assert files(folder) == {}
    assert not home.exists()


def test_a_dry_run_shows_the_diff_and_changes_nothing(folder: Path, home: Path) -> None:
    done = lamina("init", "--dry-run")
    assert '+    "SessionStart": [' in done.err
    assert files(folder) == {}
    assert not home.exists()


def test_settings_that_do_not_parse_stop_init_with_one_sentence(folder: Path, home: Path) -> None:
    (folder / ".claude").mkdir()
    (folder / ".claude" / "settings.local.json").write_bytes(b'{"model": }')
    done = lamina("init", "--yes")
    assert done.code == 2
    assert "settings.local.json is not valid JSON (line 1" in done.err
    assert files(folder) == {".claude/settings.local.json": b'{"model": }'}
    assert not home.exists()


def test_all_reads_the_sessions_of_every_project() -> None:
    assert lamina("init", "--yes", "--all", "--json").answer["ingested"]["sessions"] == 2


@pytest.mark.parametrize("scope", ["user", "project"])
def test_hooks_go_where_the_person_wants_them(scope: str, folder: Path, person: Path) -> None:
    place = person if scope == "user" else folder
    assert lamina("init", "--yes", "--scope", scope, "--no-ingest").code == 0
    said = (place / ".claude" / "settings.json").read_text()
    assert ('"lamina hook Stop"' in said) == (scope == "project")
    assert (folder / ".mcp.json").exists() == (scope == "project")
    lamina("uninstall", "--yes")
    assert not (place / ".claude" / "settings.json").exists()


def test_purge_removes_what_was_learned_and_only_when_asked_for(home: Path) -> None:
    lamina("init", "--yes")
    lamina("uninstall", "--yes")
    assert (home / "memory.db").exists()
    lamina("uninstall", "--yes", "--purge")
    assert not home.exists()


def test_the_doctor_knows_whether_hooks_are_there_and_whole(folder: Path) -> None:
    def hooks() -> dict[str, object]:
        [found] = [one for one in lamina("doctor", "--json").answer if one["name"] == "hooks"]
        return dict(found)

    assert "not installed" in str(hooks()["found"])
    lamina("init", "--yes", "--no-ingest")
    assert hooks()["ok"] is True
    settings = folder / ".claude" / "settings.local.json"
    settings.write_text(settings.read_text().replace("hook Stop", "hook nothing"))
    assert hooks()["ok"] is False
    assert "Stop" in str(hooks()["found"])
