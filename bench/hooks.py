"""How long does an agent wait for a hook? Each run is a new process, as multiples of a bare Python, beside 100,000."""

from __future__ import annotations

import argparse
import compileall
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import lamina as package
from bench import data
from bench.claims import Row, Skipped, data_folder, opened, percentile, scratch, table
from bench.servers import postgres
from bench.speed import BATCH, SESSION, write
from bench.startup import installed
from lamina.memory import Memory
from lamina.words.claude_hooks import calls

MEMORIES = 100_000
TEAM_MEMORIES = 10_000
"""Of a store on a server: of more, a cache holds no more."""
RUNS = 61
PROJECT = "hooks"
SAID = (
    ("Always deploy the kettle service with the blue-green script", "Please deploy the kettle service again"),
    ("The ledger export runs every night through the cron table of the harbour host", "Why is the ledger export late?"),
    ("Never write to the violin table without the lantern lock", "Add a column to the violin table, mind the lock"),
)
"""Statements, each with a prompt that is about it."""
BROKEN = "Exit code 1\nModuleNotFoundError: No module named 'kettle'\nERROR tests/test_kettle.py - failed to import"
LIMITS = {"p50": "≤ 3", "p95": "≤ 5"}


def run(script: str | None = None, runs: int = RUNS, home: str | None = None) -> list[Row]:
    """A prompt and a failed command beside a bare Python, then the end of a session with one new exchange."""
    lamina, python = _prepared(script)
    with scratch() as folder:
        place = home or folder
        if not os.path.exists(os.path.join(place, "memory.db")):
            _filled(place)
        with opened(place, PROJECT) as memory:
            for statement, _ in SAID:
                memory.remember(statement)
        times = _interleaved([python, "-c", "pass"], lamina, place, runs)
        ends = _ends(lamina, place, folder, max(5, runs // 4))
    bare = median(times["python"])
    rows = [
        Row(f"hook {name} beside {MEMORIES:,}: {share} ÷ python -c pass", _at(times[name], share) / bare, LIMITS[share])
        for name in ("UserPromptSubmit", "PostToolUseFailure", "PostToolUse")
        for share in LIMITS
    ]
    rows += [
        Row("hook UserPromptSubmit: p50", median(times["UserPromptSubmit"]), peers={"python -c pass": bare}, unit="ms"),
        Row("hook SessionEnd with one new exchange: p50", median(ends), "≤ 500", unit="ms"),
        Row("hook SessionEnd with one new exchange: slowest", max(ends), unit="ms"),
    ]
    return rows


def team(script: str | None = None, runs: int = RUNS) -> list[Row]:
    """The same with a team's PostgreSQL store: before a prompt a hook reads a cache, at rest it asks the server."""
    lamina, python = _prepared(script)
    beside = f"with PostgreSQL and {TEAM_MEMORIES:,}"
    with scratch() as home, postgres() as store:
        with opened(home, PROJECT, store) as memory:
            _write(memory, TEAM_MEMORIES)
            for statement, _ in SAID:
                memory.remember(statement)
        begins = {"session_id": "s-begin", "cwd": home, "source": "startup"}
        start = [*lamina, "SessionStart"]
        filling = _timed(start, begins, home, store)
        starts = [_timed(start, begins, home, store) for _ in range(max(5, runs // 4))]
        times = _interleaved([python, "-c", "pass"], lamina, home, runs, store)
        ends = _ends(lamina, home, home, max(5, runs // 4), store)
    bare = median(times["python"])
    rows = [
        Row(f"hook {name} {beside}: {share} ÷ python -c pass", _at(times[name], share) / bare, LIMITS[share])
        for name in ("UserPromptSubmit", "PostToolUseFailure")
        for share in LIMITS
    ]
    rows.append(Row(f"hook SessionStart {beside}: the very first", filling, unit="ms"))
    rows.append(Row(f"hook SessionStart {beside}: p50", median(starts), unit="ms"))
    rows.append(Row(f"hook SessionEnd {beside} and one new exchange: p50", median(ends), "≤ 1200", unit="ms"))
    return rows


def _prepared(script: str | None) -> tuple[list[str], str]:
    """What `init` writes for a hook, and the Python beside it; modules are compiled, as pip does when it installs."""
    data_folder()
    lamina, python = installed(script)
    compileall.compile_dir(os.path.dirname(package.__file__), quiet=1)
    return shlex.split(calls(shlex.join(lamina))), _interpreter(lamina) or python


def _interpreter(lamina: Sequence[str]) -> str:
    """The Python that runs the command, by its first line: beside any other one, a ratio would mean nothing."""
    with open(lamina[0], "rb") as read:
        first = read.readline(500)
    return first[2:].strip().decode() if first.startswith(b"#!/") and b" " not in first.strip() else ""


def _at(times: Sequence[float], share: str) -> float:
    return percentile(times, int(share[1:]) / 100)


def _interleaved(bare: list[str], lamina: list[str], home: str, runs: int, store: str = "") -> dict[str, list[float]]:
    """In turn, so that a busy machine is busy for all; the first rounds only warm the page cache."""
    questions = [question.text for question in data.longmemeval().questions]
    names = ("python", "UserPromptSubmit", "PostToolUseFailure", "PostToolUse")
    times: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(-3, runs):
        prompt = SAID[turn % len(SAID)][1] if turn % 2 else questions[turn % len(questions)]
        payloads: dict[str, dict[str, Any]] = {
            "UserPromptSubmit": {"prompt": prompt},
            "PostToolUseFailure": {"tool_name": "Bash", "error": BROKEN},
            "PostToolUse": {"tool_name": "Bash", "tool_response": {"stdout": "3 passed", "stderr": ""}},
        }
        for name in names:
            command = bare if name == "python" else [*lamina, name]
            took = _timed(command, {"session_id": f"bench{turn}", "cwd": home, **payloads.get(name, {})}, home, store)
            if turn >= 0:
                times[name].append(took)
    return times


def _ends(lamina: list[str], home: str, folder: str, runs: int, store: str = "") -> list[float]:
    """A session that goes on by one exchange each time, and ends."""
    path = Path(folder, "s-end.jsonl")
    times = []
    with path.open("w", encoding="utf-8") as written:
        for at in range(runs + 1):
            for role, text in (("user", f"Look at the kettle, case {at}"), ("assistant", f"Changed `lid{at}.py`.")):
                said = text if role == "user" else [{"type": "text", "text": text}]
                line = {"type": role, "uuid": f"{role}{at}", "sessionId": "s-end", "cwd": home}
                stamp = {"timestamp": f"2026-03-02T09:{at:02}:00Z", "message": {"role": role, "content": said}}
                written.write(json.dumps(line | stamp) + "\n")
            written.flush()
            payload = {"session_id": "s-end", "cwd": home, "transcript_path": str(path), "reason": "exit"}
            times.append(_timed([*lamina, "SessionEnd"], payload, home, store))
    return times[1:]


def _timed(command: list[str], payload: dict[str, Any], home: str, store: str = "") -> float:
    environment = {**os.environ, "LAMINA_HOME": home, "LAMINA_PROJECT": PROJECT, "LAMINA_USER": "bench"}
    environment |= {"LAMINA_STORE": store} if store else {}
    raw = json.dumps(payload).encode()
    start = perf_counter()
    subprocess.run(command, input=raw, check=True, stdout=subprocess.DEVNULL, env=environment)
    return (perf_counter() - start) * 1000


def _filled(folder: str) -> None:
    with opened(folder, PROJECT) as memory:
        _write(memory, MEMORIES)


def _write(memory: Memory, how_many: int) -> None:
    texts = data.exchange_texts()
    for first in range(0, how_many, BATCH * SESSION):
        write(memory, list(islice(texts, min(BATCH * SESSION, how_many - first))), first)


def main(words: Sequence[str] | None = None) -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.hooks")
    parser.add_argument("--lamina", help="the installed command (default: the one beside this Python)")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--home", help="a folder that an earlier run has filled")
    parser.add_argument("--team", action="store_true", help="with a PostgreSQL store")
    given = parser.parse_args(words)
    try:
        rows = team(given.lamina, given.runs) if given.team else run(given.lamina, given.runs, given.home)
        print(table(rows))
    except Skipped as why:
        print(f"SKIPPED: {why}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
