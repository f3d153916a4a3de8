"""What is due is done once per project, whoever asks; what there was no time for stays due."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

import lamina
from lamina.model.consolidation import consolidating
from lamina.words.upkeep import last_night
from tests.factories import Clock, Opener


@pytest.mark.req("D2")
def test_promotion_is_due_every_ten_minutes_and_not_before(memory: lamina.Memory, clock: Clock) -> None:
    memory.remember("The kettle whistles at noon", importance=0.9)
    [done] = memory.upkeep()
    assert done.promotion
    assert done.promotion.promoted == 1
    assert memory.upkeep() == []
    clock.forward(minutes=9)
    assert memory.upkeep() == []
    clock.forward(minutes=2)
    [again] = memory.upkeep()
    assert again.promotion
    assert again.promotion.promoted == 0


@pytest.mark.req("C5")
def test_consolidation_is_due_once_a_night(memory: lamina.Memory, clock: Clock) -> None:
    memory.remember("The kettle whistles at noon")
    assert [one.consolidation is not None for one in memory.upkeep()] == [True]
    clock.forward(minutes=11)
    assert [one.consolidation is not None for one in memory.upkeep()] == [False]
    clock.forward(days=1)
    assert [one.consolidation is not None for one in memory.upkeep()] == [True]


@pytest.mark.req("C5")
def test_two_who_look_at_once_do_it_once(open_memory: Opener) -> None:
    with open_memory() as one, open_memory(user="bob") as other:
        one.remember("The kettle whistles at noon")
        assert len(one.upkeep()) == 1
        assert other.upkeep() == []


@pytest.mark.req("C5")
def test_without_time_nothing_is_done_and_all_stays_due(memory: lamina.Memory) -> None:
    memory.remember("The kettle whistles at noon", importance=0.9)
    assert memory.upkeep(seconds=0) == []
    assert len(memory.upkeep()) == 1


@pytest.mark.req("C5")
def test_consolidation_that_somebody_does_by_hand_is_left_to_them(open_memory: Opener) -> None:
    with open_memory() as one, open_memory() as other:
        one.remember("The kettle whistles at noon")
        with one._store.only_one(consolidating(one.viewer.projects[0])):
            [done] = other.upkeep()
    assert done.consolidation is None


@pytest.mark.parametrize("hours", range(0, 72, 5))
def test_the_last_night_is_never_more_than_a_day_ago(hours: int) -> None:
    now = datetime(2026, 3, 2, tzinfo=UTC) + timedelta(hours=hours)
    assert timedelta() <= now - last_night(now) < timedelta(hours=25)
