"""The same story by commands alone, each a process of its own, as a person at a shell lives it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.commands import Ran, process

SESSION = {
    "id": "checkout",
    "started_at": "2026-03-02T09:14:00+01:00",
    "turns": [
        {"role": "user", "text": "Customers were charged twice. Why?", "at": "2026-03-02T09:14:00+01:00"},
        {
            "role": "tool",
            "name": "Edit",
            "target": "src/checkout/payment.ts",
            "diff": "+idempotencyKey",
            "result": "ok",
        },
        {"role": "assistant", "text": "The retry sent no idempotency key. Fixed.", "at": "2026-03-02T09:18:00+01:00"},
    ],
}
TALK = [
    {"session_id": "day", "ts": "2026-03-03T10:00:00Z", "role": "user", "text": "Invoices show the wrong day."},
    {"session_id": "day", "ts": "2026-03-03T10:01:00Z", "role": "assistant", "text": "They were dated in UTC."},
]


class Shell:
    """A person in a folder, with one home."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder, self.home = folder, home

    def __call__(self, *words: str, **environment: Any) -> Ran:
        told = process(*words, cwd=self.folder, **{"LAMINA_HOME": str(self.home)} | environment)
        assert (told.code, told.err) == (0, ""), words
        return told

    def ask(self, *words: str, **environment: Any) -> Any:
        return self(*words, "--json", **environment).answer


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Someone in the folder of a project, with a session and a conversation beside it."""
    folder = tmp_path / "shop"
    (folder / ".git").mkdir(parents=True)
    (folder / "session.json").write_text(json.dumps(SESSION))
    (folder / "talk.jsonl").write_text("".join(json.dumps(line) + "\n" for line in TALK))
    return Shell(folder, tmp_path / "home")


def _lived(shell: Shell) -> str:
    shell("record", "session.json")
    shell("load", "--format", "chat", "talk.jsonl")
    return str(shell.ask("remember", "Always use npm in this repository", "--tag", "rule")["id"])


def test_a_day_with_lamina(shell: Shell) -> None:
    rule = _lived(shell)
    hit = shell.ask("recall", "why were customers charged twice?")[0]
    assert hit["session_ids"] == ["checkout"]
    assert hit["files"] == ["src/checkout/payment.ts"]
    traced = shell("trace", hit["id"]).out
    assert "from session checkout, turns 1-3:" in traced
    assert "   3 assistant: The retry sent no idempotency key. Fixed." in traced

    shell("edit", rule, "Always use pnpm in this repository, never npm")
    assert shell.ask("recall", "package manager npm")[0]["text"].startswith("Always use pnpm")
    shell("forget", rule)
    assert rule not in shell("recall", "pnpm").out
    assert shell.ask("undo")["items"] == 1
    assert shell.ask("recall", "pnpm")[0]["id"] == rule

    status = shell.ask("status")
    assert (status["pending"], status["sessions"], status["exchanges"]) == (1, 2, 2)
    assert all(one["ok"] for one in shell.ask("doctor"))


def test_another_folder_is_another_project_and_a_subfolder_is_the_same(shell: Shell, tmp_path: Path) -> None:
    _lived(shell)
    (shell.folder / "src" / "deep").mkdir(parents=True)
    (tmp_path / "other").mkdir()
    assert len(Shell(shell.folder / "src" / "deep", shell.home).ask("recall", "npm")) == len(shell.ask("recall", "npm"))
    assert Shell(tmp_path / "other", shell.home).ask("recall", "npm") == []
    assert list(shell.ask("projects").values()) == ["shop"]


def test_a_purge_leaves_no_trace_in_any_file_of_the_home(shell: Shell) -> None:
    _lived(shell)
    word = "xylophonequartz"
    secret = shell.ask("remember", f"The door code is {word}")["id"]
    shell("forget", secret, "--now", "--yes")
    assert word not in shell("recall", f"door code {word}").out
    for path in shell.home.rglob("*"):
        if path.is_file():
            assert word.encode() not in path.read_bytes(), path


@pytest.mark.parametrize("question", ["customers charged twice", "npm", "wrong day on invoices"])
def test_a_move_to_postgresql_and_back_by_commands(
    shell: Shell, question: str, postgres_database: Callable[[str], str], postgres_template: str, tmp_path: Path
) -> None:
    _lived(shell)
    server = postgres_database(postgres_template)
    before = shell("export", "-").out
    shell("export", "first.jsonl")
    assert shell.ask("load", "first.jsonl", "--store", server)["items"] == 3
    assert shell("export", "-", LAMINA_STORE=server).out == before
    shell("export", "second.jsonl", LAMINA_STORE=server)
    back = Shell(shell.folder, tmp_path / "back")
    back("load", "second.jsonl")
    assert back("export", "-").out == before
    answers = [one.ask("recall", question) for one in (shell, back)]
    assert answers[0] == answers[1]
    assert shell.ask("recall", question, LAMINA_STORE=server)[0]["id"] == answers[0][0]["id"]
    assert "password" not in shell("status", LAMINA_STORE=server).out
