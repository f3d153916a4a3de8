"""Yes and no: which words turn a clause round, which reject only what follows or precedes, which speak of change."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lamina.consolidate.wording import Word

_NOT = frozenset(
    """not never no without avoid stop neither nor none quit refrain hardly dislike hate against forbid prohibit
    disallow ban""".split()
)
_NOT_SO = frozenset(
    {("no", "other"), ("not", "only"), ("no", "matter"), ("no", "doubt"), ("no", "problem"), ("not", "just")}
)
_ENDED = frozenset(
    """forbidden prohibited banned disallowed gone dropped removed deprecated retired obsolete discontinued ended
    disabled abandoned unsupported optional unnecessary noise clutter useless broken red abolished scrapped
    ditched deleted closed paused suspended discouraged decommissioned phased unneeded off outdated stopped
    missing inactive impossible shut revoked withdrawn ignored""".split()
)
"""Said of a subject, they turn what is said of it round."""
_FINE = frozenset(
    """open running green on enabled active fine ok okay allowed required mandatory supported welcome works available
    permitted accepted needed activated possible necessary""".split()
)
"""The other side of what ended: said of a subject, they only say yes."""
_STATES = frozenset({"off", "closed", "missing", "paused", "shut"})
_DEEDS = frozenset({"dropped", "removed", "deleted", "retired", "ditched", "abandoned", "ended"})
_DROPS = frozenset(
    """drop drops dropped ditch ditched abandon abandoned retire retired scrap scrapped remove removed removes disable
    disables forgo""".split()
)
_SKIPS = frozenset({"skip", "omit", "skips", "skipping", "skipped"})
_SWAPS = frozenset({"swap", "swapped", "exchanged", "traded"})
_BE = frozenset(
    """is are was were be been being got get gets has have had seems feels stay stays remain remains keep keeps turned
    now""".split()
)
_AUXILIARY = frozenset(
    """is are was were be been must should shall may might can could will would does did has have do need needs
    to""".split()
)
_BEFORE_STOP = frozenset({"please", "to", "must", "should", "we", "you", "and", "now", "do", "just", ","})
_AFTER_ON = frozenset({"", "by", "in", "for", "again", "everywhere", "now", "when", "during", "and"})
_STAYS = frozenset({"leave", "leaves", "stay", "stays", "keep", "left", "kept"})
_MOVES = (
    "mov", "migrat", "switch", "chang", "went", "upgrad", "transition", "convert", "port", "gone", "bump", "rais",
    "lower", "reduc", "increas", "pass", "took", "taken", "over", "go",
)  # fmt: skip
_ADDS = frozenset({"too", "also", "additionally", "alternatively", "furthermore", "besides", "optionally"})
_CHANGE = re.compile(
    r"\b(?:now|no longer|any ?more|switched|switching|migrated|moved|moving|renamed|replaced|replaces|superseded|"
    r"swapped|upgraded|updated|bumped|raised|increased|lowered|reduced|decreased|changed|scaled|extended|shortened|"
    r"doubled|halved|grew|cut to|down to|went (?:up|down|to|from|over)|gone over|got|dropped|removed|deprecated|"
    r"retired|ended|abandoned|ditched|is gone|is out|is history|finished|converted|ported|rewritten|rewrote|"
    r"transitioned|became|become|was made|took over|takes over|passed to|handed|stepped|decided|relaxed|"
    r"tightened|fixed|again|since|"
    r"from (?:now|today|this)|as of|going forward|effective|starting|these days|nowadays|recently|yesterday|"
    r"last (?:week|month|sprint)|by now|has been|have been|^new)\b",
    re.IGNORECASE,
)
_NEW_STATE = re.compile(
    r"\b(?:now|nowadays|these days|no longer|any ?more|from (?:now|today) on|from today|going forward|as of|henceforth|"
    r"(?<!^)since (?!the (?:beginning|start)|day)|switched|migrated|moved|replaced|swapped|became|renamed|has been|"
    r"have been)\b(?! also\b)",
    re.IGNORECASE,
)


class Signs(NamedTuple):
    """For each word of a clause whether it is affirmed (1) or rejected (-1); and the clause as a whole."""

    each: tuple[int, ...]
    turns: int
    """How often yes becomes no."""
    contrasted: frozenset[int]
    """Words that stand only for contrast: "instead of npm"."""
    silent: frozenset[int]
    """Words that say yes or no and nothing else."""
    adds: bool

    @property
    def negative(self) -> bool:
        """Whether the clause as a whole says no."""
        return self.turns % 2 == 1


def speaks_of_change(text: str) -> bool:
    """Whether a statement says that something is no longer as it was."""
    return bool(_CHANGE.search(text))


def speaks_of_new_state(text: str) -> bool:
    """Whether it says outright that from now on it is otherwise than it was."""
    return bool(_NEW_STATE.search(text))


def signs(words: Sequence[Word]) -> Signs:
    """Reads a clause from left to right."""
    return _Reader([word.low for word in words]).read()


class _Reader:
    """Where the reading of a clause stands: what is said now is affirmed or rejected, and perhaps only a contrast."""

    def __init__(self, lows: list[str]) -> None:
        self.lows = lows
        self.each = [1] * len(lows)
        self.contrasted: set[int] = set()
        self.silent: set[int] = set()
        self.turns = 0
        self.sign = 1
        self.contrast = self.replacing = self.moving = self.prefers = False

    def read(self) -> Signs:
        rules: tuple[Callable[[int, str, str, str], bool], ...] = (
            self._contrasts, self._denies, self._replaces, self._moves, self._affirms, self._ends, self._drops,
        )  # fmt: skip
        for at, low in enumerate(self.lows):
            before = self.lows[at - 1] if at else ""
            after = self.lows[at + 1] if at + 1 < len(self.lows) else ""
            any(rule(at, low, before, after) for rule in rules)
            self.prefers |= low.startswith(("prefer", "favo"))
            self.each[at] = self.sign
            if self.contrast:
                self.contrasted.add(at)
        adds = any(low in _ADDS for low in self.lows) or {"as", "well"} <= set(self.lows)
        return Signs(tuple(self.each), self.turns, frozenset(self.contrasted), frozenset(self.silent), adds)

    def _say(self, sign: int, contrast: bool = False) -> bool:
        self.sign, self.contrast = sign, contrast
        return True

    def _turn_what_precedes(self, at: int) -> None:
        for earlier in range(at):
            self.each[earlier] = -self.each[earlier]

    def _contrasts(self, at: int, low: str, before: str, after: str) -> bool:
        if low in ("instead", "rather", "opposed", "place") and after in ("of", "than", "to"):
            self.silent.add(at)
            return self._say(-1, True)
        if self.prefers and (low == "over" or (low == "to" and at > 1 and "prefer" not in before)):
            return self._say(-1, True)
        return (low, after) in _NOT_SO

    def _denies(self, at: int, low: str, before: str, after: str) -> bool:
        if low in ("nothing", "nobody") and after not in ("else", "but"):
            self.turns += 1
            return True
        if low not in _NOT or not _is_no(low, before, after, at):
            return False
        self.silent.add(at)
        if low == "not" and at and before not in _AUXILIARY:
            return self._say(-1, True)  # "pnpm not npm"
        self.turns += 1
        if before in _AUXILIARY:
            self._turn_what_precedes(at)  # "npm is not used"
        return self._say(-1)

    def _replaces(self, at: int, low: str, before: str, after: str) -> bool:
        if low.startswith(("replac", "supersed")):
            self.replacing = True
            if before in _BE or after == "by":
                self._turn_what_precedes(at)
                return self._say(1)
            return self._say(-1, True)
        if low in _SWAPS:
            self.replacing = True
            return self._say(-1, True)
        if self.replacing and low in ("with", "by", "as", "for"):
            return self._say(1)
        if low in ("favour", "favor") and before == "in":
            self._turn_what_precedes(at)
            self.turns = 0
            return self._say(1)
        return False

    def _moves(self, at: int, low: str, before: str, after: str) -> bool:
        if low == "called" and before == "now":
            self._turn_what_precedes(at)
            return True
        if low in ("from", "off") and (self.moving or self._speaks_of_moving()):
            self.moving = True
            return self._say(-1, True)
        if low in ("→", "->", "=>"):
            self._turn_what_precedes(at)
            return self._say(1)
        if low == "to" and self.moving:
            return self._say(1)
        if low in ("renamed", "rename", "renames"):
            self.moving = True
            if before not in _BE:
                return self._say(-1, True)
            self._turn_what_precedes(at)
            return True
        return False

    def _affirms(self, at: int, low: str, before: str, after: str) -> bool:
        if low in ("but", "use", "only") and self.sign < 0 and before not in _NOT and at and before != "to":
            return self._say(1)
        return False

    def _ends(self, at: int, low: str, before: str, after: str) -> bool:
        if low in _ENDED and self._is_predicate(at) and _is_said_of(low, before, after, at + 1 == len(self.lows)):
            self._turn_what_precedes(at)
            self.turns += 1
            self.silent.add(at)
            return True
        if low in _FINE and (before in _BE or at + 1 == len(self.lows)) and (low != "on" or after in _AFTER_ON):
            self.silent.add(at)
            return True
        if low in _STAYS and "out" in self.lows[at + 1 : at + 4]:
            self._turn_what_precedes(at)
            self.turns += 1
            return True
        return False

    def _drops(self, at: int, low: str, before: str, after: str) -> bool:
        if low in _SKIPS:
            self.turns += 1
            self.silent.add(at)
            return self._say(-1)
        if low in _DROPS and before not in _BE:
            return self._say(-1, self.contrast)
        return False

    def _is_predicate(self, at: int) -> bool:
        """Said of the subject, not part of its name: "deprecated endpoints"."""
        return (
            at + 1 == len(self.lows)
            or any(low in _BE for low in self.lows[max(0, at - 3) : at])
            or self.lows[at] == "stopped"
        )

    def _speaks_of_moving(self) -> bool:
        if "to" in self.lows:
            return any(low.startswith(_MOVES) for low in self.lows)
        return "over" in self.lows and any(low.startswith(("took", "tak")) for low in self.lows)


def _is_no(low: str, before: str, after: str, at: int) -> bool:
    if low == "against":
        return before in ("decide", "decided")
    return low != "stop" or not at or before in _BEFORE_STOP or after.endswith("ing")


def _is_said_of(low: str, before: str, after: str, last: bool) -> bool:
    """Whether such a word tells the state of the subject."""
    if after == "after":
        return False  # "is closed after a minute" tells what happens, not that it has
    if low == "red":
        return before in _BE
    if low in _STATES:
        return before in _BE or before in ("switched", "turned") or (last and low != "missing")
    if low == "ignored":
        return after == "by"
    if low == "stopped":
        return after.endswith("ing") or before in _BE
    if low in _DEEDS:
        # "must be removed" orders a deed, "was removed" tells of a state.
        return before != "be" and (before in _BE or last or after in ("in", ",") or low == "ended")
    return True
