"""Exports and loads between stores that have a life of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import lamina
from lamina.errors import BadInput
from tests.factories import Opener, a_session, everything, records, texts


def test_a_loaded_memory_is_at_home_in_the_project_of_the_same_name(
    fresh_store: Callable[[str], Opener], open_memory: Opener, tmp_path: Path
) -> None:
    theirs = fresh_store("sqlite")()
    theirs.remember("Kiosks are blue")
    theirs.edit(theirs.recall("kiosk")[0].id, "Kiosks are red")
    theirs.record(a_session("Where is the hall?", "Upstairs."))
    everything(theirs, tmp_path)
    mine = open_memory()
    mine.remember("Kiosks are round")
    loaded = mine.load(str(tmp_path / "out.jsonl"))
    assert (loaded.items, loaded.sessions, loaded.turns) == (2, 1, 2)
    assert set(texts(mine, "kiosk", mode="lexical")) == {"Kiosks are round", "Kiosks are red"}
    assert len(mine.trace(mine.recall("hall", mode="lexical")[0].id).exchanges[0].turns) == 2
    assert len(mine.projects()) == 1
    assert mine.load(str(tmp_path / "out.jsonl")).items == 0


def test_loading_never_changes_what_is_there(open_memory: Opener, tmp_path: Path) -> None:
    memory = open_memory()
    item = memory.remember("Kiosks are blue")
    memory.record(a_session("Where is the hall?", "Upst", title="Old title"))
    everything(memory, tmp_path, "old.jsonl")
    memory.edit(item.id, "Kiosks are red")
    memory.record(a_session("Where is the hall?", "Upstairs.", title="New title"))
    before = everything(memory, tmp_path)
    memory.load(str(tmp_path / "old.jsonl"))
    assert everything(memory, tmp_path) == before


def test_a_tombstone_in_a_file_does_not_touch_what_lives_here(open_memory: Opener, tmp_path: Path) -> None:
    memory = open_memory()
    memory.record(a_session("Where is the hall?"))
    gone = memory.forget(memory.recall("hall")[0].id)
    everything(memory, tmp_path, "without.jsonl")
    memory.undo(gone.entry)
    memory.load(str(tmp_path / "without.jsonl"))
    assert memory.record(a_session("Where is the hall?", "Upstairs.")).refused == 0
    assert texts(memory, "hall") == ["Where is the hall?\n\nUpstairs."]


@pytest.mark.parametrize(
    "broken",
    [
        b"",
        b"not json\n",
        b'{"some": "json"}\n',
        b'{"lamina_export": 1}\n{"type": "item", "id": "x"}\n',
        b'{"lamina_export": 1}\n{"type": "mystery"}\n',
        b'{"lamina_export": 1}\n{"type": "item"\n',
        b'{"lamina_export": 1}\n\xff\xfe\n',
        b'{"lamina_export": 99}\n',
    ],
)
def test_a_broken_file_is_refused_whole(memory: lamina.Memory, tmp_path: Path, broken: bytes) -> None:
    memory.remember("Kiosks are blue")
    good = everything(memory, tmp_path)
    renamed = good.replace(b"blue", b"pink").replace(records(good, "item")[0]["id"].encode(), b"i-pink")
    *rest, _ = renamed.splitlines(keepends=True)
    end = b'{"records": %d, "type": "end"}\n' % len(rest)  # the count is right: only the broken line is not
    head, _, tail = broken.partition(b"\n")
    (tmp_path / "bad.jsonl").write_bytes(b"".join([*rest, tail, end]) if head == rest[0].strip() else broken)
    with pytest.raises(BadInput):
        memory.load(str(tmp_path / "bad.jsonl"))
    assert everything(memory, tmp_path) == good


def test_an_export_of_one_project_holds_no_other(open_memory: Opener, tmp_path: Path) -> None:
    open_memory(project="coffee").remember("Beans")
    tea = open_memory(project="tea")
    tea.remember("Leaves")
    path = tmp_path / "tea.jsonl"
    tea.export(str(path), project="tea")
    assert b"Leaves" in path.read_bytes()
    assert b"Beans" not in path.read_bytes()
    assert path.stat().st_mode & 0o077 == 0
