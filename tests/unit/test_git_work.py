"""What git says of the work that was done: branch, and the files of each commit."""

from __future__ import annotations

from pathlib import Path

import pytest

from lamina.adapters.git_work import MOST_COMMITS, GitWork
from lamina.adapters.learned_scales import ScaleFiles
from lamina.model.signals import Checkout
from tests.repositories import Repository


def test_commits_are_deeds_oldest_first(repository: Repository, tmp_path: Path) -> None:
    repository.commit("a.py", "b.py", days=1)
    repository.commit("b.py", days=2)
    branch, deeds, _ = GitWork(str(tmp_path))(str(repository.folder))
    assert branch == "main"
    assert all(one.commit for one in deeds)
    assert [(one.files, one.changed) for one in deeds] == [(("a.py", "b.py"), 2), (("b.py",), 1)]


def test_a_new_commit_is_seen_and_another_branch_too(repository: Repository, tmp_path: Path) -> None:
    repository.commit("a.py", days=1)
    work = GitWork(str(tmp_path))
    assert len(work(str(repository.folder)).commits) == 1
    repository.git("checkout", "-b", "ann/tea")
    repository.commit("b.py", days=2)
    branch, deeds, _ = work(str(repository.folder))
    assert (branch, len(deeds)) == ("ann/tea", 2)


@pytest.mark.req("C4")
def test_a_commit_brings_its_message_and_its_author(repository: Repository, tmp_path: Path) -> None:
    made = repository.commit("a.py", message="Kettle whistles", author="Bob Ray <bob@example.org>")
    [one] = GitWork(str(tmp_path))(str(repository.folder)).commits
    assert (one.id, one.said, one.who, one.mailbox) == (made, "Kettle whistles", "Bob Ray", "bob")


def test_as_long_as_nothing_is_committed_the_same_commits_are_handed_out(
    repository: Repository, tmp_path: Path
) -> None:
    repository.commit("a.py")
    work = GitWork(str(tmp_path))
    assert work(str(repository.folder)).commits is work(str(repository.folder)).commits


def test_a_file_that_came_back_is_not_gone(repository: Repository, tmp_path: Path) -> None:
    repository.commit("a.py")
    repository.removed("a.py", days=1)
    repository.commit("a.py", days=2)
    assert GitWork(str(tmp_path))(str(repository.folder)).gone == {}


def test_a_file_that_is_gone_is_not_needed(repository: Repository, tmp_path: Path) -> None:
    repository.commit("a.py", "b.py", days=1)
    repository.git("rm", "b.py")
    repository.commit("a.py", days=2, text="other")
    found = GitWork(str(tmp_path))(str(repository.folder))
    assert {path for one in found.commits for path in one.files} == {"a.py"}
    assert set(found.gone) == {"b.py"}


def test_a_folder_without_git_and_a_repository_without_commits_say_nothing(
    repository: Repository, tmp_path: Path
) -> None:
    plain = tmp_path / "plain"
    plain.mkdir()
    assert GitWork(str(tmp_path))(str(plain)) == Checkout()
    found = GitWork(str(tmp_path))(str(repository.folder))
    assert (found.branch, list(found.commits), found.gone) == ("main", [], {})


def test_only_the_latest_commits_count() -> None:
    assert MOST_COMMITS <= 1000  # a prediction reads them all


def test_a_scale_is_kept_and_a_damaged_one_is_as_good_as_none(tmp_path: Path) -> None:
    scales = ScaleFiles(str(tmp_path))
    assert scales.read("p1") is None
    scales.write("p1", ("s1", -1.0, 0.5))
    assert scales.read("p1") == ("s1", -1.0, 0.5)
    next((tmp_path / "predict").iterdir()).write_text('["s1", ')
    assert scales.read("p1") is None


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "predict").write_text("a file where the folder should be")
    ScaleFiles(str(tmp_path)).write("p1", ("s1", -1.0, 0.5))
    assert ScaleFiles(str(tmp_path)).read("p1") is None
