"""What git says of the work that was done: branch, and the files of each commit."""

from __future__ import annotations

from pathlib import Path

from lamina.adapters.git_work import MOST_COMMITS, GitWork
from lamina.adapters.learned_scales import ScaleFiles
from tests.repositories import Repository


def test_commits_are_deeds_oldest_first(repository: Repository, tmp_path: Path) -> None:
    repository.commit("a.py", "b.py", days=1)
    repository.commit("b.py", days=2)
    branch, deeds = GitWork(str(tmp_path))(str(repository.folder))
    assert branch == "main"
    assert [(one.files, one.changed) for one in deeds] == [(("a.py", "b.py"), 2), (("b.py",), 1)]


def test_a_new_commit_is_seen_and_another_branch_too(repository: Repository, tmp_path: Path) -> None:
    repository.commit("a.py", days=1)
    work = GitWork(str(tmp_path))
    assert len(work(str(repository.folder))[1]) == 1
    repository.git("checkout", "-b", "ann/tea")
    repository.commit("b.py", days=2)
    branch, deeds = work(str(repository.folder))
    assert (branch, len(deeds)) == ("ann/tea", 2)


def test_a_file_that_is_gone_is_not_needed(repository: Repository, tmp_path: Path) -> None:
    repository.commit("a.py", "b.py", days=1)
    repository.git("rm", "b.py")
    repository.commit("a.py", days=2, text="other")
    _, deeds = GitWork(str(tmp_path))(str(repository.folder))
    assert {path for one in deeds for path in one.files} == {"a.py"}


def test_a_folder_without_git_and_a_repository_without_commits_say_nothing(
    repository: Repository, tmp_path: Path
) -> None:
    plain = tmp_path / "plain"
    plain.mkdir()
    assert GitWork(str(tmp_path))(str(plain)) == ("", [])
    assert GitWork(str(tmp_path))(str(repository.folder)) == ("main", [])


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
