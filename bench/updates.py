"""Is what was said last found first? The pairs of older and newer sessions behind LongMemEval's knowledge updates."""

from __future__ import annotations

import sys
from collections.abc import Callable
from statistics import fmean
from typing import Any, NamedTuple

from bench import data, peers
from bench.claims import Row, Skipped, data_folder, opened, scratch, table
from bench.data import Corpus, Question
from bench.retrieval import DEEP, Ranking
from lamina.memory import Memory

SORT = "knowledge-update"
LIMIT = "≥ 0.95"
ONE_DAY = "2023-06-01T12:00:00+00:00"


class Pair(NamedTuple):
    """A question, and the sessions that answered it before and after the update."""

    question: Question
    older: str
    newer: str


def run() -> list[Row]:
    """With nothing but the updates recorded, and among all sessions; each beside search that knows no dates."""
    data_folder()
    pool = data.longmemeval()
    asked = [one for one in pool.questions if one.sort == SORT]
    only = _part(pool, {id_ for one in asked for id_ in one.gold})
    rows = _rows("updates: newer above older", only, asked, LIMIT)
    return rows + _rows("updates among all sessions: newer above older", pool, asked, "")


def pairs(corpus: Corpus, asked: list[Question]) -> list[Pair]:
    """In the order of the file; the dates tell which is the older."""
    began = {one["id"]: one["started_at"] for one in corpus.sessions}
    return [Pair(one, *sorted(one.gold, key=began.__getitem__)) for one in asked if len(one.gold) == 2]


def newer_first(pair: Pair, ranking: Ranking) -> float:
    """1 when the newer session's best hit is above the older's; a newer one that is not found is not above."""
    order = [one for one in ranking(pair.question.text, DEEP) if one in (pair.older, pair.newer)]
    return float(order[:1] == [pair.newer])


def _rows(name: str, corpus: Corpus, asked: list[Question], limit: str) -> list[Row]:
    found = pairs(corpus, asked)
    dated = sorted(corpus.sessions, key=lambda one: str(one["started_at"]))
    undated = [{**one, "started_at": ONE_DAY} for one in corpus.sessions]
    plain = _bm25(corpus)
    mine = _recorded(dated, lambda ranking: [newer_first(one, ranking) for one in found])
    others = {
        "without dates": _recorded(undated, lambda ranking: [newer_first(one, ranking) for one in found]),
        "BM25": [newer_first(one, plain) for one in found],
    }
    parts = {
        "": slice(None),
        ", half that chose the numbers": slice(0, None, 2),
        ", other half (seen when the rule was made)": slice(1, None, 2),
    }
    return [
        Row(name + part, fmean(mine[at]), "" if part else limit, {who: fmean(got[at]) for who, got in others.items()})
        for part, at in parts.items()
    ]


def _recorded(sessions: list[dict[str, Any]], counted: Callable[[Ranking], list[float]]) -> list[float]:
    with scratch() as folder, opened(folder, "updates") as memory:
        with memory.batch():
            for one in sessions:
                memory.record(one)
        return counted(lambda query, limit: _sessions(memory, query, limit))


def _sessions(memory: Memory, query: str, limit: int) -> list[str]:
    return [hit.session_ids[0] for hit in memory.recall(query, limit=limit) if hit.session_ids]


def _bm25(corpus: Corpus) -> Ranking:
    index = peers.Bm25([unit.whole for unit in corpus.units])
    return lambda query, limit: [corpus.units[at].label for at in index.search(query, limit)]


def _part(pool: Corpus, kept: set[str]) -> Corpus:
    return Corpus(
        SORT,
        [one for one in pool.sessions if one["id"] in kept],
        [one for one in pool.units if one.label in kept],
        pool.questions,
    )


def main() -> int:
    """Prints the table."""
    try:
        print(table(run()))
    except Skipped as why:
        print(f"SKIPPED: {why}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
