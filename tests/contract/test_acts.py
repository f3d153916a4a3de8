"""What sessions do counts: against what a memory says, or in line with it."""

from __future__ import annotations

from pathlib import Path

import pytest

import lamina
from tests.contract.test_ingest import facts
from tests.transcripts import ClaudeCode

RULE = "Always use pnpm as the package manager."


def told(folder: Path) -> None:
    ClaudeCode("s0").user(RULE).says("Ok.").file(folder)


def runs(folder: Path, command: str, number: int, then: str = "") -> None:
    session = ClaudeCode(f"s{number}", minute=number * 100).user("Install what the kettle needs")
    session.runs(command, "done").says("Installed it.")
    if then:
        session.user(then).says("Sorry, done.")
    session.file(folder)


def usage(memory: lamina.Memory) -> tuple[int, bool]:
    [rule] = [item for item in facts(memory).values() if "pnpm" in item.lengths.full]
    return rule.usage.contradictions, rule.usage.last_validated is not None


@pytest.mark.req("B7")
def test_acting_against_a_memory_counts_as_a_contradiction_once(memory: lamina.Memory, tmp_path: Path) -> None:
    told(tmp_path / "in")
    runs(tmp_path / "in", "npm install kettle", 1)
    memory.ingest([str(tmp_path / "in")])
    assert usage(memory) == (1, False)
    memory.ingest([str(tmp_path / "in")])
    assert usage(memory) == (1, False)


@pytest.mark.req("B7")
def test_acting_in_line_with_a_memory_validates_it(memory: lamina.Memory, tmp_path: Path) -> None:
    told(tmp_path / "in")
    runs(tmp_path / "in", "pnpm add kettle", 1)
    memory.ingest([str(tmp_path / "in")])
    assert usage(memory) == (0, True)


@pytest.mark.req("B7")
def test_an_act_that_the_user_objects_to_says_nothing_against_the_memory(memory: lamina.Memory, tmp_path: Path) -> None:
    told(tmp_path / "in")
    runs(tmp_path / "in", "npm install kettle", 1, then="No, that is wrong. Undo that.")
    memory.ingest([str(tmp_path / "in")])
    assert usage(memory)[0] == 0


@pytest.mark.req("B7")
def test_five_acts_against_a_memory_send_it_to_a_person(memory: lamina.Memory, tmp_path: Path) -> None:
    told(tmp_path / "in")
    for number in range(1, 6):
        runs(tmp_path / "in", "npm install kettle", number)
    memory.ingest([str(tmp_path / "in")])
    assert [item.usage.contradictions for item in memory.doubtful()] == [5]


@pytest.mark.req("B7")
def test_what_was_done_before_the_rule_was_said_is_no_offence(memory: lamina.Memory, tmp_path: Path) -> None:
    runs(tmp_path / "in", "npm install kettle", 1)
    ClaudeCode("s9", minute=900).user(RULE).says("Ok.").file(tmp_path / "in")
    memory.ingest([str(tmp_path / "in")])
    assert usage(memory) == (0, False)
