"""The terms that a project would use for a thing: names in code, files, marked words; never what every text says."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from lamina.model.terms import STOP_WORDS, terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST = 10
_CODE = re.compile(r"`([^`\n]{2,60})`")
_NAME = re.compile(r"\b(?:[a-z]+(?:[A-Z][a-z0-9]+)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+|[a-z0-9]+(?:_[a-z0-9]+)+)\b")
_ACRONYM = re.compile(r"\b[A-Z]{2,6}(?:-\d+)?\b")
_WORD = re.compile(r"\b[a-z]{4,20}(?:-[a-z]+)*\b")
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_PROSE = frozenset(
    """
    able actually added again already another around because before better both branch bunch case change changed
    changes check code come commit could create created current currently different does doesn done each either else
    even ever every example file files find first fixed following found from function going good have here however
    implement implementation instead issue just keep know last left like line lines list little look looks made make
    makes many maybe mean might more most much need needed needs never next note nothing once only option options
    other otherwise part pass passed passes path place please point possible probably problem pull push question
    quick rather read ready really removed rename request right same second section seems session shall should show
    shows similar simple simply since single some something specific start state still summary sure take test tests
    than thank thanks that their them then there these they thing things think this those three through time todo
    together tried true trying type types under update updated used user uses using value values very want wanted
    wants well were what when where whether which while will with within without work working works would write
    written wrong your yours yeah
    """.split()
)


def keywords(texts: Sequence[str], files: Iterable[str] = (), most: int = MOST) -> tuple[str, ...]:
    """Best first. The earlier texts weigh more: what was asked says more about a topic than what was answered."""
    weight: Counter[str] = Counter()
    spelt: dict[str, str] = {}
    for depth, text in enumerate(texts):
        said = _FENCE.sub(" ", text)
        for found, worth in _candidates(said):
            _count(weight, spelt, found, worth / (1 + depth))
    for file in files:
        stem = file.rstrip("/").rpartition("/")[2].partition(".")[0]
        if len(stem) > 2:
            _count(weight, spelt, stem, 1.5)
    best = sorted(weight, key=lambda one: (-weight[one], one))
    return tuple(spelt[one] for one in best[:most])


def _candidates(text: str) -> Iterable[tuple[str, float]]:
    for found in _CODE.findall(text):
        if " " not in found.strip() or found.count(" ") <= 2:
            yield found.strip().rstrip("()"), 3.0
    for found in _NAME.findall(text):
        yield found, 2.0
    for found in _ACRONYM.findall(text):
        yield found, 1.0
    for found in _WORD.findall(text):
        if found not in _PROSE and found not in STOP_WORDS:
            yield found, 0.7


def _count(weight: Counter[str], spelt: dict[str, str], found: str, worth: float) -> None:
    """`metadata.json`, `Metadata.json` and `metadata_json` are one keyword, spelt as it was first."""
    key = " ".join(terms(found)[:4])
    if key:
        spelt.setdefault(key, found[:60])
        weight[key] += worth  # type: ignore[assignment]  # a Counter of fractions
