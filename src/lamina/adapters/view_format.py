"""The memory-keeper format, one shape per entry, for both directions. What is wrong is named with file and line."""

from __future__ import annotations

import json
import re
from datetime import UTC
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeAlias, TypeVar

import msgspec

from lamina.errors import BadInput
from lamina.model.transcript import Role, Turn
from lamina.model.wire import moment
from lamina.refine.clean import text_of, without_secrets
from lamina.refine.redact import redact

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

T = TypeVar("T")
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Count = Annotated[int, msgspec.Meta(ge=0, lt=1 << 31)]
Plain: TypeAlias = str | int | float | bool | None
_STEM = re.compile(r"(\d{4}-\d\d-\d\d_\d{4})(?:_(\d{1,9}))?")
_AT = re.compile(r" - at `\$(.*)`\Z")
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]")
_SPACE = re.compile(r"\s*")


def time_of(told: str | None, name: str = "") -> datetime | None:
    """A moment, if one is told."""
    if not told:
        return None
    try:
        at = moment(told)
        at.astimezone(UTC)  # the first and the last day of the calendar may have no such moment
    except (ValueError, OverflowError) as error:
        raise ValueError(f"{name} is not a time") from error
    return at


def _some(text: str, name: str) -> None:
    if not text.strip():
        raise ValueError(f"there is no {name}")


class Line(msgspec.Struct, frozen=True):
    """A line of an L1 file."""

    role: Role
    ts: str | None = None
    text: Plain = None
    name: Plain = None
    target: Plain = None
    lines: Plain = None
    diff: Plain = None
    result: Plain = None

    def __post_init__(self) -> None:
        time_of(self.ts, "ts")


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """An entry with an id. What a file does not say is empty or None."""

    id: str = ""


class Exchange(Shape, frozen=True, kw_only=True):
    """An entry of an L2 file; `l1_range` is the first and the last line in the L1 file beside it."""

    ts: str | None = None
    summary: str | None = None
    details: str = ""
    files: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    l1_range: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        time_of(self.ts, "ts")
        if self.l1_range and not (len(self.l1_range) == 2 and 1 <= self.l1_range[0] <= self.l1_range[1]):
            raise ValueError("l1_range is not a first and a last line")


class Concept(Shape, frozen=True, kw_only=True):
    """An entry of `concepts.json`."""

    name: str = ""
    summary: str = ""
    exchanges: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    updated: str | None = None

    def __post_init__(self) -> None:
        time_of(self.updated, "updated")


class Rule(Shape, frozen=True, kw_only=True):
    """An entry of `permanent.rules`."""

    content: str
    source: str = "user"
    confidence: Share | None = None
    contradictions: Count | None = None
    last_validated: str | None = None

    def __post_init__(self) -> None:
        _some(self.content, "content")
        time_of(self.last_validated, "last_validated")


class Solution(Shape, frozen=True, kw_only=True):
    """An entry of `permanent.solutions`."""

    problem: str = ""
    solution: str = ""
    attempts: Count | None = None
    confidence: Share | None = None

    def __post_init__(self) -> None:
        _some(self.problem + self.solution, "problem and no solution")


class CoreLogic(Shape, frozen=True, kw_only=True):
    """An entry of `permanent.core_logic`."""

    feature: str = ""
    description: str = ""
    files: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        _some(self.feature + self.description, "feature and no description")


Entry: TypeAlias = Rule | Solution | CoreLogic


class Permanent(msgspec.Struct, frozen=True):
    """What lasts."""

    rules: tuple[Rule, ...] = ()
    solutions: tuple[Solution, ...] = ()
    core_logic: tuple[CoreLogic, ...] = ()


class Stats(msgspec.Struct, frozen=True):
    """How much there is."""

    total_exchanges: int = 0
    total_concepts: int = 0
    last_updated: str | None = None

    def __post_init__(self) -> None:
        time_of(self.last_updated, "last_updated")


class Facts(msgspec.Struct, frozen=True):
    """`facts.json`."""

    keywords: dict[str, tuple[str, ...]] = {}
    permanent: Permanent = Permanent()
    stats: Stats = Stats()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All that lasts, in the order of the file."""
        return (*self.permanent.rules, *self.permanent.solutions, *self.permanent.core_logic)

    @property
    def words(self) -> dict[str, list[str]]:
        """The keywords of each concept and exchange."""
        found: dict[str, list[str]] = {}
        for word, ids in self.keywords.items():
            for id_ in ids:
                found.setdefault(id_, []).append(word)
        return found


class GivenSession(NamedTuple):
    """The two files of a session; either may be missing. Lines come with their numbers."""

    stem: str
    lines: tuple[tuple[int, Turn], ...]
    exchanges: tuple[Exchange, ...]


class Given(NamedTuple):
    """All of a folder."""

    sessions: tuple[GivenSession, ...]
    concepts: tuple[Concept, ...]
    facts: Facts


def written(value: object) -> bytes:
    """A shape, or a list of them, as the content of a file."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n"


def given_by(files: Mapping[str, bytes]) -> Given:
    """Reads all of it, or raises BadInput."""
    concepts = _parsed("concepts.json", files.get("concepts.json", b"[]"), tuple[Concept, ...])
    facts = _parsed("facts.json", files.get("facts.json", b"{}"), Facts)
    _unique("concepts.json", concepts)
    for section in (facts.permanent.rules, facts.permanent.solutions, facts.permanent.core_logic):
        _unique("facts.json", section)
    return Given(tuple(_sessions(files)), concepts, facts)


def minute_of(stem: str) -> datetime | None:
    """The minute that the name of a session's files tells, taken as UTC."""
    told = _STEM.fullmatch(stem)
    try:
        return moment(f"{told[1][:10]}T{told[1][11:13]}:{told[1][13:]}") if told else None
    except ValueError:
        return None


def in_time(stem: str) -> tuple[str, int]:
    """Sorts the names of sessions' files: `…_10` comes after `…_9`."""
    told = _STEM.fullmatch(stem)
    return (told[1], int(told[2] or 1)) if told else (stem, 0)


def _unique(path: str, entries: Sequence[Shape]) -> None:
    seen: set[str] = set()
    for one in entries:
        if one.id and one.id in seen:
            raise BadInput(
                f"{path}: two entries have the id {one.id!r}.", "Nothing was loaded; mend it and load again."
            )
        seen.add(one.id)


def _sessions(files: Mapping[str, bytes]) -> Iterator[GivenSession]:
    names = (path.removeprefix("sessions/") for path in files if path.startswith("sessions/"))
    for stem in sorted({name.removesuffix(".l1.jsonl").removesuffix(".l2.json") for name in names}, key=in_time):
        l1, l2 = f"sessions/{stem}.l1.jsonl", f"sessions/{stem}.l2.json"
        exchanges = _parsed(l2, files.get(l2, b"[]"), tuple[Exchange, ...])
        _unique(l2, exchanges)
        lines = files.get(l1, b"").split(b"\n")
        turns = tuple((at, _turn(_parsed(l1, raw, Line, at))) for at, raw in enumerate(lines, 1) if raw.strip())
        yield GivenSession(stem, turns, exchanges)


def _turn(line: Line) -> Turn:
    said = {name: getattr(line, name) for name in ("text", "name", "target", "lines", "diff", "result")}
    texts = {name: text_of("" if value is None else str(value)) for name, value in said.items()}
    return without_secrets(Turn(role=line.role, at=time_of(line.ts), **texts))


def _parsed(path: str, raw: bytes, shape: type[T], line: int = 1) -> T:
    """Secrets go here too: whoever wrote the folder may have kept them. `line` is where in the file this begins."""
    try:
        text = raw.decode("utf-8-sig")
        plain = json.loads(text)
        return msgspec.convert(plain if shape is Line else _clean(plain), shape)
    except UnicodeDecodeError as error:
        line, why = line + raw.count(b"\n", 0, error.start), "not valid UTF-8"
    except json.JSONDecodeError as error:
        line, why = line + error.lineno - 1, f"not JSON ({error.msg})"
    except RecursionError:
        why = "nested too deeply"
    except msgspec.ValidationError as error:
        place = _AT.search(str(error))
        where = place[1] if place else ""
        line, why = line + _lines_before(text, where), f"{where.lstrip('.')}: {_AT.sub('', str(error))}".lstrip(": ")
    raise BadInput(f"{path}, line {line}: {why}.", "Nothing was loaded; mend it and load again.")


def _clean(value: Any) -> Any:
    """Texts as they may be stored, and ids that are numbers as text."""
    if isinstance(value, str):
        return redact(text_of(value))
    if isinstance(value, list):
        return [_clean(one) for one in value]
    if not isinstance(value, dict):
        return value
    told = {_clean(name): _clean(one) for name, one in value.items()}
    return {**told, "id": str(told["id"])} if isinstance(told.get("id"), int) else told


def _lines_before(text: str, place: str) -> int:
    """How many lines come before the value at a place such as `.permanent.rules[3]`."""
    at = _after_space(text, 0)
    for name, number in _STEP.findall(place):
        at = next((start for one, start in _members(text, at) if one == (name or number)), at)
    return text.count("\n", 0, at)


def _members(text: str, at: int) -> Iterator[tuple[str, int]]:
    """The name or number of each value inside the one that begins here, and where it begins."""
    decode, is_object, number = json.JSONDecoder().raw_decode, text[at] == "{", 0
    at = _after_space(text, at + 1)
    while text[at] not in "]}":
        name = str(number)
        if is_object:
            name, at = decode(text, at)
            at = _after_space(text, _after_space(text, at) + 1)
        yield name, at
        at = _after_space(text, decode(text, at)[1])
        at = _after_space(text, at + 1) if text[at] == "," else at
        number += 1


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at
