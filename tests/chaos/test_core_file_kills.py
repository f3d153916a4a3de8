"""Instruction files under kill -9 and under several writers: always whole, and no entry is lost."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lamina.adapters.core_files import CoreFiles
from lamina.model.targets import Planned
from tests.factories import NOON

ROOT = Path(__file__).parents[2]
MINE = "# Rules\n" + "".join(f"- rule {number} that a person wrote\n" for number in range(20_000))

# Adds its entries one by one, as often as it takes; or (for ever) adds one and takes it out again.
_WRITER = """
import sys
from datetime import UTC, date, datetime
from lamina.adapters.core_files import CoreFiles
from lamina.adapters.managed_block import Budget
from lamina.errors import Conflict
from lamina.model.targets import Entry, Planned
folder, name, times = sys.argv[1], sys.argv[2], int(sys.argv[3])
files = CoreFiles(folder, home=folder, lamina_home=folder + "/lamina", budget=Budget(10**6))
day = date(2026, 1, 20)
def change(**how):
    while True:
        outcome = files.plan(("claude_md",), **how)[0]
        if not isinstance(outcome, Planned):
            return
        try:
            files.write(outcome.intent, datetime.now(UTC))
            return
        except Conflict:
            pass
print("begun", flush=True)
number = 0
while number < times or not times:
    entry = Entry(f"{name}-{number}", f"Text {number} of {name}.", 1, day, day)
    change(added=(entry,))
    if not times:
        change(removed={entry.id})
    number += 1
"""


def writer(folder: Path, name: str, times: int) -> subprocess.Popen[bytes]:
    started = subprocess.Popen(
        [sys.executable, "-c", _WRITER, str(folder), name, str(times)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    assert started.stdout
    assert started.stdout.readline() == b"begun\n"
    return started


def end(process: subprocess.Popen[bytes], *, kill: bool) -> int:
    if kill:
        process.send_signal(signal.SIGKILL)
    code = process.wait(timeout=120)
    assert process.stdout
    process.stdout.close()
    return code


@pytest.mark.req("A12")
def test_a_writer_that_is_killed_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "CLAUDE.md"
    path.write_text(MINE)
    files = CoreFiles(str(tmp_path), home=str(tmp_path), lamina_home=str(tmp_path / "lamina"))
    chance = random.Random(3)
    whole = {0: 0, 1: 0}
    for number in range(15):
        process = writer(tmp_path, f"w{number}", 0)
        time.sleep(chance.uniform(0.02, 0.25))
        assert end(process, kill=True) == -signal.SIGKILL
        content = path.read_text()
        assert content.startswith(MINE)
        found = files.read("claude_md").entries
        whole[len(found)] += 1
        assert content == MINE or content.endswith("<!-- lamina:end -->\n")
        # Whoever comes next is not held up, and brings the file back to what it was.
        (outcome,) = files.plan(("claude_md",), removed={one.id for one in found})
        if found:
            assert isinstance(outcome, Planned)
            files.write(outcome.intent, NOON)
        assert path.read_text() == MINE
    assert whole[0] + whole[1] == 15
    assert len(list(tmp_path.iterdir())) <= 3, "nothing but the file, the home, and at most one leftover"


@pytest.mark.req("A12", "A13")
def test_writers_at_the_same_time_lose_none_of_each_others_entries(tmp_path: Path) -> None:
    path = tmp_path / "CLAUDE.md"
    path.write_bytes(b"# Rules\r\nno end")
    writers = [writer(tmp_path, f"w{number}", 25) for number in range(3)]
    assert [end(one, kill=False) for one in writers] == [0, 0, 0]
    files = CoreFiles(str(tmp_path), home=str(tmp_path), lamina_home=str(tmp_path / "lamina"))
    found = sorted(one.id for one in files.read("claude_md").entries)
    assert found == sorted(f"w{name}-{number}" for name in range(3) for number in range(25))
    assert path.read_bytes().startswith(b"# Rules\r\nno end\r\n\r\n<!-- lamina:begin v1 pad=2; ")


_CROWDED = """
import resource, sys
from datetime import UTC, datetime
from lamina.adapters.core_files import CoreFiles
from lamina.errors import Unavailable
from lamina.model.targets import Intent
files = CoreFiles(sys.argv[1], home=sys.argv[1], lamina_home=sys.argv[1] + "/lamina")
from datetime import date
from lamina.model.targets import Entry
day = date(2026, 1, 20)
intent = files.plan(("claude_md",), (Entry("f1", "Always use pnpm.", 1, day, day),))[0].intent
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
try:
    files.write(intent, datetime.now(UTC))
except Unavailable as error:
    print(error)
"""


@pytest.mark.req("A12")
@pytest.mark.parametrize(("room", "why"), [(10, "No copy of"), (70, "cannot be written")])
def test_a_disk_without_room_leaves_the_file_as_it_was(tmp_path: Path, room: int, why: str) -> None:
    path = tmp_path / "CLAUDE.md"
    path.write_text("# Rules that a person wrote\n")
    done = subprocess.run(
        [sys.executable, "-c", _CROWDED, str(tmp_path), str(room)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    assert why in done.stdout
    assert path.read_text() == "# Rules that a person wrote\n"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["CLAUDE.md", "lamina"]
