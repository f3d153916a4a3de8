"""`init` and `uninstall` as a person meets them: shown, asked, done, and taken back."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from lamina.words.claude_hooks import EVENTS, calls
from tests.commands import lamina, process
from tests.transcripts import ClaudeCode


@pytest.fixture(autouse=True)
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of a person who uses Claude Code, with one session here and one elsewhere."""
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME", "COPILOT_HOME"):
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


@pytest.fixture
def agents(person: Path) -> Path:
    """A person who uses them all."""
    for name in (".codex", ".gemini", ".copilot", ".cursor"):
        (person / name).mkdir()
    (person / ".codex" / "config.toml").write_bytes(b'# mine\nmodel = "o3"')
    return person


@pytest.mark.req("C7")
def test_init_registers_with_every_agent_that_is_found_and_uninstall_leaves_no_trace(
    folder: Path, agents: Path
) -> None:
    before = tree(folder), tree(agents)
    done = lamina("init", "--yes", "--json")
    changed = {one["agent"]: one["changed"] for one in done.answer["installed_for"]}
    assert changed == {
        "claude": [str(folder / ".claude" / "settings.local.json"), str(folder / ".mcp.json")],
        "codex": [str(agents / ".codex" / "config.toml")],
        "gemini": [str(folder / ".gemini" / "settings.json")],
        "copilot": [str(agents / ".copilot" / "mcp-config.json")],
        "cursor": [str(folder / ".cursor" / "mcp.json")],
    }
    assert {one["how"] for one in done.answer["installed_for"]} == {"hooks and MCP server", "MCP server"}
    assert all(f"{title}: " in done.err for title in ("Claude Code", "Codex", "Gemini CLI", "Copilot CLI", "Cursor"))
    assert "+[mcp_servers.lamina]" in done.err
    again = lamina("init", "--yes", "--json").answer
    assert (again["changed"], [one["left_alone"] for one in again["installed_for"]]) == ([], [""] * 5)
    assert lamina("uninstall", "--yes").code == 0
    assert (tree(folder), tree(agents)) == before


def tree(folder: Path) -> dict[str, bytes | None]:
    return {str(one): one.read_bytes() if one.is_file() else None for one in folder.rglob("*")}


def test_a_person_chooses_the_agents(folder: Path, agents: Path) -> None:
    done = lamina("init", "--yes", "--no-ingest", "--agent", "cursor", "--agent", "codex")
    assert list(files(folder)) == [".cursor/mcp.json"]
    assert "cursor, codex: may ask over MCP" in done.out
    assert "hooks" not in done.out
    refused = lamina("init", "--yes", "--agent", "claude-code")
    assert (refused.code, refused.refusal) == (
        2,
        "There is no agent 'claude-code'. Use claude, codex, gemini, copilot, cursor.",
    )


def test_for_all_projects_everything_goes_to_the_persons_own_files(folder: Path, agents: Path) -> None:
    done = lamina("init", "--yes", "--no-ingest", "--scope", "user")
    assert files(folder) == {}
    for name in (".codex/config.toml", ".gemini/settings.json", ".copilot/mcp-config.json", ".cursor/mcp.json"):
        assert b"lamina" in (agents / name).read_bytes()
    assert "claude mcp add --scope user lamina" in done.out


def test_what_teammates_read_names_no_place_on_this_machine(folder: Path, agents: Path) -> None:
    lamina("init", "--yes", "--no-ingest", "--scope", "project")
    for name in (".mcp.json", ".gemini/settings.json", ".cursor/mcp.json"):
        assert json.loads((folder / name).read_bytes())["mcpServers"]["lamina"]["command"] == "lamina"
    assert b'command = "/' in (agents / ".codex" / "config.toml").read_bytes()


def test_one_agents_broken_settings_keep_no_other_from_being_served(folder: Path, agents: Path) -> None:
    (folder / ".gemini").mkdir()
    (folder / ".gemini" / "settings.json").write_bytes(b'{\n  // mine\n  "theme": "dark"\n}\n')
    done = lamina("init", "--yes", "--no-ingest")
    assert done.code == 0
    assert "Gemini CLI: left alone: " in done.err
    assert "gemini: left alone. " in done.out
    assert '"mcpServers": {"lamina": ' in done.out
    assert (folder / ".cursor" / "mcp.json").exists()
    assert lamina("init", "--yes", "--agent", "gemini").code == 2


def test_the_doctor_says_of_each_agent_whether_it_can_call_lamina(folder: Path, agents: Path) -> None:
    def found() -> dict[str, tuple[bool, str]]:
        answer = lamina("doctor", "--json").answer
        return {one["name"]: (one["ok"], one["found"]) for one in answer if one["name"].startswith("agent ")}

    assert list(found()) == [f"agent {one}" for one in ("claude", "codex", "gemini", "copilot", "cursor")]
    assert all(ok and "not registered" in told for ok, told in found().values())
    lamina("init", "--yes", "--no-ingest")
    config = agents / ".codex" / "config.toml"
    assert all(ok and "registered in " in told for ok, told in found().values())
    config.write_text(config.read_text().replace('command = "/', 'command = "/gone/'))
    ok, told = found()["agent codex"]
    assert (ok, "is not there any more" in told) == (False, True)
    lamina("init", "--yes", "--no-ingest")
    assert found()["agent codex"][0]
    (folder / ".gemini" / "settings.json").write_bytes(b"{ // mine\n}")
    assert "cannot be told" in found()["agent gemini"][1]


def test_a_server_that_a_person_added_with_the_agents_own_command_counts(folder: Path, person: Path) -> None:
    (person / ".claude.json").write_text(json.dumps({"mcpServers": {"lamina": {"command": "sh", "args": ["mcp"]}}}))
    assert "another server" in str(lamina("doctor", "--json").answer)
    own = {"projects": {str(folder): {"mcpServers": {"lamina": {"command": sys.executable, "args": MODULE}}}}}
    (person / ".claude.json").write_text(json.dumps(own))
    assert f"registered in {person / '.claude.json'}" in str(lamina("doctor", "--json").answer)


MODULE = ["-m", "lamina.serve.cli", "mcp"]


@pytest.mark.req("C7")
def test_hooks_before_files_are_a_choice_that_lasts(folder: Path) -> None:
    settings = folder / ".claude" / "settings.local.json"

    def hooks() -> dict[str, list[dict[str, object]]]:
        found: dict[str, list[dict[str, object]]] = json.loads(settings.read_bytes())["hooks"]
        return found

    lamina("init", "--yes", "--no-ingest")
    assert "PreToolUse" not in hooks()
    lamina("init", "--yes", "--no-ingest", "--file-hooks")
    assert [one["matcher"] for one in hooks()["PreToolUse"]] == ["Read|Edit|Write|MultiEdit"]
    lamina("init", "--yes", "--no-ingest")
    assert "PreToolUse" in hooks()
    lamina("init", "--yes", "--no-ingest", "--no-file-hooks")
    assert "PreToolUse" not in hooks()
    lamina("uninstall", "--yes")
    assert files(folder) == {}


def test_hooks_call_the_lean_script_only_where_its_first_line_works(tmp_path: Path) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    lean = folder / "lamina-hook"
    for first, called in ((f"#!{sys.executable}", str(lean)), ("#!/no such/python", f"{folder / 'lamina'} hook")):
        lean.write_text(f"{first}\n")
        lean.chmod(0o755)
        assert calls(str(folder / "lamina")) == called
    assert calls("lamina") == "lamina hook"


@pytest.mark.parametrize(
    "command",
    [
        "tell-lamina hook Stop",
        "LAMINA_HOME=/x lamina hook Stop",
        "echo 'finished lamina hook Stop",
        "lamina hook Later",
    ],
)
def test_a_hook_that_only_looks_like_ours_is_left_alone(folder: Path, person: Path, command: str) -> None:
    path = folder / ".claude" / "settings.local.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": command}]}]}}))
    before = path.read_bytes()
    assert lamina("init", "--yes", "--no-ingest").code == 0
    assert json.dumps(command) in path.read_text()
    assert lamina("doctor").code in (0, 4)
    lamina("uninstall", "--yes")
    assert path.read_bytes() == before


def test_a_number_that_no_parser_takes_keeps_no_other_agent_from_being_served(folder: Path, person: Path) -> None:
    (person / ".codex").mkdir()
    (person / ".codex" / "config.toml").write_text(f"x = {'9' * 5000}\n")
    done = lamina("init", "--yes", "--no-ingest", "--agent", "claude", "--agent", "codex")
    assert done.code == 0
    assert (folder / ".mcp.json").exists()


def test_two_projects_that_are_set_up_at_once_are_both_taken_back(folder: Path, person: Path, tmp_path: Path) -> None:
    other = tmp_path / "coffee"
    for place in (folder, other):
        (place / ".git").mkdir(parents=True, exist_ok=True)
    for _ in range(3):
        command = [sys.executable, "-m", "lamina.serve.cli", "init", "--yes", "--no-ingest", "--agent", "claude"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
        running = [subprocess.Popen(command, cwd=place, **quiet) for place in (folder, other)]  # type: ignore[call-overload]
        for one in running:
            _, err = one.communicate(timeout=60)
            assert one.returncode == 0, err
        assert (folder / ".mcp.json").exists()
        assert (other / ".mcp.json").exists()
        assert lamina("uninstall", "--yes").code == 0
        left = [path for place in (folder, other) for path in place.rglob("*") if path.is_file()]
        assert left == []
