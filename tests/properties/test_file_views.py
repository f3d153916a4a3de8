"""The documents' own files: what is written is read back, and what is read is written the same again."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.adapters import long_term_file, observation_file, term_lines
from lamina.adapters.long_term_file import STATUSES, LongTermEntry
from lamina.adapters.observation_file import Observation
from lamina.adapters.term_lines import TermLine
from lamina.model.memory import LEVELS
from tests.properties.strategies import maybe_moments, moments

days = st.dates()
shards = st.sampled_from(
    [
        "Use pnpm",
        "## ",
        "> ",
        "- Count: 3",
        "\n",
        "\r\n",
        "```",
        "# Long-Term Memory",
        "- Id: x",
        "<!--",
        "%2C",
        ",",
        "  ",
    ]
)
texts = st.lists(shards | st.text(max_size=10), min_size=1, max_size=6).map("".join).filter(lambda one: one.strip())
names = st.lists(st.text(min_size=1, max_size=8) | st.sampled_from(["a,b", "50%", " x "]), max_size=3).map(tuple)
long_term = st.builds(
    LongTermEntry,
    texts,
    st.integers(1, 10**9),
    st.none() | days,
    st.none() | days,
    names,
    st.sampled_from(STATUSES),
    st.text(max_size=8),
    st.just(()),
)
lines = st.lists(
    st.sampled_from(
        ["# Long-Term Memory", "## Text", "##", "- Count: 2", "- Count: x", "- First seen: 2026-01-20", "> more", "",
         "```", "- Status: approved_for_core", "- Id: f1", "- Note: mine", "free", "  ",
         "<!-- lamina:long-term-memory v2 -->"]
    )
    | st.text(max_size=8),
    max_size=16,
)  # fmt: skip


@pytest.mark.req("A4")
@given(st.lists(long_term, max_size=5, unique_by=lambda one: one.id or object()))
def test_long_term_memories_are_read_back_and_written_the_same(entries: list[LongTermEntry]) -> None:
    written = long_term_file.render(entries)
    read = long_term_file.parse(written)
    assert read.remarks == ()
    assert [one._replace(text="") for one in read.parts] == [one._replace(text="") for one in entries]
    assert [one.text for one in read.entries] == [plain(one.text) for one in entries]
    assert long_term_file.render(read.parts) == written


def plain(text: str) -> str:
    """Without spaces at the ends of lines."""
    return "\n".join(line.rstrip() for line in re.split(r"\r\n|\r|\n", text.strip()))


@pytest.mark.req("A4")
@given(lines, st.sampled_from(["\n", "\r\n"]))
def test_whatever_a_person_writes_there_is_kept(written: list[str], end: str) -> None:
    read = long_term_file.parse(end.join(written).encode("utf-8", "surrogatepass"))
    once = long_term_file.render(read.parts)
    assert long_term_file.render(long_term_file.parse(once).parts) == once
    kept = once.decode("utf-8", "surrogateescape")
    assert [line for line in written if line == "free" and line not in kept] == []
    assert written.count("- Note: mine") == kept.count("- Note: mine")


@pytest.mark.req("A4")
@given(st.binary(max_size=300))
def test_any_bytes_are_read_as_long_term_memory(content: bytes) -> None:
    once = long_term_file.render(long_term_file.parse(content).parts)
    assert long_term_file.render(long_term_file.parse(once).parts) == once


@pytest.mark.req("A15")
@given(
    st.lists(
        st.builds(
            Observation,
            texts,
            texts,
            st.integers(1, 10**9),
            st.lists(texts, max_size=3).map(tuple),
            moments,
            moments,
            st.sampled_from(LEVELS),
            *[maybe_moments] * 5,
            st.lists(texts, max_size=2).map(tuple),
            st.lists(texts, max_size=2).map(tuple),
            st.none() | st.floats(0, 1),
        ),
        max_size=4,
    )
)
def test_observations_are_read_back_and_written_the_same(observations: list[Observation]) -> None:
    written = observation_file.render(observations)
    assert observation_file.parse(written) == observations
    assert observation_file.render(observation_file.parse(written)) == written


recent = st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC))


@pytest.mark.req("D1")
@given(
    st.lists(
        st.builds(
            TermLine,
            recent,
            texts,
            st.lists(st.text(max_size=5), max_size=3).map(tuple),
            st.none() | st.floats(0, 1),
            st.none() | recent,
            st.booleans(),
            st.just(()),
        ),
        max_size=5,
    )
)
def test_term_lines_are_read_back_and_written_the_same(entries: list[TermLine]) -> None:
    written = term_lines.render(entries)
    read = term_lines.parse(written)
    assert read.unread == ()
    assert list(read.lines) == entries
    assert term_lines.render(read.lines) == written
