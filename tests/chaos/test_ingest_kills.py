"""kill -9, again and again, while transcripts are read: in the end the store is as if nothing had happened."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import lamina
from lamina import Memory
from tests.factories import everything, records
from tests.transcripts import FOLDER, ClaudeCode

KILLS = 25
FILES = 30
WORDS = ("kettle", "ledger", "parser", "garden", "violin", "harbour", "lantern", "compass", "orchard")
INGEST = """
import sys, lamina
with lamina.open_memory(store=sys.argv[1], home=sys.argv[2], project="tea", user="ann") as memory:
    print("begun", flush=True)
    memory.ingest([sys.argv[3]])
"""


def _session(number: int, chance: random.Random) -> ClaudeCode:
    """Some are so long that they are saved in several parts."""
    written = ClaudeCode(f"s{number:02}", minute=number).user("Always use pnpm, never npm").says("Noted.")
    for step in range(80 if number % 6 == 0 else 12):
        word, other = chance.choice(WORDS), chance.choice(WORDS)
        written.user(f"Look at the {word} beside the {other}, case {number}x{step}").reads(f"{FOLDER}/src/{word}.py")
        written.edits(f"{FOLDER}/src/{word}.py", f"old {step}", f"new {step}", at=step + 1)
        written.runs("make test", f"{step} passed").says(f"Fixed `{word}.py`: the {other} was missing in case {step}.")
    return written


@pytest.fixture(scope="module")
def transcripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("transcripts")
    chance = random.Random(17)
    for number in range(FILES):
        written = _session(number, chance)
        paths = [written.file(folder)]
        if number % 7 == 0:
            paths.append(
                written.copied(f"s{number:02}-fork").user(f"Never pour twice {number}").says("Ok.").file(folder)
            )
        for path in paths:
            os.utime(path, (number, number))
    return folder


def _opened(store: Path) -> Memory:
    return lamina.open_memory(store=str(store / "memory.db"), home=str(store), project="tea", user="ann")


def _exported(store: Path) -> bytes:
    """Everything but what is different in every store: the project's id, and when it was made."""
    with _opened(store) as memory:
        out = everything(memory, store)
    [project] = records(out, "project")
    return out.replace(project["id"].encode(), b"tea").replace(project["created_at"].encode(), b"now")


@pytest.fixture(scope="module")
def undisturbed(transcripts: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    store = tmp_path_factory.mktemp("undisturbed")
    with _opened(store) as memory:
        memory.ingest([str(transcripts)])
    return _exported(store)


def _process(store: Path, transcripts: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", INGEST, str(store / "memory.db"), str(store), str(transcripts)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def _killed(store: Path, transcripts: Path, after: float) -> bool:
    """Whether it was killed while it read; otherwise it had come to the end."""
    with _process(store, transcripts) as run:
        assert run.stdout
        assert run.stdout.readline() == "begun\n"
        time.sleep(after)
        run.kill()
    assert run.returncode in (0, -signal.SIGKILL)
    return run.returncode == -signal.SIGKILL


@pytest.mark.req("B2")
def test_an_ingest_killed_again_and_again_ends_like_one_that_was_not(
    transcripts: Path, undisturbed: bytes, tmp_path: Path
) -> None:
    chance, kills, stores = random.Random(23), 0, 0
    while kills < KILLS:
        stores += 1
        store = tmp_path / f"store-{stores}"
        store.mkdir()
        while kills < KILLS and _killed(store, transcripts, chance.uniform(0.0, 0.35)):
            kills += 1
        with _opened(store) as memory:
            memory.ingest([str(transcripts)])
            again = memory.ingest([str(transcripts)])
            assert (again.files, again.turns, again.memories, again.skipped) == (0, 0, 0, ())
            assert [one for one in memory.doctor() if not one.ok] == []
        assert _exported(store) == undisturbed


def test_the_undisturbed_store_holds_every_line_once(transcripts: Path, undisturbed: bytes) -> None:
    """Otherwise the comparison above would prove little."""
    asked = sum(path.read_bytes().count(b'"role":"user","content":"') for path in transcripts.glob("s??.jsonl"))
    forks = len(list(transcripts.glob("*-fork.jsonl")))
    exchanges = [one for one in records(undisturbed, "item") if one["kind"] == "exchange"]
    assert len(exchanges) == len({one["id"] for one in exchanges}) == asked + forks > 500
    concepts = [one["fields"]["exchanges"] for one in records(undisturbed, "item") if one["kind"] == "concept"]
    assert sorted(id_ for ids in concepts for id_ in ids) == sorted(one["id"] for one in exchanges)
    [rule] = [one for one in records(undisturbed, "item") if one["lengths"]["full"] == "Always use pnpm, never npm"]
    assert len({one["lineage"] or one["session"] for one in rule["evidence"]}) == FILES
    assert json.loads(undisturbed.splitlines()[-1])["records"] > 3000
