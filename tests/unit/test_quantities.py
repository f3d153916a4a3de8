"""Numbers are compared in their units and with their bounds."""

from __future__ import annotations

import pytest

from lamina.consolidate.claims import claim
from lamina.consolidate.quantities import Quantity, differ, same


def number(text: str) -> Quantity:
    (found,) = claim(text).clauses[0].quantities
    return found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the timeout is 30 s", "the timeout is 30000 ms"),
        ("the limit is 1 GB", "the limit is 1024 MB"),
        ("it takes an hour", "it takes 60 minutes"),
        ("it runs daily", "it runs every 24 hours"),
        ("it runs once an hour", "it runs every 60 min"),
        ("wait half a minute", "wait 30 s"),
        ("keep two copies", "keep 2 copies"),
        ("at most 1,000 rows", "at most 1000 rows"),
        ("10 calls per second", "600 calls a minute"),
        ("the rate is 3e-4", "the rate is 0.0003"),
        ("needs 3.0", "needs 3"),
    ],
)
def test_the_same_number_in_another_unit_is_the_same(one: str, other: str) -> None:
    assert same(number(one), number(other))


@pytest.mark.parametrize(("one", "other"), [("needs 3.1", "needs 3.10"), ("30 s", "30 MB"), ("5 items", "5 %")])
def test_what_only_looks_like_the_same_number_is_not(one: str, other: str) -> None:
    assert not same(number(one), number(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the timeout is 30 s", "the timeout is 60 s"),
        ("at most 80 characters", "up to 120 characters"),
        ("at least 90 %", "75 %"),
        ("needs 3.12 or newer", "needs 3.9"),
        ("at most 5", "at least 10"),
    ],
)
def test_numbers_that_cannot_both_hold_differ(one: str, other: str) -> None:
    assert differ(number(one), number(other))
    assert differ(number(other), number(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("at least 8 characters", "at most 64 characters"),
        ("needs 3.9 or newer", "needs 3.12"),
        ("30 s", "30 MB"),
        ("Java 17", "Gradle 8"),
        ("on port 5432", "on 16 cores"),
    ],
)
def test_numbers_that_can_both_hold_do_not_differ(one: str, other: str) -> None:
    assert not differ(number(one), number(other))


@pytest.mark.parametrize(
    "text", ["see PEP 8", "error 502 comes first", "step 2 is next", "one of them", "the one to ask"]
)
def test_a_number_in_a_name_counts_nothing(text: str) -> None:
    assert claim(text).clauses[0].quantities == ()
