"""The block in an instruction file: what it looks like, what a person may do to it, and what is refused."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from lamina.adapters.managed_block import Budget, block_in, edits, end_in, merged, read, with_block, without
from lamina.errors import BadInput, BlockDamaged, Unavailable
from lamina.model.targets import Deleted, Entry, Reworded

PNPM = Entry("f1", "Always use pnpm, never npm.", 5, date(2026, 1, 20), date(2026, 1, 26))
TABS = Entry("f2", "Indent with tabs.", 1, date(2026, 2, 1), date(2026, 2, 1))


def put(content: bytes | None, *added: Entry, refreshed: tuple[Entry, ...] = ()) -> bytes:
    block, refused = merged(block_in(content), added, refreshed, end=end_in(content))
    assert refused == ()
    after = with_block(content, block)
    assert after is not None
    return after


def take(content: bytes, *ids: str) -> bytes | None:
    return with_block(content, without(block_in(content), ids))


@pytest.mark.req("A9")
def test_a_new_file_is_a_heading_and_a_list() -> None:
    assert put(None, PNPM, TABS).decode() == (
        "<!-- lamina:begin v1 new; edit freely, your wording is kept -->\n"
        "## Learned in earlier sessions\n"
        "\n"
        "<!-- lamina:entry f1 146a53aa -->\n"
        "- Always use pnpm, never npm.\n"
        "  (seen 5 times: first 2026-01-20, last 2026-01-26)\n"
        "<!-- lamina:entry f2 9156c965 -->\n"
        "- Indent with tabs.\n"
        "  (seen once: first 2026-02-01, last 2026-02-01)\n"
        "<!-- lamina:end -->\n"
    )


@pytest.mark.req("A9")
def test_a_time_of_day_is_written_as_its_day() -> None:
    timed = PNPM._replace(first_seen=datetime(2026, 1, 20, 23, 59), last_seen=datetime(2026, 1, 26, 1, 0))
    assert put(None, timed) == put(None, PNPM)


@pytest.mark.req("A9")
def test_a_text_of_several_lines_stays_one_list_item() -> None:
    entry = PNPM._replace(text="Deploy so:\n```sh\nmake deploy\n```")
    assert "- Deploy so:\n  ```sh\n  make deploy\n  ```\n\n  (seen 5 times" in put(None, entry).decode()


@pytest.mark.req("A9", "A13")
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("last", [True, False])
def test_a_file_gets_its_block_at_the_end_in_its_own_line_ends(end: bytes, bom: bytes, last: bool) -> None:
    content = bom + end.join((b"# Rules", b"", b"- one")) + (end if last else b"")
    after = put(content, PNPM)
    assert after.startswith(content)
    assert after[len(content) :].replace(end, b"").isascii()
    assert after[len(content) :].startswith((end if last else end * 2) + b"<!-- lamina:begin")
    assert not {b"\n", b"\r"} & set(after.split(end))
    assert put(after, PNPM) == after
    assert take(after, "f1") == content


@pytest.mark.req("A12")
def test_a_file_that_was_not_there_is_gone_again_and_an_empty_one_stays() -> None:
    assert take(put(None, PNPM), "f1") is None
    assert take(put(b"", PNPM), "f1") == b""
    assert take(put(b"\xef\xbb\xbf", PNPM), "f1") == b"\xef\xbb\xbf"


@pytest.mark.req("A12")
def test_what_was_written_below_the_block_is_not_joined_to_the_line_above_it() -> None:
    after = put(b"last line", PNPM) + b"mine\n"
    assert take(after, "f1") == b"last line\nmine\n"


@pytest.mark.req("A9")
def test_a_fence_that_is_never_closed_does_not_swallow_the_block() -> None:
    content = b"# Rules\n```sh\nmake\n"
    after = put(content, PNPM)
    assert after.index(b"lamina:end") < after.index(b"```sh")
    assert put(after, PNPM) == after
    assert take(after, "f1") == content


@pytest.mark.req("A12")
def test_markers_that_are_shown_in_fenced_code_are_a_persons_text() -> None:
    content = b"How it looks:\n```\n<!-- lamina:begin v1 -->\n<!-- lamina:end -->\n```\n"
    after = put(content, PNPM)
    assert after.startswith(content)
    assert take(after, "f1") == content


DAMAGED = [
    (b"<!-- lamina:begin v1 -->\n- a\n", 1, "never ends"),
    (b"text\n<!-- lamina:end -->\n", 2, "no beginning"),
    (b"<!-- lamina:begin v1 -->\n<!-- lamina:begin v1 -->\n<!-- lamina:end -->\n", 2, "inside that of line 1"),
    (b"<!-- lamina:begin v1 -->\n<!-- lamina:end -->\n" * 2, 3, "second block"),
    (b"<!-- lamina:begin -->\n<!-- lamina:end -->\n", 1, "not whole"),
    (b"<!-- lamina:begin v1 -->\n<<<<<<< ours\n<!-- lamina:end -->\n", 2, "merge"),
    (b"<!-- lamina:begin v1 -->\n\xff\n<!-- lamina:end -->\n", 2, "UTF-8"),
    (b"<!-- lamina:begin v9 -->\n<!-- lamina:end -->\n", 1, "another version"),
    (b"```\n<!-- lamina:begin v1 -->\n<!-- lamina:end -->\n", 2, "code fence that line 1 opens"),
]


@pytest.mark.req("A12")
@pytest.mark.parametrize(("content", "line", "what"), DAMAGED)
def test_a_damaged_block_is_refused_with_its_line(content: bytes, line: int, what: str) -> None:
    with pytest.raises(BlockDamaged, match=what) as caught:
        put(content, PNPM)
    assert caught.value.line == line
    assert caught.value.hint


@pytest.mark.req("A12")
@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_a_file_in_another_encoding_is_refused(encoding: str) -> None:
    with pytest.raises(Unavailable, match="UTF-8"):
        put("# Rules".encode(encoding), PNPM)


@pytest.mark.req("A12")
@pytest.mark.parametrize("text", ["", " \n ", "lone \udc80"])
def test_an_entry_that_cannot_be_written_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="f1"):
        merged("", [PNPM._replace(text=text)])


@pytest.mark.req("A9")
def test_no_text_ends_the_block_or_hides_what_follows() -> None:
    told = "(seen once: first 2026-01-01, last 2026-01-01)"
    nasty = f"<!-- lamina:end -->\n```\n<!-- open\n{told}\n<!-- lamina:entry f2 0 -->"
    after = put(b"# Rules\n", PNPM._replace(text=nasty), TABS)
    assert after.count(b"<!--") == after.count(b"-->") - 2  # two of the text's own ends are left, which end nothing
    assert [(one.id, one.edited) for one in read(block_in(after)).entries] == [("f1", False), ("f2", False)]
    assert read(block_in(after)).entries[0].text == f"{nasty}\n```"  # the fence it left open is closed
    assert take(after, "f1", "f2") == b"# Rules\n"


@pytest.mark.req("A13")
def test_an_entry_that_is_added_twice_is_there_once() -> None:
    after = put(put(b"# Rules\n", PNPM), PNPM, PNPM)
    assert after.count(b"lamina:entry") == 1


@pytest.mark.req("A9")
def test_a_persons_wording_is_read_back_and_stays() -> None:
    edited = put(b"# Rules\n", PNPM, TABS).replace(b"Always use pnpm, never npm.", b"Use pnpm;\n  yarn is fine too.")
    assert edits(block_in(edited), [PNPM, TABS]) == (Reworded("f1", "Use pnpm;\nyarn is fine too."),)
    newer = put(edited, refreshed=(PNPM._replace(count=9), TABS))
    assert b"- Use pnpm;\n  yarn is fine too.\n" in newer
    assert b"(seen 9 times" in newer
    assert edits(block_in(newer), [PNPM]) == (Reworded("f1", "Use pnpm;\nyarn is fine too."),)


@pytest.mark.req("A9")
def test_once_the_memory_says_the_same_the_wording_follows_it_again() -> None:
    edited = put(None, PNPM).replace(b"Always use pnpm, never npm.", b"Use pnpm.")
    taken_over = put(edited, refreshed=(PNPM._replace(text="Use pnpm."),))
    assert edits(block_in(taken_over), [PNPM._replace(text="Use pnpm.")]) == ()
    assert b"- Use bun.\n" in put(taken_over, refreshed=(PNPM._replace(text="Use bun."),))


@pytest.mark.req("A9")
@pytest.mark.parametrize("also_its_comment", [True, False])
def test_an_entry_that_a_person_took_out_does_not_come_back(also_its_comment: bool) -> None:
    lines = put(b"# Rules\n", PNPM, TABS).decode().splitlines(keepends=True)
    at = next(at for at, line in enumerate(lines) if line.startswith("- Always"))
    del lines[at - 1 if also_its_comment else at : at + 2]
    content = "".join(lines).encode()
    assert edits(block_in(content), [PNPM, TABS]) == (Deleted("f1"),)
    assert b"pnpm" not in put(content, refreshed=(PNPM._replace(count=7), TABS._replace(count=2)))
    assert take(content, "f1", "f2") == b"# Rules\n"


@pytest.mark.req("A9")
def test_lines_that_a_person_added_stay_where_they_are() -> None:
    content = put(b"# Rules\n", PNPM).replace(b"<!-- lamina:end", b"- and mine\n\nMore.\n<!-- lamina:end")
    assert read(block_in(content)).added == ("- and mine", "More.")
    newer = put(content, TABS, refreshed=(PNPM._replace(count=6),))
    assert newer.index(b"- and mine\n\nMore.\n") < newer.index(b"Indent with tabs")
    assert b"- and mine\n\nMore.\n" in (take(newer, "f1", "f2") or b"")


@pytest.mark.req("A9")
def test_a_heading_that_a_person_changed_stays_changed() -> None:
    content = put(None, PNPM).replace(b"## Learned in earlier sessions", b"# Notes")
    assert b"# Notes\n" in put(content, TABS)
    assert b"Learned" not in put(content, TABS)


@pytest.mark.req("A9")
def test_blank_lines_that_a_formatter_adds_change_nothing() -> None:
    content = put(None, PNPM, TABS).replace(b"<!-- lamina:entry", b"\n<!-- lamina:entry")
    assert edits(block_in(content), [PNPM, TABS]) == ()
    assert put(content, PNPM, TABS) == content


@pytest.mark.req("A9")
def test_an_entry_without_its_comment_is_a_persons_line() -> None:
    lines = put(None, PNPM, TABS).decode().splitlines(keepends=True)
    content = "".join(line for line in lines if "entry f2" not in line).encode()
    found = read(block_in(content))
    assert [(one.id, one.edited) for one in found.entries] == [("f1", False)]
    assert found.added[0] == "- Indent with tabs."


@pytest.mark.req("A12")
def test_what_is_too_large_is_refused_and_told_by_how_much() -> None:
    small, _ = merged("", [PNPM])
    block, refused = merged(small, [TABS], [PNPM._replace(count=6)], budget=Budget(len(small) + 10, "characters"))
    (verdict,) = refused
    assert verdict.id == "f2"
    assert verdict.why == f"{verdict.over} characters too large: the block may have {len(small) + 10} characters."
    assert "seen 6 times" in block
    assert "tabs" not in block


@pytest.mark.req("A12")
def test_a_smaller_entry_still_finds_room_beside_one_that_is_too_large() -> None:
    large = TABS._replace(text="word " * 500)
    block, refused = merged("", [large, PNPM], budget=Budget(400))
    assert [one.id for one in refused] == ["f2"]
    assert [one.id for one in read(block).entries] == ["f1"]


@pytest.mark.req("A12")
def test_a_huge_file_is_kept_byte_for_byte() -> None:
    content = b"line of text that says nothing\n" * 200_000 + b"\xff\xfe no end"
    assert take(put(content, PNPM), "f1") == content
