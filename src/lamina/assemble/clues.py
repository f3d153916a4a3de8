"""How much each signal speaks for each file: one number per clue, 0 where it says nothing."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeAlias

from lamina.assemble.past import MEMORY_OF_DEEDS
from lamina.model.signals import MAIN_BRANCHES, Deed
from lamina.model.terms import query_terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from lamina.assemble.past import Past
    from lamina.model.signals import Match, Signals

Clues: TypeAlias = dict[str, dict[str, float]]
"""Path → clue → how strongly."""

MOST_OPENED = 6
MOST_DEEDS = 200
LATELY = 3
SPEAK_OF_THE_SAME = ("text", "message")
"""Earlier exchanges and commits: two accounts of the same work, which is not worth more because it was told twice."""


def clues(signals: Signals, past: Past, matches: Mapping[str, Sequence[Match]]) -> Clues:
    """For every file that any signal speaks for. `matches` is what a search found, by the signal it was asked with."""
    found: Clues = {}
    _by_words(found, signals.asked, past)
    accounts = sum(bool(matches.get(one)) for one in SPEAK_OF_THE_SAME)
    for signal, ranked in matches.items():
        _by_matches(found, signal, ranked, past, accounts if signal in SPEAK_OF_THE_SAME else 1)
    for path in signals.files[-MOST_OPENED:]:
        _by_company(found, path, past)
    if signals.branch not in MAIN_BRANCHES:
        _by_deeds(found, "branch", [past.deeds[at] for at in past.on.get(signals.branch, ())[-20:]])
    if signals.people:
        _by_deeds(found, "person", _of_people(past.deeds[-MOST_DEEDS:], signals.people))
    if signals.at:
        hour = signals.at.hour
        _by_deeds(found, "hour", [one for one in past.deeds[-MOST_DEEDS:] if _near_in_day(one.at, hour)])
    _by_habit(found, past)
    for path in signals.files:
        found.pop(path, None)
    return found


def _put(found: Clues, path: str, clue: str, value: float) -> None:
    mine = found.setdefault(path, {})
    mine[clue] = max(value, mine.get(clue, 0.0))


def _by_words(found: Clues, text: str, past: Past) -> None:
    """Files whose path is made of words that the prompt says."""
    asked = [word for word in query_terms(text) if past.holding(word)] if text else []
    if not asked:
        return
    worth = {word: past.rarity(word) for word in asked}
    said = sum(worth.values())
    common = len(past.words) / 3  # a word that a third of all paths hold points at none of them
    for path in {path for word in asked if len(past.holding(word)) <= max(3, common) for path in past.holding(word)}:
        there = sum(worth[word] for word in past.words[path] if word in worth)
        _put(found, path, "path", there / sum(map(past.rarity, past.words[path])))
        _put(found, path, "covers", there / said)


def _by_matches(found: Clues, signal: str, matches: Sequence[Match], past: Past, accounts: int) -> None:
    """Files of earlier work that speaks of the same. A few good matches say more than many poor ones."""
    weights: dict[str, float] = {}
    deeds: dict[str, Deed] = {}
    for one in matches:
        deed = past.by_id.get(one.deed) or Deed(one.deed, "", one.files, one.changed)
        if deed.files:
            deeds[one.deed] = deed
            weights[one.deed] = weights.get(one.deed, 0.0) + one.score * one.score
    total = sum(weights.values())
    shares: dict[str, float] = {}
    for id_, deed in deeds.items():
        share = weights[id_] / total / len(deed.files) ** 0.3
        for position, path in enumerate(deed.files):
            shares[path] = shares.get(path, 0.0) + share * deed.weight(position)
    for path, share in shares.items():
        _put(found, path, signal, math.sqrt(share) / accounts)


def _by_company(found: Clues, opened: str, past: Past) -> None:
    """Files that were worked on together with the one at hand, and those whose names belong to it."""
    deeds = past.company(opened)[-MOST_DEEDS:]
    together: dict[str, float] = {}
    times: dict[str, int] = {}
    for deed in deeds:
        for path in deed.files:
            together[path] = together.get(path, 0.0) + 1 / max(1, len(deed.files) - 1) ** 0.5
            times[path] = times.get(path, 0) + 1
    for path, value in together.items():
        all_times = max(times[path], len(past.of.get(path, ())))
        _put(found, path, "together", math.sqrt(value / (len(deeds) + 1)))
        _put(found, path, "mutual", times[path] / math.sqrt((all_times + 2) * (len(deeds) + 1)))
    _by_deeds(found, "lately", deeds[-LATELY:], LATELY)
    for path in past.twins(opened):
        _put(found, path, "twin", 1.0)
    folder = folder_of(opened)
    for path in found:
        if folder_of(path) == folder:
            _put(found, path, "folder", 1.0)


def _by_deeds(found: Clues, clue: str, deeds: Sequence[Deed], of: int = 0) -> None:
    """Files by the share of these deeds that touched them."""
    counts: dict[str, float] = {}
    for deed in deeds:
        for position, path in enumerate(deed.files):
            counts[path] = counts.get(path, 0.0) + deed.weight(position)
    for path, count in counts.items():
        _put(found, path, clue, min(1.0, count / (of or len(deeds))))


def _by_habit(found: Clues, past: Past) -> None:
    """How usual each file is, whatever the signals say."""
    for path in past.usual:
        found.setdefault(path, {})
    for path, mine in found.items():
        if path in past.often:
            mine["often"] = math.log(1 + 10 * past.often[path] / (MEMORY_OF_DEEDS * 1.44))
            mine["recent"] = 0.5 ** (past.age(path) / 5)


def _of_people(deeds: Iterable[Deed], people: Sequence[str]) -> list[Deed]:
    names = {one.lower() for one in people}
    return [one for one in deeds if names.intersection(_known_as(one))]


def _known_as(deed: Deed) -> Iterator[str]:
    """Whose work it was: by name, by the part of their e-mail before the @, by what their branches begin with."""
    yield from (one.lower() for one in (deed.who, deed.mailbox, deed.branch.partition("/")[0]) if one)


def _near_in_day(at: str, hour: int) -> bool:
    apart = abs(int(at[11:13]) - hour)
    return min(apart, 24 - apart) <= 1


def folder_of(path: str) -> str:
    """The folder of a path; empty at the root."""
    return path.rpartition("/")[0]
