"""Whatever the signals and whatever was done before: predictions are sane, explained, and always the same."""

from __future__ import annotations

from datetime import datetime

from hypothesis import given
from hypothesis import strategies as st

import lamina
from lamina.adapters.git_log import Said
from lamina.adapters.git_messages import FIELDS, records
from lamina.assemble.messages import Messages
from lamina.assemble.past import Past
from lamina.assemble.predict import predict_files, predict_memories
from lamina.assemble.scale import learned
from lamina.model.signals import Deed, Match, Remembered, Signals
from lamina.refine.redact import redact
from tests.properties.strategies import any_text

paths = st.sampled_from(["a.py", "src/a.py", "src/b.py", "tests/test_b.py", "", "/", "ü/é.go", "x" * 300]) | any_text
names = st.sampled_from(["main", "ann/tea", "", "/"]) | any_text
moments = st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1))
signals = st.builds(
    Signals,
    prompt=any_text,
    file=paths,
    opened=st.lists(paths, max_size=8).map(tuple),
    branch=names,
    error=any_text,
    activity=any_text,
    at=st.none() | moments,
    people=st.lists(any_text, max_size=3).map(tuple),
    agent=any_text,
    sprint=any_text,
    stage=any_text,
)
deeds = st.builds(
    lambda id_, at, files, changed, branch, who: Deed(id_, f"{at.isoformat()}.000000Z", files, changed, branch, who),
    st.sampled_from("abcdef"),
    moments,
    st.lists(paths, max_size=6, unique=True).map(tuple),
    st.integers(0, 6),
    names,
    any_text,
)
found = st.lists(
    st.builds(Match, any_text, st.sampled_from("abcxyz"), st.floats(0.001, 90), st.lists(paths, max_size=4).map(tuple)),
    max_size=6,
)


@given(signals, st.lists(deeds, max_size=12), found, st.integers(0, 30))
def test_files_are_predicted_in_one_order_with_confidences_between_0_and_1(
    asked: Signals, done: list[Deed], matches: list[Match], limit: int
) -> None:
    predicted = predict_files(asked, Past(done), {"text": matches, "error": matches}, limit)
    assert predicted == predict_files(asked, Past(reversed(done)), {"text": matches, "error": matches}, limit)
    assert len(predicted) <= limit
    assert len({one.id for one in predicted}) == len(predicted)
    assert all(0.0 <= one.confidence <= 1.0 for one in predicted)
    assert [one.confidence for one in predicted] == sorted((one.confidence for one in predicted), reverse=True)
    assert not {one.id for one in predicted} & set(asked.files)


@given(signals, st.lists(deeds, max_size=8), found, st.dictionaries(any_text, paths, max_size=8))
def test_memories_are_predicted_each_with_a_reason(
    asked: Signals, done: list[Deed], matches: list[Match], known: dict[str, str]
) -> None:
    files = predict_files(asked, Past(done), {}, 20)
    remembered = [Remembered(id_, "exchange", (path,)) for id_, path in known.items()]
    predicted = predict_memories(asked, remembered, files, {"text": matches}, 5)
    assert predicted == predict_memories(asked, remembered[::-1], files, {"text": matches}, 5)
    assert all(one.why and 0.0 <= one.confidence <= 1.0 for one in predicted)


@given(st.lists(any_text, max_size=8), any_text, st.integers(0, 9))
def test_whatever_commits_say_they_are_found_in_one_order(said: list[str], asked: str, most: int) -> None:
    commits = [Deed(f"c{at}", f"2026-03-{at + 1:02}", ("a.py",), 1, said=text) for at, text in enumerate(said)]
    found = Messages(commits).alike(asked, "2026-03-07", most)
    assert found == Messages(commits).alike(asked, "2026-03-07", most)
    assert len(found) <= most
    assert all(one.score > 0 and one.at < "2026-03-07" for one in found)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    predict_files(Signals(prompt=asked), Past(commits), {"message": found}, 5)


_head = st.sampled_from([b"", b"\x01>" + b"a" * 40, b"\x01<" + b"b" * 64, b"\x01>abc"])
_said = st.binary(max_size=200) | st.lists(_head | st.binary(max_size=60), max_size=6).map(b"\n".join)


@given(st.lists(_said, max_size=6).map(b"\0".join), st.booleans())
def test_any_bytes_that_git_says_are_kept_as_lines_without_secrets(said: bytes, whole: bool) -> None:
    for one in records(Said(said, whole)):
        assert len(one.line.split("\t")) == FIELDS
        assert one.line.splitlines() == [one.line]
        assert one.line.encode().decode() == one.line
        assert redact(one.line.split("\t")[3]) == one.line.split("\t")[3]


@given(st.lists(st.tuples(st.floats(-20, 20), st.sampled_from([0.0, 0.5, 1.0])), max_size=80))
def test_any_past_teaches_a_scale(lessons: list[tuple[float, float]]) -> None:
    scale = learned(lessons)
    assert scale.slope > 0
    assert 0.0 <= scale.confidence(-50) <= scale.confidence(50) <= 1.0


@given(signals)
def test_no_signal_is_too_odd_for_the_word(tmp_path_factory: object, asked: Signals) -> None:
    memory = _memory(tmp_path_factory)
    plain = asked._replace(at=asked.at.isoformat() if asked.at else None)  # type: ignore[arg-type]  # as a hook says it
    for given_ in (asked, plain._asdict()):
        assert all(0.0 <= one.confidence <= 1.0 for one in memory.predict(given_))


_opened: list[lamina.Memory] = []


def _memory(factory: object) -> lamina.Memory:
    if not _opened:
        home = str(factory.mktemp("odd"))  # type: ignore[attr-defined]
        memory = lamina.open_memory(store=f"{home}/m.db", home=home, project="tea", user="ann")
        turns = [
            {"role": "user", "text": "Fix the kettle"},
            {"role": "tool", "name": "Edit", "target": "src/kettle.py", "diff": "+x", "result": "ok"},
            {"role": "assistant", "text": "Fixed."},
        ]
        memory.record({"id": "s1", "started_at": "2026-03-01T09:00:00Z", "turns": turns})
        _opened.append(memory)
    return _opened[0]
