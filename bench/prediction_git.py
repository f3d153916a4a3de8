"""A file is opened: which others will the same commit touch? The second halves of public projects' histories.

Files that are gone by then are known to be gone, as git tells it the product.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from bench.calibration import brier_skill, calibration_error
from bench.claims import Row, data_folder
from lamina.assemble.past import MOST_FILES, Past
from lamina.assemble.predict import predict_files
from lamina.model.signals import Deed, Signals
from lamina.words.predicting import MOST_COMMITS

MOST_CASES = 400
TOP = 5


def run() -> list[Row]:
    """One row per project, beside plain counting of what was changed together."""
    rows: list[Row] = []
    told: list[tuple[float, bool]] = []
    for path in sorted(Path(data_folder(), "git_histories").glob("*.jsonl")):
        deeds, gone = _deeds(path)
        ours: list[bool] = []
        peers: dict[str, list[bool]] = {"co-change": [], "co-change of files that are there": []}
        for at in _asked(deeds):
            first, rest = deeds[at].files[0], set(deeds[at].files[1:])
            there = [_without(one, gone[at]) for one in deeds[:at]]
            found = predict_files(Signals(file=first), Past(there[-MOST_COMMITS:]), {}, TOP * 4)
            ours.append(bool({one.id for one in found[:TOP]} & rest))
            for hits, known in zip(peers.values(), (deeds[:at], there), strict=True):
                hits.append(bool(set(_counted(known, first)) & rest))
            told += [(one.confidence, one.id in rest) for one in found]
        name, most = path.stem.replace("__", "/"), len(ours)
        shares = {peer: sum(hits) / most for peer, hits in peers.items()}
        # At least one hit more than counting has: as many are no gain.
        limit = f"≥ {shares['co-change'] + 0.5 / most:.4f}"
        rows.append(Row(f"{name} ({most} commits): hit@{TOP}", sum(ours) / most, limit, shares))
    return [
        *rows,
        Row("histories: calibration error", calibration_error(told), "≤ 0.10"),
        Row("histories: Brier skill above the base rate", brier_skill(told), "≥ 0.0001"),
    ]


def _deeds(path: Path) -> tuple[list[Deed], list[frozenset[str]]]:
    """The commits, and which files were gone before each."""
    found: list[Deed] = []
    gone: list[frozenset[str]] = []
    now: set[str] = set()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        commit = json.loads(line)
        files = tuple(one[-1] for one in commit["files"])
        if files:  # numbered: histories have commits with the clock of another day
            found.append(Deed(commit["sha"], f"2000-01-01T00:{number:08}", files, len(files)))
            gone.append(frozenset(now))
        for letter, *names in commit["files"]:
            now.difference_update(names)
            now.update(names[:1] if letter[0] in "DR" else ())
    return found, gone


def _without(deed: Deed, gone: frozenset[str]) -> Deed:
    there = tuple(one for one in deed.files if one not in gone)
    return deed._replace(files=there, changed=len(there))


def _asked(deeds: list[Deed]) -> list[int]:
    """Evenly spread over the second half: commits of several files whose first one is known."""
    known: set[str] = set()
    found = []
    for at, deed in enumerate(deeds):
        if at >= len(deeds) // 2 and 1 < len(deed.files) <= MOST_FILES and deed.files[0] in known:
            found.append(at)
        known.update(deed.files)
    step = max(1, len(found) // MOST_CASES)
    return found[::step][:MOST_CASES]


def _counted(deeds: list[Deed], first: str) -> list[str]:
    counts = Counter(path for one in deeds if first in one.files for path in one.files if path != first)
    return [path for path, _ in counts.most_common(TOP)]
