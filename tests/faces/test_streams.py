"""Pipes, keyboards and terminals: a command ends as people and shells expect, and never with a traceback."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import pytest

from tests.commands import LAMINA, lamina, process, remembered

COMMAND = " ".join(LAMINA)


def shell(script: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A line of bash, in which `lamina` is ours; it ends with the exit codes of its pipe."""
    script = f'lamina() {{ {COMMAND} "$@"; }}; {script}; echo "codes ${{PIPESTATUS[*]}}" >&2'
    environment = {**os.environ, **environment}
    return subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, timeout=60, check=False, env=environment
    )


@pytest.fixture
def much() -> None:
    """More than a pipe holds."""
    for number in range(3):
        remembered(f"Tea number {number} " * 8000)


@pytest.mark.usefixtures("much")
@pytest.mark.parametrize(
    "line",
    [
        "lamina demo | head -1",
        "lamina recall tea | true",
        "lamina export - | head -1",
        "lamina recall tea --json | true",
    ],
)
def test_a_reader_that_has_seen_enough_is_no_error(line: str) -> None:
    done = shell(line)
    assert done.stderr == "codes 0 0\n"


def test_an_answer_that_cannot_be_written_is_an_error() -> None:
    done = shell("lamina status > /dev/full")
    assert done.stderr == (
        "lamina: The answer cannot be written: No space left on device. Make room and repeat.\ncodes 4\n"
    )


def test_closed_streams_are_no_fault() -> None:
    assert shell("lamina status >&-").stderr == "codes 0\n"
    assert shell("lamina status --json >&-").stderr == "codes 0\n"
    told = shell("lamina remember - <&-").stderr
    assert told == "lamina: There is no standard input to read. Name a file instead of -.\ncodes 2\n"
    assert shell("lamina forget --query tea <&-").stderr == "codes 0\n"


def test_a_terminal_without_the_character_shows_its_number() -> None:
    remembered("Tee für zwei → 2 €")
    told = process("recall", "Tee", PYTHONIOENCODING="ascii")
    assert (told.code, told.err) == (0, "")
    assert "Tee f\\xfcr zwei \\u2192 2 \\u20ac" in told.out
    as_json = process("recall", "Tee", "--json", PYTHONIOENCODING="latin-1")
    assert as_json.answer[0]["text"] == "Tee für zwei → 2 €"


@pytest.mark.parametrize("words", [["remember", "-"], ["load", "-"], ["record", "-"]])
def test_ctrl_c_ends_a_command_quietly(words: list[str], home: Path) -> None:
    with subprocess.Popen(
        [*LAMINA, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as run:
        _until((home / "memory.db").exists)
        time.sleep(0.3)  # it waits for its input now
        assert run.poll() is None
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=30)
    assert (run.returncode, out, err) == (130, b"", b"")
    assert lamina("projects", "--json").answer == {}


def _until(ready: object) -> None:
    assert callable(ready)
    for _ in range(600):
        if ready():
            return
        time.sleep(0.05)
    raise AssertionError("it never came")


def test_ctrl_c_in_the_middle_of_a_long_load_leaves_nothing_of_it(folder: Path, home: Path) -> None:
    with (folder / "talk.jsonl").open("w") as talk:
        for number in range(60_000):
            talk.write(
                f'{{"session_id": "s{number // 4}", "ts": "2026-03-02", "role": "user", "text": "tea {number}"}}\n'
            )
    with subprocess.Popen(
        [*LAMINA, "load", "--format", "chat", "talk.jsonl"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as run:
        wal = home / "memory.db-wal"
        _until(lambda: run.poll() is not None or (wal.exists() and wal.stat().st_size > 4_000_000))
        assert run.poll() is None, "it was too fast for this test"
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=30)
    assert (run.returncode, out, err) == (130, b"", b"")
    status = lamina("status", "--json").answer
    assert (status["sessions"], status["exchanges"]) == (0, 0)
    assert all(one["ok"] for one in lamina("doctor", "--json").answer)


def test_texts_and_sessions_come_from_standard_input() -> None:
    said = process("remember", "-", "--json", stdin="Grüner Tee\n".encode()).answer
    assert said["lengths"]["full"].strip() == "Grüner Tee"
    edited = process("edit", said["id"], "-", "--json", stdin=b"Schwarzer Tee").answer
    assert (edited["lengths"]["full"], edited["version"]) == ("Schwarzer Tee", 2)
    session = b'{"id": "s", "started_at": "2026-03-02", "turns": [{"role": "user", "text": "Where is the kettle?"}]}'
    assert process("record", "-", "--json", stdin=session).answer["exchanges"] == 1


def test_everything_goes_through_a_pipe_into_another_store(tmp_path: Path) -> None:
    remembered("Green tea")
    done = shell(f"lamina export - | lamina load - --home {tmp_path / 'second'} --json")
    assert done.stderr == "codes 0 0\n"
    assert '"items": 1' in done.stdout
    assert "Green tea" in lamina("recall", "tea", "--home", str(tmp_path / "second")).out
    talk = b'{"session_id": 7, "ts": "2026-03-02", "role": "user", "text": "Where is the kettle?"}\n'
    assert process("load", "-", "--format", "chat", "--json", stdin=talk).answer["sessions"] == 1
    wrong = process("load", "-", "--format", "chat", stdin=talk + b"{}\n")
    assert wrong.refusal == "Standard input, line 2: session_id is missing. Nothing was loaded."


def test_a_fault_in_lamina_is_one_sentence_and_shows_its_place_only_on_request(home: Path) -> None:
    """A row that nobody but a hand with a database tool can have written."""
    remembered("Green tea")
    with sqlite3.connect(home / "memory.db") as connection:
        connection.execute("UPDATE items SET body = 'nonsense'")
    told = process("export", "-")
    assert told.code == 1
    assert told.err.startswith("lamina: Lamina failed: JSONDecodeError")
    assert "Traceback" not in told.err
    shown = process("export", "out.jsonl", "--json", LAMINA_DEBUG="1")
    assert shown.answer["error"]["kind"] == "error"
    assert "Traceback" in shown.err
    assert not Path("out.jsonl").exists()
