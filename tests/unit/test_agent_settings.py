"""Installing hooks into settings that are somebody else's: added in their manner, and taken back to the byte."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.errors import BadInput
from lamina.words.claude_hooks import EVENTS, hooked_events
from lamina.words.installing import Wish, make, plan_install, plan_uninstall, take_back

COMMAND = "/opt/venv/bin/lamina"
OTHER = '{"matcher": "Write", "hooks": [{"type": "command", "command": "fmt"}]}'
DEEP = '{"a": ' + '{"b": [' * 60 + "1" + "]}" * 60 + "}"

SETTINGS: dict[str, bytes | None] = {
    "none": None,
    "empty": b"",
    "only space": b" \n\n",
    "an empty object": b"{}",
    "an empty object, spread": b"{\n}\n",
    "an object with a space": b"{ }\n",
    "two spaces": b'{\n  "model": "opus"\n}\n',
    "four spaces": b'{\n    "model": "opus",\n    "env": {\n        "A": "1"\n    }\n}\n',
    "tabs": b'{\n\t"model": "opus",\n\t"permissions": {\n\t\t"allow": []\n\t}\n}\n',
    "line ends of Windows": b'{\r\n  "model": "opus"\r\n}\r\n',
    "a byte order mark": b'\xef\xbb\xbf{\n  "model": "opus"\n}\n',
    "no last line end": b'{\n  "model": "opus"\n}',
    "one line": b'{"model":"opus","env":{"A":"1"}}',
    "odd indentation": b'{\n     "model" :"opus" ,\n "env":{ "A" : "1"}\n      }\n\n\n',
    "other hooks, same events": (
        f'{{\n  "hooks": {{\n    "Stop": [\n      {OTHER}\n    ],\n    "SessionStart": []\n  }}\n}}\n'.encode()
    ),
    "other hooks on one line": f'{{"hooks": {{"Stop": [{OTHER}], "PreToolUse": [{OTHER}, {OTHER}]}}}}\n'.encode(),
    "hooks are empty": b'{\n  "hooks": {},\n  "model": "opus"\n}\n',
    "deep": DEEP.encode(),
    "unknown keys": '{\n  "später": {"größe": "ü\\u00fc\\\\ \\"x\\""},\n  "n": 1e3,\n  "t": [true, null]\n}\n'.encode(),
    "a key twice": b'{\n  "hooks": {"Stop": []},\n  "model": "a",\n  "hooks": {\n    "Stop": []\n  }\n}\n',
    "brackets in texts": b'{\n  "a": "}]{[,:",\n  "hooks": {\n    "Stop": [\n    ]\n  }\n}\n',
    "servers of others": b'{\n  "mcpServers": {\n    "db": {"command": "db"}\n  }\n}\n',
}
CHANGED_SINCE = [name for name, one in SETTINGS.items() if one and one.strip() not in (b"", b"{}", b"{ }", b"{\n}")]
CHANGED_SINCE.remove("a key twice")  # which one a person meant is anybody's guess by then


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, str, str, str]:
    folder, home, lamina_home = tmp_path / "project", tmp_path / "person", tmp_path / "lamina"
    folder.mkdir()
    return folder / ".claude" / "settings.local.json", str(folder), str(home), str(lamina_home)


def installed(places: tuple[Path, str, str, str], command: str = COMMAND, *, file_hooks: bool | None = None) -> bool:
    _, folder, home, lamina_home = places
    [planned] = plan_install(Wish(("claude",), "local", folder, home, command, file_hooks), {})
    make(planned.edits, lamina_home)
    return bool(planned.edits)


def uninstalled(places: tuple[Path, str, str, str]) -> None:
    _, folder, home, lamina_home = places
    take_back(plan_uninstall(folder, home, lamina_home, {}), lamina_home)


def put(path: Path, content: bytes | None) -> None:
    if content is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def tree(folder: str) -> dict[str, bytes | None]:
    return {str(one): one.read_bytes() if one.is_file() else None for one in Path(folder).rglob("*")}


@pytest.mark.req("C7")
@pytest.mark.parametrize("name", SETTINGS)
def test_uninstall_leaves_the_very_bytes_that_init_found(name: str, places: tuple[Path, str, str, str]) -> None:
    path = places[0]
    put(path, SETTINGS[name])
    put(Path(places[1], ".mcp.json"), SETTINGS[name])
    before = tree(places[1])
    assert installed(places)
    after = path.read_bytes()
    data = json.loads(after.decode("utf-8-sig"))
    assert set(EVENTS) <= set(data["hooks"]) == set(hooked_events(str(path))) | set(data["hooks"])
    assert set(hooked_events(str(path))) == set(EVENTS)
    assert not installed(places)  # a second time nothing is missing
    assert path.read_bytes() == after
    uninstalled(places)
    assert tree(places[1]) == before


@pytest.mark.parametrize("name", SETTINGS)
def test_what_others_have_set_still_holds_after_init(name: str, places: tuple[Path, str, str, str]) -> None:
    path, content = places[0], SETTINGS[name] or b"{}"
    put(path, content)
    installed(places)
    before = json.loads(content.decode("utf-8-sig") if content.strip() else "{}")
    after = json.loads(path.read_bytes().decode("utf-8-sig"))
    assert {key: one for key, one in after.items() if key != "hooks"} == {
        key: one for key, one in before.items() if key != "hooks"
    }
    for event, groups in before.get("hooks", {}).items():
        assert after["hooks"][event][: len(groups)] == groups


@pytest.mark.parametrize("name", CHANGED_SINCE)
def test_what_a_person_added_after_init_stays_when_lamina_goes(name: str, places: tuple[Path, str, str, str]) -> None:
    path, content = places[0], SETTINGS[name]
    assert content
    put(path, content)
    installed(places)
    path.write_bytes(path.read_bytes() + b"\n \n")
    uninstalled(places)
    left = path.read_bytes()
    assert b"lamina" not in left
    wanted, found = (json.loads(one.decode("utf-8-sig")) for one in (content, left))
    wanted["hooks"] = {key: one for key, one in wanted.get("hooks", {}).items() if one or key not in EVENTS}
    assert {**found, "hooks": found.get("hooks", {})} == wanted


def test_hooks_from_another_place_are_replaced_and_not_doubled(places: tuple[Path, str, str, str]) -> None:
    installed(places, "/old/bin/lamina")
    installed(places, "/new/bin/lamina")
    said = places[0].read_text()
    assert "/old/" not in said
    assert said.count("/new/bin/lamina hook ") == len(EVENTS)
    uninstalled(places)
    assert tree(places[1]) == {}


def test_an_older_entry_is_nothing_to_come_back_to(places: tuple[Path, str, str, str]) -> None:
    put(places[0], b'{\n  "model": "opus"\n}\n')
    installed(places, "/old/bin/lamina")
    places[0].write_bytes(places[0].read_bytes().replace(b"opus", b"haiku"))
    installed(places, "/new/bin/lamina")
    uninstalled(places)
    assert places[0].read_bytes() == b'{\n  "model": "haiku"\n}\n'


def test_uninstall_leaves_a_file_alone_that_lamina_is_not_in(places: tuple[Path, str, str, str]) -> None:
    put(places[0], b"")
    put(Path(places[1], ".mcp.json"), b'{"mcpServers":{}}')
    before = tree(places[1])
    uninstalled(places)
    assert tree(places[1]) == before


@pytest.mark.parametrize("name", SETTINGS)
def test_hooks_before_files_come_and_go_by_choice(name: str, places: tuple[Path, str, str, str]) -> None:
    put(places[0], SETTINGS[name])
    before = tree(places[1])
    assert installed(places)
    without = json.loads(places[0].read_bytes().decode("utf-8-sig"))
    assert "PreToolUse" not in hooked_events(str(places[0]))
    assert installed(places, file_hooks=True)
    assert "PreToolUse" in hooked_events(str(places[0]))
    assert not installed(places)  # who says nothing keeps them
    assert installed(places, file_hooks=False)
    assert json.loads(places[0].read_bytes().decode("utf-8-sig")) == without
    uninstalled(places)
    assert tree(places[1]) == before


@pytest.mark.parametrize(
    "content", [b"{", b"[]", b'{"a": 1,}', b'{\n  // a comment\n  "a": 1\n}', b'"x"', b"\xff\xfe", b"[" * 100_000]
)
def test_settings_that_do_not_parse_are_left_alone_with_a_clear_error(
    content: bytes, places: tuple[Path, str, str, str]
) -> None:
    put(places[0], content)
    with pytest.raises(BadInput, match=r"settings\.local\.json"):
        installed(places)
    assert places[0].read_bytes() == content
    assert not os.path.exists(places[3])


def test_a_linked_settings_file_stays_a_link(places: tuple[Path, str, str, str], tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.json"
    real.write_bytes(b'{"model": "opus"}\n')
    places[0].parent.mkdir(parents=True)
    places[0].symlink_to(real)
    installed(places)
    assert places[0].is_symlink()
    assert set(hooked_events(str(real))) == set(EVENTS)
    uninstalled(places)
    assert places[0].is_symlink()
    assert real.read_bytes() == b'{"model": "opus"}\n'


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=12,
)


@given(
    st.dictionaries(st.text(max_size=6).filter(lambda one: one not in ("hooks", "mcpServers")), values, max_size=4),
    st.sampled_from([None, 1, 2, 4, "\t"]),
    st.booleans(),
)
def test_any_settings_come_back_to_the_byte(
    tmp_path_factory: pytest.TempPathFactory, data: dict[str, object], indent: int | str | None, ascii_only: bool
) -> None:
    folder = tmp_path_factory.mktemp("any")
    places = (folder / ".claude" / "settings.local.json", str(folder), str(folder / "~"), str(folder / "lamina"))
    content = json.dumps(data, indent=indent, ensure_ascii=ascii_only).encode("utf-8", "replace")
    put(places[0], content)
    installed(places)
    assert {key: one for key, one in json.loads(places[0].read_bytes()).items() if key != "hooks"} == json.loads(
        content
    )
    uninstalled(places)
    assert places[0].read_bytes() == content
