"""Whatever stands in a file: the bytes around the block are the same before, during and after."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from lamina.adapters.block_entries import normal
from lamina.adapters.managed_block import block_in, edits, end_in, merged, read, with_block, without
from lamina.errors import BlockDamaged, Unavailable
from lamina.model.targets import Entry

days = st.dates(date(1970, 1, 1), date(2200, 1, 1))
shards = st.sampled_from(
    [
        "Always use pnpm.", "<!--", "-->", "<!-- lamina:end -->", "<!-- lamina:begin v1 -->", "```", "~~~~", "```py",
        "&lt;!--", "&amp;lt;!--", "(seen once: first 2026-01-01, last 2026-01-02)", "&#40;seen ", "- ", "* a",
        "    deep", "<!-- lamina:entry i-1 00000000 -->", "\n", "\r\n", "\r", "\n\n", "\t", " ", "# Title",
        "<<<<<<< ours", "| a | b |", "@AGENTS.md", "naïve → ✓", "\u2028", "\x85", "\ufeff",
        "## Learned in earlier sessions",
    ]
)  # fmt: skip
texts = (st.lists(shards | st.text(max_size=12), min_size=1, max_size=8).map("".join)).filter(normal)
ids = st.text(min_size=1, max_size=12) | st.sampled_from(["--", "-->", "a b", "f00", "i-1", "é"])
entries = st.lists(
    st.builds(Entry, ids, texts, st.integers(1, 10**6), days, days), max_size=5, unique_by=lambda e: e.id
)
bits = st.sampled_from(
    [
        b"# Rules", b"- one", b"```", b"```sh", b"~~~", b"    code", b"@AGENTS.md", b"\xff\x00", b"\xc3", b"<!-- note",
        b"-->", b"> ```", b"1. ```", b"`<!-- lamina:begin v1 -->`", b"---", b"", b" ", "naïve".encode(),
    ]
)  # fmt: skip
ends = st.sampled_from([b"\n", b"\r\n", b"\r", b"\n\n", b"", b"\r\r"])


@st.composite
def files(draw: st.DrawFn) -> bytes | None:
    """No file, an empty one, or any lines with any ends."""
    if draw(st.integers(0, 9)) == 0:
        return None
    bom = draw(st.sampled_from([b"", b"\xef\xbb\xbf"]))
    lines = draw(st.lists(st.tuples(bits | st.binary(max_size=8), ends), max_size=12))
    return bom + b"".join(part for line in lines for part in line)


def written(content: bytes | None, *added: Entry) -> bytes | None:
    block, refused = merged(block_in(content), added, end=end_in(content))
    assert not refused
    return with_block(content, block)


def is_clean(content: bytes | None) -> bool:
    try:
        return block_in(content) == ""
    except Unavailable:
        return False


@pytest.mark.req("A9")
@given(files(), entries)
def test_the_bytes_around_the_block_never_change(content: bytes | None, added: list[Entry]) -> None:
    assume(is_clean(content))
    after = written(content, *added) or b""
    before, _, rest = after.partition(block_in(after).encode() or b"\0none\0")
    kept = content or b""
    above = kept[: len(kept) - len(rest)]
    assert kept.endswith(rest)
    assert before.startswith(above)
    assert before[len(above) :].strip(b"\r\n") == b"", "only line ends stand between a person's text and the block"


@pytest.mark.req("A13")
@given(files(), entries)
def test_writing_again_changes_nothing(content: bytes | None, added: list[Entry]) -> None:
    assume(is_clean(content))
    once = written(content, *added)
    assert written(once, *added) == once


@pytest.mark.req("A12")
@given(files(), entries)
def test_taking_out_the_last_entry_restores_the_file(content: bytes | None, added: list[Entry]) -> None:
    assume(is_clean(content))
    after = content
    for one in added:
        after = written(after, one)
    for one in sorted(added, key=lambda e: e.text):
        after = with_block(after, without(block_in(after), {one.id}))
    assert after == content


@pytest.mark.req("A9")
@given(files(), entries)
def test_every_entry_is_read_back_as_it_was_written(content: bytes | None, added: list[Entry]) -> None:
    assume(is_clean(content))
    block = block_in(written(content, *added))
    found = read(block)
    assert [(one.id, one.text, one.edited) for one in found.entries] == [(e.id, normal(e.text), False) for e in added]
    assert found.added == ()
    assert edits(block, added) == ()


@pytest.mark.req("A9")
@given(entries.filter(bool))
@example([Entry("0", "- -", 1, date(2000, 1, 1), date(2000, 1, 1))])
def test_a_markdown_parser_sees_one_list_item_per_entry_and_no_other_comments(added: list[Entry]) -> None:
    assume(not any("\0" in one.text for one in added))  # a parser may replace it
    text = (written(b"# Rules\n\nMine.\n", *added) or b"").decode()
    top = [one for one in MarkdownIt("commonmark").parse(text) if one.level == 0]
    comments = [one.content for one in top if one.type == "html_block"]
    assert sum(one.type == "bullet_list_open" for one in top) == len(added)
    assert len(comments) == len(added) + 2
    assert all(one.startswith("<!-- lamina:") for one in comments)
    assert {one.tag for one in top} == {"h1", "h2", "p", "ul", ""}


@given(files(), entries.filter(bool))
def test_a_newer_count_changes_only_its_own_lines(content: bytes | None, added: list[Entry]) -> None:
    assume(is_clean(content))
    before = block_in(written(content, *added)).splitlines()
    newer = [added[0]._replace(count=added[0].count + 1), *added[1:]]
    after = block_in(written(written(content, *added), *newer)).splitlines()
    assert sum(a != b for a, b in zip(before, after, strict=True)) == 1


@pytest.mark.req("A12")
@given(st.binary(max_size=200) | files())
def test_any_bytes_are_taken_or_refused_and_never_lost(content: bytes | None) -> None:
    entry = Entry("i-1", "Always use pnpm.", 2, date(2026, 1, 20), date(2026, 1, 26))
    try:
        after = written(content, entry)
    except Unavailable:
        return
    assert with_block(after, without(block_in(after), {"i-1"})) == content


@given(
    st.lists(st.sampled_from(["<!-- lamina:begin v1 -->\n", "<!-- lamina:end -->\n", "text\n", "```\n"]), max_size=8)
)
def test_damaged_markers_are_refused_or_one_block_is_found(lines: list[str]) -> None:
    content = "".join(lines).encode()
    line, block = found(content)
    assert 0 <= line <= len(lines)
    assert block.count("lamina:begin") == (1 if block else 0)
    assert line or with_block(content, block) == content


def found(content: bytes) -> tuple[int, str]:
    """The line of the damage, or the block."""
    try:
        return 0, block_in(content)
    except BlockDamaged as error:
        return error.line, ""
