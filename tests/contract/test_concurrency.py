"""Several writers at once: nothing is lost, nothing is doubled."""

from __future__ import annotations

import threading
from collections.abc import Callable

import apsw
import pytest

from lamina.errors import Conflict
from tests.contract.stores import address_of, finished, started
from tests.factories import Opener, a_session, texts

EACH = 25


def test_processes_that_meet_a_new_store_all_get_their_writes_in(open_memory: Opener) -> None:
    code = f"for n in range({EACH}): memory.remember(f'Kiosk {{words[0]}} number {{n}}')"
    processes = [started(open_memory, code, str(number), user=f"user-{number}") for number in range(3)]
    for process in processes:
        finished(process)
    memory = open_memory()
    assert memory.status().pending == 3 * EACH
    assert len(memory.projects()) == 1
    assert len(memory.recall("kiosk", limit=200)) == 3 * EACH
    assert all(check.ok for check in memory.doctor())


def test_opening_a_new_store_waits_for_whoever_is_making_it(fresh_store: Callable[[str], Opener]) -> None:
    open_memory = fresh_store("sqlite")
    maker = apsw.Connection(address_of(open_memory))
    maker.execute("BEGIN IMMEDIATE")
    done = threading.Timer(0.3, lambda: maker.execute("COMMIT"))
    done.start()
    assert open_memory().recall("anything") == []
    done.join()
    maker.close()


def test_a_session_recorded_by_two_processes_at_once_is_one_set_of_exchanges(open_memory: Opener) -> None:
    code = """
for length in range(1, 21):
    roles = ["user", "assistant"] * length
    turns = [{"role": roles[n], "text": f"Turn {n} about the kiosk"} for n in range(length)]
    memory.record({"id": "s1", "started_at": "2026-03-02", "turns": turns})
"""
    for process in [started(open_memory, code) for _ in range(2)]:
        finished(process)
    memory = open_memory()
    assert memory.status().exchanges == 10
    hits = memory.recall("kiosk", limit=50, mode="lexical")
    assert len(hits) == 10
    numbers = sorted(one.number for hit in hits for one in memory.trace(hit.id).exchanges[0].turns)
    assert numbers == list(range(1, 21))
    assert all(check.ok for check in memory.doctor())


def test_processes_that_say_the_same_at_once_make_one_memory_of_it(open_memory: Opener) -> None:
    open_memory().remember("The kiosk opens")
    wait = "import time\nwhile time.time() % 1 > 0.05: pass\n"
    code = wait + f"for n in range({EACH}): memory.remember(f'Kiosk number {{n}}', tags=words)"
    for process in [started(open_memory, code, f"tag-{number}") for number in range(3)]:
        finished(process)
    memory = open_memory()
    assert memory.status().pending == EACH + 1
    assert set(memory.get(memory.recall("Kiosk number 7")[0].id).tags) == {"tag-0", "tag-1", "tag-2"}


def test_threads_with_a_memory_each_write_at_once(open_memory: Opener) -> None:
    open_memory().remember("The kiosk opens")
    failed: list[BaseException] = []

    def work(number: int) -> None:
        try:
            with open_memory(user=f"user-{number}") as memory:
                for one in range(EACH):
                    memory.remember(f"Kiosk {number} number {one}")
                memory.record(a_session(f"Kiosk question {number}?", "Yes.", id=f"s{number}"))
        except BaseException as error:  # noqa: BLE001 (told to the test)
            failed.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    status = open_memory().status()
    assert (status.pending, status.exchanges) == (3 * EACH + 1, 3)


def test_of_two_who_edit_at_once_one_is_told(open_memory: Opener) -> None:
    item = open_memory().remember("The port is 0")
    outcomes: list[str] = []
    ready = threading.Barrier(2)

    def work(number: int) -> None:
        with open_memory() as memory:
            seen = memory.get(item.id)
            ready.wait()
            try:
                memory._writer.edit(seen, f"The port is {number}")
                outcomes.append("saved")
            except Conflict:
                outcomes.append("told")

    threads = [threading.Thread(target=work, args=(number,)) for number in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["saved", "told"]
    assert open_memory().get(item.id).version == 2


@pytest.mark.parametrize("many", [1, 200])
def test_a_reader_is_never_kept_waiting_by_an_open_batch(open_memory: Opener, many: int) -> None:
    writer, reader = open_memory(), open_memory()
    writer.remember("The kiosk opens")
    with writer.batch():
        for number in range(many):
            writer.remember(f"Kiosk {number}")
        assert texts(reader, "kiosk") == ["The kiosk opens"]
    assert len(reader.recall("kiosk", limit=500)) == many + 1
