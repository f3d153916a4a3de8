"""`lamina demo` tells the whole story, and leaves the machine as it was."""

from __future__ import annotations

import os
from pathlib import Path

from tests.commands import process


def test_the_demo_tells_its_story_and_ends_well(tmp_path: Path) -> None:
    told = process("demo", TMPDIR=str(tmp_path))
    assert (told.code, told.err) == (0, "")
    steps = [line for line in told.out.splitlines() if line.startswith("── ")]
    assert [step.split("  (")[0] for step in steps] == [
        "── Read what Claude Code and Codex left behind",
        "── What it was about",
        "── Recall by words",
        "── Recall by meaning",
        "── What fixed it last time",
        "── What the next session is given, and why",
        "── Remember what was never said in a session",
        "── Trace it to the transcript",
        "── Forget it",
        "── It is gone everywhere, at once",
        "── Undo",
        "── And it is back",
        "── The store at a glance",
    ]
    assert os.listdir(tmp_path) == [], "the story's folder is thrown away"


def test_every_step_of_the_demo_really_shows_what_it_says() -> None:
    steps = {step["title"]: step for step in process("demo", "--json").answer}
    assert "3 sessions, 29 turns" in steps["Read what Claude Code and Codex left behind"]["said"]
    assert "ERR_PNPM_OUTDATED_LOCKFILE" in steps["What fixed it last time"]["said"]
    given = steps["What the next session is given, and why"]["said"]
    assert given.index("## Critical") < given.index("ERR_PNPM_OUTDATED_LOCKFILE") < given.index("## Relevant")
    assert "hunter2" not in "".join(step["said"] for step in steps.values()), "a password came through"
    assert "charged twice" in steps["Recall by words"]["said"].splitlines()[1]
    assert "pnpm" in steps["Recall by meaning"]["said"].splitlines()[1]
    assert "user: Some customers were charged twice" in steps["Trace it to the transcript"]["said"]
    assert "charged twice" not in steps["It is gone everywhere, at once"]["said"]
    forgotten = steps["Forget it"]["command"].split()[-1]
    assert steps["And it is back"]["said"].split()[1] == forgotten
    assert all(step["milliseconds"] > 0 for step in steps.values())


def test_the_demo_touches_nothing_of_the_person_who_runs_it(tmp_path: Path) -> None:
    store = tmp_path / "mine.db"
    told = process("demo", LAMINA_STORE=str(store), LAMINA_PROJECT="mine", LAMINA_USER="ann")
    assert told.code == 0
    assert not store.exists()
    assert not (tmp_path / "home").exists()


def test_the_demo_needs_no_working_store() -> None:
    assert process("demo", LAMINA_STORE="postgresql://ann@127.0.0.1:1/tea").code == 0
