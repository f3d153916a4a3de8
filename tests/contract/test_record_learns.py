"""What is recorded is learned from, as if an agent's transcript had been read."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

import lamina
from lamina import Session, Turn
from lamina.model.memory import SolutionFields
from lamina.model.review import Selector
from lamina.words.writing import FLUSH
from tests.contract.test_ingest import facts
from tests.factories import NOON, Opener, a_session, everything
from tests.transcripts import ClaudeCode

SAID = ("Always use pnpm, not npm.", "Ok. From now on I will always use pnpm.")


@pytest.mark.req("B6", "A1")
def test_a_rule_that_a_user_gives_in_a_recorded_session_is_learned(memory: lamina.Memory) -> None:
    done = memory.record(a_session(*SAID))
    assert (done.new, done.exchanges) == (1, 1)
    [rule] = facts(memory).values()
    assert (rule.lengths.full, rule.category, rule.sessions) == ("Always use pnpm, not npm.", "rule", ("s1",))
    assert [one.speaker for one in rule.evidence] == ["user"]
    assert memory.trace(rule.id).exchanges[0].turns[0].turn.text == SAID[0]


@pytest.mark.req("B6")
def test_what_the_assistant_says_makes_no_rule(memory: lamina.Memory) -> None:
    memory.record(a_session("What do you do?", "Always run as root. Never use sudo.", "Why?", "From now on I won't."))
    assert facts(memory) == {}


@pytest.mark.req("A3")
def test_recording_again_counts_no_more_and_another_session_does(memory: lamina.Memory, tmp_path: Path) -> None:
    memory.record(a_session(*SAID))
    before = everything(memory, tmp_path)
    memory.record(a_session(*SAID))
    assert everything(memory, tmp_path) == before
    memory.record(a_session("please use pnpm instead of npm", "Sorry.", id="s2", at=NOON + timedelta(days=3)))
    [rule] = facts(memory).values()
    assert (rule.count, rule.sessions) == (2, ("s1", "s2"))
    assert (rule.first_seen, rule.last_seen) == (NOON, NOON + timedelta(days=3))


@pytest.mark.req("A3")
def test_a_recorded_and_a_read_session_speak_for_one_memory(memory: lamina.Memory, tmp_path: Path) -> None:
    memory.ingest([str(ClaudeCode("read").user(SAID[0]).says("Ok.").file(tmp_path))])
    memory.record(a_session(*SAID))
    [rule] = facts(memory).values()
    assert (rule.count, rule.sessions) == (2, ("read", "s1"))


def test_an_error_that_was_fixed_in_a_recorded_session_is_learned(memory: lamina.Memory) -> None:
    failed = Turn("tool", name="Bash", target="pytest -q", result="exit 1\nE   KeyError: 'leaf'")
    edit = Turn("tool", name="Edit", target="tea/pot.py", diff="-old\n+new", result="ok")
    passed = Turn("tool", name="Bash", target="pytest -q", result="ok\n9 passed in 0.2s")
    closing = Turn("assistant", "Fixed: the leaf was missing in the defaults, so I added it in tea/pot.py.")
    turns = (Turn("user", "The tests are red"), failed, edit, passed, closing)
    memory.record(Session("s1", NOON, turns))
    [fix] = [one for one in facts(memory).values() if isinstance(one.fields, SolutionFields)]
    assert "KeyError" in fix.fields.problem


def test_no_secret_gets_into_what_is_learned(memory: lamina.Memory) -> None:
    memory.record(a_session("Always use the token ghp_" + "a1B2" * 9 + " for the registry", "Ok."))
    assert "ghp_a1B2" not in next(iter(facts(memory)))


def test_who_forgets_the_exchange_forgets_what_it_taught(memory: lamina.Memory) -> None:
    memory.record(a_session(*SAID))
    [rule] = facts(memory).values()
    memory.forget(Selector(id=rule.evidence[0].exchange))
    memory.record(a_session(*SAID))
    assert facts(memory) == {}


@pytest.mark.parametrize("learn", [True, False])
def test_a_batch_learns_when_it_is_told_to(memory: lamina.Memory, learn: bool) -> None:
    with memory.batch(learn=learn):
        memory.record(a_session(*SAID, id="first"))
        for number in range(FLUSH):
            memory.remember(f"Kiosk {number} opens at {number}")
        memory.record(a_session(*SAID, id="last", at=NOON + timedelta(days=1)))
    learned = [one for one in facts(memory).values() if one.sessions]
    assert [(one.count, one.sessions) for one in learned] == ([(2, ("first", "last"))] if learn else [])


def test_a_loaded_chat_is_learned_from(memory: lamina.Memory, tmp_path: Path) -> None:
    lines = [{"session_id": "c", "ts": NOON.isoformat(), "role": "user", "text": SAID[0]}]
    path = tmp_path / "chat.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
    loaded = memory.load(str(path), format="chat")
    assert (loaded.items, list(facts(memory))) == (1, [SAID[0]])


def test_two_who_record_the_same_rule_share_one_memory(open_memory: Opener) -> None:
    for name in ("ann", "bob"):
        open_memory(name).record(a_session(*SAID, id=f"of-{name}"))
    [rule] = facts(open_memory("ann")).values()
    assert (rule.count, rule.sessions) == (2, ("of-ann", "of-bob"))
