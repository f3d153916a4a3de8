"""Does a context hold the evidence within its budget, keep silent when it should, and is what it says then used?"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import lamina
from bench import data, errors, peers
from bench.claims import Row, data_folder, percentile, scratch
from bench.ingest import begins, transcripts
from bench.labels.off_topic import PROMPTS
from lamina.adapters.token_counts import O200k
from lamina.memory import Memory
from lamina.model.context import Context
from lamina.model.memory import LENGTHS, ExchangeFields, MemoryItem, SolutionFields
from lamina.model.terms import terms

FIRST = 16
"""Sessions that only fill the memory."""


def run() -> list[Row]:
    """LongMemEval in a budget; then the real sessions in date order."""
    data_folder()
    return [*evidence(), *sessions(), *errors_again()]


# The evidence of a question, within a budget.


def evidence() -> list[Row]:
    """All sessions in one project, the question as the prompt."""
    corpus = data.longmemeval()
    counter = O200k()
    rows = []
    with scratch() as folder, lamina.open_memory(os.path.join(folder, "m.db"), "pool", folder, "bench") as memory:
        with memory.batch():
            for session in sorted(corpus.sessions, key=lambda one: one["started_at"]):
                memory.record(session)
        plain = peers.Bm25([unit.whole for unit in corpus.units])
        sizes = counter.count([unit.whole for unit in corpus.units])
        for budget, limits in ((8000, ("≥ 0.85", "≥ 0.95")), (2000, ("", "≥ 0.88"))):
            mine, theirs, tokens = [], [], []
            for question in corpus.questions:
                pack = memory.context({"prompt": question.text}, budget)
                assert pack.token_count <= budget
                there = _sessions_in(memory, pack)
                told = _sessions_in(memory, pack, at_length=("full", "summary"))
                mine.append((question.gold <= there, bool(question.gold & there), bool(question.gold & told)))
                relevant = len(question.gold & there)
                tokens.append(pack.token_count / relevant if relevant else pack.token_count)
                other = _chunks(plain.search(question.text, 100), corpus.units, sizes, budget)
                theirs.append((question.gold <= other, bool(question.gold & other)))
            for at, name in enumerate(("all evidence", "some evidence")):
                beside = {"BM25 chunks": fmean(one[at] for one in theirs)}
                rows.append(
                    Row(f"{budget:,} tokens: {name} represented", fmean(one[at] for one in mine), limits[at], beside)
                )
            rows.append(
                Row(f"{budget:,} tokens: some evidence told in full or in summary", fmean(one[2] for one in mine))
            )
            rows.append(Row(f"{budget:,} tokens: tokens per relevant session", fmean(tokens)))
    return rows


def _sessions_in(memory: Memory, pack: Context, at_length: Sequence[str] = LENGTHS) -> set[str]:
    found = memory._store.items(memory.viewer, [one.id for one in pack.items if one.length in at_length])
    return {evidence.session for item in found for evidence in item.evidence}


def _chunks(order: Iterable[int], units: Sequence[data.Unit], sizes: Sequence[int], budget: int) -> set[str]:
    """Whole texts, best first, as long as they fit."""
    there: set[str] = set()
    for at in order:
        if sizes[at] > budget:
            break
        budget -= sizes[at]
        there.add(units[at].label)
    return there


# Real sessions in date order: what a hook would have said at the first prompt, and what became of it.


class Moment(NamedTuple):
    """A session: how it begins, and what it then did."""

    path: str
    prompt: str
    files: frozenset[str]
    errors: frozenset[str]
    words: frozenset[str]


def sessions() -> list[Row]:
    """Before each session is read, its first prompt is asked, as the hook asks it."""
    files = sorted(transcripts(), key=begins)
    useful: dict[str, list[float]] = {"lamina": [], "random": [], "most recent": []}
    spoken, silent, per_pack = [], 0, []
    chance = random.Random(0)
    with scratch() as folder, lamina.open_memory(os.path.join(folder, "m.db"), "cli", folder, "bench") as memory:
        for number, path in enumerate(files):
            moment = _moment(path)
            if number >= FIRST and moment.prompt.strip():
                known = [item for kind in ("exchange", "fact") for item in _all(memory, kind)]
                items = memory._store.items(memory.viewer, memory.remind(moment.prompt).ids)
                remembered = moment.files & {path for item in known for path in item.files}
                if remembered:
                    spoken.append(any(remembered & set(item.files) for item in items))
                if items:
                    per_pack.append(len(items))
                    useful["lamina"] += [_used(item, moment) for item in items]
                    many = min(len(items), len(known))
                    useful["random"] += [_used(item, moment) for item in chance.sample(known, many)]
                    latest = sorted(known, key=lambda item: item.last_seen)[-many:]
                    useful["most recent"] += [_used(item, moment) for item in latest]
            memory.ingest([path])
        for prompt in PROMPTS:
            silent += not memory.remind(prompt).ids
    mine = fmean(useful.pop("lamina"))
    return [
        Row(
            f"restraint: of {len(PROMPTS)} prompts about nothing in memory, left empty", silent / len(PROMPTS), "≥ 0.95"
        ),
        Row(
            f"first prompts whose session touches a remembered file, told about one (n={len(spoken)})",
            fmean(spoken),
            "≥ 0.80",
        ),
        Row(
            "usefulness: notes that the session then uses",
            mine,
            "≥ 0.85",
            {name: fmean(values) for name, values in useful.items()},
        ),
        Row("notes told, median", percentile(per_pack, 0.5)),
    ]


def errors_again() -> list[Row]:
    """Errors that an earlier session has met and fixed: is that fix critical when they are met again?"""
    told = errors.load()
    met = [error for one in told for error in errors.errors_of(one)]
    paths = {Path(path).stem: path for path in transcripts()}
    found = []
    with scratch() as folder, lamina.open_memory(os.path.join(folder, "m.db"), "cli", folder, "bench") as memory:
        for session in told:
            for error in (one for one in met if one.session == session.name):
                earlier = [one for one in errors.fixed_before(error, met) if one.session != error.session]
                if earlier:
                    pack = memory.context({"error": error.text})
                    first = [one.id for one in pack.items if one.tier == "tier1"]
                    items = memory._store.items(memory.viewer, first)
                    fixes = [one.fields for one in items if isinstance(one.fields, SolutionFields)]
                    found.append(any(errors.same_error(fix.problem, error.text) for fix in fixes))
            memory.ingest([paths[session.name]])
    return [Row(f"a repeated error (n={len(found)}) has a fix of the same error in tier 1", fmean(found), "≥ 0.80")]


def _all(memory: Memory, kind: str) -> list[MemoryItem]:
    return [one for one in memory._store.of_kind(memory.viewer, kind) if not one.validity.valid_to]


def _used(item: MemoryItem, moment: Moment) -> bool:
    """Whether the session touches its files, meets its errors, or speaks its terms."""
    if moment.files & set(item.files):
        return True
    if isinstance(item.fields, ExchangeFields) and moment.errors & set(item.fields.errors):
        return True
    mine = set(item.keywords[:6])
    return len(mine & moment.words) >= min(2, max(1, len(mine)))


def _moment(path: str) -> Moment:
    """The session alone, read as the product reads it."""
    with scratch() as folder, lamina.open_memory(os.path.join(folder, "m.db"), "cli", folder, "bench") as memory:
        memory.ingest([path])
        told = [one for one in _all(memory, "exchange") if isinstance(one.fields, ExchangeFields)]
        told.sort(key=lambda one: (one.first_seen, one.id))
        if not told:
            return Moment(path, "", frozenset(), frozenset(), frozenset())
        fields = [one.fields for one in told if isinstance(one.fields, ExchangeFields)]
        later = " ".join(one.lengths.full for one in told)
        return Moment(
            path,
            fields[0].asked,
            frozenset(file for one in told for file in one.files),
            frozenset(error for one in fields for error in one.errors),
            frozenset([*(word for one in told for word in one.keywords), *terms(later)]),
        )
