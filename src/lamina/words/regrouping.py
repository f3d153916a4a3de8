"""Joining and splitting concepts: a plan, and what applying it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.distil.concepts import founded_by
from lamina.distil.regrouping import proposed
from lamina.errors import BadInput, NotFound
from lamina.model.ids import new_id
from lamina.model.memory import Place
from lamina.model.review import JoinConcepts, JournalEntry, Regrouped
from lamina.ports import Change
from lamina.words.learning import Learning, counted
from lamina.words.vectors import with_vectors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.distil.concepts import Topics
    from lamina.model.hits import Viewer
    from lamina.model.memory import MemoryItem
    from lamina.model.review import Regrouping, SplitConcept
    from lamina.words.parts import Parts


def regroup(parts: Parts, viewer: Viewer, steps: Sequence[Regrouping] | None, *, dry_run: bool) -> Regrouped:
    """One journal entry, however many steps."""
    project = viewer.projects[0]
    here = viewer._replace(projects=(project,))
    with parts.store.batch():
        parts.store.alone(project)
        known = {one.id: one for one in parts.store.of_kind(here, "concept") if not one.validity.valid_to}
        some = next(iter(known.values()), None)
        learning = Learning(parts, here, some.place if some else Place(project, viewer.user))
        topics = learning.topics()
        plan = tuple(proposed(topics) if steps is None else steps)
        for step in plan:
            _check(step, topics)
        if dry_run or not plan:
            return Regrouped(plan, dry_run=dry_run)
        now = parts.clock()
        ended, grown = _moved(plan, topics)
        items = [_ended(known[id_], into, parts) for id_, into in ended.items()]
        for id_ in grown:
            item = learning.concept(topics[id_], topics)
            before = known.get(id_)
            items.append(item._replace(version=before.version + 1, place=before.place) if before else item)
        entry = JournalEntry(new_id(now), now, "regroup", viewer.user, f"{len(plan)} steps", project=project)
        parts.store.apply(Change(entry, with_vectors(counted(items, parts), parts.embedder)))
    return Regrouped(plan, dry_run=False, entry=entry.id)


def _moved(plan: Sequence[Regrouping], topics: Topics) -> tuple[dict[str, str], list[str]]:
    """Which concepts ended and what took their exchanges, and which ones changed."""
    ended: dict[str, str] = {}
    changed: dict[str, None] = {}
    for step in plan:
        _check(step, topics)  # an earlier step may have taken what this one is about
        if isinstance(step, JoinConcepts):
            topics.move(tuple(topics[step.joined].exchanges), step.into)
            ended[step.joined] = step.into
            changed[step.into] = None
        else:
            founded = founded_by(step.leaving[0])
            topics.move(step.leaving, founded)
            changed |= dict.fromkeys((step.concept, founded))
    return ended, [id_ for id_ in changed if id_ not in ended]


def _ended(item: MemoryItem, into: str, parts: Parts) -> MemoryItem:
    validity = item.validity._replace(valid_to=parts.clock(), superseded_by=into)
    return item._replace(validity=validity, version=item.version + 1)


def _check(step: Regrouping, topics: Topics) -> None:
    there = {topic.id for topic in topics}
    wanted = (step.into, step.joined) if isinstance(step, JoinConcepts) else (step.concept,)
    for id_ in wanted:
        if id_ not in there:
            raise NotFound(f"There is no concept {id_}.", "`lamina concepts` lists them.")
    if isinstance(step, JoinConcepts):
        if step.into == step.joined:
            raise BadInput("A concept cannot be joined with itself.", "Name two.")
    else:
        _check_split(step, topics)


def _check_split(step: SplitConcept, topics: Topics) -> None:
    topic = topics[step.concept]
    foreign = [one for one in step.leaving if one not in topic.exchanges]
    if foreign:
        raise BadInput(f"{foreign[0]} is not in the concept {step.concept}.", "`lamina trace` lists its exchanges.")
    if not step.leaving or len(set(step.leaving)) == len(topic.exchanges):
        raise BadInput("A split leaves something on both sides.", "Name some of the exchanges, not all.")
    if topic.founder in step.leaving:
        raise BadInput(
            f"{topic.founder} founded the concept {step.concept}: it gave it its id.", "Name the other exchanges."
        )
