"""Memories for those who answer many at once: each is used by one request at a time, and kept for the next."""

from __future__ import annotations

from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING

from lamina.errors import BadInput, Conflict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lamina.memory import Memory

MOST_IDLE = 16
"""Memories that wait for work; each holds a connection to the store."""


class MemoryPool:
    """Opens a memory for a user and a project when none is idle; a connection is never used by two at once."""

    def __init__(self, open_one: Callable[[str, str], Memory], most_idle: int = MOST_IDLE) -> None:
        self._open = open_one
        self._most = most_idle
        self._idle: list[tuple[tuple[str, str], Memory]] = []
        self._lock = Lock()
        self._closed = False

    @contextmanager
    def lent(self, user: str, project: str) -> Iterator[Memory]:
        """The memory of a project, as a user sees it. Raises what opening a store raises."""
        whose = (user, project)
        memory = self._taken(whose) or self._open(user, project)
        try:
            yield memory
        except (BadInput, Conflict):
            self._returned(whose, memory)
            raise
        except BaseException:  # whether its connection still works, nobody knows
            memory.close()
            raise
        self._returned(whose, memory)

    def close(self) -> None:
        """Closes those that wait; one that is in use is closed when it comes back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for _, memory in idle:
            memory.close()

    def _taken(self, whose: tuple[str, str]) -> Memory | None:
        with self._lock:
            for at in range(len(self._idle) - 1, -1, -1):  # the latest first: the others may then be let go
                if self._idle[at][0] == whose:
                    return self._idle.pop(at)[1]
        return None

    def _returned(self, whose: tuple[str, str], memory: Memory) -> None:
        with self._lock:
            if not self._closed:
                self._idle.append((whose, memory))
            over = [memory] if self._closed else [one for _, one in self._idle[: -self._most]]
            self._idle = self._idle[-self._most :]
        for one in over:
            one.close()
