"""What contradicts, replaces or repeats a statement is told from what can stand beside it, with a reason in words."""

from __future__ import annotations

import pytest

from lamina.consolidate.claims import claim
from lamina.consolidate.relations import Compatible, Contradiction, Duplicate, Relation, Unrelated, Update, relation


def sort(older: str, newer: str) -> type[Relation]:
    return type(relation(older, newer))


@pytest.mark.req("C6")
@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Use npm to install dependencies.", "Dependencies are installed with pnpm."),
        ("Indent with tabs.", "four spaces per level, please"),
        ("Strings take single quotes.", "Use double quotes for strings."),
        ("Payments go through Stripe.", "Payments are processed by Adyen."),
        ("Errors are reported to Zorblax.", "Errors are reported to Quuxly."),
        ("Never push directly to main.", "Push straight to main for small fixes."),
        ("Telemetry is on by default.", "Telemetry is off by default."),
        ("The importer runs synchronously.", "The importer is asynchronous."),
        ("Requests time out after 10 seconds.", "The request timeout is 30 s."),
        ("Requires Python 3.9.", "We need Python 3.12 or newer."),
        ("Migrations live in db/migrations.", "Put migrations into backend/alembic."),
        ("Anna owns the billing service.", "The billing service is owned by Tom."),
        ("Run the linter before the tests.", "Run the tests before the linter."),
        ("Prefer interfaces over type aliases.", "Prefer type aliases over interfaces."),
        ("Guests can post comments.", "Only members can post comments."),
    ],
)
def test_what_cannot_both_hold_is_a_contradiction(older: str, newer: str) -> None:
    assert sort(older, newer) is Contradiction


@pytest.mark.req("C6")
@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("We use Jenkins for CI.", "CI was migrated from Jenkins to GitHub Actions."),
        ("Package manager: npm", "Switched to pnpm, npm is gone."),
        ("Access tokens live for 15 minutes.", "Access tokens now live for an hour."),
        ("Fixtures are in tests/data.", "tests/data was renamed to tests/fixtures."),
        ("Maria is the tech lead.", "Maria left, Ivan is the tech lead now."),
        ("Deploys need manual approval.", "Deploys no longer need manual approval."),
        ("The beta program is running.", "The beta program has ended."),
    ],
)
def test_what_says_that_it_has_changed_is_an_update(older: str, newer: str) -> None:
    assert sort(older, newer) is Update


@pytest.mark.req("C6")
@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Use SQLite in tests.", "Use PostgreSQL in production."),
        ("Format Python with black.", "Format TypeScript with prettier."),
        ("The connect timeout is 5 s.", "The read timeout is 30 s."),
        ("The API allows 3 retries.", "The API waits 10 seconds between retries."),
        ("Node 20 builds the website.", "Node 18 builds the legacy widget."),
        ("Support Python 3.9.", "Support Python 3.12 too."),
        ("Requires at least Python 3.9.", "The image has Python 3.12."),
        ("Use Redis for caching.", "Use Redis for rate limiting."),
        ("Don't use axios.", "Use fetch for HTTP calls."),
        ("Never force push to main.", "Force pushing to your own branch is fine."),
        ("Guests can read articles.", "Guests cannot write comments."),
        ("Unit tests live in tests/unit.", "Integration tests live in tests/integration."),
        ("Tom reviews frontend changes.", "Lisa reviews backend changes."),
        ("Orders can be cancelled before shipping.", "Orders cannot be cancelled after shipping."),
        ("Public functions need docstrings.", "Private helpers don't need docstrings."),
        ("React is pinned to 18.", "react-router is pinned to 6."),
    ],
)
def test_what_holds_elsewhere_or_of_something_else_stands_beside_it(older: str, newer: str) -> None:
    assert sort(older, newer) in (Compatible, Unrelated)


@pytest.mark.req("C5")
@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Use pnpm, not npm.", "Please always use pnpm instead of npm."),
        ("The timeout is 30 seconds.", "The timeout is 30000 ms."),
        ("Force pushes are forbidden.", "Force pushing is not allowed."),
        ("Ask me before you add a dependency.", "Don't add dependencies without asking me."),
        ("The database is Postgres.", "We use PostgreSQL as the database."),
        ("The gateway is maintained by the platform team.", "The platform team maintains the gateway."),
        ("Could you please always run the linter before you commit?", "Always run the linter before committing."),
        ("Tokens expire after one hour.", "Tokens expire after 60 minutes."),
    ],
)
def test_the_same_in_other_words_is_a_duplicate(older: str, newer: str) -> None:
    assert sort(older, newer) is Duplicate


@pytest.mark.parametrize(
    ("older", "newer", "why"),
    [
        ("Use npm.", "Use pnpm.", "npm ↔ pnpm exclude each other as package manager"),
        ("The timeout is 30 s.", "The timeout is 60 s.", "30 s → 60 s"),
        ("Anna owns billing.", "Tom owns billing.", "anna → tom"),
        ("Strict mode is on.", "Strict mode is disabled.", "strict → not strict"),
        ("Fixtures are in tests/data.", "tests/data was renamed to tests/fixtures.", "tests/data is gone"),
    ],
)
def test_the_reason_is_told_in_words(older: str, newer: str, why: str) -> None:
    assert relation(older, newer).why == why


def test_a_question_states_nothing() -> None:
    assert sort("Use npm.", "Should we use pnpm?") not in (Contradiction, Update)


def test_a_reason_is_no_part_of_what_is_said() -> None:
    assert sort("We run 3 replicas.", "We run 5 replicas because of the traffic on Mondays.") is Contradiction
    assert sort("We run 3 replicas.", "We run 3 replicas because of the traffic.") is Duplicate


def test_a_statement_is_taken_apart_once() -> None:
    one, other = claim("Use npm."), claim("Use pnpm.")
    assert relation(one, other) == relation("Use npm.", "Use pnpm.")
    assert claim("Use npm.") is one
