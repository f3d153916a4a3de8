"""What leaves the context, and above all what does not."""

from __future__ import annotations

from typing import Any

import pytest

from lamina.consolidate.ageing import Ageing
from lamina.consolidate.forgetting import plan_forgetting
from lamina.model.consolidation import Archive, Facet
from tests.factories import NOON, a_facet


def gone(*facets: Facet) -> list[str]:
    return [step.id for step in plan(*facets)]


def plan(*facets: Facet) -> list[Archive]:
    return plan_forgetting(facets, Ageing(), now=NOON)


def old(id_: str, *files: str, **more: Any) -> Facet:
    return a_facet(id_, days=100, files=files, **more)


def used(id_: str, *files: str, **more: Any) -> Facet:
    """It stays, whatever happens to the others."""
    return old(id_, *files, cited=1, **more)


@pytest.mark.req("C5")
def test_the_unused_goes_when_somebody_else_still_speaks_of_the_same() -> None:
    [step] = plan(old("a", "kettle.py"), old("b", "kettle.py", "spout.py"))
    assert (step.id, step.witnesses) == ("a", ("b",))
    assert "not seen for 90 days" in step.why


@pytest.mark.req("C5")
def test_what_was_seen_lately_or_used_stays() -> None:
    assert gone(a_facet("a", days=89, files=("kettle.py",)), used("z", "kettle.py")) == []
    assert gone(old("a", "kettle.py", retrieved=1), used("z", "kettle.py")) == []
    assert gone(old("a", "kettle.py"), used("z", "kettle.py")) == ["a"]


@pytest.mark.req("C5", "C14")
@pytest.mark.parametrize("why", [{"approved": True}, {"level": "core"}, {"cited": 1}, {"pinned": True}])
def test_what_a_person_or_an_agent_wants_is_never_archived(why: dict[str, Any]) -> None:
    assert gone(old("a", "kettle.py", **why), used("b", "kettle.py")) == []
    assert gone(old("a", valid=False, **why)) == []


@pytest.mark.req("C5", "C14")
@pytest.mark.parametrize("category", ["rule", "decision", "preference"])
def test_what_a_person_has_settled_is_never_archived_for_want_of_use(category: str) -> None:
    settled = old("a", "kettle.py", kind="fact", category=category)
    assert gone(settled, used("b", "kettle.py", kind="fact")) == []


@pytest.mark.req("C5")
def test_what_is_superseded_goes_even_if_it_was_a_rule() -> None:
    [step] = plan(a_facet("a", kind="fact", category="rule", valid=False, superseded_by="b"))
    assert step == Archive("a", "superseded")
    assert gone(a_facet("a", kind="fact", valid=False, archived_at=NOON)) == []


@pytest.mark.req("C14")
def test_the_last_one_to_speak_of_a_file_or_an_error_stays() -> None:
    assert gone(old("a", "kettle.py"), old("b", "spout.py")) == []
    assert gone(old("a", "kettle.py", errors=("no such lid",)), used("b", "kettle.py")) == []
    assert gone(old("a", "kettle.py", errors=("no such lid",)), old("b", "kettle.py", errors=("no such lid",))) == ["a"]


@pytest.mark.req("C14")
def test_of_all_who_speak_of_a_thing_the_most_valuable_one_stays() -> None:
    assert gone(old("a", "k.py", importance=0.9), old("b", "k.py"), old("c", "k.py", importance=0.6)) == ["b", "c"]
    assert gone(old("a", "k.py", moved=0.2), old("b", "k.py", importance=0.6)) == ["b"]
    assert gone(old("a", "k.py"), a_facet("b", days=200, files=("k.py",))) == ["b"]


@pytest.mark.req("C14")
def test_a_concept_only_repeats_and_keeps_nothing_alive() -> None:
    assert gone(old("a", "kettle.py"), old("c", "kettle.py", kind="concept", exchanges=("a",))) == []


@pytest.mark.req("C14")
def test_a_permanent_memory_gives_way_to_permanent_ones_only() -> None:
    fact = old("a", "kettle.py", kind="fact")
    assert gone(fact, used("x", "kettle.py")) == []
    assert gone(fact, used("b", "kettle.py", kind="fact")) == ["a"]
    assert gone(old("x", "kettle.py"), fact) == ["x"]


@pytest.mark.req("C13", "C14")
def test_what_all_share_is_not_kept_alive_by_what_only_one_may_see() -> None:
    shared, private = old("a", "kettle.py"), old("b", "kettle.py", private=True, importance=0.9)
    assert gone(shared, private) == ["b"], "the private one leaves: the shared one stays for all"
    assert gone(old("a", "kettle.py"), used("b", "kettle.py", private=True)) == []


def test_what_holds_only_in_a_sprint_keeps_nothing_alive_elsewhere() -> None:
    assert gone(old("a", "kettle.py"), used("b", "kettle.py", kind="fact", local=True)) == []


@pytest.mark.req("C14")
def test_what_speaks_of_nothing_that_could_be_checked_stays() -> None:
    assert gone(old("a"), old("b"), old("c", kind="fact")) == []


@pytest.mark.req("C14")
def test_a_topic_of_mere_talk_keeps_a_voice() -> None:
    talk = [old("a"), old("b"), old("c")]
    topic = old("t", kind="concept", exchanges=("a", "b", "c"))
    assert gone(*talk, topic) == ["a", "b"]
    assert gone(talk[2], topic) == [], "those who left before do not make the last one dispensable"


@pytest.mark.req("C5")
def test_a_concept_goes_with_the_last_of_its_exchanges() -> None:
    elsewhere = old("z", "kettle.py", importance=0.9)
    assert gone(old("a", "kettle.py"), elsewhere, old("t", kind="concept", exchanges=("a",))) == ["a", "t"]
    assert gone(elsewhere, old("t", kind="concept", exchanges=("a", "z"))) == []
    assert gone(a_facet("t", days=1, kind="concept", exchanges=("a",))) == []
