"""Is an error's fix known when the error returns? Real sessions in date order, each error asked for when it is met."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple, TypeAlias

from bench.claims import Row, Skipped, data_folder, table
from bench.peers import Bm25
from lamina.capture.claude_code import read
from lamina.distil.errors import BREAKTHROUGH, Fix, error_key, fixes, nearest_fixes
from lamina.distil.failures import failure, is_command
from lamina.model.transcript import Event, Head, Turn
from lamina.refine.clean import turn_of

LABELS = Path(__file__).parent / "labels" / "fixes.tsv"
"""Judged by eye: session, first turn, last turn, and whether the solution is what fixed the problem."""
LATER = timedelta(minutes=10)
ALIKE = 0.6
TOP = 3
_PLACE = re.compile(r"\S*/\S*|\S+\.\w{1,4}:\d+\S*|\d+")
_BOILERPLATE = re.compile(r"FAIL\b(?!:)|ok\b|.*task failed|.*\d+ issues|exit status|Traceback|\s*(?:func|return)\b")
_NAMED = (
    re.compile(r"--- FAIL: (\w+)"),
    re.compile(r"\bundefined: ([\w.]+)"),
    re.compile(
        r"\((nilerr|errcheck|wrapcheck|unparam|[a-z]{4,14}lint|revive|gosec|unused|dupl|goconst|nolintlint)\)\s*$"
    ),
)


class Session(NamedTuple):
    """One transcript as the product sees it."""

    name: str
    turns: list[tuple[int, Turn]]


class Met(NamedTuple):
    """An error as it was met: its text, when, and whether a later run says that it was fixed."""

    session: str
    number: int
    at: datetime
    text: str
    fixed_at: datetime | None


class Known(NamedTuple):
    """A fix that could have been remembered from its last turn on."""

    session: str
    at: datetime
    fix: Fix


Case: TypeAlias = tuple[Met, list[Met]]
"""An error, and the earlier ones like it that were fixed by then."""


def run() -> list[Row]:
    """Every repeated error of the sessions in date order."""
    sessions = load()
    known = [
        Known(one.name, dict(one.turns)[fix.last_turn].at or datetime.max, fix)
        for one in sessions
        for fix in fixes(one.turns)
    ]
    met = [error for one in sessions for error in errors_of(one)]
    cases = [(error, earlier) for error in met if (earlier := fixed_before(error, met))]
    found = [one.fix for one in known]
    rows = [
        Row("errors met", len(met)),
        Row("fixes found", len(found)),
        Row(f"fixes after {BREAKTHROUGH} or more failures", sum(fix.attempts >= BREAKTHROUGH for fix in found)),
        Row("errors that come back after they were fixed", len(cases)),
    ]
    for top, limit in ((1, ""), (TOP, "≥ 0.70")):
        peers = {name: _share(cases, known, rank, top) for name, rank in PEERS.items()}
        peers["BM25 over all earlier errors"] = _peer_share(cases, met, top)
        rows.append(Row(f"the earlier fix is among the first {top}", _share(cases, known, _ours, top), limit, peers))
    new = [error for error in met if not any(same_error(error.text, one.text) for one in _before(error, met))]
    rows.append(
        Row(
            "an error never met before is offered a fix all the same",
            _offered(new, known, _ours),
            "≤ 0.50",
            {name: _offered(new, known, rank) for name, rank in PEERS.items()},
        )
    )
    return [*rows, *judged(known)]


def load() -> list[Session]:
    """All sessions, oldest first."""
    loaded = []
    for path in sorted(Path(data_folder(), "transcripts", "claude_code").glob("*.jsonl")):
        folder, turns = "", []
        with path.open("rb") as opened:
            for one in read(opened):
                if isinstance(one, Head):
                    folder = one.cwd
                elif isinstance(one, Event) and one.sort in ("said", "call"):
                    turns.append(turn_of(one, folder))
        first = min((turn.at for turn in turns if turn.at), default=None)
        if first:
            loaded.append((first, Session(path.stem, list(enumerate(turns, 1)))))
    return [one for _, one in sorted(loaded, key=lambda entry: entry[0])]


def errors_of(session: Session) -> list[Met]:
    """Every command that failed and says why, with what it printed."""
    found = []
    for at, (number, turn) in enumerate(session.turns):
        text = turn.result.partition("\n")[2]
        if is_command(turn) and turn.at and failure(session.turns, at) and _first_words(text):
            found.append(Met(session.name, number, turn.at, text, _fixed_at(session, at)))
    return found


def _fixed_at(session: Session, at: int) -> datetime | None:
    """When the same program first ended well after an edit; told by its first words, without the product's rules."""
    edited = False
    for _, turn in session.turns[at + 1 :]:
        edited |= turn.name in ("Edit", "Write") and turn.result == "ok"
        ended_well = turn.result.startswith("ok") and not re.search(r"FAIL|[1-9]\d* issues", turn.result)
        if edited and ended_well and turn.target and _program(turn) == _program(session.turns[at][1]):
            return turn.at
    return None


def _program(turn: Turn) -> list[str]:
    return re.sub(r"\A(?:cd \S+ && |mise run fmt && |\w+=\S* )+", "", turn.target).split()[:3]


def fixed_before(error: Met, met: Sequence[Met]) -> list[Met]:
    """The same error in an earlier session, or some time earlier in this one; told without the product's keys."""
    return [
        one
        for one in _before(error, met)
        if one.fixed_at and one.fixed_at < error.at and same_error(error.text, one.text)
    ]


def _before(error: Met, met: Sequence[Met]) -> list[Met]:
    return [one for one in met if one.at < error.at - (LATER if one.session == error.session else timedelta())]


def same_error(one: str, other: str) -> bool:
    """The same test, symbol or rule, or a first line of mostly the same words."""
    if any(set(pattern.findall(one)) & set(pattern.findall(other)) for pattern in _NAMED):
        return True
    left, right = _first_words(one), _first_words(other)
    return bool(left and right) and len(left & right) >= ALIKE * len(left | right)


def _first_words(text: str) -> set[str]:
    line = next((line for line in text.splitlines() if line.strip() and not _BOILERPLATE.match(line)), "")
    return _words(_PLACE.sub(" ", line))


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]\w+", text.lower()))


def _share(cases: Sequence[Case], known: Sequence[Known], rank: Ranking, top: int) -> float:
    """How often the fix of an earlier error is given: one that spans its turn, and speaks of it."""
    hits = 0
    for error, earlier in cases:
        before = [one for one in known if one.at < error.at]
        nearest = [before[at] for at in rank(error.text, [one.fix for one in before])[:top]]
        hits += any(_of(fix, one) for fix in nearest for one in earlier)
    return hits / len(cases) if cases else 0.0


def _offered(new: Sequence[Met], known: Sequence[Known], rank: Ranking) -> float:
    """How often something is offered that can only be wrong: what was never met has no fix yet."""
    offers = [bool(rank(error.text, [one.fix for one in known if one.at < error.at])) for error in new]
    return sum(offers) / len(offers) if offers else 0.0


def _of(known: Known, error: Met) -> bool:
    spans = known.session == error.session and known.fix.first_turn <= error.number <= known.fix.last_turn
    return spans and same_error(known.fix.problem, error.text)


def _ours(text: str, before: Sequence[Fix]) -> list[int]:
    places = {id(fix): at for at, fix in enumerate(before)}
    return [places[id(fix)] for fix in nearest_fixes(error_key(text), before, TOP)]


def _bm25(text: str, before: Sequence[Fix]) -> list[int]:
    return Bm25([fix.problem for fix in before]).search(text, TOP)


def _overlap(text: str, before: Sequence[Fix]) -> list[int]:
    asked = _words(text)
    scores = [len(asked & _words(fix.problem)) / (len(asked | _words(fix.problem)) or 1) for fix in before]
    return sorted(range(len(before)), key=lambda at: -scores[at])[:TOP]


def _peer_share(cases: Sequence[Case], met: Sequence[Met], top: int) -> float:
    """How often a search over the raw texts of all earlier errors gives one that was fixed; it does not say how."""
    hits = 0
    for error, earlier in cases:
        before = _before(error, met)
        hits += any(before[at] in earlier for at in Bm25([one.text for one in before]).search(error.text, top))
    return hits / len(cases) if cases else 0.0


Ranking: TypeAlias = Callable[[str, Sequence[Fix]], list[int]]
PEERS: dict[str, Ranking] = {"BM25 over the same fixes": _bm25, "token overlap": _overlap}


def judged(known: Sequence[Known]) -> list[Row]:
    """The share of fixes that a person found right, of those labels that still speak of a fix."""
    if not LABELS.exists():
        return []
    lines = [line.split("\t") for line in LABELS.read_text(encoding="utf-8").splitlines()[1:]]
    there = {(one.session, one.fix.first_turn, one.fix.last_turn) for one in known}
    verdicts = [line[3] == "1" for line in lines if (line[0], int(line[1]), int(line[2])) in there]
    return [
        Row("fixes judged by eye", len(verdicts)),
        Row("of these, the solution is what fixed the problem", sum(verdicts) / len(verdicts) if verdicts else 0.0),
    ]


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    try:
        print(table(run()))
    except Skipped as why:
        sys.exit(f"SKIPPED: {why}")
