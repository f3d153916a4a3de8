"""How long it takes to put together the layers of an agent's context, from many files and memories."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from bench.claims import Row, opened, percentile, scratch, table
from lamina.memory import Memory

FILES = 1000
MEMORIES = 2000
RUNS = 50
WORDS = "tea cup kettle water leaf brew steep boil pour taste green black cold warm fresh slow".split()


def run(files: int = FILES, memories: int = MEMORIES) -> list[Row]:
    """The first call reads; the others find what has not changed. One of them finds one file changed."""
    with scratch() as folder:
        project = Path(folder, "project")
        written = list(_written(project, files))
        home = os.path.join(folder, "home")
        os.makedirs(home)
        with opened(home, "layers") as memory:
            _remembered(memory, memories)
            first = _timed(memory, project)
            warm = [_timed(memory, project) for _ in range(RUNS)]
            changed = []
            for at in range(RUNS):
                written[at].write_text(_text(random.Random(-at)), encoding="utf-8")
                changed.append(_timed(memory, project))
            full = memory.layers("coder", "sprint-01", "coding", folder=str(project))
    name = f"layers: {files:,} files and {memories:,} memories"
    return [
        Row(f"{name}, warm, p50", percentile(warm, 0.5), "≤ 50", unit="ms"),
        Row(f"{name}, warm, p95", percentile(warm, 0.95), unit="ms"),
        Row(f"{name}, one file changed, p50", percentile(changed, 0.5), unit="ms"),
        Row(f"{name}, first call in a process", first, unit="ms"),
        Row(f"{name}: tokens in the context of 50,000", full.total_tokens, "≤ 50000"),
    ]


def _timed(memory: Memory, project: Path) -> float:
    start = perf_counter()
    memory.layers("coder", "sprint-01", "coding", folder=str(project))
    return (perf_counter() - start) * 1000


def _written(project: Path, files: int) -> Iterator[Path]:
    """Four in ten are decisions, the others artifacts of the stage, retrospectives and conventions; 150 words each."""
    places = (
        "project/decisions/{}.md",
        "project/decisions/{}.md",
        "stage/coding/artifacts/{}.json",
        "sprint/sprint-01/retrospectives/{}.md",
        "project/conventions/{}.md",
    )
    for at in range(files):
        path = project / ".memory" / places[at % len(places)].format(f"{at:04}")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_text(random.Random(at)), encoding="utf-8")
        yield path


def _text(chance: random.Random) -> str:
    return " ".join(chance.choices(WORDS, k=150)) + "\n"


def _remembered(memory: Memory, memories: int) -> None:
    layers = ("project", "project", "sprint/sprint-01", "sprint/sprint-02", "stage/coding", "agent/coder")
    with memory.batch():
        for at in range(memories):
            said = " ".join(random.Random(at).choices(WORDS, k=12))
            memory.remember(f"{said}, number {at}", layer=layers[at % len(layers)] if at % 10 == 0 else "project")


if __name__ == "__main__":
    print(table(run()))
    sys.exit(0)
