"""Yes and no: which words turn a clause round, which reject only what follows or precedes them, which speak of change."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.consolidate.wording import Word

_NOT = frozenset("not never no without avoid stop neither nor none quit refrain hardly against forbid prohibit disallow ban".split())
_NOT_SO = frozenset({("no", "other"), ("not", "only"), ("no", "matter"), ("nothing", "but"), ("no", "doubt"), ("no", "problem"), ("not", "just")})
_ENDED = frozenset(
    """forbidden prohibited banned disallowed gone dropped removed deprecated retired obsolete discontinued ended disabled
    abandoned unsupported optional unnecessary noise clutter useless broken red abolished scrapped ditched deleted
    closed paused suspended discouraged decommissioned phased killed unneeded off outdated stopped missing
    inactive impossible shut revoked withdrawn ignored""".split()
)
"""Said of a subject, they turn what it says round."""
_FINE = frozenset("open running green on enabled active fine ok okay allowed required mandatory supported welcome works available permitted "
                  "accepted needed activated possible".split())  # fmt: skip
"""The other side of what ended: said of a subject, they only say yes."""
_BEFORE_STOP = frozenset({"please", "to", "must", "should", "we", "you", "and", "now", "do", "just", ","})
_AFTER_ON = frozenset({"", "by", "in", "for", "again", "everywhere", "now", "when", "during", "and"})
_DROPS = frozenset("drop drops dropped ditch ditched abandon abandoned retire retired scrap scrapped remove removed removes disable disables "
                   "skip omit skips forgo leave".split())  # fmt: skip
_BE = frozenset("is are was were be been being got get gets has have had seems feels stay stays remain remains keep keeps turned now".split())
_CHANGE = re.compile(
    r"\b(?:now|no longer|any ?more|switch(?:ed|ing)?|migrat\w+|moved|renamed?|replac\w+|upgrad\w+|bump\w*|rais\w+|increas\w+|"
    r"lower\w*|reduc\w+|decreas\w+|chang\w+|dropped|removed|deprecated|retired|ended|since|from (?:now|today|this)|as of|"
    r"became|become|was made|went (?:up|down|to|from|over)|gone over|goes? to|cut to|scaled|extended|shortened|doubled|halved|"
    r"instead of|took over|takes over|passed to|handed|left|stepped|new|decided|relaxed|tightened|fixed|again|"
    r"these days|nowadays|recently|yesterday|last (?:week|month|sprint)|after the|finished|has been|have been|converted|ported|"
    r"rewritten|rewrote|transitioned|moving|going forward|effective|starting|superseded|swapped|abandoned|ditched|updated)\b",
    re.IGNORECASE,
)
_AUXILIARY = frozenset("is are was were be been must should shall may might can could will would does did has have do need needs to".split())
_NEW_STATE = re.compile(
    r"\b(?:now|nowadays|these days|no longer|any ?more|from (?:now|today) on|from today|going forward|as of|henceforth|"
    r"(?<!^)since (?!the (?:beginning|start)|day)|switched|migrated|moved|replaced|swapped|became|renamed|has been|have been)\b"
    r"(?! also\b)",
    re.IGNORECASE,
)
_ADDS = frozenset({"too", "also", "additionally", "alternatively", "furthermore", "besides", "optionally"})


class Signs(NamedTuple):
    """For each word of a clause whether it is affirmed (1), rejected (-1) or only scenery (0); and the clause as a whole."""

    each: tuple[int, ...]
    turns: int
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
    each = [1] * len(words)
    contrasted: set[int] = set()
    silent: set[int] = set()
    turns, sign, contrast = 0, 1, False
    replacing = moving = prefers = False
    lows = [word.low for word in words]
    for at, low in enumerate(lows):
        before = lows[at - 1] if at else ""
        after = lows[at + 1] if at + 1 < len(lows) else ""
        if low in ("instead", "rather", "opposed", "place") and after in ("of", "than", "to"):
            sign, contrast = -1, True
            silent.add(at)
        elif low == "over" and prefers or low == "to" and prefers and at > 1 and "prefer" not in before:
            sign, contrast = -1, True
        elif (low, after) in _NOT_SO:
            pass
        elif low in _NOT and _denies(low, before, after, at):
            silent.add(at)
            if low == "not" and at and before not in _AUXILIARY and before not in (",", "do"):
                sign, contrast = -1, True  # "pnpm not npm"
            else:
                turns += 1
                if before in _AUXILIARY:
                    _turn(each, at)  # "npm is not used"
                sign, contrast = -1, False
        elif low in ("nothing", "nobody") and after != "else" and after != "but":
            turns += 1
        elif low.startswith("replac") or low == "superseded" or low.startswith("supersed"):
            replacing = True
            if before in _BE or after == "by":
                _turn(each, at)
                sign, contrast = 1, False
            else:
                sign, contrast = -1, True
        elif replacing and low in ("with", "by", "as", "for"):
            sign, contrast = (1, False) if low != "as" else (1, False)
        elif low in ("favour", "favor") and before == "in":
            _turn(each, at)
            turns = 0
            sign, contrast = 1, False
        elif low == "called" and before == "now":
            _turn(each, at)
        elif low in ("from", "off") and (moving or _moves(lows)):
            sign, contrast, moving = -1, True, True
        elif low in ("to", "→", "->", "=>") and (moving or low != "to"):
            if low != "to":
                _turn(each, at)
            sign, contrast = 1, False
        elif low in ("renamed", "rename", "renames"):
            moving = True
            if before in _BE:
                _turn(each, at)
            else:
                sign, contrast = -1, True
        elif low in ("but", "use", "only") and sign < 0 and before not in _NOT and at and before != "to":
            sign, contrast = 1, False
        elif low == "instead" and sign < 0 and after not in ("of",):
            pass
        elif low in _ENDED and _said_of(low, before, after, at, len(lows)):
            _turn(each, at)
            turns += 1
            silent.add(at)
        elif low in ("skip", "omit", "skips", "skipping", "skipped"):
            turns += 1
            sign, contrast = -1, False
            silent.add(at)
        elif low in _FINE and (before in _BE or at + 1 == len(lows)) and (low != "on" or after in _AFTER_ON):
            silent.add(at)
        elif low in ("swap", "swapped", "exchanged", "traded"):
            replacing, sign, contrast = True, -1, True
        elif low in ("leave", "leaves", "stay", "stays", "keep", "left", "kept") and "out" in lows[at + 1 : at + 4]:
            _turn(each, at)
            turns += 1
        elif low in _DROPS and before not in _BE and low not in ("leave",):
            sign, contrast = -1, contrast
        if low.startswith("prefer") or low.startswith("favo"):
            prefers = True
        each[at] = sign
        if contrast:
            contrasted.add(at)
    adds = any(low in _ADDS for low in lows) or ("well" in lows and "as" in lows)
    return Signs(tuple(each), turns, frozenset(contrasted), frozenset(silent), adds)


def _denies(low: str, before: str, after: str, at: int) -> bool:
    if low == "against":
        return before in ("decide", "decided")
    return low != "stop" or not at or before in _BEFORE_STOP or after.endswith("ing")


def _said_of(low: str, before: str, after: str, at: int, count: int) -> bool:
    if after == "after":
        return False  # "is closed after a minute" tells what happens, not that it has
    if low == "red":
        return before in _BE
    if low in ("off", "closed", "missing", "paused", "shut"):
        return before in _BE or before in ("switched", "turned") or (at + 1 == count and low != "missing")
    if low == "ignored":
        return after == "by"
    if low == "stopped":
        return after.endswith("ing") or before in _BE
    if low in ("dropped", "removed", "deleted", "retired", "ditched", "abandoned", "ended"):
        # "must be removed" orders a deed, "was removed" tells of a state.
        return before != "be" and (before in _BE or at + 1 == count or after in ("in", ",") or low == "ended")
    return True


def _moves(lows: Sequence[str]) -> bool:
    return "to" in lows and any(low.startswith(("mov", "migrat", "switch", "chang", "went", "upgrad", "transition", "convert", "port", "gone",
                                                "bump", "rais", "lower", "reduc", "increas", "pass", "took", "taken", "over", "go")) for low in lows) or (
        "over" in lows and any(low.startswith(("took", "tak")) for low in lows))  # fmt: skip


def _turn(each: list[int], until: int) -> None:
    for at in range(until):
        each[at] = -each[at]
