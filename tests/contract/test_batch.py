"""Many words as one: all of it, or nothing."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

import lamina
from lamina.errors import BadInput, NotFound
from lamina.words.writing import FLUSH
from tests.factories import Opener, a_session, everything, texts


def test_a_batch_is_saved_when_it_ends(open_memory: Opener) -> None:
    memory, other = open_memory(), open_memory()
    with memory.batch():
        memory.remember("Use pnpm")
        memory.record(a_session())
        assert other.recall("pnpm tests") == []
    assert len(other.recall("pnpm tests")) == 2


@pytest.mark.parametrize("filler", [0, FLUSH + 10])
def test_a_batch_that_fails_leaves_nothing(memory: lamina.Memory, tmp_path: Path, filler: int) -> None:
    memory.remember("Use pnpm")
    before = everything(memory, tmp_path)

    def fails() -> None:
        with memory.batch():
            memory.record(a_session())
            for number in range(filler):
                memory.remember(f"Kiosk {number}")
            if filler:
                memory.recall("kiosk")
            memory.remember("use PNPM", tags=("again",))
            memory.remember("")

    with pytest.raises(BadInput):
        fails()
    assert everything(memory, tmp_path) == before
    memory.remember("Kiosks are blue")
    assert texts(memory, "kiosk", mode="lexical") == ["Kiosks are blue"]
    assert memory.undo().action == "remember"


def test_a_look_around_in_a_batch_that_fails_leaves_no_trace(memory: lamina.Memory) -> None:
    item = memory.remember("Kiosks are blue")
    with suppress(KeyError), memory.batch():
        memory.forget(item.id)
        assert memory.recall("kiosk") == []
        raise KeyError
    memory.remember("Kiosks are round")
    assert set(texts(memory, "kiosk", mode="lexical")) == {"Kiosks are blue", "Kiosks are round"}


def test_the_same_text_in_one_batch_is_one_memory(memory: lamina.Memory) -> None:
    with memory.batch():
        first = memory.remember("Use pnpm", tags=("a",))
        again = memory.remember("use pnpm.", tags=("b",))
    assert first.id == again.id
    assert memory.status().pending == 1
    assert memory.get(first.id).tags == ("a", "b")


def test_the_same_text_for_me_and_for_all_stays_two_memories(open_memory: Opener) -> None:
    ann, bob = open_memory(user="ann"), open_memory(user="bob")
    with ann.batch():
        mine = ann.remember("Use pnpm", visibility="user-private")
        ours = ann.remember("Use pnpm")
        everywhere = ann.remember("Use pnpm", layer="system")
    assert len({mine.id, ours.id, everywhere.id}) == 3
    assert texts(bob, "pnpm") == ["Use pnpm", "Use pnpm"]


def test_a_batch_over_several_projects_is_one_change(open_memory: Opener) -> None:
    memory = open_memory()
    with memory.batch():
        for number in range(FLUSH):
            memory.remember(f"Kiosk {number}")
        memory.remember("Everywhere", layer="system")
        memory.remember("Only here")
    assert memory.status().pending == FLUSH + 2
    assert memory.undo().items == FLUSH + 2
    assert memory.status().pending == 0
    with pytest.raises(NotFound):
        memory.undo()


def test_recording_a_session_twice_in_one_batch_is_recording_it_once(memory: lamina.Memory, tmp_path: Path) -> None:
    memory.record(a_session("One?", "1", "Two?"))
    with memory.batch():
        memory.record(a_session("One?", "1", "Two?", "2"))
        memory.record(a_session("One?", "1", "Two?", "2", "Three?", "3"))
    once = everything(memory, tmp_path)
    memory.undo()
    memory.record(a_session("One?", "1", "Two?", "2", "Three?", "3"))
    assert everything(memory, tmp_path) == once
    assert memory.status().exchanges == 3


def test_loading_a_chat_twice_says_that_nothing_is_new(memory: lamina.Memory, tmp_path: Path) -> None:
    path = tmp_path / "chat.jsonl"
    path.write_text(
        '{"session_id": "c1", "ts": "2026-03-02T10:00:00+01:00", "role": "user", "text": "Where is the kiosk?"}\n'
        '{"session_id": "c1", "ts": "2026-03-02T10:01:00+01:00", "role": "assistant", "text": "In the hall."}\n'
    )
    first = memory.load(str(path), "chat")
    assert (first.sessions, first.turns, first.items, first.unchanged) == (1, 2, 1, 0)
    again = memory.load(str(path), "chat")
    assert (again.items, again.unchanged) == (0, 1)
