"""How an event becomes a turn: words stay whole, tool calls are cut to what matters, and our own words go."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lamina.model.transcript import COMPACTION, Event
from lamina.refine.clean import (
    DIFF_CHARACTERS,
    RESULT_CHARACTERS,
    Refined,
    inside,
    refined,
    short_diff,
    short_result,
    turn_of,
    when,
)


def a_call(**more: Any) -> Event:
    return Event("tool", "call", **{"name": "Bash", "target": "make", **more})


@pytest.mark.req("B1")
def test_words_stay_whole() -> None:
    long = "Boil the water. " * 20_000
    assert turn_of(Event("user", text=long)).text == long
    assert turn_of(Event("assistant", text=long)).text == long


@pytest.mark.req("B1")
def test_a_long_difference_is_cut_and_says_how_much_there_was() -> None:
    short = short_diff("-a\n-b\n" + "".join(f"+line {n}\n" for n in range(30)))
    assert short.splitlines()[:2] == ["-a", "-b"]
    assert short.splitlines()[-1] == "… -2 +30"
    assert len(short.splitlines()) == 9


def test_a_difference_of_one_endless_line_stays_short() -> None:
    assert len(short_diff("+" + "x" * 100_000)) <= DIFF_CHARACTERS


def test_a_short_difference_is_kept_as_it_is() -> None:
    assert short_diff("-a\n+b") == "-a\n+b"


@pytest.mark.parametrize(
    ("result", "failed", "told"),
    [
        ("", False, "ok"),
        ("", True, "failed"),
        ("building…\nall is well", False, "ok"),
        ("collected 9\n9 passed in 1s", False, "ok\n9 passed in 1s"),
        ("[main abc1234] Add tea\n 2 files changed", False, "ok\n[main abc1234] Add tea\n2 files changed"),
        ("Exit code 2\nnoise\nerror: no tea\nnoise", True, "exit 2\nerror: no tea"),
        ("Exit code 1\nodd\nthings", True, "exit 1\nodd\nthings"),
    ],
)
def test_a_result_is_cut_to_how_it_ended_and_what_it_found(result: str, failed: bool, told: str) -> None:
    assert short_result(result, failed) == told


def test_no_result_is_long() -> None:
    endless = "error: no tea in the whole wide house\n" * 50_000
    assert len(short_result(endless, True)) <= RESULT_CHARACTERS
    assert len(short_result(endless, False)) <= RESULT_CHARACTERS


def test_what_somebody_said_in_a_result_is_kept_longer() -> None:
    report = "The kettle is in src/kettle.py. " * 30
    assert turn_of(a_call(name="Task", result=report)).result == report


OURS = "<lamina-context>Rule: use pnpm. 3 tests failed</lamina-context>"


@pytest.mark.parametrize("role", ["user", "assistant", "system"])
def test_our_own_words_never_come_back_as_said(role: Any) -> None:
    assert turn_of(Event(role, text=f"Why?{OURS} Because.")).text == "Why? Because."
    assert turn_of(Event(role, text="Why? <lamina-context>cut off: use pnpm")).text == "Why?"


def test_our_own_words_never_come_back_from_a_tool() -> None:
    turn = turn_of(a_call(target=f"echo {OURS}", result=f"{OURS}\n9 passed", text=OURS))
    assert "pnpm" not in repr(turn)
    assert "3 tests failed" not in repr(turn)
    assert turn.result == "ok\n9 passed"


@pytest.mark.parametrize(
    ("path", "seen"),
    [
        ("/home/ann/tea/src/a.py", "src/a.py"),
        ("/home/ann/teapot/a.py", "/home/ann/teapot/a.py"),
        ("/home/ann/tea", "/home/ann/tea"),
        ("make test", "make test"),
    ],
)
def test_a_file_is_named_from_where_the_session_worked(path: str, seen: str) -> None:
    assert inside(path, "/home/ann/tea") == seen


def test_what_no_database_keeps_is_left_out() -> None:
    turn = turn_of(a_call(result="Exit code 1\n\x1b[31merror\x1b[0m: \x00 no \x07tea", failed=True, target="a\x00b"))
    assert (turn.target, turn.result) == ("ab", "exit 1\nerror:  no tea")
    assert turn_of(Event("user", text="nul \x00, tab \t, line \n.")).text == "nul , tab \t, line \n."


@pytest.mark.parametrize(
    "odd",
    [
        Event("user", text="Boil water"),
        Event("user", text="half of a character \ud83d here"),
        Event("user", text="delete \x7f and bell \x07"),
        Event("assistant", text="The key is AKIA2E0A8F3B244C9986."),
        a_call(name="mcp__\x00odd"),
        a_call(target="make\x1b[0m tea"),
        a_call(text="a plan\x0b", diff="-a\x0c\n+b\n"),
        a_call(target="export AWS=AKIA2E0A\x008F3B244C9986", result="\x1b[31mFAIL\x1b[0m cup"),
    ],
)
def test_turns_refined_together_are_as_each_alone(odd: Event) -> None:
    events = [Event("user", text="First"), odd, a_call(result="9 passed")] * 50
    turns = [one.turn for one in refined(events) if isinstance(one, Refined)]
    assert turns == [turn_of(one) for one in events]
    assert json.dumps(turns, default=str, ensure_ascii=False).encode().isascii()
    assert "8F3B244C9986" not in str(turns)


@pytest.mark.parametrize("written", ["", "soon", "2026-99-99T00:00:00Z", "0001-01-01T00:00:00+05:00"])
def test_a_damaged_time_does_not_cost_what_was_said(written: str) -> None:
    assert when(written) is None
    assert turn_of(Event("user", text="Boil", at=written)).text == "Boil"


def test_a_compaction_can_be_told_from_an_answer() -> None:
    assert turn_of(Event("assistant", "compaction", "All so far")).name == COMPACTION
    assert turn_of(Event("assistant", "said", "Done.")).name == ""


@pytest.mark.req("B1")
@pytest.mark.parametrize(
    ("result", "told"),
    [
        ("Traceback (most recent call last):\n  File \"tea.py\", line 3, in <module>\n    import pot\n"
         "ModuleNotFoundError: No module named 'pot'", ["ModuleNotFoundError: No module named 'pot'"]),
        ("    def test_pot():\nE   KeyError: 'lid'\ntests/test_pot.py:4: KeyError\n1 failed in 0.1s",
         ["E   KeyError: 'lid'", "tests/test_pot.py:4: KeyError"]),
        ("requests.exceptions.ConnectionError: No route", ["requests.exceptions.ConnectionError: No route"]),
    ],
)  # fmt: skip
def test_of_a_traceback_what_was_raised_is_kept(result: str, told: list[str]) -> None:
    assert short_result(f"Exit code 1\n{result}", True).splitlines()[1:] == told
