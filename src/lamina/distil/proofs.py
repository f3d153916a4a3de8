"""Whether a command that ended well shows that another one, which failed, would end well now."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lamina.distil.commands import Part, parts_of
from lamina.distil.solutions import names_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.distil.failures import Failure
    from lamina.model.transcript import Turn

CHECKS = ("test", "lint", "build")
_NEAR = 15
"""Turns within which another form of a command that neither checks nor builds is the answer to its failure."""
_FAR = 250
"""Turns after which a success has nothing to do with a failure."""
_COMPILER = re.compile(
    r":\d+:\d+: .*\b(?:undefined|(?:imported|declared) and not used|cannot use|mismatched types|missing return|"
    r"redeclared|(?:not enough|too many) arguments|syntax error)|\berror(?:\[E\d+\]| TS\d+): |import cycle",
    re.IGNORECASE,
)
"""What does not compile fails alike in build, lint and test."""
_EVERYTHING = frozenset({"./...", ".", "...", "tests", "tests/", "test", "--"})
_SLOW = re.compile(r"integration|e2e|\bci\b|\ball\b")
"""Suites that a plain test run leaves out."""


def same_work(parts: Sequence[Part], found: Failure) -> bool:
    """Whether a run is one more attempt at what failed."""
    return any(
        one.program == other.program or (one.purpose == other.purpose and one.purpose in CHECKS)
        for one in parts
        for other in found.parts
        if one.purpose != "look"
    )


def proves(number: int, turn: Turn, found: Failure) -> bool:
    """Whether the turn, which ended well, shows that what failed works now."""
    distance = number - found.number
    parts = parts_of(turn.target) or [Part(turn.name, frozenset(), "")]
    return distance <= _FAR and any(
        _checks_again(one, other, found) if other.purpose in CHECKS else distance <= _NEAR and _works_now(one, other)
        for one in parts
        for other in found.parts
    )


def _works_now(one: Part, other: Part) -> bool:
    """The same program about one thing: `git rebase --continue` after `git rebase main` is."""
    words, others = names_in(" ".join(one.on)), names_in(" ".join(other.on))
    if one.program != other.program:
        return False
    if not words or not others:
        return one.purpose != "look" or one.on == other.on
    return len(words & others) >= 0.3 * len(words | others)


def _checks_again(one: Part, other: Part, found: Failure) -> bool:
    text = "\n".join(found.lines)
    compiler = bool(_COMPILER.search(text))
    if one.program != other.program:
        if one.purpose not in CHECKS or not (compiler or one.purpose == other.purpose):
            return False
        if not compiler and (_sister(one, other) or (_slow(other) and not _slow(one))):
            return False
    elif _slow(other) and not _slow(one) and not compiler:
        return False
    return _reaches(one.on - _EVERYTHING, other.on - _EVERYTHING, text)


def _sister(one: Part, other: Part) -> bool:
    """Tasks of one runner, like test:unit and test:integration, don't speak for each other; test:ci does."""
    return one.program.split()[0] == other.program.split()[0] and not _slow(one)


def _slow(part: Part) -> bool:
    return bool(_SLOW.search(f"{part.program} {' '.join(part.on)}"))


def _reaches(on: frozenset[str], failed_on: frozenset[str], text: str) -> bool:
    """Whether a run covers what failed: all there is, the same or more, or what the error names."""
    if not on or (failed_on and on >= failed_on) or on <= failed_on:
        return True
    named = f"{text} {' '.join(failed_on)}"
    return any(len(word) > 3 and word in named for word in (one.strip("^$./") for one in on))
