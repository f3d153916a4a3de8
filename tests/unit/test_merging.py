"""Which facts become one, which one stays, and which are never touched."""

from __future__ import annotations

from typing import Any

import pytest

from lamina.consolidate.links import MOST_LINKS, MOST_SHARED, plan_links
from lamina.consolidate.merging import plan_merges
from lamina.model.consolidation import Facet, Link, Merge
from tests.factories import NOON, a_facet


def a_fact(id_: str, text: str = "", **more: Any) -> Facet:
    return a_facet(id_, kind="fact", text=text, **more)


def same_words(one: str, other: str) -> str:
    """Stands in for the decision: texts are the same but for case and the order of words."""
    return "the same words" if sorted(one.lower().split()) == sorted(other.lower().split()) else ""


@pytest.mark.req("C5")
def test_facts_that_say_the_same_become_one_and_the_better_known_one_stays() -> None:
    facts = [
        a_fact("a", "Use pnpm for packages"),
        a_fact("b", "for packages use pnpm", count=3),
        a_fact("c", "Boil tea"),
    ]
    assert plan_merges(facts, same_words) == [Merge("b", "a", "the same words")]


@pytest.mark.req("C5")
def test_several_that_say_the_same_end_in_one_place() -> None:
    facts = [a_fact(id_, "Use pnpm for packages") for id_ in "abcd"]
    assert {(step.into, step.merged) for step in plan_merges(facts, same_words)} == {("d", "a"), ("d", "b"), ("d", "c")}


@pytest.mark.req("C5")
@pytest.mark.parametrize("why", [{"approved": True}, {"level": "core"}, {"cited": 1}, {"pinned": True}])
def test_what_is_protected_takes_in_others_and_is_never_merged_away(why: dict[str, Any]) -> None:
    kept = a_fact("a", "Use pnpm for packages", **why)
    assert plan_merges([kept, a_fact("b", "Use pnpm for packages", count=9)], same_words) == [
        Merge("a", "b", "the same words")
    ]
    assert plan_merges([kept, kept._replace(id="b")], same_words) == []


@pytest.mark.req("C5", "C13")
@pytest.mark.parametrize("other", [{"scope": "project//bob/", "private": True}, {"category": "decision"}])
def test_what_holds_elsewhere_or_is_another_sort_of_thing_is_not_the_same(other: dict[str, Any]) -> None:
    assert plan_merges([a_fact("a", "Use pnpm"), a_fact("b", "Use pnpm", **other)], same_words) == []


@pytest.mark.req("C5")
def test_opposites_never_merge_however_similar_they_are() -> None:
    facts = [a_fact("a", "Always use pnpm for packages"), a_fact("b", "Never use pnpm for packages")]
    assert plan_merges(facts, same_words) == []


@pytest.mark.req("C5")
def test_a_merged_fact_that_is_seen_again_hands_its_news_on() -> None:
    kept = a_fact("a", "Use pnpm", days=9)
    merged = a_fact("b", "use pnpm", days=1, valid=False, superseded_by="a", archived_at=NOON)
    assert plan_merges([kept, merged], same_words) == [Merge("a", "b", "the same words")]
    assert plan_merges([kept, merged._replace(last_seen=kept.last_seen)], same_words) == []
    contradicted = merged._replace(text="Use npm")
    assert plan_merges([kept, contradicted], same_words) == []


def test_not_every_fact_is_compared_with_every_other() -> None:
    facts = [a_fact(f"f{n}", f"Statement {n} about release {n * 7} of thing {n % 50}") for n in range(2000)]
    compared: list[tuple[str, str]] = []
    plan_merges(facts, lambda one, other: compared.append((one, other)) or "")  # type: ignore[func-returns-value]
    assert len(compared) < 20 * len(facts)


@pytest.mark.req("C5")
def test_memories_that_share_a_file_an_error_or_rare_words_are_linked_both_ways() -> None:
    facts = [
        a_fact("a", files=("kettle.py",), errors=("no such lid",)),
        a_fact("b", errors=("no such lid",)),
        a_fact("c", files=("kettle.py",)),
        a_fact("d", keywords=("Whistle", "flame")),
        a_fact("e", keywords=("whistle", "Flame", "tea")),
        a_fact("f", keywords=("tea",)),
    ]
    links = {step.id: step.to for step in plan_links(facts)}
    assert links == {"a": ("b", "c"), "b": ("a",), "c": ("a",), "d": ("e",), "e": ("d",)}


@pytest.mark.req("C5")
def test_links_that_are_there_already_are_left_alone_and_stale_ones_go() -> None:
    linked = a_fact("a", files=("k.py",), links=("b",)), a_fact("b", files=("k.py",), links=("a",))
    assert plan_links(linked) == []
    assert plan_links(linked[:1]) == [Link("a", (), "nothing is related")]


def test_what_everybody_shares_links_nobody_and_no_memory_has_too_many_links() -> None:
    assert plan_links([a_fact(f"f{n}", files=("k.py",)) for n in range(MOST_SHARED + 1)]) == []
    few = plan_links([a_fact(f"f{n}", files=("k.py",)) for n in range(MOST_SHARED)])
    assert {len(step.to) for step in few} == {MOST_LINKS}


@pytest.mark.req("C13")
def test_what_is_shared_never_names_what_is_private() -> None:
    facts = [a_fact("a", files=("k.py",)), a_fact("b", files=("k.py",), private=True)]
    assert [(step.id, step.to) for step in plan_links(facts)] == [("b", ("a",))]


def test_exchanges_are_grouped_by_their_concepts_and_not_linked() -> None:
    assert plan_links([a_facet("a", files=("k.py",)), a_facet("b", files=("k.py",))]) == []
