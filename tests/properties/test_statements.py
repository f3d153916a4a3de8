"""Whatever is typed or pasted: statements are short, made of the person's own words, and found in linear time."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.distil.statements import CHARACTERS, MOST, statements
from tests.properties.strategies import any_text, prose

pieces = st.lists(
    st.sampled_from(
        ["always use tabs", "never push", "```", "> ", "remember this", "\n", "\n- ", ". ", "? ", ":", '"""', " ", "2",
         "I prefer", "let's use", "the docs say", "immer", "toujours", "    ", "# ", "1. ", "`", '"']
    ),
    max_size=40,
).map("".join)  # fmt: skip


@given(any_text | prose | pieces, any_text | pieces)
def test_any_prompt_gives_statements_or_none_and_never_raises(said: str, before: str) -> None:
    found = statements(said, before=before)
    assert len(found) <= MOST
    for one in found:
        assert 0 < len(one.text) <= CHARACTERS
        assert one.why


@given(prose | pieces)
def test_a_statement_is_made_of_the_words_that_were_said(said: str) -> None:
    given_words = set(said.replace(";", " ").split())
    for one in statements(said):
        words = one.text.replace(";", " ").rstrip("…").split()
        assert all(any(word in known for known in given_words) for word in words)


@pytest.mark.req("B6")
@given(pieces, st.sampled_from(["```", "~~~", '"""']))
def test_nothing_inside_a_fence_is_a_statement(inside: str, fence: str) -> None:
    body = "".join(one for one in inside if one not in "`~\"'")
    assert statements(f"look at this\n{fence}\n{body} zebra always use zebra\n{fence}") == []


@given(pieces)
def test_nothing_in_quoted_lines_is_a_statement(inside: str) -> None:
    quoted = "\n".join(f"> {line}" for line in f"{inside} always use zebra".splitlines())
    assert statements(f"look at this\n\n{quoted}") == []


@pytest.mark.parametrize(
    "piece",
    ["always use tabs. ", "word ", "a", "- never push\n", "```\n", '"', "`", "we should use any ", "let's ", ". ", "\n",
     "use x for ", "no ", "1. a\n", "(", "i want the ", "  ", "don't ", "Operation ", "feedback "],
)  # fmt: skip
def test_a_megabyte_takes_no_longer_than_its_size(piece: str) -> None:
    def seconds(size: int) -> float:
        text = (piece * (size // len(piece) + 1))[:size]
        start = time.perf_counter()
        statements(text, before=text)
        return time.perf_counter() - start

    seconds(1000)
    assert seconds(1_000_000) < 3 + 20 * 4 * seconds(50_000)
