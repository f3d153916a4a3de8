"""Layers on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands import lamina, process
from tests.layered import a_project, count

PLACE = ("--agent", "coder", "--sprint", "sprint-01", "--stage", "coding")


@pytest.fixture(autouse=True)
def project(folder: Path) -> Path:
    """The folder that the commands run in, with a `.memory/`."""
    return a_project(folder)


@pytest.mark.req("E2")
def test_layers_as_json_has_exactly_the_documented_parts() -> None:
    answer = lamina("layers", *PLACE, "--json").answer
    assert list(answer) == ["project", "sprint", "stage", "agent", "total_tokens", "left_out"]
    entry = answer["agent"][0]
    assert list(entry) == ["layer", "key", "content", "metadata", "tokens"]
    assert (entry["layer"], entry["key"]) == ("agent", "prompt.md")
    assert answer["total_tokens"] == sum(one["tokens"] for layer in list(answer)[:4] for one in answer[layer])


@pytest.mark.req("E2")
def test_what_does_not_fit_is_left_out_with_a_reason() -> None:
    answer = lamina("layers", *PLACE, "--budget", "20", "--json").answer
    assert answer["total_tokens"] <= 20
    assert {"layer": "project", "key": "claude_md"}.items() <= answer["left_out"][-4].items()
    assert all(one["why"] for one in answer["left_out"])


def test_people_see_what_each_layer_costs() -> None:
    shown = lamina("layers", *PLACE, "--budget", "20").out
    assert "agent: " in shown
    assert "together: " in shown
    assert "left out: project claude_md: it has" in shown


@pytest.mark.req("E5")
def test_a_prompt_can_be_piped_to_an_agent() -> None:
    ran = process("agent-prompt", "-", *PLACE, stdin=b"Make it whistle.")
    assert ran.out.endswith("Make it whistle.\n")
    told = lamina("agent-prompt", "Make it whistle.", *PLACE, "--json").answer
    assert list(told) == ["prompt", "token_count", "left_out"]
    assert told["token_count"] == count([told["prompt"]])[0]
    assert told["prompt"] == ran.out.rstrip("\n")


@pytest.mark.req("E4")
def test_a_stage_is_completed_from_a_file_or_from_standard_input(project: Path) -> None:
    (project / "made.json").write_text('{"plan": {"boiler": "gas"}}')
    done = lamina("complete-stage", "design", "made.json", "--json").answer
    assert list(done) == ["layer", "name", "written", "unchanged", "summary", "entry"]
    ran = process("complete-stage", "testing", "-", stdin=b'{"report": "all pass"}')
    assert "wrote .memory/stage/testing/artifacts/report.json" in ran.out
    assert lamina("undo", done["entry"], "--json").answer["action"] == "complete"
    assert not (project / ".memory/stage/design").exists()


@pytest.mark.req("E4")
def test_a_sprint_is_completed_with_results_and_learnings(project: Path) -> None:
    (project / "results.json").write_text('{"velocity": 8, "learnings": "Boil less."}')
    done = lamina("complete-sprint", "sprint-01", "results.json", "--learning", "Pour slowly.", "--json")
    assert done.code == 0
    folder = project / ".memory/sprint/sprint-01"
    assert json.loads((folder / "progress.json").read_text()) == {"done": 3, "velocity": 8}
    assert (folder / "knowledge.md").read_text() == "## Learnings\n- Boil less.\n- Pour slowly.\n"
    again = lamina("complete-sprint", "sprint-01", "--learning", "Pour slowly.")
    assert again.out.startswith("Nothing new")


@pytest.mark.req("E1")
def test_a_memory_can_be_remembered_for_one_sprint() -> None:
    item = lamina("remember", "About speed", "--layer", "sprint/sprint-01", "--json").answer
    assert (item["place"]["layer"], item["place"]["layer_ref"]) == ("sprint", "sprint-01")
    sprint = lamina("layers", *PLACE, "--json").answer["sprint"]
    assert [one["metadata"]["level"] for one in sprint if one["key"] == item["id"]] == ["pending"]


def test_from_a_folder_inside_of_a_repository_its_root_is_meant(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / ".git").mkdir()
    inner = project / "src" / "deep"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    assert lamina("layers", *PLACE, "--json").answer["agent"]


@pytest.mark.req("E3")
@pytest.mark.parametrize(
    ("words", "config", "told"),
    [
        (("layers", "--agent", "coder", "--budget", "-5"), "", "The budget is -5."),
        (("layers", "--agent", "coder", "--budget", "99999999999"), "", "The budget is 99999999999."),
        (("layers", "--agent", "coder", "--budget", "many"), "", "invalid int value"),
        (("layers",), "", "--agent"),
        (("layers", "--agent", "../coder"), "", "not the name of an agent"),
        (("layers", "--agent", "coder", "--sprint", "s9"), "", "There is no sprint 's9'. Known: sprint-01; a folder"),
        (("layers", "--agent", "coder", "--role", "cook"), "", "There is no role 'cook'"),
        (("layers", "--agent", "coder", "--folder", "nowhere"), "", "is not a folder"),
        (("layers", "--agent", "coder"), "loading: 1", ".memory/config.yaml, line 1: loading is not known."),
        (
            ("layers", "--agent", "coder"),
            "token_allocation:\n  coder:\n    agent: 0.5",
            ".memory/config.yaml, line 3: token_allocation.coder adds up to 0.5.",
        ),
        (("agent-prompt", "go", "--agent", "coder", "--budget", "1"), "", "The task alone has"),
        (("complete-stage", "../x", "CLAUDE.md"), "", "is not JSON"),
        (("complete-sprint", "s9", "--learning", "a"), "", "There is no sprint 's9'"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(project: Path, words: tuple[str, ...], config: str, told: str) -> None:
    if config:
        (project / ".memory/config.yaml").write_text(config)
    ran = lamina(*words)
    assert ran.code == 2
    assert told in ran.refusal
    assert lamina(*words, "--json").answer["error"]["kind"] in ("bad_input", "not_found")


def test_odd_files_are_left_out_with_a_reason_and_never_end_the_command(project: Path) -> None:
    decisions = project / ".memory/project/decisions"
    (decisions / "photo.md").write_bytes(b"\x89PNG\x00")
    (decisions / "out.md").symlink_to("/etc/hostname")
    (decisions / "large.md").write_text("tea " * 60_000)
    (decisions / "empty.md").write_text("")
    left_out = {one["key"]: one["why"] for one in lamina("layers", *PLACE, "--json").answer["left_out"]}
    assert left_out == {
        "decision_photo": "it is not text (byte 1)",
        "decision_out": "it leads out of the project",
        "decision_large": "it has 60,001 tokens; the layer has room for 50,000",
        "decision_empty": "it is empty",
    }
