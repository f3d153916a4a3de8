"""`lamina context` tells people the notes and the receipt, and programs the documented keys."""

from __future__ import annotations

import pytest

from tests.commands import lamina


@pytest.mark.req("C1", "C8")
def test_a_context_and_its_receipt_are_shown() -> None:
    lamina("remember", "The kettle whistles for ten seconds", "--tag", "decision")
    told = lamina("context", "How long does the kettle whistle?").out
    assert told.startswith("<lamina-context>")
    assert "## Critical\n- The kettle whistles for ten seconds [" in told
    assert " tokens:\n  tier1  " in told


@pytest.mark.req("C1")
def test_programs_get_the_documented_keys() -> None:
    lamina("remember", "The kettle whistles for ten seconds", "--tag", "decision")
    got = lamina("context", "How long does the kettle whistle?", "--budget", "500", "--json").answer
    assert list(got) == ["context", "token_count", "tiers", "items", "left_out"]
    assert list(got["tiers"]) == ["tier1", "tier2", "tier3", "tier4"]
    assert set(got["items"][0]) == {"id", "tier", "length", "tokens", "why"}
    assert 0 < got["token_count"] <= 500


@pytest.mark.req("C1")
def test_nothing_relevant_is_said_in_one_line() -> None:
    lamina("remember", "The kettle whistles for ten seconds")
    assert lamina("context", "hi").out == "Nothing that is known concerns this.\n"
    assert lamina("context", "hi", "--json").answer["context"] == ""


@pytest.mark.req("C1")
def test_a_budget_that_is_too_small_is_not_taken_for_nothing_known() -> None:
    lamina("remember", "The kettle whistles for ten seconds before the teapot is warm", "--tag", "decision")
    assert "no room" in lamina("context", "kettle whistles", "--budget", "50").out


@pytest.mark.req("C1")
@pytest.mark.parametrize("wrong", [("--budget", "-5"), ("--plan", "all"), ("--budget", "many")])
def test_what_makes_no_sense_is_refused(wrong: tuple[str, str]) -> None:
    assert lamina("context", "kettle", *wrong).code == 2
