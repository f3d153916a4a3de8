"""Which files are found, and whose they are."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from lamina.capture.recognise import recognise
from lamina.capture.sources import NoTranscript, Source, discover, sources_of
from tests.transcripts import as_lines, codex, copilot, gemini

CLAUDE = as_lines({"type": "user", "uuid": "u1", "sessionId": "s1", "message": {"role": "user", "content": "Tea"}})
CODEX = as_lines(codex("session_meta", id="s1"))
COPILOT = as_lines(copilot("session.start", sessionId="s1"))
GEMINI = gemini()


def put(folder: Path, name: str, content: bytes = b"{}\n") -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return str(path)


def test_every_agent_is_found_where_it_keeps_its_sessions(tmp_path: Path) -> None:
    here = {
        put(tmp_path, ".claude/projects/-work/s1.jsonl"): "claude-code",
        put(tmp_path, ".claude/projects/-work/agent-7.jsonl"): "claude-code",
        put(tmp_path, ".claude/projects/-work/s1/subagents/agent-8.jsonl"): "claude-code",
        put(tmp_path, ".codex/sessions/2026/03/02/rollout-1.jsonl"): "codex",
        put(tmp_path, ".gemini/tmp/ab12/chats/session-1.json"): "gemini",
        put(tmp_path, ".copilot/session-state/s2.jsonl"): "copilot",
        put(tmp_path, ".copilot/session-state/s3/events.jsonl"): "copilot",
    }
    for other in (
        ".codex/sessions/2026/notes.jsonl",
        ".gemini/tmp/ab12/logs.json",
        ".copilot/session-state/s3/files/data.jsonl",
    ):
        put(tmp_path, other)
    assert discover(str(tmp_path), {}) == [Source(path, here[path]) for path in sorted(here)]


def test_agents_that_were_told_to_live_elsewhere_are_found_there(tmp_path: Path) -> None:
    put(tmp_path, ".codex/sessions/rollout-1.jsonl")
    claude = put(tmp_path, "c/projects/p/s.jsonl")
    moved = put(tmp_path, "x/sessions/rollout-2.jsonl")
    gemini = put(tmp_path, "g/.gemini/tmp/ab12/chats/session-1.json")
    copilot = put(tmp_path, "p/session-state/s2.jsonl")
    places = {"CODEX_HOME": "x", "CLAUDE_CONFIG_DIR": "c", "GEMINI_CLI_HOME": "g", "COPILOT_HOME": "p"}
    environment = {name: str(tmp_path / place) for name, place in places.items()}
    assert discover(str(tmp_path), environment) == [
        Source(claude, "claude-code"),
        Source(gemini, "gemini"),
        Source(copilot, "copilot"),
        Source(moved, "codex"),
    ]


def test_a_home_without_agents_has_no_transcripts(tmp_path: Path) -> None:
    assert discover(str(tmp_path / "nobody"), {}) == []


def test_links_in_a_circle_do_not_stop_the_search(tmp_path: Path) -> None:
    path = put(tmp_path, ".claude/projects/p/s.jsonl")
    os.symlink(tmp_path / ".claude/projects", tmp_path / ".claude/projects/p/again")
    os.symlink(tmp_path / "gone", tmp_path / ".claude/projects/p/broken.jsonl")
    assert discover(str(tmp_path), {}) == [Source(path, "claude-code")]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything is open to root")
def test_a_closed_folder_does_not_stop_the_search(tmp_path: Path) -> None:
    path = put(tmp_path, ".claude/projects/p/s.jsonl")
    closed = tmp_path / ".claude/projects/a"
    closed.mkdir(mode=0)
    assert discover(str(tmp_path), {}) == [Source(path, "claude-code")]
    closed.chmod(0o700)


@pytest.mark.parametrize(
    ("content", "agent"),
    [
        (CLAUDE, "claude-code"),
        (as_lines({"type": "summary", "summary": "Tea", "leafUuid": "u"}), "claude-code"),
        (as_lines({"type": "file-history-snapshot", "messageId": "m", "snapshot": {}}), "claude-code"),
        (b"{damaged\n" + CLAUDE, "claude-code"),
        (CODEX, "codex"),
        (as_lines(codex("session_meta", id="s1", base={"text": "x" * 99_999}))[:65_536], "codex"),
        (as_lines({"id": "s", "timestamp": "2025", "instructions": None}), "codex"),
        (COPILOT, "copilot"),
        (GEMINI, "gemini"),
        (gemini({"type": "user", "content": "x" * 99_999})[:65_536], "gemini"),
        (b"\xef\xbb\xbf" + CLAUDE, "claude-code"),
        (as_lines({"type": "user", "name": "Ann"}), ""),
        (b"[" * 60_000, ""),
        (b"", ""),
    ],
)
def test_an_agent_is_recognised_by_what_it_writes(content: bytes, agent: str) -> None:
    assert recognise(content) == agent


def test_a_folder_that_a_person_names_is_searched_for_transcripts(tmp_path: Path) -> None:
    mine = put(tmp_path, "a/my session.jsonl", CODEX)
    other = put(tmp_path, "b.json", GEMINI)
    put(tmp_path, "readme.md", b"# Tea")
    assert sources_of([str(tmp_path), mine]) == [Source(mine, "codex"), Source(other, "gemini")]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (gzip.compress(CODEX, mtime=0), "gzip"),
        (b"\x7fELF\0\0", "binary"),
        (b'{"name": "tea"}\n', "no agent that Lamina reads"),
        (b"Dear diary", "text"),
    ],
)
def test_what_is_no_transcript_is_told_why(tmp_path: Path, content: bytes, why: str) -> None:
    [found] = sources_of([put(tmp_path, "x.jsonl", content)])
    assert isinstance(found, NoTranscript)
    assert why in found.why


def test_a_path_that_leads_nowhere_is_told_why(tmp_path: Path) -> None:
    empty, pipe = tmp_path / "empty", tmp_path / "pipe"
    empty.mkdir()
    os.mkfifo(pipe)
    found = sources_of([str(tmp_path / "gone"), str(empty), str(pipe), "a\0b"])
    assert [type(one) for one in found] == [NoTranscript] * 4
