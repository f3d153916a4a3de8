"""Everything out to a file and in again; what is cut or wrong is refused whole."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path

import pytest

import lamina as library
from tests.commands import LAMINA, lamina, remembered


def _talk(path: Path, lines: int, per_session: int = 10) -> None:
    with path.open("w") as talk:
        for number in range(lines):
            role = "assistant" if number % 2 else "user"
            said = f"Cup {number} of session {number // per_session}: is the kettle on, and who takes milk?"
            line = {"session_id": f"s{number // per_session}", "ts": f"2026-03-02T09:00:{number % 60:02}Z"}
            talk.write(json.dumps({**line, "role": role, "text": said}) + "\n")


@pytest.fixture
def exported(folder: Path) -> list[bytes]:
    """The lines of an export of a conversation and two memories."""
    _talk(folder / "talk.jsonl", 40)
    lamina("load", "--format", "chat", "talk.jsonl")
    remembered("Green tea")
    lamina("edit", remembered("Black tea"), "Black tea with milk")
    lamina("export", "all.jsonl")
    return (folder / "all.jsonl").read_bytes().splitlines(keepends=True)


def test_an_export_loaded_elsewhere_gives_the_same_export(exported: list[bytes], tmp_path: Path) -> None:
    other = str(tmp_path / "other")
    told = lamina("load", "all.jsonl", "--home", other, "--json").answer
    assert told == {"sessions": 4, "turns": 40, "items": 22, "unchanged": 0, "refused": 0}
    again = lamina("load", "all.jsonl", "--home", other, "--json").answer
    assert (again["items"], again["unchanged"]) == (0, 22)
    assert lamina("export", "-", "--home", other).out.encode() == b"".join(exported)


def test_an_export_cut_anywhere_loads_nothing(exported: list[bytes], folder: Path, tmp_path: Path) -> None:
    whole = b"".join(exported)
    cuts = {"within a line": len(whole) // 2, "before the last line": len(whole) - len(exported[-1])}
    cuts |= {"between two lines": len(b"".join(exported[: len(exported) // 2])), "within the last line": len(whole) - 3}
    for where, at in cuts.items():
        (folder / "cut.jsonl").write_bytes(whole[:at])
        other = str(tmp_path / where.replace(" ", "-"))
        told = lamina("load", "cut.jsonl", "--home", other)
        assert told.code == 2, where
        assert "othing was loaded" in told.refusal
        assert lamina("projects", "--home", other, "--json").answer == {}
        assert lamina("export", "-", "--home", other).out.count("\n") == 2, where


def test_an_export_that_lacks_a_line_in_the_middle_loads_nothing(exported: list[bytes], folder: Path) -> None:
    (folder / "holed.jsonl").write_bytes(b"".join(exported[:5] + exported[6:]))
    before = lamina("export", "-").out
    told = lamina("load", "holed.jsonl")
    assert (told.code, "holed.jsonl is cut off" in told.refusal) == (2, True)
    assert lamina("export", "-").out == before


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b'{"type": "cake"}\n', "there is no record type 'cake'."),
        (b'{"type": "item", "id": "x"}\n', "a record is not complete"),
        (b'{"type": "turn"}\n', "a record is not complete"),
        (b'{"type": "item", \xff}\n', "not valid UTF-8"),
    ],
)
def test_a_wrong_record_loads_nothing(
    line: bytes, said: str, exported: list[bytes], folder: Path, tmp_path: Path
) -> None:
    end = json.dumps({"type": "end", "records": len(exported) - 1}).encode()
    (folder / "wrong.jsonl").write_bytes(b"".join([*exported[:9], line, *exported[9:-1], end]))
    other = str(tmp_path / "other")
    told = lamina("load", "wrong.jsonl", "--home", other)
    assert told.code == 2
    assert said in told.refusal
    assert lamina("projects", "--home", other, "--json").answer == {}


def test_an_export_into_a_pipe_leaves_the_pipe_in_place(exported: list[bytes], folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    with subprocess.Popen([*LAMINA, "export", "pipe", "--json"], stdout=subprocess.PIPE) as run:
        received = (folder / "pipe").read_bytes()
        out, _ = run.communicate(timeout=60)
    assert received == b"".join(exported)
    assert json.loads(out)["records"] == len(exported) - 2
    assert (folder / "pipe").is_fifo()


def test_an_export_over_a_link_writes_where_the_link_leads(exported: list[bytes], folder: Path, tmp_path: Path) -> None:
    (tmp_path / "real.jsonl").write_text("older")
    (folder / "link.jsonl").symlink_to(tmp_path / "real.jsonl")
    assert lamina("export", "link.jsonl").code == 0
    assert (folder / "link.jsonl").is_symlink()
    assert (tmp_path / "real.jsonl").read_bytes() == b"".join(exported)


def test_an_export_to_a_place_that_is_not_there_is_refused(exported: list[bytes], folder: Path) -> None:
    before = sorted(os.listdir(folder))
    for place, why in (("nowhere/x.jsonl", "No such file or directory"), (str(folder), "Is a directory")):
        told = lamina("export", place)
        assert told.code == 2
        assert told.refusal == f"{place} cannot be written: {why}. Name a file in a folder that is there."
    assert sorted(os.listdir(folder)) == before


def test_progress_is_told_to_whoever_asks(exported: list[bytes], tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    with library.open_memory(home=str(tmp_path / "other")) as memory:
        memory.load("all.jsonl", progress=lambda *step: told.append(step))
        assert told[-1] == ("load", len(exported) - 2, len(exported) - 2)
        told.clear()
        memory.load("talk.jsonl", format="chat", progress=lambda *step: told.append(step))
    assert told == [("load", done, 4) for done in (1, 2, 3, 4)]


def test_twenty_thousand_lines_of_conversation_are_loaded_in_seconds(folder: Path) -> None:
    _talk(folder / "talk.jsonl", 20_000)
    start = time.process_time()
    told = lamina("load", "--format", "chat", "talk.jsonl", "--json").answer
    assert time.process_time() - start < 30
    assert (told["sessions"], told["turns"], told["items"]) == (2000, 20_000, 10_000)
    hit = lamina("recall", "cup 12346 of session 1234", "--json").answer[0]
    assert hit["session_ids"] == ["s1234"]
    again = lamina("load", "--format", "chat", "talk.jsonl", "--json").answer
    assert lamina("status", "--json").answer["exchanges"] == 10_000
    assert (again["items"], again["unchanged"]) == (0, 10_000)


@pytest.mark.req("B9")
def test_a_folder_view_is_written_and_read_by_the_same_two_commands(folder: Path, tmp_path: Path) -> None:
    remembered("Green tea", "--project", "tea")
    told = lamina("export", "--format", "memory-keeper", "view", "--project", "tea", "--json").answer
    assert told == {"records": 1, "path": "view"}
    assert "Green tea" in (folder / "view" / "project.md").read_text()
    other = ("--home", str(tmp_path / "other"), "--project", "tea")
    assert lamina("load", "--format", "memory-keeper", "view", *other, "--json").answer["items"] == 1
    assert lamina("recall", "green tea", *other, "--json").answer[0]["text"] == "Green tea"


def test_a_folder_view_in_the_way_of_a_person_names_the_file(folder: Path) -> None:
    remembered("Green tea")
    lamina("export", "--format", "memory-keeper", "view")
    (folder / "view" / "facts.json").write_text("mine")
    remembered("Black tea")
    told = lamina("export", "--format", "memory-keeper", "view")
    assert told.code == 3
    assert "facts.json" in told.refusal


@pytest.mark.parametrize("word", ["export", "load"])
def test_a_folder_view_has_no_place_in_a_pipe(folder: Path, word: str) -> None:
    remembered("Green tea")
    told = lamina(word, "--format", "memory-keeper", "-")
    assert told.code == 2
    assert "is a folder" in told.refusal


@pytest.mark.req("B9")
def test_views_are_switched_on_by_a_setting_and_forget_what_is_forgotten(folder: Path, home: Path) -> None:
    remembered("Green tea", "--project", "tea")
    assert not (home / "views").exists()
    lamina("config", "views", "on")
    remembered("Black tea", "--project", "tea")
    shown = home / "views" / "tea" / "facts.json"
    assert "Green tea" in shown.read_text()
    assert lamina("forget", "--query", "black", "--now", "--yes", "--project", "tea").code == 0
    assert "Black tea" not in shown.read_text()
    lamina("config", "views", str(folder / "shown"))
    remembered("White tea", "--project", "tea")
    assert "White tea" in (folder / "shown" / "tea" / "project.md").read_text()


def test_a_folder_that_cannot_be_parsed_is_named_with_file_and_line(folder: Path) -> None:
    (folder / "view").mkdir()
    (folder / "view" / "facts.json").write_text('{"permanent": {\n"rules": [{"content": 7}]}}')
    told = lamina("load", "view", "--format", "memory-keeper")
    assert told.code == 2
    assert told.refusal.startswith("facts.json, line 2: permanent.rules[0].content: Expected `str`, got `int`.")
    assert lamina("status", "--json").answer["pending"] == 0
