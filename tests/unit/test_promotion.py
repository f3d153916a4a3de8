"""Who may rise, and the words in which the others are told why not."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from lamina.consolidate.promotion import (
    NotYet,
    Policy,
    Promote,
    Ready,
    offered_for_core,
    plan_run,
    threshold_for,
    to_core,
    to_long_term,
)
from lamina.model.consolidation import Archive
from lamina.model.memory import Evidence, MemoryItem, Trust, Usage
from tests.factories import NOON, an_item

POLICY = Policy()


def seen(times: int, speaker: Any = "assistant", **more: Any) -> MemoryItem:
    evidence = tuple(Evidence(f"s{number}", f"x{number}", 1, 2, speaker) for number in range(times))
    return an_item("Tests run with pnpm test", evidence=evidence, importance=more.pop("importance", 0.5), **more)


def long_term(times: int, days: float = 30, **trust: Any) -> MemoryItem:
    return seen(times, trust=Trust("long_term", promoted_long_term_at=NOON - timedelta(days=days), **trust))


@pytest.mark.req("A2", "A5")
@pytest.mark.parametrize(
    ("item", "why"),
    [
        (seen(1), "Count too low: 1/2"),
        (seen(2), "Not approved yet"),
        (seen(5, trust=Trust(denied_at=NOON, approved_long_term_at=NOON)), "Denied: it is never proposed again"),
        (long_term(5), "It is long-term already"),
    ],
)
def test_what_may_not_rise_is_told_why(item: MemoryItem, why: str) -> None:
    assert to_long_term(item, POLICY, now=NOON) == NotYet(why)


@pytest.mark.req("A2", "A5")
def test_count_and_approval_open_the_door_to_long_term() -> None:
    assert isinstance(to_long_term(seen(2, trust=Trust(approved_long_term_at=NOON)), POLICY, now=NOON), Ready)


@pytest.mark.req("C7", "D7")
def test_what_use_has_moved_counts_like_importance() -> None:
    assert to_long_term(seen(1, importance=0.6, moved=0.15), POLICY, now=NOON) == Ready("Importance 0.75 ≥ 0.7")
    assert isinstance(to_long_term(seen(1, importance=0.75, moved=-0.1), POLICY, now=NOON), NotYet)


@pytest.mark.req("D2", "D8")
def test_importance_a_tag_or_age_opens_it_without_anybody() -> None:
    assert isinstance(to_long_term(seen(1, importance=0.7), POLICY, now=NOON), Ready)
    assert isinstance(to_long_term(seen(1, importance=0.69), POLICY, now=NOON), NotYet)
    assert to_long_term(seen(1, tags=("critical",)), POLICY, now=NOON) == Ready("Tagged critical")
    old = seen(1, importance=0.65, first_seen=NOON - timedelta(days=61))
    verdict = to_long_term(old, POLICY, now=NOON)
    assert verdict == Ready("Importance 0.65 ≥ 0.6 (lowered by age from 0.7)")


@pytest.mark.req("D8")
def test_the_threshold_falls_with_age_and_stops_at_the_floor() -> None:
    ages = [threshold_for(seen(1, first_seen=NOON - timedelta(days=d)), POLICY, now=NOON) for d in (0, 29, 30, 60, 999)]
    assert ages == [0.7, 0.7, 0.65, 0.6, 0.6]
    # A threshold below the floor is a person's wish: age does not raise it.
    assert threshold_for(seen(1), Policy(promote_threshold=0.2), now=NOON) == 0.2


@pytest.mark.req("A2")
@pytest.mark.parametrize(
    ("item", "why"),
    [
        (long_term(2, approved_core_at=NOON), "Count too low: 2/3"),
        (long_term(3, days=6, approved_core_at=NOON), "Too new in long-term: 6/7 days"),
        (long_term(3), "Not approved for core yet"),
        (seen(3), "It is pending already"),
    ],
)
def test_core_needs_count_days_and_approval(item: MemoryItem, why: str) -> None:
    assert to_core(item, POLICY, now=NOON) == NotYet(why)


@pytest.mark.req("A2", "A13")
def test_what_has_waited_for_years_is_still_promotable() -> None:
    assert isinstance(to_core(long_term(3, days=3000, approved_core_at=NOON), POLICY, now=NOON), Ready)


@pytest.mark.req("A2")
def test_what_a_user_said_outright_needs_one_approval_and_no_wait() -> None:
    trust = Trust("long_term", promoted_long_term_at=NOON, approved_core_at=NOON)
    rule = seen(1, "user", category="rule", trust=trust)
    assert to_core(rule, POLICY, now=NOON) == Ready("Said outright and approved")
    said_by_a_tool = seen(1, "tool", category="rule", trust=trust)
    assert isinstance(to_core(said_by_a_tool, POLICY, now=NOON), NotYet)


@pytest.mark.req("A7")
def test_offers_for_core_come_most_often_seen_first() -> None:
    items = [long_term(times)._replace(id=f"i{times}") for times in (3, 7, 2, 5)]
    assert [one.id for one in offered_for_core(items, POLICY, now=NOON)] == ["i7", "i5", "i3"]


@pytest.mark.req("D3")
def test_too_many_waiting_means_the_oldest_are_archived_and_the_newest_stay() -> None:
    items = [seen(1, id=f"i{n}", last_seen=NOON + timedelta(minutes=n)) for n in (3, 1, 4, 2)]
    plan = plan_run(items, Policy(short_term_max_lines=2), now=NOON)
    assert plan == [Archive("i1", "Rotated out: more than 2 are waiting"), Archive("i2", plan[1].why)]


@pytest.mark.req("D8")
def test_what_is_old_and_unimportant_expires_unless_somebody_needed_it() -> None:
    old = NOON - timedelta(days=400)
    plain = seen(1, importance=0.3, first_seen=old, last_seen=old)
    needed = plain._replace(id="cited", usage=Usage(cited=1))
    approved = plain._replace(id="approved", trust=Trust(approved_long_term_at=NOON))
    recent = plain._replace(id="recent", last_seen=NOON)
    plan = plan_run([plain, needed, approved, recent], Policy(min_count=9), now=NOON)
    assert [(type(step), step.id) for step in plan] == [(Archive, plain.id)]


def test_a_run_says_why_each_one_rises() -> None:
    [step] = plan_run([seen(1, importance=0.9)], POLICY, now=NOON)
    assert step == Promote("i-1", "Importance 0.9 ≥ 0.7")
