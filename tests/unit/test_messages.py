"""Commits are found by what they say, in a bounded, repeatable way."""

from __future__ import annotations

import pytest

from lamina.assemble.messages import Messages
from lamina.model.signals import Deed

END = "9999"


def commit(number: int, said: str, *files: str) -> Deed:
    return Deed(f"c{number}", f"2026-03-{number:02}T09:00:00Z", files or ("a.py",), 1, said=said, commit=True)


MESSAGES = Messages(
    [
        commit(1, "Count the tokens of a prompt", "tokens.py"),
        commit(2, "Update the changelog"),
        commit(3, "Print the menu\nthe prompt was cut off", "menu.py"),
        commit(4, "Update readTokenUsage", "usage.py"),
        commit(5, "Update the changelog again"),
    ]
)


def found(text: str, before: str = END, most: int = 9) -> list[str]:
    return [one.id for one in MESSAGES.alike(text, before, most)]


@pytest.mark.req("C4")
def test_rare_words_say_more_than_common_ones() -> None:
    assert found("update the menu")[0] == "c3"


@pytest.mark.req("C4")
def test_an_identifier_is_found_by_its_parts_and_the_other_way_round() -> None:
    assert set(found("token usage")) == {"c1", "c4"}
    assert found("getTokenUsage")[0] == "c4"


def test_what_was_said_later_is_not_known_earlier() -> None:
    assert found("changelog", before="2026-03-04") == ["c2"]


def test_of_equally_good_messages_the_latest_is_first() -> None:
    twice = Messages([commit(1, "same words"), commit(2, "same words")])
    assert [one.id for one in twice.alike("words", END, 9)] == ["c2", "c1"]


def test_no_more_are_found_than_asked_for() -> None:
    assert len(found("update the changelog", most=1)) == 1


@pytest.mark.parametrize("text", ["", "   ", "?!", "unheard"])
def test_a_text_that_no_message_speaks_of_finds_nothing(text: str) -> None:
    assert found(text) == []


def test_a_commit_without_a_message_or_without_files_is_never_found() -> None:
    assert Messages([commit(1, ""), Deed("c2", "2026", (), said="kettle")]).alike("kettle", END, 9) == []
    assert Messages([]).alike("kettle", END, 9) == []
