"""Values that tests are made of: a clock to turn, sessions, items."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from lamina import Memory, Session, Turn
from lamina.distil.lengths import at_four_lengths
from lamina.model.consolidation import Facet
from lamina.model.memory import FactFields, MemoryItem, Place, Standing, Trust, Validity
from lamina.model.review import JournalEntry
from lamina.ports import Change, Saved

Opener = Callable[..., Memory]
NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


class Clock:
    """Stands still until it is moved."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> datetime:
        # A tick per look: two things are never done at the very same moment.
        self.now += timedelta(milliseconds=1)
        return self.now

    def forward(self, **by: float) -> None:
        self.now += timedelta(**by)


def a_session(
    *said: str,
    id: str = "s1",  # noqa: A002
    at: datetime = NOON,
    agent: str = "chat",
    title: str = "",
) -> Session:
    """User and assistant take turns, the user first."""
    words = said or ("How do I run the tests?", "Run `make test` in the root folder.")
    turns = tuple(
        Turn(role="assistant" if number % 2 else "user", text=text, at=at + timedelta(minutes=number))
        for number, text in enumerate(words)
    )
    return Session(id=id, started_at=at, turns=turns, agent=agent, title=title)


def an_item(text: str, *, id: str = "i-1", project: str = "", user: str = "ann", **more: Any) -> MemoryItem:  # noqa: A002
    """A fact as the store would hold it."""
    item = MemoryItem(
        id=id,
        kind="fact",
        place=Place(project, user),
        lengths=at_four_lengths(text),
        fields=FactFields(),
        validity=Validity(NOON),
        first_seen=NOON,
        last_seen=NOON,
    )
    return item._replace(**more)


def a_facet(id: str = "f-1", *, days: float = 0, kind: Any = "exchange", **more: Any) -> Facet:  # noqa: A002
    """What planning sees of a memory that was last seen so many days before noon."""
    standing = Standing(*(more.pop(name, default) for name, default in Standing._field_defaults.items()))
    return Facet(id, kind, standing, NOON - timedelta(days=days), **more)


def put(memory: Memory, *items: MemoryItem) -> None:
    """Saves ready-made items: for states that no word leads to yet (denied, superseded)."""
    parts = memory._parts
    project = parts.store.project_for(parts.aliases, parts.project_name, NOON)
    placed = [one._replace(place=one.place._replace(project=project)) for one in items]
    vectors = parts.embedder.embed([one.lengths.full for one in placed])
    entry = JournalEntry(f"put-{items[0].id}", NOON, "load", memory.viewer.user)
    parts.store.apply(Change(entry, tuple(map(Saved, placed, vectors))))


def denied(at: datetime = NOON) -> Trust:
    return Trust(denied_at=at)


def texts(memory: Memory, query: str, **how: Any) -> list[str]:
    """What a recall says, best first."""
    return [hit.text for hit in memory.recall(query, **how)]


def everything(memory: Memory, folder: Path, name: str = "out.jsonl") -> bytes:
    """The bytes of an export."""
    path = folder / name
    memory.export(str(path))
    return path.read_bytes()


def records(exported: bytes, sort: str) -> list[dict[str, Any]]:
    """The records of one type in an export."""
    found = [json.loads(line) for line in exported.splitlines()]
    return [one for one in found if one.get("type") == sort]
