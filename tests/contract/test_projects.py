"""Which folder is which project."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import lamina
from lamina.errors import BadInput
from lamina.model.review import Selector
from tests.factories import Opener, texts

In = Callable[[Path], lamina.Memory]


def git(folder: Path, *words: str) -> None:
    identity = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)


def repository(folder: Path, remote: str = "") -> Path:
    folder.mkdir(parents=True)
    git(folder, "init")
    git(folder, "commit", "--allow-empty", "-m", f"begin {folder}")
    if remote:
        git(folder, "remote", "add", "origin", remote)
    return folder


@pytest.fixture
def inside(open_memory: Opener, monkeypatch: pytest.MonkeyPatch) -> In:
    """Opens the memory of whoever stands in a folder."""

    def opened(folder: Path) -> lamina.Memory:
        monkeypatch.chdir(folder)
        return open_memory(project="")

    return opened


def test_a_folder_and_its_subfolders_are_one_project(inside: In, tmp_path: Path) -> None:
    home = repository(tmp_path / "app")
    (home / "src").mkdir()
    inside(home).remember("Kiosks are blue")
    assert texts(inside(home / "src"), "kiosk") == ["Kiosks are blue"]
    assert list(inside(home).projects().values()) == ["app"]


def test_two_repositories_are_two_projects(inside: In, tmp_path: Path) -> None:
    inside(repository(tmp_path / "a" / "app")).remember("Kiosks are blue")
    assert texts(inside(repository(tmp_path / "b" / "app")), "kiosk") == []


def test_worktrees_are_one_project(inside: In, tmp_path: Path) -> None:
    home = repository(tmp_path / "app")
    git(home, "worktree", "add", str(tmp_path / "elsewhere"), "-b", "side")
    inside(home).remember("Kiosks are blue")
    assert texts(inside(tmp_path / "elsewhere"), "kiosk") == ["Kiosks are blue"]


@pytest.mark.parametrize(
    "other", ["https://github.com/ann/App", "ssh://git@github.com/ann/app.git", "https://ann:token@github.com/ann/app/"]
)
def test_clones_of_one_remote_are_one_project_however_it_is_written(inside: In, tmp_path: Path, other: str) -> None:
    inside(repository(tmp_path / "one", "git@github.com:ann/app.git")).remember("Kiosks are blue")
    assert texts(inside(repository(tmp_path / "two", other)), "kiosk") == ["Kiosks are blue"]


def test_real_clones_are_one_project(inside: In, tmp_path: Path) -> None:
    home = repository(tmp_path / "origin")
    for name in ("one", "two"):
        git(tmp_path, "clone", str(home), name)
    inside(tmp_path / "one").remember("Kiosks are blue")
    assert texts(inside(tmp_path / "two"), "kiosk") == ["Kiosks are blue"]


@pytest.mark.parametrize("remote", ["", "git@github.com:ann/app.git"])
def test_a_renamed_folder_stays_the_same_project(inside: In, tmp_path: Path, remote: str) -> None:
    home = repository(tmp_path / "app", remote)
    inside(home).remember("Kiosks are blue")
    home.rename(tmp_path / "renamed")
    assert texts(inside(tmp_path / "renamed"), "kiosk") == ["Kiosks are blue"]


def test_a_remote_that_is_added_later_joins_later_clones(inside: In, tmp_path: Path) -> None:
    home = repository(tmp_path / "app")
    inside(home).remember("Kiosks are blue")
    git(home, "remote", "add", "origin", "git@github.com:ann/app.git")
    inside(home).remember("Kiosks are round")
    clone = repository(tmp_path / "clone", "git@github.com:ann/app.git")
    assert len(texts(inside(clone), "kiosk")) == 2


def test_two_projects_that_turn_out_to_be_one_see_each_other(inside: In, tmp_path: Path) -> None:
    one, two = repository(tmp_path / "one"), repository(tmp_path / "two")
    inside(one).remember("Kiosks are blue")
    inside(two).remember("Kiosks are round")
    for home in (one, two):
        git(home, "remote", "add", "origin", "git@github.com:ann/app.git")
        inside(home).remember(f"Kiosk of {home.name}")
    assert len(texts(inside(two), "kiosk")) == 4
    assert len(texts(inside(repository(tmp_path / "three", "git@github.com:ann/app.git")), "kiosk")) >= 2


def test_a_name_overrides_where_one_stands(inside: In, open_memory: Opener, tmp_path: Path) -> None:
    home = repository(tmp_path / "app")
    inside(home).remember("Kiosks are blue")
    open_memory(project="other").remember("Kiosks are green")
    assert texts(open_memory(project="other"), "kiosk") == ["Kiosks are green"]
    assert texts(inside(home), "kiosk") == ["Kiosks are blue"]


def test_a_project_that_git_named_is_opened_by_that_name(inside: In, open_memory: Opener, tmp_path: Path) -> None:
    inside(repository(tmp_path / "app")).remember("Kiosks are blue")
    assert texts(open_memory(project="app"), "kiosk") == ["Kiosks are blue"]


def test_a_name_that_two_projects_share_forgets_neither(inside: In, open_memory: Opener, tmp_path: Path) -> None:
    first, second = inside(repository(tmp_path / "a" / "app")), inside(repository(tmp_path / "b" / "app"))
    first.remember("Kiosks are blue")
    second.remember("Kiosks are round")
    with pytest.raises(BadInput, match="app"):
        first.forget(Selector(project="app"))
    assert texts(first, "kiosk") == ["Kiosks are blue"]
    by_id = first.forget(Selector(project=first.viewer.projects[0]))
    assert by_id.texts == ("Kiosks blue",)


def test_a_folder_without_git_is_a_project_of_its_own(inside: In, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / "plain" / name).mkdir(parents=True)
    inside(tmp_path / "plain" / "one").remember("Kiosks are blue")
    assert texts(inside(tmp_path / "plain" / "one"), "kiosk") == ["Kiosks are blue"]
    assert texts(inside(tmp_path / "plain" / "two"), "kiosk") == []
