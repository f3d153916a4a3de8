"""What became of files in real repositories, in whatever state they are; and when git is asked at all."""

from __future__ import annotations

import os
from datetime import timedelta, timezone
from pathlib import Path
from time import monotonic

import pytest

from lamina.adapters.git_changes import changes_of, head_of
from lamina.adapters.git_log import MOST_AT_ONCE
from lamina.adapters.projects import repository_of
from lamina.model.staleness import FileChange, FileChanges
from tests.factories import NOON
from tests.repositories import Repository

KETTLE, LID = "src/kettle.py", "src/lid.py"


class Ask:
    """Asks for files of a folder, with a cache of its own; patiently, so that a busy machine changes no answer."""

    def __init__(self, cache: Path) -> None:
        self.cache = cache

    def __call__(self, folder: Path, *files: str, patient: bool = True) -> dict[str, FileChanges]:
        return changes_of(str(folder), files, str(self.cache), patient=patient)

    def commits(self, folder: Path, file: str = KETTLE, *, patient: bool = True) -> list[str]:
        found = self(folder, file, patient=patient).get(file)
        return [one.commit for one in found.changes] if found else []


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    return Ask(tmp_path / "cache")


def test_each_commit_that_touched_a_file_is_known_newest_first(repository: Repository, ask: Ask) -> None:
    first = repository.commit(KETTLE, LID)
    repository.commit(LID, days=1)
    second = repository.commit(KETTLE, days=2)
    found = ask(repository.folder, KETTLE)[KETTLE]
    assert found.path == KETTLE
    assert found.changes == (
        FileChange("2026-03-04T12:00:00Z", second, "changed"),
        FileChange("2026-03-02T12:00:00Z", first, "changed"),
    )


def test_times_are_told_in_utc_wherever_they_were_made(repository: Repository, ask: Ask) -> None:
    (repository.folder / "a.txt").write_text("a")
    repository.git("add", "--all")
    repository.git("commit", "-m", "far east", at=NOON.astimezone(timezone(timedelta(hours=9))))
    assert ask(repository.folder, "a.txt")["a.txt"].changes[0].at == "2026-03-02T12:00:00Z"


def test_deleted_and_renamed_files_are_told_as_such(repository: Repository, ask: Ask) -> None:
    repository.commit(KETTLE, LID)
    gone = repository.removed(LID, days=1)
    moved = repository.renamed(KETTLE, "lib/pot.py", days=2)
    after = repository.commit("lib/pot.py", days=3)
    found = ask(repository.folder, KETTLE, LID, "lib/pot.py")
    assert found[LID].changes[0] == FileChange("2026-03-03T12:00:00Z", gone, "deleted")
    assert found[KETTLE].changes[0] == FileChange("2026-03-04T12:00:00Z", moved, "renamed", "lib/pot.py")
    assert [one.commit for one in found["lib/pot.py"].changes] == [after, moved]


@pytest.mark.parametrize("name", ["na me.py", "käse.py", "-x.py", 'quo"te.py', "a\\b.py", "🫖.py"])
def test_strange_names_are_found(repository: Repository, ask: Ask, name: str) -> None:
    made = repository.commit(name)
    moved = repository.renamed(name, f"new/{name}", days=1)
    assert ask.commits(repository.folder, name) == [moved, made]
    assert ask(repository.folder, name)[name].changes[0].new_name == f"new/{name}"


def test_names_that_no_memory_can_hold_do_no_harm(repository: Repository, ask: Ask) -> None:
    for name in (b"caf\xe9.py", b"tab\there.py", b"line\nbreak.py", b"\x01one.py"):
        Path(os.fsdecode(os.fsencode(repository.folder) + b"/" + name)).write_text("x")
    made = repository.commit(KETTLE)
    assert ask.commits(repository.folder) == [made]
    assert ask.commits(repository.folder) == [made], "also from the cache"


def test_nothing_is_known_without_a_repository(tmp_path: Path, ask: Ask) -> None:
    assert ask(tmp_path, "conftest.py") == {}
    assert ask(tmp_path / "no such folder", "conftest.py") == {}


def test_nothing_is_known_before_the_first_commit(repository: Repository, ask: Ask) -> None:
    assert ask(repository.folder, KETTLE) == {}


@pytest.mark.parametrize("written", ["gitdir: /no/such/place", "", "nonsense", "gitdir: ../.."])
def test_a_broken_link_to_a_repository_is_no_repository(tmp_path: Path, ask: Ask, written: str) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / ".git").write_text(written)
    assert ask(tmp_path / "broken", KETTLE) == {}


def test_without_git_nothing_fails_and_nothing_is_known(
    repository: Repository, ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    repository.commit(KETTLE)
    with monkeypatch.context() as no_git:
        no_git.setenv("PATH", str(tmp_path))
        assert ask(repository.folder, KETTLE) == {}
    assert ask(repository.folder, KETTLE), "whoever installs git need not clear anything"


def test_git_is_asked_once_per_commit(
    repository: Repository, ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first = repository.commit(KETTLE)
    assert ask.commits(repository.folder) == [first]
    with monkeypatch.context() as no_git:
        no_git.setenv("PATH", str(tmp_path))
        assert ask.commits(repository.folder) == [first]
        assert ask.commits(repository.folder, patient=False) == [first]
    second = repository.commit(KETTLE, days=1)
    assert ask.commits(repository.folder) == [second, first]


def test_a_branch_has_its_own_past(repository: Repository, ask: Ask) -> None:
    base = repository.commit(KETTLE)
    repository.git("checkout", "-b", "side")
    side = repository.commit(KETTLE, days=1)
    assert ask.commits(repository.folder) == [side, base]
    repository.git("checkout", "main")
    main = repository.commit(KETTLE, days=2)
    assert ask.commits(repository.folder) == [main, base]
    repository.git("checkout", "side")
    assert ask.commits(repository.folder) == [side, base]


def test_what_was_merged_counts_once(repository: Repository, ask: Ask) -> None:
    base = repository.commit(KETTLE)
    repository.git("checkout", "-b", "side")
    side = repository.commit(KETTLE, days=1)
    repository.git("checkout", "main")
    repository.commit(LID, days=2)
    repository.git("merge", "side", "-m", "merge", at=NOON + timedelta(days=3))
    assert ask.commits(repository.folder) == [side, base]


def test_a_commit_that_was_amended_away_is_forgotten(repository: Repository, ask: Ask) -> None:
    base = repository.commit(KETTLE)
    repository.commit(KETTLE, days=1)
    assert len(ask.commits(repository.folder)) == 2
    repository.git("reset", "--hard", "HEAD~1")
    repository.git("reflog", "expire", "--expire=now", "--all")
    repository.git("gc", "--prune=now")
    new = repository.commit(KETTLE, days=2, text="rewritten")
    assert ask.commits(repository.folder) == [new, base], "git itself no longer knows the commit of the cache"


def test_packed_refs_and_a_detached_head_are_read(repository: Repository, ask: Ask) -> None:
    first, second = repository.commit(KETTLE), repository.commit(KETTLE, days=1)
    repository.git("pack-refs", "--all")
    assert not (repository.folder / ".git" / "refs" / "heads" / "main").exists()
    assert ask.commits(repository.folder) == [second, first]
    repository.git("checkout", "--detach", "HEAD~1")
    assert ask.commits(repository.folder) == [first]


def test_a_worktree_has_its_own_head(repository: Repository, ask: Ask, tmp_path: Path) -> None:
    first = repository.commit(KETTLE)
    repository.git("worktree", "add", str(tmp_path / "side"), "-b", "side")
    side = Repository(tmp_path / "side", fresh=False)
    second = side.commit(KETTLE, days=1)
    assert (tmp_path / "side" / ".git").is_file()
    for _ in range(2):
        assert ask.commits(repository.folder) == [first]
        assert ask.commits(tmp_path / "side" / "src") == [second, first]
    repository.git("pack-refs", "--all")
    found = repository_of(str(tmp_path / "side"))
    assert found is not None
    assert head_of(found).startswith(second)


def test_where_a_shallow_clone_ends_nothing_seems_to_have_changed(
    repository: Repository, ask: Ask, tmp_path: Path
) -> None:
    for days in range(3):
        repository.commit(KETTLE, days=days)
    last = repository.commit(LID, days=3)
    clone = Repository(tmp_path / "clone", fresh=False)
    repository.git("clone", "--depth", "2", f"file://{repository.folder}", str(clone.folder))
    assert ask.commits(clone.folder) == []
    assert ask.commits(clone.folder, LID) == [last]


def test_inside_a_git_hook_the_folder_still_decides(
    repository: Repository, ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made = repository.commit(KETTLE)
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    assert ask.commits(repository.folder) == [made]


def test_a_persons_settings_of_git_do_not_matter(repository: Repository, ask: Ask) -> None:
    first = repository.commit(KETTLE)
    settings = {"color.ui": "always", "log.showSignature": "true", "diff.relative": "true", "log.date": "relative"}
    settings |= {"diff.renames": "false", "log.decorate": "full", "diff.noprefix": "true", "format.pretty": "oneline"}
    for name, value in settings.items():
        repository.git("config", name, value)
    moved = repository.renamed(KETTLE, "pot.py", days=1)
    assert ask.commits(repository.folder / "src") == [moved, first]


@pytest.mark.parametrize("damage", [b"", b"\xff\xfe", b"lamina git changes 1\t", b"lamina git changes 9\ta\tb\tc\nx\n"])
def test_a_damaged_cache_is_made_anew(repository: Repository, ask: Ask, damage: bytes) -> None:
    made = repository.commit(KETTLE)
    ask(repository.folder, KETTLE)
    [kept] = (ask.cache / "git").iterdir()
    assert kept.stat().st_mode & 0o077 == 0
    whole = kept.read_bytes()
    kept.write_bytes(damage or whole[:-9])
    assert ask.commits(repository.folder) == [made]
    assert kept.read_bytes() == whole


def test_a_cache_that_cannot_be_written_costs_only_time(repository: Repository, tmp_path: Path) -> None:
    made = repository.commit(KETTLE)
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert Ask(tmp_path / "cache").commits(repository.folder) == [made]


def slow_git(folder: Path, said: str) -> None:
    """A git that says something at once and the rest too late, and counts how often it was asked."""
    folder.mkdir()
    script = folder / "git"
    script.write_text(f"#!/bin/sh\necho asked >> {folder}/asked\nprintf '{said}'\nexec sleep 60\n")
    script.chmod(0o755)


def test_a_recall_does_not_wait_for_a_slow_git(
    repository: Repository, ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first, second = repository.commit(KETTLE), repository.commit(KETTLE, days=1)
    slow_git(tmp_path / "bin", said="")
    with monkeypatch.context() as slow:
        slow.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
        start = monotonic()
        assert ask.commits(repository.folder, patient=False) == []
        assert ask.commits(repository.folder, patient=False) == []
        assert monotonic() - start < 30
        assert (tmp_path / "bin" / "asked").read_text().count("asked") == 1, "once per commit"
    assert ask.commits(repository.folder) == [second, first], "whoever has time completes it"
    assert ask.commits(repository.folder, patient=False) == [second, first]


def test_what_a_slow_git_said_in_time_counts(
    repository: Repository, ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    repository.commit(KETTLE)
    whole = f"\\001>{'a' * 40} 2026-03-03T12:00:00Z\\000\\nM\\000{KETTLE}\\000"
    cut_off = f"\\001>{'b' * 40} 2026-03-02T12:00:00Z\\000\\nM\\000{KETTLE[:5]}"
    slow_git(tmp_path / "bin", whole + cut_off)
    with monkeypatch.context() as slow:
        slow.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
        assert ask.commits(repository.folder) == ["a" * 7]
        assert ask.commits(repository.folder, KETTLE[:5]) == [], "a commit that was cut off is none"


NAMED = {
    "from the root": ("src/kettle.py", KETTLE),
    "from the root, spelt out": ("./src/kettle.py", KETTLE),
    "whole": ("{root}/src/kettle.py", KETTLE),
    "whole, in a clone elsewhere": ("/home/bob/kitchen/src/kettle.py", KETTLE),
    "whole, in a clone with another name": ("/home/bob/cooking/src/kettle.py", KETTLE),
    "whole, at the root of a clone elsewhere": ("/home/bob/kitchen/README.md", "README.md"),
    "in a worktree inside": ("{root}/.worktrees/side/src/kettle.py", KETTLE),
    "from a subfolder": ("kettle.py", KETTLE),
    "from a neighbour": ("../src/kettle.py", KETTLE),
    "from a subfolder, where several could be meant": ("index.ts", ""),
    "the same name elsewhere on the machine": ("/etc/README.md", ""),
    "the same path in a subproject": ("{root}/old/src/kettle.py", ""),
    "a longer name": ("src/big_kettle.py", ""),
    "a command": ("git status --short", ""),
    "nothing": ("", ""),
    "the root itself": ("{root}", ""),
    "a thing with a zero in it": ("src\0kettle.py", ""),
}


@pytest.mark.parametrize(("named", "meant"), NAMED.values(), ids=NAMED)
def test_a_file_is_found_however_a_session_named_it(repository: Repository, ask: Ask, named: str, meant: str) -> None:
    repository.commit(KETTLE, "README.md", "a/index.ts", "b/index.ts", "src/kettle.pyi", "src/xkettle.py")
    file = named.format(root=repository.folder)
    found = ask(repository.folder, file)
    assert (found[file].path if file in found else "") == meant


def test_a_file_of_the_root_is_not_taken_for_one_of_the_same_name_below(
    repository: Repository, ask: Ask, tmp_path: Path
) -> None:
    repository.commit("README.md")
    repository.commit("docs/README.md", days=1)
    clone = Repository(tmp_path / "clone", fresh=False)
    repository.git("clone", "--depth", "2", f"file://{repository.folder}", str(clone.folder))
    assert ask(clone.folder, "README.md") == {}, "nobody knows when it last changed"


def test_an_import_of_everything_says_nothing_about_one_file(repository: Repository, ask: Ask) -> None:
    first = repository.commit(KETTLE)
    repository.commit(KETTLE, *(f"vendor/part{number}.py" for number in range(MOST_AT_ONCE)), days=1)
    last = repository.commit(KETTLE, days=2)
    assert ask.commits(repository.folder) == [last, first]
