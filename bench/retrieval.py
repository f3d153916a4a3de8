"""Does recall find what answers a question? LongMemEval, LoCoMo and the standard library, beside plain peers."""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from functools import partial
from statistics import fmean

from bench import data, peers
from bench.claims import Row, Skipped, data_folder, opened, scratch, table
from bench.data import Corpus, Question
from bench.servers import postgres
from lamina.adapters.static_vectors import StaticVectors
from lamina.memory import Memory

DEEP = 60
"""How many hits are asked for when they are counted as sessions."""
SESSION_METRICS = ("hit@1", "any@5", "all@5", "all@10", "NDCG@10")
LIMITS = {
    "LongMemEval pooled all@5": "≥ 0.74",
    "LongMemEval pooled any@5": "≥ 0.90",
    "LongMemEval pooled all@10": "≥ 0.81",
    "LongMemEval 48 sessions hit@1": "≥ 0.90",
    "LongMemEval 48 sessions any@5": "≥ 0.98",
    "LongMemEval 48 sessions all@5": "≥ 0.92",
    "LoCoMo turn R@10": "≥ 0.74",
    "LoCoMo session R@5": "≥ 0.88",
    "docstring → function R@10": "≥ 0.65",
}
Ranking = Callable[[str, int], list[str]]
"""Labels of hits for a question and a limit, best first."""
Scores = dict[str, list[float]]


def run(engine: str = "sqlite") -> list[Row]:
    """Every set, through every way of searching."""
    data_folder()
    server = postgres() if engine == "postgres" else nullcontext(None)
    with scratch() as folder, server as address:
        found = {"lamina": measured(partial(opened, folder, store=address), _recorded)}
        vectors = StaticVectors(os.path.join(folder, "cache"))
        found["BM25"] = measured(lambda name: None, lambda _, corpus: _bm25(corpus))
        if peers.has_chroma():
            found["Chroma"] = measured(lambda name: None, lambda _, corpus: _chroma(corpus, vectors))
    mine = found.pop("lamina")
    suffix = "" if engine == "sqlite" else f" ({engine})"
    return [
        Row(name + suffix, fmean(mine[name]), LIMITS.get(name, ""), {who: fmean(s[name]) for who, s in found.items()})
        for name in sorted(mine, key=lambda one: (one not in LIMITS, one))
    ]


def measured(opener: Callable[[str], Memory | None], indexed: Callable[[Memory | None, Corpus], Ranking]) -> Scores:
    """The scores of every question of every set, by name of the metric."""
    scores: Scores = {}

    def over(corpus: Corpus, count: Callable[[Question, Ranking], Iterable[tuple[str, float]]]) -> None:
        memory = opener(corpus.name)
        with memory or nullcontext():
            ranking = indexed(memory, corpus)
            for question in corpus.questions:
                for name, value in count(question, ranking):
                    scores.setdefault(name, []).append(value)

    pool = data.longmemeval()
    over(pool, lambda question, ranking: _sessions("LongMemEval pooled", question, ranking))
    for haystack in data.haystacks(pool):
        over(haystack, lambda question, ranking: _sessions("LongMemEval 48 sessions", question, ranking))
    for talk in data.locomo():
        over(talk, _turns)
    over(
        data.library_functions(), lambda question, ranking: [_recalled("docstring → function R@10", question, ranking)]
    )
    return scores


def _sessions(name: str, question: Question, ranking: Ranking) -> Iterable[tuple[str, float]]:
    order = list(dict.fromkeys(ranking(question.text, DEEP)))[:10]
    hits = [one in question.gold for one in order]
    gain = sum(hit / math.log2(at + 2) for at, hit in enumerate(hits))
    ideal = sum(1 / math.log2(at + 2) for at in range(min(10, len(question.gold))))
    complete = len(question.gold)
    values = (hits[:1] == [True], any(hits[:5]), sum(hits[:5]) == complete, sum(hits) == complete, gain / ideal)
    for metric, value in zip(SESSION_METRICS, values, strict=True):
        yield f"{name} {metric}", float(value)
        yield f"{name}, {question.sort}: {metric}", float(value)


def _turns(question: Question, ranking: Ranking) -> Iterable[tuple[str, float]]:
    first = ranking(question.text, 10)
    for at in (5, 10):
        value = len(question.gold & set(first[:at])) / len(question.gold)
        yield f"LoCoMo turn R@{at}", value
        yield f"LoCoMo, category {question.sort}: turn R@{at}", value
    gold = {_talk(label) for label in question.gold}
    order = list(dict.fromkeys(map(_talk, ranking(question.text, DEEP))))[:5]
    yield "LoCoMo session R@5", len(gold & set(order)) / len(gold)


def _talk(label: str) -> str:
    return label.partition(":")[0]


def _recalled(name: str, question: Question, ranking: Ranking) -> tuple[str, float]:
    return name, len(question.gold & set(ranking(question.text, 10))) / len(question.gold)


def _recorded(memory: Memory | None, corpus: Corpus) -> Ranking:
    """Fills a project and says how a hit there becomes a label: its function, its turn's id, or its session."""
    assert memory is not None
    names: dict[str, str] = {}
    with memory.batch():
        for session in corpus.sessions:
            memory.record(session)
        if not corpus.sessions:
            names = {memory.remember(unit.whole).id: unit.label for unit in corpus.units}
    turns = {session["id"]: session["labels"] for session in corpus.sessions if "labels" in session}

    def label(id_: str, session: str) -> str:
        if id_ in names:
            return names[id_]
        if turns and id_ not in traced:
            traced[id_] = turns[session][memory.trace(id_).exchanges[0].first_turn - 1]
        return traced[id_] if turns else session

    traced: dict[str, str] = {}
    return lambda query, limit: [
        label(hit.id, hit.session_ids[0] if hit.session_ids else "") for hit in memory.recall(query, limit=limit)
    ]


def _bm25(corpus: Corpus) -> Ranking:
    index = peers.Bm25([unit.whole for unit in corpus.units])
    return lambda query, limit: [corpus.units[at].label for at in index.search(query, limit)]


def _chroma(corpus: Corpus, vectors: StaticVectors) -> Ranking:
    index = peers.Chroma(vectors)
    index.add([unit.asked or unit.whole for unit in corpus.units], [unit.whole for unit in corpus.units])
    return lambda query, limit: [corpus.units[at].label for at in index.search(query, limit)]


def main(words: Sequence[str] | None = None) -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.retrieval")
    parser.add_argument("--engine", choices=("sqlite", "postgres"), default="sqlite")
    try:
        print(table(run(parser.parse_args(words).engine)))
    except Skipped as why:
        print(f"SKIPPED: {why}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
