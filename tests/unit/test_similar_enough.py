"""Similar enough to be merged is only what says the same; a near vector alone never is."""

from __future__ import annotations

import pytest

from lamina.consolidate.claims import claim
from lamina.consolidate.duplicates import MERGED_FROM, similarity

OPPOSITES = [
    ("Use pnpm instead of npm.", "Use npm instead of pnpm."),
    ("Always squash commits.", "Never squash commits."),
    ("The timeout is 30 s.", "The timeout is 60 s."),
    ("At least 5 reviewers.", "At most 5 reviewers."),
    ("Run the linter before the tests.", "Run the tests before the linter."),
    ("Admins can remove users.", "Users can remove admins."),
    ("Debug logging is on in production.", "Debug logging is on in staging."),
    ("Keep functions small.", "Keep modules small."),
    ("Prefer composition over inheritance.", "Prefer inheritance over composition."),
]


def similar(one: str, other: str, cosine: float | None = None) -> float:
    return similarity(claim(one), claim(other), cosine=cosine)


@pytest.mark.req("C5")
@pytest.mark.parametrize(("one", "other"), OPPOSITES)
def test_opposites_are_never_merged_however_near_their_vectors(one: str, other: str) -> None:
    assert similar(one, other, cosine=1.0) < MERGED_FROM


@pytest.mark.req("C5")
def test_the_same_in_other_words_is_merged_with_and_without_vectors() -> None:
    one, other = "Tests are run with pytest.", "Run the tests with pytest."
    assert similar(one, other) >= MERGED_FROM
    assert similar(one, other, cosine=0.7) >= MERGED_FROM


def test_what_shares_more_is_more_similar() -> None:
    base = "Kafka carries the order events."
    assert similar(base, "Kafka carries the billing events.") > similar(base, "Redis is slow.")


def test_nearer_vectors_make_it_more_similar() -> None:
    base, other = "Kafka carries the order events.", "Kafka carries the billing events."
    assert similar(base, other, cosine=0.9) > similar(base, other, cosine=0.1)


def test_nothing_is_similar_to_an_empty_text_but_itself() -> None:
    assert similar("", "Use npm.") == 0.0
    assert similar("", "") == 1.0


@pytest.mark.req("C5")
def test_what_is_too_long_to_be_read_whole_is_never_merged() -> None:
    start = "Tests are run with pytest. " * 60
    assert similar(start + "Use tabs.", start + "Use spaces.", cosine=1.0) < MERGED_FROM
