"""Whatever the memories look like, a plan keeps its promises."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.consolidate.ageing import Ageing
from lamina.consolidate.plan import make_plan, reasons, standings_after
from lamina.model.consolidation import Archive, Facet, Merge
from lamina.model.memory import CATEGORIES, KINDS, LENGTHS, LEVELS, Standing
from tests.factories import NOON

few = st.integers(0, 2)
rarely = st.sampled_from([False, False, False, True])
files = st.lists(st.sampled_from(["a.py", "b.py", "c.py"]), max_size=2, unique=True).map(tuple)
standings = st.builds(
    Standing, st.none(), st.sampled_from(LENGTHS), st.just(0.0), st.lists(st.sampled_from("ab"), max_size=1).map(tuple)
)


def never(one: str, other: str) -> str:
    return ""


def equal(one: str, other: str) -> str:
    return "equal" if one and one == other else ""


@st.composite
def memories(draw: st.DrawFn) -> list[Facet]:
    """A store in which few things are spoken of, so that much of it is dispensable."""
    count = draw(st.integers(1, 14))
    found: list[Facet] = []
    for number in range(count):
        kind: Any = draw(st.sampled_from(["exchange", "exchange", *KINDS]))
        found.append(
            Facet(
                id=f"f{number}",
                kind=kind,
                standing=draw(standings),
                last_seen=NOON - timedelta(days=draw(st.sampled_from([0, 10, 40, 100, 400]))),
                category=draw(st.none() | st.sampled_from(CATEGORIES)) if kind == "fact" else None,
                level=draw(st.sampled_from(["pending", *LEVELS])),
                private=draw(rarely),
                local=draw(rarely),
                approved=draw(rarely),
                pinned=draw(rarely),
                valid=not draw(rarely),
                retrieved=draw(few) // 2,
                cited=draw(few) // 2,
                ignored=draw(few),
                importance=draw(st.sampled_from([0.3, 0.5, 0.8])),
                files=draw(files),
                errors=draw(st.sampled_from([(), (), ("no such lid",)])),
                keywords=draw(files),
                exchanges=tuple(one.id for one in found if one.kind == "exchange") if kind == "concept" else (),
                text=draw(st.sampled_from(["", "Use pnpm", "Boil tea"])) if kind == "fact" else "",
            )
        )
    return found


def planned(facets: list[Facet], same: Any = never) -> list[Any]:
    return make_plan(facets, Ageing(), same, now=NOON)


@pytest.mark.req("C5", "C14")
@given(memories())
def test_a_plan_never_takes_what_is_protected_out_of_context(facets: list[Facet]) -> None:
    protected = {one.id for one in facets if one.approved or one.pinned or one.cited or one.level == "core"}
    steps = planned(facets, equal)
    out = {step.id for step in steps if isinstance(step, Archive)} | {
        step.merged for step in steps if isinstance(step, Merge)
    }
    assert out & protected == set()


@pytest.mark.req("C5", "C14")
@given(memories())
def test_after_a_plan_every_file_and_error_is_still_spoken_of(facets: list[Facet]) -> None:
    valid = [one for one in facets if one.valid]
    archived = {step.id: step for step in planned(facets) if isinstance(step, Archive)}
    left = [one for one in valid if one.id not in archived and one.kind != "concept"]

    def spoken_of(facets: list[Facet]) -> set[str]:
        return {key for one in facets if one.kind != "concept" for key in (*one.files, *one.errors)}

    assert spoken_of(left) == spoken_of(valid)
    shared = [one for one in valid if not one.private]
    assert spoken_of([one for one in left if not one.private]) == spoken_of(shared)
    staying = {one.id for one in left}
    assert all(staying.issuperset(step.witnesses) for step in archived.values())


@pytest.mark.req("C5")
@given(memories())
def test_a_plan_that_was_carried_out_leaves_nothing_to_do(facets: list[Facet]) -> None:
    steps = planned(facets)
    after = standings_after(facets, steps, now=NOON)
    done = [one._replace(standing=after.get(one.id, one.standing)) for one in facets]
    assert planned([one for one in done if one.standing.archived_at is None]) == []


@given(memories())
def test_the_order_of_the_memories_changes_nothing(facets: list[Facet]) -> None:
    assert sorted(map(repr, planned(facets))) == sorted(map(repr, planned(facets[::-1])))


@given(memories())
def test_every_step_has_a_reason_and_every_reason_is_counted(facets: list[Facet]) -> None:
    steps = planned(facets, equal)
    assert all(step.why for step in steps)
    assert sum(one.count for one in reasons(steps)) == len(steps)


@pytest.mark.req("C5")
@given(memories())
def test_a_fact_is_merged_at_most_once_and_into_one_that_stays(facets: list[Facet]) -> None:
    merges = [step for step in planned(facets, equal) if isinstance(step, Merge)]
    away = [step.merged for step in merges]
    assert len(away) == len(set(away))
    assert not {step.into for step in merges} & set(away)
