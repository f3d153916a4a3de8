"""What do cold texts save, and what does reading them cost? The real sessions, consolidated 120 days later."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import apsw

from bench.claims import Row, Skipped, percentile, scratch, table
from bench.consolidation import LATER, _all, _exported, _opened
from bench.ingest import transcripts
from lamina.memory import Memory
from lamina.model.memory import MemoryItem, Standing
from lamina.store import cold

ROUNDS = 3
ASKED = 300
COLD_TEXTS = """
SELECT coalesce(sum(length(cold)), 0) FROM items UNION ALL SELECT coalesce(sum(length(turns)), 0) FROM cold_turns
"""
BODIES = """
SELECT coalesce(sum(length(CAST(body AS BLOB))), 0) FROM items
UNION ALL SELECT coalesce(sum(length(CAST(body AS BLOB))), 0) FROM turns
"""


def run() -> list[Row]:
    """Hot, then cold: in the same order, in the same process."""
    with scratch() as folder:
        with _opened(folder) as memory:
            memory.ingest(transcripts())
            end = max(one.last_seen for one in _all(memory))
        with _opened(folder, end + LATER) as memory:
            hot = _measured(memory, Path(folder))
            memory.consolidate()
            kept = cold.check(memory._store).found  # type: ignore[arg-type]  # the store is the SQL one
            after = _measured(memory, Path(folder))
            memory.undo()
            back = _measured(memory, Path(folder))
    return _rows(hot, after, back, kept)


class Measured(NamedTuple):
    """A store at one moment."""

    bytes: int
    """Of the file, packed tightly."""
    written: int
    """Of bodies and turns as text."""
    compressed: int
    texts: list[dict[str, Any]]
    trace: list[float]
    recall: list[float]


def _measured(memory: Memory, folder: Path) -> Measured:
    exchanges = sorted((one for one in _all(memory) if one.kind == "exchange"), key=lambda one: one.id)
    asked = [text for one in exchanges if (text := _asked(one))][:ASKED]
    trace = _timed(lambda one: memory.trace(one.id), exchanges[:ASKED])
    recall = _timed(memory.recall, asked)
    texts = _texts(_exported(memory, folder))
    return Measured(*_sizes(folder / "memory.db"), texts, trace, recall)


def _asked(exchange: MemoryItem) -> str:
    said = exchange.lengths.summary[:1000]
    return said if any(letter.isalnum() for letter in said) else ""


def _timed(word: Callable[[Any], object], given: Sequence[Any]) -> list[float]:
    """Milliseconds, each the best of a few rounds: the machine's moods are not what is asked for."""
    best = [float("inf")] * len(given)
    for _ in range(ROUNDS):
        for at, one in enumerate(given):
            start = perf_counter()
            word(one)
            best[at] = min(best[at], (perf_counter() - start) * 1000)
    return best


def _sizes(path: Path) -> tuple[int, int, int]:
    copy = path.with_suffix(".packed")
    connection = apsw.Connection(str(path))
    connection.execute("VACUUM INTO ?", (str(copy),))
    written = sum(size for (size,) in connection.execute(BODIES))
    compressed = sum(size for (size,) in connection.execute(COLD_TEXTS))
    connection.close()
    size = os.path.getsize(copy)
    copy.unlink()
    return size, written, compressed


def _texts(exported: bytes) -> list[dict[str, Any]]:
    """The exported records of what may be cold, without how memories stand: that is what consolidation changes."""
    records = (json.loads(line) for line in exported.splitlines())
    told = (one for one in records if "turn" in one or one.get("kind") in cold.KINDS)
    return [{name: value for name, value in one.items() if name not in Standing._fields} for one in told]


def _rows(hot: Measured, after: Measured, back: Measured, kept: str) -> list[Row]:
    moved = hot.written - after.written
    differing = sum(a != b for a, b in zip(hot.texts, after.texts, strict=True))
    rows = [
        Row("store, packed tightly: before", hot.bytes / 1e6, unit="MB"),
        Row(f"store, packed tightly: after ({kept})", after.bytes / 1e6, unit="MB"),
        Row("store, packed tightly: smaller by", 1 - after.bytes / hot.bytes, "≥ 0.25"),
        Row("long texts and turns: smaller by", 1 - after.compressed / moved, "≥ 0.5"),
        Row(f"of {len(hot.texts):,} exported turns, exchanges and episodes, differ", differing, "≤ 0"),
        Row("cold after undo", back.compressed, "≤ 0", unit="bytes"),
    ]
    for word, one, other in (("trace", hot.trace, after.trace), ("recall", hot.recall, after.recall)):
        for share in (50, 95):
            peers = {"hot": percentile(one, share / 100)}
            limit = "≤ 25" if (word, share) == ("recall", 95) else ""
            rows.append(Row(f"{word} p{share}, cold", percentile(other, share / 100), limit, peers, "ms"))
    return rows


def main() -> int:
    """Prints the table."""
    try:
        print(table(run()))
    except Skipped as why:
        print(f"SKIPPED: {why}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
