"""Does anything get lost when processes are killed while they write? Whatever was acknowledged must be there, once."""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence

from bench.claims import Row, opened, scratch, table
from lamina.errors import LaminaError

WRITERS = 8
KILLS = 200
SAMPLE = 200
PROJECT = "chaos"
_ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WORDS = ("index", "cache", "retry", "socket", "parser", "ledger", "branch", "schema", "worker", "token", "queue")


def run(kills: int = KILLS, seed: int = 0, writers: int = WRITERS, store: str | None = None) -> list[Row]:
    """Kills and replaces writers, lets the last ones write, ends them the same way, and looks at what is left."""
    with scratch() as folder:
        with opened(folder, PROJECT, store) as memory:
            memory.remember("The store was there before the writers came.")
        started, endings = _massacre(folder, store, writers, kills, random.Random(seed))
        said = _lines(folder, ".said")
        refused = len(_lines(folder, ".refused"))
        start = time.perf_counter()
        with opened(folder, PROJECT, store) as memory:
            memory.remember("Whoever comes after the killing can write.")
            waited = (time.perf_counter() - start) * 1000
            path = os.path.join(folder, "export.jsonl")
            memory.export(path)
            kept = _texts(path)
            wrong = [text for text in said if kept[text] != 1]
            twice = [text for text, times in kept.items() if times != 1]
            ill = [one for one in memory.doctor() if not one.ok]
            sample = random.Random(seed).sample(said, min(SAMPLE, len(said)))
            unfound = [text for text in sample if not _is_first(memory.recall(text, limit=1), text)]
        for name, found in (("lost or doubled", wrong), ("doubled", twice), ("not first", unfound), ("ill", ill)):
            if found:
                print(f"{name}: {found[:5]}", file=sys.stderr)
    left = sum(1 for one in started if _alive(one))
    return [
        Row("chaos: processes killed while writing", endings["killed"], f"≥ {kills}"),
        Row("chaos: processes that ended by themselves", endings["ended"], "≤ 0"),
        Row("chaos: texts acknowledged", len(said), "≥ 1"),
        Row("chaos: acknowledged texts lost or doubled", len(wrong), "≤ 0"),
        Row("chaos: texts in the store more than once", len(twice), "≤ 0"),
        Row("chaos: writes refused because the store was locked", refused),
        Row("chaos: findings of doctor", len(ill), "≤ 0"),
        Row(f"chaos: of {len(sample)} acknowledged texts, not the first hit of recall", len(unfound), "≤ 0"),
        Row("chaos: processes left", left, "≤ 0"),
        Row("chaos: the next writer opens and writes within", waited, "≤ 1000", unit="ms"),
    ]


def _massacre(
    folder: str, store: str | None, count: int, kills: int, chance: random.Random
) -> tuple[list[int], Counter[str]]:
    """Process ids of all writers, and how they ended: killed while writing, or (a fault) by themselves."""
    endings: Counter[str] = Counter()
    writers = [_writer(folder, store, number) for number in range(count)]
    started = [one.pid for one in writers]
    while endings["killed"] < kills:
        if endings["ended"] > kills:
            break  # they cannot even live: the rows below say so
        time.sleep(chance.uniform(0.05, 0.4))
        at = chance.randrange(count)
        if writers[at].poll() is None and not os.path.exists(_file(folder, writers[at].pid, ".begun")):
            continue  # still loading: killing it would prove nothing
        endings[_end(writers[at])] += 1
        writers[at] = _writer(folder, store, len(started))
        started.append(writers[at].pid)
    for one in writers:
        _end(one)
    return started, endings


def _writer(folder: str, store: str | None, number: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "bench.chaos", "--writer", folder, str(number), store or ""]
    return subprocess.Popen(command, cwd=_ROOT)


def _end(writer: subprocess.Popen[bytes]) -> str:
    writer.send_signal(signal.SIGKILL)
    return "killed" if writer.wait() == -signal.SIGKILL else "ended"


def _write_for_ever(folder: str, number: int, store: str | None) -> None:
    """One text after the other; a text is noted only after the call that keeps it has returned."""
    chance = random.Random(number)
    with (
        opened(folder, PROJECT, store) as memory,
        open(_file(folder, os.getpid(), ".said"), "ab", buffering=0) as said,
        open(_file(folder, os.getpid(), ".refused"), "ab", buffering=0) as refused,
    ):
        open(_file(folder, os.getpid(), ".begun"), "w").close()
        for turn in range(1 << 30):
            text = f"writer{number}x{turn} noted: {' '.join(chance.choices(WORDS, k=12))}"
            try:
                if turn % 2:
                    memory.remember(text)
                else:
                    session = {"id": f"{number}-{turn}", "started_at": "2026-01-31T12:00:00Z"}
                    memory.record({**session, "turns": [{"role": "user", "text": text}]})
            except LaminaError as error:
                refused.write(f"{error}\n".encode())
            else:
                said.write(f"{text}\n".encode())


def _file(folder: str, process: int, ending: str) -> str:
    return os.path.join(folder, f"writer-{process}{ending}")


def _lines(folder: str, ending: str) -> list[str]:
    """Whole lines only: the killing may have cut the last one."""
    found: list[str] = []
    for name in sorted(os.listdir(folder)):
        if name.startswith("writer-") and name.endswith(ending):
            with open(os.path.join(folder, name), encoding="utf-8") as opened_file:
                found += [line[:-1] for line in opened_file if line.endswith("\n")]
    return found


def _texts(path: str) -> Counter[str]:
    with open(path, encoding="utf-8") as exported:
        records = (json.loads(line) for line in exported)
        return Counter(_full(record) for record in records if record.get("type") == "item")


def _full(record: dict[str, object]) -> str:
    body = record.get("body", record)
    body = json.loads(body) if isinstance(body, str) else body
    assert isinstance(body, dict)
    return str(body["lengths"]["full"])


def _is_first(hits: Sequence[object], text: str) -> bool:
    return bool(hits) and getattr(hits[0], "text", "") == text


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def main(words: Sequence[str] | None = None) -> int:
    """Prints the table; with `--writer`, is one of the writers."""
    parser = argparse.ArgumentParser(prog="python -m bench.chaos")
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--writer", nargs=3, metavar=("FOLDER", "NUMBER", "STORE"), help=argparse.SUPPRESS)
    given = parser.parse_args(words)
    if given.writer:
        folder, number, store = given.writer
        _write_for_ever(folder, int(number), store or None)
    print(table(run(given.kills)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
