"""Approved memories reach CLAUDE.md and AGENTS.md with a preview, and leave them again without a trace."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import lamina
from lamina.errors import Conflict, Unavailable
from lamina.model.memory import MemoryItem
from lamina.model.targets import Planned, Unchanged, Unwritable
from tests.factories import Opener

OWN = "# Tea\n\nBe kind.\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with instruction files, and a home with one."""
    place = tmp_path / "tea"
    (place / ".git").mkdir(parents=True)
    (place / "CLAUDE.md").write_text(OWN)
    (place / "AGENTS.md").write_text(OWN)
    (tmp_path / "user" / ".claude").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    monkeypatch.chdir(place)
    return place


@pytest.fixture
def memory(folder: Path, open_memory: Opener) -> lamina.Memory:
    return open_memory()


def approved(memory: lamina.Memory, text: str = "Always use pnpm, never npm") -> MemoryItem:
    return memory.approve(memory.remember(text).id).item


@pytest.mark.req("A6", "A9")
def test_an_approved_memory_is_written_into_the_files_that_were_chosen(memory: lamina.Memory, folder: Path) -> None:
    item = approved(memory)
    would = memory.promote(item.id, ["claude_md", "agents_md"], dry_run=True)
    assert all(isinstance(one, Planned) and "+" in one.diff and "pnpm" in one.diff for one in would.targets)
    assert (folder / "CLAUDE.md").read_text() == OWN
    done = memory.promote(item.id, ["claude_md", "agents_md"])
    assert done.item.trust.level == "core"
    assert done.item.trust.core_targets == ("claude_md", "agents_md")
    assert done.item.trust.promoted_core_at is not None
    for name in ("CLAUDE.md", "AGENTS.md"):
        written = (folder / name).read_text()
        assert written.startswith(OWN)
        assert "Always use pnpm, never npm" in written
    assert memory.status().core == 1


@pytest.mark.req("A13")
def test_promoting_twice_changes_nothing_the_second_time(memory: lamina.Memory, folder: Path) -> None:
    item = approved(memory)
    memory.promote(item.id, ["claude_md"])
    before = (folder / "CLAUDE.md").read_bytes(), memory.get(item.id)
    again = memory.promote(item.id, ["claude_md"])
    assert isinstance(again.targets[0], Unchanged)
    assert ((folder / "CLAUDE.md").read_bytes(), memory.get(item.id)) == before


@pytest.mark.req("A5", "A12")
def test_what_is_not_approved_is_never_written(memory: lamina.Memory, folder: Path) -> None:
    item = memory.remember("Always use pnpm, never npm")
    with pytest.raises(Conflict, match="Not approved for core yet"):
        memory.promote(item.id, ["claude_md"])
    assert (folder / "CLAUDE.md").read_text() == OWN


@pytest.mark.req("A6")
def test_a_target_that_fails_is_named_and_a_retry_completes_it(memory: lamina.Memory, folder: Path) -> None:
    item = approved(memory)
    os.remove(folder / "AGENTS.md")
    (folder / "AGENTS.md").mkdir()
    done = memory.promote(item.id, ["claude_md", "agents_md"])
    [failed] = [one for one in done.targets if isinstance(one, Unwritable)]
    assert (failed.target, done.item.trust.core_targets) == ("agents_md", ("claude_md",))
    assert "folder" in failed.why
    os.rmdir(folder / "AGENTS.md")
    assert memory.promote(item.id, ["agents_md"]).item.trust.core_targets == ("claude_md", "agents_md")
    assert "pnpm" in (folder / "AGENTS.md").read_text()


@pytest.mark.req("A12")
def test_when_no_target_can_be_written_the_memory_stays_where_it_was(memory: lamina.Memory, folder: Path) -> None:
    item = approved(memory)
    os.remove(folder / "CLAUDE.md")
    (folder / "CLAUDE.md").mkdir()
    with pytest.raises(Unavailable, match="claude_md"):
        memory.promote(item.id, ["claude_md"])
    assert memory.get(item.id).trust.level == "long_term"


def test_demoting_restores_the_file_and_asks_for_a_new_approval(memory: lamina.Memory, folder: Path) -> None:
    item = approved(memory)
    memory.promote(item.id, ["claude_md"])
    done = memory.demote(item.id)
    assert (folder / "CLAUDE.md").read_text() == OWN
    assert (done.item.trust.level, done.item.trust.core_targets) == ("long_term", ())
    with pytest.raises(Conflict):
        memory.promote(item.id, ["claude_md"])
    assert memory.demote(item.id).item.trust.level == "pending"


def test_undo_takes_the_memory_out_of_the_file_and_brings_it_back(memory: lamina.Memory, folder: Path) -> None:
    item = approved(memory)
    memory.promote(item.id, ["claude_md"])
    written = (folder / "CLAUDE.md").read_text()
    assert memory.undo().action == "promote"
    assert (folder / "CLAUDE.md").read_text() == OWN
    assert memory.get(item.id).trust.level == "long_term"
    memory.promote(item.id, ["claude_md"])
    assert (folder / "CLAUDE.md").read_text() == written


def test_undo_is_refused_when_a_person_has_changed_the_block_since(memory: lamina.Memory, folder: Path) -> None:
    item = approved(memory)
    memory.promote(item.id, ["claude_md"])
    path = folder / "CLAUDE.md"
    path.write_text(path.read_text().replace("never npm", "never ever npm"))
    edited = path.read_text()
    entry = memory.status().last_action
    assert entry is not None
    promotion = memory._store.last_entry(memory.viewer)
    with pytest.raises(Conflict):
        memory.undo(promotion)
    assert path.read_text() == edited
    assert memory.get(item.id).trust.level == "core"


@pytest.mark.req("A9")
def test_a_persons_edit_inside_of_the_block_is_their_word(memory: lamina.Memory, folder: Path) -> None:
    first, second = approved(memory), approved(memory, "Write the tests first")
    memory.promote(first.id, ["claude_md"])
    memory.promote(second.id, ["claude_md"])
    path = folder / "CLAUDE.md"
    path.write_text(path.read_text().replace("never npm", "never ever npm"))
    third = approved(memory, "Keep the commits small")
    memory.promote(third.id, ["claude_md"])
    assert memory.get(first.id).lengths.full == "Always use pnpm, never ever npm"
    assert "never ever npm" in path.read_text()


def test_a_private_memory_goes_to_the_persons_own_file(memory: lamina.Memory, folder: Path, tmp_path: Path) -> None:
    item = memory.remember("I prefer short answers", visibility="user-private")
    memory.approve(item.id)
    done = memory.promote(item.id)
    assert done.item.trust.core_targets == ("user_claude_md",)
    assert "short answers" in (tmp_path / "user" / ".claude" / "CLAUDE.md").read_text()
    assert (folder / "CLAUDE.md").read_text() == OWN


def crashed(memory: lamina.Memory, item: MemoryItem, monkeypatch: pytest.MonkeyPatch, *targets: str) -> None:
    """The memory was written into its files, and the store never heard of it."""
    from lamina.words.instructions import Instructions

    def crash(*_: object) -> MemoryItem:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Instructions, "_saved", crash)
        with pytest.raises(KeyboardInterrupt):
            memory.promote(item.id, targets)


def test_a_crash_between_the_file_and_the_store_is_finished_by_the_next_word(
    memory: lamina.Memory, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    item = approved(memory)
    crashed(memory, item, monkeypatch, "claude_md")
    assert memory.get(item.id).trust.level == "long_term"
    assert "pnpm" in (folder / "CLAUDE.md").read_text()
    other = approved(memory, "Write the tests first")
    memory.promote(other.id, ["claude_md"])
    assert memory.get(item.id).trust.level == "core"
    assert memory._store.intents(memory.viewer) == []


def test_a_core_memory_is_taken_out_of_its_file_before_it_is_denied(memory: lamina.Memory) -> None:
    item = approved(memory)
    memory.promote(item.id, ["claude_md"])
    with pytest.raises(Conflict, match="demote"):
        memory.deny(item.id)


def test_what_a_crash_left_in_a_file_cannot_be_denied_from_there(
    memory: lamina.Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    item = approved(memory)
    crashed(memory, item, monkeypatch, "claude_md")
    with pytest.raises(Conflict, match="demote"):
        memory.deny(item.id)
    memory.demote(item.id)
    assert memory.deny(item.id).trust.denied_at


def test_undo_takes_back_what_was_finished_after_a_crash(
    memory: lamina.Memory, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    item = approved(memory)
    crashed(memory, item, monkeypatch, "claude_md", "agents_md")
    assert memory.demote(item.id, dry_run=True).item.trust.core_targets == ("agents_md", "claude_md")
    assert memory.undo().action == "promote"
    assert [(folder / name).read_text() for name in ("CLAUDE.md", "AGENTS.md")] == [OWN, OWN]
    assert memory.get(item.id).trust.level == "long_term"
