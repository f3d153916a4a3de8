"""What is read from a session of Copilot CLI."""

from __future__ import annotations

from typing import Any

import pytest

from lamina.capture.copilot import read
from lamina.model.transcript import Event, Head
from tests.transcripts import all_of, as_lines, copilot, events_of, unreadable

START = copilot(
    "session.start",
    sessionId="s1",
    startTime="2026-03-02T11:59:00Z",
    context={"cwd": "/home/ann/tea", "branch": "brew", "gitRoot": "/home/ann"},
)


def started(name: str, call: str = "c1", **arguments: Any) -> dict[str, Any]:
    return copilot("tool.execution_start", toolCallId=call, toolName=name, arguments=arguments)


def done(content: str = "", call: str = "c1", detailed: str = "") -> dict[str, Any]:
    result = {"content": content, "detailedContent": detailed}
    return copilot("tool.execution_complete", toolCallId=call, success=True, result=result)


def one_call(*records: dict[str, Any]) -> Event:
    [event] = events_of(read, START, *records)
    assert (event.role, event.sort) == ("tool", "call")
    return event


def test_the_session_is_told_wherever_reading_begins() -> None:
    head = Head("s1", "copilot", "/home/ann/tea", "brew", "2026-03-02T11:59:00Z")
    first = as_lines(START)
    assert all_of(read, first) == [head]
    assert all_of(read, first + as_lines(copilot("hook.start")), len(first)) == [head]


def test_a_prompt_is_what_was_typed_and_not_what_was_made_of_it() -> None:
    [event] = events_of(
        read,
        copilot("system.message", content="You are a kettle"),
        copilot("user.message", 7, content="Boil water", transformedContent="<now>noon</now> Boil water"),
        copilot("user.message", content="A whole skill", source="skill-tea"),
        copilot("system.notification", content="<system_notification>done</system_notification>"),
    )
    assert (event.role, event.text, event.source, event.at) == ("user", "Boil water", "e7", "2026-03-02T12:00:00Z")


def test_an_answer_is_kept_without_its_reasoning() -> None:
    said = copilot("assistant.message", content="It boils.", reasoningText="Hot?", toolRequests=[{"name": "bash"}])
    silent = copilot("assistant.message", content="", reasoningText="Hm", toolRequests=[])
    assert [(one.role, one.text) for one in events_of(read, said, silent)] == [("assistant", "It boils.")]


@pytest.mark.parametrize(("code", "failed"), [(0, False), (127, True)])
def test_a_command_and_its_output_are_one_event(code: int, failed: bool) -> None:
    written = f"ok\n<shellId: 3 completed with exit code {code}>"
    event = one_call(started("bash", command="make test", description="Run tests"), done(written))
    assert (event.name, event.target, event.result, event.failed) == ("bash", "make test", "ok", failed)
    assert event.offset == len(as_lines(START))


def test_a_tool_that_fails_says_why() -> None:
    failure = copilot("tool.execution_complete", toolCallId="c1", success=False, error={"message": "No such path"})
    event = one_call(started("view", path="/tea.md", view_range=[3, 9]), failure)
    assert (event.target, event.lines, event.result, event.failed) == ("/tea.md", "3-9", "No such path", True)


def test_an_edit_shows_what_changed_and_where() -> None:
    shown = "\ndiff --git a/t b/t\n--- a/t\n+++ b/t\n@@ -1,2 +1,3 @@\n keep\n-80\n+100\n+110\n"
    event = one_call(
        started("edit", path="/t", old_str="keep\n80", new_str="keep\n100\n110"), done("updated", detailed=shown)
    )
    assert (event.target, event.diff, event.lines) == ("/t", "-80\n+100\n+110", "1-3")


def test_an_edit_without_a_shown_difference_is_compared_by_us() -> None:
    event = one_call(started("edit", path="/t", old_str="keep\n80\nend", new_str="keep\n100\nend"), done("updated"))
    assert event.diff == "-80\n+100"


def test_a_file_that_was_only_read_has_no_diff() -> None:
    shown = "\ndiff --git a/t b/t\n--- a/t\n+++ b/t\n@@ -1,2 +1,2 @@\n keep\n+x\n"
    assert one_call(started("view", path="/t"), done("1. keep", detailed=shown)).diff == ""


def test_a_patch_names_all_its_files() -> None:
    patch = "*** Begin Patch\n*** Delete File: a.py\n*** Add File: b.py\n+x = 1\n*** End Patch"
    call = copilot("tool.execution_start", toolCallId="c1", toolName="apply_patch", arguments=patch)
    event = one_call(call, done("ok"))
    assert (event.target, event.files, event.diff) == ("a.py", ("a.py", "b.py"), "+x = 1")


def test_a_question_to_the_user_keeps_the_answer() -> None:
    event = one_call(started("ask_user", question="Green or black?"), done("User responded: green"))
    assert (event.target, event.result) == ("Green or black?", "User responded: green")


def test_what_a_subagent_does_is_marked_as_its_doing() -> None:
    inner = copilot("tool.execution_start", toolCallId="c2", toolName="grep", arguments={"pattern": "tea"})
    inner["data"]["parentToolCallId"] = "c1"
    events = events_of(
        read,
        started("task", prompt="Find the tea"),
        inner,
        copilot("assistant.message", content="Looking", parentToolCallId="c1"),
        done("found", "c2"),
        done("It is in the cupboard", "c1"),
    )
    assert [(one.name, one.target) for one in events] == [("Task>grep", "tea"), ("task", "Find the tea")]


def test_an_abort_a_compaction_and_a_title_are_events() -> None:
    events = events_of(
        read,
        copilot("abort", reason="user_initiated"),
        copilot("session.compaction_complete", success=True, summaryContent="They want tea."),
        copilot("session.compaction_complete", success=False),
        copilot("session.title_changed", title="Tea"),
    )
    assert [(one.role, one.sort, one.text) for one in events] == [
        ("system", "interrupt", "user_initiated"),
        ("assistant", "compaction", "They want tea."),
        ("assistant", "title", "Tea"),
    ]


def test_a_call_without_a_result_is_given_at_the_end() -> None:
    event = one_call(started("bash", command="sleep 9"))
    assert (event.target, event.result, event.at) == ("sleep 9", "", "2026-03-02T12:00:00Z")


def test_lines_with_wrong_types_are_named_and_unknown_ones_are_not() -> None:
    written = as_lines(START, copilot("user.message", content=["x"]), copilot("dream.begin"), {"id": 1, "type": "z"})
    assert [one.line for one in unreadable(all_of(read, written))] == [2]


def test_keys_in_another_order_are_read_all_the_same() -> None:
    record = dict(reversed(copilot("user.message", content="Boil water").items()))
    assert [one.text for one in events_of(read, record)] == ["Boil water"]
