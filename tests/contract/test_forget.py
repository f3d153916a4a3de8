"""Hiding memories: what is meant, what is shown, and how long it can be taken back."""

from __future__ import annotations

from datetime import timedelta

import pytest

import lamina
from lamina.errors import BadInput, NotFound
from lamina.model.review import Selector
from tests.factories import NOON, Clock, Opener, a_session, texts

FOUR = ("Where is the cache?", "In ~/.cache.", "And the kiosk log?", "In /var/log.")


def test_a_memory_is_forgotten_by_its_id_or_the_beginning_of_it(memory: lamina.Memory) -> None:
    one, two = memory.remember("Use pnpm"), memory.remember("Use uv")
    memory.forget(one.id)
    assert memory.forget(two.id[:30]).ids == (two.id,)
    assert memory.recall("use") == []
    with pytest.raises(NotFound):
        memory.get(one.id)
    with pytest.raises(NotFound):
        memory.forget(one.id)


def test_a_query_forgets_what_holds_all_its_words(memory: lamina.Memory) -> None:
    memory.remember("The kiosk runs Windows")
    memory.remember("The kiosk is blue")
    memory.remember("Windows need cleaning")
    assert memory.forget(Selector(query="kiosk windows")).texts == ("kiosk runs Windows",)
    assert set(texts(memory, "kiosk windows")) == {"The kiosk is blue", "Windows need cleaning"}


def test_a_query_does_not_mean_what_was_said_next_to_it(memory: lamina.Memory) -> None:
    memory.record(a_session(*FOUR))
    assert memory.forget(Selector(query="kiosk")).texts == ("And kiosk log? In /var/log.",)


def test_a_session_is_forgotten_whole(memory: lamina.Memory) -> None:
    memory.record(a_session(*FOUR, id="s1"))
    memory.record(a_session("Where is the cache of tea?", id="s2"))
    assert len(memory.forget(Selector(session="s1")).ids) == 2
    assert texts(memory, "cache kiosk") == ["Where is the cache of tea?"]
    assert memory.status().sessions == 1


def test_a_project_is_forgotten_by_name_and_no_other(open_memory: Opener) -> None:
    tea, coffee = open_memory(project="tea"), open_memory(project="coffee")
    tea.remember("Kiosk in tea")
    coffee.remember("Kiosk in coffee")
    done = tea.forget(Selector(project="coffee"))
    assert done.texts == ("Kiosk in coffee",)
    assert (texts(tea, "kiosk"), texts(coffee, "kiosk")) == (["Kiosk in tea"], [])
    tea.undo()  # here is where it was said
    assert texts(coffee, "kiosk") == ["Kiosk in coffee"]


def test_days_bound_what_is_forgotten(memory: lamina.Memory, clock: Clock) -> None:
    for day in range(4):
        memory.remember(f"Kiosk on day {day}")
        clock.forward(days=1)
    span = Selector(after=NOON + timedelta(hours=12), before=NOON + timedelta(days=2, hours=12))
    assert memory.forget(span).texts == ("Kiosk on day 1", "Kiosk on day 2")
    assert set(texts(memory, "kiosk")) == {"Kiosk on day 0", "Kiosk on day 3"}


def test_every_part_of_a_selector_must_match(memory: lamina.Memory) -> None:
    memory.record(a_session(*FOUR, id="s1"))
    memory.record(a_session("Is the kiosk open?", id="s2"))
    assert memory.forget(Selector(query="kiosk", session="s2"), dry_run=True).texts == ("kiosk open?",)


def test_a_selector_that_says_nothing_forgets_nothing(memory: lamina.Memory) -> None:
    memory.remember("Use pnpm")
    with pytest.raises(BadInput):
        memory.forget(Selector())
    with pytest.raises(NotFound):
        memory.forget(Selector(project="no such project"))
    assert memory.forget(Selector(query="unheard of")).ids == ()
    assert texts(memory, "pnpm") == ["Use pnpm"]


def test_a_dry_run_shows_what_would_go_and_changes_nothing(memory: lamina.Memory) -> None:
    item = memory.remember("Use pnpm")
    for now in (False, True):
        would = memory.forget(item.id, dry_run=True, now=now)
        assert (would.ids, would.dry_run, would.entry) == ((item.id,), True, "")
    assert texts(memory, "pnpm") == ["Use pnpm"]
    assert memory.get(item.id) == item
    assert memory.undo().action == "remember"  # the dry run left nothing that could be undone


@pytest.mark.parametrize("days", [0, 6.9])
def test_forgetting_can_be_undone_for_seven_days(memory: lamina.Memory, clock: Clock, days: float) -> None:
    item = memory.remember("Use pnpm", tags=("js",))
    memory.record(a_session(*FOUR))
    memory.forget(Selector(session="s1"))
    gone = memory.forget(item.id)
    clock.forward(days=days)
    assert memory.undo(gone.entry).items == 1
    assert memory.get(item.id) == item
    memory.undo()
    assert texts(memory, "kiosk", limit=1) == ["And the kiosk log?\n\nIn /var/log."]
    assert len(memory.trace(memory.recall("kiosk", mode="lexical")[0].id).exchanges[0].turns) == 2


def test_after_seven_days_there_is_nothing_to_undo(open_memory: Opener, clock: Clock) -> None:
    memory = open_memory()
    memory.remember("Use uv")
    gone = memory.forget(memory.remember("Use pnpm").id)
    clock.forward(days=7.1)
    with pytest.raises(NotFound):
        memory.undo(gone.entry)
    assert memory.undo().action == "remember"  # of uv: the last change that can still be undone
    assert open_memory().recall("use") == []


def test_the_neighbours_of_a_forgotten_exchange_no_longer_answer_for_it(memory: lamina.Memory) -> None:
    memory.record(a_session(*FOUR, "And the config?", "In /etc."))
    assert len(texts(memory, "kiosk", mode="lexical")) == 3
    memory.forget(Selector(query="kiosk"))
    assert texts(memory, "kiosk", mode="lexical") == []
    memory.undo()
    assert len(texts(memory, "kiosk", mode="lexical")) == 3


def test_forgetting_can_be_undone_although_the_session_went_on(memory: lamina.Memory) -> None:
    memory.record(a_session(*FOUR))
    gone = memory.forget(Selector(query="kiosk"))
    memory.record(a_session(*FOUR, "And the config?", "In /etc."))
    assert texts(memory, "kiosk", mode="lexical") == []
    memory.undo(gone.entry)
    memory.record(a_session(*FOUR, "And the config?", "In /etc."))
    assert len(texts(memory, "kiosk", mode="lexical")) == 3
