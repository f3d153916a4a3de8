"""The names by which memories may know a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from lamina.words.file_names import names_of


@pytest.fixture
def tea(tmp_path: Path) -> Path:
    for name in ("tea/.git", "tea/src", "coffee"):
        (tmp_path / name).mkdir(parents=True)
    return tmp_path / "tea"


def test_a_file_is_named_from_the_top_from_the_folder_and_in_full(tea: Path) -> None:
    names = ("src/lid.py", "lid.py", f"{tea}/src/lid.py")
    assert names_of("lid.py", str(tea / "src")) == names
    assert names_of(f"{tea}/src/lid.py", str(tea / "src")) == names
    assert names_of("src/lid.py", str(tea)) == (names[0], names[2])


def test_a_file_outside_of_the_project_has_only_its_full_name(tea: Path) -> None:
    assert names_of("../coffee/cup.py", str(tea)) == (f"{tea.parent}/coffee/cup.py",)
    assert names_of("/etc/hosts", str(tea))[0] == "/etc/hosts"


def test_a_link_has_the_names_of_both_of_its_ends(tea: Path) -> None:
    (tea / "src" / "lid.py").touch()
    (tea / "link.py").symlink_to("src/lid.py")
    assert {"link.py", "src/lid.py"} <= set(names_of("link.py", str(tea)))
    (tea.parent / "here").symlink_to(tea)
    assert "src/lid.py" in names_of(f"{tea.parent}/here/src/lid.py", str(tea))


@pytest.mark.parametrize("path", ["", "  ", "a\0b", "x" * 5000])
def test_what_is_no_path_has_no_name(path: str, tea: Path) -> None:
    assert names_of(path, str(tea)) == ()


def test_where_no_folder_is_known_the_path_is_the_name() -> None:
    assert names_of("./src/lid.py", "") == ("src/lid.py",)
