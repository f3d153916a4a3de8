"""Consolidation is looked at, applied and taken back; nothing is deleted, and nothing that is needed is lost."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import lamina
from lamina.errors import Conflict
from lamina.model.consolidation import Archive, Merge, consolidating
from lamina.model.memory import Evidence, MemoryItem, Standing, Trust, Validity
from lamina.model.review import JournalEntry
from lamina.ports import Change, Stand
from tests.contract.stores import address_of, engine_of, finished, home_of, started
from tests.factories import NOON, Clock, Opener, an_item, everything, put, records
from tests.transcripts import ClaudeCode


def about(thing: str, part: str, number: int) -> ClaudeCode:
    written = ClaudeCode(f"s{number}", minute=number * 20).user(f"Look at the {thing} and its {part}")
    return written.reads(f"src/{thing}.py").says(f"The {part} of the `{thing}` in `src/{thing}.py` boils well.")


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    for number, part in enumerate(("whistle", "spout", "flame", "lid")):
        about("kettle", part, number).file(tmp_path / "in")
    about("ledger", "tax", 9).file(tmp_path / "in")
    return tmp_path / "in"


@pytest.fixture
def read(memory: lamina.Memory, inbox: Path) -> lamina.Memory:
    """Four exchanges about the kettle, one about the ledger."""
    memory.ingest([str(inbox)])
    return memory


def exchanges(memory: lamina.Memory) -> list[MemoryItem]:
    return memory._store.of_kind(memory.viewer, "exchange")


def active(memory: lamina.Memory) -> list[MemoryItem]:
    return [one for one in exchanges(memory) if one.archived_at is None]


@pytest.mark.req("C5", "C9")
def test_a_dry_run_counts_and_gives_reasons_and_changes_nothing(
    read: lamina.Memory, clock: Clock, tmp_path: Path
) -> None:
    clock.forward(days=120)
    before = everything(read, tmp_path)
    would = read.consolidate(dry_run=True)
    assert (would.dry_run, would.archived, would.compressed, would.entry) == (True, 3, 2, "")
    assert {one.step for one in would.reasons} >= {"archive", "compress"}
    assert sum(one.count for one in would.reasons) == len(would.steps)
    assert everything(read, tmp_path) == before
    done = read.consolidate()
    assert done.steps == would.steps
    assert (done.archived, done.left_alone) == (3, 0)


@pytest.mark.req("C5", "C14")
def test_the_last_exchange_about_a_file_stays_and_names_who_it_stands_for(read: lamina.Memory, clock: Clock) -> None:
    clock.forward(days=120)
    steps = [step for step in read.consolidate().steps if isinstance(step, Archive)]
    assert sorted(file for one in active(read) for file in one.files) == ["src/kettle.py", "src/ledger.py"]
    [kettle] = [one for one in active(read) if "src/kettle.py" in one.files]
    assert {step.witnesses for step in steps} == {(kettle.id,)}
    assert kettle.shown == "compressed"


@pytest.mark.req("C5", "C9")
def test_what_is_archived_is_still_found_and_says_so(read: lamina.Memory, clock: Clock) -> None:
    clock.forward(days=120)
    read.consolidate()
    hits = [hit for hit in read.recall("kettle whistle spout flame lid", limit=20) if hit.kind == "exchange"]
    assert len(hits) == 4
    assert sum(hit.archived for hit in hits) == 3
    assert all(("archived" in hit.why) == hit.archived for hit in hits)
    assert read.status().archived == 3


@pytest.mark.req("C5")
def test_undo_restores_every_byte_and_consolidating_again_does_the_same(
    read: lamina.Memory, clock: Clock, tmp_path: Path
) -> None:
    put(read, *(an_item("Tea is brewed hot", id=f"f{n}", files=(f"src/{n % 2}.py",)) for n in range(4)))
    clock.forward(days=120)
    before = everything(read, tmp_path)
    done = read.consolidate()
    assert min(done.merged, done.archived, done.compressed) > 0
    after = everything(read, tmp_path)
    assert read.consolidate().steps == ()
    undone = read.undo()
    assert (undone.entry, undone.action) == (done.entry, "consolidate")
    assert everything(read, tmp_path) == before
    assert [check for check in read.doctor() if not check.ok] == []
    read.consolidate()
    assert len(everything(read, tmp_path)) == len(after)


@pytest.mark.req("C5")
def test_standing_moves_with_an_export(read: lamina.Memory, open_memory: Opener, clock: Clock, tmp_path: Path) -> None:
    put(read, *(an_item(f"Tea {n}", id=f"f{n}", files=("src/tea.py",), tags=("pinned",)) for n in range(2)))
    clock.forward(days=120)
    read.consolidate()
    out = everything(read, tmp_path)
    linked = [one for one in records(out, "item") if one["links"]]
    assert {one["id"] for one in linked} == {"f0", "f1"}
    with lamina.open_memory(str(tmp_path / "new.db"), "tea", str(home_of(open_memory)), "ann") as new:
        new.load(str(tmp_path / "out.jsonl"))
        assert everything(new, tmp_path, "again.jsonl") == out


@pytest.mark.req("C5")
def test_reading_the_same_transcript_again_wakes_nothing(
    read: lamina.Memory, inbox: Path, clock: Clock, tmp_path: Path
) -> None:
    clock.forward(days=120)
    read.consolidate()
    before = everything(read, tmp_path)
    again = shutil.copytree(inbox, tmp_path / "elsewhere")  # no cursor knows these files
    assert read.ingest([str(again)]).files == 5
    assert everything(read, tmp_path) == before


@pytest.mark.req("C5")
def test_what_is_seen_again_is_in_context_again(memory: lamina.Memory, clock: Clock, tmp_path: Path) -> None:
    failing = ClaudeCode("s1").user("Use the blue kettle for tea, always").says("Noted.")
    memory.ingest([str(failing.file(tmp_path / "in"))])
    [rule] = [one.item for one in memory.pending() if one.item.category == "rule"]
    parts = memory._parts
    [seen] = [one for one in parts.store.facets(memory.viewer) if one.id == rule.id]
    entry = JournalEntry("e1", clock(), "consolidate", "ann", project=memory.viewer.projects[0])
    parts.store.apply(Change(entry, stands=(Stand(seen, Standing(clock(), "compressed")),)))
    assert memory.get(rule.id).archived_at
    again = ClaudeCode("s2", minute=300).user("Use the blue kettle for tea, always").says("Noted.")
    memory.ingest([str(again.file(tmp_path / "in"))])
    woken = memory.get(rule.id)
    assert (woken.archived_at, woken.shown, woken.count) == (None, "full", 2)


@pytest.mark.req("C5", "C7")
def test_what_is_cited_after_all_is_in_context_again(read: lamina.Memory, clock: Clock) -> None:
    clock.forward(days=120)
    first, second, *_ = [step.id for step in read.consolidate().steps if isinstance(step, Archive)]
    read.used([first], "cited")
    read.used([second], "ignored")
    assert read.get(first).archived_at is None
    assert read.get(second).archived_at
    read.consolidate()
    stays = read.get(first)
    assert (stays.archived_at, stays.worth) == (None, 0.6)


@pytest.mark.req("C5")
def test_facts_that_say_the_same_are_one_with_the_evidence_of_both(memory: lamina.Memory, tmp_path: Path) -> None:
    both = [
        an_item(
            "Deploy with make ship", id=id_, evidence=(Evidence(session, id_, 1, 2),), files=(f"{id_}.mk",), tags=(id_,)
        )
        for id_, session in (("a", "s1"), ("b", "s2"))
    ]
    put(memory, *both)
    before = everything(memory, tmp_path)
    [step] = [one for one in memory.consolidate().steps if isinstance(one, Merge)]
    kept, merged = memory.get(step.into), memory.get(step.merged)
    assert kept.count == 2
    assert (set(kept.tags), set(kept.files)) == ({"a", "b"}, {"a.mk", "b.mk"})
    assert kept.validity.supersedes == merged.id
    assert (merged.validity.superseded_by, merged.archived_at is None) == (kept.id, False)
    assert [hit.id for hit in memory.recall("make ship")] == [kept.id]
    memory.undo()
    assert everything(memory, tmp_path) == before


@pytest.mark.req("C5")
def test_opposites_and_other_numbers_are_never_merged(memory: lamina.Memory) -> None:
    said = [
        "Always use pnpm for packages",
        "Never use pnpm for packages",
        "Keep lines under 100",
        "Keep lines under 120",
    ]
    put(memory, *(an_item(text, id=f"f{n}", category="rule") for n, text in enumerate(said)))
    put(memory, an_item("For packages, please use pnpm", id="again", category="rule"))
    [step] = [one for one in memory.consolidate().steps if isinstance(one, Merge)]
    assert {step.into, step.merged} == {"f0", "again"}
    assert "the same" in step.why


@pytest.mark.req("C5", "C14")
def test_what_is_wanted_stays_whatever_its_age(memory: lamina.Memory, clock: Clock) -> None:
    wanted: dict[str, dict[str, Any]] = {
        "approved": {"trust": Trust(approved_long_term_at=NOON)},
        "core": {"trust": Trust("core")},
        "pinned": {"tags": ("pinned",)},
        "decided": {"category": "decision"},
    }
    files = ("src/tea.py",)
    put(memory, *(an_item(f"Tea is {id_}", id=id_, files=files, **more) for id_, more in wanted.items()))
    put(memory, an_item("Tea is plain", id="plain", files=files))
    clock.forward(days=400)
    assert [step.id for step in memory.consolidate().steps if isinstance(step, Archive)] == ["plain"]


@pytest.mark.req("C5")
def test_the_superseded_is_archived(memory: lamina.Memory) -> None:
    put(
        memory,
        an_item("Tea is green", id="old", validity=Validity(NOON, NOON, "", "new")),
        an_item("Tea is red", id="new"),
    )
    [step] = [one for one in memory.consolidate().steps if isinstance(one, Archive)]
    assert (step.id, step.why) == ("old", "superseded")
    assert memory.get("old").archived_at


@pytest.mark.req("C5")
def test_trace_shows_what_a_memory_is_related_to(memory: lamina.Memory) -> None:
    put(memory, *(an_item(f"Tea {n}", id=f"f{n}", files=("src/tea.py",)) for n in range(3)))
    memory.consolidate()
    assert [one.id for one in memory.trace("f1").related] == ["f0", "f2"]


@pytest.mark.req("C5")
def test_only_one_consolidates_at_a_time(read: lamina.Memory, open_memory: Opener, clock: Clock) -> None:
    clock.forward(days=120)
    other = open_memory()
    with other._store.only_one(consolidating(other.viewer.projects[0])):
        with pytest.raises(Conflict, match="consolidating"):
            read.consolidate()
        assert read.consolidate(dry_run=True).archived == 3, "looking is always allowed"
    assert read.consolidate().archived == 3
    with other._store.only_one(consolidating(other.viewer.projects[0])), pytest.raises(Conflict, match="consolidating"):
        read.undo()


@pytest.mark.req("C5")
def test_what_was_used_or_changed_since_the_plan_is_left_alone(read: lamina.Memory, clock: Clock) -> None:
    store, now = read._store, clock()
    facets = [one for one in store.facets(read.viewer) if one.kind == "exchange"]
    stale = [facets[0]._replace(cited=1), facets[1]._replace(version=9), facets[2]]
    entry = JournalEntry("e1", now, "consolidate", "ann", project=read.viewer.projects[0])
    applied = store.apply(Change(entry, stands=tuple(Stand(one, Standing(now)) for one in stale)))
    assert (applied.updated, applied.refused) == (1, 2)
    assert len(active(read)) == len(facets) - 1


@pytest.mark.req("C5", "C14")
def test_nothing_goes_whose_witness_was_forgotten_meanwhile(
    read: lamina.Memory, open_memory: Opener, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.forward(days=120)
    [witness] = {step.witnesses for step in read.consolidate(dry_run=True).steps if isinstance(step, Archive)}
    planned = read._store.facets

    def then_somebody_forgets(viewer: Any) -> Any:
        yield from planned(viewer)
        open_memory().forget(witness[0])

    monkeypatch.setattr(read._store, "facets", then_somebody_forgets)
    done = read.consolidate()
    assert done.left_alone >= 3
    assert len([one for one in active(read) if "src/kettle.py" in one.files]) == 3


@pytest.mark.req("C5")
def test_undo_goes_from_the_last_consolidation_back(read: lamina.Memory, clock: Clock, tmp_path: Path) -> None:
    clock.forward(days=10)
    before = everything(read, tmp_path)
    first = read.consolidate()
    clock.forward(days=50)
    second = read.consolidate()
    assert (first.summarised, second.compressed) == (5, 5)
    with pytest.raises(Conflict, match="later change first"):
        read.undo(first.entry)
    read.undo()
    read.undo()
    assert everything(read, tmp_path) == before


@pytest.mark.req("C5")
def test_what_was_read_since_does_not_stand_in_the_way_of_undo(
    read: lamina.Memory, clock: Clock, tmp_path: Path
) -> None:
    clock.forward(days=120)
    archived = [step.id for step in read.consolidate().steps if isinstance(step, Archive)]
    grown = ClaudeCode("s0").user("Look at the kettle and its whistle").reads("src/kettle.py")
    path = (
        grown.says("The whistle of the `kettle` in `src/kettle.py` boils well.")
        .says("And sings.")
        .file(tmp_path / "in")
    )
    read.ingest([str(path)])
    read.undo()
    assert [id_ for id_ in archived if read.get(id_).archived_at] == []
    assert len(active(read)) == len(exchanges(read))


@pytest.mark.req("C13")
def test_what_others_keep_private_is_neither_seen_nor_touched(open_memory: Opener, clock: Clock) -> None:
    ann, bob = open_memory(), open_memory(user="bob")
    bob.remember("Bob's kettle is secret", visibility="user-private")
    ann.remember("The kettle is public")
    clock.forward(days=400)
    assert ann.consolidate(dry_run=True).memories == 1
    assert bob.consolidate(dry_run=True).memories == 2


def test_a_folder_that_is_no_project_yet_does_not_become_one(memory: lamina.Memory) -> None:
    assert memory.consolidate().memories == 0
    assert memory.projects() == {}


@pytest.mark.req("C5")
def test_two_processes_that_consolidate_at_once_do_it_once(
    read: lamina.Memory, open_memory: Opener, clock: Clock, tmp_path: Path
) -> None:
    code = """
from datetime import UTC, datetime
from lamina.errors import Conflict
memory._parts = memory._parts._replace(clock=lambda: datetime(2026, 9, 1, tzinfo=UTC))
try:
    print(len(memory.consolidate().steps))
except Conflict:
    print("conflict")
"""
    before = {one["id"]: one["version"] for one in records(everything(read, tmp_path), "item")}
    told = [finished(one).strip() for one in [started(open_memory, code) for _ in range(3)]]
    assert sum(one not in ("0", "conflict") for one in told) == 1
    clock.forward(days=183)
    assert read.consolidate().steps == ()
    after = {one["id"]: one["version"] for one in records(everything(read, tmp_path), "item")}
    assert after == before, "no standing makes a version"
    assert engine_of(open_memory) == "postgres" or Path(address_of(open_memory) + ".busy").stat().st_mode & 0o77 == 0
