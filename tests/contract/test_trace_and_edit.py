"""Where a memory comes from, and how a person corrects it."""

from __future__ import annotations

from pathlib import Path

import pytest

import lamina
from lamina import Session, Turn
from lamina.errors import BadInput, Conflict, NotFound
from lamina.model.memory import Evidence
from tests.factories import NOON, Opener, a_session, an_item, everything, put, records, texts

TURNS = (
    Turn("user", "Where is the cache?"),
    Turn("assistant", "Let me look."),
    Turn("tool", name="Grep", target="src/cache.py", lines="3-9", result="CACHE = 1"),
    Turn("assistant", "In src/cache.py."),
    Turn("user", "Thanks"),
)


@pytest.mark.req("B3", "B8")
def test_an_exchange_opens_exactly_its_turns_with_who_said_them(memory: lamina.Memory) -> None:
    memory.record(Session("s1", NOON, TURNS))
    hit = memory.recall("cache")[0]
    (traced,) = memory.trace(hit.id).exchanges
    assert (traced.session, traced.first_turn, traced.last_turn) == ("s1", 1, 4)
    assert [(one.number, one.turn) for one in traced.turns] == list(enumerate(TURNS[:4], 1))
    assert [one.turn.role for one in traced.turns] == ["user", "assistant", "tool", "assistant"]


@pytest.mark.req("B8")
def test_a_fact_leads_to_the_exchange_and_the_lines_it_rests_on(memory: lamina.Memory) -> None:
    memory.record(Session("s1", NOON, TURNS))
    exchange = memory.recall("cache")[0].id
    put(memory, an_item("The cache is in src", id="i-fact", evidence=(Evidence("s1", exchange, 4, 4, "assistant"),)))
    (traced,) = memory.trace("i-fact").exchanges
    assert (traced.id, traced.summary) == (exchange, memory.get(exchange).lengths.summary)
    assert [(one.number, one.turn.role, one.turn.text) for one in traced.turns] == [
        (4, "assistant", "In src/cache.py.")
    ]


def test_what_was_said_outright_has_no_transcript(memory: lamina.Memory) -> None:
    trace = memory.trace(memory.remember("Use pnpm").id)
    assert trace.exchanges == ()
    assert trace.item.evidence[0].speaker == "user"


def test_a_forgotten_exchange_is_missing_from_the_trace(memory: lamina.Memory) -> None:
    memory.record(Session("s1", NOON, TURNS))
    memory.record(Session("s2", NOON, TURNS))
    hits = memory.recall("cache")
    first, second = (next(hit.id for hit in hits if hit.session_ids == (name,)) for name in ("s1", "s2"))
    evidence = (Evidence("s1", first, 1, 4), Evidence("s2", second, 1, 4))
    put(memory, an_item("It is in src", id="i-fact", evidence=evidence))
    memory.forget(first)
    assert [one.id for one in memory.trace("i-fact").exchanges] == [second]
    with pytest.raises(NotFound):
        memory.trace(first)


def test_what_rests_on_a_forgotten_exchange_alone_goes_with_it_and_comes_back_with_it(memory: lamina.Memory) -> None:
    memory.record(Session("s1", NOON, TURNS))
    exchange = memory.recall("cache")[0].id
    put(memory, an_item("It is in src", id="i-fact", evidence=(Evidence("s1", exchange, 1, 4),)))
    assert set(memory.forget(exchange).ids) == {exchange, "i-fact"}
    with pytest.raises(NotFound):
        memory.get("i-fact")
    memory.undo()
    assert [one.id for one in memory.trace("i-fact").exchanges] == [exchange]


def test_the_beginning_of_an_id_is_enough_while_it_is_unique(memory: lamina.Memory) -> None:
    put(memory, an_item("One", id="abcd-1"), an_item("Two", id="abcd-2"))
    assert memory.get("abcd-1").lengths.full == "One"
    with pytest.raises(BadInput, match="abcd-1, abcd-2"):
        memory.get("abcd")
    with pytest.raises(NotFound):
        memory.get("abce")


@pytest.mark.req("A1")
def test_an_edit_keeps_the_id_and_the_older_version(memory: lamina.Memory, tmp_path: Path) -> None:
    item = memory.remember("The port is 8080", tags=("net",))
    edited = memory.edit(item.id, "The port is 9090")
    assert edited.id == item.id
    assert memory.get(item.id).tags == ("net",)
    assert texts(memory, "port") == ["The port is 9090"]
    memory.edit(item.id, "The port is 7070")
    versions = records(everything(memory, tmp_path), "version")
    assert [one["body"]["lengths"]["full"] for one in versions] == ["The port is 8080", "The port is 9090"]


@pytest.mark.req("C3")
def test_an_edit_says_the_new_text_at_all_lengths(memory: lamina.Memory) -> None:
    item = memory.remember("Short")
    lengths = memory.edit(item.id, "A much longer text that says a lot. " * 20).lengths
    assert lengths.summary.startswith("A much longer")
    assert lengths.tokens[0] > lengths.tokens[1] > lengths.tokens[3]
    assert memory.get(item.id).lengths == lengths


@pytest.mark.req("A12")
def test_an_edit_of_something_that_changed_meanwhile_is_a_conflict(open_memory: Opener) -> None:
    ann, bob = open_memory(user="ann"), open_memory(user="bob")
    item = ann.remember("The port is 8080")
    seen_by_bob = bob.get(item.id)
    ann.edit(item.id, "The port is 9090")
    with pytest.raises(Conflict):
        bob._writer.edit(seen_by_bob, "The port is 7070")
    assert texts(bob, "port") == ["The port is 9090"]


def test_what_was_said_cannot_be_edited(memory: lamina.Memory) -> None:
    memory.record(a_session())
    with pytest.raises(BadInput):
        memory.edit(memory.recall("tests")[0].id, "Something else was said")


def test_an_edit_that_cannot_be_kept_leaves_the_memory_alone(memory: lamina.Memory) -> None:
    item = memory.remember("The port is 8080")
    with pytest.raises(BadInput):
        memory.edit(item.id, "   ")
    assert memory.get(item.id) == item
