"""Does consolidation make a memory smaller without losing what is needed later, fast enough, and can it be undone?"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from statistics import fmean
from time import perf_counter
from typing import NamedTuple

import lamina
from bench import big_stores, data, retrieval
from bench.claims import Row, Skipped, data_folder, scratch, table
from bench.ingest import begins, most_resident, transcripts
from lamina.consolidate.forgetting import KEPT
from lamina.memory import Memory
from lamina.model.consolidation import Facet
from lamina.model.memory import KINDS, LENGTHS, MemoryItem, Standing
from lamina.model.review import JournalEntry
from lamina.ports import Change, Stand

LATER = timedelta(days=120)
SIZES = (1_000, 100_000)
PROJECT = "consolidation"
NEAR = 0.01
DEEP = 60


def run(sizes: Sequence[int] = SIZES) -> list[Row]:
    """Forgetting, recall, undo and size."""
    data_folder()
    return [*forgetting(), *recalling(), *growing(sizes)]


def _opened(folder: str, now: datetime | None = None) -> Memory:
    store = os.path.join(folder, "memory.db")
    return lamina.open_memory(store, PROJECT, folder, "bench", clock=(lambda: now) if now else None)


# Forgetting: the later half of the real sessions tells what of the first half was needed.


class Known(NamedTuple):
    """What a store speaks of, and who says so."""

    facets: list[Facet]

    def keys(self, facet: Facet) -> set[str]:
        return {*facet.files, *(f"error {key}" for key in facet.errors)}

    def spoken_of(self, *, active: bool = False) -> set[str]:
        """Concepts only repeat what exchanges say."""
        told = (one for one in self.facets if one.kind != "concept" and (one.active or not active))
        return {key for one in told for key in self.keys(one)}


def forgetting() -> list[Row]:
    """The first half is consolidated 120 days after its end."""
    files = sorted(transcripts(), key=begins)
    first, later = files[: len(files) // 2], files[len(files) // 2 :]
    with scratch() as folder, scratch() as elsewhere:
        with _opened(folder) as memory:
            memory.ingest(first)
            end = max(one.last_seen for one in _all(memory))
        with _opened(elsewhere) as memory:
            memory.ingest(later)
            needed = Known(list(memory._store.facets(memory.viewer)))
            asked = [(one.fields.asked, set(one.files)) for one in _all(memory) if one.kind == "exchange"]  # type: ignore[union-attr]
        with _opened(folder, end + LATER) as memory:
            return _forgotten(memory, needed, asked, Path(folder))


def _forgotten(memory: Memory, later: Known, asked: list[tuple[str, set[str]]], folder: Path) -> list[Row]:
    before, tokens = _all(memory), _tokens(memory)
    known = Known(list(memory._store.facets(memory.viewer)))
    exported = _exported(memory, folder)
    answered = _answered(memory, asked)
    done = memory.consolidate()
    left = {one.id for one in _all(memory) if not one.archived_at}
    spoken_of = {key for one in known.facets if one.id in left and one.kind != "concept" for key in known.keys(one)}
    needed = known.spoken_of() & {key for one in later.facets if one.kind == "exchange" for key in known.keys(one)}
    decisions = {one.id for one in later.facets if one.category in KEPT} & {one.id for one in before}
    lost = len(needed - spoken_of) + len(decisions - left)
    wanted = {one.id for one in known.facets if one.kind != "concept" and known.keys(one) & needed}
    rows = [
        Row("active memories fall by", 1 - len(left) / len(before), "≥ 0.4"),
        Row("tokens of what is active fall by", 1 - _tokens(memory) / tokens, "≥ 0.6"),
        Row(
            f"lost, of {len(needed)} files and errors and {len(decisions)} decisions needed later",
            lost / (len(needed) + len(decisions)),
            "≤ 0.01",
        ),
        Row("archived, of all memories that speak of something needed later", len(wanted - left) / len(wanted)),
        Row("later requests that find an active memory of their files, before", answered),
        Row("later requests that find an active memory of their files, after", _answered(memory, asked)),
        Row("left for the next time", done.left_alone, "≤ 0"),
    ]
    memory.undo()
    return [*rows, Row("undo: bytes of an export that differ", _differing(exported, _exported(memory, folder)), "≤ 0")]


def _all(memory: Memory) -> list[MemoryItem]:
    return [one for kind in KINDS for one in memory._store.of_kind(memory.viewer, kind) if not one.validity.valid_to]


def _tokens(memory: Memory) -> int:
    active = (one for one in _all(memory) if not one.archived_at)
    return sum(one.lengths.tokens[LENGTHS.index(one.shown)] for one in active)


def _answered(memory: Memory, asked: list[tuple[str, set[str]]]) -> float:
    """The share of requests whose words lead to an active memory, in the first ten, of a file they then touch."""
    known = Known(list(memory._store.facets(memory.viewer))).spoken_of()
    found = []
    for text, files in asked:
        if text.strip() and files & known:
            hits = [hit for hit in memory.recall(text[:1000], limit=DEEP) if not hit.archived and hit.kind != "concept"]
            found.append(any(files.intersection(hit.files) for hit in hits[:10]))
    return fmean(found)


def _exported(memory: Memory, folder: Path) -> bytes:
    memory.export(str(folder / "out.jsonl"))
    return (folder / "out.jsonl").read_bytes()


def _differing(one: bytes, other: bytes) -> int:
    return abs(len(one) - len(other)) + sum(a != b for a, b in zip(one, other, strict=False))


# Recall: what is old is still found.


def recalling() -> list[Row]:
    """LongMemEval before, after, and with half of everything archived at random."""
    corpus = data.longmemeval()
    end = max(datetime.fromisoformat(one["started_at"]) for one in corpus.sessions)
    with scratch() as folder, _opened(folder, end + LATER) as memory:
        ranking = retrieval._recorded(memory, corpus)
        before = _scores(corpus, ranking)
        done = memory.consolidate()
        after = _scores(corpus, ranking)
        _archive_half(memory, end + LATER)
        half = _scores(corpus, ranking)
    rows = [
        Row("LongMemEval: shortened", done.compressed + done.summarised),
        Row("LongMemEval: archived", done.archived),
    ]
    for metric in ("all@5", "any@5"):
        rows.append(
            Row(f"LongMemEval pooled {metric}, after consolidation", after[metric], peers={"before": before[metric]})
        )
        rows.append(Row(f"LongMemEval pooled {metric}: lost by it", before[metric] - after[metric], f"≤ {NEAR}"))
        rows.append(Row(f"LongMemEval pooled {metric}, half of it archived at random", half[metric]))
    return rows


def _scores(corpus: data.Corpus, ranking: retrieval.Ranking) -> dict[str, float]:
    found: dict[str, list[float]] = {}
    for question in corpus.questions:
        for name, value in retrieval._sessions("", question, ranking):
            found.setdefault(name.strip(), []).append(value)
    return {name: fmean(values) for name, values in found.items()}


def _archive_half(memory: Memory, now: datetime) -> None:
    facets = list(memory._store.facets(memory.viewer))
    chosen = random.Random(0).sample(facets, len(facets) // 2)
    entry = JournalEntry("half", now, "consolidate", "bench", project=memory.viewer.projects[0])
    memory._store.apply(Change(entry, stands=tuple(Stand(one, Standing(now)) for one in chosen)))


# Size.


def growing(sizes: Sequence[int]) -> list[Row]:
    """Planning and applying in a process of its own."""
    rows, spent = [], {}
    for size in sizes:
        with scratch() as folder:
            with _opened(folder) as memory:
                big_stores.fill(memory, size)
            command = [sys.executable, "-m", "bench.consolidation", "--measure", folder]
            answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        steps, seconds, resident, undoing = map(float, answer)
        spent[size] = seconds
        big = size >= 100_000
        rows.append(
            Row(f"{size:,} memories: {steps:,.0f} steps planned and applied", seconds, "≤ 60" if big else "", unit="s")
        )
        rows.append(Row(f"{size:,} memories: resident memory", resident, "≤ 1024" if big else "", unit="MiB"))
        rows.append(Row(f"{size:,} memories: undone", undoing, unit="s"))
    small, large = min(spent), max(spent)
    return [*rows, Row(f"time per memory, {large:,} ÷ {small:,}", spent[large] / large / (spent[small] / small))]


def _measure(folder: str) -> None:
    with _opened(folder, big_stores.NEWEST + LATER) as memory:
        start = perf_counter()
        done = memory.consolidate()
        seconds, resident = perf_counter() - start, most_resident()
        start = perf_counter()
        memory.undo()
        print(len(done.steps), seconds, resident, perf_counter() - start)


def main(words: Sequence[str] | None = None) -> int:
    """Prints the table; with `--measure`, is one of the processes that are measured."""
    parser = argparse.ArgumentParser(prog="python -m bench.consolidation")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    given = parser.parse_args(words)
    if given.measure:
        _measure(given.measure)
        return 0
    try:
        print(table(run(given.sizes)))
    except Skipped as why:
        print(f"SKIPPED: {why}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
