"""Reading again: nothing doubles, a file that grows ends like one read at once, and what is gone stays gone."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lamina
from lamina.model.memory import ConceptFields
from lamina.model.review import Selector
from tests.conftest import ENGINES
from tests.contract.stores import holds
from tests.contract.test_ingest import a_session, exchanges, facts
from tests.factories import Opener, everything, records
from tests.transcripts import FOLDER, ClaudeCode, as_lines, codex, codex_message, gemini


def contents(memory: lamina.Memory, folder: Path, *, without: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """Everything but versions: those tell how often a thing was seen before it was whole."""
    found = [json.loads(line) for line in everything(memory, folder).splitlines()[1:-1]]
    kept = [one for one in found if one["type"] in ("session", "turn", "item") and one.get("kind") not in without]
    return [{key: value for key, value in one.items() if key != "version"} for one in kept]


def placed(memory: lamina.Memory) -> list[str]:
    """The exchanges of all concepts: each once."""
    found = [concept.fields for concept in memory.concepts()]
    return sorted(one for fields in found if isinstance(fields, ConceptFields) for one in fields.exchanges)


def grown(path: Path, written: bytes) -> str:
    """The file has these bytes now."""
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(written)
    return str(path)


def many_sessions(folder: Path, sessions: int = 3, requests: int = 30) -> list[str]:
    """Enough for the index to fall behind while they are read."""
    paths = []
    for number in range(sessions):
        session = ClaudeCode(f"{number}{number}{number}{number}-many", minute=number)
        for request in range(requests):
            session = session.user(f"Paint kiosk k{number}n{request}q").says(f"Painted k{number}n{request}q in `a.py`.")
        paths.append(str(session.file(folder)))
    return paths


def test_while_reading_goes_on_others_find_what_was_read(open_memory: Opener, tmp_path: Path) -> None:
    writer, reader = open_memory(), open_memory()
    paths = many_sessions(tmp_path)
    found: list[int] = []

    def look(stage: str, done: int, total: int) -> None:
        asked = [f"k{number}n29q" for number in range(3)]
        found.append(sum(f"Paint kiosk {one}" in hit.text for one in asked for hit in reader.recall(one, limit=1)))

    writer.ingest(paths, progress=look)
    assert found == [1, 2, 3]
    assert all(check.ok for check in writer.doctor())


@pytest.mark.parametrize("engine", ENGINES)
def test_an_interrupted_ingest_is_kept_as_far_as_it_came_and_goes_on(
    fresh_store: Callable[[str], Opener], tmp_path: Path, engine: str
) -> None:
    paths = many_sessions(tmp_path)

    def stop(stage: str, done: int, total: int) -> None:
        if done > total / 2:
            raise KeyboardInterrupt

    interrupted, whole = (fresh_store(engine)() for _ in range(2))
    with pytest.raises(KeyboardInterrupt):
        interrupted.ingest(paths, progress=stop)
    assert interrupted.status().sessions == 2
    assert interrupted.recall("k1n29q", limit=1)[0].text.startswith("Paint kiosk k1n29q")
    interrupted.ingest(paths)
    whole.ingest(paths)
    assert _unplaced(contents(interrupted, tmp_path)) == _unplaced(contents(whole, tmp_path))


@pytest.mark.req("B2")
def test_reading_three_times_is_reading_once(memory: lamina.Memory, tmp_path: Path) -> None:
    path = a_session().file(tmp_path / "in")
    memory.ingest([str(path)])
    before = everything(memory, tmp_path)
    for _ in range(2):
        again = memory.ingest([str(path)])
        assert (again.files, again.sessions, again.turns, again.exchanges, again.memories) == (0, 0, 0, 0, 0)
        assert everything(memory, tmp_path) == before
    os.utime(path)  # read again from where it may still change, and found to be the same
    touched = memory.ingest([str(path)])
    assert (touched.files, touched.sessions, touched.memories) == (1, 0, 0)
    assert everything(memory, tmp_path) == before


def test_a_file_in_which_nobody_speaks_is_looked_at_once(memory: lamina.Memory, tmp_path: Path) -> None:
    path = ClaudeCode().other(type="summary", summary="x", leafUuid="l").file(tmp_path)
    assert memory.ingest([str(path)]).files == 1
    assert memory.ingest([str(path)]).files == 0
    assert memory.status().sessions == 0


def a_long_session() -> ClaudeCode:
    """More requests than may still change; the agent changes folders, and is refused once."""
    written = a_session()
    for number in range(4):
        written.user(f"Pour cup {number}").edits(f"{FOLDER}/cup{number}.py", "a", "b").says(f"Cup {number} is full.")
    written.cwd = f"{FOLDER}/src"
    written.calls("Bash", command="npm i").refused("No. Always use pnpm")
    written.reads(f"{FOLDER}/lid.py").says("Which one?\n1. Red\n2. Blue").user("2").runs("make test", "9 passed")
    return written.says("Blue it is, in `cup.py`.").user("Thanks").says("Welcome.")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_file_that_grows_line_by_line_ends_like_one_read_at_once(
    fresh_store: Callable[[str], Opener], tmp_path: Path, engine: str
) -> None:
    lines = a_long_session().bytes.splitlines(keepends=True)
    path = tmp_path / "in" / "11111111-aaaa.jsonl"
    growing, whole = (fresh_store(engine)() for _ in range(2))
    for count in range(1, len(lines) + 1):
        growing.ingest([grown(path, b"".join(lines[:count]))])
    whole.ingest([str(path)])
    # Which concept an exchange belongs to is decided when it is first seen.
    seen = [contents(one, tmp_path, without=("concept",)) for one in (growing, whole)]
    assert _unplaced(seen[0]) == _unplaced(seen[1])
    assert placed(growing) == placed(whole) == sorted(one.id for one in exchanges(whole))


def _unplaced(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Two stores give one project two ids."""
    text = json.dumps(found)
    for project in {one.get("project") or one["place"]["project"] for one in found}:
        text = text.replace(project, "tea")
    plain: list[dict[str, Any]] = json.loads(text)
    return plain


@pytest.mark.parametrize("cut", [1, 40, 200, 700])
def test_half_a_line_is_waited_for(open_memory: Opener, tmp_path: Path, cut: int) -> None:
    memory, written = open_memory(), a_long_session().bytes
    path = tmp_path / "in" / "11111111-aaaa.jsonl"
    assert memory.ingest([grown(path, written[:-cut])]).skipped == ()
    assert memory.ingest([grown(path, written)]).skipped == ()
    growing = contents(memory, tmp_path)
    other = open_memory(project="other")
    other.ingest([str(grown(tmp_path / "again" / path.name, written))])
    assert len(records(everything(memory, tmp_path), "turn")) == 2 * len([o for o in growing if o["type"] == "turn"])


def test_a_broken_line_is_located_from_the_files_start_also_when_reading_goes_on(
    memory: lamina.Memory, tmp_path: Path
) -> None:
    written = a_long_session().bytes
    path = tmp_path / "in" / "11111111-aaaa.jsonl"
    memory.ingest([grown(path, written)])
    told = memory.ingest([grown(path, written + b"{broken\n")]).skipped
    assert [(one.file, one.line) for one in told] == [(str(path), written.count(b"\n") + 1)]


@pytest.mark.parametrize("agent", ["codex", "gemini"])
def test_sessions_of_other_agents_grow_too(memory: lamina.Memory, tmp_path: Path, agent: str) -> None:
    def written(count: int) -> bytes:
        said = [(f"2026-03-02T12:{n:02}:00Z", f"Pour cup {n}") for n in range(count)]
        if agent == "gemini":
            messages = [{"type": "user", "content": text, "timestamp": at, "id": at} for at, text in said]
            return gemini(*messages, lastUpdated=f"2026-03-02T13:{count:02}:00Z")
        prompts = [codex("event_msg", "user_message", message=text, at=at) for at, text in said]
        return as_lines(codex("session_meta", id="g1", cwd=FOLDER), *prompts, codex_message("assistant", "Ok."))

    path = tmp_path / "in" / ("session-1.json" if agent == "gemini" else "rollout-1.jsonl")
    for count in (2, 9, 12):
        memory.ingest([grown(path, written(count))])
        assert [(row.id, row.exchanges) for row in memory.sessions()] == [("g1", count)]


def test_another_file_under_the_same_name_is_another_session(memory: lamina.Memory, tmp_path: Path) -> None:
    path = a_session().file(tmp_path / "in")
    memory.ingest([str(path)])
    first = [memory.trace(one.id) for one in exchanges(memory)]
    other = ClaudeCode(minute=200).user("Now the ledger").says("It is in `ledger.py`.").bytes
    memory.ingest([grown(path, other)])
    assert [memory.trace(one.item.id) for one in first] == first, "the first one still shows its own lines"
    assert memory.trace(memory.recall("ledger")[0].id).exchanges[0].turns[0].turn.text == "Now the ledger"
    assert len(memory.sessions()) == 2
    assert memory.ingest([str(path)]).files == 0
    memory.ingest([grown(path, other + ClaudeCode(minute=300).user("And the tax?").bytes)])
    assert sorted(row.exchanges for row in memory.sessions()) == [2, 2]


@pytest.mark.req("B2")
def test_when_the_agent_purges_its_file_the_memory_stays(memory: lamina.Memory, tmp_path: Path) -> None:
    path = a_session().file(tmp_path / "in")
    memory.ingest([str(tmp_path / "in")])
    before = everything(memory, tmp_path)
    path.unlink()
    memory.ingest([str(tmp_path / "in")])
    assert everything(memory, tmp_path) == before


@pytest.mark.req("A1", "A3")
def test_a_forked_session_doubles_nothing_and_counts_as_one(memory: lamina.Memory, tmp_path: Path) -> None:
    first = a_session("first")
    fork = first.copied("fork").user("Always run make test before you commit.").says("I will.")
    memory.ingest([str(first.file(tmp_path / "in"))])
    ids = [one.id for one in exchanges(memory)]
    memory.ingest([str(fork.file(tmp_path / "in"))])
    assert [one.id for one in exchanges(memory)][:2] == ids
    assert len(exchanges(memory)) == 3
    rule = facts(memory)["Always run make test before you commit."]
    assert (rule.count, rule.sessions) == (1, ("first", "fork"))
    assert {row.id: row.lineage for row in memory.sessions()} == {"first": "", "fork": "first"}
    for number in range(8):  # and it still is a copy when reading goes on far behind what was copied
        fork.user(f"Pour cup {number}").says("Poured.")
    memory.ingest([str(fork.file(tmp_path / "in"))])
    fork.user("Never pour on Sundays").says("Ok.")
    memory.ingest([str(fork.file(tmp_path / "in"))])
    assert facts(memory)["Never pour on Sundays"].evidence[0].lineage == "first"


def paraphrased(memory: lamina.Memory, folder: Path) -> list[ClaudeCode]:
    """Three sessions that want the same in their own words."""
    said = (
        "Always run the tests before you commit.",
        "please run tests before each commit",
        "Run tests before commits!",
    )
    told = [ClaudeCode(f"s{n}", minute=60 * n).user(text).says("Ok.") for n, text in enumerate(said)]
    for one in told:
        memory.ingest([str(one.file(folder))])
    return told


@pytest.mark.req("A1", "A3")
def test_what_is_said_again_in_other_words_is_one_memory_seen_more_often(memory: lamina.Memory, tmp_path: Path) -> None:
    paraphrased(memory, tmp_path)
    [rule] = facts(memory).values()
    assert rule.lengths.full == "Always run the tests before you commit."
    assert (rule.count, rule.sessions) == (3, ("s0", "s1", "s2"))
    assert (rule.first_seen.hour, rule.last_seen.hour) == (9, 11)
    assert [one.turns[0].turn.text for one in memory.trace(rule.id).exchanges][2:] == ["Run tests before commits!"]


@pytest.mark.req("A1", "A3")
def test_what_was_said_again_counts_no_more_when_it_is_read_again_or_forked(
    memory: lamina.Memory, tmp_path: Path
) -> None:
    told = paraphrased(memory, tmp_path / "in")
    before = everything(memory, tmp_path)
    for path in (tmp_path / "in").iterdir():
        os.utime(path)
    memory.ingest([str(tmp_path / "in")])
    assert everything(memory, tmp_path) == before
    memory.ingest(
        [str(told[2].copied("fork").user("Always run tests before commits").says("Ok.").file(tmp_path / "in"))]
    )
    [rule] = facts(memory).values()
    assert (rule.count, rule.sessions) == (3, ("s0", "s1", "s2", "fork"))


@pytest.mark.req("A1")
def test_a_wish_and_its_opposite_are_two_memories(memory: lamina.Memory, tmp_path: Path) -> None:
    for number, text in enumerate(("use pnpm, not npm", "From now on use npm, not pnpm")):
        memory.ingest([str(ClaudeCode(f"s{number}", minute=60 * number).user(text).says("Ok.").file(tmp_path))])
    assert [one.count for one in facts(memory).values()] == [1, 1]


def test_when_the_first_words_are_forgotten_a_memory_is_told_in_those_that_are_left(
    memory: lamina.Memory, tmp_path: Path
) -> None:
    paraphrased(memory, tmp_path)
    [rule] = facts(memory).values()
    memory.forget(Selector(id=rule.evidence[0].exchange))
    [rule] = facts(memory).values()
    assert (rule.lengths.full, rule.count) == ("run tests before each commit", 2)


def test_a_session_that_goes_on_after_it_was_forked_stays_the_origin(memory: lamina.Memory, tmp_path: Path) -> None:
    first = ClaudeCode("first").user("Always use pnpm").says("Ok.")
    memory.ingest([str(first.file(tmp_path))])
    first.user("Pour a cup").says("Poured.")
    fork = first.copied("fork").line("system", subtype="nothing").user("Never use npm").says("Ok.")
    memory.ingest([str(fork.file(tmp_path))])
    memory.ingest([str(first.user("Never use npm").says("Ok.").file(tmp_path))])
    assert facts(memory)["Never use npm"].count == 1
    assert len(exchanges(memory)) == 4


@pytest.mark.parametrize("now", [False, True], ids=["forgotten", "purged"])
def test_a_forgotten_exchange_stays_forgotten(open_memory: Opener, tmp_path: Path, now: bool) -> None:
    memory, written = open_memory(), ClaudeCode()
    for number in range(9):
        written.user(f"Pour cup {number}" if number != 3 else "The word is xyzzy").says(f"Cup {number} it is.")
    path = written.file(tmp_path)
    memory.ingest([str(path)])
    doomed = next(one for one in exchanges(memory) if "xyzzy" in one.lengths.full)
    memory.forget(doomed.id, now=now)
    if now:
        assert holds(open_memory, "xyzzy") == []
    for more in ("Pour the last", "And one more"):
        written.user(more).says("Full.").file(tmp_path)
        os.utime(path)
        memory.ingest([str(path)])
        assert len(exchanges(memory)) == 9 + (more == "And one more")
        assert b"xyzzy" not in everything(memory, tmp_path), "neither itself nor quoted by its neighbours"
    if now:
        assert holds(open_memory, "xyzzy") == []
        assert doomed.id not in placed(memory)


def test_a_forgotten_memory_stays_forgotten(memory: lamina.Memory, tmp_path: Path) -> None:
    path = a_session().file(tmp_path / "in")
    memory.ingest([str(path)])
    rule = facts(memory)["Always run make test before you commit."]
    memory.forget(rule.id)
    os.utime(path)
    memory.ingest([str(path)])
    a_session("another", 100).file(tmp_path / "in")
    memory.ingest([str(tmp_path / "in")])
    assert "Always run make test before you commit." not in facts(memory)
    memory.undo()
    assert "Always run make test before you commit." in facts(memory)


def test_a_forgotten_session_stays_forgotten(memory: lamina.Memory, tmp_path: Path) -> None:
    path = a_session().file(tmp_path / "in")
    memory.ingest([str(path)])
    memory.forget(Selector(session="11111111-aaaa"))
    os.utime(path)
    memory.ingest([str(path)])
    assert exchanges(memory) == []
    assert memory.recall("kettle") == []


def test_what_a_person_edited_is_not_told_anew(memory: lamina.Memory, tmp_path: Path) -> None:
    path = a_session().file(tmp_path)
    memory.ingest([str(path)])
    rule = facts(memory)["Always run make test before you commit."]
    memory.edit(rule.id, "Run make check before you commit")
    a_session("another", 100).file(tmp_path)
    os.utime(path)
    memory.ingest([str(tmp_path)])
    assert memory.get(rule.id).lengths.full == "Run make check before you commit"
    assert memory.get(rule.id).count == 2
