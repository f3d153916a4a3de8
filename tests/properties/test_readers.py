"""Readers meet any bytes: nothing stops them, and what they give can be found again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.capture import claude_code as claude_code_reader
from lamina.capture import codex as codex_reader
from lamina.capture import copilot as copilot_reader
from lamina.capture import gemini as gemini_reader
from lamina.capture.recognise import reason, recognise
from lamina.model.transcript import Event, Head, Unreadable
from tests.transcripts import (
    ClaudeCode,
    Reader,
    Record,
    all_of,
    as_lines,
    codex,
    codex_call,
    codex_message,
    codex_output,
    copilot,
)
from tests.transcripts import gemini as a_document

PATCH = "*** Begin Patch\n*** Update File: a.py\n-1\n+2\n*** End Patch"
CODEX: list[Record] = [
    codex("session_meta", id="s1", cwd="/w", git={"branch": "b"}),
    codex("event_msg", "task_started"),
    codex("event_msg", "user_message", message="Boil water"),
    codex_message("user", "Boil water"),
    codex_message("assistant", "It boils."),
    codex("event_msg", "agent_message", message="It boils."),
    codex_call("exec_command", "c1", cmd="ls"),
    codex_output("Wall time: 1 seconds\nOutput:\nx", "c1"),
    codex_call("write_stdin", "c2", session_id=1, chars=""),
    codex_output([{"type": "input_text", "text": "y"}], "c2"),
    codex("response_item", "custom_tool_call", name="apply_patch", call_id="c3", input=PATCH),
    codex("event_msg", "patch_apply_end", call_id="c3", success=True, changes={"a.py": {"unified_diff": "@@"}}),
    codex("response_item", "custom_tool_call_output", call_id="c3", output="{}"),
    codex("event_msg", "mcp_tool_call_end", call_id="c1", result={"Err": "x"}),
    codex("response_item", "web_search_call", action={"query": "tea"}),
    codex("response_item", "tool_search_call", arguments={"query": "tea"}),
    codex("response_item", "local_shell_call", call_id="c4", action={"command": ["ls"]}),
    codex("compacted", message="sum"),
    codex("event_msg", "turn_aborted", reason="interrupted"),
    {"type": "message", "role": "user", "content": [{"text": "Boil water"}]},
    {"id": "s", "timestamp": "t", "instructions": None},
]
COPILOT: list[Record] = [
    copilot("session.start", sessionId="s1", context={"cwd": "/w"}),
    copilot("user.message", content="Boil water"),
    copilot("assistant.message", content="It boils."),
    copilot("tool.execution_start", toolCallId="c1", toolName="bash", arguments={"command": "ls"}),
    copilot("tool.execution_start", toolCallId="c2", toolName="view", arguments={"path": "a", "view_range": [1, 2]}),
    copilot("tool.execution_complete", toolCallId="c1", success=True, result={"content": "<with exit code 1>"}),
    copilot("tool.execution_complete", toolCallId="c2", success=False, error={"message": "no"}),
    copilot("abort", reason="user"),
    copilot("session.compaction_complete", success=True, summaryContent="sum"),
]
MESSAGES: list[Record] = [
    {"type": "user", "content": "Boil water", "id": "m1", "timestamp": "t"},
    {"type": "gemini", "content": [{"text": "It boils."}], "toolCalls": [{"name": "run_shell_command", "args": {}}]},
    {"type": "info", "content": "Request cancelled."},
    {"type": "gemini", "content": "", "toolCalls": [{"name": "replace", "result": [{"functionResponse": {}}]}]},
]
CLAUDE_CODE: list[Record] = (
    ClaudeCode()
    .user("Boil water")
    .says("It boils.")
    .runs("ls", "x")
    .edits("a.py", "1", "2")
    .calls("Bash", command="rm")
    .refused("Stop")
    .user("sum", isCompactSummary=True)
    .user([{"type": "image", "source": {}}, {"type": "text", "text": "<ide_x>y</ide_x>z"}])
    .user("go", isSidechain=True, agentId="a")
    .other(type="summary", summary="t", leafUuid="l")
    .other(type="queue-operation", operation="enqueue")
    .line("progress", data={"type": "agent_progress", "message": {"type": "user", "message": {"content": []}}})
    .lines
)
READERS: dict[str, Reader] = {
    "claude-code": claude_code_reader.read,
    "codex": codex_reader.read,
    "copilot": copilot_reader.read,
    "gemini": gemini_reader.read,
}
LINES = {"claude-code": CLAUDE_CODE, "codex": CODEX, "copilot": COPILOT}
PROMPTS = {"claude-code": CLAUDE_CODE[:1], "codex": CODEX[:3], "copilot": COPILOT[:2]}
"""The lines up to the first prompt."""
by_agent = pytest.mark.parametrize("agent", READERS)
by_lines = pytest.mark.parametrize("agent", LINES)

junk: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@st.composite
def mutated(draw: st.DrawFn, records: list[Record]) -> Record:
    """A record in which something is not what it should be."""
    record: Record = json.loads(json.dumps(draw(st.sampled_from(records))))
    place: Any = record
    while True:
        key = draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner or draw(st.booleans()):
            break
        place = inner
    if draw(st.booleans()) and isinstance(place, dict):
        del place[key]
    else:
        place[key] = draw(junk)
    return record


@st.composite
def damaged(draw: st.DrawFn, agent: str) -> bytes:
    """Lines of an agent, some of them wrong, with bytes put in, left out or cut off."""
    records = LINES.get(agent, MESSAGES)
    chosen = draw(st.lists(st.sampled_from(records) | mutated(records), max_size=12))
    written = a_document(*chosen) if agent == "gemini" else as_lines(*chosen)
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(written)))
        written = written[:at] + draw(st.binary(max_size=4)) + written[at + draw(st.integers(0, 4)) :]
    return written[: draw(st.integers(0, len(written)))] if draw(st.booleans()) else written


def check(agent: str, written: bytes) -> None:
    """What must hold of everything that a reader gives."""
    starts = {0, *(at + 1 for at, byte in enumerate(written) if byte == 0x0A)}
    for one in all_of(READERS[agent], written):
        if not isinstance(one, Head):
            assert one.offset in starts
        if isinstance(one, Unreadable):
            assert one.why
            assert agent == "gemini" or one.line == written[: one.offset].count(b"\n") + 1
        # What is read is stored: it must be text that can be written down.
        assert json.dumps(one, ensure_ascii=False).encode()


@by_agent
@given(written=st.binary(max_size=300))
def test_no_bytes_stop_a_reader(agent: str, written: bytes) -> None:
    check(agent, written)


@by_agent
@given(data=st.data())
def test_no_damage_stops_a_reader(agent: str, data: st.DataObject) -> None:
    check(agent, data.draw(damaged(agent)))


@by_lines
@given(data=st.data())
def test_damage_to_one_line_costs_that_line_only(agent: str, data: st.DataObject) -> None:
    marker = PROMPTS[agent][-1]
    before = data.draw(st.binary(max_size=80).map(lambda raw: raw.replace(b"\n", b"")))
    found = all_of(READERS[agent], before + b"\n" + as_lines(marker))
    assert [one.text for one in found if isinstance(one, Event) and one.role == "user"] == ["Boil water"]


@by_lines
@given(data=st.data())
def test_reading_again_from_an_event_gives_what_followed_it(agent: str, data: st.DataObject) -> None:
    # Calls are left out: one whose beginning was passed is not given again.
    alone = [one for one in LINES[agent] if "call" not in json.dumps(one) and "tool" not in json.dumps(one)]
    alone = [one for one in alone if one.get("type") not in ("message", None)]
    records = PROMPTS[agent] + data.draw(st.lists(st.sampled_from(alone), max_size=12))
    written = as_lines(*records)
    events = [one for one in all_of(READERS[agent], written) if isinstance(one, Event)]
    for number, event in enumerate(events):
        again = [one for one in all_of(READERS[agent], written, event.offset) if isinstance(one, Event)]
        assert again == events[number:]


@by_lines
@given(data=st.data())
def test_a_growing_file_never_shows_a_broken_line(agent: str, data: st.DataObject) -> None:
    written = as_lines(*data.draw(st.lists(st.sampled_from(LINES[agent]), max_size=5)))
    cut = data.draw(st.integers(0, len(written)))
    assert not [one for one in all_of(READERS[agent], written[:cut]) if isinstance(one, Unreadable)]


@given(first=st.binary(max_size=300) | st.sampled_from([*LINES]).flatmap(damaged))
def test_any_file_is_recognised_or_refused_with_a_reason(first: bytes) -> None:
    assert recognise(first) in ("", "codex", "copilot", "gemini", "claude-code")
    assert reason(first)
