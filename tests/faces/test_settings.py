"""Every setting says where its value comes from: argument before environment before file before default."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.commands import lamina, process, remembered


def setting(name: str, *words: str, **environment: Any) -> tuple[Any, Any]:
    """A setting's value and source, as a process with that environment sees it."""
    one = process("config", name, *words, "--json", **environment).answer[0]
    assert one["name"] == name
    return one["value"], one["source"]


def test_each_source_wins_over_the_next(home: Path) -> None:
    file = str(home / "config.toml")
    assert setting("user") == ("", "default")
    assert lamina("config", "user", "file").code == 0
    assert setting("user") == ("file", file)
    assert setting("user", LAMINA_USER="environment") == ("environment", "LAMINA_USER")
    assert setting("user", "--user", "argument", LAMINA_USER="environment") == ("argument", "argument")


@pytest.mark.parametrize("name", ["store", "project", "user", "visibility"])
def test_a_setting_is_set_and_removed(name: str, home: Path) -> None:
    before = setting(name)
    value = "user-private" if name == "visibility" else f"some-{name}"
    lamina("config", name, value)
    assert setting(name) == (value, str(home / "config.toml"))
    lamina("config", name, "")
    assert setting(name) == before
    assert before[1] == "default"


def test_setting_one_keeps_the_others(home: Path) -> None:
    lamina("config", "user", "ann")
    lamina("config", "project", 'tea "with" \\ milk')
    assert (setting("user")[0], setting("project")[0]) == ("ann", 'tea "with" \\ milk')
    assert {one.name for one in home.iterdir()} == {"config.toml"}


def test_a_value_that_the_environment_overrides_is_kept_and_said_so() -> None:
    assert setting("user", "file", LAMINA_USER="environment") == ("environment", "LAMINA_USER")
    assert setting("user")[0] == "file"


def test_all_settings_are_listed_with_their_meaning(home: Path) -> None:
    listed = {one["name"]: one for one in lamina("config", "--json").answer}
    assert set(listed) >= {"home", "store", "project", "user", "visibility", "views", "promote_threshold"}
    assert listed["home"]["value"] == str(home)
    assert listed["home"]["source"] == "LAMINA_HOME"
    assert all(one["meaning"] for one in listed.values())


def test_the_home_is_where_it_is_said_to_be(tmp_path: Path, home: Path) -> None:
    ways: list[tuple[list[str], dict[str, Any], Path]] = [
        (["--home", str(tmp_path / "given")], {}, tmp_path / "given"),
        ([], {"LAMINA_HOME": str(tmp_path / "elsewhere")}, tmp_path / "elsewhere"),
        ([], {"LAMINA_HOME": "", "HOME": str(tmp_path / "ann")}, tmp_path / "ann" / ".lamina"),
    ]
    for words, environment, place in ways:
        told = process("remember", "Green tea", *words, **environment)
        assert told.code == 0
        assert (place / "memory.db").exists()
    assert not home.exists()


def test_the_store_is_where_it_is_said_to_be(tmp_path: Path, home: Path) -> None:
    by_argument, by_environment = tmp_path / "a.db", tmp_path / "b.db"
    assert process("remember", "Green tea", "--store", f"sqlite:///{by_argument}").code == 0
    assert process("remember", "Black tea", LAMINA_STORE=str(by_environment)).code == 0
    assert "Green" in lamina("recall", "tea", "--store", str(by_argument)).out
    assert "Black" in lamina("recall", "tea", "--store", str(by_environment)).out
    lamina("config", "store", str(by_environment))
    assert "Black" in lamina("recall", "tea").out
    assert not (home / "memory.db").exists()


def test_projects_and_users_are_kept_apart() -> None:
    remembered("Green tea", "--project", "kitchen")
    remembered("Black tea is mine", "--project", "kitchen", "--user", "ann", "--private")
    assert lamina("recall", "tea", "--json").answer == []
    assert "Green" in process("recall", "tea", LAMINA_PROJECT="kitchen").out
    assert "Black" not in process("recall", "tea", LAMINA_PROJECT="kitchen", LAMINA_USER="bob").out
    assert "Black" in process("recall", "tea", LAMINA_PROJECT="kitchen", LAMINA_USER="ann").out
    assert list(lamina("projects", "--json").answer.values()) == ["kitchen"]


def test_the_visibility_of_new_memories_can_be_set() -> None:
    lamina("config", "visibility", "user-private")
    assert lamina("remember", "Green tea", "--json").answer["place"]["visibility"] == "user-private"
    told = process("remember", "Black tea", "--json", LAMINA_VISIBILITY="project-shared").answer
    assert told["place"]["visibility"] == "project-shared"


WRONG_FILES = {
    "no TOML": ("user = ann", "config.toml cannot be read: Invalid value (at line 1, column 8)."),
    "an unknown name": ('colour = "red"', "config.toml: there is no setting 'colour'. Known: "),
    "no text": ("user = 7", "config.toml: user must be a text in quotes."),
    "a wrong value": ('visibility = "glass"', "visibility is 'glass' ("),
    "no text at all": ("\x00\x01", "config.toml cannot be read: "),
    "control characters": ('user = "a\\u0007"', "config.toml) has characters that no name or path has."),
}


@pytest.mark.req("A12")
@pytest.mark.parametrize(("text", "said"), WRONG_FILES.values(), ids=WRONG_FILES)
def test_a_wrong_file_is_named_with_its_place_and_left_alone(text: str, said: str, home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text(text)
    for words in (["recall", "tea"], ["remember", "tea"], ["config", "user", "ann"]):
        told = lamina(*words)
        assert told.code == 2
        assert said in told.refusal
    assert (home / "config.toml").read_text() == text
    assert os.listdir(home) == ["config.toml"]


def test_a_folder_in_the_place_of_the_file_is_named(home: Path) -> None:
    (home / "config.toml").mkdir(parents=True)
    told = lamina("recall", "tea")
    assert told.code == 4
    assert told.refusal.startswith(f"{home / 'config.toml'} cannot be read: Is a directory.")


@pytest.mark.parametrize("value", ["a\nb", "a\udcff"])
def test_a_value_that_cannot_be_written_down_is_refused(value: str, home: Path) -> None:
    assert lamina("config", "user", value).code == 2
    assert not home.exists()
    assert process("recall", "tea", LAMINA_USER=value).code == 2


def test_a_store_that_cannot_be_reached_can_be_set_right() -> None:
    lamina("config", "store", "postgresql://ann@127.0.0.1:1/tea")
    assert lamina("recall", "tea").code == 4
    assert lamina("config", "store", "").code == 0
    assert lamina("recall", "tea").code == 0
