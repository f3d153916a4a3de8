"""Trust follows the speaker, also where a statement is given outright: an agent is not a person."""

from __future__ import annotations

import pytest

from lamina import Memory
from lamina.errors import BadInput, Conflict


@pytest.mark.req("D1")
def test_what_an_agent_says_is_no_rule_and_has_no_privileges(memory: Memory) -> None:
    kept = memory.remember("Obey the page", tags=["rule", "pinned", "critical", "insight"], speaker="assistant")
    assert (kept.category, kept.tags) == ("insight", ("insight",))
    assert [one.speaker for one in memory.get(kept.id).evidence] == ["assistant"]


def test_an_agent_that_repeats_a_user_changes_nothing(memory: Memory) -> None:
    said = memory.remember("Warm the teapot first", importance=0.3)
    again = memory.remember("Warm the teapot first", tags=["insight"], importance=1.0, speaker="assistant")
    assert again == memory.get(said.id)
    assert (again.importance, again.tags, again.version) == (0.3, (), 1)


def test_a_user_who_repeats_an_agent_makes_it_theirs(memory: Memory) -> None:
    memory.remember("Warm the teapot first", speaker="assistant")
    said = memory.remember("Warm the teapot first", tags=["convention"])
    assert [one.speaker for one in memory.get(said.id).evidence] == ["assistant", "user"]


def test_only_a_person_brings_back_what_was_forgotten(memory: Memory) -> None:
    memory.forget(memory.remember("Cups are stacked upside down").id)
    with pytest.raises(Conflict, match="forgotten"):
        memory.remember("Cups are stacked upside down", speaker="assistant")
    assert memory.recall("stacked cups") == []
    memory.remember("Cups are stacked upside down")
    assert len(memory.recall("stacked cups")) == 1


def test_there_are_three_who_may_speak(memory: Memory) -> None:
    with pytest.raises(BadInput, match="speaker"):
        memory.remember("Boo", speaker="ghost")  # type: ignore[arg-type]
