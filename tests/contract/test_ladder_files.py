"""The files that other tools keep their memories in: read, written, edited by a person, and read again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import lamina
from lamina.errors import BadInput
from tests.factories import Opener, everything


@pytest.fixture
def memory(open_memory: Opener) -> lamina.Memory:
    memory = open_memory()
    memory.approve(memory.remember("Always use pnpm, never npm", tags=["rule"]).id)
    memory.remember("The office closes at five", importance=0.4)
    return memory


@pytest.mark.req("A4")
def test_long_term_memory_is_written_and_read_back_without_a_change(memory: lamina.Memory, tmp_path: Path) -> None:
    path = tmp_path / "long-term-memory.md"
    assert memory.export(str(path), "long-term-memory") == 1
    written = path.read_text()
    assert written.startswith("# Long-Term Memory\n\n## Always use pnpm, never npm\n- Count: 1\n")
    assert "- Status: approved_for_core" in written
    before = everything(memory, tmp_path)
    assert memory.load(str(path), "long-term-memory").unchanged == 1
    assert everything(memory, tmp_path) == before
    memory.export(str(path), "long-term-memory")
    assert path.read_text() == written


@pytest.mark.req("A4")
def test_a_persons_edit_to_the_file_is_honoured_and_their_own_parts_stay(memory: lamina.Memory, tmp_path: Path) -> None:
    path = tmp_path / "long-term-memory.md"
    memory.export(str(path), "long-term-memory")
    path.write_text(path.read_text().replace("never npm", "never ever npm").replace("# Long", "# Long", 1))
    assert memory.load(str(path), "long-term-memory").items == 1
    assert memory.recall("pnpm")[0].text == "Always use pnpm, never ever npm"
    memory.undo()
    assert memory.recall("pnpm")[0].text == "Always use pnpm, never npm"


@pytest.mark.req("A4")
def test_a_file_of_another_tool_becomes_long_term_memories(memory: lamina.Memory, tmp_path: Path) -> None:
    path = tmp_path / "other.md"
    path.write_text(
        "# Long-Term Memory\n\n## Prefers tabs\n- Count: 5\n- First seen: 2026-01-20\n- Last seen: 2026-01-26\n"
        "- Sessions: session-1, session-2\n- Status: pending_core_promotion\n"
    )
    assert memory.load(str(path), "long-term-memory").items == 1
    item = memory.get(memory.recall("tabs")[0].id)
    assert (item.count, item.trust.level, item.sessions) == (5, "long_term", ("session-1", "session-2"))
    assert memory.load(str(path), "long-term-memory").unchanged == 1


@pytest.mark.req("A15", "A14")
def test_observations_go_to_another_store_and_come_back_the_same(
    memory: lamina.Memory, fresh_store: object, tmp_path: Path
) -> None:
    path, again = tmp_path / "observations.json", tmp_path / "again.json"
    assert memory.export(str(path), "observations") == 2
    other = fresh_store("sqlite")()  # type: ignore[operator]
    assert other.load(str(path), "observations").items == 2
    assert other.load(str(path), "observations").unchanged == 2
    other.export(str(again), "observations")
    assert again.read_bytes() == path.read_bytes()


@pytest.mark.req("D1")
def test_short_and_long_term_lines_use_seconds(memory: lamina.Memory, fresh_store: object, tmp_path: Path) -> None:
    short, long = tmp_path / "short_term.jsonl", tmp_path / "long_term.jsonl"
    assert (memory.export(str(short), "short-term"), memory.export(str(long), "long-term")) == (1, 1)
    line = json.loads(short.read_text())
    assert (line["type"], line["content"], line["importance"]) == ("short", "The office closes at five", 0.4)
    assert isinstance(line["ts"], int | float)
    assert json.loads(long.read_text())["promoted_at"] > 0
    other = fresh_store("sqlite")()  # type: ignore[operator]
    other.load(str(short), "short-term")
    other.load(str(long), "long-term")
    assert (other.status().pending, other.status().long_term) == (1, 1)
    assert other.load(str(short), "short-term").unchanged == 1


@pytest.mark.req("A12")
def test_a_file_that_cannot_be_read_changes_nothing(memory: lamina.Memory, tmp_path: Path) -> None:
    before = everything(memory, tmp_path)
    path = tmp_path / "bad"
    for format_, text in (("observations", "{"), ("short-term", '{"ts": 1}\nx\n')):
        path.write_text(text)
        with pytest.raises(BadInput):
            memory.load(str(path), format_)
    with pytest.raises(BadInput):
        memory.load(str(tmp_path / "missing"), "observations")
    assert everything(memory, tmp_path) == before
