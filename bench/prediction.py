"""Is it known what a session will need before it begins? Real sessions in date order, each from what came before it.

The weights come from the first halves of other projects' histories, the scale from each session's own past. How clues
are counted was chosen with an eye on later prompts of the same sessions: this is no blind test (decision 011).

With git, the same is asked in a real repository, whose HEAD is the last commit before the session began by the authors'
own dates; commits that the session itself made are not in it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, TypeVar

from bench import prediction_git, prediction_speed
from bench.calibration import brier_skill, calibration_error
from bench.checkouts import Commit, Repository, commits_of, standing_in
from bench.claims import Row, Skipped, data_folder, opened, scratch, table
from bench.peers import Bm25
from lamina import Memory, Signals
from lamina.capture.claude_code import read
from lamina.model.transcript import Event, Head
from lamina.refine.clean import turn_of

T = TypeVar("T")

WARM_UP = 16
"""Sessions at the beginning that are only learned from."""
TOP = 20
FILE_TOOLS = frozenset({"Read", "Edit", "Write", "MultiEdit"})
MOST_STEPS = 40
"""Files that are opened, one after the other, when a session is followed."""


class Case(NamedTuple):
    """One session: what was known when it began, and what its commits then touched."""

    path: Path
    at: datetime
    prompt: str
    branch: str
    opened: tuple[str, ...]
    """The files it read or wrote, in order."""
    gold: frozenset[str]
    commits: frozenset[str]
    """Those that it made."""

    @property
    def first(self) -> str:
        return self.opened[0] if self.opened else ""


class Told(NamedTuple):
    """One thing that was known: an exchange, or a commit."""

    id: str
    work: str
    """The session, or the commit."""
    at: datetime
    text: str
    files: tuple[str, ...]


class Before(NamedTuple):
    """What memory held when a session began, and what git did."""

    told: list[Told]

    @property
    def files(self) -> set[str]:
        return {path for one in self.told for path in one.files}


class Outcome(NamedTuple):
    """One session predicted in one way: the files in order, with their confidences where there are some."""

    ranked: list[str]
    gold: frozenset[str]
    known: set[str]
    confidences: list[float]


def run() -> list[Row]:
    """Every session after the warm-up whose commits are known."""
    outcomes: dict[str, list[Outcome]] = {}
    with_git: dict[str, list[Outcome]] = {}
    shares: dict[str, list[float]] = {}
    memories: list[tuple[float, bool]] = []
    history = Path(data_folder(), "git_histories", "entireio__cli.jsonl")
    with scratch() as folder, opened(folder, "sessions") as memory:
        git = Repository(Path(folder, "repository"), commits_of(history))
        with standing_in(git, memory, folder, "sessions") as inside:
            for number, case in enumerate(load()):
                if number >= WARM_UP and case.gold and case.prompt:
                    before = Before(_exchanges(memory, case.at))
                    _gather(outcomes, _predicted(memory, case, before))
                    _gather(shares, _remembered(memory, case, before, memories))
                    before.told.extend(map(_told, git.go_to(case.at, case.commits)))
                    _gather(with_git, _predicted(inside, case, before))
                memory.ingest([str(case.path)])
    return [
        *_rows(outcomes),
        *(row._replace(name=f"with git: {row.name}") for row in _rows(with_git)[1:]),
        *_memory_rows(shares, memories),
        *prediction_git.run(),
        *prediction_speed.run(),
    ]


def _gather(into: dict[str, list[T]], found: Mapping[str, T]) -> None:
    for name, one in found.items():
        into.setdefault(name, []).append(one)


def load() -> list[Case]:
    """The sessions by the moment of their first prompt."""
    touched: dict[str, set[str]] = {}
    commits: dict[str, set[str]] = {}
    root = Path(data_folder(), "transcripts")
    for line in (root / "claude_code_commit_links.jsonl").read_text(encoding="utf-8").splitlines():
        link = json.loads(line)
        for session in link["sessions"]:
            touched.setdefault(session, set()).update(link["files"])
            commits.setdefault(session, set()).add(link["commit"])
    found = [
        _case(path, touched.get(path.stem, set()), commits.get(path.stem, set()))
        for path in sorted((root / "claude_code").glob("*.jsonl"))
    ]
    return sorted((one for one in found if one), key=lambda one: one.at)


def _case(path: Path, gold: set[str], commits: set[str]) -> Case | None:
    folder, branch, prompt, at, opened_files = "", "", "", None, []
    with path.open("rb") as lines:
        for one in read(lines):
            if isinstance(one, Head):
                folder, branch = folder or one.cwd, branch or one.branch
            elif isinstance(one, Event) and one.sort in ("said", "call"):
                turn = turn_of(one, folder)
                at = at or turn.at
                if turn.role == "user":
                    prompt = prompt or turn.text.strip()
                elif turn.name in FILE_TOOLS and turn.target:
                    opened_files.append(turn.target)
    if at is None:
        return None
    return Case(path, at, prompt, branch, tuple(dict.fromkeys(opened_files)), frozenset(gold), frozenset(commits))


def _exchanges(memory: Memory, at: datetime) -> list[Told]:
    """Strictly the past: sessions overlap, and what another one did later is not known yet."""
    exchanges = memory._store.of_kind(memory.viewer, "exchange")
    return [
        Told(one.id, one.sessions[0], one.last_seen, one.lengths.full, one.files)
        for one in exchanges
        if one.last_seen < at
    ]


def _told(commit: Commit) -> Told:
    return Told(commit.sha, commit.sha, commit.at, commit.message, commit.files)


# Files.


def _predicted(memory: Memory, case: Case, before: Before) -> dict[str, Outcome]:
    """Every way of asking, ours and the floors'."""
    known, first = before.files, case.first
    prompt = Signals(prompt=case.prompt, at=case.at)
    on_branch = prompt._replace(branch=case.branch)
    found = {
        "prompt": _ours(memory, prompt, case.gold, known),
        "prompt, branch": _ours(memory, on_branch, case.gold, known),
        **{f"prompt: {name}": _floor(ranked, case.gold, known) for name, ranked in _floors(case, before).items()},
    }
    rest = case.gold - {first}
    if first and rest:
        ours = _ours(memory, on_branch._replace(file=first), rest, known)
        together = _co_changed(first, before)
        found["file"] = ours
        found["file: co-change"] = _floor(together, rest, known)
    if first:
        ours = _ours(memory, on_branch._replace(file=first), case.gold, known)
        found["file counted"] = ours._replace(ranked=[first, *ours.ranked])
        found["file counted: co-change"] = _floor([first, *_co_changed(first, before)], case.gold, known)
    found["followed"] = _followed(memory, case, known)
    return found


def _ours(memory: Memory, signals: Signals, gold: frozenset[str], known: set[str]) -> Outcome:
    files = [one for one in memory.predict(signals, TOP) if one.kind == "file"]
    return Outcome([one.id for one in files], gold, known, [one.confidence for one in files])


def _floor(ranked: Sequence[str], gold: frozenset[str], known: set[str]) -> Outcome:
    return Outcome(list(ranked), gold, known, [])


def _floors(case: Case, before: Before) -> dict[str, list[str]]:
    latest = sorted(before.told, key=lambda one: one.at, reverse=True)
    hits = Bm25([one.text for one in before.told]).search(case.prompt, TOP)
    weights: Counter[str] = Counter()
    for rank, at in enumerate(hits, 1):
        for path in before.told[at].files:
            weights[path] += 1 / rank  # type: ignore[assignment]  # a Counter of floats sorts as well
    return {
        "frequency": [path for path, _ in Counter(p for one in before.told for p in one.files).most_common()],
        "last touched": list(dict.fromkeys(path for one in latest for path in one.files)),
        "BM25": [path for path, _ in weights.most_common()],
    }


def _co_changed(first: str, before: Before) -> list[str]:
    work: dict[str, set[str]] = {}
    for one in before.told:
        work.setdefault(one.work, set()).update(one.files)
    counts = Counter(path for files in work.values() if first in files for path in sorted(files - {first}))
    return [path for path, _ in counts.most_common()]


def _followed(memory: Memory, case: Case, known: set[str]) -> Outcome:
    """What was predicted before it was touched, while the session goes on and opens one file after the other."""
    signals = Signals(prompt=case.prompt, branch=case.branch, at=case.at)
    ready: dict[str, None] = {}
    for number in range(min(len(case.opened), MOST_STEPS) + 1):
        done = set(case.opened[:number])
        asked = signals._replace(opened=case.opened[:number])
        ready |= dict.fromkeys(one for one in _ours(memory, asked, case.gold, known).ranked if one not in done)
    return Outcome(list(ready), case.gold, known, [])


def _rows(outcomes: Mapping[str, Sequence[Outcome]]) -> list[Row]:
    rows = [Row("sessions predicted", len(outcomes["prompt"]))]
    told = [one for cases in (outcomes["prompt"],) for one in cases]
    rows.append(Row("share of the files that were never seen before", _unseen(told)))
    for name, hit, held in (
        ("prompt", "", ""),
        ("prompt, branch", "≥ 0.75", "≥ 0.70"),
        ("file", "≥ 0.75", "≥ 0.70"),
        ("file counted", "≥ 0.75", "≥ 0.70"),
    ):
        mine = outcomes[name]
        prefix = "prompt" if name.startswith("prompt") else name
        peers = {one.partition(": ")[2]: found for one, found in outcomes.items() if one.startswith(f"{prefix}: ")}
        asked = _ASKED[name]
        rows.append(Row(f"{asked}: hit@5", _hits(mine), hit, {one: _hits(found) for one, found in peers.items()}))
        rows.append(Row(f"{asked}: recall@10", _recall(mine), "", {one: _recall(f) for one, f in peers.items()}))
        within = {one: _within(found) for one, found in peers.items()}
        rows.append(Row(f"{asked}: known files within the top {TOP}", _within(mine), held, within))
        if name != "file counted":
            pairs = [pair for one in mine for pair in zip(one.confidences, _right(one), strict=True)]
            rows.append(Row(f"{asked}: calibration error", calibration_error(pairs), "≤ 0.10"))
            rows.append(Row(f"{asked}: Brier skill above the base rate", brier_skill(pairs), "≥ 0.0001"))
    followed = [_share(set(one.ranked), one.gold & one.known) for one in outcomes["followed"] if one.gold & one.known]
    told_by = f"known files in any of the {MOST_STEPS + 1} predictions, at most, made before they were touched"
    rows.append(Row(f"while a session opens files: {told_by}", _mean(followed)))
    return rows


_ASKED = {
    "prompt": "from the prompt alone",
    "prompt, branch": "from prompt and branch",
    "file": "from prompt, branch and first file, that file left out",
    "file counted": "from prompt, branch and first file, that file counted",
}


def _right(one: Outcome) -> list[bool]:
    return [path in one.gold for path in one.ranked]


def _hits(found: Sequence[Outcome]) -> float:
    return _mean([bool(set(one.ranked[:5]) & one.gold) for one in found])


def _recall(found: Sequence[Outcome]) -> float:
    return _mean([_share(set(one.ranked[:10]), one.gold) for one in found])


def _within(found: Sequence[Outcome]) -> float:
    return _mean([_share(set(one.ranked[:TOP]), one.gold & one.known) for one in found if one.gold & one.known])


def _unseen(found: Sequence[Outcome]) -> float:
    return sum(len(one.gold - one.known) for one in found) / sum(len(one.gold) for one in found)


def _share(found: set[str], wanted: frozenset[str] | set[str]) -> float:
    return len(found & wanted) / len(wanted)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


# Memories.


def _remembered(memory: Memory, case: Case, before: Before, told: list[tuple[float, bool]]) -> dict[str, float]:
    """Of the exchanges about the files that are then needed, the share that is predicted; and how sure we were."""
    needed = {one.id for one in before.told if set(one.files) & case.gold}
    if not needed:
        return {}
    exchanges = {one.id for one in before.told}
    found: dict[str, float] = {}
    for name, file in (("prompt and branch", ""), ("prompt, branch and first file", case.first)):
        signals = Signals(prompt=case.prompt, branch=case.branch, file=file, at=case.at)
        shown = [one for one in memory.predict(signals, TOP) if one.kind == "memory"]
        mine = [one for one in shown if one.id in exchanges]
        right = sum(one.id in needed for one in mine)
        found[f"from {name}: exchanges about the needed files that are among the {TOP} shown"] = right / len(needed)
        found[f"from {name}: the same, of as many as {TOP} can hold"] = right / min(TOP, len(needed))
        told += [(one.confidence, one.id in needed) for one in mine]
    hits = Bm25([one.text for one in before.told]).search(case.prompt, TOP)
    right = sum(before.told[at].id in needed for at in hits)
    found["BM25"], found["BM25, of as many"] = right / len(needed), right / min(TOP, len(needed))
    return found


def _memory_rows(shares: Mapping[str, Sequence[float]], told: Sequence[tuple[float, bool]]) -> list[Row]:
    rows = []
    for name, values in shares.items():
        if not name.startswith("BM25"):
            peer = "BM25, of as many" if "of as many" in name else "BM25"
            rows.append(Row(name, _mean(values), "", {"BM25": _mean(shares[peer])}))
    return [
        *rows,
        Row("memories: calibration error", calibration_error(told), "≤ 0.10"),
        Row("memories: Brier skill above the base rate", brier_skill(told), "≥ 0.0001"),
    ]


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    try:
        print(table(run()))
    except Skipped as why:
        sys.exit(f"SKIPPED: {why}")
