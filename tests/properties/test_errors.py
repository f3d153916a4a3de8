"""Keys of errors hold for any text there is."""

from __future__ import annotations

import time
from datetime import datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lamina.distil.commands import parts_of, plain
from lamina.distil.error_keys import KEY_CHARACTERS
from lamina.distil.errors import error_key, fixes, nearest_fixes
from lamina.model.transcript import ROLES, Turn
from tests.properties.strategies import any_text

noise = st.text(alphabet="ab1 29./\\:()[]#'\"-_,;\x1b[m\n\t=xE%", max_size=60)
numbers = st.integers(0, 10**12).map(str)
folders = st.lists(st.from_regex(r"[a-z][a-z0-9_-]{0,9}", fullmatch=True), min_size=1, max_size=5).map("/".join)
hashes = st.from_regex(r"[0-9]{2}[a-f]{2}[0-9a-f]{4,36}", fullmatch=True)
times = st.datetimes(min_value=datetime(1970, 1, 1)).map(lambda one: f"{one:%Y-%m-%dT%H:%M:%S}Z")
durations = st.floats(0, 1000).map(lambda one: f"{one:.2f}s")
turns = st.builds(
    Turn,
    role=st.sampled_from(ROLES),
    text=any_text | noise,
    name=st.sampled_from(["Bash", "Edit", "Read", ""]),
    target=st.sampled_from(["go test ./...", "npm run build", "cd 'a", "x"]) | noise,
    diff=st.sampled_from(["", "-a\n+b", "+"]),
    result=st.sampled_from(["ok", "exit 1\nerror: no", "failed", "exit 2\nsrc/a.go:1:2: undefined: x", "exit 1"])
    | noise,
)


@given(any_text | noise)
@example("\ud800: error")
@example("\x1b\x1b[m[m error: x")
@example("a/b/:1: a/b:1: error")
def test_a_key_is_one_short_line_and_its_own_key(text: str) -> None:
    key = error_key(text)
    assert error_key(key) == key
    assert len(key.splitlines()) <= 1
    assert len(key) <= KEY_CHARACTERS


@given(numbers, numbers, folders, folders, hashes, hashes, times, times)
def test_the_day_the_place_and_the_numbers_do_not_matter(
    line: str, other_line: str, folder: str, other_folder: str, id_: str, other_id: str, at: str, later: str
) -> None:
    def told(line: str, folder: str, id_: str, at: str) -> str:
        return (
            f"[{at}] /{folder}/main.go:{line}:{line}: commit {id_} not found in /tmp/{folder}/refs "
            f"after {line} tries at 0x{id_} ({line}ms)"
        )

    assert error_key(told(line, folder, id_, at)) == error_key(told(other_line, other_folder, other_id, later))


@given(durations, durations)
def test_how_long_it_took_does_not_matter(one: str, other: str) -> None:
    assert error_key(f"--- FAIL: TestPour ({one})") == error_key(f"--- FAIL: TestPour ({other})") != ""


@given(st.from_regex(r"[a-z]{3,12}", fullmatch=True), st.from_regex(r"[a-z]{3,12}", fullmatch=True))
def test_another_symbol_is_another_error(one: str, other: str) -> None:
    same = error_key(f"a.go:1:2: undefined: {one}") == error_key(f"a.go:1:2: undefined: {other}")
    assert same == (one == other)


@pytest.mark.parametrize(
    "piece",
    [
        "x",
        "1",
        "/",
        "a/",
        "a.b:1:",
        "error: x ",
        "\n",
        "FAIL ",
        "[",
        "\x1b[",
        "#",
        "(1,",
        "--- FAIL: a\n",
        "command ",
        "1m",
    ],
)
def test_a_megabyte_takes_no_longer_than_its_length(piece: str) -> None:
    text = piece * ((1 << 20) // len(piece))
    began = time.perf_counter()
    error_key(text)
    assert time.perf_counter() - began < 2


@given(st.lists(turns, max_size=12), any_text)
def test_any_turns_have_fixes_or_none_and_never_raise(said: list[Turn], resolution: str) -> None:
    found = fixes(list(enumerate(said, 1)), resolution)
    for fix in found:
        assert 1 <= fix.first_turn < fix.last_turn <= len(said)
        assert fix.attempts >= 1
        assert fix.key == error_key(fix.problem) != ""
        assert fix in nearest_fixes(fix.key, found, limit=len(found))


@given(noise | any_text)
def test_any_command_has_parts_or_none(command: str) -> None:
    assert all(part.program for part in parts_of(command))
    assert plain(plain(command)) is not None
