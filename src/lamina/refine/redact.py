"""Takes secrets out of a text before anything is stored: only the value goes, the rest of the line stays."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from lamina.refine import secret_blocks, secret_names, secret_places
from lamina.refine.secret_shapes import may_hold_a_shape, shaped
from lamina.refine.secret_values import MARK, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lamina.refine.secret_values import Clue

    Finder: TypeAlias = Callable[[str, bytes, int], Iterable[Span]]


def _by_first_letter() -> list[tuple[bytes, Callable[[bytes, int], re.Match[bytes] | None], list[Finder]]]:
    """One pattern per first letter: a text is gone through once for each letter, not once for each clue."""
    groups: dict[bytes, list[Clue]] = {}
    for clue in (*secret_blocks.CLUES, *secret_places.CLUES, *secret_names.CLUES):
        groups.setdefault(clue.pattern[:1], []).append(clue)
    return [
        (
            letter,
            # The empty group at its end tells which one it was; at its beginning it would cost half the speed.
            re.compile(letter + b"(?:" + b"|".join(clue.pattern[1:] + b"()" for clue in clues) + b")").search,
            [clues[0].find, *(clue.find for clue in clues)],
        )
        for letter, clues in groups.items()
    ]


_CLUES = _by_first_letter()
_MARKS = re.compile(re.escape(MARK) + r"[a-z0-9-]+\]")


def redact(text: str) -> str:
    """The text with `[redacted:<kind>]` in place of every secret; the same text when there is none."""
    # Taking one secret out can lay the edge of the next one bare: again until nothing is found, so that a second
    # call changes nothing. Every round removes characters that no later round puts back, so it ends.
    while spans := _found(text):
        text = _without(text, spans)
    return text


def redact_counted(text: str) -> tuple[str, Counter[str]]:
    """The redacted text, and how many secrets of each kind were taken out."""
    counts: Counter[str] = Counter()
    while spans := _found(text):
        text = _without(text, spans)
        counts.update(span.kind for span in spans)
    return text, counts


def _found(text: str) -> list[Span]:
    """What is secret in a text, in order, apart from each other."""
    # One byte per character: bytes are lowered and translated ten times faster than text, at the same offsets.
    flat = text.encode("ascii", "replace")
    lower = flat.lower()
    # The most telling name first: where two overlap, the first one names the hole.
    spans = list(shaped(text)) if may_hold_a_shape(flat) else []
    for letter, search, finders in _CLUES:
        if letter not in lower:
            continue
        at = 0
        while hit := search(lower, at):  # a generator would cost more than most searches
            at = hit.end()
            spans += finders[hit.lastindex or 0](text, lower, at)
    return list(_apart(_outside_marks(text, spans))) if spans else spans


def _outside_marks(text: str, spans: list[Span]) -> list[Span]:
    """Without those that would cut into a hole made before: of `://[redacted:token]@host`, `token]` is no password."""
    marks = [mark.span() for mark in _MARKS.finditer(text)]
    if not marks:
        return spans
    starts = [start for start, _ in marks]

    def outside(span: Span) -> bool:
        before = bisect_left(starts, span.end) - 1  # the last mark that begins before the span ends
        return before < 0 or marks[before][1] <= span.start

    return [span for span in spans if outside(span)]


def _apart(spans: list[Span]) -> Iterator[Span]:
    """Overlapping finds as one, so that no end of a secret is left over."""
    rank = {span: number for number, span in reversed(list(enumerate(spans)))}
    joined: Span | None = None
    for span in sorted(spans, key=lambda one: (one.start, one.end)):
        if joined is None or span.start >= joined.end:
            if joined is not None:
                yield joined
            joined = span
            continue
        first = min(joined, span, key=lambda one: rank.get(one, 0))
        joined = Span(joined.start, max(joined.end, span.end), first.kind)
        rank[joined] = rank.get(first, 0)
    if joined is not None:
        yield joined


def _without(text: str, spans: list[Span]) -> str:
    kept: list[str] = []
    at = 0
    for span in spans:
        kept += (text[at : span.start], f"{MARK}{span.kind}]")
        at = span.end
    return "".join([*kept, text[at:]])
