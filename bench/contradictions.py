"""Which statements contradict, replace or repeat each other: against labels by hand, and against public sentence pairs.

The first pairs were labelled before there was a rule; half of them (by the hash of their ids) served to build, the
other half is for reporting. The later pairs were written in batches, each first measured and then learned from, so that
they are in sample now. The public pairs are about photographs and news: shown, and nothing is tuned on them.
"""

from __future__ import annotations

import csv
import hashlib
import json
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from bench.claims import Row, Skipped, data_folder, scratch
from lamina.adapters.static_vectors import StaticVectors
from lamina.consolidate.claims import claim
from lamina.consolidate.duplicates import MERGED_FROM, similarity
from lamina.consolidate.relations import Contradiction, Duplicate, Update, relation
from lamina.recall.vectors import cosine, probe

LABELS = Path(__file__).parent / "labels"
CONFLICTS = ("contradiction", "update")
APART = ("contradiction", "update", "compatible", "unrelated")
SAME_FROM = 4.5
"""From this score on the public similarity pairs count as one."""
_WORD = re.compile(r"[a-z0-9]+")
_NO = re.compile(r"\b(?:not|no|never|don'?t|cannot|can'?t|without|avoid|stop)\b|n't\b")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_NAIVE_OVERLAP = 0.3


class Pair(NamedTuple):
    id: str
    category: str
    overlap: str
    relation: str
    older: str
    newer: str


class Score(NamedTuple):
    hits: int
    wrong: int
    missed: int

    @property
    def precision(self) -> float:
        return self.hits / (self.hits + self.wrong) if self.hits + self.wrong else 0.0

    @property
    def recall(self) -> float:
        return self.hits / (self.hits + self.missed) if self.hits + self.missed else 0.0


Says = Callable[[str, str], bool]


def run() -> list[Row]:
    """Conflicts found and wrongly found, duplicates merged and wrongly merged, and how long a pair takes."""
    pairs, later = labelled("pairs"), labelled("later_pairs")
    report = [pair for pair in pairs if half(pair) == "report"]
    rows = _conflict_rows("report half", report, ("≥ 0.8", "≥ 0.6", "≤ 0.02"))
    rows += _conflict_rows("build half", [pair for pair in pairs if half(pair) == "build"], ("", "", ""))
    rows += _conflict_rows("later batches, in sample", later, ("", "", ""))
    rows += _parts(report)
    rows += _merge_rows("report half", report, ("≥ 0.95", "≥ 0.5", "≤ 0"))
    rows += _merge_rows("all labelled pairs", [*pairs, *later], ("≥ 0.95", "≥ 0.5", "≤ 0"))
    rows += _speed_rows([*pairs, *later])
    try:
        return rows + _public_rows(Path(data_folder()) / "pairs")
    except Skipped as why:
        print(f"SKIPPED the public pairs: {why}")
        return rows


def labelled(name: str) -> list[Pair]:
    """The pairs of one file."""
    lines = (LABELS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [Pair(**json.loads(line)) for line in lines]


def half(pair: Pair) -> str:
    """`build` or `report`, for good."""
    return "build" if hashlib.sha256(pair.id.encode()).digest()[0] % 2 == 0 else "report"


def conflicts(older: str, newer: str) -> bool:
    """Whether the product would flag or invalidate the older."""
    return isinstance(relation(older, newer), Contradiction | Update)


def naive(older: str, newer: str) -> bool:
    """Shared words, and a no or a number that differs."""
    one, other = set(_WORD.findall(older.lower())), set(_WORD.findall(newer.lower()))
    if len(one & other) < _NAIVE_OVERLAP * len(one | other):
        return False
    noes = len(_NO.findall(older.lower())) % 2 != len(_NO.findall(newer.lower())) % 2
    return noes or set(_NUMBER.findall(older)) != set(_NUMBER.findall(newer))


def score(pairs: Sequence[tuple[str, str, bool]], says: Says) -> Score:
    """How often `says` is right that a pair is what it is asked for."""
    found = [(says(older, newer), wanted) for older, newer, wanted in pairs]
    return Score(found.count((True, True)), found.count((True, False)), found.count((False, True)))


def _conflict_rows(name: str, pairs: Sequence[Pair], limits: tuple[str, str, str]) -> list[Row]:
    asked = [(pair.older, pair.newer, pair.relation in CONFLICTS) for pair in pairs]
    ours, base = score(asked, conflicts), score(asked, naive)
    told = f"contradictions and updates, {name} (n={len(pairs)})"
    rows = [
        Row(f"{told}: precision", ours.precision, limits[0], {"negation and numbers": base.precision}),
        Row(f"{told}: recall", ours.recall, limits[1], {"negation and numbers": base.recall}),
    ]
    kept = [pair for pair in pairs if pair.relation in ("compatible", "duplicate")]
    wrong = {who: sum(says(one.older, one.newer) for one in kept) / len(kept) for who, says in _BOTH.items()}
    about = f"wrong invalidations of compatible and duplicate pairs, {name} (n={len(kept)})"
    return [*rows, Row(about, wrong["ours"], limits[2], {"negation and numbers": wrong["naive"]})]


_BOTH: dict[str, Says] = {"ours": conflicts, "naive": naive}


def _parts(pairs: Sequence[Pair]) -> list[Row]:
    """Recall per relation, category and share of common words."""
    rows = []
    for part in ("relation", "category", "overlap"):
        for value in sorted({str(getattr(pair, part)) for pair in pairs if pair.relation in CONFLICTS}):
            asked = [pair for pair in pairs if getattr(pair, part) == value and pair.relation in CONFLICTS]
            found = sum(conflicts(pair.older, pair.newer) for pair in asked) / len(asked)
            base = sum(naive(pair.older, pair.newer) for pair in asked) / len(asked)
            told = f"contradictions and updates, report half, {part} {value} (n={len(asked)}): recall"
            rows.append(Row(told, found, "", {"negation and numbers": base}))
    return rows


def _merge_rows(name: str, pairs: Sequence[Pair], limits: tuple[str, str, str]) -> list[Row]:
    """What is merged: a duplicate by relation, and similar enough with the product's own vectors."""
    near = _cosines([(pair.older, pair.newer) for pair in pairs])
    merged = [_is_merged(pair.older, pair.newer, near[at]) for at, pair in enumerate(pairs)]
    same = [pair.relation == "duplicate" for pair in pairs]
    found = list(zip(merged, same, strict=True))
    ours = Score(found.count((True, True)), found.count((True, False)), found.count((False, True)))
    opposites = sum(one and pair.relation in APART for one, pair in zip(merged, pairs, strict=True))
    told = f"merging, {name} (n={len(pairs)})"
    return [
        Row(f"{told}: precision", ours.precision, limits[0]),
        Row(f"{told}: recall", ours.recall, limits[1]),
        Row(f"{told}: merged although they are no duplicates", opposites, limits[2]),
    ]


def _is_merged(older: str, newer: str, near: float) -> bool:
    similar = similarity(claim(older), claim(newer), cosine=near) >= MERGED_FROM
    return similar and isinstance(relation(older, newer), Duplicate)


def _cosines(pairs: Sequence[tuple[str, str]]) -> list[float]:
    with scratch() as folder:
        packed = StaticVectors(folder).embed([text for pair in pairs for text in pair])
    return [
        cosine(probe(one), other) if one and other else 0.0
        for one, other in zip(packed[::2], packed[1::2], strict=True)
    ]


def _speed_rows(pairs: Sequence[Pair]) -> list[Row]:
    claim.cache_clear()
    start = time.perf_counter()
    read = [(claim(pair.older), claim(pair.newer)) for pair in pairs]
    taken = time.perf_counter() - start
    start = time.perf_counter()
    for one, other in read:
        relation(one, other)
    compared = time.perf_counter() - start
    return [
        Row("contradictions: a pair compared", compared / len(read) * 1e6, "≤ 100", unit="µs"),
        Row("contradictions: a statement taken apart", taken / len(read) / 2 * 1e6, unit="µs"),
    ]


def _public_rows(folder: Path) -> list[Row]:
    rows = []
    for name, asked in (
        ("SICK dev", _sick(folder / "sick_dev.tsv")),
        ("Breaking NLI dev", _breaking(folder / "breaking_nli_dev.jsonl")),
    ):
        ours, base = score(asked, conflicts), score(asked, naive)
        told = f"contradictions, {name} (n={len(asked)})"
        rows.append(Row(f"{told}: precision", ours.precision, "", {"negation and numbers": base.precision}))
        rows.append(Row(f"{told}: recall", ours.recall, "", {"negation and numbers": base.recall}))
    return rows + _similarity_rows(folder / "stsb_dev.csv")


def _sick(path: Path) -> list[tuple[str, str, bool]]:
    with path.open(encoding="utf-8", newline="") as opened:
        lines = csv.DictReader(opened, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [(one["sentence_A"], one["sentence_B"], one["entailment_label"] == "CONTRADICTION") for one in lines]


def _breaking(path: Path) -> list[tuple[str, str, bool]]:
    lines = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return [(one["sentence1"], one["sentence2"], one["gold_label"] == "contradiction") for one in lines]


def _similarity_rows(path: Path) -> list[Row]:
    lines = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    asked = [(line[5], line[6], float(line[4]) >= SAME_FROM) for line in lines if len(line) > 6]
    near = _cosines([(one, other) for one, other, _ in asked])
    found = [(_is_merged(one, other, near[at]), same) for at, (one, other, same) in enumerate(asked)]
    ours = Score(found.count((True, True)), found.count((True, False)), found.count((False, True)))
    told = f"merging, STS-B dev, one from {SAME_FROM} on (n={len(asked)})"
    return [Row(f"{told}: precision", ours.precision), Row(f"{told}: recall", ours.recall)]
