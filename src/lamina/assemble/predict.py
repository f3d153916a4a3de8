"""From signals to files and memories that are likely to be needed, each with a confidence and its reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.assemble.clues import clues
from lamina.assemble.reasons import reasons
from lamina.assemble.scale import Scale
from lamina.assemble.weights import (
    START_WITH_BOTH,
    START_WITH_WORDS,
    START_WITHOUT_WORDS,
    WITH_WORDS,
    WITHOUT_WORDS,
)
from lamina.model.signals import Prediction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lamina.assemble.clues import Clues
    from lamina.assemble.past import Past
    from lamina.model.signals import Match, Remembered, Signals

MOST_REASONS = 4
AT_HAND = 0.5
"""How likely it is that work goes on in a file that is open."""


def odds_of(signals: Signals, found: Clues) -> dict[str, float]:
    """The log odds of every file that a clue speaks for, before the project's own scale."""
    weights, start = _weights(signals), _start(signals)
    return {
        path: start + sum(weights.get(clue, 0.0) * value for clue, value in mine.items())
        for path, mine in found.items()
    }


def predict_files(
    signals: Signals,
    past: Past,
    matches: Mapping[str, Sequence[Match]],
    limit: int,
    scale: Scale = Scale(),  # noqa: B008 (a value: nobody can change it)
) -> list[Prediction]:
    """The likeliest first; equally likely ones by name, so that the same past gives the same order."""
    found = clues(signals, past, matches)
    weights, odds = _weights(signals), odds_of(signals, found)
    best = sorted(odds, key=lambda path: (-odds[path], path))[: max(0, limit)]
    return [
        Prediction(
            "file",
            path,
            round(scale.confidence(odds[path]), 4),
            reasons(path, _strongest(found[path], weights), signals, past, matches),
        )
        for path in best
    ]


def _weights(signals: Signals) -> Mapping[str, float]:
    return WITH_WORDS if signals.asked else WITHOUT_WORDS


def _start(signals: Signals) -> float:
    if not signals.asked:
        return START_WITHOUT_WORDS
    return START_WITH_BOTH if signals.files else START_WITH_WORDS


def _strongest(mine: Mapping[str, float], weights: Mapping[str, float]) -> list[str]:
    worth = {clue: weights.get(clue, 0.0) * value for clue, value in mine.items()}
    said = sorted((clue for clue in worth if worth[clue] > 0), key=lambda clue: (-worth[clue], clue))
    return said[:MOST_REASONS]


def predict_memories(
    signals: Signals,
    remembered: Sequence[Remembered],
    files: Sequence[Prediction],
    matches: Mapping[str, Sequence[Match]],
    limit: int,
) -> list[Prediction]:
    """Memories about files that are likely to be needed, and those that speak of the same as a signal."""
    likely = {one.id: one.confidence for one in files} | dict.fromkeys(signals.files, AT_HAND)
    shares = {signal: _shares(found) for signal, found in matches.items()}
    told = [_told(one, signals, likely, shares) for one in {one.id: one for one in remembered}.values()]
    newest = {one.id: one.last_seen for one in remembered}
    # Of equally likely ones the latest first: what was learned later knows more.
    told.sort(key=lambda one: one.id)
    told.sort(key=lambda one: (one.confidence, newest[one.id]), reverse=True)
    return [one for one in told if one.why][: max(0, limit)]


def _shares(matches: Sequence[Match]) -> dict[str, float]:
    best = max((one.score for one in matches), default=0.0)
    return {one.id: one.score / best for one in matches} if best > 0 else {}


def _told(
    one: Remembered, signals: Signals, likely: Mapping[str, float], shares: Mapping[str, Mapping[str, float]]
) -> Prediction:
    about = sorted((path for path in one.files if path in likely), key=lambda path: (-likely[path], path))
    why = [f"about {path} ({'at hand' if path in signals.files else f'{likely[path]:.0%} likely'})"
           for path in about[:2]]  # fmt: skip
    said = {signal: share[one.id] for signal, share in shares.items() if one.id in share}
    why += [f"speaks of {_what(one, signals)} ({share:.0%} of the best match)" for one, share in sorted(said.items())]
    # Files of one memory are needed together or not at all: the likeliest speaks for all of them, the next adds little.
    needed = likely[about[0]] + 0.1 * sum(likely[path] for path in about[1:3]) if about else 0.0
    spoken = max(said.values(), default=0.0)
    confidence = 1 - (1 - min(0.95, needed)) * (1 - SPOKEN * spoken)
    return Prediction("memory", one.id, round(confidence, 4), tuple(why))


SPOKEN = 0.3
"""How likely the best match of a search is to be needed, where nothing else speaks for it."""


def _what(signal: str, signals: Signals) -> str:
    if signal == "text":
        return "what the prompt says" if signals.prompt else "what the branch is called after"
    return "the error" if signal == "error" else "the activity"
