"""The folder view: what it shows, and how it keeps away from what a person wrote."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import lamina
from lamina.errors import BadInput, Conflict, NotFound
from lamina.model.memory import SolutionFields, Usage
from lamina.model.review import Selector
from tests.contract.stores import finished, started
from tests.factories import NOON, Opener, a_session, an_item, denied, put
from tests.views import KEEPER, MANIFEST, brewing, export, files_in, read_json, rewrite


@pytest.fixture
def view(tmp_path: Path) -> Path:
    return tmp_path / "view"


@pytest.mark.req("B9", "B5")
def test_the_view_has_the_files_and_keys_of_its_document(memory: lamina.Memory, view: Path, tmp_path: Path) -> None:
    memory.ingest([brewing(tmp_path / "codex")])
    memory.remember("The kettle leaks → Tighten the lid", tags=["solution"])
    memory.remember("This project is checked with `make test`", tags=["convention"])
    memory.remember("Brewing: water first, then leaves", tags=["core_logic"])
    files = export(memory, view)
    stem = "sessions/2026-03-02_1159"
    assert set(files) == {"facts.json", "concepts.json", "project.md", f"{stem}.l1.jsonl", f"{stem}.l2.json"}
    facts = read_json(view, "facts.json")
    assert set(facts) == {"keywords", "permanent", "stats"}
    rule = next(one for one in facts["permanent"]["rules"] if "warm the pot" in one["content"])
    assert set(rule) == {"id", "content", "source", "confidence", "contradictions", "last_validated"}
    assert rule["source"] == "user"
    [solution] = facts["permanent"]["solutions"]
    assert set(solution) == {"id", "problem", "solution", "attempts", "confidence"}
    assert (solution["problem"], solution["solution"]) == ("The kettle leaks", "Tighten the lid")
    assert set(facts["permanent"]["core_logic"][0]) == {"id", "feature", "description", "files"}
    concepts = read_json(view, "concepts.json")
    assert set(concepts[0]) == {"id", "name", "summary", "exchanges", "files", "keywords", "updated"}
    said = read_json(view, f"{stem}.l2.json")
    assert set(said[0]) == {"id", "ts", "summary", "details", "files", "keywords", "l1_range"}
    assert set(facts["stats"]) == {"total_exchanges", "total_concepts", "last_updated"}
    assert facts["stats"]["total_exchanges"] == len(said) == 2
    known = {one["id"] for one in (*concepts, *said)}
    assert facts["keywords"]
    assert {id_ for ids in facts["keywords"].values() for id_ in ids} <= known
    page = files["project.md"].decode()
    assert page.startswith("# tea\n")
    assert "`tea/kettle.py`" in page
    assert "`make test`" in page
    assert "warm the pot" in page


@pytest.mark.req("B3", "B9")
def test_a_range_opens_exactly_the_lines_of_its_exchange(memory: lamina.Memory, view: Path) -> None:
    memory.record(a_session("One?", "First.", "Two?", "Second.", "Three?", "Third."))
    memory.forget(Selector(query="Two"), now=True)
    export(memory, view)
    lines = (view / "sessions/2026-03-02_1200.l1.jsonl").read_text().splitlines()
    opened = {
        tuple(json.loads(line)["text"] for line in lines[first - 1 : last])
        for first, last in (one["l1_range"] for one in read_json(view, "sessions/2026-03-02_1200.l2.json"))
    }
    assert opened == {("One?", "First."), ("Three?", "Third.")}
    assert len(lines) == 4


def test_what_was_merely_hidden_is_not_shown_either(memory: lamina.Memory, view: Path) -> None:
    memory.record(a_session("One?", "First.", "Two?", "Second."))
    memory.forget(Selector(query="Two"))
    memory.forget(memory.remember("Blue cups are sacred").id)
    assert not [path for path, content in export(memory, view).items() if b"Two?" in content or b"sacred" in content]


def test_what_was_denied_or_superseded_is_not_a_rule(memory: lamina.Memory, view: Path) -> None:
    put(memory, an_item("Denied", id="i-1", category="rule", trust=denied()))
    put(memory, an_item("Archived", id="i-2", category="rule", archived_at=NOON))
    put(memory, an_item("Kept", id="i-3", category="preference"))
    export(memory, view)
    assert [one["content"] for one in read_json(view, "facts.json")["permanent"]["rules"]] == ["Kept"]


def test_a_solution_whose_text_was_edited_shows_the_edit(memory: lamina.Memory, view: Path) -> None:
    fields = SolutionFields("Leaks", "Tighten", 3)
    put(memory, an_item("Leaks → Tighten", id="i-1", category="solution", fields=fields))
    memory.edit("i-1", "Leaks → Buy another")
    export(memory, view)
    [shown] = read_json(view, "facts.json")["permanent"]["solutions"]
    assert (shown["problem"], shown["solution"], shown["attempts"]) == ("Leaks", "Buy another", 3)


def test_sessions_of_one_minute_keep_their_names_when_another_comes(memory: lamina.Memory, view: Path) -> None:
    memory.record(a_session("Late?", id="late", at=NOON + timedelta(seconds=40)))
    before = export(memory, view)
    memory.record(a_session("Early?", id="early", at=NOON + timedelta(seconds=10)))
    after = export(memory, view)
    assert {path: after[path] for path in before if "sessions" in path} == {
        path: content for path, content in before.items() if "sessions" in path
    }
    assert b"Early?" in after["sessions/2026-03-02_1200_2.l1.jsonl"]
    assert files_in(view) == export(memory, view.parent / "elsewhere")


def test_the_same_store_gives_the_same_bytes_and_touches_nothing(memory: lamina.Memory, view: Path) -> None:
    memory.record(a_session())
    memory.remember("Blue cups")
    before = export(memory, view)
    times = {path: path.stat().st_mtime_ns for path in view.rglob("*")}
    assert export(memory, view) == before
    assert {path: path.stat().st_mtime_ns for path in view.rglob("*")} == times
    memory.remember("Red cups")
    export(memory, view)
    changed = {path.name for path in view.rglob("*") if path.is_file() and path.stat().st_mtime_ns != times[path]}
    assert changed == {"facts.json", "project.md", MANIFEST}


def test_a_view_holds_one_project_and_what_its_viewer_may_see(open_memory: Opener, view: Path, tmp_path: Path) -> None:
    open_memory(project="coffee").remember("Beans")
    open_memory(user="bob").remember("Bob's secret", visibility="user-private")
    memory = open_memory()
    memory.remember("Leaves")
    memory.remember("Mine alone", visibility="user-private")
    shown = b"".join(export(memory, view).values())
    assert b"Leaves" in shown
    assert b"Mine alone" in shown
    assert b"Beans" not in shown
    assert b"secret" not in shown
    assert b"Beans" in b"".join(export(memory, tmp_path / "other", project="coffee").values())
    with pytest.raises(Conflict, match="another project"):
        export(memory, view, project="coffee")
    assert all(path.stat().st_mode & 0o077 == 0 for path in view.rglob("*"))


def test_the_files_of_a_session_that_is_gone_go_too(memory: lamina.Memory, view: Path) -> None:
    memory.record(a_session("Where is the hall?"))
    memory.remember("Blue cups")
    export(memory, view)
    (view / "notes.md").write_text("mine")
    memory.forget(Selector(session="s1"))
    assert set(export(memory, view)) == {"facts.json", "concepts.json", "project.md", "notes.md"}


@pytest.mark.parametrize("path", ["facts.json", "project.md", "sessions/2026-03-02_1200.l1.jsonl"])
@pytest.mark.parametrize("gone", [True, False])
def test_what_a_person_edited_is_neither_overwritten_nor_deleted(
    memory: lamina.Memory, view: Path, path: str, gone: bool
) -> None:
    memory.record(a_session("Where is the hall?"))
    memory.remember("Blue cups")
    export(memory, view)
    (view / path).write_text("mine")
    before = files_in(view)
    if gone:
        memory.forget(Selector(session="s1"))
    else:
        memory.record(a_session("Where is the hall?", "Upstairs."))
    memory.remember("Red cups")
    with pytest.raises(Conflict, match=path):
        export(memory, view)
    assert files_in(view) == before


def test_a_file_that_a_person_added_where_ours_would_be_is_theirs(memory: lamina.Memory, view: Path) -> None:
    memory.remember("Blue cups")
    export(memory, view)
    (view / "sessions").mkdir()
    (view / "sessions/2026-03-02_1200.l2.json").write_text("[]")
    memory.record(a_session())
    with pytest.raises(Conflict, match=r"2026-03-02_1200\.l2\.json"):
        export(memory, view)


def test_no_link_is_followed_out_of_the_folder(memory: lamina.Memory, view: Path, tmp_path: Path) -> None:
    memory.remember("Blue cups")
    export(memory, view)
    (tmp_path / "outside").mkdir()
    (view / "sessions").symlink_to(tmp_path / "outside")
    memory.record(a_session())
    with pytest.raises(Conflict, match="symbolic link"):
        export(memory, view)
    assert list((tmp_path / "outside").iterdir()) == []
    (view / "sessions").unlink()
    (tmp_path / "victim.json").write_bytes((view / "facts.json").read_bytes())
    (view / "facts.json").unlink()
    (view / "facts.json").symlink_to(tmp_path / "victim.json")
    with pytest.raises(Conflict, match="symbolic link"):
        export(memory, view)
    with pytest.raises(BadInput, match=r"facts\.json"):
        memory.load(str(view), KEEPER)


def test_a_manifest_cannot_point_us_at_files_elsewhere(memory: lamina.Memory, view: Path, tmp_path: Path) -> None:
    memory.remember("Blue cups")
    export(memory, view)
    victim = tmp_path / "victim.json"
    victim.write_text("precious")

    def point_outside(manifest: dict[str, Any]) -> None:
        manifest["files"]["../victim.json"] = manifest["files"]["facts.json"]
        manifest["files"]["sessions/../../victim.json"] = "0"

    rewrite(view, MANIFEST, point_outside)
    memory.remember("Red cups")
    export(memory, view)
    assert victim.read_text() == "precious"


def test_a_folder_that_is_not_ours_is_refused(memory: lamina.Memory, view: Path, tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        export(memory, view)
    memory.remember("Blue cups")
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="is a file"):
        export(memory, tmp_path / "file")
    view.mkdir()
    (view / "thesis.md").write_text("years of work")
    with pytest.raises(Conflict, match=r"thesis\.md"):
        export(memory, view)
    assert [path.name for path in view.iterdir()] == ["thesis.md"]


@pytest.mark.req("B9")
@pytest.mark.parametrize("killed_at", range(8))
def test_whoever_is_killed_while_writing_leaves_the_old_folder_or_the_new_one(
    open_memory: Opener,
    fresh_store: Callable[[str], Opener],
    view: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    killed_at: int,
) -> None:
    memory = open_memory()
    memory.record(a_session("Where is the hall?"))
    memory.record(a_session("Who is it?", id="gone", at=NOON + timedelta(hours=1)))
    memory.remember("Blue cups")
    old = export(memory, view)
    memory.forget(Selector(session="gone"), now=True)
    memory.record(a_session("Where is the hall?", "Upstairs."))
    memory.remember("Red cups")
    new = export(memory, tmp_path / "meant")
    with monkeypatch.context() as patched:
        _kill(patched, killed_at)
        with pytest.raises(KilledError):
            export(memory, view)
    shutil.copytree(view, tmp_path / "copy")
    other = fresh_store("sqlite")()
    other.load(str(tmp_path / "copy"), KEEPER)  # completes what was announced
    left = {path: content for path, content in files_in(tmp_path / "copy").items() if not path.endswith(".new")}
    assert left == (old if killed_at < ANNOUNCED else new)
    assert export(other, tmp_path / "again") == left
    assert export(memory, view) == new
    assert not list(view.rglob("*.new"))


ANNOUNCED = 1
"""The first rename puts the manifest in its place that announces the others."""


class KilledError(BaseException):
    """A process that is killed cannot tidy up."""


def _kill(patched: pytest.MonkeyPatch, at: int) -> None:
    """Stops at the n-th rename or removal."""
    left = at

    def or_die(act: Callable[..., None]) -> Callable[..., None]:
        def step(*paths: str) -> None:
            nonlocal left
            if left == 0:
                raise KilledError
            left -= 1
            act(*paths)

        return step

    patched.setattr(os, "replace", or_die(os.replace))
    patched.setattr(os, "unlink", or_die(os.unlink))


def test_what_a_person_edits_after_a_kill_is_not_overwritten(
    memory: lamina.Memory, view: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.remember("Blue cups")
    export(memory, view)
    memory.remember("Red cups")
    with monkeypatch.context() as patched:
        _kill(patched, ANNOUNCED)
        with pytest.raises(KilledError):
            export(memory, view)
    rewrite(view, "facts.json", lambda facts: facts["permanent"]["rules"].append({"content": "Rinse first"}))
    mine = (view / "facts.json").read_bytes()
    with pytest.raises(Conflict, match=r"facts\.json"):
        export(memory, view)
    assert (view / "facts.json").read_bytes() == mine
    memory.load(str(view), KEEPER)
    assert b"Rinse first" in export(memory, view)["facts.json"]
    assert b"Red cups" in files_in(view)["facts.json"]


def test_two_writers_and_a_reader_never_meet_half_a_file(open_memory: Opener, view: Path) -> None:
    memory = open_memory()
    memory.remember("Blue cups")
    export(memory, view)
    code = "for n in range(8): memory.remember(f'Cup {words[1]} {n}'); memory.export(words[0], 'memory-keeper')"
    writers = [started(open_memory, code, str(view), name) for name in ("a", "b")]
    while any(one.poll() is None for one in writers):
        assert read_json(view, "facts.json")["permanent"]["rules"]
    for one in writers:
        finished(one)
    assert len(read_json(view, "facts.json")["permanent"]["rules"]) == 17
    assert export(memory, view) == export(memory, view.parent / "fresh")


def test_counters_stand_beside_the_confidence(
    fresh_store: Callable[[str], Opener], open_memory: Opener, tmp_path: Path
) -> None:
    memory = open_memory()
    item = memory.remember("Blue cups")
    export(memory, tmp_path / "view")
    rewrite(tmp_path / "view", "facts.json", _contradict)
    other = fresh_store("sqlite")()
    other.load(str(tmp_path / "view"), KEEPER)
    assert other.get(item.id).usage == Usage(contradictions=4, last_validated=NOON.replace(hour=0))


def _contradict(facts: dict[str, Any]) -> None:
    facts["permanent"]["rules"][0] |= {"contradictions": 4, "last_validated": "2026-03-02"}
