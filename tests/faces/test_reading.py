"""Asking changes nothing: an empty store answers emptily, and no project comes into being by a question."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.commands import lamina, process, remembered

EMPTY = {
    "recall": (["recall", "tea"], "Nothing is known about that.\n"),
    "projects": (["projects"], "There is no project yet.\n"),
    "status": (["status"], None),
    "doctor": (["doctor"], None),
    "config": (["config"], None),
    "export": (["export", "-"], '{"lamina_export": 1}\n{"records": 0, "type": "end"}\n'),
    "reindex": (["reindex"], None),
    "forget --dry-run": (["forget", "--query", "tea", "--dry-run"], "Nothing matches; nothing was forgotten.\n"),
    "forget": (["forget", "--query", "tea"], "Nothing matches; nothing was forgotten.\n"),
}


@pytest.mark.parametrize(("words", "said"), EMPTY.values(), ids=EMPTY)
def test_a_question_in_a_fresh_home_is_answered_and_makes_no_project(words: list[str], said: str | None) -> None:
    told = lamina(*words)
    assert (told.code, told.err) == (0, "")
    if said is not None:
        assert told.out == said
    assert lamina("projects", "--json").answer == {}
    status = lamina("status", "--json").answer
    assert (status["project"], status["last_action"], status["pending"]) == ("", None, 0)


def test_settings_are_shown_without_making_a_home(home: Path) -> None:
    lamina("config")
    assert not home.exists()


def test_a_question_does_not_change_what_is_known(home: Path) -> None:
    id_ = remembered("Green tea is brewed at seventy degrees")
    before = lamina("export", "-").out
    for words in (
        ["recall", "tea"],
        ["trace", id_],
        ["status"],
        ["doctor"],
        ["projects"],
        ["forget", id_, "--dry-run"],
    ):
        assert lamina(*words).code == 0
    assert lamina("export", "-").out == before


def test_nobody_else_can_read_what_is_kept(home: Path) -> None:
    old = os.umask(0)  # the most careless of users
    try:
        process("remember", "Green tea", stdin=b"")
        process("config", "user", "ann")
        process("export", "out.jsonl")
    finally:
        os.umask(old)
    assert home.stat().st_mode & 0o777 == 0o700
    for path in (home / "memory.db", home / "config.toml", Path("out.jsonl")):
        assert path.stat().st_mode & 0o077 == 0, path


def test_a_cold_recall_loads_nothing_that_it_does_not_need() -> None:
    import subprocess
    import sys

    remembered("Green tea is brewed at seventy degrees")
    script = """
import sys
from lamina.serve.cli import main
assert main(["recall", "green tea"]) == 0
heavy = {"numpy", "dataclasses", "click", "pydantic", "psycopg", "asyncio", "subprocess", "tempfile"}
print(sorted(heavy & set(sys.modules)), file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert "Green tea" in done.stdout
    assert done.stderr == "[]\n"


def test_the_version_is_told_without_loading_a_database() -> None:
    import subprocess
    import sys

    script = (
        "import sys; from lamina.serve.cli import main; main(['--version']); print({'apsw', 're'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}; {script}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.splitlines()[1] == "set()"
