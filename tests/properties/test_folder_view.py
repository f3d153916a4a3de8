"""Whatever the folder view can say survives a journey through another store, byte for byte."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lamina import Session, Turn
from lamina.adapters import view_format
from lamina.adapters.view_format import given_by
from lamina.errors import BadInput
from lamina.model.review import Selector
from tests.factories import NOON, Opener
from tests.properties.test_round_trip import said, seen_by, times, words
from tests.views import KEEPER, MANIFEST, export

SHAPES = ("Line", "Exchange", "Concept", "Rule", "Solution", "CoreLogic", "Permanent", "Stats", "Facts")
NAMES = sorted({name for one in SHAPES for name in getattr(view_format, one).__struct_fields__})
CATEGORIES = ["rule", "preference", "convention", "decision", "solution", "error_fix", "core_logic", "insight"]
turns = st.builds(
    Turn,
    role=st.sampled_from(["user", "assistant", "tool", "system"]),
    text=words,
    at=st.one_of(st.none(), times),
    name=words,
    target=words,
    diff=words,
    result=words,
)
sessions = st.builds(
    Session,
    id=st.sampled_from([f"s{number}" for number in range(12)]),
    started_at=st.one_of(times, st.integers(0, 59).map(lambda seconds: NOON + timedelta(seconds=seconds))),
    turns=st.lists(turns, min_size=1, max_size=6).map(tuple),
    agent=st.just("chat"),
    title=words,
)
stories = st.lists(
    st.one_of(
        st.tuples(st.just("remember"), st.tuples(said, st.sampled_from(CATEGORIES), seen_by)),
        st.tuples(st.just("record"), sessions),
        st.tuples(st.just("edit"), said),
        st.tuples(st.just("forget"), st.integers(0, 20)),
    ),
    min_size=1,
    max_size=14,
)


def lived(memory: Any, story: list[tuple[str, Any]]) -> None:
    """Does it all; there is always something to show."""
    items = [memory.remember("Blue cups").id]
    for word, what in story:
        try:
            if word == "remember":
                items.append(memory.remember(what[0], tags=[what[1]], visibility=what[2]).id)
            elif word == "record":
                memory.record(what)
            elif word == "edit":
                memory.edit(items[-1], what)
            else:
                known = memory.forget(Selector(after=NOON - timedelta(days=36500)), dry_run=True).ids
                memory.forget(known[what % len(known)] if known else "", now=what % 2 == 0)
        except BadInput:
            pass  # for example an edit of what was forgotten


@pytest.mark.req("B9")
@pytest.mark.parametrize(("there", "back"), [("sqlite", "postgres"), ("postgres", "sqlite"), ("sqlite", "sqlite")])
@pytest.mark.parametrize("with_manifest", [True, False])
@settings(max_examples=10)
@given(story=stories)
def test_a_view_survives_the_journey_through_another_store(
    fresh_store: Callable[[str], Opener],
    tmp_path_factory: pytest.TempPathFactory,
    there: str,
    back: str,
    with_manifest: bool,
    story: list[tuple[str, Any]],
) -> None:
    folder: Path = tmp_path_factory.mktemp("views")
    with fresh_store(there)() as memory:
        lived(memory, story)
        out = export(memory, folder / "out")
    if not with_manifest:
        (folder / "out" / MANIFEST).unlink()
    with fresh_store(back)() as other:
        first = other.load(str(folder / "out"), KEEPER)
        assert first.refused == first.unchanged == 0
        assert export(other, folder / "again") == out
        second = other.load(str(folder / "out"), KEEPER)
        assert (second.items, second.unchanged) == (0, first.items)
        assert export(other, folder / "again") == out


plain = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from([*NAMES, "other"]), inner, max_size=4),
    ),
    max_leaves=12,
)
contents = st.one_of(plain.map(lambda value: json.dumps(value).encode()), st.binary(max_size=40))
FILES = ["facts.json", "concepts.json", "sessions/2026-03-02_1200.l1.jsonl", "sessions/odd.l2.json"]


@pytest.mark.req("B9")
@settings(max_examples=400)
@given(files=st.dictionaries(st.sampled_from(FILES), contents))
def test_whatever_the_files_hold_is_understood_or_named_with_its_line(files: dict[str, bytes]) -> None:
    told = _refusal(files)
    assert not told or re.match(r"\S+(, line \d+|: two entries)", told)
    line = int(re.findall(r", line (\d+)|$", told)[0] or 1)
    assert line <= 1 + max((content.count(b"\n") for content in files.values()), default=0)


def _refusal(files: dict[str, bytes]) -> str:
    try:
        given_by(files)
    except BadInput as refused:
        return refused.message
    return ""
