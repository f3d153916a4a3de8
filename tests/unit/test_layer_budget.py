"""How a budget is split between layers, and who comes first."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from lamina.assemble.layer_budget import limits
from lamina.assemble.layers import Candidate, Text, Unusable, fill
from lamina.model.layers import DEFAULT_LOADING, DEFAULT_STRATEGY, ContextLayer, LayeredContext, Strategy

FOUR: tuple[ContextLayer, ...] = ("agent", "stage", "sprint", "project")


def some(tokens: int, key: str = "a", rank: str = "always") -> Candidate:
    return Candidate(key, rank, {}, lambda: Text("x" * tokens, tokens))  # type: ignore[arg-type]


def filled(
    budget: int,
    strategy: Strategy = DEFAULT_STRATEGY,
    role: str = "",
    agent: Sequence[Candidate] = (),
    stage: Sequence[Candidate] = (),
    sprint: Sequence[Candidate] = (),
    project: Sequence[Candidate] = (),
) -> LayeredContext:
    found: dict[ContextLayer, Sequence[Candidate]] = {"agent": agent, "stage": stage, "sprint": sprint}
    return fill({**found, "project": project}, limits(budget, strategy, role))


def tokens(context: LayeredContext) -> dict[str, int]:
    return {layer: sum(one.tokens for one in getattr(context, layer)) for layer in FOUR}


def many(size: int, how_many: int = 100, rank: str = "conditional") -> list[Candidate]:
    return [some(size, f"{at:03}", rank) for at in range(how_many)]


@pytest.mark.req("E2")
def test_when_every_layer_has_more_than_enough_each_gets_its_share() -> None:
    context = filled(1000, DEFAULT_STRATEGY, "", many(10), many(10), many(10), many(10))
    assert tokens(context) == {"agent": 400, "stage": 300, "sprint": 200, "project": 100}
    assert context.total_tokens == 1000


@pytest.mark.req("E2")
def test_what_a_layer_does_not_use_flows_on_to_the_others() -> None:
    context = filled(1000, stage=many(10), project=many(10, 5))
    assert tokens(context) == {"agent": 0, "stage": 950, "sprint": 0, "project": 50}


@pytest.mark.req("E2")
def test_what_flows_on_never_costs_a_later_layer_its_own_share() -> None:
    context = filled(1000, agent=many(10, 30), stage=many(10), sprint=many(10), project=many(10))
    assert tokens(context) == {"agent": 300, "stage": 400, "sprint": 200, "project": 100}


@pytest.mark.req("E2")
def test_when_space_is_short_the_agent_comes_first_and_the_project_last() -> None:
    context = filled(1000, agent=[some(900)], stage=[some(90)], sprint=[some(10)], project=[some(10)])
    assert tokens(context) == {"agent": 900, "stage": 90, "sprint": 10, "project": 0}
    assert [(one.layer, one.why) for one in context.left_out] == [("project", "it has 10 tokens; 0 are left")]


@pytest.mark.req("E3")
def test_the_shares_of_a_role_hold_for_that_role_alone() -> None:
    split: dict[ContextLayer, float] = {"project": 0.3, "sprint": 0.4, "stage": 0.2, "agent": 0.1}
    strategy = Strategy(DEFAULT_LOADING, {"planner": split})
    layers = [many(10) for _ in FOUR]
    assert tokens(filled(1000, strategy, "planner", *layers)) == {
        "agent": 100,
        "stage": 200,
        "sprint": 400,
        "project": 300,
    }
    assert tokens(filled(1000, strategy, "coder", *layers))["agent"] == 400


@pytest.mark.req("E3")
def test_a_layer_never_exceeds_its_most_tokens_however_much_is_left() -> None:
    loading = {**DEFAULT_LOADING, "agent": DEFAULT_LOADING["agent"]._replace(max_tokens=50)}
    context = filled(1000, Strategy(loading, {}), agent=[some(60, "large"), *many(10)])
    assert tokens(context)["agent"] == 50
    assert context.left_out[0].why == "it has 60 tokens; the layer has room for 50"


@pytest.mark.req("E6")
def test_a_file_that_cannot_fit_is_not_even_read() -> None:
    def never() -> Text:
        raise AssertionError

    context = filled(100, agent=[Candidate("huge", "always", {}, never, size=1_000_000)])
    assert context.left_out[0].why == "it has at least 7,813 tokens; the layer has room for 100"


@pytest.mark.req("E6")
def test_reading_ends_at_the_first_newer_file_that_has_no_room() -> None:
    read = []

    def look(at: int) -> Text:
        read.append(at)
        return Text("x" * 30, 30)

    files = [Candidate(str(at), "conditional", {}, lambda at=at: look(at)) for at in range(1000)]  # type: ignore[misc]
    context = filled(100, agent=files)
    assert [one.key for one in context.agent] == ["0", "1", "2"]
    assert set(read) == {0, 1, 2, 3}
    assert context.left_out[-1].why == "newer files took the room"


def test_a_file_larger_than_the_layer_does_not_keep_older_ones_out() -> None:
    context = filled(100, agent=[some(500, "large", "conditional"), some(20, "small", "conditional")])
    assert [one.key for one in context.agent] == ["small"]


def test_what_cannot_be_used_is_told_with_its_reason() -> None:
    context = filled(100, agent=[Candidate("photo.png", "always", {}, lambda: Unusable("it is not text"))])
    assert context.left_out[0][1:] == ("photo.png", "it is not text")


@pytest.mark.req("E1")
def test_a_memory_that_a_file_says_already_is_not_said_twice() -> None:
    said = Candidate("claude_md", "always", {}, lambda: Text("# Rules\n- Use   pnpm,\n  never npm\n", 10))
    learned = Candidate("m1", "memory", {}, lambda: Text("Use pnpm, never npm", 6))
    context = filled(100, project=[said, learned])
    assert [one.key for one in context.project] == ["claude_md"]
    assert context.left_out[0][1:] == ("m1", "claude_md says it already")
