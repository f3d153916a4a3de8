"""What completing a stage or a sprint writes."""

from __future__ import annotations

import json

import pytest

from lamina.assemble.completion import learnings_in, sprint_knowledge, sprint_progress, stage_files
from lamina.errors import BadInput, Conflict


@pytest.mark.req("E4")
def test_a_stage_leaves_its_artifacts_and_a_summary_for_the_next_one() -> None:
    files = stage_files("design", {"plan": {"steps": ["fill", "boil"], "why": "tea"}, "verdict": "good"})
    assert list(files) == ["artifacts/plan.json", "artifacts/verdict.json", "summary.md"]
    assert json.loads(files["artifacts/plan.json"]) == {"steps": ["fill", "boil"], "why": "tea"}
    for told in ("stage design", "## plan", '- steps: ["fill", "boil"]', "- why: tea", "## verdict", "good"):
        assert told in files["summary.md"]


def test_a_summary_stays_short_however_large_the_artifacts_are() -> None:
    large = {f"part {at}": "word " * 1000 for at in range(500)}
    summary = stage_files("design", {"all": large})["summary.md"]
    assert len(summary) < 2000
    assert "… and 492 more" in summary


@pytest.mark.req("E4")
def test_results_join_the_progress_and_everything_else_stays() -> None:
    progress = json.loads(sprint_progress('{"done": 3, "team": "blue"}', {"done": 5, "velocity": 8}, "p"))
    assert progress == {"done": 5, "team": "blue", "velocity": 8}
    assert json.loads(sprint_progress(None, {"done": 1}, "p")) == {"done": 1}


def test_progress_that_says_so_already_keeps_its_every_byte() -> None:
    written = '{ "done":5 , "team":"blue" }'
    assert sprint_progress(written, {"done": 5}, "p") == written


@pytest.mark.parametrize("found", ["{", "[1]", "null", "[" * 100_000])
def test_progress_that_is_no_object_is_left_alone(found: str) -> None:
    with pytest.raises(Conflict, match=r"progress\.json"):
        sprint_progress(found, {"done": 1}, "progress.json")


@pytest.mark.req("E4")
def test_learnings_are_added_at_the_end_and_never_twice() -> None:
    once = sprint_knowledge("# Notes\nby hand", ["Boil less", "Pour slowly", "Boil less"])
    assert once == "# Notes\nby hand\n\n## Learnings\n- Boil less\n- Pour slowly\n"
    assert sprint_knowledge(once, ["Pour slowly"]) == once
    assert sprint_knowledge(None, ["Boil less"]) == "## Learnings\n- Boil less\n"


def test_results_may_bring_their_own_learnings_as_text_or_list() -> None:
    assert learnings_in({"learnings": "One.\nTwo.", "done": 1}, ["Three."]) == ({"done": 1}, ("One.", "Two.", "Three."))
    assert learnings_in({"learnings": ["One."]}, []) == ({}, ("One.",))
    with pytest.raises(BadInput):
        learnings_in({"learnings": {"a": 1}}, [])
