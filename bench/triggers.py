"""Which prompts become a rule, a preference, a convention or a decision: against labels by hand, and invented prompts.

Half of the real and half of the invented prompts served to build the triggers. The other halves are for reporting:
nothing is tuned on them. Of two sets, whoever wrote the rules knew both halves, by labelling or inventing them: their
rows say so, and count for less.
"""

from __future__ import annotations

import csv
import hashlib
import math
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, NamedTuple, TypeAlias

from bench.claims import Row, data_folder
from bench.labels import invented_lasting, invented_newest, invented_passing, traps
from lamina.capture import claude_code, codex, copilot, gemini
from lamina.distil.statements import statements
from lamina.model.transcript import Event, Head, Unreadable

LABELS = Path(__file__).parent / "labels" / "prompts.tsv"
OTHER_LABELS = Path(__file__).parent / "labels" / "other_agents.tsv"
_Reader: TypeAlias = Callable[[BinaryIO], Iterator[Head | Event | Unreadable]]
_WORDS = re.compile(r"\b(?:always|never|remember|from now on|prefer)\b", re.IGNORECASE)


class Prompt(NamedTuple):
    said: str
    before: str
    lasting: bool


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


def run() -> list[Row]:
    """Precision and recall of "something lasting was said", per prompt."""
    transcripts = Path(data_folder()) / "transcripts"
    real = labelled(transcripts / "claude_code")
    others = of_other_agents(transcripts)
    made = invented(invented_lasting.LASTING, invented_passing.PASSING)
    later = invented(invented_lasting.LATER_LASTING, invented_passing.LATER_PASSING)
    last = invented(invented_lasting.LAST_LASTING, invented_passing.LAST_PASSING)
    newest = invented_with_before(invented_newest.LASTING, invented_newest.PASSING)
    marks, shown = ("≥ 0.85", "≥ 0.8"), ("", "")
    rows = _rows("real, report half", real["report"], marks)
    rows += _rows("real to other agents, report half, read while labelling", others["report"], marks)
    rows += _rows("invented, report half", made["report"], marks)
    rows += _rows("invented later and harder, report half", later["report"], marks)
    rows += _rows("invented last, report half", last["report"], marks)
    rows += _rows("invented newest, report half, by who wrote the rules", newest["report"], marks)
    rows += _rows("real, build half", real["build"], shown)
    rows += _rows("real to other agents, build half", others["build"], shown)
    rows += _rows("invented, build half", made["build"], shown)
    rows += _rows("invented later and harder, build half", later["build"], shown)
    rows += _rows("invented last, build half", last["build"], shown)
    rows += _rows("invented newest, build half", newest["build"], shown)
    in_sample = [Prompt(one, "", True) for one in traps.LASTING] + [Prompt(one, "", False) for one in traps.PASSING]
    return rows + _rows("invented traps, in sample", in_sample, marks)


def invented(lasting: Sequence[str], passing: Sequence[str]) -> dict[str, list[Prompt]]:
    """Invented prompts, halved by a hash of their text."""
    return invented_with_before([("", text) for text in lasting], [("", text) for text in passing])


def invented_with_before(
    lasting: Sequence[tuple[str, str]], passing: Sequence[tuple[str, str]]
) -> dict[str, list[Prompt]]:
    """The same, each with the agent's message before it."""
    halves: dict[str, list[Prompt]] = {"build": [], "report": []}
    for holds, pairs in ((True, lasting), (False, passing)):
        for before, text in pairs:
            odd = hashlib.blake2b(text.encode(), digest_size=1).digest()[0] % 2
            halves["build" if odd else "report"].append(Prompt(text, before, holds))
    return halves


def labelled(folder: Path) -> dict[str, list[Prompt]]:
    """The labelled prompts of each half, with the agent's message before them."""
    labels = _labels(LABELS)
    halves: dict[str, list[Prompt]] = {"build": [], "report": []}
    for name in sorted({one.partition(":")[0] for one in labels}):
        for source, said, before in _prompts(folder / f"{name}.jsonl", claude_code.read):
            label = labels.pop(f"{name}:{source}", None)
            if label:
                halves[label["split"]].append(Prompt(said, before, label["label"] != "none"))
    if labels:
        raise ValueError(f"{len(labels)} labelled prompts are not in {folder}")
    return halves


def of_other_agents(folder: Path) -> dict[str, list[Prompt]]:
    """The same of other agents, and from the edge cases; not all of them name a prompt, so its number does."""
    halves: dict[str, list[Prompt]] = {"build": [], "report": []}
    labels = _labels(OTHER_LABELS)
    for name in sorted({one.rpartition(":")[0] for one in labels}):
        prompts = _prompts(folder / name, _READERS[name.partition("/")[0]])
        for number, (_, said, before) in enumerate(prompts, 1):
            label = labels.pop(f"{name}:{number}", None)
            if label:
                halves[label["split"]].append(Prompt(said, before, label["label"] != "none"))
    if labels:
        raise ValueError(f"{len(labels)} labelled prompts are not in {folder}")
    return halves


_READERS: dict[str, _Reader] = {
    "codex": codex.read,
    "copilot_cli": copilot.read,
    "gemini_cli": gemini.read,
    "edge_cases": claude_code.read,
}


def _labels(path: Path) -> dict[str, dict[str, str]]:
    lines = (line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return {row["id"]: row for row in csv.DictReader(lines, delimiter="\t")}


def _prompts(path: Path, read: _Reader) -> Iterator[tuple[str, str, str]]:
    before = ""
    with path.open("rb") as opened:
        for event in read(opened):
            if not isinstance(event, Event) or event.sort != "said":
                continue
            if event.role == "assistant":
                before = event.text
            elif event.role == "user":
                yield event.source, event.text, before


def score(prompts: Sequence[Prompt], says: Callable[[Prompt], bool]) -> Score:
    """How often `says` is right that something lasting was said."""
    pairs = [(says(one), one.lasting) for one in prompts]
    return Score(pairs.count((True, True)), pairs.count((True, False)), pairs.count((False, True)))


def wilson(share: float, count: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share of so many."""
    if not count:
        return 0.0, 1.0
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return max(0.0, middle - half), min(1.0, middle + half)


def _rows(name: str, prompts: Sequence[Prompt], limits: tuple[str, str]) -> list[Row]:
    ours = score(prompts, lambda one: bool(statements(one.said, before=one.before)))
    words = score(prompts, lambda one: bool(_WORDS.search(one.said)))
    rows = []
    for what, limit, of in (
        ("precision", limits[0], ours.hits + ours.wrong),
        ("recall", limits[1], ours.hits + ours.missed),
    ):
        value = getattr(ours, what)
        low, high = wilson(value, of)
        told = f"triggers, {name}: {what} (n={of}, 95 % {low:.2f}–{high:.2f})"
        rows.append(Row(told, value, limit, {"keywords": getattr(words, what)}))
    return rows
