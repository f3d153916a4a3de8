"""Prediction out of what a store holds: the same on both engines, and never out of what may not be seen."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

import lamina
from lamina import Signals
from lamina.errors import BadInput
from lamina.model.signals import Prediction
from tests.contract.stores import holds
from tests.factories import NOON, Opener
from tests.repositories import Repository


def work(memory: lamina.Memory, number: int, asked: str, *files: str, read: tuple[str, ...] = (), **more: Any) -> None:
    """A session that changed these files and read those, on the day of that number."""
    at = NOON + timedelta(days=number)
    turns: list[dict[str, Any]] = [{"role": "user", "text": asked, "at": at.isoformat()}]
    turns += [{"role": "tool", "name": "Edit", "target": one, "diff": "+ x", "result": "ok"} for one in files]
    turns += [{"role": "tool", "name": "Read", "target": one, "result": "ok"} for one in read]
    turns.append({"role": "assistant", "text": "Fixed it.", "at": (at + timedelta(minutes=5)).isoformat()})
    memory.record({"id": f"s{number}", "started_at": at.isoformat(), "turns": turns}, **more)


@pytest.fixture
def busy(memory: lamina.Memory) -> lamina.Memory:
    """A project in which kettle and spout are worked on together."""
    work(memory, 1, "The kettle leaks at the spout", "src/kettle.py", "src/spout.py")
    work(memory, 2, "Print the menu on paper", "src/menu.py", read=("src/paper.py",))
    work(memory, 3, "The kettle is too loud", "src/kettle.py", "src/spout.py")
    return memory


def files(found: list[Prediction]) -> list[str]:
    return [one.id for one in found if one.kind == "file"]


def memories(found: list[Prediction]) -> list[str]:
    return [one.text for one in found if one.kind == "memory"]


@pytest.mark.req("C4")
def test_a_file_brings_its_company_and_what_is_known_about_it(busy: lamina.Memory) -> None:
    found = busy.predict(Signals(file="src/kettle.py"))
    assert files(found)[0] == "src/spout.py"
    assert any("The kettle is too loud" in text for text in memories(found))
    assert all(one.why for one in found)


@pytest.mark.req("C4")
def test_a_prompt_brings_the_files_of_earlier_work_on_the_same(busy: lamina.Memory) -> None:
    found = busy.predict(Signals(prompt="the menu has the wrong paper size"))
    assert set(files(found)[:2]) == {"src/menu.py", "src/paper.py"}
    assert "Print the menu" in memories(found)[0]


@pytest.mark.req("C4")
def test_an_error_brings_the_files_that_mended_it(memory: lamina.Memory) -> None:
    work(memory, 1, "TypeError: spout is None when pouring", "src/spout.py")
    work(memory, 2, "Print the menu on paper", "src/menu.py")
    found = memory.predict(Signals(error="TypeError: spout is None"))
    assert files(found)[0] == "src/spout.py"


def test_plain_data_is_taken_like_signals(busy: lamina.Memory) -> None:
    assert busy.predict({"file": "src/kettle.py"}) == busy.predict(Signals(file="src/kettle.py"))


def test_nothing_is_predicted_where_nothing_is_known(memory: lamina.Memory) -> None:
    assert memory.predict() == []
    assert memory.predict(Signals(prompt="anything at all", file="src/x.py")) == []


@pytest.mark.parametrize(
    ("signals", "said"),
    [({"mood": "good"}, "no signal mood"), ({"opened": 3}, "not a list"), ({"prompt": 3}, "not text"),
     ({"at": "noon"}, "not a time")],
)  # fmt: skip
def test_wrong_signals_are_refused_in_words(memory: lamina.Memory, signals: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        memory.predict(signals)


def test_a_limit_below_one_is_refused(memory: lamina.Memory) -> None:
    with pytest.raises(BadInput, match="limit"):
        memory.predict(limit=0)


def test_each_kind_is_limited(busy: lamina.Memory) -> None:
    found = busy.predict(Signals(prompt="kettle"), limit=1)
    assert [sum(one.kind == kind for one in found) for kind in ("file", "memory")] == [1, 1]


def test_what_happened_later_is_not_known_at_an_earlier_time(busy: lamina.Memory) -> None:
    then = NOON + timedelta(days=1, hours=1)
    assert set(files(busy.predict(Signals(prompt="menu", at=then)))) == {"src/kettle.py", "src/spout.py"}


@pytest.mark.req("C13")
def test_private_work_is_predicted_to_its_user_only(open_memory: Opener) -> None:
    ann, bob = open_memory(user="ann"), open_memory(user="bob")
    work(ann, 1, "The secret recipe", "src/recipe.py", visibility="user-private")
    work(ann, 2, "The open menu", "src/menu.py")
    assert "src/recipe.py" in files(ann.predict(Signals(prompt="recipe")))
    told = bob.predict(Signals(prompt="secret recipe", file="src/recipe.py"))
    assert files(told) == ["src/menu.py"]
    assert not any("recipe" in text for text in memories(told))


def test_forgotten_work_is_not_predicted_and_comes_back_with_undo(busy: lamina.Memory) -> None:
    exchange = next(hit.id for hit in busy.recall("print the menu on paper") if hit.kind == "exchange")
    busy.forget(exchange)
    assert "src/menu.py" not in files(busy.predict(Signals(prompt="menu")))
    busy.undo()
    assert "src/menu.py" in files(busy.predict(Signals(prompt="menu")))


def test_purged_work_leaves_no_path_behind(busy: lamina.Memory, open_memory: Opener) -> None:
    work(busy, 4, "The vault", "src/vaultpath.py")
    for hit in busy.recall("vault vaultpath", limit=5):
        if "vault" in hit.text.lower() or "src/vaultpath.py" in hit.files:
            busy.forget(hit.id, now=True)
    assert holds(open_memory, "vaultpath") == []


def test_a_denied_memory_is_not_predicted(busy: lamina.Memory) -> None:
    kept = busy.remember("The kettle spout must be steel")
    assert kept.lengths.full in memories(busy.predict(Signals(prompt="kettle spout steel")))
    busy.deny(kept.id)
    assert kept.lengths.full not in memories(busy.predict(Signals(prompt="kettle spout steel")))


def test_what_another_process_writes_is_known_at_once(busy: lamina.Memory, open_memory: Opener) -> None:
    busy.predict(Signals(file="src/kettle.py"))
    work(open_memory(), 9, "A lid for the kettle", "src/kettle.py", "src/lid.py")
    assert "src/lid.py" in files(busy.predict(Signals(file="src/kettle.py")))


@pytest.mark.req("C14")
def test_how_sure_one_may_be_is_learned_from_the_projects_own_sessions(open_memory: Opener) -> None:
    memory = open_memory()
    for number in range(1, 13):
        work(memory, number, f"Round {number} of the kettle", "src/kettle.py", "src/spout.py")
    asked = Signals(prompt="the next round of the kettle")
    cold = {one.id: one.confidence for one in memory.predict(asked, learn=False)}
    learned = {one.id: one.confidence for one in memory.predict(asked)}
    assert learned["src/kettle.py"] > cold["src/kettle.py"]
    assert memory.predict(asked, learn=False) == open_memory().predict(asked)  # it is kept


@pytest.fixture
def at_work(repository: Repository, open_memory: Opener, monkeypatch: pytest.MonkeyPatch) -> lamina.Memory:
    """Ann's memory where she stands: in a repository with a past."""
    repository.commit("src/heat.py", "src/saucer.py", message="Warm the saucer", author="Cleo Sun <cleo@example.org>")
    repository.commit("VERSION", days=1, message="Bump the version")
    monkeypatch.chdir(repository.folder)
    memory = open_memory(project="")
    work(memory, 2, "The kettle leaks at the spout", "src/kettle.py", "src/spout.py")
    return memory


@pytest.mark.req("C4")
def test_what_commits_say_brings_their_files(at_work: lamina.Memory) -> None:
    found = at_work.predict(Signals(prompt="the saucers are never warm"))
    assert set(files(found)[:2]) == {"src/heat.py", "src/saucer.py"}
    assert any("git: 1 commit speaks of the same, last" in why and '"Warm the saucer"' in why for why in found[0].why)


@pytest.mark.req("C4")
def test_a_branch_brings_what_it_is_called_after(at_work: lamina.Memory, repository: Repository) -> None:
    repository.git("checkout", "-b", "ann/leaking-kettle")
    found = at_work.predict()
    assert files(found)[0] == "src/kettle.py"
    [kettle] = [one for one in found if one.id == "src/kettle.py"]
    assert "branch: its path says kettl" in kettle.why
    assert any("what the branch is called after" in why for one in found if one.kind == "memory" for why in one.why)


@pytest.mark.req("C4")
def test_an_author_of_commits_is_somebody_who_may_be_there(at_work: lamina.Memory) -> None:
    found = {one.id: one.why for one in at_work.predict(Signals(people=("cleo",))) if one.kind == "file"}
    assert "people: cleo worked on it before" in found["src/heat.py"]
    assert "people: cleo worked on it before" not in found["VERSION"]


@pytest.mark.req("C4")
def test_a_file_that_git_deleted_is_not_needed_unless_it_came_back(
    at_work: lamina.Memory, repository: Repository
) -> None:
    repository.commit("src/spout.py", days=3)
    repository.removed("src/spout.py", days=4)
    assert "src/spout.py" not in files(at_work.predict(Signals(prompt="the spout")))
    work(at_work, 5, "A new spout", "src/spout.py")
    assert "src/spout.py" in files(at_work.predict(Signals(prompt="the spout")))


def test_a_commit_of_this_moment_is_known_in_the_next(at_work: lamina.Memory, repository: Repository) -> None:
    at_work.predict(Signals(prompt="napkins"))
    repository.commit("src/linen.py", days=3, message="Fold the napkins")
    assert files(at_work.predict(Signals(prompt="napkins")))[0] == "src/linen.py"


def test_a_commit_that_was_made_later_says_nothing_of_an_earlier_time(at_work: lamina.Memory) -> None:
    found = at_work.predict(Signals(prompt="warm the saucer", at=NOON - timedelta(days=1)))
    assert files(found) == []


def test_lessons_are_learned_from_sessions_and_not_from_commits(at_work: lamina.Memory, repository: Repository) -> None:
    asked = Signals(prompt="the next round of the kettle")
    for number in range(3, 12):
        repository.commit("src/kettle.py", days=number, message=f"Round {number}", author="Ann <ann@example.org>")
    assert at_work.predict(asked) == at_work.predict(asked, learn=False), "one session teaches nothing"


def test_an_export_carries_what_prediction_needs(busy: lamina.Memory, open_memory: Opener, tmp_path: Any) -> None:
    busy.export(str(tmp_path / "out.jsonl"))
    other = lamina.open_memory(str(tmp_path / "new.db"), project="tea", user="ann", home=str(tmp_path / "h"))
    with other:
        other.load(str(tmp_path / "out.jsonl"))
        assert files(other.predict(Signals(file="src/kettle.py")))[0] == "src/spout.py"


def test_the_same_store_predicts_the_same(busy: lamina.Memory, open_memory: Opener) -> None:
    signals = Signals(prompt="kettle menu", at=datetime.fromisoformat("2026-05-01T10:00:00+00:00"))
    assert busy.predict(signals) == open_memory().predict(signals) == busy.predict(signals)
