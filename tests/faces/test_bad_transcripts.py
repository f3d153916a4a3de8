"""Whatever lies among the transcripts: it is named with file and line, the rest is read, nothing is half-written."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lamina
from lamina import Memory
from lamina.capture.lines import LONGEST
from lamina.errors import BadInput
from lamina.model.review import Ingested
from tests.faces.test_no_rights import _POWERLESS
from tests.factories import Opener, everything, records, texts
from tests.transcripts import ClaudeCode, as_lines

GOOD = ClaudeCode("good").user("Where is the kettle?").says("The kettle is in `kettle.py`.")


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    """A folder with one good transcript."""
    GOOD.file(tmp_path / "in")
    return tmp_path / "in"


@pytest.fixture
def memory(fresh_store: Callable[[str], Opener]) -> Memory:
    return fresh_store("sqlite")()


def told(done: Ingested) -> dict[str, list[tuple[int, str]]]:
    """What was skipped, by the name of the file."""
    found: dict[str, list[tuple[int, str]]] = {}
    for one in done.skipped:
        found.setdefault(os.path.basename(one.file), []).append((one.line, one.why))
    return found


def good_is_there(memory: Memory) -> None:
    assert [row.id for row in memory.sessions()] == ["good"]
    assert [text for text in texts(memory, "kettle") if text.startswith("Where is the kettle?")]
    assert [one for one in memory.doctor() if not one.ok] == []


@pytest.mark.req("A12")
@pytest.mark.parametrize(
    ("written", "why"),
    [
        (b"", "is empty"),
        (b" \n\n", "is empty"),
        (b"\x7fELF\x02\x01\x00\x00" + bytes(100), "is binary"),
        (gzip.compress(GOOD.bytes), "is compressed with gzip: unpack it first"),
        (GOOD.bytes.decode().encode("utf-16"), "is binary"),
        (b"# Notes\nno transcript\n", "is text, but not the JSON that agents write"),
        (b'{"name": "tea"}', "is JSON, but of no agent that Lamina reads"),
        (b"[" * 100_000, "is JSON, but of no agent that Lamina reads"),
    ],
    ids=["empty", "blank", "binary", "gzip", "utf-16", "text", "other json", "deep"],
)
def test_a_file_that_is_no_transcript_is_named(memory: Memory, inbox: Path, written: bytes, why: str) -> None:
    (inbox / "bad.jsonl").write_bytes(written)
    done = memory.ingest([str(inbox)])
    [(line, reason)] = told(done)["bad.jsonl"]
    assert line == 0
    assert reason.startswith(why)
    assert done.sessions == 1
    good_is_there(memory)


@pytest.mark.req("A12")
@pytest.mark.parametrize(
    "broken",
    [
        b'{"type":"user","message":{"content":"cut',
        b'{"type":"user","sessionId":"good","message":{"content":' + b"[" * 50_000 + b"}",
        '{"type":"user","sessionId":"good","message":{"content":"Grüße"}}'.encode("latin-1"),
        b"\x00" * 200,
        b'{"type":"user","message":"not an object"}',
        b'{"type":"assistant","message":{"content":[{"type":"tool_use","id":7}]}}',
        b'"just a text"',
    ],
    ids=["cut", "deep", "latin-1", "nuls", "wrong shape", "wrong number", "no object"],
)
def test_a_broken_line_is_named_and_the_lines_around_it_are_read(memory: Memory, inbox: Path, broken: bytes) -> None:
    first, second = GOOD.bytes.splitlines(keepends=True)
    (inbox / "good.jsonl").write_bytes(first + broken + b"\n" + second)
    done = memory.ingest([str(inbox)])
    [(line, why)] = told(done)["good.jsonl"]
    assert (line, bool(why)) == (2, True)
    assert done.turns == 2
    good_is_there(memory)


def test_a_line_longer_than_any_agent_writes_is_passed_over(memory: Memory, inbox: Path) -> None:
    first, second = GOOD.bytes.splitlines(keepends=True)
    with (inbox / "good.jsonl").open("wb") as out:
        out.write(first + b'{"type":"user","sessionId":"good","x":"')
        for _ in range(70):
            out.write(b"x" * 1024 * 1024)
        out.write(b'"}\n' + second)
    assert (inbox / "good.jsonl").stat().st_size > LONGEST
    done = memory.ingest([str(inbox)])
    assert told(done) == {"good.jsonl": [(2, "longer than 64 MB")]}
    good_is_there(memory)


def test_nuls_and_half_characters_inside_a_text_are_left_out(memory: Memory, inbox: Path, tmp_path: Path) -> None:
    raw = GOOD.bytes.replace(b"kettle?", rb"\u0000 kettle\u0007? \ud83c")
    (inbox / "good.jsonl").write_bytes(raw)
    assert memory.ingest([str(inbox)]).skipped == ()
    [turn, _] = records(everything(memory, tmp_path), "turn")
    assert turn["turn"]["text"] == "Where is the  kettle? \ufffd"


@pytest.mark.parametrize("at", ["", "yesterday", "2026-02-30T00:00:00Z", "0001-01-01T00:00:00+14:00", None, 5])
def test_a_damaged_time_costs_no_words(memory: Memory, inbox: Path, at: Any) -> None:
    lines = [{**GOOD.lines[0], "timestamp": at}, GOOD.lines[1]]
    (inbox / "good.jsonl").write_bytes(as_lines(*lines))
    done = memory.ingest([str(inbox)])
    assert done.turns + len(done.skipped) == 2
    assert memory.recall("kettle")[0].kind in ("exchange", "concept")
    assert memory.ingest([str(inbox)]).files == 0


def test_a_clock_that_jumps_back_loses_nothing(memory: Memory, inbox: Path) -> None:
    written = ClaudeCode("good").user("Where is the kettle?").says("The kettle is in `kettle.py`.")
    written._minute = -60 * 24 * 400
    written.user("And the lid?").says("The lid is in `lid.py`.").user("And the cup?").says("In `cup.py`.")
    done = memory.ingest([str(written.file(inbox))])
    assert (done.exchanges, done.skipped) == (3, ())
    assert [row.exchanges for row in memory.sessions()] == [3]
    assert memory.ingest([str(inbox)]).files == 0
    for concept in memory.concepts():
        assert concept.first_seen <= concept.last_seen


def test_what_is_not_there_is_named_and_the_rest_is_read(memory: Memory, inbox: Path, tmp_path: Path) -> None:
    (tmp_path / "hollow").mkdir()
    paths = [str(tmp_path / "nowhere.jsonl"), str(tmp_path / "hollow"), "no\0name", str(inbox)]
    done = memory.ingest(paths)
    assert told(done)["nowhere.jsonl"] == [(0, "cannot be opened: No such file or directory")]
    assert told(done)["hollow"] == [(0, "has no .jsonl or .json files, or may not be opened")]
    assert told(done)["no\0name"] == [(0, "cannot be opened: no file has such a name")]
    good_is_there(memory)


def test_a_pipe_is_not_waited_for(memory: Memory, inbox: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    done = memory.ingest([str(tmp_path / "pipe.jsonl"), str(inbox)])
    assert told(done)["pipe.jsonl"] == [(0, "is not a file")]
    good_is_there(memory)


def test_to_name_nothing_is_refused(memory: Memory) -> None:
    with pytest.raises(BadInput, match="No transcript is named"):
        memory.ingest([])


_INGEST = """
import json, os, sys, lamina
if os.access(sys.argv[2], os.R_OK):
    sys.exit("the test proves nothing: " + sys.argv[2] + " can be read")
with lamina.open_memory(project="tea", user="ann") as memory:
    print(json.dumps(memory.ingest(sys.argv[1:])[-1]))
"""


@pytest.mark.req("A12")
def test_a_file_that_may_not_be_read_is_named_and_the_rest_is_read(inbox: Path, home: Path) -> None:
    secret = ClaudeCode("secret").user("Not for you").file(inbox.parent / "kept")
    secret.chmod(0o000)
    command = [sys.executable, "-c", _POWERLESS, _INGEST, str(inbox), str(secret)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [[str(secret), 0, "cannot be opened: Permission denied"]]
    with lamina.open_memory(project="tea", user="ann") as memory:
        good_is_there(memory)


def test_a_folder_full_of_everything_is_read_as_far_as_it_can_be(memory: Memory, inbox: Path) -> None:
    for number in range(5):
        ClaudeCode(f"more-{number}", minute=number * 9).user(f"Pour cup {number}").says("Poured.").file(inbox / "deep")
    (inbox / "empty.jsonl").touch()
    (inbox / "notes.json").write_text("{}")
    (inbox / "image.png").write_bytes(b"\x89PNG")
    (inbox / "gone.jsonl").symlink_to(inbox / "nowhere")
    (inbox / "loop").symlink_to(inbox)
    done = memory.ingest([str(inbox)])
    assert done.sessions == 6
    assert set(told(done)) == {"empty.jsonl", "notes.json"}
