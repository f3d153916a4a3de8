"""Whatever happens to the files of the index, the rows are the truth: recall answers, and the index is made anew."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import lamina
from lamina import Memory
from lamina.model.review import Selector

ROWS = 300


def _opened(folder: Path) -> Memory:
    return lamina.open_memory(store=str(folder / "memory.db"), home=str(folder), project="tea", user="ann")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with an index, to be copied."""
    folder = tmp_path_factory.mktemp("whole")
    with _opened(folder) as memory, memory.batch():
        for number in range(ROWS):
            memory.remember(f"Cup {number}x belongs to guest {number}y")
    return folder


def _garbage(path: Path) -> None:
    """The middle half is noise."""
    raw, chance = bytearray(path.read_bytes()), random.Random(5)
    for at in range(len(raw) // 4, len(raw) * 3 // 4):
        raw[at] = chance.randrange(256)
    path.write_bytes(raw)


def _cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def _zeros(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


@pytest.mark.parametrize("damage", [_garbage, _cut, _zeros, os.unlink], ids=["garbage", "cut", "zeros", "gone"])
def test_recall_answers_whichever_file_of_the_index_is_damaged(
    damage: Callable[[Path], None], whole: Path, tmp_path: Path
) -> None:
    files = [one.relative_to(whole) for one in (whole / "memory.db.index").rglob("*") if one.is_file()]
    assert len(files) > 5
    for file in files:
        copy = tmp_path / file.name
        shutil.copytree(whole, copy)
        damage(copy / file)
        with _opened(copy) as memory:
            assert memory.recall("cup 77x")[0].text == "Cup 77x belongs to guest 77y", file
            assert memory.forget(Selector(query="guest 78y"), dry_run=True).texts == ("Cup 78x belongs guest 78y",), (
                file
            )
            assert [one for one in memory.doctor() if not one.ok] == [], file


def test_recall_answers_when_the_whole_index_is_gone(whole: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(whole, copy)
    shutil.rmtree(copy / "memory.db.index")
    with _opened(copy) as memory:
        assert memory.recall("cup 77x")[0].text == "Cup 77x belongs to guest 77y"
        assert memory.reindex() == ROWS
