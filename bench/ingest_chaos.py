"""kill -9 at random while the real sessions are read, a hundred times: the end is that of an undisturbed ingest."""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence

from bench.claims import Row, Skipped, opened, scratch, table
from bench.ingest import transcripts

KILLS = 100
PROJECT = "ingest-chaos"
_ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_LIFE = 0.25
"""A process lives for up to this share of an undisturbed ingest after it has begun."""


def run(kills: int = KILLS, seed: int = 0) -> list[Row]:
    """Kills in one store until it is read to the end, goes on in another; each must equal the undisturbed one."""
    folder_read = os.path.dirname(transcripts()[0])
    chance, done, stores, different, ill = random.Random(seed), 0, 0, 0, 0
    with scratch() as folder:
        start = time.perf_counter()
        undisturbed = _finished(os.path.join(folder, "undisturbed"), folder_read)[0]
        life = (time.perf_counter() - start) * _LIFE
        while done < kills:
            stores += 1
            store = os.path.join(folder, f"store-{stores}")
            os.makedirs(store)
            while done < kills and _killed(store, folder_read, chance.uniform(0, life)):
                done += 1
            exported, findings = _finished(store, folder_read)
            different += exported != undisturbed
            ill += findings
    return [
        Row("ingest killed: kills while reading", done, f"≥ {kills}"),
        Row("ingest killed: stores read to the end afterwards", stores),
        Row("ingest killed: stores that differ from an undisturbed one", different, "≤ 0"),
        Row("ingest killed: findings of doctor", ill, "≤ 0"),
    ]


def _finished(store: str, folder: str) -> tuple[list[str], int]:
    """Everything in the store once all is read, without what is different in every store; and what doctor finds."""
    os.makedirs(store, exist_ok=True)
    with opened(store, PROJECT) as memory:
        memory.ingest([folder])
        findings = sum(not one.ok for one in memory.doctor())
        path = os.path.join(store, "export.jsonl")
        memory.export(path)
    with open(path, encoding="utf-8") as lines:
        kept = [line for line in lines if json.loads(line).get("type") in ("session", "turn", "item", "version")]
    with open(path, encoding="utf-8") as lines:
        project = next(one["id"] for one in map(json.loads, lines) if one.get("type") == "project")
    return [line.replace(project, PROJECT) for line in kept], findings


def _killed(store: str, folder: str, after: float) -> bool:
    command = [sys.executable, "-m", "bench.ingest_chaos", "--read", store, folder]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=_ROOT) as reader:
        assert reader.stdout
        reader.stdout.readline()
        time.sleep(after)
        reader.kill()
    return reader.returncode == -signal.SIGKILL


def main(words: Sequence[str] | None = None) -> int:
    """Prints the table; with `--read`, is a process that gets killed."""
    parser = argparse.ArgumentParser(prog="python -m bench.ingest_chaos")
    parser.add_argument("--read", nargs=2, metavar=("STORE", "FOLDER"))
    parser.add_argument("--kills", type=int, default=KILLS)
    given = parser.parse_args(words)
    if given.read:
        with opened(given.read[0], PROJECT) as memory:
            print("begun", flush=True)
            memory.ingest([given.read[1]])
        return 0
    try:
        print(table(run(given.kills)))
    except Skipped as why:
        print(f"SKIPPED: {why}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
