"""A memory tied to files knows when they changed since, and says so wherever it is shown."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import lamina
from lamina.model.memory import Evidence, MemoryItem, Usage
from lamina.model.review import Waiting
from lamina.store.rows import usage_row
from tests.contract.test_ingest import facts
from tests.factories import NOON, Opener, an_item, put
from tests.repositories import Repository
from tests.transcripts import ClaudeCode

KETTLE = "src/kettle.py"
In = Callable[[Path], lamina.Memory]


@pytest.fixture
def inside(open_memory: Opener, monkeypatch: pytest.MonkeyPatch) -> In:
    """Opens the memory of whoever stands in a folder."""

    def opened(folder: Path) -> lamina.Memory:
        monkeypatch.chdir(folder)
        return open_memory(project="")

    return opened


def a_rule(memory: lamina.Memory, **more: Any) -> MemoryItem:
    """A pending memory that speaks of the kettle."""
    evidence = tuple(Evidence(f"s{number}", "", 0, 0, "user") for number in range(2))
    given: dict[str, Any] = {"id": "rule", "category": "rule", "files": (KETTLE,), "evidence": evidence, **more}
    put(memory, an_item("The kettle must whistle", **given))
    return memory.get("rule")


def read_session(file: str = KETTLE) -> dict[str, Any]:
    """A session that looked at a file."""
    turns = [
        {"role": "user", "text": "Why does the kettle whistle?", "at": NOON.isoformat()},
        {"role": "tool", "name": "Read", "target": file, "at": NOON.isoformat()},
        {"role": "assistant", "text": "Steam passes the spout.", "at": NOON.isoformat()},
    ]
    return {"id": "s1", "started_at": NOON.isoformat(), "turns": turns}


def test_every_place_that_shows_a_memory_says_that_its_file_changed(repository: Repository, inside: In) -> None:
    repository.commit(KETTLE, days=-1)
    memory = inside(repository.folder)
    a_rule(memory)
    assert memory.trace("rule").stale is None
    for days in (3, 4, 5):
        commit = repository.commit(KETTLE, days=days)
    why = f"src/kettle.py changed 3 times since 2026-03-02, last in {commit}"
    traced = memory.trace("rule").stale
    assert traced is not None
    assert traced.why == why
    shown: list[Waiting] = [*memory.pending(), *memory.promotable(), memory.approve("rule")]
    assert [one.stale.why for one in shown if one.stale] == [why] * 3
    [hit] = memory.recall("whistle")  # git was asked already: a busy machine does not keep it from answering in time
    assert hit.stale is not None
    assert hit.stale.why == why
    assert hit.why[-1] == "src/kettle.py changed since"


def test_an_exchange_that_looked_at_a_file_is_stale_too(repository: Repository, inside: In) -> None:
    repository.commit(KETTLE, days=-1)
    memory = inside(repository.folder / "src")
    memory.record(read_session(str(repository.folder / KETTLE)))
    [before] = memory.recall("whistle")
    assert memory.trace(before.id).stale is None
    repository.removed(KETTLE, days=0.1)
    found = memory.trace(before.id).stale
    assert found is not None
    assert found.why.startswith("src/kettle.py was deleted on 2026-03-02 in ")
    assert memory.recall("whistle")[0].why[-1] == "src/kettle.py deleted since"


def test_the_commit_of_a_sessions_own_work_makes_nothing_stale(
    repository: Repository, inside: In, tmp_path: Path
) -> None:
    root = str(repository.folder)
    written = ClaudeCode("s1", cwd=root).user("Make the kettle whistle louder")
    written.calls("Edit", file_path=f"{root}/{KETTLE}", old_string="quiet", new_string="loud").gets("ok")
    written.says("I made the whistle louder in src/kettle.py because steam was lost.")
    memory = inside(repository.folder)
    memory.ingest([str(written.file(tmp_path / "in"))])
    exchange = next(hit for hit in memory.recall("whistle louder") if hit.kind == "exchange")
    assert exchange.files == (KETTLE,)
    repository.commit(KETTLE, days=0)  # three hours after the session
    assert memory.trace(exchange.id).stale is None
    repository.commit(KETTLE, days=3)
    found = memory.trace(exchange.id).stale
    assert found is not None
    assert found.files[0].times == 1
    assert all(one.files == () or memory.trace(one.id).stale for one in facts(memory).values())


def test_what_was_seen_or_validated_again_is_fresh_again(repository: Repository, inside: In) -> None:
    repository.commit(KETTLE, days=3)
    memory = inside(repository.folder)
    item = a_rule(memory)
    assert memory.trace("rule").stale is not None
    put(memory, item._replace(last_seen=NOON + timedelta(days=4), version=2))
    assert memory.trace("rule").stale is None
    repository.commit(KETTLE, days=5)
    assert memory.trace("rule").stale is not None
    validated = memory.get("rule")._replace(usage=Usage(last_validated=NOON + timedelta(days=6)))
    memory._store._run_many("save_usage", [usage_row(validated)])  # type: ignore[attr-defined]  # no word does it yet
    assert memory.trace("rule").stale is None
    assert memory.recall("whistle")[0].stale is None


def test_without_a_repository_nothing_is_stale_and_nothing_fails(inside: In, tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    memory = inside(tmp_path / "plain")
    a_rule(memory)
    assert memory.trace("rule").stale is None
    assert [one.stale for one in (*memory.pending(), *memory.promotable())] == [None, None]
    assert memory.recall("whistle")[0].stale is None


def test_a_teammates_worktree_says_the_same(repository: Repository, inside: In, tmp_path: Path) -> None:
    repository.commit(KETTLE, days=-1)
    memory = inside(repository.folder)
    a_rule(memory)
    repository.git("worktree", "add", str(tmp_path / "side"), "-b", "side")
    side = Repository(tmp_path / "side", fresh=False)
    side.commit(KETTLE, days=3)
    assert inside(side.folder).trace("rule").stale is not None
    assert inside(repository.folder).trace("rule").stale is None, "it changed on the other branch"


def test_a_named_project_is_not_judged_by_the_folder_of_another_one(
    repository: Repository, inside: In, open_memory: Opener
) -> None:
    repository.commit(KETTLE, days=3)
    a_rule(inside(repository.folder))
    other = open_memory(project="elsewhere")
    put(other, an_item("The kettle must whistle", id="other", files=(KETTLE,)))
    assert other.trace("other").stale is None
    assert other.recall("whistle")[0].stale is None
    assert open_memory(project="kitchen").trace("rule").stale is not None, "this folder is that project"


def test_a_folder_that_is_gone_does_not_keep_a_named_project_from_answering(
    open_memory: Opener, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    memory = open_memory(project="tea")
    a_rule(memory)
    assert memory.trace("rule").stale is None
    assert memory.recall("whistle")[0].stale is None
