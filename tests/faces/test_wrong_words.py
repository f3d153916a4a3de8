"""Words that no command takes: exit code 2, one sentence that says what to do, the same as JSON for programs."""

from __future__ import annotations

import pytest

from tests.commands import lamina, process, remembered

WRONG = {
    "no such command": (["nonsense"], "There is no command 'nonsense'. `lamina --help` lists them."),
    "an option first": (["--store", "x.db", "recall", "x"], "There is no command '--store'."),
    "a missing argument": (["recall"], "The following arguments are required: query. `lamina recall --help`"),
    "no number": (["recall", "x", "--limit", "many"], "Argument --limit: invalid int value: 'many'."),
    "an unknown option": (["status", "--colour"], "Unrecognized arguments: --colour."),
    "an abbreviated option": (["recall", "x", "--lim", "3"], "Unrecognized arguments: --lim 3."),
    "one argument too many": (["trace", "a", "b"], "Unrecognized arguments: b."),
    "a limit of nothing": (["recall", "x", "--limit", "0"], "limit is 0."),
    "an unknown mode": (["recall", "x", "--mode", "psychic"], "There is no mode 'psychic'."),
    "no time": (["recall", "x", "--as-of", "yesterday"], "as_of is 'yesterday', which is not a time."),
    "no word": (["recall", "?!"], "The question holds no word."),
    "an unknown kind": (["remember", "x", "--kind", "rumour"], "There is no kind 'rumour'."),
    "an unknown layer": (["remember", "x", "--layer", "cake"], "There is no layer 'cake'."),
    "too important": (["remember", "x", "--importance", "7"], "importance is 7.0. It goes from 0 to 1."),
    "importance is no number": (["remember", "x", "--importance", "nan"], "importance is nan."),
    "an unknown id": (["trace", "no-such-id"], "There is no memory no-such-id. `lamina recall` shows ids."),
    "an unknown id to edit": (["edit", "no-such-id", "x"], "There is no memory no-such-id."),
    "an unknown id to count": (["used", "no-such-id", "cited"], "There is no memory no-such-id."),
    "an unknown outcome": (["used", "no-such-id", "liked"], "There is no outcome 'liked'. Use one of retrieved, cited"),
    "an outcome without an id": (["used", "cited"], "The following arguments are required: outcome."),
    "an unknown id to forget": (["forget", "no-such-id"], "There is no memory no-such-id."),
    "an unknown change": (["undo", "no-such-change"], "There is no change no-such-change of yours."),
    "nothing to undo": (["undo"], "There is nothing to undo."),
    "nothing to forget": (["forget"], "Nothing says what to forget."),
    "no date to forget": (["forget", "--before", "soon"], "--before is 'soon', which is not a time."),
    "an unknown project": (["export", "x.jsonl", "--only", "coffee"], "There is no project 'coffee'."),
    "an unknown export": (["export", "x.xml", "--format", "xml"], "There is no export format 'xml'."),
    "an unknown load": (["load", "x.xml", "--format", "xml"], "There is no load format 'xml'."),
    "an unknown setting": (["config", "colour"], "There is no setting 'colour'. Known: "),
    "an unknown setting to set": (["config", "colour", "red"], "There is no setting 'colour' in the file."),
    "a wrong value": (["config", "visibility", "glass"], "visibility is 'glass' (argument). It must be one of"),
}


@pytest.mark.req("A12")
@pytest.mark.parametrize(("words", "said"), WRONG.values(), ids=WRONG)
def test_wrong_words_are_refused_in_one_sentence_and_create_nothing(words: list[str], said: str) -> None:
    told = lamina(*words)
    assert told.code == 2
    assert told.refusal.startswith(said)
    assert lamina("projects", "--json").answer == {}
    assert lamina("status", "--json").answer["last_action"] is None


@pytest.mark.parametrize("words", [words for words, _ in WRONG.values()], ids=WRONG)
def test_a_program_gets_the_same_refusal_as_one_json_value(words: list[str]) -> None:
    told = lamina(*words, "--json")
    assert (told.code, told.err) == (2, "")
    assert set(told.answer) == {"error"}
    assert set(told.answer["error"]) == {"kind", "message", "hint"}
    assert told.answer["error"]["kind"] in ("bad_input", "not_found")
    assert told.answer["error"]["message"].endswith(".")


def test_a_real_process_ends_with_the_same_exit_code_and_words() -> None:
    assert process("recall").refusal == lamina("recall").refusal
    assert process("recall").code == 2


def test_two_memories_with_the_same_beginning_are_named_and_neither_is_touched() -> None:
    """Ids begin with the time: whatever is remembered within a minute begins alike."""
    first, second = remembered("Green tea"), remembered("Black tea")
    beginning = first[:4]
    told = lamina("edit", beginning, "Coffee")
    assert told.code == 2
    assert told.refusal == f"Several ids start with {beginning}: {first}, {second}. Give more of it."
    assert {hit["text"] for hit in lamina("recall", "tea", "--json").answer} == {"Green tea", "Black tea"}


def test_the_beginning_of_an_id_is_enough_where_it_is_the_only_one() -> None:
    only = remembered("Green tea")
    assert lamina("trace", only[:13], "--json").answer["item"]["id"] == only


def test_undoing_twice_is_a_conflict() -> None:
    remembered("Green tea")
    entry = lamina("undo", "--json").answer["entry"]
    told = lamina("undo", entry)
    assert told.code == 3
    assert "was undone already" in told.refusal
    assert lamina("undo", entry, "--json").answer["error"]["kind"] == "conflict"


def test_a_text_that_looks_like_an_option_can_be_remembered() -> None:
    assert lamina("remember", "--", "--json").out.endswith("--json\n")
