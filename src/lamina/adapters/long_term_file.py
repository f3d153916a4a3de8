"""`long-term-memory.md`: the long-term memories as a person reads and edits them.

    # Long-Term Memory

    ## Always use pnpm, never npm
    - Count: 5
    - First seen: 2026-01-20
    - Last seen: 2026-01-26
    - Sessions: session-1, session-2
    - Status: pending_core_promotion
    - Id: f3b2…

    <!-- lamina:long-term-memory v2 -->

More lines of a text follow its heading as a quote (`> …`). Version 1 is the same without ids and without the last line.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias
from urllib.parse import quote, unquote

from lamina.adapters.markdown_lines import fenced, lines_of, without_end
from lamina.errors import BadInput, Unavailable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

VERSION = 2
TITLE = "# Long-Term Memory"
Status: TypeAlias = Literal["pending_core_promotion", "approved_for_core"]
STATUSES: tuple[Status, ...] = ("pending_core_promotion", "approved_for_core")
_VERSION = re.compile(r"<!--[ \t]*lamina:long-term-memory[ \t]+v(\d+)[ \t]*-->[ \t]*")
_FIELD = re.compile(r"[-*+][ \t]+(Count|First seen|Last seen|Sessions|Status|Id)[ \t]*:[ \t]*(.*)", re.IGNORECASE)
_RESERVED = re.compile(r"^\s+|\s+$|[%,\r\n]")


class LongTermEntry(NamedTuple):
    """A memory in the file. What a person who adds one by hand leaves out is None or empty."""

    text: str
    count: int = 1  # type: ignore[assignment]  # nobody counts equal parts of an entry
    first_seen: date | None = None
    last_seen: date | None = None
    sessions: tuple[str, ...] = ()
    status: Status = "pending_core_promotion"
    id: str = ""
    """Empty: written by hand, or by version 1."""
    notes: tuple[str, ...] = ()
    """Lines below the fields that mean nothing to Lamina; they stay."""


class Verbatim(NamedTuple):
    """A part that is no memory; it stays as it is."""

    text: str


class Remark(NamedTuple):
    """What could not be read, and on which line."""

    line: int
    why: str


class LongTermFile(NamedTuple):
    """Everything in the file, in its order."""

    parts: tuple[LongTermEntry | Verbatim, ...] = ()
    version: int = VERSION
    """The version that was read; what is written is always the newest."""
    remarks: tuple[Remark, ...] = ()

    @property
    def entries(self) -> tuple[LongTermEntry, ...]:
        """The memories alone."""
        return tuple(one for one in self.parts if isinstance(one, LongTermEntry))


def render(parts: Iterable[LongTermEntry | Verbatim]) -> bytes:
    """The file in the newest version; what `parse` reads from it gives the same bytes again."""
    told = [_entry(one) if isinstance(one, LongTermEntry) else one.text for one in parts]
    whole = "\n\n".join([TITLE, *told, f"<!-- lamina:long-term-memory v{VERSION} -->"])
    return f"{whole}\n".encode("utf-8", "surrogateescape")


def parse(content: bytes) -> LongTermFile:
    """Reads any version up to this one; what cannot be read is kept, with a remark that names the line."""
    lines = [without_end(one) for one in lines_of(content.decode("utf-8", "surrogateescape").removeprefix("\ufeff"))]
    version = 1
    for at, line in enumerate(lines):
        named = _VERSION.fullmatch(line)
        if named:
            version, lines[at] = int(named[1]), ""
    if version > VERSION:
        raise Unavailable(f"The file has version {version}; this lamina knows {VERSION}.", "Upgrade lamina.")
    parts: list[LongTermEntry | Verbatim] = []
    remarks: list[Remark] = []
    for number, part in _parts(lines):
        parsed, why = _parsed(part, number, version)
        parts.append(parsed)
        remarks += why
    return _once_each(LongTermFile(tuple(parts), version, tuple(remarks)))


def _parts(lines: Sequence[str]) -> list[tuple[int, list[str]]]:
    """Each from its heading to the next, with the number of its first line; the title is nobody's."""
    code = fenced(["" if line.startswith(">") else line for line in lines]).inside
    heads = [at for at, line in enumerate(lines) if re.match(r"##[ \t]", line) and at not in code]
    starts = [0, *heads]
    parts = [(at + 1, list(lines[at:until])) for at, until in zip(starts, [*heads, len(lines)], strict=True)]
    number, first = parts[0]
    title = next((at for at, line in enumerate(first) if line.strip()), None)
    if title is not None and first[title].strip() == TITLE:
        parts[0] = (number + title + 1, first[title + 1 :])
    return [_stripped(number, part) for number, part in parts if any(line.strip() for line in part)]


def _stripped(number: int, part: list[str]) -> tuple[int, list[str]]:
    """Without blank lines around it."""
    first = next(at for at, line in enumerate(part) if line.strip())
    last = max(at for at, line in enumerate(part) if line.strip())
    return number + first, part[first : last + 1]


def _parsed(part: list[str], number: int, version: int) -> tuple[LongTermEntry | Verbatim, list[Remark]]:
    heading = re.match(r"##[ \t]+(.*\S)", part[0])
    if not heading:
        why = "a heading without a text" if part[0].startswith("##") else "no memory"
        return Verbatim("\n".join(part)), [Remark(number, f"This part is {why}; it is kept as it is.")]
    begin = next((at for at, line in enumerate(part[1:], 1) if line.strip()), len(part))
    end = next((at for at, line in enumerate(part[begin:], begin) if not line.startswith(">")), len(part))
    text = "\n".join([heading[1], *(line[1:].removeprefix(" ") for line in part[begin:end])])
    remarks: list[Remark] = []
    try:
        fields = _fields(part[end:], number + end, version, remarks)
    except _Wrong as wrong:
        return Verbatim("\n".join(part)), [wrong.remark]
    return LongTermEntry(text, **fields), remarks


class _Wrong(Exception):
    """A field whose value means nothing: the memory around it is not read."""

    def __init__(self, remark: Remark) -> None:
        super().__init__(remark.why)
        self.remark = remark


def _fields(lines: Sequence[str], number: int, version: int, remarks: list[Remark]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    notes: list[str] = []
    for at, line in enumerate(lines, number):
        field = _FIELD.fullmatch(line)
        name = field[1].lower().replace(" ", "_") if field else ""
        if field and name not in values:
            try:
                values[name] = _READERS[name](field[2].strip(), version)
            except ValueError as error:
                why = f"{field[1]} is {field[2]!r}, {error}; the memory is kept as it is and not read."
                raise _Wrong(Remark(at, why)) from error
        elif name == "id":
            remarks.append(Remark(at, "A memory has one id: the first counts, this one is left out."))
        else:
            notes.append(line)
            if line.strip():
                remarks.append(Remark(at, "This line is no field of a memory; it is kept as it is."))
    kept = _stripped(0, notes)[1] if any(line.strip() for line in notes) else ()
    return {**values, "notes": tuple(kept)}


def _count(text: str, _: int) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", text) or int(text) < 1:
        raise ValueError("which is no number from 1 on")
    return int(text)


def _day(text: str, _: int) -> date | None:
    try:
        return date.fromisoformat(text) if len(text) == 10 else datetime.fromisoformat(text)
    except ValueError as error:
        raise ValueError("which is no date such as 2026-01-31") from error


def _sessions(text: str, version: int) -> tuple[str, ...]:
    plain = [one.strip() for one in text.split(",") if one.strip()]
    return tuple(unquote(one) if version > 1 else one for one in plain)


def _status(text: str, _: int) -> str:
    if text not in STATUSES:
        raise ValueError(f"which is none of {', '.join(STATUSES)}")
    return text


_READERS: dict[str, Any] = {
    "count": _count,
    "first_seen": _day,
    "last_seen": _day,
    "sessions": _sessions,
    "status": _status,
    "id": lambda text, version: unquote(text) if version > 1 else text,
}


def _once_each(file: LongTermFile) -> LongTermFile:
    """A memory that a person copied is a new one: an id belongs to the first that has it."""
    known: set[str] = set()
    parts: list[LongTermEntry | Verbatim] = []
    for one in file.parts:
        if isinstance(one, LongTermEntry) and one.id:
            parts.append(one._replace(id="") if one.id in known else one)
            known.add(one.id)
        else:
            parts.append(one)
    return file._replace(parts=tuple(parts))


def _entry(one: LongTermEntry) -> str:
    first, *rest = (line.rstrip() for line in re.split(r"\r\n|\r|\n", one.text.strip()))
    if not first:
        raise BadInput("A memory in long-term-memory.md has no text.")
    fields = [
        f"- Count: {one.count}",
        *([f"- First seen: {one.first_seen.isoformat()}"] if one.first_seen else []),
        *([f"- Last seen: {one.last_seen.isoformat()}"] if one.last_seen else []),
        f"- Sessions: {', '.join(map(_quoted, one.sessions))}".rstrip(),
        f"- Status: {one.status}",
        *([f"- Id: {_quoted(one.id)}"] if one.id else []),
    ]
    return "\n".join([f"## {first}", *(f"> {line}".rstrip() for line in rest), *fields, *one.notes])


def _quoted(text: str) -> str:
    """What would end a list of names is written as in an address."""
    return _RESERVED.sub(lambda found: quote(found[0], safe=""), text)
