"""Transcripts of a few lines, in the formats that agents write."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, BinaryIO

from lamina.model.transcript import Event, Head, Unreadable

Record = dict[str, Any]
Reader = Callable[[BinaryIO, int], Iterator[Head | Event | Unreadable]]


def as_lines(*records: Record) -> bytes:
    """Without spaces, as JavaScript and Rust write JSON."""
    return b"".join(json.dumps(one, separators=(",", ":")).encode() + b"\n" for one in records)


def all_of(reader: Reader, written: bytes, start: int = 0) -> list[Head | Event | Unreadable]:
    return list(reader(io.BytesIO(written), start))


def events_of(reader: Reader, *records: Record) -> list[Event]:
    """The events, when every line can be read."""
    found = all_of(reader, as_lines(*records))
    assert not [one for one in found if isinstance(one, Unreadable)]
    return [one for one in found if isinstance(one, Event)]


def unreadable(found: list[Head | Event | Unreadable]) -> list[Unreadable]:
    return [one for one in found if isinstance(one, Unreadable)]


def codex(outer: str, kind: str = "", at: str = "2026-03-02T12:00:00Z", **payload: Any) -> Record:
    return {"timestamp": at, "type": outer, "payload": {**({"type": kind} if kind else {}), **payload}}


def codex_message(role: str, *texts: str) -> Record:
    sort = "output_text" if role == "assistant" else "input_text"
    return codex("response_item", "message", role=role, content=[{"type": sort, "text": text} for text in texts])


def codex_call(name: str, call_id: str = "c1", **arguments: Any) -> Record:
    return codex("response_item", "function_call", name=name, call_id=call_id, arguments=json.dumps(arguments))


def codex_output(output: Any, call_id: str = "c1") -> Record:
    return codex("response_item", "function_call_output", call_id=call_id, output=output)


def copilot(kind: str, number: int = 1, **data: Any) -> Record:
    return {"type": kind, "data": data, "id": f"e{number}", "timestamp": "2026-03-02T12:00:00Z", "parentId": None}


def gemini(*messages: Record, **more: Any) -> bytes:
    """A document over many lines, as Gemini CLI writes it."""
    document = {"sessionId": "g1", "projectHash": "ab12", "startTime": "2026-03-02T12:00:00Z", **more}
    return json.dumps({**document, "messages": list(messages)}, indent=2).encode()


FOLDER = "/home/ann/tea"


class ClaudeCode:
    """Writes a session of Claude Code line by line; a minute passes with each."""

    def __init__(self, session: str = "11111111-aaaa", cwd: str = FOLDER, minute: int = 0) -> None:
        self.session, self.cwd = session, cwd
        self.lines: list[Record] = []
        self._minute = minute
        self._calls = 0

    @property
    def bytes(self) -> bytes:
        return as_lines(*self.lines)

    @property
    def last(self) -> Record:
        return self.lines[-1]

    def line(self, type_: str, content: Any = None, **more: Any) -> ClaudeCode:
        """Any line that has a place in the conversation."""
        at = (datetime(2026, 3, 2, 9) + timedelta(minutes=self._minute)).isoformat(timespec="milliseconds") + "Z"
        self._minute += 1
        line: Record = {"parentUuid": None, "isSidechain": False, "userType": "external", "cwd": self.cwd}
        line |= {"sessionId": self.session, "version": "2.0.0", "gitBranch": "main", "type": type_}
        if content is not None:
            line["message"] = {"role": type_, "content": content}
        line |= {"uuid": f"u{self._minute}-{self.session}", "timestamp": at}
        self.lines.append(line | more)
        return self

    def user(self, text: Any, **more: Any) -> ClaudeCode:
        return self.line("user", text, **more)

    def says(self, text: str, **more: Any) -> ClaudeCode:
        return self.line("assistant", [{"type": "text", "text": text}], **more)

    def thinks(self, text: str) -> ClaudeCode:
        return self.line("assistant", [{"type": "thinking", "thinking": text, "signature": "x"}])

    def calls(self, name: str, **given: Any) -> ClaudeCode:
        """A call that is still without a result."""
        self._calls += 1
        block = {"type": "tool_use", "id": f"t{self._calls}-{self.session}", "name": name, "input": given}
        return self.line("assistant", [block])

    def gets(self, content: Any, *, failed: bool = False, call: int | None = None, **more: Any) -> ClaudeCode:
        """The result of the last call, or of the one with this number."""
        block = {"tool_use_id": f"t{call or self._calls}-{self.session}", "type": "tool_result", "content": content}
        return self.line("user", [block | ({"is_error": True} if failed else {})], **more)

    def runs(self, command: str, output: str = "", *, failed: bool = False) -> ClaudeCode:
        return self.calls("Bash", command=command).gets(output, failed=failed)

    def reads(self, path: str, **span: int) -> ClaudeCode:
        return self.calls("Read", file_path=path, **span).gets("1→tea")

    def edits(self, path: str, old: str, new: str, at: int = 1) -> ClaudeCode:
        hunk = {"oldStart": at, "oldLines": 1, "newStart": at, "newLines": 1, "lines": []}
        self.calls("Edit", file_path=path, old_string=old, new_string=new)
        return self.gets("updated", toolUseResult={"filePath": path, "structuredPatch": [hunk]})

    def writes(self, path: str, content: str) -> ClaudeCode:
        return self.calls("Write", file_path=path, content=content).gets("created")

    def asks(self, question: str, answer: str) -> ClaudeCode:
        """AskUserQuestion, answered."""
        self.calls("AskUserQuestion", questions=[{"question": question, "options": [{"label": answer}]}])
        return self.gets(f'User has answered your questions: "{question}"="{answer}". You can now continue.')

    def refused(self, words: str) -> ClaudeCode:
        """The last call is rejected, and the person says why."""
        told = (
            "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file "
            "edit, the new_string was NOT written to the file). To tell you how to proceed, "
            f"the user said:\n{words}"
        )
        return self.gets(told, failed=True, toolUseResult=f"Error: {told}")

    def other(self, **record: Any) -> ClaudeCode:
        """A line of the program's own."""
        self.lines.append(record)
        return self

    def copied(self, session: str, lines: int | None = None) -> ClaudeCode:
        """The same lines under a new session id, as a resumed or forked session begins."""
        copy = ClaudeCode(session, self.cwd, self._minute)
        copy._calls = self._calls
        old = json.dumps(self.lines[:lines]).replace(f'"sessionId": "{self.session}"', f'"sessionId": "{session}"')
        copy.lines = json.loads(old)
        return copy

    def file(self, folder: Path) -> Path:
        """Written where Claude Code would write it."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.session}.jsonl"
        path.write_bytes(self.bytes)
        return path
