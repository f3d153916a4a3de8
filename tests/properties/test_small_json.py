"""JSON is the same whether or not the process has loaded `json`."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.model import small_json

SCAN = small_json._scan or pytest.fail("this Python scans no JSON by itself")
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_what_is_written_is_what_json_writes_and_is_read_back(value: Any) -> None:
    assert small_json._told(value) == json.dumps(value)
    assert small_json._loaded(SCAN, f" {json.dumps(value, indent=1)}\n") == value


@given(st.text() | st.text(alphabet='{}[]",:1-e+.nultrfas\\ \n', max_size=30))
def test_what_json_does_not_read_is_refused(text: str) -> None:
    try:
        expected = json.loads(text)
    except ValueError:
        with pytest.raises(ValueError):
            small_json._loaded(SCAN, text)
    else:
        assert small_json._loaded(SCAN, text) == expected
