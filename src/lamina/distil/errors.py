"""Errors and what fixed them: a command failed, something was changed, the command succeeded."""

from __future__ import annotations

import re
from collections import Counter
from math import log
from typing import TYPE_CHECKING, NamedTuple

from lamina.distil.commands import plain
from lamina.distil.error_keys import error_key, words_of
from lamina.distil.failures import Failure, failure, is_command, outcome, pasted
from lamina.distil.proofs import proves, same_work
from lamina.distil.solutions import edits_in, repaired_by_command, solution_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lamina.model.transcript import Turn

__all__ = ["BREAKTHROUGH", "Fix", "error_key", "fixes", "nearest_fixes"]

BREAKTHROUGH = 3
"""So many failures before a success are worth remembering."""
_ALIKE = 0.2
"""Keys with less in common speak of different errors."""
_MISCALLED = re.compile(
    r"no such file or directory|directory not found|not a git repository|cannot find path|"
    r"(?:unknown|unrecogni[sz]ed|illegal|invalid) (?:flag|option|argument)",
    re.IGNORECASE,
)
"""Run in the wrong folder or with a flag that does not exist: what helps is another command, not an edit."""
_TEST_FILE = re.compile(r"\S*(?:_test\.|test_\w+\.|\.test\.|\.spec\.|\btests?/)")
_UNWRITTEN = re.compile(
    r"undefined|has no (?:field|attribute|member)|cannot find|not found|does not exist|no exported", re.IGNORECASE
)


class Fix(NamedTuple):
    """An error and what made it go away."""

    problem: str
    """The lines of the error, as they were printed."""
    key: str
    solution: str
    attempts: int
    """Failures of the command before its success."""
    files: tuple[str, ...]
    first_turn: int
    last_turn: int
    command: str


class _Open:
    """A problem that is not solved yet."""

    def __init__(self, found: Failure) -> None:
        self.found = found
        self.attempts = 1
        self.gone = 0
        """The turn in which the command failed for other reasons: this one was solved by then."""


def fixes(turns: Sequence[tuple[int, Turn]], resolution: str = "") -> list[Fix]:
    """The problems that were solved within these numbered turns, in the order they were met."""
    numbers = {number: at for at, (number, _) in enumerate(turns)}
    waiting: list[_Open] = []
    found: list[Fix] = []
    for at, (number, turn) in enumerate(turns):
        if turn.role == "user":
            shown = _shown_fix(turns, at, resolution)
            found += [shown] if shown else []
        elif is_command(turn):
            failed = failure(turns, at)
            if failed:
                _meet(failed, waiting)
            elif outcome(turn) == "passed":
                solved = [one for one in waiting if proves(number, turn, one.found)]
                waiting = [one for one in waiting if one not in solved]
                made = (_fix(turns, numbers[one.found.number], at, one, resolution) for one in solved)
                found += [one for one in made if one]
    return sorted(_once(found), key=lambda one: one.first_turn)


def nearest_fixes(key: str, known: Sequence[Fix], limit: int = 3) -> list[Fix]:
    """What fixed this error before: the same error first, then the most alike; the newest first among equals."""
    if not key:
        return []
    keys = [[one.key, *filter(None, map(error_key, one.problem.splitlines()))] for one in known]
    seen = Counter(word for told in keys for word in frozenset().union(*map(words_of, told)))
    weight = {word: log(1 + len(known) / (count + 0.5)) for word, count in seen.items()}
    scores = [_score(key, told, weight) for told in keys]
    near = [at for at in range(len(known)) if scores[at] >= _ALIKE]
    return [known[at] for at in sorted(near, key=lambda at: (-scores[at], -at))[:limit]]


def _score(key: str, keys: Sequence[str], weight: Mapping[str, float]) -> float:
    """2 for the same error, 1.5 for one among others, else what the keys share: rare words count for more."""
    if key in keys:
        return 2.0 if key == keys[0] else 1.5
    asked = words_of(key)
    return max(_shared(asked, words_of(one), weight) for one in keys)


def _shared(one: frozenset[str], other: frozenset[str], weight: Mapping[str, float]) -> float:
    unseen = max(weight.values(), default=0.0)
    both, either = (sum(weight.get(word, unseen) for word in words) for words in (one & other, one | other))
    return both / either if either else 0.0


def _meet(failed: Failure, waiting: list[_Open]) -> None:
    """A failure is one more attempt at every open problem of the same command, and a new problem if it is new."""
    known = False
    for one in waiting:
        if not same_work(failed.parts, one.found):
            continue
        one.attempts += 1
        again = bool(set(failed.keys) & set(one.found.keys))
        known |= again
        if again:
            one.gone = 0
        elif not one.gone and (failed.keys or _miscalled(one.found)) and not _miscalled(failed):
            one.gone = failed.number
    if failed.keys and not known:
        waiting.append(_Open(failed))


def _fix(turns: Sequence[tuple[int, Turn]], first: int, last: int, solved: _Open, resolution: str) -> Fix | None:
    """None where nothing was changed in between: then it was the weather."""
    end = next((at for at in range(first, last) if turns[at][0] == solved.gone), last)
    between = [turn for _, turn in turns[first + 1 : end]]
    miscalled = _miscalled(solved.found)
    edits = [] if miscalled else edits_in(between)
    otherwise = _otherwise(turns[end][1].target, solved, miscalled)
    if not edits and not otherwise and (miscalled or not repaired_by_command(between)):
        return None
    if _test_first(solved.found, edits):
        return None
    if miscalled:
        between = [turn for turn in between if turn.role != "tool"]
    problem = "\n".join(solved.found.lines)
    return Fix(
        problem,
        error_key(problem),
        solution_of(problem, between, [] if miscalled else _said_after(turns, end, resolution), otherwise),
        solved.attempts,
        tuple(dict.fromkeys(edit.target for edit in edits)),
        solved.found.number,
        turns[end][0],
        solved.found.command,
    )


def _miscalled(found: Failure) -> bool:
    return bool(found.lines) and all(_MISCALLED.search(line) for line in found.lines)


def _test_first(found: Failure, edits: Sequence[Turn]) -> bool:
    """A test that names what does not exist yet, and what it names was then written: that was the plan."""
    unwritten = all(_UNWRITTEN.search(line) and _TEST_FILE.match(line) for line in found.lines)
    return unwritten and bool(edits) and not any(_TEST_FILE.match(edit.target) for edit in edits)


def _otherwise(command: str, solved: _Open, miscalled: bool) -> str:
    """The command that succeeded, where it is the answer: run elsewhere, or a form that works."""
    checking = any(part.purpose in ("test", "lint", "build") for part in solved.found.parts)
    told = miscalled or not (checking or solved.gone)
    return command if told and plain(command) != plain(solved.found.command) else ""


def _shown_fix(turns: Sequence[tuple[int, Turn]], at: int, resolution: str) -> Fix | None:
    """The fix of an error that a user shows: what the exchange came to, where something was edited."""
    lines = pasted(turns[at][1])
    end = next((one for one in range(at + 1, len(turns)) if turns[one][1].role == "user"), len(turns))
    between = [turn for _, turn in turns[at + 1 : end]]
    edits = edits_in(between)
    if not lines or not edits:
        return None
    problem = "\n".join(lines)
    failed = sum(failure(turns, one) is not None for one in range(at + 1, end) if is_command(turns[one][1]))
    return Fix(
        problem,
        error_key(problem),
        solution_of(problem, between, [resolution] if end == len(turns) else []),
        1 + failed,
        tuple(dict.fromkeys(edit.target for edit in edits)),
        turns[at][0],
        turns[end - 1][0],
        "",
    )


def _said_after(turns: Sequence[tuple[int, Turn]], at: int, resolution: str) -> list[str]:
    """What the agent says once it works, until it is asked for something else."""
    said: list[str] = []
    for _, turn in turns[at + 1 :]:
        if turn.role == "user":
            return said
        if turn.role == "assistant":
            said.append(turn.text)
    return [*said, resolution]


def _once(found: Sequence[Fix]) -> list[Fix]:
    """One fix per error and stretch of turns: what a user showed is met again when it is looked into."""
    widest = sorted(found, key=lambda one: one.first_turn - one.last_turn)
    kept: list[Fix] = []
    for one in widest:
        if not any(one.key == other.key and other.first_turn <= one.first_turn <= other.last_turn for other in kept):
            kept.append(one)
    return kept
