"""The words over HTTP, on each engine: the document's four endpoints, and every other word."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.commands import lamina
from tests.contract.stores import tables
from tests.factories import Opener
from tests.listening import Served, answer, refusal, served_store
from tests.transcripts import ClaudeCode

TURNS = [
    {"role": "user", "text": "The kettle fails: TypeError: cannot read property lid", "at": "2026-03-02T12:00:00Z"},
    {"role": "tool", "name": "Edit", "target": "src/kettle.py", "diff": "+ lid = None", "result": "ok"},
    {"role": "assistant", "text": "Fixed: `src/kettle.py` now checks the lid before it is read."},
]
SESSION = {"id": "s1", "started_at": "2026-03-02T12:00:00Z", "turns": TURNS}


@pytest.fixture
def server(open_memory: Opener) -> Iterator[Served]:
    with served_store(open_memory) as served:
        yield served


@pytest.fixture
def client(server: Served) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


def remembered(client: httpx.Client, text: str, **more: object) -> str:
    return str(answer(client.post("/remember", json={"text": text, **more}))["id"])


@pytest.mark.req("C10")
def test_the_four_endpoints_take_and_give_what_the_document_says(client: httpx.Client) -> None:
    answer(client.post("/record", json=SESSION))
    asked = {
        "budget": 8000,
        "signals": {
            "current_file": "src/kettle.py",
            "recent_errors": ["TypeError: cannot read property lid"],
            "activity": "debugging",
        },
    }
    pack = answer(client.post("/context/assemble", json=asked))
    assert "lid" in pack["context"]
    assert 0 < pack["token_count"] <= 8000
    assert set(pack["tiers"]) == {"tier1", "tier2", "tier3", "tier4"}
    assert pack["items"][0]["why"]

    found = answer(client.post("/context/predict", json={"file_opened": "src/kettle.py"}))
    assert isinstance(found["predicted_memories"], list)
    assert 0 <= found["confidence"] <= 1

    would = answer(client.post("/consolidate", json={"dry_run": True}))
    counts = [would[name] for name in ("deduped", "compressed", "forgotten", "contradictions_found")]
    assert all(isinstance(count, int) for count in counts)

    older = remembered(client, "Always use npm in this repository")
    newer = remembered(client, "Always use pnpm in this repository, never npm")
    [open_one] = answer(client.get("/contradictions"))
    decision = {"resolution": "b_wins", "note": "Migration completed, A is outdated"}
    done = answer(client.post(f"/contradictions/{open_one['id']}/resolve", json=decision))
    assert (done["resolution"], done["older"]["id"], done["newer"]["id"]) == ("b_wins", older, newer)
    assert answer(client.get("/contradictions")) == []
    assert refusal(client.post(f"/contradictions/{open_one['id']}/resolve", json=decision)) == (409, "conflict")


def test_a_memory_is_kept_found_traced_edited_used_forgotten_and_brought_back(client: httpx.Client) -> None:
    id_ = remembered(client, "The teapot holds nine cups", tags=["insight"])
    [hit] = answer(client.post("/recall", json={"query": "how much does the teapot hold?"}))
    assert hit["id"] == id_
    assert answer(client.get(f"/memories/{id_[:23]}"))["tags"] == ["insight"]
    assert answer(client.get(f"/memories/{id_}/trace"))["item"]["id"] == id_
    assert answer(client.post(f"/memories/{id_}/edit", json={"text": "The teapot holds ten cups"}))["version"] == 2
    assert answer(client.post("/used", json={"ids": [id_], "outcome": "cited"}))[0]["cited"] == 1
    assert answer(client.post("/forget", json={"id": id_, "dry_run": True}))["ids"] == [id_]
    assert answer(client.post("/forget", json={"id": id_}))["undo_until"]
    assert answer(client.post("/recall", json={"query": "teapot cups"})) == []
    assert answer(client.post("/undo", json={}))["action"] == "forget"
    assert answer(client.post("/recall", json={"query": "teapot cups"}))[0]["text"] == "The teapot holds ten cups"


def test_every_other_word_answers(client: httpx.Client, folder: Path, tmp_path: Path) -> None:
    (folder / ".memory" / "sprint" / "s1").mkdir(parents=True)
    told = ClaudeCode("kettle-session").user("Why does the kettle whistle?").says("The lid is shut.")
    transcript = str(told.file(tmp_path / "inbox"))
    answer(client.post("/record", json=SESSION))
    id_ = remembered(client, "Always warm the teapot first", tags=["rule"])
    assert answer(client.post("/context", json={"signals": {"prompt": "Warm the teapot"}}))["token_count"]
    assert isinstance(answer(client.post("/predict", json={"signals": {"file": "src/kettle.py"}})), list)
    for word in ("pending", "promotable", "doubtful", "sessions", "concepts"):
        assert isinstance(answer(client.get(f"/{word}")), list)
    assert answer(client.get("/status"))["sessions"] == 1
    assert list(answer(client.get("/projects")).values()) == ["tea"]
    trust = answer(client.post(f"/memories/{id_}/approve"))["item"]["trust"]
    assert trust["approved_long_term_at"] or trust["approved_core_at"], "the promotion job may have been here before"
    assert answer(client.post(f"/memories/{id_}/promote", json={"dry_run": True}))["dry_run"] is True
    assert answer(client.post(f"/memories/{id_}/demote", json={"dry_run": True}))["dry_run"] is True
    assert answer(client.post(f"/memories/{id_}/deny"))["trust"]["denied_at"]
    assert answer(client.post("/promote-due"))["ok"] is True
    assert answer(client.post("/upkeep", json={"seconds": 5})) is not None
    assert answer(client.post("/regroup", json={"dry_run": True}))["dry_run"] is True
    assert answer(client.post("/layers", json={"agent": "coder"}))["total_tokens"] >= 0
    assert "Boil" in answer(client.post("/agent-prompt", json={"agent": "coder", "task": "Boil"}))["prompt"]
    assert answer(client.post("/complete-stage", json={"stage": "brewing", "artifacts": {"leaf": "green"}}))["written"]
    assert answer(client.post("/complete-sprint", json={"sprint": "s1", "learnings": ["Hot water helps"]}))["written"]
    assert answer(client.post("/ingest", json={"paths": [transcript]}))["files"] == 1
    assert answer(client.post("/verify", json={"paths": [transcript]}))[0]["ok"] is True
    assert all(one["ok"] for one in answer(client.get("/doctor")))
    assert {one["name"] for one in answer(client.get("/config"))} >= {"store", "home"}
    assert answer(client.post("/reindex"))["rows"] > 0
    exported = client.get("/export")
    assert exported.content.startswith(b'{"lamina_export": 1}\n')
    loaded = answer(client.post("/load", content=exported.content, headers={"content-type": "application/x-ndjson"}))
    assert loaded["items"] == 0, "it is all there already"


def test_errors_have_one_form_and_the_status_that_fits(client: httpx.Client) -> None:
    assert refusal(client.get("/memories/nowhere")) == (404, "not_found")
    assert refusal(client.post("/recall", json={"query": "?!"})) == (400, "bad_input")
    assert refusal(client.post("/recall", json={"question": "tea"})) == (400, "bad_input")
    assert refusal(client.post("/recall", content=b"{")) == (400, "bad_input")
    assert refusal(client.post("/forget", json={})) == (400, "bad_input")
    assert refusal(client.post("/undo", json={"entry": "nowhere"})) == (404, "not_found")
    assert refusal(client.get("/nowhere")) == (404, "not_found")
    assert refusal(client.get("/recall")) == (405, "bad_input")


def test_private_memories_are_invisible_to_others_in_every_answer(server: Served) -> None:
    secret = "My locker opens with the brass key"
    with server.client("ann") as ann, server.client("bob") as bob:
        id_ = remembered(ann, secret, visibility="user-private")
        remembered(ann, "The tray is made of ash")
        assert answer(ann.post("/recall", json={"query": "locker brass key"}))[0]["id"] == id_
        assert [
            one["text"] for one in answer(bob.post("/recall", json={"query": "the tray, the locker brass key"}))
        ] == ["The tray is made of ash"]
        assert refusal(bob.get(f"/memories/{id_}")) == (404, "not_found")
        assert refusal(bob.get(f"/memories/{id_}/trace")) == (404, "not_found")
        assert refusal(bob.post(f"/memories/{id_}/edit", json={"text": "Mine"})) == (404, "not_found")
        assert refusal(bob.post("/forget", json={"id": id_})) == (404, "not_found")
        assert refusal(bob.post("/used", json={"ids": [id_], "outcome": "cited"})) == (404, "not_found")
        shown = [
            bob.post("/context/assemble", json={"signals": {"prompt": "Open the locker with the brass key"}}),
            bob.post("/context/predict", json={"prompt": "Open the locker with the brass key"}),
            *(bob.get(f"/{word}") for word in ("pending", "promotable", "contradictions", "doubtful", "export")),
        ]
        assert [one.status_code for one in shown] == [200] * len(shown)
        assert not [one.url for one in shown if "brass" in one.text]


def test_what_one_face_writes_the_others_read_at_once(server: Served, open_memory: Opener) -> None:
    with server.client() as client:
        remembered(client, "The strainer is washed by hand")
        here = ("--store", open_memory.address, "--home", str(server.home), "--user", "ann", "--project", "tea")  # type: ignore[attr-defined]
        assert "washed by hand" in lamina("recall", "strainer", *here).out
        lamina("remember", "The tray is made of ash", *here)
        assert answer(client.post("/recall", json={"query": "tray"}))[0]["text"] == "The tray is made of ash"
        assert answer(client.post("/recall", params={"project": "coffee"}, json={"query": "tray"})) == []


def test_two_servers_share_one_store(server: Served, open_memory: Opener) -> None:
    with served_store(open_memory) as other, server.client() as one, other.client() as two:
        for number in range(3):
            remembered(one, f"Shelf {number} holds the porcelain of guest {number}")
            remembered(two, f"Drawer {number} holds the spoons of guest {number}")
        assert len(answer(one.post("/recall", json={"query": "spoons in the drawer", "limit": 3}))) == 3
        assert len(answer(two.post("/recall", json={"query": "porcelain on the shelf", "limit": 3}))) == 3


@pytest.mark.req("C10")
def test_of_many_servers_on_one_postgresql_each_reads_all_and_one_does_what_is_due(
    fresh_store: Callable[[str], Opener], tmp_path: Path
) -> None:
    open_one = fresh_store("postgres")
    with open_one(clock=None) as memory:
        for number in range(5):
            memory.remember(f"Shelf {number} holds the porcelain of guest {number}", importance=0.9)
    with ExitStack() as stack:
        servers = [stack.enter_context(served_store(open_one)) for _ in range(3)]
        clients = [stack.enter_context(one.client()) for one in servers]
        for number, client in enumerate(clients):
            remembered(client, f"Drawer {number} holds the spoons of guest {number}")
        for client in clients:
            found = answer(client.post("/recall", json={"query": "spoons in the drawer", "limit": 3}))
            assert {hit["text"].split()[1] for hit in found} == {"0", "1", "2"}
        for client in clients:
            assert wait_for(client, 'lamina_jobs_total{job="upkeep",outcome="done"} 1')
    done = [row for table, row in tables(open_one.address) if table == "journal"]  # type: ignore[attr-defined]
    assert sum('"action":"promote"' in row for row in done) == 1, "promotion is due once, whoever comes first"


def wait_for(client: httpx.Client, line: str) -> bool:
    for _ in range(100):
        if line in client.get("/metrics").text:
            return True
        time.sleep(0.05)
    return False


def test_the_jobs_run_in_the_same_process(server: Served) -> None:
    with server.client() as client:
        for _ in range(100):
            told = client.get("/metrics").text
            if 'lamina_jobs_total{job="upkeep",outcome="done"} 1' in told:
                break
            time.sleep(0.05)
        told = client.get("/metrics").text  # it counts the requests before it
        assert 'lamina_jobs_total{job="ingest",outcome="done"}' in told
        assert "failed" not in told
        assert 'lamina_requests_total{method="GET",route="/metrics",status="200"}' in told
