"""Whatever is stated: a relation is found, always the same, and never both duplicate and contradiction."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lamina.consolidate.claims import claim
from lamina.consolidate.duplicates import MERGED_FROM, similarity
from lamina.consolidate.practice import Against, InLine, Silent, against
from lamina.consolidate.relations import Contradiction, Duplicate, Update, relation
from tests.properties.strategies import any_text, prose

LABELS = Path(__file__).parents[2] / "bench" / "labels"
LABELLED = [
    json.loads(line)
    for name in ("pairs", "later_pairs")
    for line in (LABELS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
]
pieces = st.lists(
    st.sampled_from(
        ["use", "never", "not", "no", "npm", "pnpm", "tabs", "the", "timeout", "is", "30 s", "60 s", "in tests", "now",
         "in production", "Anna", "owns", "src/main.py", "instead of", "from", "to", "at most", "5", "was removed",
         "over", "before", "only", ",", ".", "?", ":", "`git push`", "without", "prefer", "Python 3.9", "1e-3", "v2",
         "-", "…"]
    ),
    max_size=14,
).map(" ".join)  # fmt: skip
stated = st.sampled_from([text for one in LABELLED for text in (one["older"], one["newer"])])
statements = any_text | prose | pieces | stated


@given(statements, statements)
@example("", "")
@example("e", "e-1")
@example("1e-99 ms", "٣ items")
def test_any_two_texts_have_one_relation_and_always_the_same(older: str, newer: str) -> None:
    first = relation(older, newer)
    claim.cache_clear()
    assert relation(older, newer) == first
    assert first.why


@pytest.mark.req("C5", "C6")
@given(statements, statements)
def test_what_is_merged_contradicts_in_no_direction(one: str, other: str) -> None:
    found = {type(relation(one, other)), type(relation(other, one))}
    assert not (Duplicate in found and found & {Contradiction, Update})


@pytest.mark.req("C5")
@given(statements)
def test_a_statement_is_a_duplicate_of_itself(text: str) -> None:
    assert isinstance(relation(text, text), Duplicate)
    assert similarity(claim(text), claim(text)) == 1.0


@given(statements, statements, st.none() | st.floats(-1, 1))
def test_similarity_is_a_share_and_the_same_both_ways(one: str, other: str, cosine: float | None) -> None:
    similar = similarity(claim(one), claim(other), cosine=cosine)
    assert 0.0 <= similar <= 1.0
    assert similar == similarity(claim(other), claim(one), cosine=cosine)


@pytest.mark.req("C5")
def test_no_labelled_opposite_is_ever_similar_enough() -> None:
    for pair in (one for one in LABELLED if one["relation"] != "duplicate"):
        older, newer = claim(pair["older"]), claim(pair["newer"])
        assert all(similarity(older, newer, cosine=cosine) < MERGED_FROM for cosine in (0.0, 0.5, 1.0)), pair


@given(
    st.lists(any_text | pieces | st.sampled_from(["npm install", "git push -f", "'", '"a b', "x && | ;"]), max_size=4),
    statements,
)
def test_any_commands_give_an_answer(commands: list[str], memory: str) -> None:
    assert isinstance(against(commands, memory), Against | InLine | Silent)


@pytest.mark.parametrize(
    "piece", ["never ", "use npm, ", "a-", "1 ", "`", "no x is ", "/", "at most ", ".", "from ", "Anna "]
)
def test_a_megabyte_is_cut_and_read_in_no_time(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    start = time.perf_counter()
    relation(text, text + "x")
    assert time.perf_counter() - start < 2.0
