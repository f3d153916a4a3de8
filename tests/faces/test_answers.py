"""Every command answers people with text and programs with exactly one JSON value."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lamina import __version__
from tests.commands import lamina, process, remembered

SESSION = {
    "id": "s1",
    "started_at": "2026-03-02T09:00:00+01:00",
    "turns": [
        {"role": "user", "text": "Why does the kettle parser fail?", "at": "2026-03-02T09:00:00+01:00"},
        {"role": "assistant", "text": "It reads the lid before the spout.", "at": "2026-03-02T09:01:00+01:00"},
    ],
}
STATUS = {
    *("pending", "long_term", "core", "denied", "archived", "sessions", "exchanges", "concepts"),
    *("contradictions_open", "store", "bytes", "last_action", "project"),
}


@pytest.fixture
def filled(folder: Path) -> dict[str, str]:
    """A store that knows something, and words to ask about it."""
    (folder / "s1.json").write_text(json.dumps(SESSION))
    lamina("record", "s1.json")
    first = remembered("Green tea is brewed at seventy degrees")
    lamina("export", "before.jsonl")
    return {"ID": first}


EVERY = [
    (["remember", "Black tea is brewed at ninety-five degrees", "--tag", "rule"], dict),
    (["record", "s1.json"], dict),
    (["recall", "green tea"], list),
    (["trace", "ID"], dict),
    (["used", "ID", "cited"], list),
    (["edit", "ID", "Green tea is brewed at eighty degrees"], dict),
    (["forget", "ID"], dict),
    (["undo"], dict),
    (["consolidate", "--dry-run"], dict),
    (["consolidate"], dict),
    (["status"], dict),
    (["doctor"], list),
    (["reindex"], dict),
    (["export", "all.jsonl"], dict),
    (["load", "before.jsonl"], dict),
    (["config"], list),
    (["projects"], dict),
    (["demo"], list),
]


@pytest.mark.parametrize(("words", "kind"), EVERY, ids=[words[0] for words, _ in EVERY])
def test_every_command_answers_in_text_and_in_json(filled: dict[str, str], words: list[str], kind: type) -> None:
    given = [filled.get(word, word) for word in words]
    as_json = lamina(*given, "--json")
    assert (as_json.code, as_json.err) == (0, "")
    assert isinstance(as_json.answer, kind)
    assert as_json.answer, "an empty answer would prove nothing"
    if words[0] == "forget":  # it is gone now, and this is how it comes back
        lamina("undo")
    if words[0] == "undo":
        lamina("remember", "something to undo")
    in_text = lamina(*given)
    assert (in_text.code, in_text.err) == (0, "")
    assert in_text.out.strip()
    with pytest.raises(ValueError, match=r"Expecting|Extra data"):
        json.loads(in_text.out)


def test_status_has_the_documented_keys_and_no_other(filled: dict[str, str]) -> None:
    status = lamina("status", "--json").answer
    assert set(status) == STATUS
    assert (status["pending"], status["sessions"], status["exchanges"]) == (1, 1, 1)
    assert status["last_action"]["action"] == "remember"


def test_a_hit_says_what_it_is_where_it_comes_from_and_why(filled: dict[str, str]) -> None:
    hit = lamina("recall", "why does the kettle parser fail", "--json").answer[0]
    assert hit["session_ids"] == ["s1"]
    assert hit["kind"] == "exchange"
    assert hit["text"].startswith("Why does the kettle parser fail?")
    assert hit["why"]
    assert {"id", "kind", "level", "score", "text", "session_ids", "files", "why"} <= set(hit)


@pytest.mark.req("A14")
def test_every_date_that_a_program_reads_is_iso_8601(filled: dict[str, str]) -> None:
    from datetime import datetime

    item = lamina("trace", filled["ID"], "--json").answer["item"]
    last = lamina("status", "--json").answer["last_action"]["ts"]
    for date in (item["first_seen"], item["last_seen"], item["validity"]["valid_from"], last):
        assert datetime.fromisoformat(date).tzinfo is not None


@pytest.mark.req("D1")
def test_what_is_remembered_keeps_its_tags_and_its_importance() -> None:
    told = lamina(
        "remember", "Kettles boil", "--tag", "rule", "--tag", "kitchen", "--importance", "0.9", "--json"
    ).answer
    found = lamina("trace", told["id"], "--json").answer["item"]
    assert (found["lengths"]["full"], found["tags"], found["importance"]) == (
        "Kettles boil",
        ["rule", "kitchen"],
        0.9,
    )


@pytest.mark.parametrize("words", [[], ["--help"], ["help"], ["-h"]])
def test_lamina_alone_lists_the_commands(words: list[str]) -> None:
    told = lamina(*words)
    assert told.code == 0
    for word in [*(words[0] for words, _ in EVERY), "--version"]:
        assert f"\n  {word} " in told.out


@pytest.mark.parametrize("word", [words[0] for words, _ in EVERY])
def test_every_command_explains_itself_and_does_nothing(word: str, home: Path) -> None:
    told = lamina(word, "--help")
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith(f"usage: lamina {word}")
    assert "--json" in told.out
    assert not home.exists()


def test_the_version_is_told_by_a_real_process() -> None:
    assert process("--version") == (0, f"lamina {__version__}\n", "")
