"""Asking what is known."""

from __future__ import annotations

from datetime import timedelta

import pytest

import lamina
from lamina.errors import BadInput
from lamina.model.memory import Trust, Validity
from lamina.model.review import Selector
from tests.factories import NOON, Clock, Opener, a_session, an_item, denied, put, texts


def test_the_best_match_by_words_comes_first(memory: lamina.Memory) -> None:
    memory.remember("The deployment runs every night")
    memory.remember("Rollback of a deployment needs two approvals")
    memory.remember("Lunch is at noon")
    assert texts(memory, "who approves a rollback?", mode="lexical") == ["Rollback of a deployment needs two approvals"]


def test_words_are_found_in_any_form(memory: lamina.Memory) -> None:
    memory.remember("We migrated the databases")
    assert texts(memory, "migrating database", mode="lexical") == ["We migrated the databases"]


@pytest.mark.req("D4")
def test_meaning_finds_what_shares_no_word(memory: lamina.Memory) -> None:
    memory.remember("The automobile needs petrol")
    memory.remember("Unit tests live next to the module")
    memory.remember("Invoices are sent by mail on Fridays")
    question = "car fuel"
    assert texts(memory, question, mode="lexical") == []
    assert texts(memory, question, mode="semantic")[0] == "The automobile needs petrol"
    assert texts(memory, question)[0] == "The automobile needs petrol"


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("parseHttpHeader is slow", "http header"),
        ("parseHttpHeader is slow", "parseHttpHeader"),
        ("retry_with_backoff gives up", "backoff"),
        ("retry_with_backoff gives up", "retry_with_backoff"),
        ("see src/store/text_index.py for it", "text_index.py"),
        ("see src/store/text_index.py for it", "src/store/text_index.py"),
        ("E0432 means a wrong import", "E0432"),
    ],
)
def test_identifiers_are_found_whole_and_in_parts(memory: lamina.Memory, written: str, asked: str) -> None:
    memory.remember("Nothing of that kind in here")
    memory.remember(written)
    assert texts(memory, asked, mode="lexical") == [written]


def test_no_more_than_the_limit_comes_back(memory: lamina.Memory) -> None:
    with memory.batch():
        for number in range(15):
            memory.remember(f"Server {number} runs Linux")
    assert len(memory.recall("server linux")) == 10
    assert len(memory.recall("server linux", limit=3)) == 3
    assert len(memory.recall("server linux", limit=50)) == 15


def test_every_hit_says_why(memory: lamina.Memory) -> None:
    put(memory, an_item("Rollback needs two approvals", trust=Trust("long_term")))
    (hit,) = memory.recall("rollback approvals")
    assert 0 < hit.score <= 1
    assert any(reason.startswith("words: rollback, approv") for reason in hit.why)
    assert any(reason.startswith("meaning: ") for reason in hit.why)
    assert "trusted: long-term" in hit.why
    (plain,) = memory.recall("rollback approvals", mode="lexical")
    assert not any(reason.startswith("meaning") for reason in plain.why)


def test_an_exchange_says_which_session_it_is_from(memory: lamina.Memory) -> None:
    memory.record(a_session("Where is the cache?", "In ~/.cache.", id="s-42"))
    assert memory.recall("cache")[0].session_ids == ("s-42",)


def test_a_short_reply_is_found_by_what_was_said_before_it(memory: lamina.Memory) -> None:
    memory.record(a_session("Shall we drop the kiosk module?", "Say yes or no.", "yes", "Dropped."))
    assert "yes\n\nDropped." in texts(memory, "kiosk", mode="lexical")


def test_an_archived_memory_is_found_and_marked(memory: lamina.Memory) -> None:
    put(memory, an_item("The old kiosk ran Windows", archived_at=NOON))
    (hit,) = memory.recall("kiosk")
    assert hit.archived
    assert "archived" in hit.why


@pytest.mark.req("A8")
def test_a_denied_memory_is_not_shown(memory: lamina.Memory) -> None:
    put(memory, an_item("Kiosks are great", trust=denied()), an_item("Kiosks exist", id="i-2"))
    assert texts(memory, "kiosks") == ["Kiosks exist"]


@pytest.mark.req("C9")
def test_a_superseded_memory_is_shown_only_for_the_time_it_held(memory: lamina.Memory) -> None:
    change = NOON + timedelta(days=10)
    put(
        memory,
        an_item("The port is 8080", id="i-old", validity=Validity(NOON, change, superseded_by="i-new")),
        an_item("The port is 9090", id="i-new", validity=Validity(change, supersedes="i-old")),
    )
    assert texts(memory, "port") == ["The port is 9090"]
    assert texts(memory, "port", as_of=NOON + timedelta(days=1)) == ["The port is 8080"]
    assert texts(memory, "port", as_of="2026-03-13") == ["The port is 9090"]
    assert texts(memory, "port", as_of="2026-03-01") == []


def test_what_is_hidden_never_crowds_out_what_can_be_seen(open_memory: Opener) -> None:
    ann, bob = open_memory(user="ann"), open_memory(user="bob")
    with ann.batch():
        for number in range(150):
            ann.remember(f"kiosk kiosk kiosk {number}")
            bob_cannot = "user-private"
            ann.remember(f"kiosk kiosk kiosk kiosk {number}", visibility=bob_cannot)  # type: ignore[arg-type]
    ann.forget(Selector(query="kiosk"))
    with ann.batch():
        for number in range(150):
            ann.remember(f"kiosk kiosk kiosk {number} again", visibility="user-private")
    bob.remember("After a long debate in the spring we sold the kiosk to a museum")
    for mode in ("lexical", "semantic", "hybrid"):
        assert texts(bob, "kiosk", mode=mode) == ["After a long debate in the spring we sold the kiosk to a museum"]


def test_among_more_than_are_compared_exactly_one_finds_ones_own(open_memory: Opener) -> None:
    ann, bob = open_memory(user="ann"), open_memory(user="bob")
    with ann.batch():
        for number in range(1_100):
            ann.remember(f"kiosk {number}", visibility="user-private")
    bob.remember("After a long debate in the spring we sold the kiosk to a museum")
    bob.remember("Giraffes eat acacia leaves")
    for mode in ("semantic", "hybrid"):
        assert texts(bob, "kiosk", mode=mode)[0].startswith("After a long debate")
        assert len(texts(bob, "kiosk giraffe", mode=mode)) == 2
    vector = ann._parts.embedder.embed(["kiosk 7"])[0]
    found = ann._store.nearest(ann.viewer, vector, 20)
    assert len(found) == 20
    assert found == sorted(found, key=lambda one: (-one.score, one.key))
    assert dict(found) == ann._store.similarity(ann.viewer, vector, [one.key for one in found])
    assert found[0].score == pytest.approx(1.0, abs=0.001)


def test_recalling_changes_nothing(memory: lamina.Memory, clock: Clock) -> None:
    item = memory.remember("Use pnpm")
    memory.recall("pnpm")
    assert memory.get(item.id) == item


@pytest.mark.parametrize(
    "wrong",
    [{"query": "?!"}, {"query": "x", "limit": 0}, {"query": "x", "mode": "psychic"}, {"query": "x", "as_of": "soon"}],
    ids=["no word", "no limit", "mode", "time"],
)
def test_a_question_that_cannot_be_asked_says_so(memory: lamina.Memory, wrong: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        memory.recall(**wrong)  # type: ignore[arg-type]


def test_nothing_is_known_in_an_empty_store(memory: lamina.Memory) -> None:
    assert memory.recall("anything at all") == []


@pytest.mark.req("C6")
def test_of_two_sessions_on_the_same_thing_the_later_comes_first(memory: lamina.Memory) -> None:
    question = "When does the nightly backup of the orders database run?"
    memory.record(a_session(f"{question} I mean the nightly backup of the orders database.", "At two.", id="then"))
    later = NOON + timedelta(days=40)
    memory.record(
        a_session("The nightly backup of the orders database runs at four now.", "Noted.", id="now", at=later)
    )
    memory.record(a_session("Where is the kettle?", "In the kitchen.", id="other", at=NOON + timedelta(days=50)))
    first, second = memory.recall(question)[:2]
    assert (first.session_ids, second.session_ids) == (("now",), ("then",))
    assert any(reason.startswith(f"newer than {second.id} on ") for reason in first.why)
