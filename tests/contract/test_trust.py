"""Memories rise by evidence and by a person's word, never against it; every step can be taken back."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

import lamina
from lamina.errors import BadInput, Conflict, NotFound
from lamina.model.memory import Evidence, MemoryItem
from tests.contract.test_ingest import facts
from tests.factories import NOON, Clock, Opener, an_item, everything, put
from tests.transcripts import ClaudeCode


def seen(memory: lamina.Memory, times: int, id_: str = "habit", importance: float = 0.5) -> MemoryItem:
    evidence = tuple(Evidence(f"s{number}", "", 0, 0, "assistant") for number in range(times))
    put(memory, an_item("The tests run with pnpm test", id=id_, evidence=evidence, importance=importance))
    return memory.get(id_)


@pytest.mark.req("A1", "A5", "A7")
def test_an_approved_memory_rises_when_it_was_seen_often_enough(memory: lamina.Memory) -> None:
    seen(memory, 2)
    [waiting] = memory.pending()
    assert (waiting.item.id, waiting.why) == ("habit", "Not approved yet")
    done = memory.approve("habit")
    assert done.item.trust.level == "long_term"
    assert done.item.trust.approved_long_term_at is not None
    assert done.item.trust.promoted_long_term_at is not None
    assert done.why == "Count too low: 2/3"
    assert memory.pending() == []
    assert (memory.status().pending, memory.status().long_term) == (0, 1)
    assert memory.get("habit").id == "habit", "one id for life"


@pytest.mark.req("A5")
def test_an_approval_waits_until_the_count_is_there(memory: lamina.Memory) -> None:
    item = seen(memory, 1)
    assert memory.approve(item.id).why == "Count too low: 1/2"
    assert memory.get(item.id).trust.level == "pending"
    again = memory.get(item.id)
    more = (*again.evidence, Evidence("s9", "", 0, 0, "assistant"))
    put(memory, again._replace(evidence=more, version=again.version + 1))
    assert memory.promote_due().promoted == 1
    assert memory.get(item.id).trust.level == "long_term"


@pytest.mark.req("A8")
def test_a_denied_memory_is_never_shown_or_proposed_again(memory: lamina.Memory, tmp_path: Path) -> None:
    written = ClaudeCode("s1").user("Always use pnpm, never npm.").says("Ok.")
    memory.ingest([str(written.file(tmp_path / "in"))])
    rule = next(one for text, one in facts(memory).items() if "pnpm" in text)
    assert any(one.item.id == rule.id for one in memory.promotable())
    memory.deny(rule.id)
    again = ClaudeCode("s2", minute=300).user("Always use pnpm, never npm.").says("Ok.")
    memory.ingest([str(again.file(tmp_path / "in"))])
    assert rule.id not in {one.item.id for one in (*memory.pending(), *memory.promotable())}
    assert memory.promote_due().promoted == 0
    assert rule.id not in {hit.id for hit in memory.recall("pnpm npm", limit=20)}
    assert memory.status().denied == 1
    with pytest.raises(Conflict, match="denied"):
        memory.approve(rule.id)


@pytest.mark.req("A8")
def test_a_denial_can_be_taken_back(memory: lamina.Memory, tmp_path: Path) -> None:
    item = seen(memory, 2)
    before = everything(memory, tmp_path)
    memory.deny(item.id)
    assert memory.pending() == []
    memory.undo()
    assert everything(memory, tmp_path) == before
    assert len(memory.pending()) == 1


@pytest.mark.req("A2")
def test_what_was_said_outright_is_offered_for_core_at_once(memory: lamina.Memory) -> None:
    item = memory.remember("I prefer tabs in this repository", importance=0.6)
    [offer] = memory.promotable()
    assert (offer.item.id, offer.outright) == (item.id, True)
    done = memory.approve(item.id)
    assert done.item.trust.approved_core_at is not None
    assert done.why == "Said outright and approved"


@pytest.mark.req("A2", "A7")
def test_the_rest_waits_a_week_in_long_term(open_memory: Opener, clock: Clock) -> None:
    memory = open_memory()
    seen(memory, 3)
    memory.approve("habit")
    assert memory.promotable() == []
    clock.forward(days=8)
    assert [one.item.id for one in memory.promotable()] == ["habit"]


@pytest.mark.req("D2", "D5")
def test_a_run_raises_what_is_important_and_says_what_it_did(memory: lamina.Memory, tmp_path: Path) -> None:
    seen(memory, 1, "trivial", 0.3)
    seen(memory, 1, "insight", 0.85)
    done = memory.promote_due()
    assert done == (True, 1, 0, 1, 0.7)
    assert memory.get("insight").trust.promoted_long_term_at is not None
    assert memory.promote_due().promoted == 0, "the second run finds nothing left to do"
    [told] = (Path(memory.config()[0].value) / "status").glob("last_action.json")
    said = json.loads(told.read_text())
    assert said["action"] == "promote_due"
    assert said["detail"] == {"ok": True, "promoted": 0, "rotated": 0, "remaining": 1, "threshold": 0.7}
    assert isinstance(said["ts"], float)


@pytest.mark.req("D3")
def test_what_was_rotated_out_is_still_found_and_can_come_back(
    open_memory: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAMINA_SHORT_TERM_MAX_LINES", "1")
    memory = open_memory()
    for number, word in enumerate(("kettle", "ledger", "violin")):
        put(memory, an_item(f"The {word} is green", id=word, importance=0.3, last_seen=NOON + timedelta(days=number)))
    before = everything(memory, tmp_path)
    done = memory.promote_due()
    assert (done.rotated, done.remaining) == (2, 1)
    assert [one.item.id for one in memory.pending()] == ["violin"]
    assert memory.status().archived == 2
    assert memory.recall("kettle")[0].id == "kettle", "archives are searchable"
    memory.undo()
    assert everything(memory, tmp_path) == before


@pytest.mark.req("A12")
def test_what_cannot_be_approved_is_refused_clearly(memory: lamina.Memory) -> None:
    with pytest.raises(NotFound):
        memory.approve("no-such-id")
    memory.record({"id": "s1", "started_at": "2026-03-01", "turns": [{"role": "user", "text": "Hello kettle"}]})
    exchange = memory.recall("kettle")[0].id
    with pytest.raises(BadInput, match="only memories rise"):
        memory.approve(exchange)
