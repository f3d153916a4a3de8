"""What is settled in passing, and what answers an agent's question, is kept; news, symptoms and next steps are not."""

from __future__ import annotations

import pytest

from lamina.distil.statements import statements

QUESTIONS = """Before I start:

1. Should archived boards stay searchable?
2. Which columns can be hidden?
3. How long do we keep drafts?"""
WAYS = """I see two ways:

- **Queue** - survives a restart
- **Timer** - nothing to install

Which would you like?"""


@pytest.mark.req("B6")
@pytest.mark.parametrize(
    "said",
    [
        "I don't think we need the legacy importer",
        "we no longer support Node 16",
        "no backwards compatibility for old exports",
        "I think we can replace moment with date-fns",
        "we are going to drop the admin app",
        "we explicitly want plain text mails",
        "every endpoint in the api needs a rate limit",
        "if a migration is risky we should write a rollback for it",
        "the exports should be in the reports folder",
        "the renderer shouldn't know about the database",
        "error names should be consistent with the http ones",
        "invoices are stored as pdf",
        "instead of tenants call them spaces",
        "I thought we no longer use the v1 client",
        "you forgot the changelog again",
        "comments only where the code is surprising",
        "when in doubt, ask",
        "can we host it ourselves, don't want our logs elsewhere",
    ],
)
def test_what_is_settled_in_passing_is_kept(said: str) -> None:
    assert statements(said)


@pytest.mark.req("B6")
@pytest.mark.parametrize(
    "said",
    [
        "we don't need to rush this",
        "we no longer get the error",
        "we should keep going",
        "we should never get here",
        "we want the test to pass",
        "the file should be in dist but it's not there",
        "files are written twice",
        "call it with the id",
        "let's do 2 more",
        "let me check the logs myself",
        "you added the same import again, remove it",
        "I thought we fixed that",
        "no need for an apology",
        "every request gets a 401 since this morning",
        "always deploy on a friday lol",
    ],
)
def test_news_and_symptoms_settle_nothing(said: str) -> None:
    assert statements(said) == []


@pytest.mark.req("B6")
def test_numbered_answers_are_kept_with_their_questions() -> None:
    (kept,) = statements("1. yes\n2. all but the title\n3. a month", before=QUESTIONS)
    assert kept.category == "decision"
    assert "How long do we keep drafts? → a month" in kept.text


@pytest.mark.req("B6")
def test_an_option_is_picked_by_its_name() -> None:
    (kept,) = statements("the queue, please", before=WAYS)
    assert "Queue - survives a restart" in kept.text


@pytest.mark.req("B6")
@pytest.mark.parametrize(
    ("said", "before"),
    [
        ("cents", "Should the price be in cents or in euros?"),
        ("nope, one is enough", "Should a board have several owners?"),
        ("skip the line and log it", "What should happen if a row cannot be read?"),
    ],
)
def test_a_bare_answer_is_kept_with_what_was_asked(said: str, before: str) -> None:
    (kept,) = statements(said, before=before)
    assert kept.text == f"Decision: {said} (to: {before})"


@pytest.mark.req("B6")
@pytest.mark.parametrize(
    ("said", "before"),
    [
        ("only the unit tests", "Should I run the full suite or only the unit tests?"),
        ("main.py", "Which file should I open?"),
        ("commit and push", "How should I proceed?"),
        ("20", "How many lines do you want to see?"),
        ("sure, go ahead", "Should the cache be cleared on start?"),
        ("why do you ask?", "Should the cache be cleared on start?"),
        ("1. yes\n2. later", "1. Fix the tests?\n2. Update the docs?"),
    ],
)
def test_an_answer_about_the_next_step_decides_nothing(said: str, before: str) -> None:
    assert statements(said, before=before) == []
