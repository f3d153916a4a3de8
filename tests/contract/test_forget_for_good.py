"""Purging: nothing is left, and nothing brings it back but the person's own word."""

from __future__ import annotations

from pathlib import Path

import pytest

import lamina
from lamina import Session, Turn
from lamina.errors import NotFound
from lamina.model.review import Selector
from tests.contract.stores import holds
from tests.factories import NOON, Clock, Opener, a_session, everything, records, texts

SECRET = "xylophonequartz"
SAID = (f"The key is {SECRET}", f"I noted {SECRET}.", "And the log?", "In /var/log.")


def filled(memory: lamina.Memory) -> None:
    """Enough other rows that the index has files."""
    with memory.batch():
        for number in range(80):
            memory.remember(f"Filler {number} says nothing")


def test_nothing_of_a_purged_memory_is_left_in_any_file_or_table(open_memory: Opener) -> None:
    memory, other = open_memory(), open_memory()
    item = memory.remember(f"The key is {SECRET}")
    memory.edit(item.id, f"The key was {SECRET}")
    memory.edit(item.id, "The key is elsewhere")
    filled(memory)
    assert texts(other, "key", limit=1)
    assert holds(open_memory, SECRET)
    memory.forget(item.id, now=True)
    assert holds(open_memory, SECRET) == []
    assert texts(other, "key", mode="lexical") == []


def test_nothing_of_a_purged_exchange_is_left_although_its_session_grew(open_memory: Opener) -> None:
    memory = open_memory()
    said = (*SAID, "And the config?", "In /etc.")
    for length in range(1, len(said) + 1):  # as a hook would record it, turn by turn
        memory.record(a_session(*said[:length]))
    filled(memory)
    memory.forget(Selector(query=SECRET), now=True)
    assert holds(open_memory, SECRET) == []
    assert texts(memory, "config", mode="lexical", limit=1) == ["And the config?\n\nIn /etc."]


def test_nothing_is_left_after_an_undo_and_a_purge(open_memory: Opener) -> None:
    memory = open_memory()
    memory.record(a_session("Where is the key?"))
    memory.record(a_session("Where is the key?", f"It is {SECRET}.", "Thanks"))
    memory.undo()
    memory.forget(Selector(session="s1"), now=True)
    assert holds(open_memory, SECRET) == []


def test_what_was_forgotten_is_purged_after_seven_days(open_memory: Opener, clock: Clock) -> None:
    memory = open_memory()
    memory.record(a_session(*SAID))
    filled(memory)
    memory.forget(Selector(query=SECRET))
    memory.close()
    assert holds(open_memory, SECRET)
    clock.forward(days=7.1)
    open_memory().remember("Something else")
    assert holds(open_memory, SECRET) == []


def test_more_than_a_thousand_forgotten_memories_are_purged_too(open_memory: Opener, clock: Clock) -> None:
    memory = open_memory()
    with memory.batch():
        for number in range(1100):
            memory.remember(f"{SECRET} {number}")
    memory.forget(Selector(query=SECRET))
    clock.forward(days=8)
    memory.close()
    open_memory().remember("Something else")
    assert holds(open_memory, SECRET) == []


def test_a_purge_cannot_be_undone(memory: lamina.Memory) -> None:
    memory.remember("Use uv")
    gone = memory.forget(memory.remember("Use pnpm").id, now=True)
    with pytest.raises(NotFound):
        memory.undo(gone.entry)
    assert texts(memory, "use") == ["Use uv"]


@pytest.mark.parametrize("now", [False, True])
def test_recording_the_session_again_does_not_bring_it_back(open_memory: Opener, now: bool) -> None:
    memory = open_memory()
    memory.record(a_session(*SAID))
    memory.forget(Selector(query=SECRET), now=now)
    again = memory.record(a_session(*SAID, "And the config?", "In /etc."))
    assert (again.refused, again.exchanges) == (1, 3)
    assert texts(memory, SECRET, mode="lexical") == []
    if now:
        assert holds(open_memory, SECRET) == []


@pytest.mark.parametrize("now", [False, True])
def test_loading_an_old_export_does_not_bring_it_back(open_memory: Opener, tmp_path: Path, now: bool) -> None:
    memory = open_memory()
    memory.record(a_session(*SAID))
    item = memory.remember(f"Never say {SECRET}")
    memory.edit(item.id, f"Never ever say {SECRET}")
    everything(memory, tmp_path, "old.jsonl")
    memory.forget(Selector(query=SECRET), now=now)
    loaded = memory.load(str(tmp_path / "old.jsonl"))
    assert loaded.items == 0
    assert texts(memory, SECRET, mode="lexical") == []
    assert SECRET not in everything(memory, tmp_path).decode()
    if now:
        assert loaded.refused == 2
        assert holds(open_memory, SECRET) == []


def test_an_export_carries_tombstones_along(open_memory: Opener, tmp_path: Path) -> None:
    memory = open_memory()
    memory.record(a_session(*SAID))
    memory.forget(Selector(query=SECRET))
    out = everything(memory, tmp_path)
    assert SECRET.encode() not in out
    assert len(records(out, "tombstone")) == 1


def test_saying_it_again_outright_brings_it_back(memory: lamina.Memory, tmp_path: Path) -> None:
    memory.forget(memory.remember("Use pnpm").id, now=True)
    again = memory.remember("Use pnpm")
    assert texts(memory, "pnpm") == ["Use pnpm"]
    assert memory.get(again.id).version == 1
    assert records(everything(memory, tmp_path), "tombstone") == []


def test_purging_one_exchange_leaves_the_turns_of_the_others(memory: lamina.Memory) -> None:
    turns = tuple(
        Turn("user" if n % 2 == 0 else "assistant", f"line {n} {'cache' if n < 2 else 'log'}") for n in range(6)
    )
    memory.record(Session("s1", NOON, turns))
    memory.forget(Selector(query="cache"), now=True)
    left = memory.forget(Selector(session="s1"), dry_run=True).ids
    numbers = [one.number for id_ in left for one in memory.trace(id_).exchanges[0].turns]
    assert numbers == [3, 4, 5, 6]
