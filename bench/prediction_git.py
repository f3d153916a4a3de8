"""A file is opened: which others will the same commit touch? The second halves of public projects' histories."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from bench.calibration import brier_skill, calibration_error
from bench.claims import Row, data_folder
from lamina.assemble.past import MOST_FILES, Past
from lamina.assemble.predict import predict_files
from lamina.model.signals import Deed, Signals

WINDOW = 400
"""So many commits are looked at, as the product does."""
MOST_CASES = 400
TOP = 5


def run() -> list[Row]:
    """One row per project, beside plain counting of what was changed together."""
    rows: list[Row] = []
    told: list[tuple[float, bool]] = []
    for path in sorted(Path(data_folder(), "git_histories").glob("*.jsonl")):
        deeds = _deeds(path)
        ours, theirs = [], []
        for at in _asked(deeds):
            first, rest = deeds[at].files[0], set(deeds[at].files[1:])
            past = Past(deeds[max(0, at - WINDOW) : at])
            found = predict_files(Signals(file=first), past, {}, TOP * 4)
            ours.append(bool({one.id for one in found[:TOP]} & rest))
            theirs.append(bool(set(_counted(deeds[:at], first)) & rest))
            told += [(one.confidence, one.id in rest) for one in found]
        name = path.stem.replace("__", "/")
        peer = sum(theirs) / len(theirs)
        rows.append(
            Row(f"{name} ({len(ours)} commits): hit@{TOP}", sum(ours) / len(ours), f"≥ {peer:.4f}", {"co-change": peer})
        )
    return [
        *rows,
        Row("histories: calibration error", calibration_error(told), "≤ 0.10"),
        Row("histories: Brier skill above the base rate", brier_skill(told), "≥ 0.0001"),
    ]


def _deeds(path: Path) -> list[Deed]:
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        commit = json.loads(line)
        files = tuple(one[-1] for one in commit["files"])
        if files:  # numbered: histories have commits with the clock of another day
            found.append(Deed(commit["sha"], f"2000-01-01T00:{number:08}", files, len(files)))
    return found


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
