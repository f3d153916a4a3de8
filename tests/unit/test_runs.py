"""A transcript cut into runs while it is read: only what may still change is held, and reading can go on anywhere."""

from __future__ import annotations

import pytest

from lamina.model.transcript import COMPACTION, Turn
from lamina.refine.exchanges import NEIGHBOURS
from lamina.refine.runs import Place, Runs, Window


def asked(number: int) -> Turn:
    return Turn("user", f"Question {number}")


def session(requests: int) -> Runs:
    runs = Runs(Place())
    for number in range(requests):
        runs.add(asked(number), number * 100)
        runs.add(Turn("assistant", f"Answer {number}"), number * 100 + 50)
    return runs


def questions(window: Window) -> list[str]:
    return [run.asked for run in window.runs]


def test_a_request_opens_a_run_and_what_follows_belongs_to_it() -> None:
    runs = session(2)
    first, second = runs.rest().runs
    assert [number for number, _ in first.turns] == [1, 2]
    assert [number for number, _ in second.turns] == [3, 4]
    assert (first.said_before, second.said_before) == ("", "Answer 0")


def test_a_run_is_settled_when_all_that_is_quoted_to_it_was_said() -> None:
    assert session(NEIGHBOURS + 1).settled == 0
    runs = session(NEIGHBOURS + 3)
    window = runs.take_settled()
    assert questions(window) == ["Question 0", "Question 1"]
    assert [run.asked for run in window.after] == [f"Question {n}" for n in range(2, 2 + NEIGHBOURS)]
    assert runs.rest().asked_before == ("Question 0", "Question 1")


def test_reading_goes_on_at_the_first_request_that_may_still_change() -> None:
    runs = session(NEIGHBOURS + 3)
    runs.take_settled()
    place = runs.place
    assert (place.offset, place.turns, place.said_before) == (200, 4, "Answer 1")
    assert Place.of(place._asdict()) == place


def test_what_comes_before_the_first_request_is_read_again_from_the_start() -> None:
    """A call is told when its result is known: another one may have begun before it."""
    runs = Runs(Place())
    runs.add(Turn("tool", name="Bash", target="second"), 700)
    runs.add(Turn("tool", name="Bash", target="first"), 300)
    assert runs.place.offset == 0


def test_nothing_read_means_nothing_to_go_on_from() -> None:
    assert Runs(Place()).place == Place()


def test_a_turn_of_which_nothing_is_left_opens_no_run() -> None:
    runs = Runs(Place())
    runs.add(Turn("user", ""), 0)
    assert runs.rest().runs == ()


def test_a_compaction_is_not_what_a_short_reply_answers() -> None:
    runs = session(1)
    runs.add(Turn("assistant", "Summary of all", name=COMPACTION), 90)
    runs.add(Turn("user", "yes"), 100)
    assert runs.rest().runs[1].said_before == "Answer 0"


@pytest.mark.parametrize("gone", ["Question 0", "Question 1"])
def test_a_forgotten_request_is_quoted_to_nobody(gone: str) -> None:
    runs = session(NEIGHBOURS + 3)
    runs.take_settled()
    runs.leave_out([gone])
    assert gone not in runs.rest().asked_before
    assert gone not in runs.place.asked_before
