"""The documents' own files: read as people and other programs leave them, written as the documents show them."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime

import pytest

from lamina.adapters import long_term_file, observation_file, term_lines
from lamina.adapters.long_term_file import LongTermEntry, Remark, Verbatim
from lamina.adapters.observation_file import Observation
from lamina.adapters.term_lines import TermLine
from lamina.errors import BadInput, Unavailable

PNPM = LongTermEntry(
    "Always use pnpm, never npm", 5, date(2026, 1, 20), date(2026, 1, 26), ("session-1", "session-2"), id="f1"
)
TABS = LongTermEntry("Indent with tabs", 3, date(2026, 2, 1), date(2026, 2, 3), status="approved_for_core", id="f2")


@pytest.mark.req("A4", "A14")
def test_long_term_memory_is_written_as_its_document_shows_it() -> None:
    assert long_term_file.render([PNPM, TABS]).decode() == (
        "# Long-Term Memory\n\n"
        "## Always use pnpm, never npm\n- Count: 5\n- First seen: 2026-01-20\n- Last seen: 2026-01-26\n"
        "- Sessions: session-1, session-2\n- Status: pending_core_promotion\n- Id: f1\n\n"
        "## Indent with tabs\n- Count: 3\n- First seen: 2026-02-01\n- Last seen: 2026-02-03\n"
        "- Sessions:\n- Status: approved_for_core\n- Id: f2\n\n"
        "<!-- lamina:long-term-memory v2 -->\n"
    )


OLDER = b"""# Long-Term Memory

## Use 100%2C of it
- Count: 5
- First seen: 2026-01-20
- Last seen: 2026-01-26
- Sessions: s%2C1, s-2
- Status: approved_for_core
"""


@pytest.mark.req("A4")
def test_the_first_version_is_read_and_written_as_the_newest() -> None:
    read = long_term_file.parse(OLDER)
    assert read.version == 1
    assert read.entries == (
        LongTermEntry(
            "Use 100%2C of it", 5, date(2026, 1, 20), date(2026, 1, 26), ("s%2C1", "s-2"), "approved_for_core"
        ),
    )
    again = long_term_file.parse(long_term_file.render(read.parts))
    assert again.version == 2
    assert again.entries == read.entries


@pytest.mark.req("A4")
def test_a_newer_version_is_refused() -> None:
    with pytest.raises(Unavailable, match="version 3"):
        long_term_file.parse(b"# Long-Term Memory\n\n<!-- lamina:long-term-memory v3 -->\n")


@pytest.mark.req("A4")
def test_a_persons_edit_is_read() -> None:
    text = long_term_file.render([PNPM, TABS]).decode()
    edited = text.replace("Always use pnpm, never npm", "Use pnpm").replace(
        "pending_core_promotion", "approved_for_core"
    )
    edited = edited.replace("\n", "\r\n") + "\r\n## Added by hand\r\n\r\n* count: 2\r\n"
    read = long_term_file.parse(edited.encode())
    assert read.remarks == ()
    assert read.entries[0] == PNPM._replace(text="Use pnpm", status="approved_for_core")
    assert read.entries[2] == LongTermEntry("Added by hand", 2)


@pytest.mark.req("A4")
def test_a_memory_that_a_person_copied_is_a_new_one() -> None:
    read = long_term_file.parse(long_term_file.render([PNPM, PNPM._replace(text="Another")]))
    assert [one.id for one in read.entries] == ["f1", ""]


@pytest.mark.req("A4", "A12")
def test_what_cannot_be_read_is_kept_with_a_remark_that_names_its_line() -> None:
    content = (
        b"# Long-Term Memory\n\nWhy I keep this.\n\n## Broken\n- Count: many\n- Sessions: s1\n\n"
        b"## Fine\n- Count: 2\n- Note: mine\n- First seen: 2026-01-20\n\n```\n## in code\n```\n\n##\nnothing\n"
    )
    notes = ("- Note: mine", "", "```", "## in code", "```", "", "##", "nothing")
    read = long_term_file.parse(content)
    assert read.parts == (
        Verbatim("Why I keep this."),
        Verbatim("## Broken\n- Count: many\n- Sessions: s1"),
        LongTermEntry("Fine", 2, date(2026, 1, 20), notes=notes),
    )
    assert read.remarks[:2] == (
        Remark(3, "This part is no memory; it is kept as it is."),
        Remark(6, "Count is 'many', which is no number from 1 on; the memory is kept as it is and not read."),
    )
    assert [one.line for one in read.remarks[2:]] == [11, 14, 15, 16, 18, 19]
    written = long_term_file.render(read.parts)
    assert long_term_file.parse(written).parts == read.parts


@pytest.mark.req("A4", "A12")
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("- Count: 0", "no number"),
        ("- First seen: yesterday", "no date"),
        ("- Last seen: 2026-13-01", "no date"),
        ("- Status: done", "none of pending_core_promotion, approved_for_core"),
    ],
)
def test_a_wrong_field_is_named(line: str, why: str) -> None:
    read = long_term_file.parse(f"# Long-Term Memory\n\n## Text\n{line}\n".encode())
    assert read.entries == ()
    assert read.remarks[0].line == 4
    assert why in read.remarks[0].why


@pytest.mark.req("A4")
def test_a_text_of_several_lines_and_odd_sessions_survive() -> None:
    odd = PNPM._replace(text="Deploy so:\n\n```\n  make\n## not a heading\n- Count: 9", sessions=("a,b", " c ", "50%"))
    read = long_term_file.parse(long_term_file.render([odd, TABS]))
    assert read.entries == (odd, TABS)
    assert read.remarks == ()


@pytest.mark.req("A4")
def test_no_file_yet_is_no_memories() -> None:
    assert long_term_file.parse(b"").parts == ()
    assert long_term_file.parse(long_term_file.render([])).parts == ()


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


SEEN = Observation(
    "obs-1",
    "Prefers strict mode",
    3,
    ("s1", "s2"),
    at("2026-01-20T10:30:00+00:00"),
    at("2026-01-26T14:45:00+01:00"),
    "core",
    approved_at=at("2026-01-27T08:00:00+00:00"),
    core_memory_targets=("claude_md",),
    tags=("ts",),
    confidence=0.9,
)


@pytest.mark.req("A15", "A14", "A3")
def test_observations_survive_the_way_through_their_file() -> None:
    plain = SEEN._replace(id="obs-2", tags=(), confidence=None, denied_at=at("2026-02-01T00:00:00+00:00"))
    written = observation_file.render([SEEN, plain])
    assert observation_file.parse(written) == [SEEN, plain]
    assert observation_file.render(observation_file.parse(written)) == written
    first = json.loads(written)["observations"][0]
    assert first["firstSeen"] == "2026-01-20T10:30:00+00:00"
    assert first["sessionRefs"] == ["s1", "s2"]
    assert first["approvedAt"] == "2026-01-27T08:00:00+00:00"


@pytest.mark.req("A15")
def test_observations_of_another_program_are_read() -> None:
    other = {
        "id": "obs-9",
        "text": "Prefers strict mode",
        "count": 2,
        "status": "denied",
        "sessionRefs": [{"sessionId": "s1", "toolName": "claude-code", "timestamp": "2026-01-20T10:30:00.000Z"}],
        "firstSeen": "2026-01-20T10:30:00.000Z",
        "lastSeen": "2026-01-20",
    }
    for content in (json.dumps([other]), json.dumps({"observations": [other]})):
        (read,) = observation_file.parse(content.encode())
        assert read.session_refs == ("s1",)
        assert read.denied_at == at("2026-01-20T00:00:00+00:00")
    assert observation_file.parse(b"") == []


@pytest.mark.req("A15", "A12")
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"count": "many"}, "observation 1: count is 'many'"),
        ({"text": " "}, "text is ' '"),
        ({"text": "\ud800"}, "surrogates"),
        ({"level": "gold"}, "level is 'gold'"),
        ({"firstSeen": "soon"}, "soon"),
        ({"lastSeen": None}, "observation 1"),
        ({"sessionRefs": [3]}, "a session is 3"),
    ],
)
def test_a_wrong_observation_is_named(change: dict[str, object], why: str) -> None:
    data = json.loads(observation_file.render([SEEN]))["observations"][0] | change
    with pytest.raises(BadInput, match=why):
        observation_file.parse(json.dumps([data]).encode())


@pytest.mark.req("A15", "A12")
@pytest.mark.parametrize(
    "content", [b"{", b"\xff", b'{"observations": 3}', b"3", b"[3]", b'[{"id": "x"}]', b"[" * 10**5]
)
def test_a_file_that_holds_no_observations_is_refused(content: bytes) -> None:
    with pytest.raises(BadInput, match=r"observations\.json"):
        observation_file.parse(content)


SHORT = b"""{"ts": 1699999990, "type": "short", "content": "trivial note", "importance": 0.3}
{"ts": 1699999999.123, "type": "short", "content": "User asked", "tags": ["garmin", "sleep"], "importance": 0.85}
"""
LONG = b"""{"ts": 1699999995, "type": "long", "content": "important", "importance": 0.85, "promoted_at": 1700000100}
"""


@pytest.mark.req("D1")
def test_short_and_long_term_lines_are_read_and_written_as_their_document_shows_them() -> None:
    short = term_lines.parse(SHORT)
    assert short.lines[1] == TermLine(
        datetime(2023, 11, 14, 22, 13, 19, 123000, UTC), "User asked", ("garmin", "sleep"), 0.85
    )
    assert term_lines.render(short.lines) == SHORT
    (long,) = term_lines.parse(LONG).lines
    assert (long.long, long.promoted_at) == (True, datetime(2023, 11, 14, 22, 15, 0, tzinfo=UTC))
    assert term_lines.render([long]) == LONG


@pytest.mark.req("D1")
def test_what_else_a_line_says_is_written_again() -> None:
    line = b'{"ts": 1, "type": "short", "content": "a", "source": {"app": "x"}}\n'
    assert term_lines.render(term_lines.parse(line).lines) == line


@pytest.mark.req("D1")
@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b'{"ts": 1, "conte', "Unterminated"),
        (b"\xff", "decode"),
        (b"[]", "not a JSON object"),
        (b'{"ts": 1}', "content is missing"),
        (b'{"content": "a"}', "ts is missing"),
        (b'{"ts": "now", "content": "a"}', "no number of seconds"),
        (b'{"ts": 1e300, "content": "a"}', "no time"),
        (b'{"ts": NaN, "content": "a"}', "no time"),
        (b'{"ts": 1, "content": ""}', "no text"),
        (b'{"ts": 1, "content": "\\ud800"}', "surrogates"),
        (b'{"ts": 1, "content": "a", "tags": "b"}', "no list"),
        (b'{"ts": 1, "content": "a", "importance": 2}', "from 0 to 1"),
    ],
)
def test_a_line_that_cannot_be_read_is_named_and_the_rest_is_read(line: bytes, why: str) -> None:
    read = term_lines.parse(SHORT + line + b"\n" + LONG)
    assert len(read.lines) == 3
    assert [(one.line, one.raw) for one in read.unread] == [(3, line)]
    assert why in read.unread[0].why
