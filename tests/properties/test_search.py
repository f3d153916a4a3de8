"""Scores, vectors and codes hold for any numbers there are."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lamina.model.hits import Candidate
from lamina.recall.fuse import fuse, with_company
from lamina.recall.query import analyse
from lamina.recall.rank import rank
from lamina.recall.vectors import _NUMPY_PAYS_FROM, code_of, cosine, cosines, pack, probe
from lamina.store.codes import Codes, packed

DIMENSIONS = 64
keys = st.integers(1, 12)
lexical = st.dictionaries(keys, st.floats(0, 100))
meaning = st.dictionaries(keys, st.floats(-1, 1))
vectors = st.lists(st.floats(-4, 4), min_size=DIMENSIONS, max_size=DIMENSIONS).map(pack).filter(bool)
integers = st.lists(st.integers(-3, 3), min_size=DIMENSIONS, max_size=DIMENSIONS).map(pack).filter(bool)
codes = st.lists(st.integers(0, 255), min_size=8, max_size=8).map(bytes) | st.sampled_from([bytes(8), b"\xff" * 8])


@given(lexical, meaning)
def test_a_score_is_a_share_and_every_key_has_one(words: dict[int, float], near: dict[int, float]) -> None:
    score = fuse(words, near)
    assert set(score) == {*words, *near}
    assert all(0.0 <= one <= 1.0 + 1e-9 for one in score.values())


@given(lexical, meaning, keys, st.floats(0, 100))
def test_a_better_word_match_never_scores_less(
    words: dict[int, float], near: dict[int, float], key: int, more: float
) -> None:
    others = {one: value for one, value in words.items() if one != key}
    best = max(others.values(), default=0.0)
    low, high = sorted((min(words.get(key, 0.0), best), min(more, best)))
    assert fuse({**others, key: low}, near)[key] <= fuse({**others, key: high}, near)[key] + 1e-12


@given(st.dictionaries(keys, st.floats(0, 1)), st.lists(st.sampled_from(["", "a", "b"]), min_size=13, max_size=13))
def test_company_keeps_scores_shares_and_the_order_within_a_session(score: dict[int, float], places: list[str]) -> None:
    total = with_company(score, {key: places[key] for key in score})
    assert all(0.0 <= one <= 1.0 + 1e-9 for one in total.values())
    for one in score:
        for other in score:
            if places[one] == places[other] and score[one] >= score[other]:
                assert total[one] >= total[other] - 1e-12


candidates = st.builds(
    Candidate,
    key=keys,
    id=st.sampled_from("abcdef"),
    kind=st.just("fact"),
    level=st.sampled_from(["pending", "long_term", "core"]),
    text=st.sampled_from(["the parser is slow", "yes", ""]),
    sessions=st.sampled_from([(), ("s1",), ("s2", "s1")]),
    files=st.just(()),
    last_seen=st.dates().map(lambda day: f"{day.isoformat()}T00:00:00.000000Z"),
    archived=st.booleans(),
    cited=st.integers(0, 1000),
    ignored=st.integers(0, 1000),
)


@given(st.lists(candidates, unique_by=lambda one: one.key), lexical, meaning, st.integers(1, 5), st.randoms())
def test_hits_are_shares_best_first_whatever_order_the_store_gave(
    found: list[Candidate],
    words: dict[int, float],
    near: dict[int, float],
    limit: int,
    random: object,
) -> None:
    score = fuse(words, near)
    known = [one for one in found if one.key in score]
    hits = rank(known, score, words, near, analyse("slow parser"), limit)
    assert len(hits) <= limit
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert all(0.0 <= hit.score <= 1.0 for hit in hits)
    assert all(hit.archived == ("archived" in hit.why) for hit in hits)
    if len({one.id for one in known}) == len(known):
        shuffled = list(known)
        random.shuffle(shuffled)  # type: ignore[attr-defined]
        assert rank(shuffled, score, words, near, analyse("slow parser"), limit) == hits


@given(vectors | integers, vectors | integers)
def test_a_cosine_lies_between_minus_one_and_one(one: bytes, other: bytes) -> None:
    assert -1.0 <= cosine(probe(one), other) <= 1.0
    assert 1.0 - 1e-6 < cosine(probe(one), one) <= 1.0


@given(vectors | integers, st.lists(vectors | integers, min_size=1, max_size=8))
def test_numpy_and_plain_python_agree_on_cosines_to_the_last_bit(query: bytes, rows: list[bytes]) -> None:
    many = rows * _NUMPY_PAYS_FROM
    assert len(many) >= _NUMPY_PAYS_FROM
    assert cosines(probe(query), many) == [cosine(probe(query), row) for row in many]


@given(st.lists(st.floats(-4, 4), min_size=DIMENSIONS, max_size=DIMENSIONS))
def test_signs_are_those_of_the_packed_values(values: list[float]) -> None:
    whole = pack(values)
    if whole:
        bits = np.unpackbits(np.frombuffer(code_of(whole), np.uint8)).tolist()
        assert bits == [value > 0 for value in probe(whole).values]
    else:
        assert not any(values)


@given(st.lists(codes, max_size=40), codes, st.integers(1, 50), st.integers(1, 40))
def test_the_nearest_codes_are_those_that_brute_force_finds(
    stored: list[bytes], code: bytes, limit: int, block: int
) -> None:
    rows = [(100 + at, one) for at, one in enumerate(stored)]
    blocks = [packed(rows[at : at + block]) for at in range(0, len(rows), block)]

    def distance(row: tuple[int, bytes]) -> int:
        return (int.from_bytes(row[1], "big") ^ int.from_bytes(code, "big")).bit_count()

    expected = [key for key, _ in sorted(rows, key=distance)][:limit]
    index = Codes(blocks)
    assert len(index) == len(rows)
    assert index.nearest(code, limit) == expected
    assert index._without(code, limit) == expected
    if rows:
        assert index._with_numpy(code, limit) == expected


def test_codes_of_another_width_are_nobodys_neighbours() -> None:
    assert Codes([packed([(1, bytes(8))])]).nearest(bytes(32), 5) == []


def test_of_thousands_of_equally_near_codes_the_older_come_first() -> None:
    rows = [(key, bytes([key % 3] * 8)) for key in range(1, 3001)]
    index = Codes([packed(rows)])
    expected = [key for key, code in rows if code == bytes(8)]
    for limit in (1, 10, 1000):
        assert index._with_numpy(bytes(8), limit) == index._without(bytes(8), limit) == expected[:limit]
