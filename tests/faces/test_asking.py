"""What cannot be seen at a glance is not forgotten without a yes."""

from __future__ import annotations

import os
import pty
import subprocess
from collections.abc import Sequence

import pytest

from tests.commands import LAMINA, Ran, lamina, process, remembered


def at_a_terminal(words: Sequence[str], typed: bytes) -> Ran:
    """`lamina …` by someone at a keyboard; what it prints is caught."""
    keyboard, terminal = pty.openpty()
    try:
        with subprocess.Popen([*LAMINA, *words], stdin=terminal, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
            os.write(keyboard, typed)
            out, err = run.communicate(timeout=60)
    finally:
        os.close(keyboard)
        os.close(terminal)
    return Ran(run.returncode, out.decode(), err.decode())


def _known() -> set[str]:
    return {hit["text"] for hit in lamina("recall", "tea", "--json").answer}


@pytest.fixture(autouse=True)
def both() -> set[str]:
    """Two memories about tea."""
    remembered("Green tea")
    remembered("Black tea")
    return {"Green tea", "Black tea"}


def test_someone_at_a_terminal_is_asked_and_shown_what_would_go() -> None:
    told = at_a_terminal(["forget", "--query", "tea"], b"y\n")
    assert told.code == 0
    assert "Would forget 2" in told.err
    assert "Green tea" in told.err
    assert told.err.endswith("Go ahead? [y/N] ")
    assert told.out.startswith("Forgot 2")
    assert _known() == set()


@pytest.mark.parametrize("typed", [b"n\n", b"\n", b"maybe\n", b"\x04"], ids=["no", "return", "maybe", "ctrl-d"])
def test_anything_but_yes_forgets_nothing(typed: bytes, both: set[str]) -> None:
    told = at_a_terminal(["forget", "--query", "tea"], typed)
    assert told.code == 0
    assert told.out.startswith("Would forget 2")
    assert "Traceback" not in told.err
    assert _known() == both


def test_the_question_is_not_part_of_the_json() -> None:
    told = at_a_terminal(["forget", "--query", "tea", "--json"], b"yes\n")
    assert told.answer["dry_run"] is False
    assert len(told.answer["ids"]) == 2


def test_without_a_terminal_it_is_refused_and_says_how(both: set[str]) -> None:
    told = process("forget", "--query", "tea")
    assert told.code == 2
    assert told.refusal == "This would forget 2 memories. Add --yes to do it, or --dry-run to look."
    assert process("forget", "--query", "green tea").refusal.startswith("This would forget 1 memory.")
    assert process("forget", "--query", "tea", "--json").answer["error"]["kind"] == "bad_input"
    assert _known() == both


def test_yes_is_taken_for_the_answer() -> None:
    assert process("forget", "--query", "tea", "--yes").code == 0
    assert _known() == set()


def test_one_memory_by_its_id_goes_at_once_because_it_can_be_brought_back(both: set[str]) -> None:
    id_ = lamina("recall", "green", "--json").answer[0]["id"]
    assert process("forget", id_).code == 0
    assert _known() == {"Black tea"}
    assert process("undo").code == 0
    assert _known() == both


def test_what_cannot_be_brought_back_is_asked_for_even_by_id(both: set[str]) -> None:
    id_ = lamina("recall", "green", "--json").answer[0]["id"]
    assert process("forget", id_, "--now").code == 2
    assert _known() == both
    told = at_a_terminal(["forget", id_, "--now"], b"y\n")
    assert told.out.startswith("Purged 1")
    assert _known() == {"Black tea"}
    assert "Green tea" not in lamina("export", "-").out
