"""Texts and files that cannot be kept: each is named, with its place, and nothing of it is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands import Ran, lamina, process

GOOD = {"session_id": "s", "ts": "2026-03-02T09:00:00Z", "role": "user", "text": "Where is the kettle?"}
TEXTS = {
    "nothing": (b"", "The text is empty."),
    "only spaces": (b" \t\n ", "The text is empty."),
    "ten megabytes": (b"tea " * 2_500_000, "The text has 10,000,000 characters; 1,000,000 is the most."),
    "a control character": (b"tea\x07time", "The text has the control character U+0007 at position 3."),
    "a zero byte": (b"tea\x00time", "The text has the control character U+0000 at position 3."),
    "bytes that are no text": (b"tea \xff\xfe", "Standard input is not valid UTF-8 (byte 5)."),
    "half a pair of surrogates": (b"tea \xed\xa0\x80", "Standard input is not valid UTF-8 (byte 5)."),
}
SESSIONS = {
    "not JSON": (b"{", "{path} is not JSON"),
    "nested without end": (b"[" * 100_000, "{path} is not JSON"),
    "a list": (b"[]", "{path} is not one session."),
    "invalid UTF-8": (b'{"id": "\xff"}', "{path} is not valid UTF-8 (byte 9)."),
    "no id": (b'{"started_at": "2026-03-02", "turns": []}', "The session has no id."),
    "no turns": (b'{"id": "s", "started_at": "2026-03-02", "turns": []}', "The session s has no turns."),
    "turns that are none": (b'{"id": "s", "started_at": "2026-03-02", "turns": 5}', "The session's turns are not a"),
    "a turn that is none": (b'{"id": "s", "started_at": "2026-03-02", "turns": ["hi"]}', "Turn 1 is not a turn."),
    "no time": (b'{"id": "s", "started_at": 7, "turns": [{"role": "user"}]}', "started_at is 7, which is not a time."),
    "a strange role": (b'{"id": "s", "started_at": "2026-03-02", "turns": [{"role": "cat"}]}', "Turn 1 has the role"),
    "text that is none": (
        b'{"id": "s", "started_at": "2026-03-02", "turns": [{"role": "user", "text": ["a"]}]}',
        "Turn 1 (text) is not text.",
    ),
    "a lone surrogate": (
        b'{"id": "s", "started_at": "2026-03-02", "turns": [{"role": "user", "text": "a\\ud800"}]}',
        "Turn 1 (text) is not valid Unicode U+D800 at position 1.",
    ),
    "a lone surrogate as agent": (
        b'{"id": "s", "started_at": "2026-03-02", "agent": "\\ud800", "turns": [{"role": "user", "text": "a"}]}',
        "The session's agent is not valid Unicode",
    ),
}
LINES = {
    "not JSON": (b'{"session_id": "s"', "not JSON"),
    "not an object": (b"7", "not a JSON object."),
    "nested without end": (b"[" * 100_000, "not JSON"),
    "invalid UTF-8": (b'{"text": "\xff"}', "not valid UTF-8 (byte 11)."),
    **{
        f"no {name}": (json.dumps({k: v for k, v in GOOD.items() if k != name}).encode(), f"{name} is missing.")
        for name in GOOD
    },
    "a strange role": (json.dumps({**GOOD, "role": "cat"}).encode(), "has the role 'cat'."),
    "no time": (json.dumps({**GOOD, "ts": "noon"}).encode(), "ts is 'noon', which is not a time."),
    "an empty time": (json.dumps({**GOOD, "ts": ""}).encode(), "ts is '', which is not a time."),
    "text that is none": (json.dumps({**GOOD, "text": {"a": 1}}).encode(), "(text) is not text."),
    "a lone surrogate": (json.dumps({**GOOD, "text": "\ud800"}).encode(), "(text) is not valid Unicode U+D800"),
    "no session": (json.dumps({**GOOD, "session_id": None}).encode(), "session_id is not text."),
}


@pytest.fixture(autouse=True)
def _nothing_is_kept_of_it() -> Iterator[None]:
    yield
    assert lamina("projects", "--json").answer == {}
    status = lamina("status", "--json").answer
    assert (status["pending"], status["sessions"], status["exchanges"], status["last_action"]) == (0, 0, 0, None)


def _refused(told: Ran, said: str) -> None:
    assert told.code == 2
    assert said in told.refusal


@pytest.mark.req("A12")
@pytest.mark.parametrize(("text", "said"), TEXTS.values(), ids=TEXTS)
def test_a_text_that_cannot_be_kept_is_refused(text: bytes, said: str) -> None:
    _refused(process("remember", "-", stdin=text), said)


@pytest.mark.parametrize("text", ["", "  ", "tea\x1b[31m", "tea\udcff"])
def test_the_same_holds_for_a_text_in_the_command(text: str) -> None:
    _refused(lamina("remember", text), "The text ")


@pytest.mark.parametrize("tag", ["", "\udcff", "a\x00b"])
def test_a_tag_that_cannot_be_kept_is_refused(tag: str) -> None:
    _refused(lamina("remember", "tea", "--tag", tag), "The tag ")


@pytest.mark.parametrize(("raw", "said"), SESSIONS.values(), ids=SESSIONS)
def test_a_session_that_cannot_be_kept_is_refused(raw: bytes, said: str, folder: Path) -> None:
    (folder / "session.json").write_bytes(raw)
    _refused(lamina("record", "session.json"), said.format(path="session.json"))


def test_a_session_on_standard_input_is_checked_too() -> None:
    _refused(process("record", "-", stdin=b"{"), "- is not JSON")


@pytest.mark.req("A12")
@pytest.mark.parametrize(("raw", "said"), LINES.values(), ids=LINES)
def test_a_wrong_line_of_a_conversation_is_named_and_nothing_is_loaded(raw: bytes, said: str, folder: Path) -> None:
    good = json.dumps(GOOD).encode()
    (folder / "talk.jsonl").write_bytes(b"\n".join([good, good, raw, good]))
    told = lamina("load", "--format", "chat", "talk.jsonl")
    _refused(told, said)
    assert told.refusal.startswith("talk.jsonl, line 3")


@pytest.mark.parametrize("words", [["load"], ["load", "--format", "chat"], ["record"]])
def test_a_file_that_is_not_there_or_is_a_folder_is_named(words: list[str], folder: Path) -> None:
    _refused(lamina(*words, "nowhere"), "nowhere cannot be read: No such file or directory.")
    _refused(lamina(*words, str(folder)), "cannot be read: Is a directory.")


def test_a_file_that_is_no_export_is_refused(folder: Path) -> None:
    (folder / "talk.jsonl").write_text(json.dumps(GOOD))
    _refused(lamina("load", "talk.jsonl"), "talk.jsonl does not start with the header of a Lamina export. For conv")
    (folder / "empty.jsonl").touch()
    _refused(lamina("load", "empty.jsonl"), "empty.jsonl does not start with the header")


def test_an_empty_conversation_brings_nothing(folder: Path) -> None:
    (folder / "talk.jsonl").write_text("\n\n")
    assert set(lamina("load", "--format", "chat", "talk.jsonl", "--json").answer.values()) == {0}
