"""Registering with agents that ask over MCP: each file in its own format, and taken back to the byte."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.errors import BadInput
from lamina.words.agents import AGENTS, chosen, found, servers_path
from lamina.words.claude_hooks import EVENTS, hooked_events
from lamina.words.installing import Planned, Wish, make, plan_install, plan_uninstall, take_back
from lamina.words.registering import registered
from tests.unit.test_agent_settings import SETTINGS, tree

COMMAND = "/opt/venv/bin/lamina"
ASKING = tuple(name for name in AGENTS if name != "claude")
WITH_JSON = tuple(name for name in ASKING if name != "codex")
OTHER = '[mcp_servers.db]\ncommand = "db"  # theirs\nargs = [\n  "[mcp_servers.lamina]",\n]\n'
CODEX: dict[str, bytes | None] = {
    "none": None,
    "empty": b"",
    "only space": b" \n\n",
    "only a comment": b"# my settings\n",
    "a key": b'model = "o3"\n',
    "no last line end": b'model = "o3"',
    "an empty line at the end": b'model = "o3"\n\n',
    "many empty lines at the end": b'model = "o3"\n\n\n\n',
    "line ends of Windows": b'model = "o3"\r\n\r\n[tui]\r\ntheme = "dark"\r\n',
    "a byte order mark": b'\xef\xbb\xbfmodel = "o3"\n',
    "comments everywhere": b'# one\nmodel = "o3" # two\n\n# three\n[tui] # four\n# five\n\n# six\n',
    "another server": OTHER.encode(),
    "another server with its variables": (OTHER + '\n[mcp_servers.db.env]\nKEY = "[x]"\n').encode(),
    "a table of servers": b'[mcp_servers]\n\n[mcp_servers.db]\ncommand = "db"\n',
    "servers as dotted keys": b'[mcp_servers]\ndb.command = "db"\ndb.args = []\n',
    "quoted keys": b'[mcp_servers."da.ta"]\ncommand = \'db\'\n\n["projects"."/tmp/x"]\ntrust_level = "trusted"\n',
    "a text of many lines": (
        b'notes = """\n[mcp_servers.lamina]\ncommand = "no"\n""""\n[tui]\ntheme = \'\'\'\n[x]\n\'\'\'\n'
    ),
    "lists over lines": b'notify = [\n  ["a", "]"], # [\n  [\n    "b" ]\n]\n\n[[x]]\nn = 1\n\n[[x]]\nn = 2\n',
    "inline tables": b"a = { b = { c = [1, 2] } }\nd = [{ e = 1 }, { e = 2 }]\n",
    "odd space": b'\t model="o3"\n\n\n  [ tui ]  \n  theme  =  "dark"\n\n\n',
    "every kind of value": b"a = 1_000\nb = 0x1f\nc = nan\nd = -inf\ne = 2026-03-02T10:00:00Z\nf = 07:32:00\n",
    "umlauts": '"größe" = "ü\\u00fc"\n["später"]\nn = 1\n'.encode(),
}
LATER_ADDED = '\n# added later\n[mcp_servers.later]\ncommand = "later"\n'


@pytest.fixture
def places(tmp_path: Path) -> tuple[str, str, str]:
    folder = tmp_path / "project"
    folder.mkdir()
    return str(folder), str(tmp_path / "person"), str(tmp_path / "lamina")


def path_of(agent: str, places: tuple[str, str, str], scope: str = "local") -> Path:
    return Path(servers_path(agent, scope, places[0], places[1], {}))


def install(places: tuple[str, str, str], *agents: str, scope: str = "local", command: str = COMMAND) -> list[Planned]:
    planned = plan_install(Wish(agents, scope, places[0], places[1], command), {})
    make([edit for one in planned for edit in one.edits], places[2])
    return planned


def uninstall(places: tuple[str, str, str]) -> tuple[str, ...]:
    removal = plan_uninstall(places[0], places[1], places[2], {})
    take_back(removal, places[2])
    return removal.left


def put(path: Path, content: bytes | None) -> None:
    if content is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def data_of(path: Path) -> dict[str, Any]:
    text = path.read_bytes().decode("utf-8-sig")
    found: dict[str, Any] = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text or "{}")
    return found


def cases() -> list[Any]:
    found = [("codex", name, content) for name, content in CODEX.items()]
    found += [(agent, name, content) for agent in WITH_JSON for name, content in SETTINGS.items()]
    return [pytest.param(agent, content, id=f"{agent}, {name}") for agent, name, content in found]


@pytest.mark.req("C7")
@pytest.mark.parametrize(("agent", "content"), cases())
@pytest.mark.parametrize("scope", ["local", "user"])
def test_an_agent_finds_the_server_and_uninstall_leaves_the_very_bytes(
    agent: str, scope: str, content: bytes | None, places: tuple[str, str, str]
) -> None:
    path = path_of(agent, places, scope)
    put(path, content)
    before = tree(str(Path(places[0]).parent))
    [planned] = install(places, agent, scope=scope)
    assert (planned.how, len(planned.edits)) == ("MCP server", 1)
    there = registered(path.read_bytes(), str(path))
    assert there
    assert there.is_ours
    assert data_of(path)["mcp_servers" if agent == "codex" else "mcpServers"]["lamina"]["args"][0] == "mcp"
    assert install(places, agent, scope=scope)[0].edits == ()  # a second time nothing is missing
    assert uninstall(places) == ()
    Path(places[2]).rmdir()
    assert tree(str(Path(places[0]).parent)) == before


@pytest.mark.parametrize("name", [name for name, content in CODEX.items() if content and content.strip()])
def test_what_another_program_adds_to_toml_after_init_stays(name: str, places: tuple[str, str, str]) -> None:
    path, content = path_of("codex", places), CODEX[name]
    assert content
    put(path, content)
    install(places, "codex")
    path.write_bytes(path.read_bytes() + LATER_ADDED.encode())
    uninstall(places)
    end = b"" if content.endswith(b"\n") else b"\n"  # which our table had to end first
    assert path.read_bytes() == content + end + LATER_ADDED.encode()


@pytest.mark.parametrize("agent", WITH_JSON)
def test_what_another_program_adds_to_json_after_init_stays(agent: str, places: tuple[str, str, str]) -> None:
    path = path_of(agent, places)
    put(path, b'{\n  "mcpServers": {\n    "db": {"command": "db"}\n  }\n}\n')
    install(places, agent)
    added = path.read_bytes().replace(
        b'"db": {"command": "db"}', b'"db": {"command": "db"},\n    "x": {"command": "y"}'
    )
    path.write_bytes(added)
    uninstall(places)
    assert path.read_bytes() == (
        b'{\n  "mcpServers": {\n    "db": {"command": "db"},\n    "x": {"command": "y"}\n  }\n}\n'
    )


def test_what_codex_keeps_in_our_own_table_goes_with_it(places: tuple[str, str, str]) -> None:
    path = path_of("codex", places)
    put(path, b'model = "o3"\n')
    install(places, "codex")
    own = b'enabled = true\n\n[mcp_servers.lamina.tools.recall]\napproval_mode = "approve"\n'
    path.write_bytes(path.read_bytes() + own + b"\n# theirs\n[tui]\n")
    uninstall(places)
    assert path.read_bytes() == b'model = "o3"\n\n# theirs\n[tui]\n'


FOREIGN = {
    "a table": b'[mcp_servers.lamina]\ncommand = "llama"\nargs = ["serve"]\n',
    "an inline table": b'mcp_servers = { lamina = { command = "llama" } }\n',
    "dotted keys": b'mcp_servers.lamina.command = "llama"\n',
    "an address": b'[mcp_servers.lamina]\nurl = "https://example.org/mcp"\n',
    "options of a person": b'[mcp_servers.lamina]\ncommand = "lamina"\nargs = ["mcp", "--project", "tea"]\n',
    "no table at all": b'[mcp_servers]\nlamina = "x"\n',
}


@pytest.mark.parametrize("name", FOREIGN)
def test_a_server_of_that_name_that_is_somebody_elses_is_left_alone(name: str, places: tuple[str, str, str]) -> None:
    path = path_of("codex", places)
    put(path, FOREIGN[name])
    with pytest.raises(BadInput, match="names another server 'lamina'"):
        install(places, "codex")
    uninstall(places)
    assert path.read_bytes() == FOREIGN[name]


@pytest.mark.parametrize("agent", WITH_JSON)
def test_the_same_holds_for_json(agent: str, places: tuple[str, str, str]) -> None:
    content = b'{"mcpServers": {"lamina": {"url": "https://example.org"}}}'
    put(path_of(agent, places), content)
    with pytest.raises(BadInput, match="names another server 'lamina'"):
        install(places, agent)
    uninstall(places)
    assert path_of(agent, places).read_bytes() == content


def test_hooks_do_without_the_server_where_its_name_is_taken(places: tuple[str, str, str]) -> None:
    content = b'{"mcpServers": {"lamina": {"command": "lamina", "args": ["mcp", "--project", "tea"]}}}'
    put(path_of("claude", places), content)
    [planned] = install(places, "claude")
    assert planned.how == "hooks"
    assert "another server" in str(planned.problem)
    assert len(hooked_events(str(Path(places[0], ".claude", "settings.local.json")))) == len(EVENTS)
    assert path_of("claude", places).read_bytes() == content


def test_an_entry_that_was_made_by_hand_counts(places: tuple[str, str, str]) -> None:
    content = f'mcp_servers = {{ lamina = {{ command = "{COMMAND}", args = ["mcp"], enabled = true }} }}\n'.encode()
    put(path_of("codex", places), content)
    assert install(places, "codex")[0].edits == ()
    assert path_of("codex", places).read_bytes() == content


def test_servers_that_cannot_be_added_to_by_a_table_are_left_alone(places: tuple[str, str, str]) -> None:
    content = b'mcp_servers = { db = { command = "db" } }\n'
    put(path_of("codex", places), content)
    with pytest.raises(BadInput, match=r"writes mcp_servers\.lamina in a way that Lamina does not edit"):
        install(places, "codex")
    assert path_of("codex", places).read_bytes() == content


@pytest.mark.parametrize("agent", ASKING)
def test_an_older_place_of_the_program_is_replaced_and_what_a_person_added_stays(
    agent: str, places: tuple[str, str, str]
) -> None:
    path = path_of(agent, places)
    install(places, agent, command="/old/bin/lamina")
    added = b"startup_timeout_sec = 20  # slow\n" if agent == "codex" else b""
    path.write_bytes((path.read_bytes() + added).replace(b'"args"', b'"env": {"A": "1"}, "args"'))
    install(places, agent, command="/new/bin/lamina")
    said = path.read_text()
    assert "/old/" not in said
    assert said.count("/new/bin/lamina") == 1
    assert ("startup_timeout_sec = 20  # slow" if agent == "codex" else '"A": "1"') in said
    assert install(places, agent, command="/new/bin/lamina")[0].edits == ()


BROKEN = {
    "codex": (b"model = \n", "is not valid TOML", 'mcp_servers.lamina = {command = "/opt'),
    "gemini": (b'{\n  // mine\n  "a": 1\n}', "is not valid JSON (line 2", '"mcpServers": {"lamina": {"command": "/opt'),
    "copilot": (b"[]", "is not a JSON object", '"mcpServers": {"lamina": {"type": "local"'),
    "cursor": (b'{"a": 1,}', "is not valid JSON", '"mcpServers": {"lamina": {"type": "stdio"'),
}


@pytest.mark.parametrize("agent", BROKEN)
def test_settings_that_do_not_parse_say_what_to_add_by_hand_and_the_others_are_served(
    agent: str, places: tuple[str, str, str]
) -> None:
    content, why, by_hand = BROKEN[agent]
    put(path_of(agent, places), content)
    planned = {one.agent: one for one in install(places, *ASKING)}
    said = str(planned[agent].problem)
    assert (planned[agent].how, "\n" in said) == ("", False)
    assert all(part in said for part in (why, by_hand, str(path_of(agent, places))))
    for other in set(ASKING) - {agent}:
        assert planned[other].problem is None
        assert registered(path_of(other, places).read_bytes(), str(path_of(other, places)))
    assert path_of(agent, places).read_bytes() == content


def test_what_was_added_by_hand_beside_comments_is_recognised(places: tuple[str, str, str]) -> None:
    said = f'"mcpServers": {{"lamina": {{"command": "{COMMAND}", "args": ["mcp",]}}}} /* so */'
    content = f'// mine\n{{\n  "a": "// no, \\" }}",\n  {said},\n}}\n'.encode()
    path = path_of("gemini", places, "user")
    put(path, content)
    [planned] = install(places, "gemini", scope="user")
    assert (planned.how, planned.edits, planned.problem) == ("MCP server", (), None)
    assert registered(content, str(path))
    [left] = uninstall(places)
    assert "by hand" in left
    assert path.read_bytes() == content


def test_what_is_to_be_added_by_hand_is_what_codex_reads(places: tuple[str, str, str]) -> None:
    put(path_of("codex", places), b"model = \n")
    with pytest.raises(BadInput) as refused:
        install(places, "codex")
    said = refused.value.hint.partition("above all tables: ")[2]
    assert tomllib.loads(said + '\n[tui]\ntheme = "dark"\n')["mcp_servers"]["lamina"] == {
        "command": COMMAND,
        "args": ["mcp"],
    }


def test_settings_that_broke_since_init_are_said_to_be_left(places: tuple[str, str, str]) -> None:
    install(places, "gemini")
    path = path_of("gemini", places)
    path.write_bytes(b"// mine\n" + path.read_bytes())
    [left] = uninstall(places)
    assert str(path) in left
    assert "by hand" in left


@pytest.mark.parametrize("agent", ASKING)
def test_a_linked_file_stays_a_link(agent: str, places: tuple[str, str, str], tmp_path: Path) -> None:
    path = path_of(agent, places)
    real = tmp_path / f"dotfiles{path.suffix}"
    content = b"a = 1 # mine\n" if path.suffix == ".toml" else b'{"a": 1}\n'
    real.write_bytes(content)
    path.parent.mkdir(parents=True)
    path.symlink_to(real)
    install(places, agent)
    assert path.is_symlink()
    assert registered(real.read_bytes(), str(real))
    uninstall(places)
    assert path.is_symlink()
    assert real.read_bytes() == content


def test_agents_are_found_by_their_homes_and_in_the_project(places: tuple[str, str, str]) -> None:
    folder, home, _ = map(Path, places)
    assert found(str(folder), str(home), {}) == ()
    assert chosen([], str(folder), str(home), {}) == ("claude",)
    for name in (".codex", "elsewhere"):
        (home / name).mkdir(parents=True)
    (folder / ".cursor").mkdir()
    assert found(str(folder), str(home), {}) == ("codex", "cursor")
    assert found(str(folder), str(home), {"COPILOT_HOME": str(home / "elsewhere")}) == ("codex", "copilot", "cursor")
    assert found(str(folder), str(home), {"CODEX_HOME": str(home / "nowhere")}) == ("cursor",)
    assert chosen(["gemini", "gemini"], str(folder), str(home), {}) == ("gemini",)
    with pytest.raises(BadInput, match="no agent 'aider'"):
        chosen(["aider"], str(folder), str(home), {})


LINES = """

# x
a = 1
b = "[c]"
[t]
[[u]]
c = [
1,
]
[ 2 ]
'''
d = '''
e = 'x
f = { g = [1] }
[mcp_servers]
[mcp_servers.db]
[mcp_servers.lamina]
command = "lamina"
\t[ t . v ]
"""
lines = st.sampled_from([*LINES.splitlines(), '"', 'h = """'])


@given(st.lists(lines, max_size=9), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_any_toml_comes_back_to_the_byte_or_is_left_alone(
    tmp_path_factory: pytest.TempPathFactory, said: list[str], newline: str, ended: bool
) -> None:
    folder = tmp_path_factory.mktemp("any")
    places = (str(folder), str(folder / "person"), str(folder / "lamina"))
    path = path_of("codex", places)
    content = newline.join([*said, ""] if ended else said).encode()
    put(path, content)
    try:
        install(places, "codex")
    except BadInput:
        assert path.read_bytes() == content
        return
    data, before = data_of(path), tomllib.loads(content.decode())
    assert data["mcp_servers"].pop("lamina")["command"] == COMMAND
    before.setdefault("mcp_servers", {}).pop("lamina", None)
    assert data == before
    path.write_bytes(path.read_bytes() + f"{newline}[later]{newline}".encode())
    uninstall(places)
    assert _said(data_of(path)) == _said(before | {"later": {}})


def _said(data: dict[str, Any]) -> dict[str, Any]:
    """A table of no servers says nothing."""
    return {key: one for key, one in data.items() if one or key != "mcp_servers"}
