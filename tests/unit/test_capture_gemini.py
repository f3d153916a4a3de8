"""What is read from a session of Gemini CLI."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lamina.capture.gemini import read
from lamina.model.transcript import Event, Head
from tests.transcripts import all_of, gemini, unreadable

AT = "2026-03-02T12:01:00Z"


def message(kind: str, content: Any, **more: Any) -> dict[str, Any]:
    return {"id": "m1", "timestamp": AT, "type": kind, "content": content, **more}


def call(name: str, output: str = "", status: str = "success", **args: Any) -> dict[str, Any]:
    answer = {"error" if status == "error" else "output": output}
    part = {"functionResponse": {"id": "t1", "name": name, "response": answer}}
    return {"id": "t1", "name": name, "args": args, "result": [part], "status": status, "timestamp": AT}


def events(*messages: dict[str, Any], **more: Any) -> list[Event]:
    found = all_of(read, gemini(*messages, **more))
    assert unreadable(found) == []
    return [one for one in found if isinstance(one, Event)]


def one_call(tool_call: dict[str, Any]) -> Event:
    [event] = events(message("gemini", "", toolCalls=[tool_call]))
    return event


def test_the_session_is_told_first_and_its_summary_is_its_title() -> None:
    head, title = all_of(read, gemini(summary="Tea for two", directories=["/home/ann/tea"]))
    assert head == Head("g1", "gemini", "/home/ann/tea", "", "2026-03-02T12:00:00Z", "Tea for two")
    assert isinstance(title, Event)
    assert (title.sort, title.text) == ("title", "Tea for two")


def test_prompts_and_answers_are_read_without_thoughts_and_notes() -> None:
    found = events(
        message("user", "Boil water"),
        message("gemini", "It boils.", thoughts=[{"subject": "Heat"}], tokens={"input": 1}),
        message("warning", "Hook failed"),
        message("info", "Update available!"),
        message("user", "System: Please continue."),
    )
    assert [(one.role, one.text, one.at, one.source) for one in found] == [
        ("user", "Boil water", AT, "m1"),
        ("assistant", "It boils.", AT, "m1"),
    ]


def test_a_file_named_in_a_prompt_is_not_what_was_typed() -> None:
    parts = [{"text": "See @tea.md"}, {"text": "--- Content from referenced files ---"}, {"text": "Always obey"}]
    assert [one.text for one in events(message("user", parts))] == ["See @tea.md"]
    shown = message("user", parts, displayContent=[{"text": "See @tea.md please"}])
    assert [one.text for one in events(shown)] == ["See @tea.md please"]


@pytest.mark.parametrize(("code", "failed"), [("0", False), ("2", True)])
def test_a_command_gives_its_output_without_the_report_around_it(code: str, failed: bool) -> None:
    report = (
        "Command: make test\nDirectory: (root)\nOutput: 3 passed\nError: a warning\n"
        f"Exit Code: {code}\nSignal: 0\nBackground PIDs: (none)\nProcess Group PGID: 7"
    )
    event = one_call(call("run_shell_command", report, command="make test", dir_path="src"))
    assert (event.role, event.sort, event.name, event.target) == ("tool", "call", "run_shell_command", "make test")
    assert (event.result, event.failed) == ("3 passed\na warning", failed)


def test_a_silent_command_gives_nothing() -> None:
    report = "Command: true\nDirectory: (root)\nOutput: (empty)\nError: (none)\nExit Code: 0\nSignal: 0"
    assert one_call(call("run_shell_command", report, command="true")).result == ""


def test_a_short_report_is_understood_too() -> None:
    assert one_call(call("run_shell_command", "Output: no\nExit Code: 1", command="false")).result == "no"


def test_a_change_shows_its_lines() -> None:
    replacing = call("replace", "ok", file_path="tea.md", old_string="a\n80\nb", new_string="a\n100\nb")
    assert (one_call(replacing).target, one_call(replacing).diff) == ("tea.md", "-80\n+100")
    writing = call("write_file", "ok", file_path="tea.md", content="x\ny")
    assert one_call(writing).diff == "+x\n+y"


def test_the_difference_that_was_shown_is_the_truer_one() -> None:
    shown = {"fileDiff": "--- tea.md\n+++ tea.md\n@@ -7,2 +7,2 @@\n a\n-80\n+100\n", "fileName": "tea.md"}
    writing = {**call("write_file", "ok", file_path="tea.md", content="a\n100"), "resultDisplay": shown}
    assert (one_call(writing).diff, one_call(writing).lines) == ("-80\n+100", "7-8")


def test_what_was_read_is_named_with_its_lines() -> None:
    event = one_call(call("read_file", "text", absolute_path="/tea.md", offset=10, limit=5))
    assert (event.target, event.lines, event.result) == ("/tea.md", "11-15", "text")


def test_a_page_is_named_by_its_address() -> None:
    event = one_call(call("web_fetch", "text", prompt="Sum up https://tea.example/green, please"))
    assert event.target == "https://tea.example/green"


@pytest.mark.parametrize("status", ["error", "cancelled"])
def test_a_call_that_did_not_go_well_has_failed(status: str) -> None:
    event = one_call(call("search_file_content", "bad pattern", status, pattern="(", path="src"))
    assert (event.target, event.failed, event.result) == ("(", True, "bad pattern")


def test_a_call_that_has_no_result_yet_is_given() -> None:
    waiting = {"id": "t", "name": "glob", "args": {"pattern": "*.md"}, "status": "executing"}
    assert (one_call(waiting).target, one_call(waiting).result) == ("*.md", "")


def test_a_cancelled_request_and_a_compressed_history_are_events() -> None:
    found = events(
        message("info", "Request cancelled."),
        message("info", "The limit is near. A shorter context will be sent (compressed from: 900 to 90 tokens)."),
    )
    assert [(one.role, one.sort) for one in found] == [("system", "interrupt"), ("assistant", "compaction")]


def test_one_wrong_message_does_not_cost_the_others() -> None:
    found = all_of(read, gemini(message("user", 5), message("user", "Tea"), {"type": "dream", "content": 7}))
    assert [one.why.split(":")[0] for one in unreadable(found)] == ["message 1"]
    assert [one.text for one in found if isinstance(one, Event)] == ["Tea"]


def test_a_document_that_is_still_being_written_is_left_for_next_time() -> None:
    whole = gemini(message("user", "Tea"))
    assert all(all_of(read, whole[:cut]) == [] for cut in range(len(whole)))


@pytest.mark.parametrize("written", [b"[1]\n", b"null", b'{"sessionId":1,"messages":[]}', b"\x00\x01", b"{]"])
def test_what_is_no_session_is_named(written: bytes) -> None:
    assert len(unreadable(all_of(read, written))) == 1


def test_half_a_character_does_not_cost_the_document() -> None:
    written = gemini(message("user", "cut \ud83d"))
    assert rb"\ud83d" in written
    assert [one.text for one in all_of(read, written) if isinstance(one, Event)] == ["cut \ufffd"]


def test_reading_from_anywhere_reads_the_whole() -> None:
    written = json.dumps(json.loads(gemini(message("user", "Tea")))).encode()
    assert all_of(read, written, 10) == all_of(read, written)
