"""Do exchanges of one piece of work end up in one concept? Judged by the commits that came of them."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from bench.claims import Row, Skipped, data_folder, opened, scratch, table
from bench.ingest import transcripts
from lamina.memory import Memory
from lamina.model.memory import ConceptFields

JOIN = 0.3


class Done(NamedTuple):
    """An exchange: its session, the files it had to do with, and those it changed."""

    id: str
    session: str
    files: frozenset[str]
    changed: frozenset[str]


def run() -> list[Row]:
    """Pairs of exchanges that belong to one commit, found in one concept."""
    files = transcripts()
    with scratch() as folder, opened(folder, "concepts") as memory:
        memory.ingest([os.path.dirname(files[0])])
        done = exchanges(memory)
        mine = {
            exchange: concept.id
            for concept in memory.concepts()
            if isinstance(concept.fields, ConceptFields)
            for exchange in concept.fields.exchanges
        }
    gold = pairs(done)
    theirs = {
        name: scored(gold, homes) for name, homes in (("file overlap", by_files(done)), ("session", by_session(done)))
    }
    precision, recall, f1 = scored(gold, mine)
    return [
        Row("concepts: pairs of one commit found together, F1", f1, peers={"file overlap": theirs["file overlap"][2]}),
        Row("concepts: F1 ÷ that of file overlap", f1 / theirs["file overlap"][2], "≥ 1.2"),
        Row("concepts: precision", precision, peers={name: one[0] for name, one in theirs.items()}),
        Row("concepts: recall", recall, peers={name: one[1] for name, one in theirs.items()}),
        Row("concepts: how many", len(set(mine.values())), peers={"sessions": len({one.session for one in done})}),
    ]


def exchanges(memory: Memory) -> list[Done]:
    """In the order of time."""
    found = []
    for concept in memory.concepts():
        for traced in memory.trace(concept.id).exchanges:
            changed = {turn.target for _, turn in traced.turns if turn.diff and turn.target}
            item = memory.get(traced.id)
            found.append((item.first_seen, Done(traced.id, traced.session, frozenset(item.files), frozenset(changed))))
    return [one for _, one in sorted(found)]


def pairs(done: Sequence[Done]) -> set[tuple[str, str]]:
    """Exchanges of a commit's sessions that changed a file of it."""
    gold: set[tuple[str, str]] = set()
    with open(os.path.join(data_folder(), "transcripts", "claude_code_commit_links.jsonl"), encoding="utf-8") as links:
        for link in map(json.loads, links):
            group = [
                one.id
                for one in done
                if one.session in link["sessions"] and any(_same(a, b) for a in one.changed for b in link["files"])
            ]
            gold |= set(combinations(sorted(set(group)), 2))
    return gold


def _same(one: str, other: str) -> bool:
    return one.endswith(other) or other.endswith(one)


def scored(gold: set[tuple[str, str]], home: Mapping[str, str]) -> tuple[float, float, float]:
    """Precision, recall and F1 over the exchanges that some commit speaks of."""
    groups: dict[str, list[str]] = defaultdict(list)
    for one in sorted({one for pair in gold for one in pair}):
        groups[home[one]].append(one)
    together = {pair for group in groups.values() for pair in combinations(group, 2)}
    right = len(gold & together)
    precision, recall = right / max(1, len(together)), right / max(1, len(gold))
    return precision, recall, 2 * precision * recall / max(1e-9, precision + recall)


def by_files(done: Iterable[Done]) -> dict[str, str]:
    """What files alone can do: join the group with the largest overlap above 30 %."""
    groups: dict[str, set[str]] = {}
    home = {}
    for one in done:
        near = {name: len(one.files & files) / max(1, len(one.files | files)) for name, files in groups.items()}
        best = max(near, key=lambda name: near[name], default="")
        home[one.id] = best if best and near[best] >= JOIN else one.id
        groups.setdefault(home[one.id], set()).update(one.files)
    return home


def by_session(done: Iterable[Done]) -> dict[str, str]:
    """One group per session: right wherever a session is one piece of work, blind across sessions."""
    return {one.id: one.session for one in done}


def main(words: Sequence[str] | None = None) -> int:
    """Prints the table."""
    argparse.ArgumentParser(prog="python -m bench.concepts").parse_args(words)
    try:
        print(table(run()))
    except Skipped as why:
        print(f"SKIPPED: {why}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
