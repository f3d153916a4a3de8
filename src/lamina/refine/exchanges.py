"""Cuts a session into exchanges: a user's turn opens one, the next user's turn closes it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lamina.model.transcript import Exchange

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from lamina.model.transcript import Session, Turn

_NEIGHBOUR_CHARACTERS = 2000
"""The most that is repeated of one neighbour."""
_ENOUGH_AROUND = 450
NEIGHBOURS = 4
"""Neighbours on each side are taken until that many characters, or that many neighbours, are there."""


def exchanges_of(session: Session) -> list[Exchange]:
    """Every turn belongs to exactly one exchange; what comes before the first request opens one of its own."""
    runs = _runs(session.turns)
    asked = [_said(session.turns[first:last], "user") for first, last in runs]
    cut = []
    for position, (first, last) in enumerate(runs):
        turns = session.turns[first:last]
        cut.append(
            Exchange(
                opening=first + 1,
                closing=last,
                at=next((turn.at for turn in turns if turn.at), session.started_at),
                asked=asked[position],
                answered="\n\n".join(filter(None, map(_line, (t for t in turns if t.role != "user")))),
                around=around(session.started_at, session.title, asked[:position], asked[position + 1 :]),
                files=tuple(dict.fromkeys(turn.target for turn in turns if turn.target)),
            )
        )
    return cut


def without_quotes(said: str, texts: Sequence[str]) -> str:
    """What was said around an exchange, less the neighbours that were forgotten."""
    for text in texts:
        for quote in (text[:_NEIGHBOUR_CHARACTERS], text[-_NEIGHBOUR_CHARACTERS:]):
            if quote:  # a whole quote only: a forgotten "ok" must not take letters out of other words
                said = re.sub(rf"(?<!\w){re.escape(quote)}(?!\w)", "", said)
    return said


def _runs(turns: Sequence[Turn]) -> list[tuple[int, int]]:
    if not turns:
        return []
    openings = [number for number, turn in enumerate(turns) if turn.role == "user"]
    if not openings or openings[0] != 0:
        openings.insert(0, 0)
    return list(zip(openings, [*openings[1:], len(turns)], strict=True))


def _said(turns: Sequence[Turn], role: str) -> str:
    return "\n\n".join(turn.text for turn in turns if turn.role == role and turn.text)


def _line(turn: Turn) -> str:
    if turn.role != "tool":
        return turn.text
    return " ".join(filter(None, (turn.name, turn.target, turn.lines, turn.diff, turn.result, turn.text)))


def around(at: datetime, title: str, before: Sequence[str], after: Sequence[str]) -> str:
    """A short reply means little alone: what was said next to it, and the day in words, make it findable."""
    earlier, later = "", ""
    for text in reversed(before[-NEIGHBOURS:]):
        earlier = "\n".join(filter(None, (text[-_NEIGHBOUR_CHARACTERS:], earlier)))
        if len(earlier) >= _ENOUGH_AROUND:
            break
    for text in after[:NEIGHBOURS]:
        later = "\n".join(filter(None, (later, text[:_NEIGHBOUR_CHARACTERS])))
        if len(later) >= _ENOUGH_AROUND:
            break
    return "\n".join(filter(None, (f"{at:%A} {at.day} {at:%B} {at.year}", title, earlier, later)))
