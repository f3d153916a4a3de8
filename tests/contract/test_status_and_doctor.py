"""The store at a glance, and what is wrong with it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

import lamina
from lamina.model.memory import Trust, Validity
from tests.contract.stores import address_of, index_folder
from tests.factories import NOON, Clock, Opener, a_session, an_item, denied, put, texts


@pytest.mark.req("A7", "A11")
def test_status_counts_per_level_and_says_what_was_done_last(memory: lamina.Memory, clock: Clock) -> None:
    put(
        memory,
        an_item("Long", id="i-1", trust=Trust("long_term")),
        an_item("Core", id="i-2", trust=Trust("core")),
        an_item("No", id="i-3", trust=denied()),
        an_item("Old", id="i-4", archived_at=NOON),
        an_item("Past", id="i-5", validity=Validity(NOON, NOON + timedelta(1)), forgotten_at=NOON),
    )
    memory.record(a_session("One?", "1", "Two?", "2"))
    memory.remember("Use pnpm")
    status = memory.status()
    assert (status.pending, status.long_term, status.core) == (1, 1, 1)
    assert (status.denied, status.archived, status.sessions, status.exchanges) == (1, 1, 1, 2)
    assert status.last_action is not None
    assert status.last_action["action"] == "remember"
    assert status.last_action["ts"].startswith("2026-03-02T12:00:00")
    assert status.bytes > 10_000


def test_status_never_shows_a_password(memory: lamina.Memory) -> None:
    assert memory.status().store.startswith(("sqlite:///", "postgresql://"))
    assert "secret" not in memory.status().store


def test_a_healthy_store_passes_every_check(memory: lamina.Memory) -> None:
    with memory.batch():
        for number in range(100):
            memory.remember(f"Kiosk {number}")
    memory.edit(memory.recall("kiosk")[0].id, "Not a shop")
    memory.forget(memory.recall("kiosk")[0].id)
    memory.remember("One more")
    memory.undo()
    assert [check for check in memory.doctor() if not check.ok] == []


def _many(open_memory: Opener) -> None:
    with open_memory() as memory, memory.batch():
        for number in range(150):
            memory.remember(f"Kiosk K{number}x is blue")


def _every_file(folder: Path) -> list[Path]:
    return [one for one in folder.rglob("*") if one.is_file()]


def _delete_all(folder: Path) -> None:
    shutil.rmtree(folder)


def _delete_meta(folder: Path) -> None:
    next(folder.rglob("meta.json")).unlink()


def _garble_meta(folder: Path) -> None:
    next(folder.rglob("meta.json")).write_text("{")


def _delete_segments(folder: Path) -> None:
    for one in _every_file(folder):
        if one.suffix in (".idx", ".term", ".fast", ".fieldnorm"):
            one.unlink()


def _garble_segments(folder: Path) -> None:
    for one in _every_file(folder):
        if one.suffix in (".idx", ".term", ".fast", ".fieldnorm", ".store"):
            one.write_bytes(b"\xa5" * one.stat().st_size)


def _cut_segments(folder: Path) -> None:
    for one in _every_file(folder):
        if one.suffix in (".idx", ".term", ".fast", ".fieldnorm", ".store"):
            one.write_bytes(one.read_bytes()[: one.stat().st_size // 2])


DAMAGES = (_delete_all, _delete_meta, _garble_meta, _delete_segments, _garble_segments, _cut_segments)


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda one: one.__name__.strip("_"))
def test_a_damaged_index_is_found_by_the_doctor_and_mended(
    fresh_store: Callable[[str], Opener], damage: Callable[[Path], None]
) -> None:
    open_memory = fresh_store("sqlite")
    _many(open_memory)
    damage(index_folder(open_memory))
    with open_memory() as memory:
        bad = [check for check in memory.doctor() if not check.ok]
        assert [check.mend for check in bad] == ["lamina reindex"]
        assert memory.reindex() == 150
        assert all(check.ok for check in memory.doctor())
        assert texts(memory, "K77x", mode="lexical", limit=1) == ["Kiosk K77x is blue"]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda one: one.__name__.strip("_"))
def test_the_very_next_recall_answers_although_the_index_is_damaged(
    fresh_store: Callable[[str], Opener], damage: Callable[[Path], None]
) -> None:
    open_memory = fresh_store("sqlite")
    _many(open_memory)
    damage(index_folder(open_memory))
    with open_memory() as memory:
        assert texts(memory, "K77x", mode="lexical", limit=1) == ["Kiosk K77x is blue"]
        memory.remember("Kiosk K999x is red")
        assert texts(memory, "K999x", mode="lexical", limit=1) == ["Kiosk K999x is red"]
        assert all(check.ok for check in memory.doctor())


def test_a_damaged_index_does_not_stop_a_writer(fresh_store: Callable[[str], Opener]) -> None:
    open_memory = fresh_store("sqlite")
    _many(open_memory)
    _garble_segments(index_folder(open_memory))
    with open_memory() as memory:
        with memory.batch():
            for number in range(150):
                memory.remember(f"Tea house T{number}x")
        for name in ("Kiosk K7x is blue", "Tea house T7x"):
            assert texts(memory, name, mode="lexical", limit=1) == [name]


def test_postgres_lost_index_rows_are_found_and_mended(fresh_store: Callable[[str], Opener]) -> None:
    import psycopg

    open_memory = fresh_store("postgres")
    _many(open_memory)
    with psycopg.connect(address_of(open_memory), autocommit=True) as connection:
        connection.execute("DELETE FROM search WHERE n % 2 = 0")
    with open_memory() as memory:
        assert [check.mend for check in memory.doctor() if not check.ok] == ["lamina reindex"]
        assert memory.reindex() == 150
        assert all(check.ok for check in memory.doctor())
        assert texts(memory, "K78x", mode="lexical", limit=1) == ["Kiosk K78x is blue"]


def test_reindexing_a_healthy_store_changes_no_answer(open_memory: Opener) -> None:
    _many(open_memory)
    memory = open_memory()
    before = texts(memory, "kiosk K12x", limit=5)
    seen: list[int] = []
    memory.reindex(lambda what, done, total: seen.append(done))
    assert texts(memory, "kiosk K12x", limit=5)[0] == before[0]
    assert seen
