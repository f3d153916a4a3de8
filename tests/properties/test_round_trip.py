"""Whatever was kept survives a journey through a file, in any engine, byte for byte."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lamina
from lamina import Session, Turn
from lamina.errors import BadInput
from lamina.model.review import Selector
from tests.factories import NOON, Opener, everything

words = st.text(st.characters(exclude_categories=("Cs", "Cc"), include_characters="\n\t\r\x85\u2028"), max_size=60)
said = words.filter(str.strip)
offsets = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
times = st.builds(
    lambda seconds, zone: (NOON + timedelta(seconds=seconds)).astimezone(zone), st.floats(0, 1e8), offsets
)
seen_by = st.sampled_from(["project-shared", "user-private"])

remembered = st.fixed_dictionaries(
    {
        "text": said,
        "tags": st.lists(said, max_size=3),
        "importance": st.one_of(st.none(), st.floats(0, 1), st.sampled_from([0, 1])),
        "kind": st.sampled_from(["fact", "episode", "pattern", "workflow"]),
        "layer": st.sampled_from([None, "system", "sprint"]),
        "visibility": seen_by,
    }
)
turns = st.builds(
    Turn,
    role=st.sampled_from(["user", "assistant", "tool", "system"]),
    text=words,
    at=st.one_of(st.none(), times),
    name=words,
    target=words,
    result=words,
)
sessions = st.builds(
    Session,
    id=st.sampled_from(["s1", "s2", "é/ü", "s 3"]),
    started_at=times,
    turns=st.lists(turns, min_size=1, max_size=5).map(tuple),
    agent=st.sampled_from(["chat", "codex"]),
    title=words,
)
steps = st.lists(
    st.one_of(
        remembered.map(lambda given: ("remember", given)),
        st.tuples(st.just("record"), st.tuples(sessions, seen_by)),
        said.map(lambda text: ("edit", text)),
        st.just(("forget", None)),
        st.just(("undo", None)),
    ),
    min_size=1,
    max_size=8,
)


def lived(memory: lamina.Memory, story: list[tuple[str, Any]]) -> None:
    """Does it all; what a word refuses is part of the story."""
    items: list[str] = []
    for word, what in story:
        try:
            if word == "remember":
                items.append(memory.remember(**what).id)
            elif word == "record":
                memory.record(what[0], visibility=what[1])
            elif word == "edit" and items:
                memory.edit(items[-1], what)
            elif word == "forget" and items:
                memory.forget(Selector(id=items.pop()))
            elif word == "undo":
                memory.undo()
        except BadInput:
            pass  # for example an edit of what was undone


@pytest.mark.parametrize(("there", "back"), [("sqlite", "postgres"), ("postgres", "sqlite"), ("sqlite", "sqlite")])
@settings(max_examples=12)
@given(story=steps)
def test_an_export_survives_the_journey_through_another_store(
    fresh_store: Callable[[str], Opener], tmp_path: Path, there: str, back: str, story: list[tuple[str, Any]]
) -> None:
    with fresh_store(there)() as memory:
        lived(memory, story)
        out = everything(memory, tmp_path)
    with fresh_store(back)() as other:
        first = other.load(str(tmp_path / "out.jsonl"))
        assert first.refused == first.unchanged == 0
        assert everything(other, tmp_path, "again.jsonl") == out
        second = other.load(str(tmp_path / "out.jsonl"))
        assert second.items == 0
        assert second.unchanged == first.items
        assert everything(other, tmp_path, "again.jsonl") == out


@settings(max_examples=15)
@given(session=sessions)
def test_every_recorded_turn_comes_back_as_it_was_said(fresh_store: Callable[[str], Opener], session: Session) -> None:
    with fresh_store("sqlite")() as memory:
        memory.record(session)
        found = [
            one
            for id_ in memory.forget(Selector(session=session.id), dry_run=True).ids
            for one in memory.trace(id_).exchanges[0].turns
        ]
        assert sorted(found) == list(enumerate(session.turns, 1))
        assert all(isinstance(one.turn.at, datetime | None) for one in found)
