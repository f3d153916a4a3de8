"""Whatever was said comes out of the cold as it went in."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.store.packing import dumped, is_sound, pack_body, pack_turns, plain_body, unpack_turns, whole_body

said = st.text(st.characters(codec="utf-8"))
numbers = st.one_of(st.floats(allow_nan=False, allow_infinity=False), st.integers())
bodies = st.fixed_dictionaries(
    {
        "lengths": st.dictionaries(st.sampled_from(["full", "summary", "index"]), said),
        "fields": st.dictionaries(st.one_of(st.sampled_from(["around", "details", "asked"]), said), said),
    },
    optional={"importance": numbers, "tags": st.lists(said), "category": st.none()},
).map(dumped)


@pytest.mark.req("C9")
@given(bodies)
def test_any_body_is_the_same_again_to_the_last_byte(body: str) -> None:
    hot, cold = pack_body(body)
    assert whole_body(hot, cold) == body
    assert plain_body(hot, cold) == json.loads(body)
    assert "full" not in json.loads(hot)["lengths"]
    assert is_sound(cold)


@pytest.mark.req("C9")
@given(bodies)
def test_what_is_hot_is_read_as_it_is(body: str) -> None:
    assert whole_body(body, None) == body


@pytest.mark.req("C9")
@given(st.lists(st.tuples(st.integers(1, 1 << 40), said)))
def test_any_turns_are_the_same_again(turns: list[tuple[int, str]]) -> None:
    assert unpack_turns(pack_turns(turns)) == turns


@pytest.mark.req("C9")
@given(bodies, st.data())
def test_a_damaged_byte_is_noticed(body: str, data: st.DataObject) -> None:
    _, cold = pack_body(body)
    at = data.draw(st.integers(0, len(cold) - 1))
    damaged = cold[:at] + bytes([cold[at] ^ data.draw(st.integers(1, 255))]) + cold[at + 1 :]
    assert not is_sound(damaged) or whole_body(pack_body(body)[0], damaged) == body
