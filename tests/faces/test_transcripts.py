"""What agents left behind, by commands: read, listed, regrouped, verified, removed when a person says so."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands import LAMINA, lamina, process
from tests.transcripts import ClaudeCode

KETTLE = (
    ClaudeCode("kettle-session").user("Always use pnpm. Why does the kettle whistle?").reads("src/kettle.py")
    .says("The `kettle` whistles because the lid in `src/kettle.py` is shut.")
)  # fmt: skip
LEDGER = (
    ClaudeCode("ledger-session", minute=90).user("Add the invoice tax to the ledger").reads("src/ledger.py")
    .says("The `ledger` in `src/ledger.py` now adds the invoice tax.")
)  # fmt: skip


@pytest.fixture
def user_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home of somebody who works with Claude Code."""
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "user"


@pytest.fixture
def inbox(user_home: Path) -> Path:
    """Where Claude Code keeps the sessions of a project."""
    return user_home / ".claude" / "projects" / "-home-ann-tea"


@pytest.mark.req("B1", "B2")
def test_ingest_finds_the_sessions_by_itself_and_says_what_came_of_them(inbox: Path) -> None:
    KETTLE.file(inbox)
    LEDGER.file(inbox)
    done = lamina("ingest", "--project", "tea", "--json").answer
    assert (done["files"], done["sessions"], done["exchanges"]) == (2, 2, 2)
    assert done["raw_bytes"] == len(KETTLE.bytes) + len(LEDGER.bytes)
    assert 0 < done["refined_bytes"] < done["raw_bytes"]
    assert done["memories"] >= 1
    assert done["skipped"] == []
    assert lamina("ingest", "--project", "tea").out == "Nothing new.\n"


def test_a_machine_without_sessions_is_told_so(user_home: Path) -> None:
    assert lamina("ingest").out == "Nothing new.\n"
    assert "lamina ingest" in lamina("sessions").out
    assert "lamina ingest" in lamina("concepts").out


def test_sessions_and_concepts_are_listed_the_latest_first(inbox: Path) -> None:
    KETTLE.file(inbox)
    LEDGER.file(inbox)
    lamina("ingest", "--project", "tea")
    rows = lamina("sessions", "--project", "tea", "--json").answer
    assert [one["id"] for one in rows] == ["ledger-session", "kettle-session"]
    assert lamina("sessions", "--project", "tea", "--limit", "1").out.count("\n") == 1
    topics = lamina("concepts", "--project", "tea", "--json").answer
    assert [one["files"] for one in topics] == [["src/ledger.py"], ["src/kettle.py"]]
    shown = lamina("concepts", "--project", "tea").out
    assert all(one["fields"]["name"] in shown for one in topics)


@pytest.mark.req("B8")
def test_a_keyword_leads_to_the_concept_the_exchange_and_the_lines(inbox: Path) -> None:
    KETTLE.file(inbox)
    lamina("ingest", "--project", "tea")
    hits = lamina("recall", "whistle", "--project", "tea", "--json").answer
    concept = next(one["id"] for one in hits if one["kind"] == "concept")
    [exchange] = lamina("trace", concept, "--project", "tea", "--json").answer["exchanges"]
    [lines] = lamina("trace", exchange["id"], "--project", "tea", "--json").answer["exchanges"]
    assert [one["turn"]["role"] for one in lines["turns"]] == ["user", "tool", "assistant"]


@pytest.mark.req("B4")
def test_concepts_are_joined_and_split_by_command_and_taken_apart_again(inbox: Path) -> None:
    KETTLE.file(inbox)
    LEDGER.file(inbox)
    lamina("ingest", "--project", "tea")
    ledger, kettle = (one["id"] for one in lamina("concepts", "--project", "tea", "--json").answer)
    assert "Would regroup" in lamina("regroup", "--join", kettle, ledger, "--dry-run", "--project", "tea").out
    assert f"{ledger} joins {kettle}" in lamina("regroup", "--join", kettle, ledger, "--project", "tea").out
    [left] = lamina("concepts", "--project", "tea", "--json").answer
    leaving = left["fields"]["exchanges"][1]
    done = lamina("regroup", "--split", kettle[:12], "--exchange", leaving[:12], "--project", "tea", "--json")
    assert done.answer["steps"][0]["leaving"] == [leaving]
    lamina("undo", "--project", "tea")
    lamina("undo", "--project", "tea")
    assert {one["id"] for one in lamina("concepts", "--project", "tea", "--json").answer} == {kettle, ledger}
    assert lamina("regroup", "--project", "tea").out == "Nothing to regroup.\n"
    assert "--exchange" in lamina("regroup", "--split", kettle, "--project", "tea").refusal


@pytest.mark.req("B2")
def test_a_raw_file_goes_only_when_told_and_only_when_all_of_it_is_in_the_store(inbox: Path) -> None:
    kept, unread = KETTLE.file(inbox), LEDGER.file(inbox)
    lamina("ingest", str(kept), "--project", "tea")
    assert lamina("verify", str(kept), "--project", "tea").out.startswith("ok ")
    assert lamina("verify", str(unread), "--project", "tea").out.startswith("NOT in the store ")
    assert "--yes" in lamina("verify", str(kept), "--delete", "--project", "tea").refusal
    refused = lamina("verify", str(kept), str(unread), "--delete", "--yes", "--project", "tea")
    assert refused.code == 3
    assert "ledger-session" in refused.refusal
    assert kept.exists(), "nothing goes when something is missing"
    assert lamina("verify", str(kept), "--delete", "--yes", "--project", "tea").out.startswith("deleted ")
    assert not kept.exists()
    assert unread.exists()
    assert lamina("recall", "kettle whistle", "--project", "tea", "--json").answer, "the memory stays"


@pytest.mark.req("B2")
def test_a_file_that_grew_or_cannot_be_read_whole_is_not_deleted(inbox: Path) -> None:
    path = KETTLE.file(inbox)
    lamina("ingest", str(path), "--project", "tea")
    with path.open("ab") as opened:
        opened.write(ClaudeCode("kettle-session", minute=30).user("And the spout?").says("Open.").bytes)
    assert lamina("verify", str(path), "--delete", "--yes", "--project", "tea").code == 3
    lamina("ingest", str(path), "--project", "tea")
    with path.open("ab") as opened:
        opened.write(b"{broken\n")
    lamina("ingest", str(path), "--project", "tea")
    assert "could not be read" in lamina("verify", str(path), "--delete", "--yes", "--project", "tea").refusal
    assert path.exists()


@pytest.fixture
def watching(user_home: Path, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """`lamina serve` in a process of its own."""
    command = [*LAMINA, "serve", "--every", "0.1", "--project", "tea"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as started:
        yield started
        started.kill()


@pytest.mark.req("B3")
def test_what_is_said_while_lamina_serves_is_found_soon_after(inbox: Path, watching: subprocess.Popen[bytes]) -> None:
    path = KETTLE.file(inbox)
    assert soon("kettle whistle")
    with path.open("ab") as opened:
        opened.write(ClaudeCode("kettle-session", minute=30).user("Polish the copper spout").says("Shiny.").bytes)
    assert soon("polish copper spout")
    watching.send_signal(signal.SIGTERM)
    out, err = watching.communicate(timeout=20)
    assert watching.returncode == 0
    assert b"1 sessions" in err
    assert out.startswith(b"stopped")


def soon(query: str) -> bool:
    """Whether the first hit holds every word of the query before long."""
    for _ in range(200):
        found = process("recall", query, "--project", "tea", "--json")
        if (
            found.code == 0
            and found.answer
            and all(word in found.answer[0]["text"].casefold() for word in query.split())
        ):
            return True
        time.sleep(0.1)
    return False


def test_serving_asks_for_a_sensible_interval() -> None:
    assert "at least" in lamina("serve", "--every", "0").refusal
    assert "at least" in lamina("serve", "--every", "nan").refusal
