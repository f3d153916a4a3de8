"""What became of memories that were shown is counted, by many at once, and moves their rank."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lamina
from lamina.errors import BadInput, NotFound
from lamina.model.memory import Usage
from tests.contract.stores import finished, started
from tests.factories import Clock, Opener, a_session, everything, texts

PROCESSES = 8
EACH = 12


@pytest.mark.req("C7")
def test_each_use_is_counted_where_it_belongs(memory: lamina.Memory, clock: Clock) -> None:
    id_ = memory.remember("The kettle is green").id
    assert memory.get(id_).usage == Usage()
    for outcome, times in (("retrieved", 3), ("cited", 2), ("ignored", 1)):
        for _ in range(times):
            memory.used(id_, outcome)  # type: ignore[arg-type]  # one of the three
    usage = memory.get(id_).usage
    assert (usage.retrieved, usage.cited, usage.ignored) == (3, 2, 1)
    assert usage.last_accessed is not None
    seen = usage.last_accessed
    clock.forward(days=1)
    assert memory.used(id_, "ignored")[0].last_accessed == seen, "being passed over is no access"
    assert memory.used(id_, "cited")[0].last_accessed == clock.now


@pytest.mark.req("C7")
def test_counting_makes_no_version_and_no_step_to_undo(memory: lamina.Memory) -> None:
    item = memory.remember("The kettle is green")
    memory.used(item.id, "cited")
    assert memory.get(item.id)._replace(usage=Usage()) == item
    assert memory.status().last_action is not None
    assert memory.status().last_action["action"] == "remember"  # type: ignore[index]
    assert memory.undo().action == "remember"


def test_several_memories_are_counted_in_one_call_and_each_once(memory: lamina.Memory) -> None:
    first, second = memory.remember("The kettle is green").id, memory.remember("The ledger is red").id
    counted = memory.used([first, second, first], "cited")
    assert [(one.id, one.cited) for one in counted] == [(first, 1), (second, 1)]


def test_exchanges_are_counted_too(memory: lamina.Memory) -> None:
    memory.record(a_session("Where is the hall?", "Upstairs."))
    assert memory.used(memory.recall("hall")[0].id, "cited")[0].cited == 1


@pytest.mark.req("C7")
def test_what_cannot_be_counted_is_refused_and_nothing_is_counted(memory: lamina.Memory) -> None:
    known = memory.remember("The kettle is green").id
    wrong: list[tuple[Any, str, type[BadInput]]] = [
        ("no-such-id", "cited", NotFound),
        ([known, "no-such-id"], "cited", NotFound),
        (known, "liked", BadInput),
        (known, "retrieved, cited = 9, ignored", BadInput),
        ([], "cited", BadInput),
    ]
    for ids, outcome, refusal in wrong:
        with pytest.raises(refusal):
            memory.used(ids, outcome)  # type: ignore[arg-type]  # that is the point
    memory.forget(known)
    with pytest.raises(NotFound):
        memory.used(known, "cited")
    memory.undo()
    assert memory.get(known).usage == Usage()


@pytest.mark.req("C7", "C13")
def test_nobody_counts_what_they_may_not_see(open_memory: Opener) -> None:
    ann, bob = open_memory(user="ann"), open_memory(user="bob")
    private, shared = ann.remember("Mine", visibility="user-private"), ann.remember("Ours")
    with pytest.raises(NotFound):
        bob.used(private.id, "ignored")
    with pytest.raises(NotFound):
        bob.used([shared.id, private.id], "ignored")
    # Also where somebody knows the row's very key.
    bob._store.count_use(bob.viewer, [(private.place.project, private.id)], "ignored", bob._parts.clock())
    assert ann.get(private.id).usage == ann.get(shared.id).usage == Usage()
    assert bob.used(shared.id, "cited")[0].cited == 1


@pytest.mark.req("C7")
def test_of_eight_processes_that_count_at_once_no_count_is_lost(open_memory: Opener) -> None:
    memory = open_memory()
    ids = [memory.remember(f"Kiosk number {number}").id for number in range(3)]
    code = (
        f"ids = words[1:] if int(words[0]) % 2 else words[:0:-1]\n"
        f"for n in range({EACH}): memory.used(ids, 'cited'); memory.used(ids[0], 'retrieved')"
    )
    for process in [started(open_memory, code, str(number), *ids) for number in range(PROCESSES)]:
        finished(process)
    assert [memory.get(one).usage.cited for one in ids] == [PROCESSES * EACH] * 3
    assert sum(memory.get(one).usage.retrieved for one in ids) == PROCESSES * EACH


def test_counters_outlive_an_edit_and_a_forget_that_was_undone(memory: lamina.Memory) -> None:
    id_ = memory.remember("The kettle is green").id
    memory.used(id_, "cited")
    memory.edit(id_, "The kettle is red")
    memory.forget(id_)
    memory.undo()
    memory.undo()
    assert (memory.get(id_).lengths.full, memory.get(id_).usage.cited) == ("The kettle is green", 1)


@pytest.mark.req("C7", "C9")
def test_counters_move_along_with_an_export(
    fresh_store: Callable[[str], Opener], open_memory: Opener, tmp_path: Path
) -> None:
    theirs = fresh_store("sqlite")()
    id_ = theirs.remember("The kettle is green").id
    for outcome in ("retrieved", "cited", "cited", "ignored"):
        theirs.used(id_, outcome)
    exported = everything(theirs, tmp_path)
    mine = open_memory()
    mine.load(str(tmp_path / "out.jsonl"))
    assert mine.get(id_).usage == theirs.get(id_).usage
    assert everything(mine, tmp_path, "again.jsonl") == exported
    mine.used(id_, "cited")
    mine.load(str(tmp_path / "out.jsonl"))
    assert mine.get(id_).usage.cited == 3, "what is there stays as it is"


@pytest.mark.req("C7")
@pytest.mark.parametrize("mode", ["hybrid", "lexical"])
def test_a_cited_memory_passes_an_ignored_one_that_is_about_as_good(memory: lamina.Memory, mode: str) -> None:
    said = ["The kettle parser is slow on Mondays", "The kettle parser is slow on Tuesdays"]
    for text in said:
        memory.remember(text)
    first, second = memory.recall("slow kettle parser", mode=mode)
    assert first.score - second.score < 0.06
    for _ in range(5):
        memory.used(first.id, "ignored")
        memory.used(second.id, "cited")
    assert [hit.id for hit in memory.recall("slow kettle parser", mode=mode)] == [second.id, first.id]
    for _ in range(10):
        memory.used(first.id, "cited")
        memory.used(second.id, "ignored")
    assert [hit.id for hit in memory.recall("slow kettle parser", mode=mode)] == [first.id, second.id]


@pytest.mark.req("C7")
def test_a_clearly_better_match_stays_first_however_often_it_was_ignored(memory: lamina.Memory) -> None:
    better = memory.remember("The kettle parser is slow because it reads the lid twice").id
    worse = memory.remember("The ledger has a parser of its own").id
    for _ in range(20):
        memory.used(better, "ignored")
        memory.used(worse, "cited")
    assert texts(memory, "why is the kettle parser slow")[0].startswith("The kettle parser")
