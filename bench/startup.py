"""How long does the command line take to start? Medians of interleaved runs, as multiples of a bare Python."""

from __future__ import annotations

import argparse
import compileall
import os
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from itertools import islice
from statistics import median
from time import perf_counter

import lamina as package
from bench import data
from bench.claims import Row, Skipped, data_folder, opened, scratch, table
from bench.speed import BATCH, SESSION, write

MEMORIES = 10_000
RUNS = 41


def run(script: str | None = None, runs: int = RUNS) -> list[Row]:
    """Bare Python, the version, and a recall by a new process each time; the files are in the page cache."""
    data_folder()
    queries = [question.text for question in data.longmemeval().questions]
    lamina, python = installed(script)
    compileall.compile_dir(os.path.dirname(package.__file__), quiet=1)  # as pip does when it installs
    with scratch() as folder:
        _filled(folder)
        place = [
            "--home",
            folder,
            "--store",
            os.path.join(folder, "memory.db"),
            "--project",
            "startup",
            "--user",
            "bench",
        ]
        times: dict[str, list[float]] = {"python": [], "version": [], "recall": []}
        for turn in range(-2, runs):  # the first two rounds only warm the page cache
            commands = {
                "python": [python, "-c", "pass"],
                "version": [*lamina, "--version"],
                "recall": [*lamina, "recall", queries[turn % len(queries)], *place],
            }
            for name, command in commands.items():
                start = perf_counter()
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
                if turn >= 0:
                    times[name].append((perf_counter() - start) * 1000)
    bare, version, recall = (median(times[name]) for name in ("python", "version", "recall"))
    beside = {"python -c pass": bare}
    return [
        Row("startup: lamina --version ÷ python -c pass", version / bare, "≤ 2"),
        Row(f"startup: cold lamina recall on {MEMORIES:,} ÷ python -c pass", recall / bare, "≤ 5"),
        Row("startup: lamina --version", version, peers=beside, unit="ms"),
        Row(f"startup: cold lamina recall on {MEMORIES:,}", recall, peers=beside, unit="ms"),
    ]


def installed(script: str | None) -> tuple[list[str], str]:
    """The installed command and the Python beside it; the module where nothing is installed."""
    path = script or os.path.join(sysconfig.get_path("scripts"), "lamina")
    if os.path.exists(path):
        return [path], os.path.join(os.path.dirname(path), "python")
    return [sys.executable, "-m", "lamina.serve.cli"], sys.executable


def _filled(folder: str) -> None:
    texts = data.exchange_texts()
    with opened(folder, "startup") as memory:
        for first in range(0, MEMORIES, BATCH * SESSION):
            write(memory, list(islice(texts, min(BATCH * SESSION, MEMORIES - first))), first)


def main(words: Sequence[str] | None = None) -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.startup")
    parser.add_argument("--lamina", help="the installed command (default: the one beside this Python)")
    parser.add_argument("--runs", type=int, default=RUNS)
    given = parser.parse_args(words)
    try:
        print(table(run(given.lamina, given.runs)))
    except Skipped as why:
        print(f"SKIPPED: {why}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
