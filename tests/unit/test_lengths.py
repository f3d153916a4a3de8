"""What a memory is cut down to, and how much it matters."""

from __future__ import annotations

import pytest

from lamina.adapters.token_counts import O200k
from lamina.distil.importance import HIGH, LOW, MEDIUM, importance_of
from lamina.distil.lengths import COMPRESSED_CHARACTERS, SUMMARY_CHARACTERS, at_four_lengths, with_token_counts
from lamina.model.memory import INDEX_CHARACTERS

LONG = " ".join(f"Sentence number {number} says that the cache of the parser is cleared." for number in range(200))


@pytest.mark.req("C3")
def test_a_long_memory_has_four_lengths() -> None:
    lengths = at_four_lengths(LONG)
    assert lengths.full == LONG
    assert SUMMARY_CHARACTERS // 2 < len(lengths.summary) <= SUMMARY_CHARACTERS
    assert COMPRESSED_CHARACTERS // 2 < len(lengths.compressed) <= COMPRESSED_CHARACTERS
    assert INDEX_CHARACTERS // 2 < len(lengths.index) <= INDEX_CHARACTERS


@pytest.mark.req("C3")
def test_a_short_memory_is_said_the_same_at_every_length() -> None:
    assert set(at_four_lengths("Use pnpm, never npm.")[:4]) == {"Use pnpm, never npm."}


def test_a_summary_is_made_of_whole_sentences() -> None:
    assert at_four_lengths(LONG).summary.endswith("is cleared.")


def test_a_cut_is_marked() -> None:
    assert at_four_lengths(LONG).index.endswith("…")


def test_an_exchange_is_summed_up_by_its_request_and_the_answer() -> None:
    text = f"Why is it slow?\n\nThe cache was never filled. {LONG}"
    summary = at_four_lengths(text, head="Why is it slow?").summary
    assert summary.startswith("Why is it slow? → The cache was never filled.")
    assert len(summary) <= SUMMARY_CHARACTERS


def test_a_long_request_leaves_no_room_for_the_answer() -> None:
    assert "→" not in at_four_lengths(f"{LONG}\n\nDone.", head=LONG).summary


def test_an_exchange_without_a_request_is_summed_up_by_its_answer() -> None:
    assert at_four_lengths("  \n\nWelcome back.", head="  ").summary == "Welcome back."


@pytest.mark.parametrize(
    "name", ["so.py", "a/b", "is-odd", "it's", "--be", "the_key", "`to`", "opt-in", "that-which.ts", "$a"]
)
def test_compressing_leaves_names_alone(name: str) -> None:
    assert name in at_four_lengths(f"The file is {name} of the project").compressed.split()


def test_compressing_drops_filler() -> None:
    assert at_four_lengths("The cache of the parser is a folder").compressed == "cache parser folder"


def test_a_text_of_nothing_but_filler_is_still_cut() -> None:
    lengths = at_four_lengths("so it is that that is " * 14)
    assert lengths.index
    assert len(lengths.compressed) <= COMPRESSED_CHARACTERS


def test_blank_text_has_a_short_index_too() -> None:
    assert len(at_four_lengths(" " * 1000).index) <= INDEX_CHARACTERS


@pytest.mark.req("C3")
def test_every_length_carries_its_own_token_count() -> None:
    counter = O200k()
    short, long = with_token_counts([at_four_lengths("memory"), at_four_lengths(LONG)], counter.count)
    assert short.tokens == (1, 1, 1, 1)
    assert long.tokens == tuple(counter.count(long[:4]))
    assert long.tokens[0] > long.tokens[1] > long.tokens[2] > long.tokens[3] > 0


# As OpenAI's own tokenizer counts them in o200k; the first three are in its cookbook.
@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("antidisestablishmentarianism", 6),
        ("2 + 2 = 4", 7),
        ("お誕生日おめでとう", 8),
        ("hello world", 2),
        ("", 0),
        ("<|endoftext|>", 7),
    ],
)
def test_token_counts_are_exact(text: str, tokens: int) -> None:
    assert O200k().count([text]) == [tokens]


def test_token_counts_of_many_texts_are_those_of_each() -> None:
    counter, texts = O200k(), ["one", "", "two words", LONG]
    assert counter.count(texts) == [counter.count([text])[0] for text in texts]


@pytest.mark.req("D7")
@pytest.mark.parametrize(
    "text",
    [
        "We decided to use PostgreSQL for the queue",
        "Always run the linter before a commit",
        "never push to main",
        "The root cause was a missing index",
        "The goal is a release in May",
        "From now on the tests run in parallel",
        "The proxy is configured in nginx.conf",
    ],
)
def test_decisions_goals_configuration_and_causes_matter_much(text: str) -> None:
    assert importance_of(text) == HIGH >= 0.7


@pytest.mark.req("D7")
@pytest.mark.parametrize("text", ["Hello!", "thanks a lot", "ok", "Status update: still running", "debug log of today"])
def test_greetings_and_routine_status_matter_little(text: str) -> None:
    assert importance_of(text) == LOW < 0.4


@pytest.mark.req("D7")
def test_everything_else_lies_between() -> None:
    assert LOW < importance_of("The parser lives in the folder src") == MEDIUM < HIGH


@pytest.mark.req("D7")
@pytest.mark.parametrize("tag", ["critical", "user_goal", "decision", "rule"])
def test_a_weighty_tag_makes_any_text_matter(tag: str) -> None:
    assert importance_of("ok", ["small", tag]) == HIGH


def test_a_long_text_with_a_greeting_in_it_is_not_small_talk() -> None:
    assert importance_of("Hello, the import of customers fails when the file has more than two columns of dates.") > LOW
