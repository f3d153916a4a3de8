"""From runs of turns to items: exchanges, the concepts they belong to, and what is worth keeping for good."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lamina.distil.concepts import Features, Topics
from lamina.distil.facts import STATED, drafts
from lamina.distil.lengths import at_four_lengths, with_token_counts
from lamina.distil.paraphrases import Said
from lamina.distil.summaries import summarise
from lamina.model.ids import derived_id, text_hash
from lamina.model.memory import ConceptFields, Evidence, ExchangeFields, MemoryItem, Place, Validity
from lamina.model.transcript import COMPACTION
from lamina.model.wire import moment
from lamina.refine.exchanges import around

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from lamina.distil.concepts import Topic
    from lamina.distil.facts import Draft
    from lamina.distil.summaries import Summary
    from lamina.model.hits import Viewer
    from lamina.refine.runs import Run, Window
    from lamina.words.parts import Parts

_EPOCH = moment("1970-01-01T00:00:00+00:00")
MOST_ANSWERED = 6000
"""Characters of the agent's words that an exchange is found by; its turns keep all of them."""


class Source(NamedTuple):
    """Which session the runs are from."""

    agent: str
    session: str
    lineage: str
    started_at: datetime


class Exchanged(NamedTuple):
    """A run, told."""

    id: str
    run: Run
    summary: Summary
    item: MemoryItem
    source: Source


class Learning:
    """What one project knows of its topics while sessions are read into it."""

    def __init__(self, parts: Parts, viewer: Viewer, place: Place) -> None:
        self._parts = parts
        self._viewer = viewer._replace(projects=(place.project,))
        self._place = place
        self._topics = Topics()
        self._as_of = -1
        self._said: Said | None = None
        self._said_as_of = -1

    def settled(self) -> None:
        """What is known now holds until somebody else changes something in the project."""
        self._as_of = self._said_as_of = self._parts.store.last_change(self._place.project)

    def exchanges(self, window: Window, source: Source) -> list[Exchanged]:
        """One item per run."""
        asked = [*window.asked_before, *(run.asked for run in (*window.runs, *window.after))]
        told = []
        for position, run in enumerate(window.runs, len(window.asked_before)):
            after = asked[position + 1] if position + 1 < len(asked) else ""
            turns = [turn for _, turn in run.turns]
            summary = summarise(run.asked, turns, before=run.said_before, after=after)
            near = around(_at(run, source), "", asked[:position], asked[position + 1 :])
            told.append(self._exchange(run, summary, near, source))
        return told

    def concepts(self, told: Iterable[Exchanged]) -> dict[str, MemoryItem]:
        """The concepts that the exchanges join or found, by the id of the exchange."""
        topics = self.topics()
        self._as_of = -1  # if what is placed here is not saved in the end, it was never there
        joined = {one.id: topics.place(_features(one.item)) for one in told}
        grown = {topic.id: topic for topic in joined.values()}
        items = {id_: self.concept(topic, topics) for id_, topic in grown.items()}
        return {id_: items[topic.id] for id_, topic in joined.items()}

    def memories(self, told: Iterable[Exchanged], concepts: Mapping[str, MemoryItem]) -> list[MemoryItem]:
        """What is new, and what is known already with its new evidence."""
        if self._said_as_of != self._parts.store.last_change(self._place.project):
            self._said = None
        self._said_as_of = -1  # as above
        found: dict[str, MemoryItem] = {}
        for one in told:
            concept = concepts.get(one.id)
            topic = concept.fields.name if concept and isinstance(concept.fields, ConceptFields) else ""
            for draft in drafts(one.run.asked, one.summary, one.run.turns, before=one.run.said_before, topic=topic):
                item = self._met_before(self._drafted(draft, one), draft, found)
                found[item.id] = _with_evidence(found[item.id], item) if item.id in found else item
        known = {item.id: item for item in self._parts.store.items(self._viewer, list(found))}
        merged = [_grown(known[id_], item) if id_ in known else item for id_, item in found.items()]
        buried = self._parts.store.buried(self._place.project, list(found))
        return [item for item in merged if item is not known.get(item.id) and item.id not in buried]

    def _met_before(self, item: MemoryItem, draft: Draft, found: Mapping[str, MemoryItem]) -> MemoryItem:
        """What was said before in other words is met again: one memory, under the id of what was said first."""
        if not draft.stated or item.id in found or self._parts.store.items(self._viewer, [item.id]):
            return item
        said = self._known_said()
        known = said.like(draft.text)
        if known is None:
            said.add(item.id, draft.text)
        return item._replace(id=known) if known else item

    def _known_said(self) -> Said:
        if self._said is None:
            facts = self._parts.store.of_kind(self._viewer, "fact")
            self._said = Said((one.id, one.lengths.full) for one in facts if self._may_grow(one))
        return self._said

    def _may_grow(self, known: MemoryItem) -> bool:
        """Nobody's evidence goes where others may see it, or where its owner does not look."""
        here = (known.place.project, known.place.visibility) == (self._place.project, self._place.visibility)
        owned = known.place.user == self._place.user or known.place.visibility != "user-private"
        stated = known.category in STATED and any(one.speaker == "user" for one in known.evidence)
        return here and owned and stated and known.validity.valid_to is None

    def topics(self) -> Topics:
        """Every concept of the project with its exchanges, as the store has them."""
        if self._as_of != self._parts.store.last_change(self._place.project):
            grouped: dict[str, list[Features]] = {}
            members: dict[str, str] = {}
            for concept in self._parts.store.of_kind(self._viewer, "concept"):
                if concept.validity.valid_to:
                    continue  # its exchanges are in another one now
                assert isinstance(concept.fields, ConceptFields)
                members |= dict.fromkeys(concept.fields.exchanges, concept.id)
            for item in self._parts.store.items(self._viewer, list(members)):
                grouped.setdefault(members[item.id], []).append(_features(item))
            self._topics = Topics(grouped.items())
        return self._topics

    def _exchange(self, run: Run, summary: Summary, near: str, source: Source) -> Exchanged:
        opening, closing = run.turns[0][0], run.turns[-1][0]
        id_ = exchange_id(run, source)
        at = _at(run, source)
        spoken = [turn for _, turn in run.turns if turn.role == "assistant" and turn.name != COMPACTION]
        said = "\n\n".join(turn.text for turn in spoken if turn.text)
        did = "\n".join((*summary.commands, *summary.errors))
        whole = "\n\n".join(filter(None, (run.asked, said[:MOST_ANSWERED], did))) or summary.summary
        last = next((turn.at for _, turn in reversed(run.turns) if turn.at), at)
        item = MemoryItem(
            id=id_,
            kind="exchange",
            place=self._place,
            lengths=at_four_lengths(whole, summary=summary.summary),
            fields=ExchangeFields(
                asked=run.asked,
                around=near,
                opening=opening,
                closing=closing,
                outcome=summary.outcome,
                details=summary.details,
                resolved=summary.resolved,
                commands=summary.commands,
                errors=summary.errors,
            ),
            validity=Validity(at),
            first_seen=at,
            last_seen=last,
            evidence=(Evidence(source.session, id_, opening, closing, "user", source.lineage),),
            keywords=summary.keywords,
            files=summary.files,
        )
        return Exchanged(id_, run, summary, item, source)

    def concept(self, topic: Topic, topics: Topics) -> MemoryItem:
        """A topic as it is kept."""
        members = list(topic.exchanges.values())
        name = topics.name(topic)
        told = "\n".join([name, *dict.fromkeys(one.summary for one in members)])
        first = min(one.first_seen or _EPOCH for one in members)
        return MemoryItem(
            id=topic.id,
            kind="concept",
            place=self._place,
            lengths=at_four_lengths(told[:MOST_ANSWERED], summary=f"{name}: {members[-1].summary}"),
            fields=ConceptFields(name, tuple(one.id for one in members)),
            validity=Validity(first),
            first_seen=first,
            last_seen=max(one.last_seen or _EPOCH for one in members),
            evidence=tuple(evidence for one in members for evidence in one.evidence),
            keywords=topics.keywords(topic),
            files=topic.files,
        )

    def _drafted(self, draft: Draft, one: Exchanged) -> MemoryItem:
        at = one.item.first_seen
        span = (draft.first_turn or one.run.turns[0][0], draft.last_turn or one.run.turns[-1][0])
        key = f"{draft.key}:{one.id}" if draft.category == "core_logic" else draft.key
        # What only one user may see must not be in the way of what another one learns.
        owner = self._place.user if self._place.visibility == "user-private" else ""
        return MemoryItem(
            id=derived_id("memory", owner, key, draft.kind),
            kind=draft.kind,
            category=draft.category,
            place=self._place,
            lengths=at_four_lengths(draft.text),
            fields=draft.fields,
            validity=Validity(at),
            first_seen=at,
            last_seen=at,
            evidence=(Evidence(one.source.session, one.id, *span, draft.speaker, one.source.lineage),),
            keywords=one.item.keywords,
            files=draft.files,
            importance=draft.importance,
            confidence=draft.confidence,
        )


def counted(items: Sequence[MemoryItem], parts: Parts) -> list[MemoryItem]:
    """The items with exact token counts."""
    lengths = with_token_counts([item.lengths for item in items], parts.counter.count)
    return [item._replace(lengths=one) for item, one in zip(items, lengths, strict=True)]


def exchange_id(run: Run, source: Source) -> str:
    """The same for the same request at the same moment, also where a copy of the session repeats it."""
    opening, turn = run.turns[0]
    if turn.at is None:
        return derived_id(source.agent, source.session, str(opening), "exchange")
    begins = run.asked or turn.text or f"{turn.name} {turn.target}"
    return derived_id(source.agent, "", f"{turn.at.isoformat()} {text_hash(begins)}", "exchange")


def _at(run: Run, source: Source) -> datetime:
    return next((turn.at for _, turn in run.turns if turn.at), source.started_at)


def _features(item: MemoryItem) -> Features:
    return Features(
        item.id,
        item.sessions[0],
        item.files,
        item.keywords,
        item.lengths.summary,
        item.first_seen,
        item.last_seen,
        item.evidence,
    )


def _with_evidence(item: MemoryItem, more: MemoryItem) -> MemoryItem:
    """One memory that was met twice; an exchange that says it twice says it once."""
    there = {one.exchange for one in item.evidence}
    evidence = (*item.evidence, *(one for one in more.evidence if one.exchange not in there))
    return item._replace(
        evidence=evidence,
        first_seen=min(item.first_seen, more.first_seen),
        last_seen=max(item.last_seen, more.last_seen),
        importance=max(item.importance, more.importance),
    )


def _grown(known: MemoryItem, found: MemoryItem) -> MemoryItem:
    """What the store holds, with what was found now; the same object where that is nothing new."""
    if {one.exchange for one in known.evidence} == {one.exchange for one in found.evidence}:
        grown = _retold(known, found)
    else:
        grown = _awake(_with_evidence(known, found))
    return known if grown == known else grown._replace(version=known.version + 1)


def _awake(item: MemoryItem) -> MemoryItem:
    """What is seen again is in context again, and told in full, unless it was superseded."""
    return item if item.validity.valid_to else item._replace(archived_at=None, shown="full")


def _retold(known: MemoryItem, found: MemoryItem) -> MemoryItem:
    """What rests on one exchange is told as that exchange tells it now, unless a person has edited it since."""
    if known.last_seen != found.last_seen:
        return known
    return known._replace(
        lengths=known.lengths if known.lengths.full == found.lengths.full else found.lengths,
        fields=found.fields,
        evidence=found.evidence,
        keywords=found.keywords,
        files=found.files,
        importance=found.importance,
        confidence=found.confidence,
    )
