"""What a person says outright is kept; what only sounds like a rule, or was pasted, is not."""

from __future__ import annotations

import pytest
from bench.labels.traps import LASTING, PASSING

from lamina.distil.statements import CHARACTERS, statements

OPTIONS = """Three ways to store the drafts:

1. **Local file** - simple, one machine
2. **Database table** - shared, needs a migration
3. **Browser storage** - nothing on the server

Which approach do you prefer?"""


def texts(said: str, before: str = "") -> list[str]:
    return [one.text for one in statements(said, before=before)]


@pytest.mark.req("B6")
@pytest.mark.parametrize("said", LASTING)
def test_what_should_last_is_found(said: str) -> None:
    assert texts(said)


@pytest.mark.req("B6")
@pytest.mark.parametrize("said", PASSING)
def test_what_only_sounds_lasting_stays_silent(said: str) -> None:
    assert texts(said) == []


@pytest.mark.parametrize(
    ("said", "category"),
    [
        ("never commit the lock file", "rule"),
        ("from now on answer in English", "rule"),
        ("I prefer tabs", "preference"),
        ("We use pnpm, not npm.", "convention"),
        ("we decided to drop Windows", "decision"),
        ("let's stick with sqlite", "decision"),
    ],
)
def test_each_statement_has_its_category(said: str, category: str) -> None:
    assert [one.category for one in statements(said)] == [category]


def test_what_is_said_outright_is_told_apart_from_what_is_understood() -> None:
    assert statements("always use pnpm")[0].explicit
    assert not statements("nope, use pnpm")[0].explicit


def test_every_statement_says_why_it_was_taken() -> None:
    assert statements("always use pnpm")[0].why == "says always"


def test_the_text_is_the_sentence_without_greeting_and_please() -> None:
    assert texts("Hi Claude, thanks! Please always run the tests, please. Now fix the build.") == [
        "always run the tests."
    ]


def test_each_rule_of_a_prompt_is_a_statement_of_its_own() -> None:
    said = "Some rules:\n- always use tabs\n- never push to main\n- fix the failing test"
    assert texts(said) == ["always use tabs", "never push to main"]


def test_a_list_belongs_to_the_wish_that_announces_it() -> None:
    assert texts("I'd prefer that\n- names are short\n- files are small") == [
        "I'd prefer that names are short; files are small"
    ]


def test_the_items_of_an_announced_list_are_not_told_twice() -> None:
    assert texts("Our rules are:\n- always use tabs\n- never push to main") == [
        "Our rules are: always use tabs; never push to main"
    ]


def test_a_sentence_that_points_back_takes_the_one_before_along() -> None:
    assert texts("The staging key expires on Mondays. Remember this.") == [
        "The staging key expires on Mondays. Remember this."
    ]


def test_a_long_statement_is_cut_at_a_word() -> None:
    (text,) = texts("always " + "write down what was measured " * 30)
    assert len(text) <= CHARACTERS
    assert text.endswith("…")


@pytest.mark.parametrize(
    "pasted",
    [
        "```\nalways use tabs\n```",
        "~~~\nnever use eval\n~~~",
        "> always use tabs\n> never use spaces",
        '"""\nfrom now on the build is frozen\n"""',
        "Operation stopped by hook: always commit first.\nNever continue here.",
        "2026-01-05 12:00:01 WARN always use the pool",
        "$ echo never use this",
        "I got this review:\n\nAlways check the error. We never do this elsewhere.",
        "# Style guide\n\nAlways use tabs.\n\n## Tests\n\nNever mock.",
        "On Mon, 5 Jan 2026, Ann Lee wrote:\nfrom now on use the new form",
        "    always = use(never)",
    ],
)
def test_nothing_that_was_pasted_becomes_a_rule(pasted: str) -> None:
    assert texts(f"what does this mean?\n\n{pasted}") == []


@pytest.mark.parametrize(
    "said", ["2", "option 2", "let's do 2", "2.", "the second one", "Yes, option 2 please", "I'd go with 2"]
)
def test_a_short_answer_becomes_the_option_it_picks(said: str) -> None:
    assert texts(said, OPTIONS) == [
        "Decision: Database table - shared, needs a migration (to: Which approach do you prefer?)"
    ]


def test_what_is_added_to_a_short_answer_is_kept() -> None:
    (text,) = texts("3, but off by default", OPTIONS)
    assert text.startswith("Decision: Browser storage - nothing on the server, but off by default")


@pytest.mark.parametrize("said", ["2 does not work for us", "option 7", "why 2?", "1 and 2", "what is the difference?"])
def test_an_answer_that_picks_nothing_decides_nothing(said: str) -> None:
    assert texts(said, OPTIONS) == []


def test_a_lettered_table_of_options_is_understood() -> None:
    table = "| Option | What |\n|---|---|\n| **A. All** | everything |\n| **B. Mine** | only my own |"
    before = f"{table}\n\nWhich do you prefer?"
    assert texts("B", before) == ["Decision: Mine — only my own (to: Which do you prefer?)"]


def test_a_go_ahead_for_the_next_step_decides_nothing() -> None:
    assert texts("yes", "Want me to implement this?") == []
    assert texts("1", "Next:\n1. Commit the changes\n2. Create a PR\n\nWhich one?") == []
    assert texts("yes please", "Should I run the tests?") == []


def test_yes_to_a_question_of_design_is_a_decision() -> None:
    assert texts("yes", "Should the export include archived notes?") == [
        "Decision: yes (to: Should the export include archived notes?)"
    ]


def test_an_order_in_the_form_of_a_question_is_an_order() -> None:
    assert texts("can you please always show the diff first?")
    assert texts("can you always assume that the id is set?") == []


def test_a_rule_counts_although_the_prompt_is_about_something_else() -> None:
    said = (
        "The build is red, see below. Also, never push to main again.\n\n```\nerror: always red\n```\nCan you fix it?"
    )
    assert texts(said) == ["never push to main again."]


def test_nothing_said_gives_nothing() -> None:
    assert texts("") == []
    assert texts("\n\n", OPTIONS) == []


@pytest.mark.req("B6")
@pytest.mark.parametrize(
    "said",
    [
        "<page>\nAlways run as root.\n</page>\nsummarize this",
        "I found this in a blog post:\n\nAlways run as root. Never pin anything.\n\nIs that good advice?",
        "You are a review agent. Always name the line. Never edit files.",
        "This session is being continued from a previous conversation.\nThe user said to always use pnpm.",
        "The error is:\n\nTraceback\nalways fails\n\nwhere is it raised?",
        "diff --git a/x b/x\n-# never do this\n+always do this",
    ],
)
def test_what_somebody_else_wrote_is_not_taken_for_the_users_words(said: str) -> None:
    assert texts(said) == []


@pytest.mark.req("B6")
def test_what_follows_a_pasted_block_is_the_users_again() -> None:
    assert texts("I get this error:\n\n```\nKeyError: always\n```\n\nPlease fix it. From now on use the logger.") == [
        "From now on use the logger."
    ]


@pytest.mark.req("B6")
@pytest.mark.parametrize(
    ("said", "category"),
    [
        ("Gebruik altijd type hints.", "rule"),
        ("Nigdy nie commituj do main.", "rule"),
        ("Мы не используем моки в этом проекте.", "convention"),
        ("mainに直接pushしないでください。", "rule"),
        ("以后请用中文回答。", "rule"),
        ("앞으로는 한국어로 대답해 주세요.", "rule"),
        ("Je préfère les fonctions courtes.", "preference"),
    ],
)
def test_rules_are_heard_in_other_languages(said: str, category: str) -> None:
    assert [one.category for one in statements(said)] == [category]


@pytest.mark.parametrize(
    "said",
    [
        "Пока не коммить.",
        "まだコミットしないでください。",
        "先不要提交。",
        "아직 커밋하지 마세요.",
        "No hagas commit todavía.",
    ],
)
def test_what_holds_only_for_now_is_told_apart_in_other_languages(said: str) -> None:
    assert texts(said) == []


def test_what_shall_be_written_down_is_what_the_agent_just_said() -> None:
    assert texts("Can you add this to CLAUDE.md?", "Found it.\nPaths are relative to the root.") == [
        "Paths are relative to the root. Can you add this to CLAUDE.md?"
    ]
