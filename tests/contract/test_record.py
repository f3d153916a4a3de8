"""Keeping a conversation."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

import lamina
from lamina import Session, Turn
from lamina.errors import BadInput
from lamina.model.memory import ExchangeFields
from lamina.model.review import Selector
from tests.factories import NOON, Opener, a_session, everything, records, texts

FOUR = ("Where is the cache?", "In ~/.cache.", "And the log?", "In /var/log.")


def exchanges(memory: lamina.Memory, session: str = "s1") -> list[str]:
    return list(memory.forget(Selector(session=session), dry_run=True).ids)


@pytest.mark.req("B3")
def test_each_request_and_its_resolution_becomes_one_exchange(memory: lamina.Memory) -> None:
    done = memory.record(a_session(*FOUR))
    assert (done.sessions, done.turns, done.exchanges, done.new) == (1, 4, 2, 2)
    assert texts(memory, "cache")[0] == "Where is the cache?\n\nIn ~/.cache."
    assert memory.status().exchanges == 2


def test_recording_twice_changes_nothing(memory: lamina.Memory, tmp_path: Path) -> None:
    memory.record(a_session(*FOUR))
    before = everything(memory, tmp_path)
    again = memory.record(a_session(*FOUR))
    assert (again.new, again.unchanged) == (0, 2)
    assert everything(memory, tmp_path) == before


def test_a_growing_session_adds_only_what_is_new(memory: lamina.Memory) -> None:
    memory.record(a_session(*FOUR[:3]))
    first = exchanges(memory)
    grown = memory.record(a_session(*FOUR, "And the config?", "In /etc."))
    assert grown.exchanges == 3
    assert exchanges(memory)[:2] == first
    assert memory.get(first[1]).lengths.full == "And the log?\n\nIn /var/log."
    assert memory.status().exchanges == 3


@pytest.mark.req("A1")
def test_an_exchange_keeps_its_id_while_its_answer_grows(memory: lamina.Memory) -> None:
    memory.record(a_session("Where is the cache?"))
    (id_,) = exchanges(memory)
    memory.record(a_session("Where is the cache?", "In ~/.cache."))
    assert exchanges(memory) == [id_]
    assert memory.trace(id_).exchanges[0].last_turn == 2


def test_the_same_session_has_the_same_ids_in_every_store(fresh_store: Callable[[str], Opener]) -> None:
    found: list[list[str]] = []
    for engine in ("sqlite", "sqlite", "postgres"):
        memory = fresh_store(engine)(user=f"user-{len(found)}", project=f"p{len(found)}")
        memory.record(a_session(*FOUR, id="same"))
        found.append(exchanges(memory, "same"))
    assert found[0] == found[1] == found[2]
    assert len(set(found[0])) == 2


def test_the_same_prompt_in_two_sessions_makes_two_exchanges(memory: lamina.Memory) -> None:
    memory.record(a_session("yes", id="s1"))
    memory.record(a_session("yes", id="s2"))
    assert set(exchanges(memory, "s1")).isdisjoint(exchanges(memory, "s2"))


@pytest.mark.req("A14")
def test_times_keep_the_offset_they_were_said_at(memory: lamina.Memory, tmp_path: Path) -> None:
    kathmandu = timezone(timedelta(hours=5, minutes=45))
    at = datetime(2026, 3, 2, 23, 30, tzinfo=kathmandu)
    memory.record(Session("s1", at, (Turn("user", "Late question", at),)))
    (id_,) = exchanges(memory)
    assert memory.get(id_).first_seen.isoformat() == "2026-03-02T23:30:00+05:45"
    assert memory.trace(id_).exchanges[0].turns[0].turn.at == at
    out = everything(memory, tmp_path)
    assert records(out, "item")[0]["first_seen"] == "2026-03-02T23:30:00+05:45"
    assert records(out, "turn")[0]["turn"]["at"] == "2026-03-02T23:30:00+05:45"


@pytest.mark.req("A14")
def test_every_time_in_an_export_is_iso_8601(memory: lamina.Memory, tmp_path: Path) -> None:
    memory.record(a_session(*FOUR))
    memory.remember("Use pnpm")
    memory.forget(memory.remember("Use npm").id)
    out = everything(memory, tmp_path)
    stamps = [one["created_at"] for one in records(out, "project")]
    stamps += [one["started_at"] for one in records(out, "session")]
    stamps += [one["at"] for one in records(out, "tombstone")]
    stamps += [one[name] for one in records(out, "item") for name in ("first_seen", "last_seen")]
    assert len(stamps) == 1 + 1 + 1 + 6
    assert all(datetime.fromisoformat(one).tzinfo for one in stamps)


def test_plain_data_is_as_good_as_a_session_value(memory: lamina.Memory) -> None:
    turns = [
        {"role": "user", "text": "Where is the cache?"},
        {"role": "tool", "name": "Read", "target": "src/cache.py"},
    ]
    memory.record({"id": "s1", "started_at": "2026-03-02T12:00:00+01:00", "turns": turns})
    item = memory.get(exchanges(memory)[0])
    assert item.files == ("src/cache.py",)
    assert isinstance(item.fields, ExchangeFields)
    assert item.fields.asked == "Where is the cache?"


@pytest.mark.parametrize(
    "wrong",
    [
        {"started_at": NOON, "turns": [{"role": "user"}]},
        {"id": "s", "started_at": NOON, "turns": []},
        {"id": "s", "started_at": "yesterday", "turns": [{"role": "user"}]},
        {"id": "s", "started_at": "0001-01-01T00:00:00+05:00", "turns": [{"role": "user"}]},
        {"id": "s", "started_at": NOON, "turns": [{"role": "wizard"}]},
        {"id": "s", "started_at": NOON, "turns": [{"role": "user", "text": "\x00"}]},
        {"id": "s", "started_at": NOON, "agent": "half \ud83d", "turns": [{"role": "user"}]},
    ],
    ids=["no id", "no turns", "no time", "before all time", "unknown role", "control character", "bad agent"],
)
def test_a_session_that_cannot_be_kept_is_refused_whole(memory: lamina.Memory, wrong: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        memory.record(wrong)
    assert memory.status().sessions == 0
