"""Concepts and permanent memories from a memory-keeper folder: what is new, and what a person changed there."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING, Any, Literal

from lamina.adapters.view_files import concept_of, entry_of, is_shown
from lamina.adapters.view_format import CoreLogic, Rule, Solution, time_of
from lamina.distil.lengths import at_four_lengths
from lamina.errors import BadInput
from lamina.model.ids import text_hash
from lamina.model.memory import (
    ConceptFields,
    CoreLogicFields,
    Evidence,
    FactFields,
    MemoryItem,
    SolutionFields,
    Usage,
    Validity,
)
from lamina.words.viewing import entry_hash

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from lamina.adapters.view_format import Concept, Entry, Given
    from lamina.model.memory import Category, Fields, Speaker
    from lamina.words.view_loading import Loading

_EDITABLE = ("content", "problem", "solution", "attempts", "feature", "description", "files", "confidence")
_SURE_OF_IMPORTED = 0.5


class Facts:
    """What a folder knows for good, on its way into one project."""

    def __init__(self, loading: Loading) -> None:
        self._loading = loading
        self._store = loading.store
        self._texts: set[str] = set()

    def take_concepts(self, given: Given, members: Callable[[Sequence[str]], list[MemoryItem]]) -> None:
        """`members` finds the exchanges that the folder calls so."""
        ids = [self._loading.id_of("concept", one.id or one.name) for one in given.concepts]
        met, words = self._met(ids), given.facts.words
        for id_, one in zip(ids, given.concepts, strict=True):
            if id_ not in met:
                self._loading.fresh[id_] = self._concept(id_, one, members(one.exchanges), words.get(one.id, ()))
            else:
                was = met[id_]
                self._meet(was, None if isinstance(was, str) else self._renamed(was, one))

    def take_entries(self, given: Given) -> None:
        """Those that are new, and those that a person changed."""
        entries = given.facts.entries
        named = [one.id or text_hash(repr(one)) for one in entries]
        ids = [self._loading.id_of("fact", name, type(one).__name__) for name, one in zip(named, entries, strict=True)]
        met = self._met(ids)
        at = time_of(given.facts.stats.last_updated) or self._loading.now
        for id_, name, one in zip(ids, named, entries, strict=True):
            if id_ in met:
                was = met[id_]
                self._meet(was, None if isinstance(was, str) else self._corrected(was, one))
                continue
            item = self._fact(id_, one, at)
            if self._may_come(item, is_ours=id_ == name):
                self._loading.fresh[id_] = item

    def _met(self, ids: Sequence[str]) -> dict[str, MemoryItem | Literal["forgotten", "hidden"]]:
        """Those that the store has heard of."""
        project = self._loading.project
        return {
            **dict.fromkeys(self._store.owners(project, ids), "hidden"),  # somebody else's, until it turns out ours
            **{item.id: item for item in self._store.items(self._loading.viewer, ids)},
            **dict.fromkeys(self._store.buried(project, ids), "forgotten"),
        }

    def _meet(self, met: MemoryItem | Literal["forgotten", "hidden"], changed: MemoryItem | None) -> None:
        """What is known changes where a person changed it, and what was forgotten stays so."""
        if met == "forgotten":
            self._loading.refused += 1
        elif changed is None:
            self._loading.known += 1
        else:
            self._loading.changed.append(changed)

    def _may_come(self, item: MemoryItem, *, is_ours: bool) -> bool:
        """Not what was forgotten in these words; nor, under a name that means nothing here, what is known already."""
        said, place = text_hash(item.lengths.full), item.place
        if self._store.buried_texts(place.project, [said]):
            self._loading.refused += 1
            return False
        if is_ours:
            return True
        if said in self._texts or self._store.same_text(self._loading.viewer, said, place.user, place.visibility):
            self._loading.known += 1
            return False
        self._texts.add(said)
        return True

    def _concept(self, id_: str, one: Concept, members: Sequence[MemoryItem], words: Sequence[str]) -> MemoryItem:
        now, updated = self._loading.now, time_of(one.updated)
        latest = max((item.last_seen for item in members), default=None)
        same_day = latest and updated and _day(latest) == _day(updated)
        last = (latest if same_day or not updated else updated) or now
        first = min((item.first_seen for item in members), default=last)
        return MemoryItem(
            id=id_,
            kind="concept",
            place=self._loading.place,
            lengths=at_four_lengths(f"{one.name}\n{one.summary}".strip())._replace(summary=one.summary),
            fields=ConceptFields(one.name, tuple(item.id for item in members)),
            validity=Validity(first),
            first_seen=first,
            last_seen=last,
            evidence=tuple(evidence for item in members for evidence in item.evidence),
            keywords=(*one.keywords, *(word for word in words if word not in one.keywords)),
            files=one.files,
        )

    def _renamed(self, was: MemoryItem, one: Concept) -> MemoryItem | None:
        """A concept goes on by itself: only where we know what we wrote is a difference a person's."""
        if self._loading.manifest.entries.get(one.id) in (None, entry_hash(one)):
            return None
        shown = concept_of(was, {})
        if (shown.name, shown.summary) == (one.name, one.summary):
            return None
        assert isinstance(was.fields, ConceptFields)
        return was._replace(
            fields=was.fields._replace(name=one.name),
            lengths=at_four_lengths(f"{one.name}\n{one.summary}".strip())._replace(summary=one.summary),
            version=was.version + 1,
        )

    def _corrected(self, was: MemoryItem, one: Entry) -> MemoryItem | None:
        if was.kind != "fact":
            raise BadInput(f"facts.json: {one.id} is the id of something else.", "Nothing was loaded.")
        shown = entry_of(was)
        if not is_shown(was) or type(shown) is not type(one):
            return None
        differences = _differences(shown, one)
        if not differences or not self._by_a_person(was, one):
            return None
        item = was._replace(
            confidence=differences.pop("confidence", was.confidence),
            files=differences.pop("files", was.files),
            last_seen=max(was.last_seen, self._loading.now),
            version=was.version + 1,
        )
        if not differences:
            return item
        _, text, fields = _content(one, was)
        return item._replace(lengths=at_four_lengths(text), fields=fields)

    def _by_a_person(self, was: MemoryItem, one: Entry) -> bool:
        """An entry that says what the memory said before an edit is merely old."""
        noted = self._loading.manifest.entries.get(one.id)
        if noted:
            return noted != entry_hash(one)
        return all(_differences(entry_of(old), one) for old in self._store.history(self._loading.viewer, was.id))

    def _fact(self, id_: str, one: Entry, at: datetime) -> MemoryItem:
        category, text, fields = _content(one)
        source = one.source if isinstance(one, Rule) else "assistant"
        speaker: Speaker = source if source in ("user", "tool") else "assistant"  # type: ignore[assignment]
        if isinstance(one, Rule) and speaker != "user":
            category = "convention"  # only what a user said may become a rule
        confidence = None if isinstance(one, CoreLogic) else one.confidence
        return MemoryItem(
            id=id_,
            kind="fact",
            category=category,
            place=self._loading.place,
            lengths=at_four_lengths(text),
            fields=fields,
            validity=Validity(at),
            first_seen=at,
            last_seen=at,
            usage=_usage(one),
            evidence=(Evidence("", speaker=speaker),),
            files=(one.files or ()) if isinstance(one, CoreLogic) else (),
            confidence=_SURE_OF_IMPORTED if confidence is None else confidence,
        )


def _content(one: Entry, was: MemoryItem | None = None) -> tuple[Category, str, Fields]:
    """Category, text and fields of an entry; what it does not say is as it was."""
    if isinstance(one, Solution):
        told = SolutionFields(one.problem, one.solution, one.attempts or 0)
        if one.attempts is None and was and isinstance(was.fields, SolutionFields):
            told = told._replace(attempts=was.fields.attempts)
        return "solution", " → ".join(filter(None, (one.problem, one.solution))), told
    if isinstance(one, CoreLogic):
        text = ": ".join(filter(None, (one.feature, one.description)))
        return "core_logic", text, CoreLogicFields(one.feature, one.description)
    return "rule", one.content, was.fields if was else FactFields()


def _usage(one: Entry) -> Usage:
    if not isinstance(one, Rule):
        return Usage()
    return Usage(contradictions=one.contradictions or 0, last_validated=time_of(one.last_validated))


def _differences(shown: Entry, one: Entry) -> dict[str, Any]:
    """What a file says otherwise; what it does not say is no difference."""
    given = {name: getattr(one, name) for name in _EDITABLE if hasattr(one, name)}
    return {name: value for name, value in given.items() if value not in (None, getattr(shown, name, None))}


def _day(at: datetime) -> str:
    """The day of a moment, in UTC."""
    return at.astimezone(UTC).date().isoformat()
