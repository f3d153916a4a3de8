"""Of two hits that speak of the same thing, the newer goes first."""

from __future__ import annotations

from typing import Any

import pytest

from lamina.model.hits import Candidate, Hit
from lamina.recall.newer import FIRST, SAME_COSINE, newer_first
from lamina.recall.query import analyse
from lamina.recall.rank import rank

QUESTION = "When does the nightly backup of the orders database run?"
THEN = "The nightly backup of the orders database runs at two."
NOW = "The nightly backup of the orders database runs at four."
PLAIN: dict[str, Any] = {
    "kind": "exchange",
    "level": "pending",
    "files": (),
    "archived": False,
    "cited": 0,
    "ignored": 0,
}


def a_candidate(key: int, stated: str, *, month: int = 1, **more: Any) -> Candidate:
    """An exchange in a session of its own."""
    told = {"text": stated, "stated": stated, "sessions": (f"s{key}",), "last_seen": f"2026-{month:02}-02T12:00:00Z"}
    return Candidate(**{**PLAIN, **told, "key": key, "id": f"i-{key}", **more})


def hits(*candidates: Candidate, cosine: float = 0.6) -> list[Hit]:
    """Ranked as they are given, each a little worse than the one before."""
    score = {one.key: 0.9 - 0.1 * at for at, one in enumerate(candidates)}
    return rank(candidates, score, score, dict.fromkeys(score, cosine), analyse(QUESTION), 30)


def order(*candidates: Candidate, cosine: float = 0.6) -> list[str]:
    return [hit.id for hit in hits(*candidates, cosine=cosine)]


@pytest.mark.req("C6")
def test_the_newer_statement_goes_above_the_older_and_says_why() -> None:
    found = hits(a_candidate(1, THEN), a_candidate(2, NOW, month=2))
    assert [hit.id for hit in found] == ["i-2", "i-1"]
    assert found[0].why[-1] == "newer than i-1 on night, backup, order, databas, run"
    assert found[0].score == found[1].score
    assert not any("newer" in reason for reason in found[1].why)


def test_an_older_statement_stays_below() -> None:
    assert order(a_candidate(1, NOW, month=2), a_candidate(2, THEN)) == ["i-1", "i-2"]


@pytest.mark.parametrize(
    "said", ["The nightly build runs at four.", "Lunch is at four.", "Orders are shown in the new table."]
)
def test_what_is_newer_but_speaks_of_something_else_stays_below(said: str) -> None:
    assert order(a_candidate(1, THEN), a_candidate(2, said, month=2)) == ["i-1", "i-2"]


def test_names_that_share_parts_are_not_the_same_thing() -> None:
    question = "Where is worker_queue_7 configured?"
    given = a_candidate(1, "worker_queue_7 is in a.toml."), a_candidate(2, "worker_queue_9 is in b.toml.", month=2)
    assert newer_first(given, question, {1: 0.6, 2: 0.6}) == (list(given), {})


def test_what_is_far_from_the_question_does_not_rise_by_its_words() -> None:
    pair = a_candidate(1, THEN), a_candidate(2, NOW, month=2)
    assert order(*pair, cosine=SAME_COSINE - 0.01) == ["i-1", "i-2"]
    assert order(*pair, cosine=SAME_COSINE + 0.01) == ["i-2", "i-1"]


def test_the_hits_of_a_session_speak_together() -> None:
    older = a_candidate(1, "The nightly backup runs at two.")
    first = a_candidate(2, "About the backup again.", month=2, sessions=("s2",))
    second = a_candidate(3, "From now on the nightly one runs at four.", month=2, sessions=("s2",))
    assert order(older, first, second) == ["i-2", "i-3", "i-1"]


def test_within_one_session_the_order_stays() -> None:
    later = a_candidate(2, NOW, month=2, sessions=("s1",))
    assert order(a_candidate(1, THEN), later) == ["i-1", "i-2"]


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ({"level": "core"}, {}),
        ({"level": "long_term"}, {}),
        ({}, {"archived": True}),
        ({"kind": "concept"}, {}),
        ({}, {"kind": "concept"}),
    ],
)
def test_a_mere_remark_a_topic_or_what_is_archived_overtakes_nothing(
    older: dict[str, Any], newer: dict[str, Any]
) -> None:
    given = a_candidate(1, THEN, **older), a_candidate(2, NOW, month=2, **newer)
    assert newer_first(given, QUESTION, {1: 0.6, 2: 0.6}) == (list(given), {})


def test_among_equally_trusted_memories_the_newer_goes_first() -> None:
    given = a_candidate(1, THEN, level="core"), a_candidate(2, NOW, month=2, level="core")
    assert order(*given) == ["i-2", "i-1"]


def test_nothing_comes_among_the_best_or_leaves_them_because_of_its_age() -> None:
    ranked = [a_candidate(key, THEN, month=1 + key % 12) for key in range(30)]
    moved, _ = newer_first(ranked, QUESTION, {one.key: 0.6 for one in ranked})
    assert {one.key for one in moved[:FIRST]} == set(range(FIRST))
    assert moved[FIRST:] == ranked[FIRST:]
    assert [one.last_seen for one in moved[:FIRST]] == sorted((one.last_seen for one in ranked[:FIRST]), reverse=True)
