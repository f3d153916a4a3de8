"""What grows old is told briefly, and what is used or ignored moves: each only so far."""

from __future__ import annotations

import pytest

from lamina.consolidate.ageing import Ageing
from lamina.consolidate.ranking import MOST, moved_by_use, plan_ranking
from lamina.consolidate.shortening import plan_shortening
from lamina.model.consolidation import Facet, Rank
from lamina.model.memory import Length
from tests.factories import NOON, a_facet


def lengths(*facets: Facet, days: tuple[float, ...] = ()) -> list[Length]:
    return [step.to for step in plan_shortening(facets, Ageing(*days), now=NOON)]


@pytest.mark.req("C5")
@pytest.mark.parametrize("kind", ["exchange", "episode"])
def test_what_happened_is_a_summary_after_a_week_and_a_line_after_a_month(kind: str) -> None:
    assert lengths(a_facet(days=6.9, kind=kind)) == []
    assert lengths(a_facet(days=7, kind=kind)) == ["summary"]
    assert lengths(a_facet(days=29.9, kind=kind)) == ["summary"]
    assert lengths(a_facet(days=30, kind=kind)) == ["compressed"]


@pytest.mark.req("C5")
def test_what_is_short_already_is_not_made_longer_nor_shortened_twice() -> None:
    assert lengths(a_facet(days=10, shown="compressed"), a_facet(days=10, shown="summary")) == []
    assert lengths(a_facet(days=40, shown="index")) == []
    assert lengths(a_facet(days=40, shown="summary")) == ["compressed"]


@pytest.mark.req("C5")
def test_facts_the_pinned_and_what_is_core_are_told_in_full() -> None:
    assert lengths(a_facet(days=400, kind="fact"), a_facet(days=400, kind="concept")) == []
    assert lengths(a_facet(days=400, pinned=True), a_facet(days=400, kind="episode", level="core")) == []


def test_the_ages_are_settings() -> None:
    assert lengths(a_facet(days=2), days=(1, 2, 3)) == ["compressed"]


@pytest.mark.req("C5", "C7")
def test_citations_raise_and_being_ignored_lowers_and_neither_goes_on_for_ever() -> None:
    assert moved_by_use(0, 0) == 0
    assert 0 < moved_by_use(1, 0) < moved_by_use(5, 0) < moved_by_use(10**6, 0) <= MOST
    assert 0 > moved_by_use(0, 1) > moved_by_use(0, 5) > moved_by_use(0, 10**6) >= -MOST
    assert moved_by_use(3, 3) == 0


@pytest.mark.req("C7")
def test_use_moves_a_memory_once_and_not_again_each_night() -> None:
    [step] = plan_ranking([a_facet(cited=2)])
    assert step == Rank("f-1", moved_by_use(2, 0), "cited more than ignored")
    assert plan_ranking([a_facet(cited=2, moved=step.moved)]) == []
    assert plan_ranking([a_facet(retrieved=9)]) == []
    assert a_facet(cited=2, importance=0.9, moved=step.moved).worth == 1.0
