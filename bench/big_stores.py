"""Stores of any size, as ingest would leave them: exchanges that name files and errors, and facts learned from them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice

from bench import data
from lamina.distil.lengths import at_four_lengths
from lamina.memory import Memory
from lamina.model.ids import derived_id, new_id
from lamina.model.memory import Evidence, ExchangeFields, MemoryItem, Place, SolutionFields, Validity
from lamina.model.review import JournalEntry
from lamina.ports import Change, Saved

NEWEST = datetime(2026, 1, 1, tzinfo=UTC)
PART = 5000
FOLDERS, FILES, ERRORS = 200, 4000, 3000
FACTS = 10
"""One in so many is a fact."""


def fill(memory: Memory, size: int) -> None:
    """One project with so many memories of about 1,400 characters, an hour apart."""
    [project] = memory._here().projects[:1]
    made = _items(project, size)
    while part := list(islice(made, PART)):
        entry = JournalEntry(new_id(NEWEST), NEWEST, "load", memory.viewer.user, project=project)
        memory._store.apply(Change(entry, tuple(map(Saved, part))))


def _items(project: str, size: int) -> Iterator[MemoryItem]:
    chance = random.Random(0)
    for number, (asked, answered) in enumerate(islice(data.exchange_texts(), size)):
        yield _item(Place(project, "bench"), number, asked, answered, chance)


def _item(place: Place, number: int, asked: str, answered: str, chance: random.Random) -> MemoryItem:
    id_ = derived_id("bench", "", str(number), "exchange")
    seen = NEWEST - timedelta(hours=number % 5000)
    errors = (f"E   AssertionError: thing{chance.randrange(ERRORS)} is wrong",) if chance.random() < 0.3 else ()
    exchange = MemoryItem(
        id=id_,
        kind="exchange",
        place=place,
        lengths=at_four_lengths(f"{asked}\n\n{answered}", head=asked),
        fields=ExchangeFields(asked, "", 1, 2, errors=errors),
        validity=Validity(seen),
        first_seen=seen,
        last_seen=seen,
        evidence=(Evidence(f"s{number // 8}", id_, 1, 2),),
        keywords=tuple(chance.choices(asked.split(), k=8)),
        # Few files are touched again and again, many only once.
        files=tuple(
            f"src/m{chance.randrange(FOLDERS)}/f{int(chance.paretovariate(0.7)) % FILES}.py"
            for _ in range(chance.randrange(6))
        ),
    )
    if number % FACTS:
        return exchange
    fields = SolutionFields(errors[0] if errors else "", answered[:200], 1)
    return exchange._replace(kind="fact", category="error_fix", lengths=at_four_lengths(asked), fields=fields)
