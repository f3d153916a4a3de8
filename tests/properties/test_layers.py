"""Contexts of any content and any budget: never above it, counted exactly, fenced safely."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lamina.adapters.layer_rules import strategy_in
from lamina.assemble.layer_budget import limits
from lamina.assemble.layer_prompt import rendered
from lamina.assemble.layers import LONGEST_TOKEN, Candidate, Text, fill
from lamina.errors import BadInput
from lamina.model.layers import DEFAULT_LOADING, FIRST_TO_LAST, ContextLayer, LayeredContext, LayerEntry, Strategy
from lamina.wiring import open_memory
from tests.layered import a_project, count

TEXTS = st.one_of(
    st.text(st.characters(codec="utf-8"), max_size=400),
    st.builds(lambda word, times: word * times, st.text(st.characters(codec="utf-8"), min_size=1, max_size=20),
              st.integers(1, 2000)),
)  # fmt: skip
BUDGETS = st.integers(50, 100_000)
RANKS: st.SearchStrategy[Literal["always", "memory", "conditional"]] = st.sampled_from(
    ("always", "memory", "conditional")
)


def _weighed(text: str) -> Text:
    return Text(text, count([text])[0])


@st.composite
def candidates(draw: st.DrawFn) -> dict[ContextLayer, list[Candidate]]:
    found: dict[ContextLayer, list[Candidate]] = {}
    for layer in FIRST_TO_LAST:
        found[layer] = [
            Candidate(f"{layer}-{at}", draw(RANKS), {}, partial(_weighed, text), size)
            for at, text in enumerate(draw(st.lists(TEXTS, max_size=6)))
            for size in [len(text.encode()) if draw(st.booleans()) else 0]
        ]
    return found


@st.composite
def strategies(draw: st.DrawFn) -> Strategy:
    parts = draw(st.lists(st.integers(0, 100), min_size=4, max_size=4).filter(any))
    split = {layer: part / sum(parts) for layer, part in zip(FIRST_TO_LAST, parts, strict=True)}
    caps = draw(st.lists(st.none() | st.integers(1, 2000), min_size=4, max_size=4))
    loading = {
        layer: DEFAULT_LOADING[layer]._replace(max_tokens=cap) for layer, cap in zip(FIRST_TO_LAST, caps, strict=True)
    }
    return Strategy(loading, {"role": split})


@pytest.mark.req("E2")
@settings(max_examples=300)
@given(candidates(), BUDGETS, strategies(), st.sampled_from(["role", ""]))
def test_no_content_and_no_split_leads_above_the_budget(
    found: dict[ContextLayer, list[Candidate]], budget: int, strategy: Strategy, role: str
) -> None:
    context = fill(found, limits(budget, strategy, role))
    entries = [one for layer in FIRST_TO_LAST for one in getattr(context, layer)]
    assert context.total_tokens == sum(count([one.content for one in entries])) <= budget
    assert all(one.tokens == count([one.content])[0] for one in entries)
    for layer in FIRST_TO_LAST:
        cap = strategy.loading[layer].max_tokens
        assert cap is None or sum(one.tokens for one in getattr(context, layer)) <= cap
    keys = [(one.layer, one.key) for one in (*entries, *context.left_out)]
    assert sorted(keys) == sorted((layer, one.key) for layer, group in found.items() for one in group)


@pytest.mark.req("E2")
def test_every_single_budget_from_50_to_100000_holds() -> None:
    found: dict[ContextLayer, list[Candidate]] = {
        layer: [
            Candidate(f"{at}", rank, {}, lambda size=size: Text("", size))  # type: ignore[misc,arg-type]
            for at, (size, rank) in enumerate(
                [(7 * scale, "always"), (5 * scale, "memory"), (11 * scale, "conditional"), (3 * scale, "conditional")]
            )
        ]
        for scale, layer in zip((1, 30, 400, 3000), FIRST_TO_LAST, strict=True)
    }
    for budget in range(50, 100_001):
        context = fill(found, limits(budget, Strategy(DEFAULT_LOADING, {}), ""))
        entries = [one for layer in FIRST_TO_LAST for one in getattr(context, layer)]
        assert sum(one.tokens for one in entries) == context.total_tokens <= budget


@given(TEXTS)
def test_a_text_has_at_least_the_tokens_that_its_bytes_say_and_at_most_its_bytes(text: str) -> None:
    size = len(text.encode())
    assert -(-size // LONGEST_TOKEN) <= count([text])[0] <= size


@pytest.mark.req("E5")
@given(st.lists(TEXTS, max_size=5), st.text(max_size=50))
def test_no_text_can_end_its_own_fence(texts: list[str], task: str) -> None:
    said = {"source": "a.json", "modified": "2026-03-02T12:00:00"}
    stage = tuple(LayerEntry("stage", f"k{at}", text, said, 0) for at, text in enumerate(texts))
    prompt = rendered(LayeredContext(stage=stage), task)
    for one in stage:
        _, _, rest = prompt.partition(f"### {one.key}\n(file a.json, changed 2026-03-02)\n")
        fence = rest[: len(rest) - len(rest.lstrip("`"))]
        assert len(fence) >= 3
        assert fence not in one.content
        assert rest.startswith(f"{fence}json\n{one.content}")


@pytest.mark.req("E2", "E5")
@settings(max_examples=40)
@given(st.lists(TEXTS, min_size=1, max_size=8), BUDGETS)
def test_a_prompt_with_its_headings_stays_within_the_budget(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], budget: int
) -> None:
    folder = tmp_path_factory.mktemp("project")
    layers = ("project/decisions", "agent/coder", "stage/coding/artifacts", "sprint/s1/retrospectives")
    a_project(folder, {f".memory/{layers[at % 4]}/{at}.md": text for at, text in enumerate(texts)})
    with open_memory(home=str(folder / "home"), project="tea", user="ann") as memory:
        made = memory.agent_prompt("Boil water.", "coder", "", "coding", budget, folder=str(folder))
        assert made.token_count == count([made.prompt])[0] <= budget
        context = memory.layers("coder", "", "coding", budget, folder=str(folder))
        assert context.total_tokens <= budget


@pytest.mark.req("E3")
@given(st.text(st.characters(codec="utf-8"), max_size=200) | st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.sampled_from(["loading_strategy", "token_allocation", "project", "agent", "max_tokens", "x"]),
                      inner, max_size=4), max_leaves=15).map(repr))  # fmt: skip
def test_any_configuration_is_either_read_or_refused_with_a_sentence(text: Any) -> None:
    try:
        strategy = strategy_in(text, "config.yaml")
    except BadInput as refused:
        assert refused.message.startswith("config.yaml")  # noqa: PT017 (either outcome is right)
    else:
        assert set(strategy.loading) == set(FIRST_TO_LAST)


def test_no_token_is_longer_than_we_think() -> None:
    import splintr

    tokenizer = splintr.Tokenizer.from_pretrained("o200k_base")
    longest = 0
    for token in range(tokenizer.vocab_size):
        try:
            longest = max(longest, len(tokenizer.decode_bytes([token])))
        except ValueError:  # a number that no text has
            continue
    assert longest == LONGEST_TOKEN
