"""A memory-keeper folder read in: ours, one that a person edited, and one that the original tool wrote."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lamina
from lamina.errors import BadInput
from lamina.model.memory import ConceptFields, CoreLogicFields, ExchangeFields, SolutionFields
from lamina.model.review import Selector
from tests.factories import Opener, a_session, everything, texts
from tests.views import KEEPER, MANIFEST, brewing, export, files_in, read_json, rewrite, write_original


@pytest.fixture
def view(tmp_path: Path) -> Path:
    return tmp_path / "view"


@pytest.fixture
def original(tmp_path: Path) -> Path:
    write_original(tmp_path / "original")
    return tmp_path / "original"


def set_rule(**changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda facts: facts["permanent"]["rules"][0].update(changes)


@pytest.mark.req("B9")
@pytest.mark.parametrize("with_manifest", [True, False])
def test_a_view_loaded_elsewhere_gives_the_same_view(
    open_memory: Opener, fresh_store: Callable[[str], Opener], view: Path, tmp_path: Path, with_manifest: bool
) -> None:
    memory = open_memory()
    memory.ingest([brewing(tmp_path / "codex"), brewing(tmp_path / "codex", "more", at="2026-03-05T23:58:00Z")])
    memory.ingest([brewing(tmp_path / "codex", "found late", at="2026-02-01T08:00:00Z")])
    memory.record(a_session("One?", "First.", "Two?", "Second.", "Three?", "Third."))
    memory.record(a_session("Also at noon?", id="s2"))
    memory.forget(Selector(query="Two"), now=True)
    memory.remember("Blue cups\nare for guests")
    out = export(memory, view)
    if not with_manifest:
        (view / MANIFEST).unlink()
    other = fresh_store("postgres" if memory.status().store.startswith("/") else "sqlite")()
    loaded = other.load(str(view), KEEPER)
    assert (loaded.unchanged, loaded.refused) == (0, 0)
    assert loaded.sessions == 5
    assert export(other, tmp_path / "again") == out
    before = everything(other, tmp_path)
    again = other.load(str(view), KEEPER)
    assert (again.items, again.unchanged) == (0, loaded.items)
    assert everything(other, tmp_path) == before
    assert files_in(view) == out


def test_a_dozen_sessions_of_one_minute_keep_their_names_on_the_way(
    open_memory: Opener, fresh_store: Callable[[str], Opener], view: Path, tmp_path: Path
) -> None:
    memory = open_memory()
    for number in range(12):
        memory.record(a_session(f"Cup {number}?", id=f"s{number}"))
    out = export(memory, view)
    assert b"Cup 11?" in out["sessions/2026-03-02_1200_12.l1.jsonl"]
    (view / MANIFEST).unlink()
    other = fresh_store("sqlite")()
    other.load(str(view), KEEPER)
    assert export(other, tmp_path / "again") == out


def test_loading_a_view_back_where_it_came_from_changes_nothing(
    memory: lamina.Memory, view: Path, tmp_path: Path
) -> None:
    memory.ingest([brewing(tmp_path / "codex")])
    memory.record(a_session("One?", "First.", "Two?", "Second.", "Three?", "Third."))
    memory.forget(Selector(query="Two"), now=True)
    item = memory.remember("Blue cups")
    export(memory, view)
    memory.edit(item.id, "Red cups")
    memory.record(a_session("One?", "First.", "Two?", "Second.", "Three?", "Third, and more."))
    before = everything(memory, tmp_path)
    loaded = memory.load(str(view), KEEPER)
    assert (loaded.items, loaded.refused) == (0, 0)
    assert everything(memory, tmp_path) == before


@pytest.mark.req("B9")
def test_a_rule_that_a_person_edited_in_the_file_is_edited(memory: lamina.Memory, view: Path) -> None:
    item = memory.remember("Blue cups")
    export(memory, view)
    rewrite(view, "facts.json", set_rule(content="Red cups", confidence=0.4))
    loaded = memory.load(str(view), KEEPER)
    assert (loaded.items, loaded.unchanged) == (1, 0)
    edited = memory.get(item.id)
    assert (edited.lengths.full, edited.confidence, edited.version) == ("Red cups", 0.4, 2)
    assert texts(memory, "cups") == ["Red cups"]
    assert memory.load(str(view), KEEPER).items == 0
    assert b"Red cups" in export(memory, view)["facts.json"]  # what was read in may be written over
    memory.undo()
    assert memory.get(item.id).lengths.full == "Blue cups"


def test_an_edit_in_the_file_is_not_made_twice(memory: lamina.Memory, view: Path) -> None:
    item = memory.remember("Blue cups")
    export(memory, view)
    rewrite(view, "facts.json", set_rule(content="Red cups"))
    memory.load(str(view), KEEPER)
    memory.edit(item.id, "Green cups")
    memory.load(str(view), KEEPER)
    assert memory.get(item.id).lengths.full == "Green cups"


def test_an_edit_that_another_store_read_in_is_still_kept_from_ours(
    open_memory: Opener, fresh_store: Callable[[str], Opener], view: Path
) -> None:
    memory = open_memory()
    memory.remember("Blue cups")
    export(memory, view)
    rewrite(view, "facts.json", set_rule(content="Red cups"))
    fresh_store("sqlite")().load(str(view), KEEPER)
    memory.remember("Spoons")
    with pytest.raises(lamina.errors.Conflict, match=r"facts\.json"):
        export(memory, view)


def test_a_concept_renamed_in_the_file_is_renamed(memory: lamina.Memory, view: Path, tmp_path: Path) -> None:
    memory.ingest([brewing(tmp_path / "codex")])
    export(memory, view)
    rewrite(view, "concepts.json", lambda concepts: concepts[0].update(name="Kettles", summary="How we boil"))
    id_ = read_json(view, "concepts.json")[0]["id"]
    assert memory.load(str(view), KEEPER).items == 1
    renamed = memory.get(id_)
    assert isinstance(renamed.fields, ConceptFields)
    assert (renamed.fields.name, renamed.lengths.summary) == ("Kettles", "How we boil")
    assert b"Kettles" in export(memory, view)["concepts.json"]


def test_a_rule_and_a_session_that_a_person_added_are_taken_in(memory: lamina.Memory, view: Path) -> None:
    memory.remember("Blue cups")
    export(memory, view)
    rewrite(view, "facts.json", lambda facts: facts["permanent"]["rules"].append({"content": "Rinse first"}))
    (view / "sessions").mkdir()
    line = {"ts": "2026-03-01T08:30:00Z", "role": "user", "text": "Who washes up?"}
    (view / "sessions" / "2026-03-01_0830.l1.jsonl").write_text(json.dumps(line))
    assert memory.load(str(view), KEEPER).items == 2
    assert texts(memory, "rinse first", mode="lexical") == ["Rinse first"]
    shown = export(memory, view)
    assert b"Who washes up?" in shown["sessions/2026-03-01_0830.l2.json"]
    assert memory.load(str(view), KEEPER).items == 0


@pytest.mark.req("B9", "B5", "B3")
def test_a_folder_of_the_original_tool_is_taken_in_with_all_that_it_knows(
    memory: lamina.Memory, original: Path, tmp_path: Path
) -> None:
    loaded = memory.load(str(original), KEEPER)
    assert loaded == (1, 4, 5, 0, 0)
    [exchange] = [hit for hit in memory.recall("REST button limit") if hit.kind == "exchange"]
    traced = memory.trace(exchange.id)
    assert isinstance(traced.item.fields, ExchangeFields)
    assert traced.item.lengths.summary == "Fixed REST button daily limit bug"
    assert traced.item.keywords == ("REST", "daily limit")
    assert [turn.turn.role for turn in traced.exchanges[0].turns] == ["user", "assistant", "tool", "assistant"]
    [concept] = memory.concepts()
    assert isinstance(concept.fields, ConceptFields)
    assert concept.fields == ("REST/SLEEP Button System", (exchange.id,))
    assert concept.keywords == ("REST", "AP")
    found = {item.category: item for item in map(memory.get, _facts(memory))}
    assert found["rule"].lengths.full == "ESLint warnings can be ignored"
    assert (found["rule"].confidence, found["rule"].evidence[0].speaker) == (1.0, "user")
    assert found["solution"].fields == SolutionFields("chatIndex", "single names", 12)
    assert found["core_logic"].fields == CoreLogicFields("AP", "Removed ap_max")
    assert found["core_logic"].files == ("scripts/state.js",)
    [session] = memory.sessions()
    assert session.started_at == "2026-01-05T01:42:00.000000Z"  # the file's name tells the local time
    before = everything(memory, tmp_path)
    assert memory.load(str(original), KEEPER).items == 0
    assert everything(memory, tmp_path) == before


def _facts(memory: lamina.Memory) -> list[str]:
    found = memory._store.of_kind(memory.viewer, "fact")
    return [item.id for item in found]


def test_only_a_users_words_become_a_rule(memory: lamina.Memory, original: Path) -> None:
    rewrite(original, "facts.json", set_rule(source="auto"))
    memory.load(str(original), KEEPER)
    [item] = [item for item in map(memory.get, _facts(memory)) if "ESLint" in item.lengths.full]
    assert (item.category, item.evidence[0].speaker) == ("convention", "assistant")


def test_an_edit_in_a_folder_of_the_original_tool_is_honoured_and_an_old_text_is_not(
    memory: lamina.Memory, original: Path
) -> None:
    memory.load(str(original), KEEPER)
    [id_] = [one for one in _facts(memory) if "ESLint" in memory.get(one).lengths.full]
    rewrite(original, "facts.json", set_rule(content="ESLint counts"))
    assert memory.load(str(original), KEEPER).items == 1
    assert memory.get(id_).lengths.full == "ESLint counts"
    memory.edit(id_, "ESLint counts on Mondays")
    assert memory.load(str(original), KEEPER).items == 0
    assert memory.get(id_).lengths.full == "ESLint counts on Mondays"


def test_two_people_with_folders_of_their_own_keep_their_own_rules(
    open_memory: Opener, original: Path, tmp_path: Path
) -> None:
    shutil.copytree(original, tmp_path / "bobs")
    rewrite(tmp_path / "bobs", "facts.json", set_rule(content="Tabs, not spaces"))
    open_memory().load(str(original), KEEPER)
    bob = open_memory(user="bob")
    bob.load(str(tmp_path / "bobs"), KEEPER)
    rules = {bob.get(one).lengths.full for one in _facts(bob)}
    assert {"Tabs, not spaces", "ESLint warnings can be ignored"} <= rules


@pytest.mark.parametrize(
    "missing", ["facts.json", "concepts.json", "sessions/2026-01-05_0242.l1.jsonl", "sessions/2026-01-05_0242.l2.json"]
)
def test_a_folder_may_lack_any_file(memory: lamina.Memory, original: Path, missing: str) -> None:
    (original / missing).unlink()
    loaded = memory.load(str(original), KEEPER)
    assert loaded.sessions == 1
    assert loaded.items == {"facts.json": 2, "concepts.json": 4}.get(missing, 5)
    assert memory.recall("REST button")


def test_lines_without_a_summary_get_one_by_the_rules(memory: lamina.Memory, original: Path) -> None:
    path = original / "sessions" / "2026-01-05_0242.l1.jsonl"
    with path.open("a") as opened:
        for role, text in (("user", "Now paint it green"), ("assistant", "Painted.")):
            opened.write(json.dumps({"ts": "2026-01-05T01:50:00Z", "role": role, "text": text}) + "\n")
    memory.load(str(original), KEEPER)
    [hit] = [one for one in memory.recall("paint green", mode="lexical") if "Painted" in one.text]
    assert [turn.number for turn in memory.trace(hit.id).exchanges[0].turns] == [5, 6]


def test_an_exchange_that_went_on_is_loaded_as_far_as_it_came(memory: lamina.Memory, original: Path) -> None:
    memory.load(str(original), KEEPER)
    stem = "sessions/2026-01-05_0242"
    with (original / f"{stem}.l1.jsonl").open("a") as opened:
        opened.write('{"role":"assistant","text":"And the SLEEP button too."}\n')
    rewrite(original, f"{stem}.l2.json", lambda said: said[0].update(l1_range=[1, 5], summary="Fixed both"))
    assert memory.load(str(original), KEEPER).items == 1
    [hit] = [one for one in memory.recall("SLEEP button too", mode="lexical") if one.kind == "exchange"]
    assert len(memory.trace(hit.id).exchanges[0].turns) == 5
    assert memory.load(str(original), KEEPER).items == 0


def test_what_was_forgotten_stays_forgotten(memory: lamina.Memory, original: Path, view: Path) -> None:
    memory.load(str(original), KEEPER)
    item = memory.remember("Blue cups")
    export(memory, view)
    [said] = [hit.id for hit in memory.recall("REST button limit") if hit.kind == "exchange"]
    memory.forget(said)
    memory.forget(item.id, now=True)
    memory.forget(Selector(query="ESLint"), now=True)
    # the exchange, the concept that rested on it alone, and the two facts; the original knows nothing of cups
    assert memory.load(str(view), KEEPER).refused == 4
    assert memory.load(str(original), KEEPER).refused == 3
    assert not {"Blue cups", "ESLint warnings can be ignored"} & set(texts(memory, "blue cups ESLint warnings"))
    assert not memory.concepts()


def test_the_same_words_under_another_name_stay_forgotten_too(memory: lamina.Memory, original: Path) -> None:
    memory.forget(memory.remember("ESLint warnings can be ignored").id, now=True)
    assert memory.load(str(original), KEEPER).refused == 1


def test_a_rule_that_is_known_already_is_not_doubled(memory: lamina.Memory, original: Path) -> None:
    memory.remember("ESLint warnings can be ignored.")
    assert memory.load(str(original), KEEPER).unchanged == 1


@pytest.mark.parametrize(
    ("path", "content", "named"),
    [
        ("facts.json", "{", r"facts\.json, line 1: not JSON"),
        ("facts.json", '{\n"keywords": {},\n}', r"facts\.json, line 3: not JSON"),
        ("facts.json", "[" * 100_000, r"facts\.json, line 1: nested too deeply"),
        ("facts.json", "[]", r"facts\.json, line 1: Expected `object`"),
        ("facts.json", '{"permanent":\n{"rules": {}}}', r"line 2: permanent\.rules: Expected `array`"),
        ("facts.json", '{"permanent": {"rules": [\n\n{"id": "r1"}]}}', r"line 3: permanent\.rules\[0\]: .*`content`"),
        ("facts.json", '{"permanent": {"rules": [{"content": " "}]}}', r"rules\[0\]: there is no content"),
        ("facts.json", '{"permanent": {"rules": [{"content":\n7}]}}', r"line 2: .*rules\[0\]\.content: Expected `str`"),
        ("facts.json", '{"permanent": {"rules": [{"content": "a", "confidence": 9}]}}', r"rules\[0\]\.confidence"),
        ("facts.json", '{"permanent": {"solutions": [{"solution": "a", "attempts": -1}]}}', r"\[0\]\.attempts"),
        ("facts.json", '{"permanent": {"solutions": [{"id": "s1"}]}}', r"no problem and no solution"),
        ("facts.json", '{"stats": 1,\n"keywords": {"REST": "c001"}}', r"line \d: .*: Expected"),
        (
            "facts.json",
            '{"keywords": {},\n"stats": {"last_updated": "soon"}}',
            r"line 2: stats: last_updated is not a time",
        ),
        ("concepts.json", '[{"id": "c1"}, {"id": "c1"}]', r"concepts\.json: two entries have the id 'c1'"),
        (
            "concepts.json",
            '[{"id": "c1"},\n{"exchanges": [1]}]',
            r"json, line 2: \[1\]\.exchanges\[0\]: Expected `str`",
        ),
        ("sessions/2026-01-05_0242.l1.jsonl", '{"role":"user"}\n{"role"', r"l1\.jsonl, line 2: not JSON"),
        ("sessions/2026-01-05_0242.l1.jsonl", '\n{"role":"king"}', r"l1\.jsonl, line 2: role: .*'king'"),
        ("sessions/2026-01-05_0242.l1.jsonl", '{"role":"user","ts":"x"}', r"line 1: ts is not a time"),
        ("sessions/2026-01-05_0242.l2.json", '[\n{"l1_range": [4, 1]}]', r"l2\.json, line 2: \[0\]: l1_range"),
        ("sessions/2026-01-05_0242.l2.json", '[{"ts": 5}]', r"l2\.json, line 1: \[0\]\.ts: Expected"),
    ],
)
def test_a_broken_file_is_named_and_nothing_is_loaded(
    memory: lamina.Memory, original: Path, tmp_path: Path, path: str, content: str, named: str
) -> None:
    memory.remember("Blue cups")
    before = everything(memory, tmp_path)
    (original / path).write_text(content)
    with pytest.raises(BadInput, match=named):
        memory.load(str(original), KEEPER)
    assert everything(memory, tmp_path) == before


def test_a_folder_that_is_none_is_refused(memory: lamina.Memory, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "empty").mkdir()
    for name, why in (("file", "is a file"), ("nowhere", "is not there"), ("empty", "holds no facts")):
        with pytest.raises(BadInput, match=why):
            memory.load(str(tmp_path / name), KEEPER)


def test_an_id_of_something_else_is_not_taken_for_a_rule(memory: lamina.Memory, original: Path) -> None:
    memory.record(a_session())
    [hit] = memory.recall("tests")
    rewrite(original, "facts.json", set_rule(id=hit.id))
    with pytest.raises(BadInput, match="is the id of something else"):
        memory.load(str(original), KEEPER)
    assert not memory.concepts()


def test_a_load_can_be_undone(memory: lamina.Memory, original: Path, tmp_path: Path) -> None:
    memory.remember("Blue cups")
    before = everything(memory, tmp_path)
    memory.load(str(original), KEEPER)
    memory.undo()
    assert everything(memory, tmp_path) == before
