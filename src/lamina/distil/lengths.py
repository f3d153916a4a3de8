"""Says a text at four lengths by cutting, never by writing: every word of a shorter form is in the longer one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lamina.model.memory import INDEX_CHARACTERS, Lengths

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SUMMARY_CHARACTERS = 320
COMPRESSED_CHARACTERS = 110

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")
_FILLER = re.compile(
    r"(?<!\S)(?:the|a|an|is|are|was|were|be|been|that|which|very|really|just|also|of|to|please|so|there|it|its)(?:\s+|$)",
    re.IGNORECASE,
)


def at_four_lengths(text: str, *, head: str = "", summary: str = "") -> Lengths:
    """`head` is the part that says what the text is about (a request); `summary` is one that somebody made already."""
    head = head.strip()
    if summary:
        return _shorter(text, _cut(summary, SUMMARY_CHARACTERS))
    summary = _first_sentences(head or text, SUMMARY_CHARACTERS)
    if head and len(summary) < SUMMARY_CHARACTERS - 80:
        rest = text.lstrip().removeprefix(head).lstrip()
        summary = f"{summary} → {_first_sentences(rest, SUMMARY_CHARACTERS - len(summary) - 3)}" if rest else summary
    return _shorter(text, summary)


def _shorter(text: str, summary: str) -> Lengths:
    if len(summary) > len(text):  # an arrow is longer than what it replaced
        summary = _cut(text, SUMMARY_CHARACTERS)
    compressed = _cut(_FILLER.sub("", summary) or summary, COMPRESSED_CHARACTERS)
    return Lengths(text, summary, compressed, _cut(compressed, INDEX_CHARACTERS))


def with_token_counts(lengths: Sequence[Lengths], count: Callable[[Sequence[str]], Sequence[int]]) -> list[Lengths]:
    """The same lengths, each with its exact token count."""
    flat = count([text for one in lengths for text in one[:4]])
    return [
        one._replace(tokens=(flat[at], flat[at + 1], flat[at + 2], flat[at + 3]))
        for at, one in zip(range(0, len(flat), 4), lengths, strict=True)
    ]


def _first_sentences(text: str, most: int) -> str:
    """Whole sentences from the start, as many as fit; the first one is cut if it must be."""
    head = text[: most * 4]
    taken = ""
    for sentence in _SENTENCE_END.split(head):
        joined = f"{taken} {sentence.strip()}".strip()
        if taken and len(joined) > most:
            break
        taken = joined
    return _cut(taken, most)


def _cut(text: str, most: int) -> str:
    """At most `most` characters on one line, broken at a word where one is near."""
    line = " ".join(text.split())
    if len(line) <= most:
        return line
    head = line[: most - 1]
    at_word = head.rfind(" ")
    return (head[:at_word] if at_word > most // 2 else head).rstrip() + "…"
