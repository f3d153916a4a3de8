"""Keeping a statement."""

from __future__ import annotations

from datetime import timedelta

import pytest
import splintr

import lamina
from lamina.errors import BadInput
from tests.factories import Clock, Opener, texts


@pytest.mark.req("D1")
def test_what_was_remembered_is_recalled_with_its_tags_and_importance(memory: lamina.Memory) -> None:
    item = memory.remember("The build server is called Hopper", tags=("infra", "ci", "infra"), importance=0.9)
    assert texts(memory, "build server") == ["The build server is called Hopper"]
    kept = memory.get(item.id)
    assert kept.tags == ("infra", "ci")
    assert kept.importance == 0.9


def test_a_memory_is_found_by_its_tag(memory: lamina.Memory) -> None:
    memory.remember("Hopper has sixteen cores", tags=("infrastructure",))
    assert texts(memory, "infrastructure", mode="lexical") == ["Hopper has sixteen cores"]


@pytest.mark.req("A1")
def test_saying_the_same_again_strengthens_the_memory_under_the_same_id(memory: lamina.Memory, clock: Clock) -> None:
    first = memory.remember("Use pnpm", tags=("tools",), importance=0.5)
    clock.forward(days=1)
    again = memory.remember("  use   PNPM. ", tags=("js",), importance=0.8)
    assert again.id == first.id
    kept = memory.get(first.id)
    assert kept.tags == ("tools", "js")
    assert kept.importance == 0.8
    assert kept.last_seen - kept.first_seen >= timedelta(days=1)
    assert memory.status().pending == 1
    assert len(memory.recall("pnpm")) == 1


def test_saying_it_again_with_less_weight_does_not_weaken_it(memory: lamina.Memory) -> None:
    item = memory.remember("Use pnpm", importance=0.9)
    memory.remember("Use pnpm", importance=0.1)
    assert memory.get(item.id).importance == 0.9


@pytest.mark.req("D7")
@pytest.mark.parametrize(
    ("text", "tags", "least", "most"),
    [
        ("We decided to use Postgres because SQLite has one writer", (), 0.7, 1.0),
        ("The port is 8080", ("critical",), 0.7, 1.0),
        ("The port is 8080", (), 0.4, 0.69),
        ("ok thanks", (), 0.0, 0.39),
    ],
)
def test_importance_falls_into_three_bands_when_nobody_gives_it(
    memory: lamina.Memory, text: str, tags: tuple[str, ...], least: float, most: float
) -> None:
    assert least <= memory.remember(text, tags=tags).importance <= most


@pytest.mark.req("A1")
def test_a_new_memory_is_pending(memory: lamina.Memory) -> None:
    item = memory.remember("Use pnpm")
    assert item.trust.level == "pending"
    assert memory.recall("pnpm")[0].level == "pending"


@pytest.mark.req("A3")
def test_a_memory_carries_count_sessions_and_when_it_was_seen(memory: lamina.Memory, clock: Clock) -> None:
    item = memory.get(memory.remember("Use pnpm").id)
    assert (item.count, item.sessions) == (1, ())
    assert item.first_seen == item.last_seen <= clock.now
    trust = item.trust
    assert (trust.denied_at, trust.approved_long_term_at, trust.approved_core_at) == (None, None, None)
    assert (trust.promoted_long_term_at, trust.promoted_core_at, trust.core_targets) == (None, None, ())


@pytest.mark.req("C2")
@pytest.mark.parametrize("kind", ["fact", "episode", "pattern", "workflow"])
def test_each_of_the_four_kinds_is_kept_as_what_it_is(memory: lamina.Memory, kind: str) -> None:
    item = memory.remember(f"Something about {kind} deployment", kind=kind)  # type: ignore[arg-type]
    assert memory.get(item.id).kind == kind
    assert memory.recall("deployment")[0].kind == kind
    assert type(memory.get(item.id).fields).__name__ == f"{kind.title()}Fields"


@pytest.mark.req("C3")
def test_each_length_is_shorter_and_its_token_count_is_exact(memory: lamina.Memory) -> None:
    said = "The nightly job failed because the token had expired. " * 12 + "Ünïcödé 🫖 at the end."
    lengths = memory.get(memory.remember(said).id).lengths
    count = splintr.Tokenizer.from_pretrained("o200k_base").encode_ordinary
    four = (lengths.full, lengths.summary, lengths.compressed, lengths.index)
    assert lengths.full == said
    assert len(lengths.full) > len(lengths.summary) > len(lengths.compressed) > len(lengths.index) > 0
    assert len(lengths.index) <= 50
    assert lengths.tokens == tuple(len(count(text)) for text in four)


def test_a_memory_of_the_system_layer_is_known_in_every_project(open_memory: Opener) -> None:
    with open_memory(project="tea") as tea:
        tea.remember("Commit messages say why", layer="system")
        tea.remember("Tea is brewed at ninety degrees, says the commit")
    with open_memory(project="coffee") as coffee:
        assert texts(coffee, "commit") == ["Commit messages say why"]


def test_a_private_memory_of_the_system_layer_follows_its_user_only(open_memory: Opener) -> None:
    open_memory(user="ann", project="tea").remember("I like tabs", layer="system", visibility="user-private")
    assert texts(open_memory(user="ann", project="coffee"), "tabs") == ["I like tabs"]
    assert texts(open_memory(user="bob", project="tea"), "tabs") == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"text": " \n"},
        {"text": "bell \x07"},
        {"text": "half \ud83d a character"},
        {"text": "x" * 1_000_001},
        {"text": "fine", "importance": 1.5},
        {"text": "fine", "kind": "exchange"},
        {"text": "fine", "layer": "galaxy"},
        {"text": "fine", "visibility": "everyone"},
        {"text": "fine", "tags": ("half \ud83d",)},
    ],
    ids=lambda wrong: next(reversed(wrong)),
)
def test_what_cannot_be_kept_is_refused_and_nothing_is_written(memory: lamina.Memory, wrong: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        memory.remember(**wrong)  # type: ignore[arg-type]
    assert memory.status().pending == 0
