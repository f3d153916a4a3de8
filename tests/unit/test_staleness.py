"""When a memory is stale, and in which words that is said."""

from __future__ import annotations

from typing import Any

import pytest

from lamina.model.hits import tells_of_work
from lamina.model.staleness import FileChange, FileChanges
from lamina.recall.staleness import Tied, marks, stale

SINCE = "2026-03-02T12:00:00.500000Z"
KETTLE = "src/kettle.py"


def a_change(at: str, commit: str = "1a2b3c4", became: str = "changed", new_name: str = "") -> FileChange:
    return FileChange(at, commit, became, new_name)


def known(*changes: FileChange, path: str = KETTLE) -> dict[str, FileChanges]:
    return {path: FileChanges(path, changes)}


def tied(*files: str, **more: Any) -> Tied:
    return Tied(**{"files": files or (KETTLE,), "since": SINCE, "worked": False, **more})


LATER = (
    a_change("2026-03-09T08:00:00Z", "aaaaaaa"),
    a_change("2026-03-05T08:00:00Z", "bbbbbbb"),
    a_change("2026-03-04T08:00:00Z", "ccccccc"),
)


def test_what_changed_after_the_memory_makes_it_stale_and_is_counted() -> None:
    found = stale(tied(), known(*LATER, a_change("2026-03-01T08:00:00Z")))
    assert found is not None
    assert found.why == "src/kettle.py changed 3 times since 2026-03-02, last in aaaaaaa"
    assert found.files[0] == (KETTLE, "changed", 3, "2026-03-09T08:00:00Z", "aaaaaaa", "")
    assert marks(found) == ["src/kettle.py changed since"]


def test_a_single_change_is_told_as_one() -> None:
    found = stale(tied(), known(LATER[0]))
    assert found is not None
    assert found.why == "src/kettle.py changed once since 2026-03-02, in aaaaaaa"


@pytest.mark.parametrize("at", ["2026-03-01T08:00:00Z", "2026-03-02T12:00:00Z"])
def test_what_changed_before_the_memory_or_with_it_is_no_news(at: str) -> None:
    assert stale(tied(), known(a_change(at))) is None


def test_a_memory_without_files_or_with_unknown_ones_is_not_stale() -> None:
    assert stale(Tied((), SINCE, False), known(*LATER)) is None
    assert stale(tied("src/lid.py"), known(*LATER)) is None


def test_a_deleted_or_renamed_file_is_told_as_such() -> None:
    gone = stale(tied(), known(a_change("2026-03-05T08:00:00Z", became="deleted"), LATER[2]))
    assert gone is not None
    assert gone.why == "src/kettle.py was deleted on 2026-03-05 in 1a2b3c4"
    assert marks(gone) == ["src/kettle.py deleted since"]
    moved = stale(tied(), known(a_change("2026-03-05T08:00:00Z", became="renamed", new_name="src/pot.py")))
    assert moved is not None
    assert moved.why == "src/kettle.py was renamed to src/pot.py on 2026-03-05 in 1a2b3c4"
    assert marks(moved) == ["src/kettle.py renamed to src/pot.py since"]


def test_a_file_that_came_back_after_it_was_deleted_has_changed() -> None:
    back = stale(tied(), known(LATER[0], a_change("2026-03-05T08:00:00Z", became="deleted")))
    assert back is not None
    assert back.files[0].became == "changed"


def test_the_commit_of_the_very_work_that_is_remembered_is_no_news() -> None:
    own = a_change("2026-03-02T18:00:00Z", "fffffff")
    assert stale(tied(worked=True), known(own)) is None
    assert stale(tied(worked=False), known(own)) is not None, "whoever only read a file did not change it"
    later = stale(tied(worked=True), known(*LATER, own))
    assert later is not None
    assert later.files[0].times == 3


def test_a_commit_days_after_the_work_is_news() -> None:
    assert stale(tied(worked=True), known(LATER[0])) is not None


def test_what_deleted_the_file_is_told_also_when_the_work_did_it() -> None:
    assert stale(tied(worked=True), known(a_change("2026-03-02T13:00:00Z", became="deleted"))) is not None


def test_one_file_named_in_two_ways_is_told_once() -> None:
    history = FileChanges(KETTLE, LATER)
    found = stale(tied(KETTLE, "/home/ann/kitchen/src/kettle.py"), {KETTLE: history, tied(KETTLE).files[0]: history})
    assert found is not None
    assert len(found.files) == 1


def test_of_many_files_a_few_are_named_and_the_rest_counted() -> None:
    names = tuple(f"src/part{number}.py" for number in range(9))
    found = stale(tied(*names), {name: FileChanges(name, LATER) for name in names})
    assert found is not None
    assert len(found.files) == 9
    assert found.why.endswith(
        "src/part2.py changed 3 times since 2026-03-02, last in aaaaaaa; 6 more files changed since"
    )
    assert marks(found)[-1] == "6 more files changed since"
    assert len(marks(found)) == 4


@pytest.mark.parametrize(
    ("kind", "category", "details", "worked"),
    [
        ("exchange", None, "It was slow. Changed: src/kettle.py.", True),
        ("exchange", None, "It reads the lid twice.", False),
        ("episode", None, "", True),
        ("concept", None, "", True),
        ("fact", "error_fix", "", True),
        ("fact", "core_logic", "", True),
        ("fact", "rule", "", False),
    ],
)
def test_only_work_that_changed_files_has_a_commit_of_its_own(
    kind: str, category: str | None, details: str, worked: bool
) -> None:
    assert tells_of_work(kind, category, details) is worked
