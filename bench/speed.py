"""How fast is a warm recall, and how fast is writing? Measured in-process, beside FTS5 and Chroma on the same texts."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from itertools import islice
from time import perf_counter
from typing import Any

from bench import data, peers
from bench.claims import Row, Skipped, data_folder, opened, percentile, scratch, table
from bench.servers import postgres
from lamina.adapters.static_vectors import StaticVectors
from lamina.memory import Memory

SIZES = (1_000, 10_000, 100_000)
SESSION = 8
"""Exchanges per recorded session."""
BATCH = 625
"""Sessions per transaction."""
OTHER_PROJECTS = 99
LIMITS = {
    "sqlite": {"hybrid p50": "≤ 10", "hybrid p95": "≤ 25", "lexical p95": "≤ 10"},
    "postgres": {"hybrid p95": "≤ 100", "lexical p95": "≤ 100"},
}
Texts = Iterator[tuple[str, str]]


def run(
    engine: str = "sqlite", sizes: Sequence[int] = SIZES, million: bool = False, with_peers: bool = True
) -> list[Row]:
    """One project that grows, every size measured on the way; or, with `million`, that project among 99 others."""
    data_folder()
    queries = [question.text for question in data.longmemeval().questions]
    rows: list[Row] = []
    server = postgres() if engine == "postgres" else nullcontext(None)
    with scratch() as folder, server as address:
        texts, beside = data.exchange_texts(), _Beside(folder) if with_peers else None
        size, spent = 0, 0.0
        with opened(folder, "speed", address) as memory:
            for goal in sizes:
                while size < goal:
                    part = list(islice(texts, min(goal - size, BATCH * SESSION)))
                    spent += write(memory, part, first=size)
                    size += len(part)
                    if beside:
                        beside.add(part)
                if not million:
                    rows += latencies(memory, queries, size, engine, beside)
            if not million:
                rows.append(_writing(engine, size, spent, beside))
                rows += single_writes(memory, engine)
        if million:
            _fill_others(folder, address, texts, 1_000_000 - size)
            with opened(folder, "speed", address) as memory:
                rows += latencies(memory, queries, size, engine, None, of=", of 1,000,000 in 100 projects")
    return rows


def write(memory: Memory, texts: Sequence[tuple[str, str]], first: int) -> float:
    """Records the texts as sessions, in one transaction; the seconds it took until all of it can be found."""
    sessions = []
    for at in range(0, len(texts), SESSION):
        turns = [
            {"role": role, "text": text}
            for pair in texts[at : at + SESSION]
            for role, text in zip(("user", "assistant"), pair, strict=True)
        ]
        number = first + at
        day = f"2025-{number // 28 % 12 + 1:02}-{number % 28 + 1:02}T12:00:00Z"
        sessions.append({"id": f"session-{number}", "started_at": day, "turns": turns})
    start = perf_counter()
    with memory.batch():
        for session in sessions:
            memory.record(session)
    return perf_counter() - start


def latencies(
    memory: Memory, queries: Sequence[str], size: int, engine: str, beside: _Beside | None, of: str = ""
) -> list[Row]:
    """p50 and p95 of each mode, and of the peers, in milliseconds."""
    found = {mode: timed(lambda query, mode=mode: memory.recall(query, mode=mode), queries) for mode in _MODES}  # type: ignore[misc]  # a bound default
    others = {name: timed(search, queries) for name, search in beside.searches().items()} if beside else {}
    rows = []
    for mode, times in found.items():
        for share in (50, 95):
            metric = f"{mode} p{share}"
            limit = LIMITS[engine].get(metric, "") if size >= 100_000 else ""
            theirs = {name: percentile(one, share / 100) for name, one in others.items()}
            rows.append(Row(f"{engine} {size:,}{of}: {metric}", percentile(times, share / 100), limit, theirs, "ms"))
    return rows


_MODES = ("hybrid", "lexical")


def timed(search: Callable[[str], Any], queries: Sequence[str]) -> list[float]:
    """Milliseconds per query, after a first round over some of them."""
    for query in queries[:20]:
        search(query)
    times = []
    for query in queries:
        start = perf_counter()
        search(query)
        times.append((perf_counter() - start) * 1000)
    return times


def single_writes(memory: Memory, engine: str, how_many: int = 200) -> list[Row]:
    """Each `remember` alone: acknowledged means durable."""
    memory.remember("The first write of a process loads what writing needs.")
    times = timed(memory.remember, [f"Statement {n}: release {n * 7919} ships on day {n}." for n in range(how_many)])
    limit = "≤ 5" if engine == "sqlite" else ""
    return [
        Row(f"{engine}: one durable remember, p50", percentile(times, 0.5), limit, unit="ms"),
        Row(f"{engine}: one durable remember, p95", percentile(times, 0.95), unit="ms"),
    ]


def _writing(engine: str, size: int, spent: float, beside: _Beside | None) -> Row:
    limit = "≥ 2000" if engine == "sqlite" else ""
    theirs = {name: size / seconds for name, seconds in beside.spent.items()} if beside else {}
    return Row(f"{engine}: exchanges written and indexed per second", size / spent, limit, theirs)


def _fill_others(folder: str, address: str | None, texts: Texts, missing: int) -> None:
    for number in range(OTHER_PROJECTS):
        mine = missing // OTHER_PROJECTS + (number < missing % OTHER_PROJECTS)
        with opened(folder, f"other {number}", address) as memory:
            for at in range(0, mine, BATCH * SESSION):
                write(memory, list(islice(texts, min(mine - at, BATCH * SESSION))), first=at)


class _Beside:
    """The peers, filled with the same texts; `spent` is the seconds each took to write them."""

    def __init__(self, folder: str) -> None:
        self._words = peers.Fts5(os.path.join(folder, "fts5.db"))
        vectors = StaticVectors(os.path.join(folder, "cache"))
        self._meaning = peers.Chroma(vectors, os.path.join(folder, "chroma")) if peers.has_chroma() else None
        self.spent: dict[str, float] = {}

    def add(self, texts: Sequence[tuple[str, str]]) -> None:
        """The same unit: request and answer as one text; the vector is that of the request."""
        whole = [f"{asked}\n\n{answered}" for asked, answered in texts]
        self._timed("FTS5", lambda: self._words.add(whole))
        if self._meaning:
            chroma, asked = self._meaning, [one for one, _ in texts]
            self._timed("Chroma", lambda: chroma.add(asked, whole))

    def searches(self) -> dict[str, Callable[[str], Any]]:
        """How each is asked for ten hits with their texts."""
        ways: dict[str, Callable[[str], Any]] = {"FTS5": lambda query: self._words.search(query, 10)}
        if self._meaning:
            chroma = self._meaning
            ways["Chroma"] = lambda query: chroma.search(query, 10)
        return ways

    def _timed(self, name: str, work: Callable[[], None]) -> None:
        start = perf_counter()
        work()
        self.spent[name] = self.spent.get(name, 0.0) + perf_counter() - start


def main(words: Sequence[str] | None = None) -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.speed")
    parser.add_argument("--engine", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--million", action="store_true", help="also within 1,000,000 over 100 projects")
    parser.add_argument("--no-peers", action="store_true")
    given = parser.parse_args(words)
    try:
        print(table(run(given.engine, given.sizes, given.million, not given.no_peers)))
    except Skipped as why:
        print(f"SKIPPED: {why}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
