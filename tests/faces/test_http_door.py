"""Who comes through the door of the HTTP server, how often, with how much, and what is told of it."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.commands import lamina, process
from tests.listening import Served, answer, refusal, serving


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    home = tmp_path / "home"
    with serving(str(home / "memory.db"), home) as served:
        yield served


def test_without_a_token_nothing_is_told_but_that_the_server_is_up(server: Served) -> None:
    with httpx.Client(base_url=server.url, trust_env=False) as stranger:
        assert answer(stranger.get("/healthz"))["status"] == "ok"
        assert "/context/assemble" in answer(stranger.get("/openapi.json"))["paths"]
        for path in ("/status", "/metrics", "/projects", "/nowhere"):
            assert refusal(stranger.get(path)) == (401, "unknown_caller")
        refused = stranger.get("/status", headers={"authorization": f"Bearer {server.token()[:-1]}x"})
        assert refusal(refused) == (401, "unknown_caller")
        assert refused.headers["www-authenticate"] == "Bearer"


def test_a_token_reaches_as_far_as_its_scope(server: Served) -> None:
    with server.client(scope="read") as reader, server.client(scope="write") as author:
        assert refusal(reader.post("/remember", json={"text": "Mine"})) == (403, "forbidden")
        assert refusal(reader.post("/consolidate", json={"dry_run": False})) == (403, "forbidden")
        assert answer(reader.post("/consolidate", json={"dry_run": True}))["dry_run"] is True
        id_ = answer(author.post("/remember", json={"text": "The tray is made of ash"}))["id"]
        assert answer(reader.post("/recall", json={"query": "tray"}))[0]["id"] == id_
        assert refusal(author.get("/export")) == (403, "forbidden")
        assert refusal(author.post("/ingest", json={"paths": ["/etc"]})) == (403, "forbidden")
        assert refusal(author.post("/forget", json={"id": id_, "now": True})) == (403, "forbidden")


def test_a_token_is_kept_as_a_hash_shown_once_and_revoked_at_once(server: Served) -> None:
    with server.client() as client:
        token = client.headers["authorization"].removeprefix("Bearer ")
        assert client.get("/status").status_code == 200
        kept = server.home / "tokens.json"
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        assert token.rpartition("_")[2] not in kept.read_text()
        listed = lamina("token", "list", "--home", str(server.home), "--json").answer
        assert [(one["user"], one["scope"], one["digest"]) for one in listed] == [("ann", "admin", "")]
        lamina("token", "revoke", listed[0]["id"], "--home", str(server.home))
        assert refusal(client.get("/status")) == (401, "unknown_caller")
        assert lamina("token", "list", "--home", str(server.home)).out.startswith("There is no token")


def test_a_token_that_is_over_opens_nothing(server: Served) -> None:
    server.token("ann", "read", "--days", "1")
    kept = server.home / "tokens.json"
    [one] = json.loads(kept.read_text())
    token = server.token("ann", "read", "--days", "1")
    tokens = [{**each, "ends_at": "2020-01-01T00:00:00+00:00"} for each in json.loads(kept.read_text())]
    kept.write_text(json.dumps(tokens))
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        assert refusal(client.get("/status", headers={"authorization": f"Bearer {token}"})) == (401, "unknown_caller")
    assert one["ends_at"] > one["made_at"]


def test_wrong_words_about_tokens_are_refused(home: Path) -> None:
    assert "scope" in lamina("token", "add", "--scope", "all").refusal
    assert "--days" in lamina("token", "add", "--days", "0").refusal
    assert "which token" in lamina("token", "revoke").refusal
    assert "There is no token" in lamina("token", "revoke", "12345678").refusal


def test_a_page_that_pretends_to_be_us_is_refused(server: Served) -> None:
    with server.client() as client:
        assert refusal(client.get("/status", headers={"host": "evil.example"})) == (421, "wrong_host")
        assert refusal(client.get("/status", headers={"origin": "http://evil.example"})) == (403, "forbidden")
        assert refusal(client.get("/status", headers={"origin": "null"})) == (403, "forbidden")
        assert client.get("/status", headers={"origin": server.url}).status_code == 200
        port = server.url.rpartition(":")[2]
        assert client.get("/status", headers={"host": f"localhost:{port}"}).status_code == 200


def test_a_body_that_is_too_large_is_refused_whether_it_says_so_or_not(server: Served) -> None:
    large = b'{"text": "' + b"tea " * 2_500_000 + b'"}'
    with server.client(**{"content-type": "application/json"}) as client:
        assert refusal(client.post("/remember", content=large)) == (413, "too_large")
        parts = (large[at : at + 65536] for at in range(0, len(large), 65536))
        assert refusal(client.post("/remember", content=parts)) == (413, "too_large")
        assert client.get("/status").status_code == 200


def test_who_asks_too_often_waits_and_others_do_not(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with (
        serving(str(home / "memory.db"), home, "--rate", "2") as server,
        server.client() as ann,
        server.client() as bob,
    ):
        statuses = [ann.get("/projects").status_code for _ in range(10)]
        assert statuses.count(429) >= 4
        assert bob.get("/projects").status_code == 200


def test_no_secret_and_nobodys_words_are_in_what_the_server_tells(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with serving(str(home / "memory.db"), home) as server, server.client() as client:
        token = client.headers["authorization"].removeprefix("Bearer ")
        client.post("/remember", json={"text": "The brass key is under the mat"})
        client.get(f"/memories/{token}")
        client.post("/recall", content=b"brass key")
        told = client.get("/metrics").text
    out, err = server.process.communicate()
    for text in (told, out, err):
        assert token not in text
        assert "brass" not in text


def test_a_server_that_is_told_to_stop_ends_well_and_finishes_what_it_has_begun(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with serving(str(home / "memory.db"), home) as server, server.client() as client:
        client.post("/remember", json={"text": "The tray is made of ash"})
        server.process.terminate()
        assert server.process.wait(20) == 0
    assert "made of ash" in process("recall", "tray", "--project", "tea", "--user", "ann", LAMINA_HOME=str(home)).out


def test_a_port_that_is_taken_or_no_port_is_told_in_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        refused = process("serve", "--http", str(taken.getsockname()[1]), HOME=str(tmp_path))
        assert refused.code == 4
        assert "cannot be used" in refused.err
    assert "not a place to listen" in process("serve", "--http", "tea", HOME=str(tmp_path)).err
    assert process("serve", "--http", "70000", HOME=str(tmp_path)).code == 2


def test_agents_over_http_need_a_token_and_see_what_its_user_sees(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with serving(str(home / "memory.db"), home, command="mcp") as server:
        with httpx.Client(base_url=server.url, trust_env=False) as stranger:
            assert refusal(stranger.post("/mcp", json={})) == (401, "unknown_caller")
        asyncio.run(_agents(server))


async def _agents(server: Served) -> None:
    async def said(user: str, scope: str, tool: str, **given: object) -> str:
        import httpx2

        headers = {"authorization": f"Bearer {server.token(user, scope)}"}
        async with (
            httpx2.AsyncClient(headers=headers, trust_env=False) as http,
            Client(streamable_http_client(f"{server.url}/mcp", http_client=http)) as client,
        ):
            done = await client.call_tool(tool, dict(given))
            return "\n".join(one.text for one in done.content if one.type == "text")

    await said("ann", "write", "remember", text="My locker opens with the brass key", private=True)
    assert "brass" in await said("ann", "read", "recall", query="locker key")
    assert await said("bob", "read", "recall", query="locker key") == "Nothing is known about that."
    assert "needs one with the scope write" in await said("bob", "read", "remember", text="Mine")


def test_the_server_leaves_no_process_behind(server: Served) -> None:
    with server.client() as client:
        client.get("/status")
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    if children.exists():
        assert children.read_text() == ""
    server.process.terminate()
    server.process.wait(20)
    time.sleep(0.05)
    with pytest.raises(ProcessLookupError):
        os.kill(server.process.pid, 0)
