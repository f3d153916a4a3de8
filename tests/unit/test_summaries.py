"""One request and what came of it, told by rules from the agent's own words."""

from __future__ import annotations

from typing import Any

import pytest

from lamina.distil.summaries import Summary, resolved_prompt, summarise, told
from lamina.model.transcript import COMPACTION, Turn

FIXED = "Fixed the leak in `kettle.py`: the lid was never closed."


def said(text: str) -> Turn:
    return Turn("assistant", text)


def ran(command: str, result: str = "ok", name: str = "Bash") -> Turn:
    return Turn("tool", name=name, target=command, result=result)


def edited(path: str) -> Turn:
    return Turn("tool", name="Edit", target=path, diff="-a\n+b", result="ok")


def summary(*turns: Turn, asked: str = "Fix the leaking kettle please", **more: Any) -> Summary:
    return summarise(asked, [Turn("user", asked), *turns], **more)


@pytest.mark.req("B3")
def test_a_summary_names_the_request_and_what_came_of_it() -> None:
    assert summary(said(FIXED)).summary == f"Fix the leaking kettle please → {FIXED}"


@pytest.mark.req("B3")
@pytest.mark.parametrize("words", [1, 40, 4000])
def test_a_summary_is_never_longer_than_320_characters(words: int) -> None:
    long = "The kettle in `kettle.py` was changed because it leaked. " * words
    assert len(summary(said(long), asked="Fix it. " * words).summary) <= 320
    assert len(summary(said("x" * 10 * words), asked="y" * 10 * words).summary) <= 320


def test_praise_tables_and_code_are_left_out() -> None:
    closing = f"Perfect! Great question.\n\n```\nrm -rf\n```\n| a | b |\n|---|---|\n## Summary\n{FIXED}\nAnything else?"
    assert summary(said(closing)).resolution == FIXED


def test_a_message_of_nothing_but_praise_is_still_told() -> None:
    assert told("Done!", 100) == "Done!"


@pytest.mark.parametrize(
    ("turns", "after", "outcome"),
    [
        ([said(FIXED)], "", "done"),
        ([said(FIXED)], "Now the cup", "done"),
        ([ran("make test", "exit 2\n1 failed"), ran("make test", "ok\n9 passed"), said(FIXED)], "", "done"),
        ([ran("make test", "exit 2\n1 failed"), said(FIXED)], "", "failed"),
        ([said("I was unable to fix the leak.")], "", "failed"),
        ([said(FIXED), Turn("system", "[Request interrupted by user]")], "", "interrupted"),
        ([said(FIXED)], "No, that's the wrong kettle", "corrected"),
        ([said(FIXED)], "it still leaks", "corrected"),
        ([said(FIXED)], "no worries", "done"),
        ([said("There are two ways. Which one do you want?")], "", "open"),
    ],
)
def test_the_outcome_is_what_happened(turns: list[Turn], after: str, outcome: str) -> None:
    assert summary(*turns, after=after).outcome == outcome


@pytest.mark.parametrize("name", ["Bash", "Task>Bash", "exec_command", "run_shell_command", "shell"])
def test_a_check_that_fails_counts_whichever_agent_ran_it(name: str) -> None:
    assert summary(ran("make test", "exit 2", name), said(FIXED)).outcome == "failed"


def test_a_short_reply_is_told_with_the_question_it_answers() -> None:
    found = summary(said(FIXED), asked="yes", before="The lid is loose. Shall I close it before boiling?")
    assert found.resolved == "yes (to: Shall I close it before boiling?)"
    assert found.summary.startswith("yes (to: Shall I close it before boiling?)")


def test_a_number_is_told_as_the_option_it_means() -> None:
    before = "Which one?\n1. Green tea\n2. **Black tea** with milk\n3. None"
    assert resolved_prompt("option 2", before) == "option 2 (to: Black tea with milk)"
    assert resolved_prompt("1 and 3", before) == "1 and 3 (to: Green tea; None)"


@pytest.mark.parametrize("reply", ["why?", "/clear", "!ls", "Rewrite the whole tea module in another language"])
def test_what_stands_on_its_own_is_not_taken_for_an_answer(reply: str) -> None:
    assert resolved_prompt(reply, "Shall I close the lid?") == ""


def test_files_commands_and_errors_are_listed_once_edited_files_first() -> None:
    read = Turn("tool", name="Read", target="cup.py", result="ok")
    found = summary(
        read, ran("make", "exit 2\nerror: no lid"), ran("make", "exit 2\nerror: no lid"), edited("kettle.py")
    )
    assert found.files == ("kettle.py", "cup.py")
    assert found.commands == ("make",)
    assert found.errors == ("exit 2 error: no lid",)


def test_details_say_what_changed_and_how_it_was_verified() -> None:
    details = summary(edited("kettle.py"), ran("make test", "ok\n9 passed"), said(FIXED)).details
    assert details == f"{FIXED} Changed: kettle.py. Verified: make test: ok 9 passed."


def test_a_compaction_is_no_answer() -> None:
    compaction = Turn("assistant", "This session is being continued from an earlier one.", name=COMPACTION)
    assert summary(said(FIXED), compaction).resolution == FIXED


def test_an_exchange_in_which_nothing_was_said_says_so() -> None:
    assert summarise("", [ran("ls")]).summary == "(nothing was said)"
