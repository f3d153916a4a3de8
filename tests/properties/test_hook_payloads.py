"""Whatever an agent sends, a hook ends well: no traceback, and nothing or one valid object on standard output."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lamina
from lamina.serve.hook import SECONDS, answer
from lamina.words.hook_runs import runs
from tests.hooked import context_of

NAMES = (
    "session_id", "transcript_path", "cwd", "prompt", "source", "tool_name", "tool_input", "tool_response", "error",
    "hook_event_name", "agent_id", "agent_transcript_path", "last_assistant_message", "is_interrupt", "trigger",
    "reason",
)  # fmt: skip
TEXTS = st.sampled_from(
    ["Bash", "startup", "compact", "kettle blue-green deploy", "error: kettle failed", "/", "..", "\0"]
)
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8) | TEXTS, inner, max_size=3),
    max_leaves=6,
)
payloads = st.dictionaries(st.sampled_from(NAMES), plain | TEXTS, max_size=8)
events = st.sampled_from([*SECONDS, "Notification", "", "\ud800"])
MANY = 6 if os.environ.get("LAMINA_TEST_RANDOM") else 1
"""Who goes looking for new examples looks at more than ten thousand."""
AT_ONCE = ("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure")
PATHS = st.sampled_from(
    ["lid.py", "src/lid.py", "./lid.py", "/lid.py", "~/lid.py", "~nobody/lid.py", "lid.py/", "x" * 5000]
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    home = tmp_path_factory.mktemp("home")
    with lamina.open_memory(home=str(home), project="tea") as memory:
        memory.remember("Always deploy the kettle with the blue-green script")
        memory.remember("The kettle failed with an error: the lid was open")
        memory.remember("Always keep lid.py free of imports")
    return {"LAMINA_HOME": str(home), "LAMINA_PROJECT": "tea"}


def check(event: str, raw: bytes, place: dict[str, str]) -> None:
    out = answer(event, raw, place)
    if out:
        named = event if event in SECONDS else str(json.loads(raw)["hook_event_name"])
        context_of(named, out)


@settings(max_examples=900 * MANY)
@given(st.sampled_from(AT_ONCE), payloads)
def test_any_payload_before_a_prompt_or_after_a_tool_is_survived(
    place: dict[str, str], event: str, payload: dict[str, Any]
) -> None:
    check(event, json.dumps(payload).encode(), place)
    assert [one for one in runs(place["LAMINA_HOME"])[-1:] if one.outcome == "failed"] == []


@settings(max_examples=600 * MANY)
@given(PATHS | TEXTS | st.text(max_size=60), payloads, st.sampled_from(["Read", "Edit", "Write", "MultiEdit", 7]))
def test_any_path_before_a_file_is_survived(
    place: dict[str, str], path: str, payload: dict[str, Any], tool: object
) -> None:
    asked = {**payload, "tool_name": tool, "tool_input": {"file_path": path}}
    check("PreToolUse", json.dumps(asked).encode(), place)
    assert [one for one in runs(place["LAMINA_HOME"])[-1:] if one.outcome == "failed"] == []


@settings(max_examples=800 * MANY)
@given(events, st.binary(max_size=60) | payloads.map(lambda one: json.dumps(one).encode()[:-1]))
def test_bytes_that_are_no_object_are_survived(place: dict[str, str], event: str, raw: bytes) -> None:
    check(event, raw, place)


@settings(max_examples=60 * MANY)
@given(st.sampled_from(["Stop", "SubagentStop", "PreCompact", "SessionEnd"]), payloads, st.binary(max_size=200))
def test_any_transcript_is_survived_when_the_agent_rests(
    tmp_path_factory: pytest.TempPathFactory, place: dict[str, str], event: str, payload: dict[str, Any], said: bytes
) -> None:
    path = Path(os.environ.get("TMPDIR", "/tmp"), f"hook-{os.getpid()}.jsonl")
    path.write_bytes(b'{"type":"user","sessionId":"s","cwd":"/","uuid":"u","message":{"content":"hi"}}\n' + said)
    try:
        check(event, json.dumps({**payload, "transcript_path": str(path)}).encode(), place)
        assert [one for one in runs(place["LAMINA_HOME"])[-1:] if one.outcome == "failed"] == []
    finally:
        path.unlink()
