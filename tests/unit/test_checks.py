"""What may not come in, and what is said about it."""

from __future__ import annotations

from typing import Any

import pytest

from lamina.errors import BadInput
from lamina.words.checks import MOST_CHARACTERS, good_importance, good_moment, good_text, session_from
from tests.factories import NOON

SESSION: dict[str, Any] = {"id": "s1", "started_at": "2026-03-02T12:00:00Z", "turns": [{"role": "user", "text": "Hi"}]}


@pytest.mark.parametrize("text", ["Grüße\tund\nZeilen\r\n", "👍", "x" * MOST_CHARACTERS])
def test_ordinary_text_comes_in_as_it_is(text: str) -> None:
    assert good_text(text) == text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "empty"),
        (" \n ", "empty"),
        ("a\x00b", "U+0000 at position 1"),
        ("ab\x1b", "U+001B at position 2"),
        ("\ud83d", "not valid Unicode U+D83D"),
        ("x" * (MOST_CHARACTERS + 1), "1,000,001 characters"),
        (7, "not text"),
    ],
)
def test_a_text_that_cannot_be_kept_is_refused_with_its_reason(text: Any, told: str) -> None:
    with pytest.raises(BadInput) as caught:
        good_text(text)
    assert told in caught.value.message


@pytest.mark.parametrize("value", [-0.01, 1.01, float("nan"), float("inf")])
def test_importance_goes_from_zero_to_one(value: float) -> None:
    with pytest.raises(BadInput, match="importance"):
        good_importance(value)


@pytest.mark.parametrize(
    "time", ["yesterday", "", None, 7, "2026-13-01", "9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+12:00"]
)
def test_what_is_not_a_time_is_refused_by_name(time: Any) -> None:
    with pytest.raises(BadInput, match=r"--before is .* not a time"):
        good_moment(time, "--before")


def test_a_time_keeps_its_offset_and_one_without_is_utc() -> None:
    assert good_moment("2026-03-02T13:00:00+01:00", "at") == NOON
    assert str(good_moment("2026-03-02T13:00:00+01:00", "at").utcoffset()) == "1:00:00"
    assert good_moment("2026-03-02T12:00:00", "at") == NOON
    assert good_moment("2026-03-02", "at").hour == 0


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"id": " "}, "session's id"),
        ({"id": "a\x00"}, "session's id"),
        ({"agent": "a\x00"}, "session's agent"),
        ({"title": "\ud800"}, "session's title"),
        ({"started_at": "soon"}, "started_at"),
        ({"turns": []}, "no turns"),
        ({"turns": [{"role": "user"}, {"role": "robot"}]}, "Turn 2"),
        ({"turns": [{"role": "user", "text": "\x00"}]}, "Turn 1 (text)"),
        ({"turns": [{"role": "tool", "diff": "\x00"}]}, "Turn 1 (diff)"),
        ({"turns": [{"role": "user", "at": "noon"}]}, "Turn 1: at"),
    ],
)
def test_a_wrong_session_is_refused_with_the_place_that_is_wrong(change: dict[str, Any], told: str) -> None:
    with pytest.raises(BadInput) as caught:
        session_from({**SESSION, **change})
    assert told in str(caught.value)


@pytest.mark.parametrize("name", ["id", "started_at", "turns"])
def test_a_session_without_a_needed_part_is_refused_by_its_name(name: str) -> None:
    with pytest.raises(BadInput, match=name):
        session_from({key: value for key, value in SESSION.items() if key != name})


def test_a_session_made_of_values_is_the_same_as_one_of_plain_data() -> None:
    read = session_from(SESSION)
    assert session_from(read) == read
