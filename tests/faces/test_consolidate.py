"""Consolidation by command: looked at first, applied, taken back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands import lamina

TURNS = [
    {"role": "user", "text": "Why does the kettle whistle?"},
    {"role": "assistant", "text": "Because steam leaves through the spout. " * 20},
]


@pytest.fixture
def old(folder: Path) -> None:
    """A conversation of long ago."""
    (folder / "s1.json").write_text(json.dumps({"id": "s1", "started_at": "2020-03-02T09:00:00Z", "turns": TURNS}))
    lamina("record", "s1.json")


@pytest.mark.req("C5")
@pytest.mark.usefixtures("old")
def test_a_dry_run_tells_how_many_and_why_and_the_word_itself_how_to_take_it_back() -> None:
    would = lamina("consolidate", "--dry-run").out
    assert would.splitlines() == ["Would consolidate 1 memory:", "  compress       1  older than 30 days"]
    told = lamina("consolidate").out
    assert told.startswith("Consolidated 1 memory:")
    assert "`lamina undo` takes it back." in told
    assert lamina("consolidate").out.startswith("Nothing to consolidate in 1 memory.")
    assert "consolidate" in lamina("undo").out
    assert lamina("consolidate", "--dry-run").out == would


@pytest.mark.req("C5")
@pytest.mark.usefixtures("old")
def test_programs_read_counts_reasons_and_every_step() -> None:
    told = lamina("consolidate", "--json").answer
    counted = ("memories", "merged", "summarised", "compressed", "ranked", "archived", "linked", "left_alone")
    assert [told[name] for name in counted] == [1, 0, 0, 1, 0, 0, 0, 0]
    assert told["reasons"] == [{"step": "compress", "count": 1, "why": "older than 30 days"}]
    [step] = told["steps"]
    assert (step["to"], step["why"]) == ("compressed", "older than 30 days")
    assert lamina("trace", step["id"], "--json").answer["item"]["shown"] == "compressed"
    assert lamina("undo", told["entry"], "--json").answer["items"] == 1


@pytest.mark.req("C5")
@pytest.mark.usefixtures("old")
def test_the_days_are_settings() -> None:
    lamina("config", "compress_after_days", "90000")
    assert lamina("consolidate", "--dry-run", "--json").answer["summarised"] == 1
    assert "must be a number" in lamina("config", "archive_after_days", "soon").refusal
