"""Reminders and judgements on every engine: what is told, what is left out, and what use does to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from lamina import Memory
from tests.factories import Opener
from tests.transcripts import ClaudeCode

DEPLOY = "Always deploy the kettle service with the blue-green script"


@pytest.mark.req("C7")
def test_a_reminder_tells_what_the_prompt_is_about_and_what_it_told(memory: Memory) -> None:
    kept = memory.remember(DEPLOY)
    memory.remember("The garden is watered on Mondays by the caretaker")
    found = memory.remind("Please deploy the kettle service")
    assert found.ids == (kept.id,)
    assert DEPLOY in found.text
    assert memory.remind("Please deploy the kettle service", told=found.ids) == ("", ())
    assert memory.remind("Nothing of that sort") == ("", ())
    assert memory.remind() == ("", ())


def test_nobody_is_reminded_of_what_is_private_forgotten_or_denied(open_memory: Opener) -> None:
    mine = open_memory()
    mine.remember(DEPLOY, visibility="user-private")
    assert mine.remind("deploy the kettle").ids
    assert open_memory(user="ben").remind("deploy the kettle").ids == ()
    mine.deny(mine.remind("deploy the kettle").ids[0])
    assert mine.remind("deploy the kettle").ids == ()
    other = mine.remember("Never deploy the lantern by hand")
    mine.forget(other.id)
    assert mine.remind("deploy the lantern by hand").ids == ()


def test_what_an_open_contradiction_is_about_says_so(memory: Memory) -> None:
    memory.remember("Always use pnpm for packages in the frontend")
    memory.remember("Never use pnpm for packages in the frontend")
    assert memory.contradictions()
    assert "contradicted" in memory.remind("which packages does the frontend use pnpm for").text


@pytest.mark.req("C7")
@pytest.mark.parametrize(("reply", "counted"), [("The kettle went blue-green.", (1, 0)), ("All done.", (0, 1))])
def test_what_was_told_is_judged_by_what_was_said_after_it(
    memory: Memory, tmp_path: Path, reply: str, counted: tuple[int, int]
) -> None:
    kept = memory.remember(DEPLOY)
    written = ClaudeCode("s1").user("deploy the kettle, blue-green").says("The kettle is blue-green already.")
    since = written.file(tmp_path).stat().st_size
    path = written.user("again").says(reply).file(tmp_path)
    memory.judge([kept.id, "of-nobody"], str(path), since)
    usage = memory.get(kept.id).usage
    assert (usage.cited, usage.ignored) == counted


def test_verdicts_count_nothing_and_where_no_hook_noted_anything_nothing_arrives(
    memory: Memory, tmp_path: Path
) -> None:
    kept = memory.remember(DEPLOY)
    path = ClaudeCode("s1").user("deploy the kettle").says("The kettle went blue-green.").file(tmp_path)
    [verdict] = memory.verdicts([kept.id], str(path))
    assert (verdict.id, verdict.outcome) == (kept.id, "cited")
    assert memory.get(kept.id).usage[:3] == (0, 0, 0)
    assert memory.catch_up() == 0


def test_where_nothing_was_said_yet_nothing_is_judged(memory: Memory, tmp_path: Path) -> None:
    kept = memory.remember(DEPLOY)
    path = ClaudeCode("s1").user("deploy the kettle").file(tmp_path)
    assert memory.judge([kept.id], str(path), path.stat().st_size) == []
    assert memory.judge([kept.id], str(tmp_path / "gone.jsonl")) == []
    assert memory.get(kept.id).usage[:3] == (0, 0, 0)


@pytest.mark.req("C7")
def test_a_file_brings_what_was_decided_for_it_and_the_work_that_changed_it(memory: Memory, tmp_path: Path) -> None:
    rule = memory.remember("Never import anything in src/lid.py").id
    memory.remember("Never import anything in lib/lid.py")
    for number in range(4):
        told = ClaudeCode(f"s{number}", cwd="/tea", minute=number * 60).user(f"Make the lid fit better, part {number}")
        told.edits("/tea/src/lid.py", "a", f"b{number}").reads("/tea/src/pot.py").says(f"Part {number} fits now.")
        memory.ingest([str(told.file(tmp_path))])
    found = memory.remind(file="src/lid.py", folder="/tea")
    assert found.ids[0] == rule
    assert "part 3" in found.text
    assert "part 2" in found.text
    assert len(found.ids) == 3
    assert memory.remind(file="/tea/src/lid.py", folder="/tea", told=found.ids[1:]).ids[0] == rule
    assert memory.remind(file="src/pot.py", folder="/tea") == ("", ())  # it was only read
    assert memory.remind(file="/coffee/src/lid.py", folder="/tea") == ("", ())
    assert memory.remind(file="src/lid.py", folder="/tea", session="s3").ids != found.ids


def test_of_a_file_nobody_is_told_what_is_private_forgotten_denied_or_elsewhere(open_memory: Opener) -> None:
    mine = open_memory()
    kept = mine.remember("Never import anything in src/lid.py", visibility="user-private").id
    assert mine.remind(file="src/lid.py").ids == (kept,)
    assert open_memory(user="ben").remind(file="src/lid.py").ids == ()
    assert open_memory(project="coffee").remind(file="src/lid.py").ids == ()
    mine.deny(kept)
    assert mine.remind(file="src/lid.py").ids == ()
    other = mine.remember("Always sort the names in src/lid.py").id
    mine.forget(other)
    assert mine.remind(file="src/lid.py").ids == ()
