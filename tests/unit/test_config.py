"""Settings: which value holds, and what happens to a wrong file."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from lamina import config
from lamina.errors import BadInput, Unavailable


def value(home: Path, name: str, given: dict[str, str | None] | None = None, **environment: str) -> tuple[str, str]:
    found = config.effective({"home": str(home), **(given or {})}, environment)[name]
    return found.value, found.source


def written(home: Path, text: str | bytes) -> Path:
    path = home / config.FILE
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_an_argument_wins_over_the_environment_over_the_file_over_the_default(tmp_path: Path) -> None:
    assert value(tmp_path, "user") == ("", "default")
    path = written(tmp_path, 'user = "fay"\n')
    assert value(tmp_path, "user") == ("fay", str(path))
    assert value(tmp_path, "user", LAMINA_USER="eve") == ("eve", "LAMINA_USER")
    assert value(tmp_path, "user", {"user": "ann"}, LAMINA_USER="eve") == ("ann", "argument")


def test_an_empty_variable_or_argument_does_not_count(tmp_path: Path) -> None:
    path = written(tmp_path, 'user = "fay"\n')
    assert value(tmp_path, "user", {"user": ""}, LAMINA_USER="") == ("fay", str(path))


def test_the_home_folder_decides_which_file_is_read(tmp_path: Path) -> None:
    written(tmp_path, 'project = "tea"\n')
    found = config.effective({}, {"LAMINA_HOME": str(tmp_path)})
    assert found["home"].value == str(tmp_path)
    assert found["home"].source == "LAMINA_HOME"
    assert found["project"].value == "tea"


def test_a_tilde_in_the_home_folder_is_the_users_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert config.effective({}, {})["home"].value == str(tmp_path / ".lamina")


def test_every_setting_says_what_it_means(tmp_path: Path) -> None:
    found = config.effective({"home": str(tmp_path)}, {})
    assert list(found) == list(config.KNOWN)
    assert all(one.meaning and one.name == name for name, one in found.items())


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('colour = "red"\n', "'colour'"),
        ('home = "/elsewhere"\n', "'home'"),
        ("user = 7\n", "user"),
        ('user = "ann"\nproject = \n', "line 2"),
        ('visibility = "everybody"\n', "visibility"),
        (b'user = "\xff"\n', "utf-8"),
    ],
)
def test_a_wrong_file_is_named_with_what_is_wrong_in_it(tmp_path: Path, text: str | bytes, named: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(BadInput) as caught:
        config.effective({"home": str(tmp_path)}, {})
    assert str(path) in str(caught.value)
    assert named in str(caught.value)


def test_the_settings_that_an_error_offers_are_those_that_the_file_may_hold(tmp_path: Path) -> None:
    written(tmp_path, 'home = "/elsewhere"\n')
    with pytest.raises(BadInput) as caught:
        config.effective({"home": str(tmp_path)}, {})
    offered = caught.value.hint.removeprefix("Known: ").removesuffix(".").split(", ")
    assert offered == sorted(set(config.KNOWN) - {"home"})


def test_a_folder_in_place_of_the_file_is_named(tmp_path: Path) -> None:
    (tmp_path / config.FILE).mkdir()
    with pytest.raises(Unavailable, match=config.FILE):
        config.effective({"home": str(tmp_path)}, {})


def test_a_wrong_value_in_the_environment_is_named_with_its_variable(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="LAMINA_VISIBILITY"):
        value(tmp_path, "visibility", LAMINA_VISIBILITY="everybody")


def test_a_written_setting_holds_and_an_empty_one_is_removed(tmp_path: Path) -> None:
    config.write(str(tmp_path), "project", "tea")
    config.write(str(tmp_path), "user", "ann")
    config.write(str(tmp_path), "project", "")
    assert value(tmp_path, "user")[0] == "ann"
    assert value(tmp_path, "project") == ("", "default")


def test_a_setting_with_choices_can_be_removed_too(tmp_path: Path) -> None:
    config.write(str(tmp_path), "visibility", "user-private")
    config.write(str(tmp_path), "visibility", "")
    assert value(tmp_path, "visibility") == ("project-shared", "default")


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("home", "/x"), ("colour", "red"), ("visibility", "everybody"), ("user", "a\x7fb"), ("user", "\udcff")],
)
def test_a_setting_that_cannot_be_read_again_is_refused_and_the_file_stays(
    tmp_path: Path, name: str, wrong: str
) -> None:
    path = written(tmp_path, 'project = "tea"\n')
    with pytest.raises(BadInput):
        config.write(str(tmp_path), name, wrong)
    assert path.read_text() == 'project = "tea"\n'
    assert list(tmp_path.iterdir()) == [path]


def test_the_file_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    home = tmp_path / "new"
    config.write(str(home), "store", "postgresql://ann:secret@db/tea")
    assert stat.S_IMODE((home / config.FILE).stat().st_mode) == 0o600
    assert stat.S_IMODE(home.stat().st_mode) == 0o700


def test_a_file_that_was_open_to_others_is_closed_by_the_next_write(tmp_path: Path) -> None:
    path = written(tmp_path, 'project = "tea"\n')
    path.chmod(0o644)
    config.write(str(tmp_path), "user", "ann")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.req("D6")
def test_retention_rules_are_read_where_nothing_surer_is_set(tmp_path: Path) -> None:
    (tmp_path / "retention_rules.yaml").write_text("promote_threshold: 0.80\nshort_term_max_lines: 100\n")
    settings = config.effective({"home": str(tmp_path)}, {"LAMINA_SHORT_TERM_MAX_LINES": "7"})
    found = config.with_retention_rules(settings)
    assert (found["promote_threshold"].value, found["short_term_max_lines"].value) == ("0.8", "7")
    assert found["promote_threshold"].source.endswith("retention_rules.yaml")


@pytest.mark.req("D6")
@pytest.mark.parametrize(
    ("rules", "named"),
    [
        ("promote_threshold: high\n", "promote_threshold is 'high'"),
        ("promote_threshold: -1\n", "promote_threshold is '-1'"),
        ("promote_treshold: 0.7\n", "there is no rule 'promote_treshold'"),
        ("a: [b\n", "not valid YAML (line 2)"),
        ("- 1\n", "holds no rules"),
    ],
)
def test_a_wrong_rule_is_named_with_its_file(tmp_path: Path, rules: str, named: str) -> None:
    (tmp_path / "retention_rules.yaml").write_text(rules)
    with pytest.raises(BadInput) as caught:
        config.with_retention_rules(config.effective({"home": str(tmp_path)}, {}))
    assert named in caught.value.message
    assert "retention_rules.yaml" in caught.value.message


@pytest.mark.parametrize("value", ["-0.1", "1.5", "much", "nan", ""])
def test_a_threshold_that_is_no_share_is_refused(tmp_path: Path, value: str) -> None:
    if not value:
        assert config.effective({"home": str(tmp_path)}, {"LAMINA_PROMOTE_THRESHOLD": value})
        return
    with pytest.raises(BadInput, match="from 0 to 1"):
        config.effective({"home": str(tmp_path)}, {"LAMINA_PROMOTE_THRESHOLD": value})


@pytest.mark.parametrize("value", ["pictures", "./pictures", "yes"])
def test_views_are_on_off_or_in_a_folder_with_its_whole_path(value: str) -> None:
    with pytest.raises(BadInput, match="views is"):
        config.effective({}, {"LAMINA_VIEWS": value})
    for fine in ("on", "off", "~/views", "/srv/views"):
        assert config.effective({}, {"LAMINA_VIEWS": fine})["views"].value == fine
