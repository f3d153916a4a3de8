"""How a session is cut into requests and what came of them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from lamina.model.transcript import Session, Turn
from lamina.refine.exchanges import exchanges_of, without_quotes
from tests.factories import NOON, a_session


def test_a_request_and_everything_until_the_next_one_is_an_exchange() -> None:
    first, second = exchanges_of(a_session("Why?", "Because.", "How?", "Like this."))
    assert (first.asked, first.answered) == ("Why?", "Because.")
    assert (second.asked, second.answered) == ("How?", "Like this.")
    assert [(one.opening, one.closing) for one in (first, second)] == [(1, 2), (3, 4)]


def test_what_is_said_before_the_first_request_is_kept() -> None:
    turns = (Turn("assistant", "Welcome back."), Turn("user", "Why?"), Turn("assistant", "Because."))
    first, second = exchanges_of(Session("s", NOON, turns))
    assert (first.asked, first.answered) == ("", "Welcome back.")
    assert second.asked == "Why?"


def test_a_session_without_a_user_is_one_exchange() -> None:
    turns = (Turn("system", "Started."), Turn("assistant", "Done."))
    assert [one.answered for one in exchanges_of(Session("s", NOON, turns))] == ["Started.\n\nDone."]


def test_a_session_without_turns_has_no_exchanges() -> None:
    assert exchanges_of(Session("s", NOON, ())) == []


def test_a_tool_call_is_told_by_name_target_lines_diff_and_result() -> None:
    call = Turn("tool", name="Edit", target="src/a.py", lines="3-9", diff="+1 -1", result="ok")
    told = exchanges_of(Session("s", NOON, (Turn("user", "Fix it"), call)))[0]
    assert told.answered == "Edit src/a.py 3-9 +1 -1 ok"
    assert told.files == ("src/a.py",)


def test_a_file_touched_twice_is_listed_once() -> None:
    calls = [Turn("tool", name="Read", target=path) for path in ("b.py", "a.py", "b.py")]
    assert exchanges_of(Session("s", NOON, (Turn("user", "Go"), *calls)))[0].files == ("b.py", "a.py")


def test_a_short_reply_is_found_by_what_was_said_next_to_it() -> None:
    cut = exchanges_of(a_session("Shall we shard the queue?", "Two ways.", "the second", "Ok.", "Now the docs", "Ok."))
    assert "shard the queue" in cut[1].around
    assert "Now the docs" in cut[1].around


def test_an_exchange_is_found_by_its_day_in_words() -> None:
    assert "Monday 2 March 2026" in exchanges_of(a_session())[0].around


def test_only_so_much_of_a_long_neighbour_is_taken_along() -> None:
    cut = exchanges_of(a_session("x" * 50_000 + " the end", "Ok.", "And now?", "Done."))
    assert "the end" in cut[1].around
    assert len(cut[1].around) < 5000


def test_an_exchange_has_the_time_of_its_first_turn_that_has_one() -> None:
    later = NOON + timedelta(hours=3)
    turns = (Turn("user", "Why?"), Turn("assistant", "Because.", at=later), Turn("user", "How?"))
    assert [one.at for one in exchanges_of(Session("s", NOON, turns))] == [later, NOON]


def test_a_forgotten_neighbour_is_no_longer_quoted() -> None:
    cut = exchanges_of(a_session("My password is hunter2", "Noted.", "Now deploy", "Done."))
    assert "hunter2" in cut[1].around
    assert "hunter2" not in without_quotes(cut[1].around, [cut[0].asked])


@pytest.mark.parametrize("secret", ["(a+b)*c?", "x" * 9000, "line one\nline two", "\\1 $& [z]"])
def test_any_text_can_be_taken_out(secret: str) -> None:
    cut = exchanges_of(a_session("Before", "Ok.", secret, "Noted.", "After", "Ok."))
    for neighbour in (cut[0], cut[2]):
        left = without_quotes(neighbour.around, [secret])
        assert secret[:2000] not in left
        assert secret[-2000:] not in left


def test_taking_out_a_short_text_leaves_other_words_whole() -> None:
    cut = exchanges_of(a_session("a", "Which one?", "Look at the parser", "Done.", "Thanks a lot", "Ok."))
    left = without_quotes(cut[1].around, ["a"])
    assert "Monday 2 March 2026" in left
    assert "Thanks" in left
