"""Topics can be joined and split; each is a plan that can be looked at first and taken back afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

import lamina
from lamina.errors import BadInput, NotFound
from lamina.model.memory import ConceptFields, MemoryItem
from lamina.model.review import JoinConcepts, SplitConcept
from tests.contract.test_ingest_again import placed
from tests.factories import everything
from tests.transcripts import ClaudeCode

WORK = (("kettle", "whistle"), ("kettle", "spout"), ("kettle", "flame"), ("ledger", "invoice"), ("ledger", "tax"))

ENDS = {"kettle": "boils well", "ledger": "adds up"}


@pytest.fixture
def read(memory: lamina.Memory, tmp_path: Path) -> lamina.Memory:
    for number, (thing, part) in enumerate(WORK):
        about(thing, part, number).file(tmp_path / "in")
    memory.ingest([str(tmp_path / "in")])
    return memory


def about(thing: str, part: str, number: int) -> ClaudeCode:
    written = ClaudeCode(f"s{number}", minute=number * 20).user(f"Look at the {thing} and its {part}")
    return written.reads(f"src/{thing}.py").says(f"The {part} of the `{thing}` in `src/{thing}.py` {ENDS[thing]}.")


def members(concept: MemoryItem) -> tuple[str, ...]:
    assert isinstance(concept.fields, ConceptFields)
    return concept.fields.exchanges


def topic_of(memory: lamina.Memory, file: str) -> MemoryItem:
    [found] = [one for one in memory.concepts() if file in one.files]
    return found


@pytest.mark.req("B4")
def test_joined_concepts_are_one_and_the_other_ends(read: lamina.Memory, tmp_path: Path) -> None:
    kettle, ledger = topic_of(read, "src/kettle.py"), topic_of(read, "src/ledger.py")
    read.regroup([JoinConcepts(kettle.id, ledger.id)])
    [left] = read.concepts()
    assert left.id == kettle.id
    assert set(members(left)) == {*members(kettle), *members(ledger)}
    ended = read.get(ledger.id)
    assert ended.validity.superseded_by == kettle.id
    assert ended.validity.valid_to is not None
    assert ledger.id not in {hit.id for hit in read.recall("ledger invoice tax", limit=20)}
    assert read.status().concepts == 1
    assert len(read.trace(left.id).exchanges) == len(WORK)


@pytest.mark.req("B4")
def test_what_comes_later_joins_the_joined_concept(read: lamina.Memory, tmp_path: Path) -> None:
    kettle, ledger = topic_of(read, "src/kettle.py"), topic_of(read, "src/ledger.py")
    read.regroup([JoinConcepts(kettle.id, ledger.id)])
    read.ingest([str(about("ledger", "invoice", 9).file(tmp_path / "later"))])
    assert [one.id for one in read.concepts()] == [kettle.id]
    assert len(placed(read)) == len(WORK) + 1


@pytest.mark.req("B4")
def test_split_exchanges_found_a_concept_of_their_own(read: lamina.Memory) -> None:
    kettle = topic_of(read, "src/kettle.py")
    first, *rest = members(kettle)
    done = read.regroup([SplitConcept(kettle.id, tuple(rest))])
    assert not done.dry_run
    assert members(read.get(kettle.id)) == (first,)
    [founded] = [one for one in read.concepts() if set(members(one)) == set(rest)]
    assert founded.id != kettle.id
    assert len(placed(read)) == len(WORK), "each exchange is in one concept"


@pytest.mark.req("B4")
@pytest.mark.parametrize("how", ["join", "split"])
def test_undo_puts_every_concept_back_as_it_was(read: lamina.Memory, tmp_path: Path, how: str) -> None:
    kettle, ledger = topic_of(read, "src/kettle.py"), topic_of(read, "src/ledger.py")
    before = everything(read, tmp_path)
    step = JoinConcepts(ledger.id, kettle.id) if how == "join" else SplitConcept(kettle.id, members(kettle)[1:])
    read.regroup([step])
    assert everything(read, tmp_path) != before
    read.undo()
    assert everything(read, tmp_path) == before


def test_a_dry_run_tells_the_plan_and_changes_nothing(read: lamina.Memory, tmp_path: Path) -> None:
    kettle = topic_of(read, "src/kettle.py")
    before = everything(read, tmp_path)
    step = SplitConcept(kettle.id, members(kettle)[1:], "asked for")
    assert read.regroup([step], dry_run=True).steps == (step,)
    assert everything(read, tmp_path) == before


@pytest.mark.req("B4")
def test_a_topic_split_by_mistake_is_proposed_for_joining(read: lamina.Memory) -> None:
    kettle = topic_of(read, "src/kettle.py")
    read.regroup([SplitConcept(kettle.id, members(kettle)[2:])])
    [step] = read.regroup(dry_run=True).steps
    assert isinstance(step, JoinConcepts)
    assert step.into == kettle.id, "the larger one keeps its id"
    assert "kettle" in step.why
    read.regroup()
    assert set(members(read.get(kettle.id))) == set(members(kettle))


@pytest.mark.req("B4")
def test_things_that_have_nothing_in_common_are_proposed_for_splitting(read: lamina.Memory) -> None:
    kettle, ledger = topic_of(read, "src/kettle.py"), topic_of(read, "src/ledger.py")
    read.regroup([JoinConcepts(kettle.id, ledger.id)])
    [step] = read.regroup(dry_run=True).steps
    assert isinstance(step, SplitConcept)
    assert set(step.leaving) == set(members(ledger))


def test_a_step_that_makes_no_sense_is_refused_and_nothing_changes(read: lamina.Memory, tmp_path: Path) -> None:
    kettle, ledger = topic_of(read, "src/kettle.py"), topic_of(read, "src/ledger.py")
    before = everything(read, tmp_path)
    with pytest.raises(NotFound):
        read.regroup([JoinConcepts(kettle.id, "no-such-concept")])
    with pytest.raises(BadInput, match="itself"):
        read.regroup([JoinConcepts(kettle.id, kettle.id)])
    with pytest.raises(BadInput, match="both sides"):
        read.regroup([SplitConcept(kettle.id, members(kettle))])
    with pytest.raises(BadInput, match="founded"):
        read.regroup([SplitConcept(kettle.id, members(kettle)[:1])])
    with pytest.raises(BadInput, match="not in the concept"):
        read.regroup([SplitConcept(kettle.id, members(ledger)[:1])])
    with pytest.raises(NotFound):  # the second step would undo what the first one needs
        read.regroup([JoinConcepts(kettle.id, ledger.id), JoinConcepts(ledger.id, kettle.id)])
    assert everything(read, tmp_path) == before
