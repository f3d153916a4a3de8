"""Taking back: every action, the last one first, and never somebody's later work."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import lamina
from lamina.errors import Conflict, NotFound
from lamina.model.review import Selector
from tests.factories import Opener, a_session, everything, records, texts
from tests.transcripts import ClaudeCode

FOUR = ("Where is the cache?", "In ~/.cache.", "And the log?", "In /var/log.")


def test_there_is_nothing_to_undo_in_a_new_store(memory: lamina.Memory) -> None:
    with pytest.raises(NotFound, match="nothing to undo"):
        memory.undo()
    with pytest.raises(NotFound):
        memory.undo("no-such-entry")


@pytest.mark.parametrize("action", ["remember", "again", "record", "grow", "edit", "forget", "batch", "load"])
def test_undo_of_any_action_leaves_the_store_as_it_was(open_memory: Opener, tmp_path: Path, action: str) -> None:
    memory = open_memory()
    item = memory.remember("Use pnpm", tags=("js",))
    memory.record(a_session(*FOUR[:3]))
    with open_memory(project="coffee") as coffee:
        coffee.record(a_session("Elsewhere", id="s9"))
        coffee.remember("Use beans")
        everything(coffee, tmp_path, "coffee.jsonl")
        coffee.forget(Selector(project="coffee"), now=True)
    (tmp_path / "chat.jsonl").write_text('{"session_id": "c1", "ts": "2026-03-02", "role": "user", "text": "Hello"}\n')
    before = everything(memory, tmp_path)

    def batch() -> None:
        with memory.batch():
            memory.record(a_session(*FOUR, id="s2"))
            memory.record(a_session(*FOUR))
            memory.remember("Use PNPM", importance=1.0)
            memory.remember("Everywhere", layer="system")

    actions: dict[str, Callable[[], object]] = {
        "remember": lambda: memory.remember("Use uv"),
        "again": lambda: memory.remember("use pnpm", tags=("again",), importance=1.0),
        "record": lambda: memory.record(a_session(*FOUR, id="s2")),
        "grow": lambda: memory.record(a_session(*FOUR, "And the config?", "In /etc.")),
        "edit": lambda: memory.edit(item.id, "Use yarn"),
        "forget": lambda: memory.forget(Selector(project="tea")),
        "batch": batch,
        "load": lambda: memory.load(str(tmp_path / "chat.jsonl"), "chat"),
    }
    actions[action]()
    assert everything(memory, tmp_path) != before
    memory.undo()
    assert everything(memory, tmp_path) == before
    assert texts(memory, "pnpm", mode="lexical") == ["Use pnpm"]
    assert all(check.ok for check in memory.doctor())


def test_a_loaded_export_can_be_taken_back(open_memory: Opener, tmp_path: Path) -> None:
    memory = open_memory()
    memory.remember("Use pnpm")
    before = records(everything(memory, tmp_path), "item")
    memory.remember("Use uv")
    memory.record(a_session(*FOUR))
    everything(memory, tmp_path, "more.jsonl")
    memory.undo()
    memory.undo()
    memory.load(str(tmp_path / "more.jsonl"))
    assert memory.status().exchanges == 2
    assert memory.undo().action == "load"
    assert records(everything(memory, tmp_path), "item") == before
    assert records(everything(memory, tmp_path), "turn") == []


def test_changes_are_taken_back_one_by_one_the_last_first(memory: lamina.Memory) -> None:
    memory.remember("Use pnpm")
    item = memory.remember("Use uv")
    memory.edit(item.id, "Use poetry")
    assert [memory.undo().action for _ in range(3)] == ["edit", "remember", "remember"]
    assert memory.status().pending == 0
    with pytest.raises(NotFound):
        memory.undo()


def test_a_session_that_grew_shrinks_step_by_step(memory: lamina.Memory) -> None:
    for length in range(1, 5):
        memory.record(a_session(*FOUR[:length]))
    left = []
    for _ in range(3):
        memory.undo()
        ids = memory.forget(Selector(session="s1"), dry_run=True).ids
        left.append(sum(len(memory.trace(id_).exchanges[0].turns) for id_ in ids))
    assert left == [3, 2, 1]
    memory.undo()
    assert memory.status().sessions == 0


def test_what_was_undone_can_be_done_again(memory: lamina.Memory) -> None:
    memory.record(a_session(*FOUR))
    memory.undo()
    assert memory.recall("cache") == []
    assert memory.record(a_session(*FOUR)).new == 2
    assert len(memory.recall("cache log")) == 2


def test_a_change_cannot_be_undone_twice(memory: lamina.Memory) -> None:
    gone = memory.forget(memory.remember("Use pnpm").id)
    memory.undo(gone.entry)
    with pytest.raises(Conflict):
        memory.undo(gone.entry)


def test_an_earlier_change_is_not_undone_over_a_later_one(memory: lamina.Memory) -> None:
    item = memory.remember("Use pnpm")
    first = memory.forget(item.id)
    memory.undo()
    memory.edit(item.id, "Use yarn")
    memory.edit(item.id, "Use bun")
    memory.undo()
    assert texts(memory, "use") == ["Use yarn"]
    with pytest.raises((Conflict, NotFound)):
        memory.undo(first.entry)
    assert texts(memory, "use") == ["Use yarn"]


def test_nobody_undoes_over_the_work_of_somebody_else(open_memory: Opener) -> None:
    ann, bob = open_memory(user="ann"), open_memory(user="bob")
    item = ann.remember("Use pnpm")
    with pytest.raises(NotFound):
        bob.undo()
    bob.edit(item.id, "Use yarn")
    with pytest.raises(Conflict):
        ann.undo()
    assert texts(ann, "use") == ["Use yarn"]
    assert bob.undo().action == "edit"
    assert ann.undo().action == "remember"


def test_undo_stays_in_the_project_at_hand(open_memory: Opener) -> None:
    tea, coffee = open_memory(project="tea"), open_memory(project="coffee")
    tea.remember("Tea is hot")
    coffee.remember("Coffee is hot")
    tea.undo()
    assert texts(coffee, "hot") == ["Coffee is hot"]
    assert texts(tea, "hot") == []


def test_undo_alone_takes_back_what_a_person_did_and_names_what_was_done_by_itself(
    open_memory: Opener, tmp_path: Path
) -> None:
    memory = open_memory()
    written = ClaudeCode("s1").user("From now on, always use pnpm here, never npm").says("Understood: pnpm it is.")
    memory.ingest([str(written.file(tmp_path))])
    assert [one.promotion.promoted for one in memory.upkeep() if one.promotion] == [1]
    with pytest.raises(NotFound, match="nothing of yours to undo") as told:
        memory.undo()
    memory.remember("The lid is blue")
    assert memory.undo().action == "remember"
    assert memory.undo(told.value.hint.split("`")[1].split()[-1]).action == "promote"
    assert memory.status().long_term == 0
