"""Cuts a transcript into runs while it is being read: a user's turn opens one. Holds only what may still change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lamina.model.transcript import COMPACTION
from lamina.refine.exchanges import NEIGHBOURS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from lamina.model.transcript import Turn

_REMEMBERED_CHARACTERS = 2000


class Run(NamedTuple):
    """The turns from one request to the next, with their numbers, and the byte at which the request stands."""

    offset: int
    asked: str
    said_before: str
    """What the agent had said last."""
    turns: list[tuple[int, Turn]]


class Window(NamedTuple):
    """Runs that are complete, with what was asked before and after them."""

    runs: tuple[Run, ...]
    asked_before: tuple[str, ...]
    after: tuple[Run, ...]


class Place(NamedTuple):
    """Where reading goes on: the request from which on an exchange may still change, and what came before it."""

    offset: int = 0
    turns: int = 0
    asked_before: tuple[str, ...] = ()
    said_before: str = ""

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Place:
        """From the values that a store keeps."""
        return cls(plain["offset"], plain["turns"], tuple(plain["asked_before"]), plain["said_before"])


class Runs:
    """Gathers turns; gives runs back when nothing that is still to come can change their exchanges."""

    def __init__(self, place: Place) -> None:
        self._held: list[Run] = []
        self._asked_before = place.asked_before
        self._said = place.said_before
        self._turns = place.turns
        self._start = place

    def add(self, turn: Turn, offset: int) -> None:
        """A turn before the first request opens a run of its own."""
        if not turn.text and turn.role != "tool":
            return  # it held nothing but our own words
        self._turns += 1
        if turn.role == "user" or not self._held:
            asks = turn.role == "user"
            # Without a request, what comes first may have begun earlier: a call is told when its result is known.
            start = offset if asks else self._start.offset
            self._held.append(Run(start, turn.text if asks else "", self._said, []))
        self._held[-1].turns.append((self._turns, turn))
        if turn.role == "assistant" and turn.text and turn.name != COMPACTION:
            self._said = turn.text[-_REMEMBERED_CHARACTERS:]

    @property
    def settled(self) -> int:
        """How many runs have all their neighbours behind them."""
        return max(0, len(self._held) - NEIGHBOURS - 1)

    def take_settled(self) -> Window:
        """Gives the settled runs out of hand; reading would go on behind them."""
        count = self.settled
        taken, self._held = self._held[:count], self._held[count:]
        window = Window(tuple(taken), self._asked_before, tuple(self._held[:NEIGHBOURS]))
        self._asked_before = (*self._asked_before, *(run.asked for run in taken))[-NEIGHBOURS:]
        return window

    def rest(self) -> Window:
        """The runs that may still change, as they are now."""
        return Window(tuple(self._held), self._asked_before, ())

    def leave_out(self, asked: Collection[str]) -> None:
        """Requests that were forgotten are no longer quoted to what follows them."""
        self._asked_before = tuple("" if one in asked else one for one in self._asked_before)

    @property
    def place(self) -> Place:
        """Where reading has to begin to make the runs still held once more."""
        if not self._held:
            return self._start._replace(turns=self._turns, asked_before=self._asked_before, said_before=self._said)
        first = self._held[0]
        return Place(first.offset, first.turns[0][0] - 1, self._asked_before, first.said_before)
