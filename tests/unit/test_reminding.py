"""Which few memories a hook tells: what is sure, new and short enough."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.adapters.static_vectors import StaticVectors
from lamina.adapters.token_counts import O200k
from lamina.assemble.fence import CLOSING, OPENING
from lamina.assemble.file_notes import on_file, speaks_of
from lamina.assemble.reminding import FENCE_TOKENS, MOST_CHARACTERS, about, asked_terms, error_terms, fixing, reminder
from lamina.model.reminders import Heard, Note
from lamina.wiring import STATIC_VECTORS

COUNTER = O200k()
NOTHING_HEARD = Heard()


def a_note(text: str = "Deploys use the blue-green script", **given: Any) -> Note:
    plain: dict[str, Any] = {
        "key": 1, "id": "e1", "kind": "fact", "category": "", "level": "long_term", "tokens": 0,
        "keywords": ("deploy", "blue-green", "kettle"), "files": (), "problem": "", "last_seen": "2026-03-02T10:00:00Z",
        "sessions": ("s0",), "sightings": 2, "cited": 0, "ignored": 0, "archived": False,
    }  # fmt: skip
    return Note(text=text, **{**plain, **given})


def told(prompt: str, *notes: Note, heard: Heard = NOTHING_HEARD) -> list[str]:
    return [one.note.id for one in about(notes, {one.key: 1.0 for one in notes}, asked_terms(prompt), heard)]


@pytest.mark.req("C7")
def test_a_prompt_is_about_a_memory_when_it_uses_two_of_its_words() -> None:
    assert told("How do we deploy the kettle?", a_note()) == ["e1"]
    assert told("How do we deploy?", a_note()) == []
    assert told("What is the weather like?", a_note()) == []


def test_what_a_person_wrote_down_is_found_by_what_it_says() -> None:
    assert told("run the blue-green script", a_note(keywords=())) == ["e1"]
    assert told("run the blue-green script", a_note(keywords=(), kind="exchange")) == []


@pytest.mark.parametrize("given", [{"level": "core"}, {"archived": True}, {"kind": "concept"}])
def test_what_the_agent_reads_anyway_or_nobody_should_is_not_told(given: dict[str, Any]) -> None:
    assert told("deploy the kettle", a_note(**given)) == []


def test_what_the_session_knows_already_is_not_told() -> None:
    assert told("deploy the kettle", a_note(), heard=Heard(frozenset({"e1"}))) == []
    assert told("deploy the kettle", a_note(), heard=Heard(session="s0")) == []
    assert told("deploy the kettle", a_note(sessions=("s0", "s1")), heard=Heard(session="s0")) == ["e1"]


@pytest.mark.req("C7")
def test_of_two_equal_memories_the_one_that_was_cited_comes_first() -> None:
    notes = a_note("One", id="a", ignored=3), a_note("Two", id="b", cited=3, key=2)
    assert told("deploy the kettle", *notes) == ["b", "a"]


def test_the_same_text_is_told_once() -> None:
    assert told("deploy the kettle", a_note(), a_note(id="e2", key=2)) == ["e1"]


def test_what_many_matches_agree_on_comes_before_a_lone_one() -> None:
    lone = a_note("Lone", id="lone", key=9, files=("docs/other.md",))
    many = [a_note(f"Many {at}", id=f"m{at}", key=at, files=("src/kettle.py", f"src/{at}.py")) for at in range(3)]
    assert told("deploy the kettle", lone, *many)[0].startswith("m")


def test_the_next_note_tells_of_other_files_where_it_is_about_as_good() -> None:
    notes = [a_note(f"Same {at}", id=f"s{at}", key=at, files=("src/kettle.py",)) for at in range(3)]
    other = a_note("Other", id="t", key=9, files=("src/lid.py", "src/spout.py", "src/rim.py"))
    assert told("deploy the kettle", *notes, other)[1] == "t"


def test_a_session_that_was_spoken_to_is_told_more_only_when_it_is_surer() -> None:
    words = ("deploy", "kettle", "blue", "green", "harbour", "lantern")
    unsure = a_note("Unsure", id="u", keywords=words)
    assert told("deploy the kettle", unsure) == ["u"]
    assert told("deploy the kettle", unsure, heard=Heard(spoken_to=True)) == []
    assert told("deploy the blue green kettle", unsure, heard=Heard(spoken_to=True)) == ["u"]


@pytest.mark.req("C1")
def test_each_note_says_why_it_is_told() -> None:
    note = a_note(files=("src/kettle.py",))
    (one,) = about([note], {note.key: 1.0}, asked_terms("deploy the kettle"), Heard())
    assert one.why == ("prompt: 2 of its words", "prompt: 100% of what was found is about src/kettle.py")


def test_a_fix_is_told_for_the_error_it_fixed_and_for_no_other() -> None:
    fix = a_note(problem="ModuleNotFoundError: No module named 'kettle'", category="error_fix")
    met = error_terms("Exit code 1\nE   ModuleNotFoundError: No module named 'kettle'\n1 failed in 0.1s")
    other = error_terms("Exit code 1\nSyntaxError: invalid syntax in parser.py")
    assert [one.note for one in fixing([fix], met, Heard())] == [fix]
    assert fixing([fix], other, Heard()) == []


def test_the_fence_costs_what_it_is_said_to_cost() -> None:
    assert COUNTER.count([f"{OPENING}\n\n{CLOSING}"])[0] <= FENCE_TOKENS


def test_the_version_of_the_default_embedder_is_known_without_loading_it() -> None:
    assert StaticVectors.version == STATIC_VECTORS


def of_file(*notes: Note, touching: tuple[int, ...] = (), name: str = "src/lid.py") -> list[str]:
    return [one.note.id for one in on_file(notes, touching, (name, f"/tea/{name}"), NOTHING_HEARD)]


@pytest.mark.req("C7")
def test_of_a_file_what_was_decided_comes_before_what_went_wrong_and_that_before_work() -> None:
    work = a_note("Made the lid fit", id="w", key=1, kind="exchange")
    fix = a_note("Steam: open src/lid.py", id="f", key=2, problem="Steam", category="error_fix")
    rule = a_note("No imports", id="r", key=3, category="rule")
    assert of_file(work, fix, rule, touching=(1, 3)) == ["r", "f", "w"]
    assert of_file(work, fix, rule) == ["f"]


def test_of_past_work_on_a_file_only_the_latest_is_told() -> None:
    work = [
        a_note(f"Part {at}", id=f"w{at}", key=at, kind="exchange", last_seen=f"2026-03-0{at}T10:00:00Z")
        for at in range(1, 6)
    ]
    assert of_file(*work, touching=(1, 2, 3, 4, 5)) == ["w5", "w4"]


def test_many_small_fixes_do_not_crowd_out_the_hard_one_nor_the_work_on_a_file() -> None:
    fixes = [a_note(f"Fix {at}", id=f"f{at}", key=at, problem="unused", category="error_fix") for at in range(1, 7)]
    hard = a_note("It was the clock", id="h", key=7, problem="late", category="solution", last_seen="2026-01-01")
    work = a_note("Made the lid fit", id="w", key=8, kind="exchange")
    other = a_note("How lids work", id="c", key=9, category="core_logic")
    told = of_file(*fixes, hard, work, other, touching=tuple(range(10)))
    assert (told[0], len(told), told[2:]) == ("h", 4, ["w", "c"])


def test_what_is_about_many_files_is_about_none_of_them() -> None:
    many = a_note("Renamed everything", files=tuple(f"f{at}.py" for at in range(30)))
    assert of_file(many, touching=(1,)) == []


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Keep `src/lid.py` small", True),
        ("Keep lid.py small.", True),
        ("It broke in ./src/lid.py:12", True),
        ("See /tea/src/lid.py.", True),
        ("Keep other/lid.py small", False),
        ("Keep lid small", False),
        ("Keep lid.pyc small", False),
        ("Keep slid.py small", False),
        ("", False),
    ],
)
def test_a_text_speaks_of_a_file_by_its_path_or_the_end_of_it(text: str, named: bool) -> None:
    assert speaks_of(text, ("src/lid.py", "/tea/src/lid.py")) is named


def test_a_plain_word_is_not_taken_for_the_name_of_a_file() -> None:
    assert not speaks_of("Run the test first", ("bin/test",))
    assert speaks_of("Run bin/test first", ("bin/test",))
    assert speaks_of("The Makefile has tabs", ("Makefile",))


texts = st.text(max_size=400) | st.text(alphabet="ab \n<>/", max_size=3000)


@pytest.mark.req("C1")
@given(st.lists(texts, max_size=8), st.integers(100, 2000), st.booleans())
def test_a_reminder_is_never_above_its_budget_nor_longer_than_an_agent_takes(
    said: list[str], budget: int, counted: bool
) -> None:
    said = [one.encode("utf-8", "ignore").decode() for one in said]
    sizes = COUNTER.count(said) if counted and said else [0] * len(said)
    notes = [a_note(one, id=f"e{at}", key=at, tokens=sizes[at]) for at, one in enumerate(said)]
    found = reminder(notes, {"e1"}, budget)
    assert len(found.text) <= MOST_CHARACTERS
    assert not found.text or COUNTER.count([found.text])[0] <= budget
    assert found.text.count("</lamina-context>") == bool(found.text)


def test_one_event_is_told_once() -> None:
    said = "Lid edits between checkpoints were counted twice by the kettle"
    asked = a_note(f"yes, add a test → {said}", id="a", kind="exchange", sessions=("s1",))
    learned = a_note(f"Lids: {said}", id="b", key=2, sessions=("s1",))
    elsewhere = a_note(f"Kettle: {said}", id="c", key=3, sessions=("s2",))
    assert told("deploy the kettle blue-green", asked, learned) == ["a"]
    assert told("deploy the kettle blue-green", asked, elsewhere) == ["a", "c"]


def test_an_error_is_looked_up_by_where_it_was_too() -> None:
    output = "trailers.go:11:18: expected ';', found entire\n:15:1: missing import path\n[lint] ERROR task failed"
    assert "import" in error_terms(output)
