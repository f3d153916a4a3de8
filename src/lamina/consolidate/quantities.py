"""Numbers with what they count: durations, sizes, shares, rates, rhythms, versions; and whether two of them can both hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from lamina.consolidate.exclusives import SPELLINGS

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


_UNITS: dict[str, tuple[str, float]] = {}
for _kind, _table in (
    (
        "time",
        "ns nanosecond nanoseconds=0.000001 us µs microsecond microseconds=0.001 ms msec millisecond milliseconds millis=1 "
        "s sec secs second seconds=1000 min mins minute minutes=60000 h hr hrs hour hours=3600000 "
        "d day days night nights morning evening=86400000 week weeks=604800000 fortnight=1209600000 month months=2592000000 year years=31536000000",
    ),
    (
        "size",
        "byte bytes=1 kb kib kilobyte kilobytes kibibyte kibibytes=1024 mb mib megabyte megabytes meg=1048576 "
        "gb gib gigabyte gigabytes gig=1073741824 tb tib terabyte terabytes=1099511627776",
    ),
    ("share", "% percent pct=1"),
    ("frequency", "hz=1 khz=1000 mhz=1000000 ghz=1000000000"),
    ("voltage", "mv=0.001 v volt volts=1"),
    ("current", "ma=0.001 a amp amps ampere=1"),
    ("length", "mm=0.001 cm=0.01 m meter meters metre metres=1 km=1000"),
    ("euro", "euro euros eur €=1"),
    ("dollar", "dollar dollars usd $=1"),
    ("pixels", "px pixel pixels=1"),
    ("mass", "mg=0.001 g gram grams=1 kg kilogram kilograms=1000"),
    ("speed", "fps=1 rpm=60 rps qps=1"),
    ("bits", "bps=1 kbps=1000 mbps=1000000 gbps=1000000000 baud=1"),
):
    _names: list[str] = []
    for _one in _table.split():
        _name, _, _factor = _one.partition("=")
        _names.append(_name)
        if _factor:
            _UNITS |= {name: (_kind, float(_factor)) for name in _names}
            _names = []

_WRITTEN = {
    name: number
    for number, names in enumerate(
        "zero;one,a,an,single;two,both;three;four;five;six;seven;eight;nine;ten;eleven;twelve".split(";")
    )
    for name in names.split(",")
} | {"fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90, "hundred": 100,
     "thousand": 1000, "half": 0.5}  # fmt: skip
_ONLY_BEFORE_UNITS = frozenset({"a", "an", "half"})
_RHYTHMS = {"hourly": 3.6e6, "daily": 8.64e7, "nightly": 8.64e7, "weekly": 6.048e8, "biweekly": 1.2096e9,
            "fortnightly": 1.2096e9, "monthly": 2.592e9, "quarterly": 7.776e9, "yearly": 3.1536e10, "annually": 3.1536e10}  # fmt: skip
_ONCE = {"once": 1.0, "twice": 2.0}
_NUMBER = re.compile(r"^[v$€:]?(\d[\d_]*(?:[.,]\d+)*)(?:([a-zµ%]{1,4})|(\.x))?$", re.IGNORECASE)
_SCIENTIFIC = re.compile(r"^\d+(?:\.\d+)?e-?\d{1,2}$")
_THOUSANDS = re.compile(r"^\d{1,3}(?:[,_]\d{3})+$")
_SHORT = {"k": 1e3, "m": 1e6, "b": 1e9}
_PER = frozenset({"per", "each", "every", "a", "an", "/"})
_NO_COUNT = frozenset({"to", "of", "who", "that", "by", "at", "after", "another", "or", "and", "which", ""})
_NO_PRODUCT = frozenset(
    """is are was to of with at on by after for in has have the a than only least most up down from atmost atleast use uses need needs
    version versions v max min size be via and or not now port within under over about around exactly every limit takes get gets""".split()
)
_INTERVALS = frozenset({"interval", "intervals", "frequency", "period", "cadence"})
_NUMBERED = frozenset("pep rfc iso error http issue ticket section chapter step phase adr pr gpio pin route room bug case task figure "
                       "table line item option appendix day week milestone".split())  # fmt: skip
_AT_MOST = frozenset({"atmost", "max", "maximum", "limit", "limited", "cap", "capped", "longest", "exceed", "maximal", "budget", "exceeds", "allows", "allow", "allowed"})
_AT_LEAST = frozenset({"atleast", "min", "minimum", "least", "shortest", "minimal", "msrv", "target", "targets", "targeting"})


class Found(NamedTuple):
    """A quantity and the words that it takes up."""

    quantity: Quantity
    end: int


def quantity_at(words: Sequence[Word], at: int) -> Found | None:
    """The quantity that begins at this word."""
    low = words[at].low
    if low in _RHYTHMS:
        return Found(Quantity("rhythm", _RHYTHMS[low], (), "exactly", words[at].text), at + 1)
    if low in _ONCE:
        return _rhythm(words, at + 1, _ONCE[low], words[at].text)
    if low == "every":
        return _rhythm(words, at, 1.0, words[at].text)
    if low in ("several", "multiple", "many"):
        return Found(Quantity("count", 2.0, (), "at least", low), at + 1)
    read = _read(low)
    if read is None:
        return None
    after = words[at + 1].low if at + 1 < len(words) else ""
    if low == "one" and (after in _NO_COUNT or (at and words[at - 1].low in ("the", "this", "that", "which", "add", "each"))):
        return None
    if at and words[at - 1].low in _NUMBERED:
        return None  # a name: PEP 8, error 502
    value, parts, unit = read
    end = at + 1
    if low == "half" and end < len(words) and words[end].low in ("a", "an"):
        end += 1
    if not unit and end < len(words) and words[end].low in _UNITS and (len(words[end].low) > 1 or words[end].low in "sh%"):
        unit = words[end].low
        end += 1
    if low in _ONLY_BEFORE_UNITS and not (unit and _UNITS[unit][0] in ("time", "size")):
        return None
    kind, factor = _UNITS.get(unit, ("count", 1.0))
    value *= factor
    if kind == "count" and unit:
        return None
    text = " ".join(word.text for word in words[at:end])
    rate = _rate(words, end)
    if rate and kind in ("count", "size"):
        return Found(Quantity(f"{kind} a time", value / rate[0], (), _bound(words, at, end), f"{text} per {rate[2]}"), end)
    if kind != "count":
        parts = ()
    if kind == "count" and (low[0] == ":" or (at and words[at - 1].low in ("port", "ports"))):
        kind = "port"
    if kind == "count" and low[0] == "v" and end < len(words):
        kind = "version"
    if kind == "time" and any(word.low in _INTERVALS for word in words):
        kind = "rhythm"
    of = _product(words, at) if kind == "count" else ""
    return Found(Quantity(kind, value, parts, _bound(words, at, end), text, of), end)


def _product(words: Sequence[Word], at: int) -> str:
    before = words[at - 1] if at else None
    if before is None or before.low in _NO_PRODUCT:
        return ""
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
    if low in _WRITTEN:
        return float(_WRITTEN[low]), (), ""
    if _SCIENTIFIC.match(low):
        return float(low), (), ""
    found = _NUMBER.match(low)
    if not found:
        return None
    digits, suffix = found[1], found[2] or ""
    if low[0] == ":" and suffix:
        return None
    if _THOUSANDS.match(digits):
        digits = re.sub("[,_]", "", digits)
    if suffix in _SHORT and suffix not in _UNITS:
        return float(digits.replace(",", ".").replace("_", "")) * _SHORT[suffix], (), ""
    if suffix and suffix not in _UNITS:
        return None
    plain = digits.replace(",", ".").replace("_", "")
    parts = tuple(int(part) for part in plain.split(".") if part)
    value = float(".".join(plain.split(".")[:2]))
    return value, parts, suffix


def _rhythm(words: Sequence[Word], at: int, times: float, text: str) -> Found | None:
    """every 10 minutes, once an hour, twice a day."""
    if at >= len(words) or words[at].low not in _PER:
        return None
    number, end = 1.0, at + 1
    if end < len(words) and (read := _read(words[end].low)):
        number, end = read[0], end + 1
        if read[2] and _UNITS[read[2]][0] == "time":
            return Found(Quantity("rhythm", number * _UNITS[read[2]][1] / times, (), "exactly", f"every {words[end - 1].text}"), end)
    if end >= len(words) or _UNITS.get(words[end].low, ("", 0.0))[0] != "time" or len(words[end].low) == 1:
        return None
    told = " ".join(word.text for word in words[at : end + 1])
    value = number * _UNITS[words[end].low][1] / times
    return Found(Quantity("rhythm", value, (), "exactly", told if text == words[at].text else f"{text} {told}"), end + 1)


def _rate(words: Sequence[Word], end: int) -> tuple[float, int, str] | None:
    """"requests per minute": the time in milliseconds, within three words."""
    for at in range(end, min(end + 4, len(words) - 1)):
        if words[at].low in ("per", "a", "an", "each", "every"):
            unit = _UNITS.get(words[at + 1].low)
            if unit and unit[0] == "time":
                return unit[1], at + 2, words[at + 1].low
    return None


def _bound(words: Sequence[Word], at: int, end: int) -> Bound:
    if end < len(words) and words[end].low in ("orabove", "orbelow"):
        return "at least" if words[end].low == "orabove" else "at most"
    if end < len(words) and words[end].low in ("max", "maximum", "tops"):
        return "at most"
    # Far away only words that bound whatever number follows: "maximum line length is 100".
    for word in reversed(words[:at]):
        if word.low in _AT_MOST:
            return "at most"
        if word.low in _AT_LEAST:
            return "at least"
    return "exactly"
