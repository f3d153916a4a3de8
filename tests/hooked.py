"""Hooks as an agent calls them: one JSON object in, nothing or one JSON object out."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import lamina
from lamina.serve.hook import answer
from tests.commands import Ran, process


def said(event: str, **payload: Any) -> str:
    """The context that a hook adds, in this process; empty when it prints nothing."""
    return context_of(event, answer(event, json.dumps(payload).encode(), os.environ))


def run(event: str, **payload: Any) -> Ran:
    """The same as a process of its own."""
    return process("hook", event, stdin=json.dumps(payload).encode())


def context_of(event: str, out: str) -> str:
    """What was printed, in the one shape that an agent takes."""
    if not out:
        return ""
    data = json.loads(out)
    assert list(data) == ["hookSpecificOutput"]
    assert list(data["hookSpecificOutput"]) == ["hookEventName", "additionalContext"]
    assert data["hookSpecificOutput"]["hookEventName"] == event
    text = data["hookSpecificOutput"]["additionalContext"]
    assert isinstance(text, str)
    assert 0 < len(text) <= 9500
    assert text.startswith("<lamina-context>")
    assert text.endswith("</lamina-context>")
    return text


def remember(folder: Path, *texts: str) -> list[str]:
    """Keeps statements in the project of a folder; their ids."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        with lamina.open_memory() as memory:
            return [memory.remember(one).id for one in texts]
    finally:
        os.chdir(before)


def ingest(*paths: Path) -> None:
    """Reads transcripts as `lamina ingest` does."""
    with lamina.open_memory() as memory:
        memory.ingest([str(one) for one in paths])


def item(id_: str, folder: Path) -> Any:
    """One memory of the project of a folder."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        with lamina.open_memory() as memory:
            return memory.get(id_)
    finally:
        os.chdir(before)
