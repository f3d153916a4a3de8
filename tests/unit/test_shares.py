"""How a budget is split, and how that shifts with what is being done."""

from __future__ import annotations

import pytest

from lamina.assemble.shares import activity_of, shares


@pytest.mark.req("C1")
def test_the_usual_budget_is_split_as_documented() -> None:
    assert list(shares(8000, "").values()) == [2000, 3000, 2000, 1000]


@pytest.mark.req("C8")
def test_debugging_gives_more_to_what_is_critical() -> None:
    assert list(shares(8000, "debugging").values()) == [3000, 2500, 1500, 1000]


@pytest.mark.req("C8")
@pytest.mark.parametrize(
    ("told", "error", "meant"),
    [("debugging", "", "debugging"), ("Fix a bug", "", "debugging"), ("code review", "", "reviewing"), ("", "", ""),
     ("refactoring", "", "refactoring"), ("", "TypeError", "debugging"), ("review", "TypeError", "reviewing")],
)  # fmt: skip
def test_an_activity_is_understood_and_an_error_means_debugging(told: str, error: str, meant: str) -> None:
    assert activity_of(told, error) == meant


@pytest.mark.req("C8")
@pytest.mark.parametrize("activity", ["", "debugging", "testing", "reviewing", "refactoring", "feature"])
@pytest.mark.parametrize("budget", [0, 1, 50, 333, 8000, 99_999])
def test_shares_never_exceed_the_budget(activity: str, budget: int) -> None:
    assert sum(shares(budget, activity).values()) <= budget
