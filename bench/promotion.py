"""How long does a run of the promotion engine take over everything that waits, and how does that grow?"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from itertools import islice
from statistics import median
from time import perf_counter

from bench import data
from bench.claims import Row, Skipped, data_folder, opened, scratch, table
from bench.servers import postgres
from lamina.distil.lengths import at_four_lengths
from lamina.memory import Memory
from lamina.model.ids import derived_id, new_id
from lamina.model.memory import Evidence, FactFields, MemoryItem, Place, Validity
from lamina.model.review import JournalEntry
from lamina.ports import Change
from lamina.words.vectors import with_vectors

SIZES = (1_000, 5_000)
LIMITS = {("sqlite", 5_000): "≤ 1"}
RISING = 3
"""One in so many is important enough to rise."""
TIMES = 3


def run(engine: str = "sqlite") -> list[Row]:
    """Per size a run in which a third rises and one that finds nothing to do; and one in which all rise."""
    data_folder()
    rows: list[Row] = []
    found: dict[int, float] = {}
    server = postgres() if engine == "postgres" else nullcontext(None)
    with scratch() as folder, server as address:
        for size in SIZES:
            taken = [_run(opened(folder, f"{size} waiting, {time}", address), size, RISING) for time in range(TIMES)]
            found[size], idle = (median(seconds) for seconds in zip(*taken, strict=True))
            limit = LIMITS.get((engine, size), "")
            rows.append(_row(f"promotion run, {size:,} pending, a third rises", found[size], engine, limit))
            rows.append(_row(f"promotion run, {size:,} pending, nothing to do", idle, engine))
        whole, _ = _run(opened(folder, "all rise", address), SIZES[-1], 1)
        rows.append(_row(f"promotion run, {SIZES[-1]:,} pending, all rise", whole, engine))
    grown = found[SIZES[-1]] / found[SIZES[0]]
    return [*rows, _row("promotion run, growth from 1,000 to 5,000", grown, engine, "≤ 7.5", unit="×")]


def _row(name: str, value: float, engine: str, limit: str = "", unit: str = "s") -> Row:
    return Row(name if engine == "sqlite" else f"{name} ({engine})", value, limit, unit=unit)


def _run(memory: Memory, size: int, rising: int) -> tuple[float, float]:
    """The seconds of a run over so many pending memories, and of the next one."""
    with memory:
        _fill(memory, size, rising)
        seconds = []
        for expected in ((size + rising - 1) // rising, 0):
            start = perf_counter()
            done = memory.promote_due()
            seconds.append(perf_counter() - start)
            if done.promoted != expected:
                raise AssertionError(f"{done.promoted} rose instead of {expected}")
    return seconds[0], seconds[1]


def _fill(memory: Memory, size: int, rising: int) -> None:
    now, [project] = datetime.now(UTC), memory._here().projects[:1]
    texts = (asked for asked, _ in islice(data.exchange_texts(), size))
    items = [
        _fact(Place(project, "bench"), number, text, now, number % rising == 0) for number, text in enumerate(texts)
    ]
    entry = JournalEntry(new_id(now), now, "load", memory.viewer.user, project=project)
    memory._store.apply(Change(entry, with_vectors(items, memory._parts.embedder)))
    memory.recall("anything")  # what waits for the index is not the promotion's work


def _fact(place: Place, number: int, text: str, now: datetime, rises: bool) -> MemoryItem:
    id_ = derived_id(place.project, "", str(number), "fact")
    seen = now - timedelta(minutes=number)
    return MemoryItem(
        id=id_,
        kind="fact",
        place=place,
        lengths=at_four_lengths(text),
        fields=FactFields(),
        validity=Validity(seen),
        first_seen=seen,
        last_seen=seen,
        importance=0.9 if rises else 0.3,
        evidence=(Evidence(f"s{number // 8}", "", 0, 0, "assistant"),),
    )


def main(words: Sequence[str] | None = None) -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.promotion")
    parser.add_argument("--engine", choices=("sqlite", "postgres"), default="sqlite")
    try:
        print(table(run(parser.parse_args(words).engine)))
    except Skipped as why:
        print(f"SKIPPED: {why}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
