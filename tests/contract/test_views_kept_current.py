"""The setting `views`: every word that writes, and every word that forgets, reaches the folder."""

from __future__ import annotations

from pathlib import Path

import pytest

import lamina
from lamina.model.review import JoinConcepts, Selector
from tests.contract.stores import holds, home_of
from tests.factories import Opener, a_session
from tests.views import KEEPER, MANIFEST, brewing, export, files_in, read_json, rewrite, write_original


@pytest.mark.req("B9")
def test_views_are_off_until_they_are_switched_on(open_memory: Opener, tmp_path: Path) -> None:
    open_memory().ingest([brewing(tmp_path / "codex")])
    assert not (home_of(open_memory) / "views").exists()


@pytest.mark.req("B9")
def test_ingest_keeps_the_view_current(open_memory: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAMINA_VIEWS", "on")
    memory, codex = open_memory(), tmp_path / "codex"
    memory.ingest([brewing(codex)])
    view = home_of(open_memory) / "views" / "tea"
    assert len(read_json(view, "sessions/2026-03-02_1159.l2.json")) == 2
    first = view / "sessions/2026-03-02_1159.l1.jsonl"
    written = first.stat().st_mtime_ns
    memory.ingest([brewing(codex, "later", at="2026-03-04T11:59:00Z")])
    assert len(read_json(view, "sessions/2026-03-04_1159.l2.json")) == 2
    assert files_in(view) == export(memory, tmp_path / "whole")
    assert first.stat().st_mtime_ns == written


@pytest.mark.req("B9")
def test_every_word_that_writes_keeps_the_view_current(
    open_memory: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAMINA_VIEWS", "on")
    memory, view = open_memory(), home_of(open_memory) / "views" / "tea"
    item = memory.remember("Blue cups")
    assert b"Blue cups" in files_in(view)["facts.json"]
    memory.edit(item.id, "Green cups")
    assert b"Green cups" in files_in(view)["facts.json"]
    memory.undo()
    assert b"Blue cups" in files_in(view)["facts.json"]
    memory.record(a_session("Where is the hall?"))
    assert "sessions/2026-03-02_1200.l1.jsonl" in files_in(view)
    with memory.batch():
        memory.remember("Red cups")
        assert b"Red cups" not in files_in(view)["facts.json"]  # it may still be taken back
    assert b"Red cups" in files_in(view)["facts.json"]
    memory.forget(item.id)
    assert b"Blue cups" not in files_in(view)["facts.json"]
    memory.undo()
    assert b"Blue cups" in files_in(view)["facts.json"]
    write_original(tmp_path / "original")
    memory.load(str(tmp_path / "original"), KEEPER)
    assert b"ESLint" in files_in(view)["facts.json"]
    assert files_in(view) == export(memory, tmp_path / "whole")


def test_what_somebody_else_forgot_leaves_the_view_with_the_next_ingest(
    open_memory: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    brewed = brewing(tmp_path / "codex")
    monkeypatch.setenv("LAMINA_VIEWS", str(tmp_path / "anns"))
    memory = open_memory()
    memory.ingest([brewed])
    written = (tmp_path / "anns/tea" / MANIFEST).stat().st_mtime_ns
    memory.ingest([brewed])
    assert (tmp_path / "anns/tea" / MANIFEST).stat().st_mtime_ns == written  # nothing new costs nothing
    monkeypatch.setenv("LAMINA_VIEWS", "off")
    open_memory(user="bob").forget(Selector(query="upper shelf"), now=True)
    assert b"upper shelf" in b"".join(files_in(tmp_path / "anns/tea").values())
    memory.ingest([brewed])
    assert b"upper shelf" not in b"".join(files_in(tmp_path / "anns/tea").values())


def test_a_view_that_was_switched_off_still_forgets(
    open_memory: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAMINA_VIEWS", "on")
    item = open_memory().remember("Blue cups are sacred")
    view = home_of(open_memory) / "views" / "tea"
    monkeypatch.setenv("LAMINA_VIEWS", "off")
    memory = open_memory()
    memory.remember("Red cups")
    assert b"Red cups" not in files_in(view)["facts.json"]
    memory.forget(item.id, now=True)
    assert b"sacred" not in b"".join(files_in(view).values())


def test_forgetting_in_another_project_reaches_its_view(open_memory: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAMINA_VIEWS", "on")
    open_memory(project="coffee").remember("Beans")
    memory = open_memory()
    memory.remember("Leaves")
    memory.forget(Selector(project="coffee", query="Beans"), now=True)
    view = home_of(open_memory) / "views" / "coffee"
    assert b"Beans" not in b"".join(files_in(view).values())


def test_the_doctor_tells_of_a_view_that_cannot_be_kept_current(
    open_memory: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAMINA_VIEWS", "on")
    memory, view = open_memory(), home_of(open_memory) / "views" / "tea"
    memory.remember("Blue cups")
    assert [one.ok for one in memory.doctor() if one.name == "view"] == [True]
    rewrite(view, "facts.json", lambda facts: facts["permanent"]["rules"].append({"content": "Rinse first"}))
    memory.remember("Red cups")  # what is remembered is remembered, whatever becomes of the view
    [check] = [one for one in memory.doctor() if one.name == "view"]
    assert (check.ok, "facts.json was edited" in check.found) == (False, True)
    memory.load(str(view), KEEPER)
    assert [one.ok for one in memory.doctor() if one.name == "view"] == [True]
    assert {b"Rinse first" in files_in(view)["facts.json"], b"Red cups" in files_in(view)["facts.json"]} == {True}


def test_views_may_have_a_folder_of_their_own(
    open_memory: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAMINA_VIEWS", str(tmp_path / "shown"))
    open_memory(project="tea/../../pot").ingest([brewing(tmp_path / "codex")])
    assert [path.name for path in (tmp_path / "shown").iterdir()] == ["tea-..-..-pot"]


def test_a_view_that_cannot_be_written_does_not_fail_the_ingest(
    open_memory: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAMINA_VIEWS", str(tmp_path / "shown"))
    (tmp_path / "shown").write_text("a file")
    memory = open_memory()
    told = memory.ingest([brewing(tmp_path / "codex")])
    assert told.exchanges == 2
    assert [(one.file, one.line) for one in told.skipped] == [(str(tmp_path / "shown" / "tea"), 0)]
    assert memory.recall("kettle")


def test_what_is_forgotten_leaves_the_view_at_once(
    open_memory: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAMINA_VIEWS", "on")
    memory = open_memory()
    memory.ingest([brewing(tmp_path / "codex")])
    view = home_of(open_memory) / "views" / "tea"
    assert b"upper shelf" in b"".join(files_in(view).values())
    memory.forget(Selector(query="upper shelf"), now=True)
    assert b"upper shelf" not in b"".join(files_in(view).values())
    assert not [place for place in holds(open_memory, "on the upper shelf") if "views" in place]
    (view / "facts.json").write_text("mine")
    with pytest.raises(lamina.errors.Unavailable, match="is forgotten, but"):
        memory.forget(Selector(session="brew"))
    assert not memory.recall("kettle", mode="lexical")


def test_what_was_denied_or_joined_leaves_the_view_too(
    open_memory: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAMINA_VIEWS", "on")
    memory, view = open_memory(), home_of(open_memory) / "views" / "tea"
    item = memory.remember("Blue cups")
    memory.deny(item.id)
    assert b"Blue cups" not in files_in(view)["facts.json"]
    memory.ingest([brewing(tmp_path / "codex")])
    into, *others = [one.id for one in memory.concepts()]
    assert others
    memory.regroup([JoinConcepts(into, one) for one in others])
    assert [one["id"] for one in read_json(view, "concepts.json")] == [into]
