"""However often reading stops and goes on, a session is cut into the same exchanges."""

from __future__ import annotations

import json
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from lamina.model.transcript import Role, Turn
from lamina.refine.runs import Place, Run, Runs, Window

ROLES: tuple[Role, ...] = ("user", "user", "assistant", "tool")
turns = st.lists(st.sampled_from([Turn(role, f"{role} says") for role in ROLES]), max_size=60)


class Seen(NamedTuple):
    run: Run
    before: tuple[str, ...]
    after: tuple[str, ...]


def numbered(session: list[Turn]) -> list[Turn]:
    return [turn._replace(text=f"{turn.text} {number}") for number, turn in enumerate(session)]


def seen(window: Window) -> dict[int, Seen]:
    """Each run by the number of its first turn, with what is said around it as far as an exchange quotes it."""
    asked = [*window.asked_before, *(run.asked for run in (*window.runs, *window.after))]
    told = {}
    for position, run in enumerate(window.runs, len(window.asked_before)):
        told[run.turns[0][0]] = Seen(
            run, tuple(asked[max(0, position - 4) : position]), tuple(asked[position + 1 :][:4])
        )
    return told


def read(session: list[Turn], stops: list[int], at_once: int) -> dict[int, Seen]:
    """As `ingest` reads: what is settled is saved as it comes, and at every stop the rest, as it is then."""
    saved: dict[int, Seen] = {}
    kept = json.dumps(Place()._asdict())
    for stop in [*sorted(stops), len(session)]:
        place = Place.of(json.loads(kept))
        runs = Runs(place)
        for offset in range(place.offset, stop):
            runs.add(session[offset], offset)
            if runs.settled >= at_once:
                saved |= seen(runs.take_settled())
        saved |= seen(runs.take_settled())
        saved |= seen(runs.rest())
        kept = json.dumps(runs.place._asdict())
    return saved


@given(session=turns.map(numbered), stops=st.lists(st.integers(0, 60), max_size=6), at_once=st.integers(1, 8))
def test_reading_in_any_parts_gives_the_same_as_reading_at_once(
    session: list[Turn], stops: list[int], at_once: int
) -> None:
    stops = [min(stop, len(session)) for stop in stops]
    assert read(session, stops, at_once) == read(session, [], 1000)


@given(session=turns.map(numbered), at_once=st.integers(1, 8))
def test_every_turn_is_in_exactly_one_exchange(session: list[Turn], at_once: int) -> None:
    found = [pair for one in read(session, [], at_once).values() for pair in one.run.turns]
    assert sorted(found) == list(enumerate(session, 1))
