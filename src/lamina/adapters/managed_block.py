"""The part of an instruction file that is Lamina's: found, changed and taken out without touching a byte around it.

    <!-- lamina:begin v1 pad=1; edit freely, your wording is kept -->
    ## Learned in earlier sessions

    <!-- lamina:entry f3b2… 9c01d2e4 -->
    - Always use pnpm, never npm.
      (seen 5 times: first 2026-01-20, last 2026-01-26)
    <!-- lamina:end -->

`pad` is how many line ends were put before the block, `new` says that there was no file: both let the last removal
restore what was there. What a person writes inside the block stays: their wording, their lines, and what they took out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from lamina.adapters import block_entries
from lamina.adapters.block_entries import ENTRY, Written, lines_for, mark_of, normal, seen
from lamina.adapters.markdown_lines import fence_after, line_end, lines_of
from lamina.errors import BadInput, BlockDamaged, Unavailable
from lamina.model.targets import BlockRead, Deleted, Edit, Entry, Reworded, Standing, TooLarge

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

VERSION = 1
HEADING = "## Learned in earlier sessions"
_BEGIN = re.compile(r" {0,3}<!--[ \t]*lamina:begin[ \t]+v(\d+)\b(.*?)-->[ \t]*(\r\n|\r|\n|\Z)")
_END = re.compile(r"[ \t]*<!--[ \t]*lamina:end[ \t]*-->[ \t]*(?:\r\n|\r|\n|\Z)")
_NEARLY = re.compile(r" {0,3}<!--[ \t]*lamina:(?:begin|end)\b")
_PAD = re.compile(r"\bpad=([12])\b")
_NEW = re.compile(r"\bnew\b")
_MERGING = re.compile(r"(?:<{7}|>{7})(?: |$)")
_OTHER_ENCODINGS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
_BOM = "\ufeff"


class Budget(NamedTuple):
    """How large a block may become: every line of it costs in every session."""

    limit: int = 8_000
    unit: str = "characters"
    measure: Callable[[str], int] = len


class _Place(NamedTuple):
    """A file cut at its block; without one, at the point where it would go."""

    before: str
    block: str
    after: str
    line: int
    """The line on which the block begins, counted from 1."""


class _Piece(NamedTuple):
    """A part of a block: an entry, or the lines between entries."""

    raw: str
    line: int
    entry: Written | None = None


def block_in(content: bytes | None) -> str:
    """The block of a file, from its first marker to the end of its last; empty where there is none."""
    return _cut(content).block


def end_in(content: bytes | None) -> str:
    """How the lines of the file end."""
    return line_end(_decoded(content))


def with_block(content: bytes | None, block: str) -> bytes | None:
    """The file with this block in place of its own; None: there is no file any more."""
    place = _cut(content)
    if not block:
        return _taken_out(place) if place.block else content
    if place.block:
        pad, new = _attributes(place.block)
        return _encoded(place.before + _marked(block, pad, new) + place.after)
    end = _end_of(block)
    pad = _padding(place.before.removeprefix(_BOM))
    return _encoded(place.before + end * pad + _marked(block, pad, content is None) + place.after)


def merged(
    block: str,
    added: Iterable[Entry],
    refreshed: Iterable[Entry] = (),
    *,
    budget: Budget | None = None,
    end: str = "\n",
) -> tuple[str, tuple[TooLarge, ...]]:
    """The block with some entries added or brought up to date, and those for which there was no room.

    What is `refreshed` is changed only where it still stands: an entry that a person took out does not come back. What
    is `added` is written wherever it is missing.
    """
    budget = budget or Budget()
    pieces = _pieces(block)
    end = _end_of(block) if block else end
    refused: list[TooLarge] = []
    for entry, may_add in (*((one, False) for one in refreshed), *((one, True) for one in added)):
        changed = _with_entry(pieces, entry, end, may_add)
        size = budget.measure(_joined(block, changed, end))
        if size > budget.limit and size > budget.measure(_joined(block, pieces, end)):
            refused.append(TooLarge(entry.id, size - budget.limit, budget.limit, budget.unit))
        else:
            pieces = changed
    return _joined(block, pieces, end), tuple(refused)


def without(block: str, ids: Collection[str]) -> str:
    """The block without some entries; empty when nothing is left that anybody wrote into it."""
    pieces = [one for one in _pieces(block) if not (one.entry and one.entry.id in ids)]
    if not any(one.entry and one.entry.text for one in pieces) and not _added(pieces):
        return ""
    return _joined(block, pieces, _end_of(block))


def read(block: str, first_line: int = 1) -> BlockRead:
    """What the block says now; `first_line` is where it begins in its file."""
    pieces = _pieces(block)
    standing = tuple(
        Standing(one.entry.id, one.entry.text, one.entry.edited, first_line + one.line)
        for one in pieces
        if one.entry and one.entry.text
    )
    return BlockRead(standing, _added(pieces))


def edits(block: str, written: Iterable[Entry]) -> tuple[Edit, ...]:
    """What a person has done to the entries that were written here."""
    standing = {one.id: one for one in read(block).entries}
    found: list[Edit] = []
    for entry in written:
        now = standing.get(entry.id)
        if now is None:
            found.append(Deleted(entry.id))
        elif now.edited and now.text != normal(entry.text):
            found.append(Reworded(entry.id, now.text))
    return tuple(found)


def _decoded(content: bytes | None) -> str:
    if content and content.startswith(_OTHER_ENCODINGS):
        raise Unavailable("It is not UTF-8 but UTF-16 or UTF-32.", "Save it as UTF-8.")
    return (content or b"").decode("utf-8", "surrogateescape")


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _cut(content: bytes | None) -> _Place:
    """Finds the one block, outside of fenced code. Raises BlockDamaged where it is not clear what is a person's."""
    text = _decoded(content)
    bom = _BOM if text.startswith(_BOM) else ""
    lines = lines_of(text.removeprefix(_BOM))
    first, last = _markers(lines)
    if first is None or last is None:
        at = len(lines) if first is None else first
        return _Place(bom + "".join(lines[:at]), "", "".join(lines[at:]), at + 1)
    block = "".join(lines[first : last + 1])
    _check(lines[first : last + 1], first + 1)
    return _Place(bom + "".join(lines[:first]), block, "".join(lines[last + 1 :]), first + 1)


def _markers(lines: Sequence[str]) -> tuple[int | None, int | None]:
    """The positions of both markers; with none, that of a fence that is never closed: the block goes before it."""
    first = last = opened = hidden = None
    fence = ""
    for at, line in enumerate(lines):
        if first is not None and last is None:  # what is inside is not a person's layout: fences there hide nothing
            if _END.match(line):
                last = at
            elif _BEGIN.match(line):
                raise BlockDamaged(at + 1, f"a block begins inside that of line {first + 1}.", _HINT_END)
            continue
        before, fence = fence, fence_after(fence, line)
        if fence:
            if not before:
                opened, hidden = at, None
            elif _BEGIN.match(line):
                hidden = at
        elif not before and _NEARLY.match(line):
            if not _BEGIN.match(line):
                raise BlockDamaged(at + 1, "this marker has no beginning, or is not whole.", _HINT_REMOVE)
            if first is not None:
                raise BlockDamaged(at + 1, f"a second block; the first is on line {first + 1}.", _HINT_REMOVE)
            first = at
    if first is not None and last is None:
        raise BlockDamaged(first + 1, "the block begins here and never ends.", _HINT_END)
    if fence and hidden is not None and opened is not None:
        what = f"the block is inside a code fence that line {opened + 1} opens and nothing closes."
        raise BlockDamaged(hidden + 1, what, "Close the fence before the block.")
    return (opened if fence else None, None) if first is None else (first, last)


_HINT_END = "Put `<!-- lamina:end -->` on a line of its own after the last entry, or remove the beginning."
_HINT_REMOVE = "Remove the marker, and what belongs to it; nothing was written."


def _check(lines: Sequence[str], number: int) -> None:
    begin = _BEGIN.match(lines[0])
    if not begin or int(begin[1]) != VERSION:
        raise BlockDamaged(number, "the block was written by another version of lamina.", "Upgrade lamina.")
    for at, line in enumerate(lines):
        if _MERGING.match(line):
            raise BlockDamaged(number + at, "a merge left both versions in the block.", "Resolve the conflict first.")
        if _invalid(line):
            raise BlockDamaged(number + at, "the block is not valid UTF-8.", "Mend that line.")


def _invalid(text: str) -> bool:
    return not text.isascii() and any("\ud800" <= one <= "\udfff" for one in text)


def _pieces(block: str) -> list[_Piece]:
    """The inside of a block, in order; joined they are the inside again."""
    lines = lines_of(block)[1:-1]
    heads = [at for at, line in enumerate(lines) if ENTRY.match(line)]
    pieces = [_Piece("".join(lines[: heads[0] if heads else len(lines)]), 1)]
    for at, following in zip(heads, [*heads, len(lines)][1:], strict=True):
        entry, length = block_entries.read(lines[at:following])
        pieces.append(_Piece("".join(lines[at : at + length]), at + 1, entry))
        pieces.append(_Piece("".join(lines[at + length : following]), at + length + 1))
    return [one for one in pieces if one.raw]


def _joined(block: str, pieces: Sequence[_Piece], end: str) -> str:
    if block:
        first, *_, last = lines_of(block)
        return first + "".join(one.raw for one in pieces) + last
    head = f"{_begin(0, False)}{end}{HEADING}{end}{end}"
    return head + "".join(one.raw for one in pieces) + f"<!-- lamina:end -->{end}" if pieces else ""


def _with_entry(pieces: list[_Piece], entry: Entry, end: str, may_add: bool) -> list[_Piece]:
    text = normal(entry.text)
    if not text or _invalid(text):
        raise BadInput(f"The entry {entry.id} has {'a text that is not valid Unicode' if text else 'no text'}.")
    here = [at for at, one in enumerate(pieces) if one.entry and one.entry.id == entry.id and one.entry.text]
    if not here:
        fresh = _Piece(lines_for(entry, text, mark_of(text), end), 0)
        return [*pieces, fresh._replace(entry=block_entries.read(lines_of(fresh.raw))[0])] if may_add else pieces
    now = pieces[here[0]].entry
    assert now
    # A person's wording stays, under the old mark, so that it is known as theirs; until the memory says the same.
    said, mark = (now.text, now.mark) if now.edited and now.text != text else (text, mark_of(text))
    if (now.text, now.mark, now.seen) == (said, mark, seen(entry)):
        return pieces
    raw = lines_for(entry, normal(said), mark, end)
    changed = pieces[here[0]]._replace(raw=raw, entry=block_entries.read(lines_of(raw))[0])
    return [*pieces[: here[0]], changed, *pieces[here[0] + 1 :]]


def _added(pieces: Sequence[_Piece]) -> tuple[str, ...]:
    lines = (line.strip() for one in pieces if not one.entry for line in lines_of(one.raw))
    return tuple(line for line in lines if line and line != HEADING)


def _begin(pad: int, new: bool) -> str:
    facts = f"{f' pad={pad}' if pad else ''}{' new' if new else ''}"
    return f"<!-- lamina:begin v{VERSION}{facts}; edit freely, your wording is kept -->"


def _attributes(block: str) -> tuple[int, bool]:
    begin = _BEGIN.match(block)
    assert begin
    pad = _PAD.search(begin[2])
    return int(pad[1]) if pad else 0, bool(_NEW.search(begin[2]))


def _marked(block: str, pad: int, new: bool) -> str:
    """The block with a beginning that tells the truth about the file it is in."""
    if _attributes(block) == (pad, new):
        return block
    first, *rest = lines_of(block)
    return _begin(pad, new) + first[len(first.rstrip("\r\n")) :] + "".join(rest)


def _end_of(block: str) -> str:
    begin = _BEGIN.match(block)
    return begin[3] if begin and begin[3] else "\n"


def _padding(before: str) -> int:
    """How many line ends make the block begin after a blank line."""
    if not before:
        return 0
    last = lines_of(before)[-1]
    return 2 if not last.endswith(("\r", "\n")) else 1 if last.strip() else 0


def _taken_out(place: _Place) -> bytes | None:
    pad, new = _attributes(place.block)
    end = _end_of(place.block)
    before = place.before.removesuffix(end * pad)
    if place.after and before.removeprefix(_BOM) and not before.endswith(("\r", "\n")):
        before += end  # somebody wrote below the block: their line must not be joined to the one above it
    left = before + place.after
    return None if new and not left else _encoded(left)
