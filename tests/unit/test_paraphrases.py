"""Said again in other words: the same wish is found, another one never is."""

from __future__ import annotations

import pytest

from lamina.distil.paraphrases import Said, content, same


@pytest.mark.req("A1", "A3")
@pytest.mark.parametrize(
    ("first", "again"),
    [
        ("Always use pnpm, not npm", "please use pnpm instead of npm"),
        ("stop adding comments everywhere", "don't add comments"),
        ("I prefer small commits", "keep commits small"),
        ("always run the tests before you commit", "Please run tests before each commit!"),
        ("We use pnpm in this repo", "from now on use pnpm"),
        ("never commit without asking", "Do not commit without asking me"),
        ("Use the logger from lib/log for all errors", "use the logger from lib/log for errors in tests"),
    ],
)
def test_the_same_wish_in_other_words_is_the_same(first: str, again: str) -> None:
    assert same(content(first), content(again))
    assert same(content(again), content(first))


@pytest.mark.req("A1", "C5")
@pytest.mark.parametrize(
    ("first", "other"),
    [
        ("use tabs", "never use tabs"),
        ("I love tabs", "I hate tabs"),
        ("use pnpm, not npm", "use npm, not pnpm"),
        ("run tests before committing", "run tests after committing"),
        ("merge main into develop", "merge develop into main"),
        ("use 4 spaces", "use 2 spaces"),
        ("keep lines under 80 characters please", "keep lines under 100 characters please"),
        ("run unit tests before commit", "run integration tests before commit"),
        ("prefer composition over inheritance", "prefer inheritance over composition"),
        ("keep answers short", "always keep your answers short and in English"),
        ("please always", "never ever"),
    ],
)
def test_opposites_other_numbers_and_other_things_stay_apart(first: str, other: str) -> None:
    assert not same(content(first), content(other))
    assert not same(content(other), content(first))


def test_the_first_that_says_the_same_is_found() -> None:
    said = Said([("a", "use tabs"), ("b", "Always use pnpm")])
    said.add("c", "we use pnpm here")
    assert said.like("pnpm please") == "b"
    assert said.like("use yarn") is None
