"""What cannot both hold is found, told, and decided by a person; nothing is overwritten, everything can be undone."""

from __future__ import annotations

from pathlib import Path

import pytest

import lamina
from lamina.errors import BadInput, Conflict, NotFound
from tests.contract.test_ingest import facts
from tests.factories import Clock, Opener, everything
from tests.transcripts import ClaudeCode

NPM, PNPM = "Use npm as the package manager", "Use pnpm as the package manager"


def found(memory: lamina.Memory, query: str) -> list[str]:
    return [hit.text for hit in memory.recall(query, limit=20)]


@pytest.mark.req("C6")
def test_a_new_memory_that_contradicts_an_older_one_is_listed_with_the_reason(memory: lamina.Memory) -> None:
    memory.remember("Indent with four spaces")
    older, newer = memory.remember(NPM), memory.remember(PNPM)
    [one] = memory.contradictions()
    assert (one.older.id, one.newer.id) == (older.id, newer.id)
    assert "npm" in one.why
    assert memory.status().contradictions_open == 1
    assert {NPM, PNPM} <= set(found(memory, "package manager")), "until somebody decides, both are known"


@pytest.mark.req("C6")
@pytest.mark.parametrize(
    ("resolution", "holds", "ends"), [("a_wins", NPM, PNPM), ("b_wins", PNPM, NPM), ("both_valid", NPM, "")]
)
def test_a_person_decides_which_one_holds(memory: lamina.Memory, resolution: str, holds: str, ends: str) -> None:
    memory.remember(NPM)
    memory.remember(PNPM)
    [one] = memory.contradictions()
    done = memory.resolve(one.id, resolution, note="we talked about it")  # type: ignore[arg-type]
    assert (done.resolution, done.note) == (resolution, "we talked about it")
    assert memory.contradictions() == []
    assert memory.status().contradictions_open == 0
    texts = found(memory, "package manager")
    assert holds in texts
    assert ends not in texts
    with pytest.raises(Conflict, match="closed"):
        memory.resolve(one.id, "b_wins")


@pytest.mark.req("C6")
def test_merging_says_what_holds_instead_of_both(memory: lamina.Memory) -> None:
    memory.remember(NPM)
    memory.remember(PNPM)
    [one] = memory.contradictions()
    with pytest.raises(BadInput, match="words that hold"):
        memory.resolve(one.id, "merged")
    memory.resolve(one.id, "merged", note="Use pnpm in the monorepo and npm in the plugins")
    assert found(memory, "package manager monorepo plugins pnpm npm") == [
        "Use pnpm in the monorepo and npm in the plugins"
    ]


@pytest.mark.req("C6")
@pytest.mark.parametrize("resolution", ["a_wins", "b_wins", "both_valid"])
def test_undoing_a_resolution_opens_it_again(memory: lamina.Memory, tmp_path: Path, resolution: str) -> None:
    memory.remember(NPM)
    memory.remember(PNPM)
    before = everything(memory, tmp_path)
    [one] = memory.contradictions()
    memory.resolve(one.id, resolution)  # type: ignore[arg-type]
    memory.undo()
    assert [again.id for again in memory.contradictions()] == [one.id]
    assert everything(memory, tmp_path) == before


@pytest.mark.req("C6", "C9")
def test_what_was_said_to_be_replaced_gives_way_and_stays_known_for_its_time(open_memory: Opener, clock: Clock) -> None:
    memory = open_memory()
    memory.remember("We deploy to Heroku")
    clock.forward(days=30)
    between = clock()
    clock.forward(days=30)
    memory.remember("We no longer deploy to Heroku, we switched to Fly.io")
    assert found(memory, "deploy")[0].startswith("We no longer")
    assert "We deploy to Heroku" not in found(memory, "deploy")
    assert [hit.text for hit in memory.recall("deploy", as_of=between)] == ["We deploy to Heroku"]
    assert memory.contradictions() == [], "nobody has to decide what was said outright"
    memory.undo()
    assert found(memory, "deploy") == ["We deploy to Heroku"]


@pytest.mark.req("C6")
def test_what_a_person_approved_waits_for_a_person(memory: lamina.Memory) -> None:
    older = memory.remember("We deploy to Heroku")
    memory.approve(older.id)
    memory.remember("We no longer deploy to Heroku, we switched to Fly.io")
    [one] = memory.contradictions()
    assert one.relation == "update"
    assert "We deploy to Heroku" in found(memory, "deploy")


@pytest.mark.req("A8")
def test_a_denied_memory_in_other_words_stays_denied(memory: lamina.Memory) -> None:
    memory.deny(memory.remember("Always use pnpm, never npm").id)
    memory.remember("Never use npm, always use pnpm")
    assert memory.pending() == memory.promotable() == []
    assert memory.recall("pnpm npm") == []


@pytest.mark.req("C6")
def test_sessions_that_contradict_each_other_are_found_when_they_are_read(
    memory: lamina.Memory, tmp_path: Path
) -> None:
    ClaudeCode("s1").user("Always use npm as the package manager.").says("Ok.").file(tmp_path / "in")
    ClaudeCode("s2", minute=900).user("Always use pnpm as the package manager.").says("Ok.").file(tmp_path / "in")
    memory.ingest([str(tmp_path / "in")])
    [one] = memory.contradictions()
    assert "npm" in one.older.lengths.full
    assert one.newer.id in {item.id for item in facts(memory).values()}
    memory.ingest([str(tmp_path / "in")])
    assert len(memory.contradictions()) == 1


@pytest.mark.req("B7")
def test_five_contradictions_send_a_memory_to_a_person(memory: lamina.Memory) -> None:
    older = memory.remember(NPM)
    for other in ("pnpm", "yarn", "bun"):
        memory.remember(f"Use {other} as the package manager")
    assert memory.get(older.id).usage.contradictions == 3
    assert memory.doubtful() == []
    memory.remember("Do not use npm as the package manager")
    memory.remember("Never use npm as package manager in this project")
    assert [one.id for one in memory.doubtful()] == [older.id]


def test_what_is_forgotten_for_good_takes_its_contradictions_along(memory: lamina.Memory, tmp_path: Path) -> None:
    memory.remember(NPM)
    newer = memory.remember(PNPM)
    memory.forget(newer.id, now=True)
    assert memory.contradictions() == []
    assert b"pnpm" not in everything(memory, tmp_path)


def test_an_unknown_contradiction_or_resolution_is_refused(memory: lamina.Memory) -> None:
    with pytest.raises(NotFound):
        memory.resolve("nothing", "a_wins")
    with pytest.raises(BadInput, match="b_wins"):
        memory.resolve("nothing", "c_wins")  # type: ignore[arg-type]
