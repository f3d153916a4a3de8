"""Whose memory it becomes: the project of the session's folder, who may see it, and two readers at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import lamina
from tests.contract.stores import finished, started
from tests.contract.test_ingest import a_session, exchanges, facts
from tests.contract.test_ingest_again import placed
from tests.factories import Opener, everything, records
from tests.transcripts import ClaudeCode


def folders(tmp_path: Path, *names: str) -> list[Path]:
    """Folders in which sessions worked."""
    made = [tmp_path / "work" / name for name in names]
    for one in made:
        one.mkdir(parents=True)
    return made


def spoken(folder: Path, text: str, session: str, minute: int = 0) -> ClaudeCode:
    return ClaudeCode(session, str(folder), minute).user(text).says("Ok, noted in `notes.md`.")


def test_each_session_goes_to_the_project_of_its_folder(
    open_memory: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tea, ledger = folders(tmp_path, "tea", "ledger")
    spoken(tea, "Always warm the pot", "s-tea").file(tmp_path / "in")
    spoken(ledger, "Always sum twice", "s-ledger", 5).file(tmp_path / "in")
    monkeypatch.chdir(tea)
    memory = open_memory(project=None)
    assert memory.ingest([str(tmp_path / "in")]).sessions == 2
    assert sorted(memory.projects().values()) == ["ledger", "tea"]
    assert list(facts(memory)) == ["Always warm the pot"]
    monkeypatch.chdir(ledger)
    assert list(facts(open_memory(project=None))) == ["Always sum twice"]


def test_a_session_that_wanders_stays_where_it_began(
    open_memory: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tea, ledger = folders(tmp_path, "tea", "ledger")
    written = spoken(tea, "Always warm the pot", "s-tea")
    for number in range(8):
        written.user(f"Pour cup {number}").says("Poured.")
    monkeypatch.chdir(tea)
    memory = open_memory(project=None)
    memory.ingest([str(written.file(tmp_path / "in"))])
    written.cwd = str(ledger)
    written.user("Now sum").reads(f"{tea}/pot.py").says("Summed.")
    memory.ingest([str(written.file(tmp_path / "in"))])
    assert list(memory.projects().values()) == ["tea"]
    assert exchanges(memory)[-1].files == ("pot.py",)


def test_a_named_project_takes_everything(open_memory: Opener, tmp_path: Path) -> None:
    tea, ledger = folders(tmp_path, "tea", "ledger")
    spoken(tea, "Always warm the pot", "s-tea").file(tmp_path / "in")
    spoken(ledger, "Always sum twice", "s-ledger", 5).file(tmp_path / "in")
    memory = open_memory(project="all")
    memory.ingest([str(tmp_path / "in")])
    assert list(memory.projects().values()) == ["all"]
    assert set(facts(memory)) == {"Always warm the pot", "Always sum twice"}


def test_what_is_private_is_seen_by_its_owner_only(
    open_memory: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAMINA_VISIBILITY", "user-private")
    ann, bob = open_memory("ann"), open_memory("bob")
    ann.ingest([str(a_session("of-ann").file(tmp_path / "ann"))])
    assert len(exchanges(ann)) == 2
    assert (exchanges(bob), facts(bob), bob.sessions(), bob.recall("kettle")) == ([], {}, [], [])
    assert records(everything(bob, tmp_path), "turn") == []


def test_two_users_may_learn_the_same_in_private(
    open_memory: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAMINA_VISIBILITY", "user-private")
    rules = {}
    for name, minute in (("ann", 0), ("bob", 100)):
        memory = open_memory(name)
        memory.ingest([str(a_session(f"of-{name}", minute).file(tmp_path / name))])
        rules[name] = facts(memory)["Always run make test before you commit."]
    assert rules["ann"].id != rules["bob"].id
    assert [one.count for one in rules.values()] == [1, 1]


def test_what_two_users_share_is_one_memory_of_both(open_memory: Opener, tmp_path: Path) -> None:
    for name, minute in (("ann", 0), ("bob", 100)):
        open_memory(name).ingest([str(a_session(f"of-{name}", minute).file(tmp_path / name))])
    rule = facts(open_memory("ann"))["Always run make test before you commit."]
    assert (rule.count, rule.sessions) == (2, ("of-ann", "of-bob"))


def test_two_processes_that_read_the_same_folder_double_nothing(open_memory: Opener, tmp_path: Path) -> None:
    words = ("kettle", "ledger", "parser", "garden", "violin")
    for number in range(12):
        written = ClaudeCode(f"s{number:02}", minute=number * 20).user("Always use pnpm").says("Ok.")
        for step in range(6):
            word = words[(number + step) % len(words)]
            written.user(f"Look at the {word} in {word}.py").reads(f"{word}.py").says(
                f"The {word} in `{word}.py` is fine."
            )
        written.file(tmp_path / "in")
    code = "print(json.dumps(memory.ingest(words)))"
    both = [started(open_memory, code, str(tmp_path / "in")) for _ in range(2)]
    done = [json.loads(finished(one)) for one in both]
    assert [one[-1] for one in done] == [[], []]
    memory = open_memory()
    assert len(exchanges(memory)) == 12 * 7
    assert placed(memory) == sorted(one.id for one in exchanges(memory)), "each exchange is in one concept"
    assert facts(memory)["Always use pnpm"].count == 12
    assert [(row.exchanges, row.turns) for row in memory.sessions()] == [(7, 20)] * 12
    before = everything(memory, tmp_path)
    assert memory.ingest([str(tmp_path / "in")]).files == 0
    assert everything(memory, tmp_path) == before


def test_a_concept_holds_what_others_added_while_it_was_in_memory(
    open_memory: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One long run, and another process that reads one more file in the middle of it."""

    def about(session: str, minute: int) -> Path:
        written = ClaudeCode(session, minute=minute).user("Look at the kettle lid").reads("src/kettle.py")
        return written.says("The `kettle` lid in `src/kettle.py` is fine.").file(tmp_path / session)

    first, second, third = (about(f"s{n}", n * 10) for n in range(3))
    one, other = open_memory(), open_memory()
    read = 0

    def at(what: str, done: int, total: int) -> None:
        nonlocal read
        read += 1
        if read == 1:
            other.ingest([str(second)])

    one.ingest([str(first), str(third)], progress=at)
    assert read > 1
    assert len(one.concepts()) == 1
    assert placed(one) == sorted(item.id for item in exchanges(one))
    assert len(placed(one)) == 3


def test_paths_may_be_one_text(memory: lamina.Memory, tmp_path: Path) -> None:
    assert memory.ingest(str(a_session().file(tmp_path))).sessions == 1
