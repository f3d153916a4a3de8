"""Numbers with what they count: durations, sizes, shares, rates, rhythms, versions; and whether two can both hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from lamina.consolidate.exclusives import SPELLINGS
from lamina.consolidate.units import RHYTHMS, SHORT, TIMES, UNITS, WRITTEN, measures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.consolidate.wording import Word

Bound: TypeAlias = Literal["exactly", "at most", "at least"]


class Quantity(NamedTuple):
    """One number in the unit of its kind: milliseconds, bytes, or what is counted."""

    kind: str
    value: float
    parts: tuple[int, ...]
    """Of a version; compared part by part."""
    bound: Bound
    text: str
    of: str = ""
    """The word right before a bare number: the 3 of "Node 3" is not that of "Go 3"."""
    noun: str = ""
    """What is counted."""


_ONLY_BEFORE_UNITS = frozenset({"a", "an", "half"})
_NUMBER = re.compile(r"^[v$€:]?(\d[\d_]*(?:[.,]\d+)*)(?:([a-zµ%]{1,4})|(\.x))?$", re.IGNORECASE)
_SCIENTIFIC = re.compile(r"^\d+(?:\.\d+)?e-?\d{1,2}$")
_THOUSANDS = re.compile(r"^\d{1,3}(?:[,_]\d{3})+$")
_PER = frozenset({"per", "each", "every", "a", "an", "/"})
_NO_COUNT = frozenset({"to", "of", "who", "that", "by", "at", "after", "another", "or", "and", "which", ""})
_NO_PRODUCT = frozenset(
    """is are was to of with at on by after for in has have the a than only least most up down from atmost atleast use
    uses need needs version versions v max min size be via and or not now port within under over about around
    exactly every limit takes get gets""".split()
)
_MONTHS = frozenset("jan feb mar apr may jun jul aug sep oct nov dec".split())
_INTERVALS = frozenset({"interval", "intervals", "frequency", "period", "cadence"})
_NUMBERED = frozenset(
    """pep rfc iso error http issue ticket section chapter step phase adr pr gpio pin route room bug case task figure
    table line item option appendix day week milestone""".split()
)
"""A number after one of these is part of a name: PEP 8, error 502."""
_POINTS = frozenset({"the", "this", "that", "which", "add", "each"})
_AT_MOST = frozenset(
    """atmost max maximum limit limited cap capped longest exceed maximal budget exceeds allows allow allowed""".split()
)
_AT_LEAST = frozenset("atleast min minimum least shortest minimal msrv target targets targeting".split())


class Found(NamedTuple):
    """A quantity and the words that it takes up."""

    quantity: Quantity
    end: int


def quantity_at(words: Sequence[Word], at: int) -> Found | None:
    """The quantity that begins at this word."""
    low = words[at].low
    if low in RHYTHMS:
        return Found(Quantity("rhythm", RHYTHMS[low], (), "exactly", words[at].text), at + 1)
    if low in TIMES:
        return _rhythm(words, at + 1, TIMES[low], words[at].text)
    if low == "every":
        return _rhythm(words, at, 1.0, words[at].text)
    if low in ("several", "multiple", "many"):
        return Found(Quantity("count", 2.0, (), "at least", low), at + 1)
    return None if _is_part_of_a_name(words, at) else _amount(words, at)


def _is_part_of_a_name(words: Sequence[Word], at: int) -> bool:
    before = words[at - 1].low if at else ""
    after = words[at + 1].low if at + 1 < len(words) else ""
    if words[at].low in ("a", "an") and measures(after) == "time":
        return any(
            word.low[:1].isdigit() or word.low in WRITTEN for word in words[max(0, at - 3) : at]
        )  # 60 calls a minute
    return before in _NUMBERED or (words[at].low == "one" and (after in _NO_COUNT or before in _POINTS))


def _amount(words: Sequence[Word], at: int) -> Found | None:
    """A number with its unit, and the time that a rate is counted in."""
    low = words[at].low
    read = _read(low)
    if read is None:
        return None
    value, parts, unit = read
    end = at + 2 if low == "half" and at + 1 < len(words) and words[at + 1].low in ("a", "an") else at + 1
    if not unit and end < len(words) and _is_unit(words[end].low):
        unit, end = words[end].low, end + 1
    if low in _ONLY_BEFORE_UNITS and measures(unit) not in ("time", "size"):
        return None
    kind, factor = UNITS.get(unit, ("count", 1.0))
    text, bound = " ".join(word.text for word in words[at:end]), _bound(words, at, end)
    rate = _rate(words, end)
    if rate and kind in ("count", "size"):
        per, name = rate
        return Found(Quantity(f"{kind} a time", value * factor / per, (), bound, f"{text} per {name}"), end)
    if kind != "count":
        rhythm = kind == "time" and any(word.low in _INTERVALS for word in words)
        return Found(Quantity("rhythm" if rhythm else kind, value * factor, (), bound, text), end)
    kind = _kind_of_count(words, at, end)
    return Found(Quantity(kind, value, parts, bound, text, _product(words, at) if kind == "count" else ""), end)


def _is_unit(low: str) -> bool:
    return low in UNITS and (len(low) > 1 or low in "sh%")


def _kind_of_count(words: Sequence[Word], at: int, end: int) -> str:
    low = words[at].low
    if low[0] == ":" or (at and words[at - 1].low in ("port", "ports")):
        return "port"
    return "version" if low[0] == "v" and end < len(words) else "count"


def _product(words: Sequence[Word], at: int) -> str:
    before = words[at - 1] if at else None
    if before is None or before.low in _NO_PRODUCT:
        return ""
    if before.low[:3] in _MONTHS and before.text[:1].isupper():
        return before.low[:3]
    named = before.named or (before.first and before.text[:1].isupper()) or before.low in SPELLINGS
    return before.stem if named else ""


def differ(one: Quantity, other: Quantity) -> bool:
    """Whether the two cannot both be true of the same thing."""
    if one.kind != other.kind or same(one, other) or (one.of and other.of and one.of != other.of):
        return False
    if one.bound == other.bound:
        return True
    low, high = (one, other) if one.bound == "at least" or other.bound == "at most" else (other, one)
    return _less(high, low)


def same(one: Quantity, other: Quantity) -> bool:
    """Whether the two are the same number in other words: 30 s and 30000 ms, but not 3.1 and 3.10."""
    if one.kind != other.kind:
        return False
    if one.parts and other.parts:
        return _trimmed(one.parts) == _trimmed(other.parts)
    return abs(one.value - other.value) <= 1e-9 * max(1.0, abs(one.value))


def _less(one: Quantity, other: Quantity) -> bool:
    if one.parts and other.parts:
        shared = min(len(one.parts), len(other.parts))
        return one.parts[:shared] < other.parts[:shared]
    return one.value < other.value


def _trimmed(parts: tuple[int, ...]) -> tuple[int, ...]:
    while len(parts) > 1 and parts[-1] == 0:
        parts = parts[:-1]
    return parts


def _read(low: str) -> tuple[float, tuple[int, ...], str] | None:
    """The number of one word, its parts as a version, and the unit that is glued to it."""
    if low in WRITTEN:
        return WRITTEN[low], (), ""
    if _SCIENTIFIC.match(low):
        return float(low), (), ""
    found = _NUMBER.match(low)
    if not found:
        return None
    digits, suffix = found[1], found[2] or ""
    digits = re.sub("[,_]", "", digits) if _THOUSANDS.match(digits) else digits.replace(",", ".").replace("_", "")
    if suffix in SHORT:
        return float(".".join(digits.split(".")[:2])) * SHORT[suffix], (), ""
    if suffix and (suffix not in UNITS or low[0] == ":"):
        return None
    parts = tuple(int(part) for part in digits.split(".") if part)
    return float(".".join(digits.split(".")[:2])), parts, suffix


def _rhythm(words: Sequence[Word], at: int, times: float, text: str) -> Found | None:
    """Every 10 minutes, once an hour, twice a day."""
    if at >= len(words) or words[at].low not in _PER:
        return None
    number, unit, end = 1.0, "", at + 1
    if end < len(words) and (read := _read(words[end].low)):
        number, unit, end = read[0], read[2], end + 1
    if not unit and end < len(words) and len(words[end].low) > 1:
        unit, end = words[end].low, end + 1
    if measures(unit) != "time":
        return None
    told = " ".join(word.text for word in words[at:end])
    value = number * UNITS[unit][1] / times
    return Found(Quantity("rhythm", value, (), "exactly", told if text == words[at].text else f"{text} {told}"), end)


def _rate(words: Sequence[Word], end: int) -> tuple[float, str] | None:
    """The time in which something is counted, found within three words: "requests per minute"."""
    for at in range(end, min(end + 4, len(words) - 1)):
        unit = words[at + 1].low
        if words[at].low in _PER and measures(unit) == "time":
            return UNITS[unit][1], unit
    return None


def _bound(words: Sequence[Word], at: int, end: int) -> Bound:
    if end < len(words) and words[end].low in ("orabove", "orbelow"):
        return "at least" if words[end].low == "orabove" else "at most"
    if any(word.low in ("max", "maximum", "tops", "limit") for word in words[end : end + 6]):
        return "at most"
    # Far away only words that bound whatever number follows: "maximum line length is 100".
    for word in reversed(words[:at]):
        if word.low in _AT_MOST:
            return "at most"
        if word.low in _AT_LEAST:
            return "at least"
    return "exactly"
