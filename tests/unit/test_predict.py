"""What each signal says about the files that will be needed, how sure one may be, and why."""

from __future__ import annotations

from datetime import datetime

import pytest

from lamina.assemble.messages import Messages
from lamina.assemble.past import MOST_FILES, Past, stem_of
from lamina.assemble.predict import predict_files, predict_memories
from lamina.assemble.scale import COLD, Scale, learned
from lamina.model.signals import Deed, Match, Prediction, Remembered, Signals


def deed(number: int, *files: str, read: int = 0, branch: str = "", who: str = "ann", hour: int = 9) -> Deed:
    return Deed(f"s{number}", f"2026-03-{number:02}T{hour:02}:00:00.000000Z", files, len(files) - read, branch, who)


PAST = Past(
    [
        deed(1, "src/kettle.py", "tests/test_kettle.py", "docs/tea.md"),
        deed(2, "src/cup.py", "src/saucer.py", branch="ann/saucers"),
        deed(3, "src/kettle.py", "tests/test_kettle.py"),
        deed(4, "src/menu.py", who="bob", hour=22),
        deed(5, "src/cup.py"),
        deed(6, "src/till.py"),
    ]
)


def files(signals: Signals, limit: int = 3, **matches: list[Match]) -> list[str]:
    return [one.id for one in predict_files(signals, PAST, matches, limit)]


def why(signals: Signals, path: str, **matches: list[Match]) -> str:
    found = {one.id: one.why for one in predict_files(signals, PAST, matches, 20)}
    return "; ".join(found[path])


@pytest.mark.req("C4")
def test_a_file_brings_those_that_were_worked_on_together_with_it() -> None:
    assert files(Signals(file="src/kettle.py"), 1) == ["tests/test_kettle.py"]
    assert "together with src/kettle.py 2 of 2 times" in why(Signals(file="src/kettle.py"), "tests/test_kettle.py")


@pytest.mark.req("C4")
def test_a_file_that_nobody_has_touched_brings_its_twin() -> None:
    assert "called like the one at hand" in why(Signals(file="lib/cup.ts"), "src/cup.py")


@pytest.mark.req("C4")
def test_every_open_file_counts() -> None:
    both = files(Signals(file="src/kettle.py", opened=("src/cup.py",)), 3)
    assert {"tests/test_kettle.py", "src/saucer.py"} <= set(both)


@pytest.mark.req("C4")
def test_a_branch_brings_what_was_done_on_it() -> None:
    on, off = (
        {one.id: one.confidence for one in predict_files(Signals(branch=branch), PAST, {}, 20)}
        for branch in ("ann/saucers", "")
    )
    assert on["src/saucer.py"] > off["src/saucer.py"]
    assert "branch: touched in 1 of 1 sessions on ann/saucers" in why(Signals(branch="ann/saucers"), "src/saucer.py")


def test_the_main_branch_says_nothing() -> None:
    past = Past([deed(1, "a.py", branch="main"), deed(2, "b.py", branch="main")])
    assert predict_files(Signals(branch="main"), past, {}, 9) == predict_files(Signals(), past, {}, 9)


@pytest.mark.req("C4")
def test_a_prompt_brings_the_files_whose_path_it_says() -> None:
    assert files(Signals(prompt="The till prints no receipt"), 1) == ["src/till.py"]
    assert "prompt: its path says till" in why(Signals(prompt="the till is broken"), "src/till.py")


@pytest.mark.req("C4")
@pytest.mark.parametrize("signal", ["text", "error", "role"])
def test_what_speaks_of_the_same_brings_the_files_of_its_session(signal: str) -> None:
    found = {signal: [Match("e1", "s2", 9.0, ("src/cup.py",), 1)]}
    signals = Signals(prompt="", error="E", activity="A")
    before = {one.id: one.confidence for one in predict_files(signals, PAST, {}, 20)}
    after = {one.id: one.confidence for one in predict_files(signals, PAST, found, 20)}
    weighed = signal != "text"  # without a prompt nothing can be like it
    assert (after["src/saucer.py"] > before["src/saucer.py"]) == weighed


@pytest.mark.req("C4")
def test_people_and_the_hour_count_a_little() -> None:
    plain = {one.id: one.confidence for one in predict_files(Signals(), PAST, {}, 20)}
    for signals, said in (
        (Signals(people=("Bob",)), "people: Bob worked on it before"),
        (Signals(at=datetime.fromisoformat("2026-04-01T23:10:00+00:00")), "time: worked on at this hour before"),
    ):
        found = {one.id: one for one in predict_files(signals, PAST, {}, 20)}
        assert found["src/menu.py"].confidence > plain["src/menu.py"]
        assert said in found["src/menu.py"].why


def commit(number: int, said: str, *files: str, who: str = "", mailbox: str = "") -> Deed:
    at = f"2026-02-{number:02}T09:00:00Z"
    return Deed(f"c{number}", at, files, len(files), "", who, mailbox, said, commit=True)


COMMITS = [
    commit(1, "Warm the saucer before serving", "src/saucer.py", "src/heat.py", who="Cleo Sun", mailbox="cleo"),
    commit(2, "Serve on a warm saucer\nIt stays hot", "src/heat.py", who="Ann", mailbox="ann.lee"),
    commit(3, "Bump the version", "VERSION"),
]


def told(signals: Signals, *, git: bool = True) -> dict[str, Prediction]:
    past = Past([*COMMITS, *PAST.deeds])
    matches = {"message": Messages(COMMITS).alike(signals.asked, "9999", 30)} if git else {}
    return {one.id: one for one in predict_files(signals, past, matches, 20)}


@pytest.mark.req("C4")
def test_commits_that_speak_of_the_same_bring_their_files_and_say_so() -> None:
    asked = Signals(prompt="is the plate warm before we serve?")
    assert told(asked)["src/heat.py"].confidence > told(asked, git=False)["src/heat.py"].confidence
    assert 'git: 2 commits speak of the same, last c2 "Serve on a warm saucer"' in told(asked)["src/heat.py"].why
    assert any("1 commit speaks of the same" in one for one in told(asked)["src/saucer.py"].why)


def test_a_long_subject_is_told_in_short() -> None:
    long = commit(1, "kettle " * 40, "src/kettle.py")
    matches = {"message": Messages([long]).alike("kettle", "9999", 1)}
    found = predict_files(Signals(prompt="kettle"), Past([long]), matches, 1)
    [said] = [one for one in found[0].why if one.startswith("git: ")]
    assert len(said) < 130
    assert said.endswith('…"')


def test_what_session_and_commit_both_tell_counts_once() -> None:
    session = [Match("e1", "s2", 9.0, ("src/cup.py", "src/saucer.py"), 2)]
    commits = [Match("c9", "s2", 5.0, ("src/cup.py", "src/saucer.py"), 2)]
    one, other, both = (
        {path.id: path.confidence for path in predict_files(Signals(prompt="china"), PAST, found, 20)}["src/cup.py"]
        for found in ({"text": session}, {"message": commits}, {"text": session, "message": commits})
    )
    assert one == other == both


@pytest.mark.req("C4")
def test_what_a_branch_is_called_after_is_asked_with_the_prompt() -> None:
    asked = Signals(prompt="go on", branch="bob/warm-saucer")
    assert "src/heat.py" in [one for one, found in told(asked).items() if any("git: " in why for why in found.why)]
    assert "branch: its path says saucer" in told(asked)["src/saucer.py"].why


@pytest.mark.parametrize(
    ("signals", "asked"),
    [
        (Signals(branch="ann/token-usage"), "token usage"),
        (Signals(branch="fix_token.usage"), "fix token usage"),
        (Signals(branch="ann/token-usage", prompt="go on"), "token usage\ngo on"),
        (Signals(branch="ann/token-usage", file="a.py"), ""),
        (Signals(branch="main", prompt="go on"), "go on"),
        (Signals(branch="main"), ""),
    ],
)
def test_a_branch_is_asked_by_its_name_unless_a_file_says_more(signals: Signals, asked: str) -> None:
    assert signals.asked == asked


@pytest.mark.req("C4")
@pytest.mark.parametrize("name", ["Cleo Sun", "cleo sun", "CLEO"])
def test_authors_of_commits_are_known_by_name_and_by_their_mailbox(name: str) -> None:
    assert f"people: {name} worked on it before" in told(Signals(people=(name,)))["src/heat.py"].why


def test_nobody_is_called_nothing() -> None:
    assert told(Signals(people=("",))) == told(Signals())


def test_what_was_only_read_counts_less_than_what_was_changed() -> None:
    past = Past([deed(1, "changed.py", "read.py", read=1)])
    assert [one.id for one in predict_files(Signals(), past, {}, 2)] == ["changed.py", "read.py"]


def test_a_deed_of_everything_says_nothing() -> None:
    assert Past([deed(1, *(f"f{n}.py" for n in range(MOST_FILES + 1)))]).of == {}


def test_the_file_at_hand_is_not_predicted() -> None:
    assert "src/cup.py" not in files(Signals(file="src/cup.py", prompt="cup"), 20)


@pytest.mark.parametrize("name", ["src/kettle.py", "tests/test_kettle.py", "kettle_test.go", "Kettle.spec.ts"])
def test_a_file_and_its_test_have_one_stem(name: str) -> None:
    assert stem_of(name) == "kettle"


@pytest.mark.req("C4")
def test_memories_about_likely_files_come_first_each_with_its_reason() -> None:
    likely = [Prediction("file", "src/cup.py", 0.6, ()), Prediction("file", "src/till.py", 0.1, ())]
    known = [
        Remembered("m-till", "exchange", ("src/till.py",), "2026-03-02"),
        Remembered("m-cup", "exchange", ("src/cup.py",), "2026-03-01"),
        Remembered("m-none", "fact", (), "2026-03-03"),
    ]
    found = predict_memories(Signals(), known, likely, {}, 5)
    assert [one.id for one in found] == ["m-cup", "m-till"]
    assert found[0].why == ("about src/cup.py (60% likely)",)


def test_of_equally_likely_memories_the_latest_is_first() -> None:
    likely = [Prediction("file", "src/cup.py", 0.6, ())]
    known = [Remembered(f"m{day}", "exchange", ("src/cup.py",), f"2026-03-0{day}") for day in (2, 3, 1)]
    assert [one.id for one in predict_memories(Signals(), known, likely, {}, 5)] == ["m3", "m2", "m1"]


@pytest.mark.req("C4", "C14")
def test_a_past_of_wrong_predictions_makes_later_ones_less_sure() -> None:
    wrong, right = learned([(1.0, 0.0)] * 60), learned([(1.0, 1.0)] * 60)
    assert wrong.confidence(1.0) < COLD.confidence(1.0) < right.confidence(1.0)
    assert wrong.confidence(1.0) < 0.2
    assert right.confidence(1.0) > 0.7


@pytest.mark.req("C14")
def test_eight_of_ten_becomes_a_confidence_of_eight_tenths() -> None:
    lessons = [(odds, float(number < share)) for odds, share in ((2.0, 8), (-1.0, 1)) for number in range(10)] * 30
    scale = learned(lessons)
    assert scale.confidence(2.0) == pytest.approx(0.8, abs=0.03)
    assert scale.confidence(-1.0) == pytest.approx(0.1, abs=0.03)


def test_nothing_learned_changes_nothing() -> None:
    assert learned([]) == COLD


def test_more_evidence_is_never_less_likely() -> None:
    upside_down = learned([(3.0, 0.0), (-3.0, 1.0)] * 100)
    assert upside_down.slope > 0


def test_the_plain_scale_is_the_logistic() -> None:
    assert Scale().confidence(0.0) == 0.5
