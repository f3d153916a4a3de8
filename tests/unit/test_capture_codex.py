"""What is read from a session of Codex CLI."""

from __future__ import annotations

import io
from typing import Any

import pytest

from lamina.capture.codex import read
from lamina.model.transcript import Event, Head
from tests.transcripts import all_of, as_lines, codex, codex_call, codex_message, codex_output, events_of, unreadable

META = codex(
    "session_meta",
    id="s1",
    timestamp="2026-03-02T11:59:00Z",
    cwd="/home/ann/tea",
    git={"branch": "brew", "commit": "a"},
)
STARTED = codex("event_msg", "task_started", turn_id="t1")
WRAPPED = (
    "Chunk ID: a1b2c3\nWall time: 0.0300 seconds\nProcess exited with code {code}\nOriginal token count: 3\nOutput:\n"
)
PATCH = """*** Begin Patch
*** Update File: tea/kettle.py
@@ def boil():
 keep = 1
-heat = 80
+heat = 100
*** Add File: docs/tea.md
+# Tea
*** End Patch
"""


def prompt(text: str) -> dict[str, Any]:
    return codex("event_msg", "user_message", message=text, images=[])


def one_call(*records: dict[str, Any]) -> Event:
    [event] = events_of(read, META, STARTED, *records)
    assert (event.role, event.sort) == ("tool", "call")
    return event


def test_the_session_is_told_before_its_events() -> None:
    [head] = all_of(read, as_lines(META))
    assert head == Head("s1", "codex", "/home/ann/tea", "brew", "2026-03-02T11:59:00Z")


def test_reading_from_the_middle_still_tells_which_session_it_is() -> None:
    first, rest = as_lines(META, STARTED), as_lines(prompt("Boil water"))
    head, event = all_of(read, first + rest, len(first))
    assert isinstance(head, Head)
    assert isinstance(event, Event)
    assert (head.id, event.text, event.offset) == ("s1", "Boil water", len(first))


def test_reading_from_the_middle_still_knows_what_nobody_typed() -> None:
    first, rest = as_lines(META, STARTED), as_lines(codex_message("user", "A wrapper of tomorrow"))
    assert [one for one in all_of(read, first + rest, len(first)) if isinstance(one, Event)] == []


def test_a_forked_session_keeps_its_own_name() -> None:
    other = codex("session_meta", id="parent", cwd="/elsewhere")
    assert [one.id for one in all_of(read, as_lines(META, other)) if isinstance(one, Head)] == ["s1"]


def test_only_what_a_person_typed_is_theirs() -> None:
    events = events_of(
        read,
        META,
        STARTED,
        codex_message("developer", "<permissions instructions>none</permissions instructions>"),
        codex_message("user", "# AGENTS.md instructions for /home/ann/tea\n\nUse leaves", "<environment_context/>"),
        codex_message("user", "A wrapper of tomorrow"),
        codex_message("user", "Boil water"),
        prompt("Boil water"),
    )
    assert [(one.role, one.text) for one in events] == [("user", "Boil water")]


def test_a_message_that_is_written_twice_is_read_once() -> None:
    said = codex("event_msg", "agent_message", message="Done.")
    counted = codex("event_msg", "token_count", info={})
    events = events_of(read, META, said, counted, codex_message("assistant", "Done."), said)
    assert [(one.role, one.text) for one in events] == [("assistant", "Done."), ("assistant", "Done.")]


def test_an_older_session_without_events_gives_its_prompts_too() -> None:
    events = events_of(
        read,
        META,
        codex_message("user", "<environment_context>\n<cwd>/work</cwd>\n</environment_context>"),
        codex_message("user", "Boil water"),
        codex_message("assistant", "It boils."),
        codex_message("user", "And tea?"),
    )
    assert [(one.role, one.text) for one in events] == [
        ("user", "Boil water"),
        ("assistant", "It boils."),
        ("user", "And tea?"),
    ]


def test_a_prompt_in_both_forms_is_read_once_when_nothing_came_before() -> None:
    events = events_of(read, codex_message("user", "Boil water"), prompt("Boil water"))
    assert [one.text for one in events] == ["Boil water"]


def test_the_first_versions_wrote_no_envelope() -> None:
    found = all_of(
        read,
        as_lines(
            {"id": "old", "timestamp": "2025-07-01T00:00:00Z", "instructions": None},
            {"record_type": "state"},
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Boil water"}]},
            {"type": "function_call", "name": "shell", "arguments": '{"command":["ls","a b"]}', "call_id": "c"},
            {"type": "function_call_output", "call_id": "c", "output": '{"output":"no\\n","metadata":{"exit_code":2}}'},
        ),
    )
    head, said, call = found
    assert isinstance(head, Head)
    assert isinstance(said, Event)
    assert isinstance(call, Event)
    assert (head.id, said.role, said.text) == ("old", "user", "Boil water")
    assert (call.target, call.result, call.failed) == ("ls 'a b'", "no\n", True)


def test_what_a_subagent_was_asked_was_not_typed_by_a_person() -> None:
    meta = codex("session_meta", id="s2", source={"subagent": {"thread_spawn": {"depth": 1}}})
    assert [one.role for one in events_of(read, meta, prompt("Look at the kettle"))] == ["assistant"]


def test_of_a_message_with_editor_context_only_the_request_counts() -> None:
    text = "# Context from my IDE setup:\n\n## Open tabs:\n- a.py\n\n## My request for Codex:\nBoil water"
    assert [one.text.strip() for one in events_of(read, META, prompt(text))] == ["Boil water"]


@pytest.mark.parametrize(("code", "failed"), [(0, False), (2, True), (-1, True)])
def test_a_command_and_its_output_are_one_event_without_the_wrapper(code: int, failed: bool) -> None:
    event = one_call(
        codex_call("exec_command", cmd="make test", workdir="/work"), codex_output(WRAPPED.format(code=code) + "ok\n")
    )
    assert (event.name, event.target, event.result, event.failed) == ("exec_command", "make test", "ok\n", failed)
    assert event.source == "c1"


@pytest.mark.parametrize(
    ("command", "target"),
    [(["bash", "-lc", "ls | wc"], "ls | wc"), (["git", "commit", "-m", "a b"], "git commit -m 'a b'"), ("ls", "ls")],
)
def test_a_command_is_shown_as_a_person_would_type_it(command: object, target: str) -> None:
    assert one_call(codex_call("shell", command=command), codex_output("")).target == target


def test_waiting_for_a_command_is_about_that_command() -> None:
    running = "Chunk ID: a\nWall time: 1.0 seconds\nProcess running with session ID 7\nOutput:\nhalf"
    first, second, third = events_of(
        read,
        META,
        codex_call("exec_command", "c1", cmd="make slow"),
        codex_output(running, "c1"),
        codex_call("write_stdin", "c2", session_id=7, chars=""),
        codex_output(WRAPPED.format(code=1) + "rest", "c2"),
        codex_call("write_stdin", "c3", session_id=7, chars="y\n"),
        codex_output("write_stdin failed: Unknown process id 7", "c3"),
    )
    assert (first.result, first.failed) == ("half", False)
    assert (second.target, second.result, second.failed) == ("make slow", "rest", True)
    assert (third.target, third.failed) == ("y", True)


def test_a_call_without_a_result_is_given_at_the_end() -> None:
    event = one_call(codex_call("exec_command", cmd="sleep 9"))
    assert (event.target, event.result, event.offset) == ("sleep 9", "", len(as_lines(META, STARTED)))


def test_a_call_can_be_read_again_from_its_offset() -> None:
    written = as_lines(META, codex_call("exec_command", cmd="ls"), prompt("And now?"), codex_output("a\n"))
    events = [one for one in all_of(read, written) if isinstance(one, Event)]
    again = [one for one in all_of(read, written, events[-1].offset) if isinstance(one, Event)]
    assert events[-1].result == "a\n"
    assert again == events


def test_a_patch_names_its_files_its_lines_and_what_changed() -> None:
    diff = "@@ -2,3 +4,6 @@\n keep = 1\n-heat = 80\n+heat = 100\n"
    event = one_call(
        codex("response_item", "custom_tool_call", name="apply_patch", call_id="p", input=PATCH),
        codex(
            "event_msg",
            "patch_apply_end",
            call_id="p",
            success=True,
            changes={"/home/ann/tea/tea/kettle.py": {"type": "update", "unified_diff": diff}},
        ),
        codex(
            "response_item",
            "custom_tool_call_output",
            call_id="p",
            output="Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.\n",
        ),
    )
    assert event.target == "tea/kettle.py"
    assert event.files == ("tea/kettle.py", "docs/tea.md")
    assert event.diff == "-heat = 80\n+heat = 100\n+# Tea"
    assert (event.lines, event.result, event.failed) == ("4-9", "Success.\n", False)


def test_a_form_feed_does_not_make_a_line_of_its_own() -> None:
    patch = "*** Begin Patch\n*** Update File: a\n kept\x0c-not removed\n+new\x0cpage\n*** End Patch"
    event = one_call(codex("response_item", "custom_tool_call", name="apply_patch", call_id="p", input=patch))
    assert event.diff == "+new\x0cpage"


def test_a_patch_inside_a_command_counts_as_a_patch() -> None:
    event = one_call(codex_call("shell", command=["bash", "-lc", f"apply_patch <<'EOF'\n{PATCH}EOF"]))
    assert event.target.startswith("apply_patch <<")
    assert event.files == ("tea/kettle.py", "docs/tea.md")


def test_a_patch_that_was_refused_has_failed() -> None:
    event = one_call(
        codex("response_item", "custom_tool_call", name="apply_patch", call_id="p", input=PATCH),
        codex("event_msg", "patch_apply_end", call_id="p", success=False, changes={}),
        codex("response_item", "custom_tool_call_output", call_id="p", output="no such line"),
    )
    assert event.failed


@pytest.mark.parametrize(
    ("result", "failed"),
    [({"Ok": {"isError": False}}, False), ({"Ok": {"isError": True}}, True), ({"Err": "gone"}, True)],
)
def test_how_an_mcp_tool_went_is_told_by_its_end(result: dict[str, Any], failed: bool) -> None:
    event = one_call(
        codex_call("ask_question", repoName="a/b", question="Why tea?"),
        codex("event_msg", "mcp_tool_call_end", call_id="c1", result=result),
        codex_output([{"type": "input_text", "text": "Because."}]),
    )
    assert (event.target, event.result, event.failed) == ("Why tea?", "Because.", failed)


def test_a_search_of_the_web_names_the_page_or_the_words() -> None:
    events = events_of(
        read,
        codex("response_item", "web_search_call", action={"type": "open_page", "url": "https://tea.example"}),
        codex("response_item", "web_search_call", action={"type": "search", "query": "green tea"}),
    )
    assert [(one.name, one.target) for one in events] == [
        ("web_search", "https://tea.example"),
        ("web_search", "green tea"),
    ]


def test_a_plan_keeps_its_steps_and_their_states() -> None:
    plan = [{"step": "Boil", "status": "completed"}, {"step": "Pour", "status": "pending"}]
    assert one_call(codex_call("update_plan", plan=plan), codex_output("Plan updated")).text == "[x] Boil\n[ ] Pour"


def test_an_interrupt_a_compaction_and_a_title_are_events() -> None:
    events = events_of(
        read,
        META,
        codex("event_msg", "turn_aborted", reason="interrupted"),
        codex("compacted", message="They want tea.", replacement_history=[{"role": "user"}]),
        codex("event_msg", "context_compacted"),
        codex("event_msg", "thread_name_updated", thread_name="Tea"),
    )
    assert [(one.role, one.sort, one.text) for one in events] == [
        ("system", "interrupt", "interrupted"),
        ("assistant", "compaction", "They want tea."),
        ("assistant", "title", "Tea"),
    ]


def test_reasoning_and_kinds_of_tomorrow_are_passed_over() -> None:
    later = codex("response_item", "dream", content=5), codex("hologram", x=1), {"type": "new", "payload": [1]}
    assert events_of(read, META, codex("response_item", "reasoning", summary=["secret"]), *later) == []


def test_a_known_line_with_wrong_types_is_named_and_the_rest_is_read() -> None:
    written = as_lines(META, codex("event_msg", "user_message", message=5)) + b"{oops\n" + as_lines(prompt("Tea"))
    found = all_of(read, written)
    assert [(one.line, one.offset) for one in unreadable(found)] == [
        (2, len(as_lines(META))),
        (3, written.index(b"{oops")),
    ]
    assert [one.text for one in found if isinstance(one, Event)] == ["Tea"]


def test_a_last_line_that_is_still_being_written_is_left_for_next_time() -> None:
    whole = as_lines(META, prompt("Tea"))
    for cut in range(len(as_lines(META)) + 1, len(whole) - 1):
        assert len(all_of(read, whole[:cut])) == 1
    assert len(all_of(read, whole[:-1])) == 2


def test_a_last_line_that_is_whole_but_wrong_is_named() -> None:
    wrong = as_lines(codex("event_msg", "user_message", message=5))
    assert len(unreadable(all_of(read, wrong[:-1]))) == 1
    assert unreadable(all_of(read, wrong[:-3])) == []


def test_half_a_character_does_not_cost_the_line() -> None:
    written = as_lines(META, prompt("cut \ud83d"))
    assert rb"\ud83d" in written
    assert [one.text for one in all_of(read, written) if isinstance(one, Event)] == ["cut \ufffd"]


def test_a_line_nested_without_end_is_named() -> None:
    deep = b'{"timestamp":"","type":"event_msg","payload":{"type":"user_message","message":' + b"[" * 200_000 + b"\n"
    assert len(unreadable(all_of(read, deep))) == 1


def test_a_line_without_end_does_not_fill_the_memory() -> None:
    class Endless(io.RawIOBase):
        """A file of one line of 200 MB, and one more."""

        def __init__(self) -> None:
            self.left = 200 * 1024 * 1024

        def readable(self) -> bool:
            return True

        def seekable(self) -> bool:
            return True

        def seek(self, place: int, whence: int = 0) -> int:
            return place

        def readline(self, size: int | None = -1, /) -> bytes:
            if not self.left:
                return b""
            taken = min(size or -1, self.left)
            self.left -= taken
            return b"x" * (taken - 1) + (b"x" if self.left else b"\n")

    [only] = read(Endless())  # type: ignore[arg-type]
    assert "longer than" in str(only)
