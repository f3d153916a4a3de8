"""What was acknowledged is found by the very next recall: here, next door, and after a restart."""

from __future__ import annotations

import pytest

import lamina
from lamina.model.review import Selector
from tests.contract.stores import finished, started
from tests.factories import Opener, a_session, texts

MANY = 700
"""More rows than wait for the index at any one time."""


def test_a_write_is_found_by_the_very_next_recall(memory: lamina.Memory) -> None:
    for number in range(70):  # passes the point at which the index catches up
        memory.remember(f"Ticket T{number}x is about tea")
        assert texts(memory, f"T{number}x", mode="lexical", limit=1) == [f"Ticket T{number}x is about tea"]


def test_a_second_open_connection_sees_it_at_once(open_memory: Opener) -> None:
    writer, reader = open_memory(), open_memory()
    assert texts(reader, "pnpm") == []
    item = writer.remember("Use pnpm")
    assert texts(reader, "pnpm") == ["Use pnpm"]
    writer.edit(item.id, "Use yarn, not pnpm")
    assert texts(reader, "pnpm") == ["Use yarn, not pnpm"]
    reader.forget(item.id)
    assert texts(writer, "pnpm") == []
    reader.undo()
    assert texts(writer, "pnpm") == ["Use yarn, not pnpm"]


def test_a_reader_follows_while_somebody_else_writes_a_lot(open_memory: Opener) -> None:
    writer, reader = open_memory(), open_memory()
    for part in range(3):
        with writer.batch():
            for number in range(MANY // 3):
                writer.remember(f"Row R{part}n{number}q of the table")
        last = MANY // 3 - 1
        assert texts(reader, f"R{part}n{last}q", mode="lexical", limit=1) == [f"Row R{part}n{last}q of the table"]
    assert reader.status().pending == MANY // 3 * 3


def test_another_process_sees_it_and_is_seen(open_memory: Opener) -> None:
    memory = open_memory()
    memory.remember("Use pnpm")
    code = "print(memory.recall('pnpm')[0].text)\nmemory.remember('Use uv for Python')"
    assert finished(started(open_memory, code)).strip() == "Use pnpm"
    assert texts(memory, "Python") == ["Use uv for Python"]


@pytest.mark.req("C9")
def test_everything_is_there_after_a_restart(open_memory: Opener) -> None:
    with open_memory() as memory:
        memory.remember("Use pnpm", tags=("js",))
        memory.record(a_session())
        before = {hit.id: hit.score for hit in memory.recall("pnpm tests make")}
        assert len(before) == 2
    with open_memory() as memory:
        assert {hit.id: hit.score for hit in memory.recall("pnpm tests make")} == before
        assert memory.status().sessions == 1


@pytest.mark.parametrize("mode", ["lexical", "semantic"])
def test_an_edited_text_is_found_by_its_new_words_only(memory: lamina.Memory, mode: str) -> None:
    with memory.batch():
        for number in range(100):  # both the indexed and the waiting rows are asked
            memory.remember(f"Filler {number} says nothing")
    item = memory.remember("The automobile needs petrol")
    memory.reindex()
    memory.edit(item.id, "Giraffes eat acacia leaves")
    assert texts(memory, "giraffe", mode=mode, limit=1) == ["Giraffes eat acacia leaves"]
    assert "Giraffes eat acacia leaves" not in texts(memory, "automobile petrol", mode=mode, limit=1)
    memory.undo()
    assert texts(memory, "petrol", mode=mode, limit=1) == ["The automobile needs petrol"]
    assert "The automobile needs petrol" not in texts(memory, "giraffe", mode=mode, limit=1)


def test_a_forgotten_memory_is_gone_from_the_very_next_recall(open_memory: Opener) -> None:
    memory, other = open_memory(), open_memory()
    memory.record(a_session())
    assert texts(other, "tests")
    memory.forget(Selector(session="s1"))
    for mode in ("lexical", "semantic", "hybrid"):
        assert texts(memory, "tests", mode=mode) == texts(other, "tests", mode=mode) == []
