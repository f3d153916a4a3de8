"""Identity: the same thing has the same id everywhere and for ever."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta

import pytest

from lamina.model.ids import derived_id, new_id, text_hash
from tests.factories import NOON


def test_a_new_id_is_a_uuid_of_version_seven() -> None:
    made = uuid.UUID(new_id(NOON))
    assert made.version == 7
    assert made.variant == uuid.RFC_4122
    assert str(made) == str(made).lower()


def test_a_new_id_tells_when_it_was_made() -> None:
    at = datetime(2026, 3, 2, 12, 0, 0, 123000, tzinfo=UTC)
    assert uuid.UUID(new_id(at)).int >> 80 == int(at.timestamp() * 1000)


def test_new_ids_sort_by_the_time_they_were_made() -> None:
    made = [new_id(NOON + timedelta(milliseconds=step)) for step in range(0, 10**9, 10**6)]
    assert made == sorted(made)


def test_new_ids_of_one_moment_differ() -> None:
    assert len({new_id(NOON) for _ in range(1000)}) == 1000


def test_derived_ids_never_change() -> None:
    # Every store in the world holds such ids: these values must outlive any rewrite.
    assert derived_id("chat", "s1", "1", "exchange") == "e36f960b867d69e4beb671622"
    assert derived_id("claude", "ünï", "42", "concept") == "c71f9dadd63731fe689b54c12"


@pytest.mark.parametrize("part", range(4))
def test_a_derived_id_depends_on_every_part(part: int) -> None:
    given = ["chat", "s1", "1", "exchange"]
    other = [*given[:part], "episode", *given[part + 1 :]]
    assert derived_id(*given) != derived_id(*other)


def test_parts_of_a_derived_id_do_not_run_into_each_other() -> None:
    assert derived_id("chat", "s1", "11", "exchange") != derived_id("chat", "s11", "1", "exchange")


def test_the_hash_of_a_text_never_changes() -> None:
    assert text_hash("Use pnpm") == "2ee6b2171c1538b958429f6654fad33e"


@pytest.mark.parametrize("again", ["use pnpm", "USE PNPM.", "  Use\n\tpnpm ", "Use pnpm..."])
def test_the_same_said_with_other_case_spacing_or_full_stop_is_the_same(again: str) -> None:
    assert text_hash(again) == text_hash("Use pnpm")


@pytest.mark.parametrize("other", ["Use npm", "Use pnpm!", "Use pnpm?", "Usepnpm", ""])
def test_other_words_and_other_marks_are_not_the_same(other: str) -> None:
    assert text_hash(other) != text_hash("Use pnpm")
