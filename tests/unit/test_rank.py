"""What decides the order of hits."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from lamina.model.hits import Candidate, Hit
from lamina.recall.fuse import fuse, with_company
from lamina.recall.query import analyse
from lamina.recall.rank import LEAST_COSINE, USE_WEIGHT, rank

PLAIN: dict[str, Any] = {
    "kind": "fact",
    "level": "pending",
    "text": "the parser is slow",
    "sessions": (),
    "files": (),
    "last_seen": "2026-03-02T12:00:00.000000Z",
    "archived": False,
    "cited": 0,
    "ignored": 0,
}


def a_candidate(key: int, **more: Any) -> Candidate:
    return Candidate(**{**PLAIN, "key": key, "id": f"i-{key}", **more})


def ranked(score: dict[int, float], *candidates: Candidate, limit: int = 10) -> list[Hit]:
    """Hits of candidates that were all found by words, with these fused scores."""
    return rank(candidates, score, score, {}, analyse("parser"), limit)


def order(score: dict[int, float], *candidates: Candidate) -> list[str]:
    return [hit.id for hit in ranked(score, *candidates)]


def test_words_and_meaning_together_beat_either_alone() -> None:
    score = fuse({1: 10.0, 2: 10.0}, {2: 0.8, 3: 0.8})
    assert score[2] == pytest.approx(1.0)
    assert score[2] > max(score[1], score[3])
    assert min(score[1], score[3]) > 0


def test_the_way_of_searching_with_the_clearer_winner_counts_for_more() -> None:
    decided_by_words = fuse({1: 9.0, 2: 0.5}, {2: 0.80, 1: 0.79})
    decided_by_meaning = fuse({1: 9.0, 2: 8.9}, {2: 0.8, 1: 0.1})
    assert decided_by_words[1] > decided_by_words[2]
    assert decided_by_meaning[2] > decided_by_meaning[1]


def test_without_meaning_the_best_word_match_scores_one() -> None:
    assert fuse({1: 7.0, 2: 3.5}, {}) == {1: 1.0, 2: 0.5}


def test_without_words_the_nearest_scores_one() -> None:
    assert fuse({}, {1: 0.6, 2: 0.3}) == {1: 1.0, 2: 0.5}


def test_an_opposite_meaning_is_no_better_than_none() -> None:
    assert fuse({1: 1.0}, {2: -0.9, 3: 0.5})[2] == 0.0


def test_nothing_found_is_nothing() -> None:
    assert fuse({}, {}) == {}
    assert ranked({}) == []


def test_a_hit_gains_from_another_hit_of_its_session() -> None:
    total = with_company({1: 0.5, 2: 0.5, 3: 0.5}, {1: "a", 2: "a", 3: "b"})
    assert total[1] == total[2] > total[3]


def test_what_has_no_session_keeps_no_company() -> None:
    total = with_company({1: 0.5, 2: 0.5}, {1: "", 2: ""})
    assert total[1] == total[2] == with_company({1: 0.5}, {1: ""})[1]


def test_the_best_of_a_session_gains_from_the_second_best_not_from_itself() -> None:
    alone = with_company({1: 1.0}, {1: "a"})[1]
    total = with_company({1: 1.0, 2: 0.5}, {1: "a", 2: "a"})
    assert alone < total[1] < 1.0


def test_equals_come_in_the_order_of_their_ids() -> None:
    score = {1: 0.5, 2: 0.5, 3: 0.5}
    assert order(score, a_candidate(3), a_candidate(1), a_candidate(2)) == ["i-1", "i-2", "i-3"]


BETTER_KNOWN = [
    {"level": "long_term"},
    {"level": "core"},
    {"last_seen": "2026-03-03T12:00:00.000000Z"},
]
WORSE_KNOWN = [{"archived": True}, {"last_seen": "2020-01-01T00:00:00.000000Z"}]


@pytest.mark.parametrize("known", BETTER_KNOWN)
def test_between_equals_trust_and_recency_decide(known: dict[str, Any]) -> None:
    assert order({1: 0.5, 2: 0.5}, a_candidate(1), a_candidate(2, **known)) == ["i-2", "i-1"]


@pytest.mark.parametrize("known", WORSE_KNOWN)
def test_between_equals_the_archived_and_the_old_come_last(known: dict[str, Any]) -> None:
    assert order({1: 0.5, 2: 0.5}, a_candidate(1, **known), a_candidate(2)) == ["i-2", "i-1"]


@pytest.mark.req("C7")
def test_being_cited_raises_and_being_ignored_lowers_the_rank() -> None:
    cited, ignored = a_candidate(3, cited=3), a_candidate(1, ignored=3)
    assert order({1: 0.5, 2: 0.5, 3: 0.5}, ignored, a_candidate(2), cited) == ["i-3", "i-2", "i-1"]


@pytest.mark.req("C7")
@pytest.mark.parametrize("times", [1, 3, 1000])
def test_use_decides_between_near_equals_only(times: int) -> None:
    cited, ignored = a_candidate(2, cited=times), a_candidate(1, ignored=times)
    assert order({1: 0.5, 2: 0.48}, ignored, cited) == ["i-2", "i-1"]
    assert order({1: 0.9, 2: 0.7}, ignored, cited) == ["i-1", "i-2"]


@pytest.mark.req("C7")
def test_each_further_use_moves_less_than_the_one_before() -> None:
    scores = [ranked({1: 0.5}, a_candidate(1, cited=times))[0].score for times in range(6)]
    gains = [after - before for before, after in itertools.pairwise(scores)]
    assert all(gain > 0 for gain in gains)
    assert gains == sorted(gains, reverse=True)
    assert ranked({1: 0.5}, a_candidate(1, cited=10**9))[0].score - scores[0] == pytest.approx(USE_WEIGHT)


def test_a_hit_that_was_used_or_passed_over_says_so() -> None:
    assert ranked({1: 0.5}, a_candidate(1, cited=1, ignored=2))[0].why[-2:] == ("cited once", "ignored 2 times")


@pytest.mark.parametrize("known", [*BETTER_KNOWN, {"cited": 1000, "level": "core"}])
def test_a_clearly_better_match_wins_whatever_is_known_of_the_other(known: dict[str, Any]) -> None:
    old = "2016-01-01T00:00:00.000000Z"
    best, trusted = a_candidate(1, last_seen=old), a_candidate(2, **known)
    assert order({1: 0.9, 2: 0.6}, best, trusted) == ["i-1", "i-2"]


def test_core_is_trusted_more_than_long_term() -> None:
    score = {1: 0.5, 2: 0.5}
    assert order(score, a_candidate(1, level="long_term"), a_candidate(2, level="core")) == ["i-2", "i-1"]


def test_an_archived_hit_says_so() -> None:
    hit = ranked({1: 0.5}, a_candidate(1, archived=True))[0]
    assert hit.archived
    assert "archived" in hit.why


def test_a_faint_likeness_of_meaning_alone_is_no_hit() -> None:
    below, above = LEAST_COSINE - 0.01, LEAST_COSINE + 0.01
    meaning = {1: below, 2: above}
    hits = rank([a_candidate(1), a_candidate(2)], fuse({}, meaning), {}, meaning, analyse("parser"), 10)
    assert [hit.id for hit in hits] == ["i-2"]


def test_no_more_hits_than_asked_for_and_the_best_of_them() -> None:
    score = {key: key / 10 for key in range(1, 10)}
    hits = ranked(score, *(a_candidate(key) for key in score), limit=3)
    assert [hit.id for hit in hits] == ["i-9", "i-8", "i-7"]


def test_each_hit_says_which_words_and_how_near_in_meaning() -> None:
    one = a_candidate(1, level="long_term", cited=2)
    hit = rank([one], {1: 1.0}, {1: 4.25}, {1: 0.5}, analyse("slow parsers"), 5)[0]
    assert hit.why == ("words: slow, parser (BM25 4.2)", "meaning: 0.50", "trusted: long-term", "cited 2 times")


def test_a_hit_by_what_was_said_next_to_it_says_so() -> None:
    hit = rank([a_candidate(1, text="yes, the second one")], {1: 1.0}, {1: 4.0}, {}, analyse("parser"), 5)[0]
    assert hit.why == ("words: what was said next to it (BM25 4.0)",)
