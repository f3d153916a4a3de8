"""What is old is kept compressed: smaller on disk, and for whoever reads it the same to the last byte."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest

import lamina
from lamina.model.memory import EpisodeFields, Standing
from lamina.model.review import Check, Selector
from tests.contract.stores import address_of, ask, engine_of, home_of
from tests.factories import Clock, Opener, a_session, an_item, everything, put, records, texts
from tests.transcripts import ClaudeCode

ASKED = "Why does the kettle whistle so late?"
ANSWER = "Its lid is loose, as `src/kettle.py` says: the xylophone spring is worn." + " It has been for years." * 40

WRITTEN_OUT = """
SELECT (SELECT count(*) FROM turns WHERE body LIKE '%been for years%')
     + (SELECT count(*) FROM items WHERE kind = 'exchange' AND body LIKE '%been for years. It%')
"""


def kettle(*more: str) -> ClaudeCode:
    written = ClaudeCode("s1").user(ASKED).reads("src/kettle.py").says(ANSWER)
    for said in more:
        written = written.user(said).says(f"{said}? Yes.")
    return written


@pytest.fixture
def old(memory: lamina.Memory, clock: Clock, tmp_path: Path) -> lamina.Memory:
    """Two exchanges that nobody has spoken of for 120 days."""
    memory.ingest([str(kettle("And the spout?").file(tmp_path / "in"))])
    clock.forward(days=120)
    return memory


def cold(memory: lamina.Memory) -> Check:
    [found] = [one for one in memory.doctor() if one.name == "cold texts"]
    return found


def is_cold(memory: lamina.Memory, memories: int, exchanges: int) -> bool:
    said = f"{memories} memories and the turns of {exchanges} exchanges are compressed"
    return cold(memory) == Check("cold texts", True, said, cold(memory).mend)


def asked(open_memory: Opener, query: str) -> list[Any]:
    if engine_of(open_memory) == "postgres":
        return ask(address_of(open_memory), "ann", query)
    with closing(apsw.Connection(address_of(open_memory))) as connection:
        return list(connection.execute(query))


def told(exported: bytes) -> list[dict[str, Any]]:
    """All that an export says, but for how memories stand."""
    kept = [*records(exported, "turn"), *records(exported, "session"), *records(exported, "item")]
    return [{name: value for name, value in one.items() if name not in Standing._fields} for one in kept]


def the_exchange(memory: lamina.Memory) -> str:
    [found] = [one.id for one in memory._store.of_kind(memory.viewer, "exchange") if ASKED in one.lengths.full]
    return found


@pytest.mark.req("C9")
def test_what_grew_old_is_cold_and_reads_as_before(
    old: lamina.Memory, open_memory: Opener, clock: Clock, tmp_path: Path
) -> None:
    id_, exported, sessions = the_exchange(old), everything(old, tmp_path), old.sessions()
    traced, hits = old.trace(id_).exchanges, old.recall("xylophone spring")
    assert is_cold(old, 0, 0)
    old.consolidate()
    assert is_cold(old, 2, 2)
    assert asked(open_memory, WRITTEN_OUT) == [(0,)]
    assert told(everything(old, tmp_path)) == told(exported)
    assert old.trace(id_).exchanges == traced
    assert old.get(id_).lengths.full.endswith(ANSWER)
    assert [(hit.id, hit.text) for hit in old.recall("xylophone spring")] == [(hit.id, hit.text) for hit in hits]
    assert old.sessions() == sessions


@pytest.mark.req("C9")
def test_what_is_young_pinned_or_a_fact_stays_hot(memory: lamina.Memory, clock: Clock, tmp_path: Path) -> None:
    memory.ingest([str(kettle().file(tmp_path / "in"))])
    pinned = an_item("We moved", id="pinned", kind="episode", fields=EpisodeFields("Moved"), tags=("pinned",))
    put(memory, an_item("Tea is hot", id="fact"), pinned)
    clock.forward(days=29)
    memory.consolidate()
    assert is_cold(memory, 0, 0)
    clock.forward(days=2)
    memory.consolidate()
    assert is_cold(memory, 1, 1)


@pytest.mark.req("C9")
def test_a_dry_run_cools_nothing(old: lamina.Memory) -> None:
    old.consolidate(dry_run=True)
    assert is_cold(old, 0, 0)


@pytest.mark.req("C9")
def test_undo_makes_it_hot_again_to_the_last_byte(old: lamina.Memory, open_memory: Opener, tmp_path: Path) -> None:
    before = everything(old, tmp_path)
    old.consolidate()
    old.undo()
    assert is_cold(old, 0, 0)
    assert everything(old, tmp_path) == before
    assert asked(open_memory, WRITTEN_OUT) == [(2,)]
    assert asked(open_memory, "SELECT count(*) FROM vectors WHERE summary IS NOT NULL") == [(0,)]


@pytest.mark.req("C9")
def test_reading_the_same_transcript_again_leaves_it_cold(old: lamina.Memory, tmp_path: Path) -> None:
    old.consolidate()
    before = everything(old, tmp_path)
    old.ingest([str(shutil.copytree(tmp_path / "in", tmp_path / "elsewhere"))])  # no cursor knows these files
    assert everything(old, tmp_path) == before
    assert cold(old).found.startswith("2 memories")


@pytest.mark.req("C9")
def test_a_cold_session_that_goes_on_is_whole(old: lamina.Memory, open_memory: Opener, tmp_path: Path) -> None:
    old.consolidate()
    kettle("And the spout?", "And the flame?").file(tmp_path / "in")
    old.ingest([str(tmp_path / "in")])
    with lamina.open_memory(str(tmp_path / "new.db"), "tea", str(home_of(open_memory)), "ann") as new:
        new.ingest([str(tmp_path / "in")])
        at_once = records(everything(new, tmp_path, "new.jsonl"), "turn")
    turns = records(everything(old, tmp_path), "turn")
    assert [(one["number"], one["turn"]) for one in turns] == [(one["number"], one["turn"]) for one in at_once]
    assert old.sessions()[0].turns == len(turns)


@pytest.mark.req("C9")
def test_an_export_of_what_is_cold_loads_into_any_store(
    old: lamina.Memory, open_memory: Opener, tmp_path: Path
) -> None:
    old.consolidate()
    out = everything(old, tmp_path)
    with lamina.open_memory(str(tmp_path / "new.db"), "tea", str(home_of(open_memory)), "ann") as new:
        new.load(str(tmp_path / "out.jsonl"))
        assert everything(new, tmp_path, "again.jsonl") == out
    old.load(str(tmp_path / "out.jsonl"))  # what is there already stays as it is
    assert everything(old, tmp_path) == out


@pytest.mark.req("C9")
def test_a_cold_memory_can_be_edited_and_the_edit_undone(memory: lamina.Memory, clock: Clock) -> None:
    put(memory, an_item(ANSWER, id="move", kind="episode", fields=EpisodeFields("Moved")))
    clock.forward(days=120)
    memory.consolidate()
    assert is_cold(memory, 1, 0)
    before = memory.get("move")
    memory.edit("move", "The kettle was sold")
    assert is_cold(memory, 0, 0)
    memory.undo()
    assert memory.get("move").lengths == before.lengths


@pytest.mark.req("C9")
def test_forgetting_and_its_undo_reach_what_is_cold(old: lamina.Memory, tmp_path: Path) -> None:
    old.consolidate()
    before = told(everything(old, tmp_path))
    old.forget(Selector(session="s1"))
    assert records(everything(old, tmp_path), "turn") == []
    old.undo()
    assert [one for one in told(everything(old, tmp_path)) if "turn" in one] == [one for one in before if "turn" in one]
    assert old.get(the_exchange(old)).lengths.full.endswith(ANSWER)


@pytest.mark.req("C9")
def test_nothing_of_what_is_purged_is_left_cold(old: lamina.Memory, open_memory: Opener) -> None:
    old.consolidate()
    old.forget(the_exchange(old), now=True)
    assert is_cold(old, 0, 1)  # the neighbour quoted it: what is left of the neighbour was written anew
    [(first, last)] = asked(open_memory, "SELECT first, last FROM cold_turns")
    assert old._store.turns(old.viewer, "s1", 1, first - 1) == []
    old.forget(Selector(session="s1"), now=True)
    assert asked(open_memory, "SELECT count(*) FROM cold_turns") == [(0,)]
    assert asked(open_memory, "SELECT count(*) FROM items WHERE cold IS NOT NULL") == [(0,)]
    assert old.sessions() == []
    assert last > first


@pytest.mark.req("C9")
def test_words_of_the_full_text_find_it_also_after_reindexing(old: lamina.Memory) -> None:
    old.consolidate()
    found = [hit.id for hit in old.recall("xylophone spring", mode="lexical")]
    assert the_exchange(old) in found
    old.reindex()
    assert [hit.id for hit in old.recall("xylophone spring", mode="lexical")] == found
    assert [check for check in old.doctor() if not check.ok] == []


@pytest.mark.req("C9")
def test_what_is_cold_has_a_vector_of_its_summary_too(old: lamina.Memory, open_memory: Opener) -> None:
    def by_summary() -> float:
        return {one.key: one.score for one in old._store.nearest(old.viewer, vector, 10)}[key]

    id_ = the_exchange(old)
    [vector] = old._parts.embedder.embed([old.get(id_).lengths.summary])
    [(key,)] = asked(open_memory, f"SELECT n FROM items WHERE id = '{id_}'")
    before = by_summary()
    old.consolidate()
    assert asked(open_memory, "SELECT count(*) FROM vectors WHERE summary IS NOT NULL") == [(2,)]
    assert before < 0.88 < by_summary() < 0.92  # its own summary: 1, less a tenth
    old.reindex()
    assert 0.88 < by_summary() < 0.92


@pytest.mark.req("C9")
def test_nobody_reads_private_turns_of_somebody_else_because_they_are_cold(
    open_memory: Opener, clock: Clock, tmp_path: Path
) -> None:
    ann, bob = open_memory(user="ann"), open_memory(user="bob")
    ann.record(a_session(ASKED, ANSWER), visibility="user-private")
    clock.forward(days=120)
    bob.consolidate()
    assert is_cold(ann, 0, 0)
    ann.consolidate()
    assert is_cold(ann, 1, 1)
    assert bob._store.turns(bob.viewer, "s1", 1, 9) == []
    assert "turn" not in everything(bob, tmp_path).decode()
    assert texts(bob, "xylophone", mode="lexical") == []
    if engine_of(open_memory) == "postgres":
        assert ask(address_of(open_memory), "bob", "SELECT count(*) FROM cold_turns") == [(0,)]


@pytest.mark.req("C9")
def test_doctor_finds_a_cold_text_that_cannot_be_read(old: lamina.Memory, open_memory: Opener) -> None:
    old.consolidate()
    damage = "UPDATE cold_turns SET turns = {} WHERE first = 1 RETURNING first"
    postgres = engine_of(open_memory) == "postgres"
    asked(open_memory, damage.format(r"'\x00'::bytea" if postgres else "x'00'"))
    assert (cold(old).ok, cold(old).found.endswith("1 of them damaged")) == (False, True)
