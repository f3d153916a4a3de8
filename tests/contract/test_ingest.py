"""Reading transcripts: what is said in them is found at once, and every claim leads back to its lines."""

from __future__ import annotations

from pathlib import Path

import pytest

import lamina
from lamina.model.memory import ConceptFields, EpisodeFields, ExchangeFields
from lamina.model.wire import l1_line
from tests.factories import everything, records
from tests.transcripts import FOLDER, ClaudeCode, as_lines, codex, codex_call, codex_message, codex_output

FIXED = "Fixed the leak in `kettle.py`: the lid was never closed after the steam valve had opened."


def a_session(session: str = "11111111-aaaa", minute: int = 0) -> ClaudeCode:
    """Two requests: a rule with a fix, and a decision with a commit."""
    return (
        ClaudeCode(session, minute=minute)
        .other(type="file-history-snapshot", messageId="m", snapshot={"body": "x" * 20_000})
        .user("The kettle leaks, please fix it. Always run make test before you commit.")
        .thinks("Where is the lid? " * 300)
        .reads(f"{FOLDER}/src/kettle.py")
        .edits(f"{FOLDER}/src/kettle.py", "open()", "open()\nclose()", at=12)
        .runs("make test", "collected 9 items\n" + "a line of noise\n" * 2000 + "9 passed in 0.2s")
        .says(FIXED)
        .user("Commit it")
        .asks("Which branch should it go to?", "A branch of its own")
        .runs("git commit -am 'Close the lid'", "[lid abc1234] Close the lid\n 1 file changed, 1 insertion(+)")
        .says("Committed as `abc1234` on the branch lid.")
    )


def exchanges(memory: lamina.Memory) -> list[lamina.MemoryItem]:
    return memory._store.of_kind(memory.viewer, "exchange")


def facts(memory: lamina.Memory) -> dict[str, lamina.MemoryItem]:
    return {one.lengths.full: one for one in memory._store.of_kind(memory.viewer, "fact")}


@pytest.mark.req("B1", "B3")
def test_a_transcript_becomes_turns_exchanges_concepts_and_memories(memory: lamina.Memory, tmp_path: Path) -> None:
    path = a_session().file(tmp_path)
    done = memory.ingest([str(path)])
    assert (done.files, done.sessions, done.exchanges, done.skipped) == (1, 1, 2, ())
    assert done.turns == 9
    assert done.raw_bytes == path.stat().st_size
    assert 0 < done.refined_bytes < done.raw_bytes / 20, "95 % smaller"
    first, second = exchanges(memory)
    assert isinstance(first.fields, ExchangeFields)
    assert first.fields.asked.startswith("The kettle leaks")
    assert first.fields.outcome == "done"
    assert first.files == ("src/kettle.py",)
    assert (first.fields.opening, first.fields.closing) == (1, 5)
    assert second.lengths.summary == "Commit it → Committed as `abc1234` on the branch lid."
    assert memory.status().concepts == len(memory.concepts()) >= 1
    assert done.memories == len(facts(memory)) + 1


@pytest.mark.req("B5", "B6", "C2")
def test_what_was_said_decided_and_done_is_kept_with_who_said_it(memory: lamina.Memory, tmp_path: Path) -> None:
    memory.ingest([str(a_session().file(tmp_path))])
    found = facts(memory)
    rule = found["Always run make test before you commit."]
    decision = found["Which branch should it go to? → A branch of its own"]
    habit = found["This project is checked with `make test`"]
    assert (rule.category, rule.evidence[0].speaker) == ("rule", "user")
    assert (decision.category, decision.evidence[0].speaker) == ("decision", "user")
    assert (habit.category, habit.evidence[0].speaker) == ("convention", "tool")
    [episode] = memory._store.of_kind(memory.viewer, "episode")
    assert isinstance(episode.fields, EpisodeFields)
    assert episode.fields.title == "Close the lid"
    assert {one.trust.level for one in (rule, decision, habit, episode)} == {"pending"}


def test_what_was_read_is_found_at_once(memory: lamina.Memory, tmp_path: Path) -> None:
    memory.ingest([str(a_session().file(tmp_path))])
    assert "kettle leaks" in memory.recall("leaking kettle")[0].text
    assert memory.recall("which branch?")[0].text.startswith("Which branch should it go to?")
    assert {hit.kind for hit in memory.recall("kettle lid", limit=20)} >= {"exchange", "concept"}


@pytest.mark.req("B3", "B8")
def test_every_claim_leads_to_its_very_lines(memory: lamina.Memory, tmp_path: Path) -> None:
    memory.ingest([str(a_session().file(tmp_path))])
    decision = facts(memory)["Which branch should it go to? → A branch of its own"]
    [traced] = memory.trace(decision.id).exchanges
    assert [one.turn.name for one in traced.turns] == ["AskUserQuestion"]
    first = exchanges(memory)[0]
    [whole] = memory.trace(first.id).exchanges
    assert [one.number for one in whole.turns] == [1, 2, 3, 4, 5]
    assert [one.turn.role for one in whole.turns] == ["user", "tool", "tool", "tool", "assistant"]
    edit = whole.turns[2].turn
    assert (edit.name, edit.target, edit.lines, edit.diff) == ("Edit", "src/kettle.py", "12-12", "+close()")
    assert whole.turns[3].turn.result == "ok\n9 passed in 0.2s"
    assert b'"ts":"2026-03-02T09:00:00+00:00","role":"user","text":"The kettle' in l1_line(whole.turns[0].turn)


@pytest.mark.req("B4", "B8")
def test_a_concept_leads_to_its_exchanges_and_they_to_their_lines(memory: lamina.Memory, tmp_path: Path) -> None:
    memory.ingest([str(a_session().file(tmp_path))])
    grouped: list[str] = []
    for concept in memory.concepts():
        assert isinstance(concept.fields, ConceptFields)
        grouped += concept.fields.exchanges
        assert [one.id for one in memory.trace(concept.id).exchanges] == list(concept.fields.exchanges)
    assert sorted(grouped) == sorted(one.id for one in exchanges(memory))


@pytest.mark.req("A3")
def test_the_same_statement_in_two_sessions_is_one_memory_seen_twice(memory: lamina.Memory, tmp_path: Path) -> None:
    for session, minute in (("s-one", 0), ("s-two", 100)):
        a_session(session, minute).file(tmp_path)
    memory.ingest([str(tmp_path)])
    rule = facts(memory)["Always run make test before you commit."]
    assert (rule.count, rule.sessions) == (2, ("s-one", "s-two"))
    assert (rule.first_seen.hour, rule.last_seen.hour) == (9, 10)
    assert len(memory.trace(rule.id).exchanges) == 2


def test_saying_it_twice_in_one_session_counts_once(memory: lamina.Memory, tmp_path: Path) -> None:
    written = ClaudeCode().user("Always use pnpm").says("Ok.").user("I said: nothing.").says("Yes.")
    memory.ingest([str(written.user("Always use pnpm").says("Yes, sorry.").file(tmp_path))])
    [rule] = facts(memory).values()
    assert (rule.count, len(rule.evidence)) == (1, 2)


def test_equal_prompts_at_different_times_are_different_exchanges(memory: lamina.Memory, tmp_path: Path) -> None:
    memory.ingest([str(ClaudeCode().user("yes").says("Ok.").user("yes").says("Ok.").user("yes").file(tmp_path))])
    assert len({one.id for one in exchanges(memory)}) == 3


def test_a_subagents_own_file_counts_for_the_session_that_started_it(memory: lamina.Memory, tmp_path: Path) -> None:
    main = ClaudeCode("parent").user("Check the kettle").runs("make test", "9 passed").says("It is well.")
    sub = ClaudeCode("parent", minute=30)
    sub.user("Run the tests. Always report in rhymes.", isSidechain=True, agentId="a1")
    sub.runs("make test", "9 passed").says("The tests passed, all nine of them.", isSidechain=True, agentId="a1")
    main.file(tmp_path)
    folder = tmp_path / "parent" / "subagents"
    folder.mkdir(parents=True)
    (folder / "agent-a1.jsonl").write_bytes(sub.bytes)
    assert memory.ingest([str(tmp_path)]).files == 2
    [habit] = facts(memory).values()
    assert habit.fields[:2] == ("command", "make test")
    assert (habit.count, set(habit.sessions)) == (1, {"parent", "agent-a1"})
    assert [one.lengths.summary for one in exchanges(memory)][1] == "The tests passed, all nine of them."


def test_sessions_are_listed_with_what_they_are(memory: lamina.Memory, tmp_path: Path) -> None:
    written = a_session()
    written.other(type="summary", summary="Kettle repair", leafUuid=written.last["uuid"])
    path = written.file(tmp_path)
    memory.ingest([str(path)])
    [row] = memory.sessions()
    assert (row.id, row.agent, row.title) == ("11111111-aaaa", "claude-code", "Kettle repair")
    assert (row.cwd, row.branch, row.path) == (FOLDER, "main", str(path.resolve()))
    assert (row.exchanges, row.turns, row.lineage) == (2, 9, "")


def test_other_agents_are_read_the_same_way(memory: lamina.Memory, tmp_path: Path) -> None:
    (tmp_path / "rollout-1.jsonl").write_bytes(
        as_lines(
            codex("session_meta", id="codex-1", cwd=FOLDER, timestamp="2026-03-02T12:00:00Z"),
            codex("event_msg", "user_message", message="Always use tabs in the kettle"),
            codex_call("exec_command", cmd="make test"),
            codex_output("Exit code: 0\nOutput:\n9 passed"),
            codex_message("assistant", "Noted, `kettle.py` has tabs now."),
        )
    )
    memory.ingest([str(tmp_path)])
    assert [row.id for row in memory.sessions()] == ["codex-1"]
    assert "Always use tabs in the kettle" in facts(memory)


def test_what_the_agent_injected_of_ours_is_not_learned_again(memory: lamina.Memory, tmp_path: Path) -> None:
    ours = "<lamina-context>Rule: Always use pnpm</lamina-context>"
    written = ClaudeCode().user(f"{ours}\nWhy?").says("Because.").runs("lamina context", f"{ours}\n9 passed")
    memory.ingest([str(written.file(tmp_path / "in"))])
    assert b"pnpm" not in everything(memory, tmp_path)
    assert [one["turn"].get("text") for one in records(everything(memory, tmp_path), "turn")] == [
        "Why?",
        "Because.",
        None,
    ]


def test_what_a_store_cannot_keep_does_not_stop_it(memory: lamina.Memory, tmp_path: Path) -> None:
    written = ClaudeCode(cwd="/home/\x00ann").user("What prints \x00 here?").runs("cat \x00", "error: \x1b[31m\x00")
    written.gets("", failed=True).says("A nul \x00.")
    written.other(type="custom-title", customTitle="Nul \x00", sessionId=written.session, uuid="t")
    assert memory.ingest([str(written.file(tmp_path))]).skipped == ()
    assert memory.sessions()[0].title == "Nul "
    [traced] = memory.trace(exchanges(memory)[0].id).exchanges
    assert traced.turns[0].turn.text == "What prints  here?"
