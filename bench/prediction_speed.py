"""How long do a prediction and a whole context take beside 100,000 exchanges and 1,200 commits, in one process?"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

from bench import data
from bench.checkouts import Commit, Repository, standing_in
from bench.claims import Row, opened, percentile, scratch
from bench.speed import SESSION
from lamina import Memory, Signals

SIZE = 100_000
FILES, COMMITS = 2_000, 1_200
BATCH = 250
LIMITS = {50: "≤ 20", 95: "≤ 50"}


def run(size: int = SIZE) -> list[Row]:
    """Prompts and files that the project knows; a third each of prompt, file, and both."""
    texts, chosen = data.exchange_texts(), random.Random(0)
    questions = [one.text for one in data.longmemeval().questions]
    with scratch() as folder, opened(folder, "prediction") as memory:
        sessions = sessions_with_files(texts, chosen)
        for first in range(0, size // SESSION, BATCH):
            with memory.batch():
                for one in islice(sessions, min(BATCH, size // SESSION - first)):
                    memory.record(one)
        rows = _rows(f"{size:,} exchanges", memory, questions)
        repository = Repository(Path(folder, "repository"), list(islice(_commits(texts, chosen), COMMITS)))
        repository.go_to(datetime.now(UTC), ())
        with standing_in(repository, memory, folder, "prediction") as inside:
            rows += _rows(f"{size:,} exchanges and {COMMITS:,} commits", inside, questions)
        return rows


def _rows(beside: str, memory: Memory, questions: list[str]) -> list[Row]:
    first = _timed(memory.predict, Signals(prompt=questions[0]))
    rows = [Row(f"{beside}: the first prediction, which learns", first, unit="ms")]
    asked = list(asked_of(questions, random.Random(1)))
    for name, word in (("predict", memory.predict), ("context, 8,000 tokens", memory.context)):
        times = [_timed(word, one) for one in asked]
        for share, limit in LIMITS.items():
            told = percentile(times, share / 100)
            rows.append(Row(f"{beside}: {name} p{share}", told, limit, unit="ms"))
    return rows


def _commits(texts: Iterator[tuple[str, str]], chosen: random.Random) -> Iterator[Commit]:
    for number, (asked, answered) in enumerate(texts):
        area = chosen.randrange(FILES // 20)
        files = {f"src/part{area}/file{area * 20 + chosen.randrange(20)}.py" for _ in range(3)}
        at = datetime(2025, 1, 1, tzinfo=UTC) + timedelta(hours=number)
        yield Commit(f"{number:040x}", at, f"{asked}\n\n{answered}", tuple(sorted(files)), ())


def sessions_with_files(texts: Iterator[tuple[str, str]], chosen: random.Random) -> Iterator[dict[str, Any]]:
    number = 0
    while True:
        number += 1
        area = chosen.randrange(FILES // 20) * 20
        turns: list[dict[str, Any]] = []
        for asked, answered in islice(texts, SESSION):
            turns.append({"role": "user", "text": asked})
            for _ in range(chosen.randrange(4)):
                path = f"src/part{area // 20}/file{area + chosen.randrange(20)}.py"
                turns.append({"role": "tool", "name": "Edit", "target": path, "diff": "+ x = 1", "result": "ok"})
            turns.append({"role": "assistant", "text": answered})
        day = f"2025-{number // 1120 % 12 + 1:02}-{number // 40 % 28 + 1:02}T{number % 24:02}:00:00Z"
        yield {"id": f"session-{number}", "started_at": day, "turns": turns}


def asked_of(questions: list[str], chosen: random.Random) -> Iterator[Signals]:
    for number, question in enumerate(questions):
        at = chosen.randrange(FILES)
        file = f"src/part{at // 20}/file{at}.py"
        yield Signals(prompt=question if number % 3 else "", file=file if number % 3 != 1 else "")


def _timed(word: Callable[[Signals], object], signals: Signals) -> float:
    start = perf_counter()
    word(signals)
    return (perf_counter() - start) * 1000
