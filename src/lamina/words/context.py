"""Gathers what a moment may need, by bounded queries, and has it assembled within the budget."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lamina.assemble.packing import pack
from lamina.assemble.relevance import Spoken, considered, surest
from lamina.distil.error_keys import error_key
from lamina.distil.errors import Fix, nearest_fixes
from lamina.errors import BadInput
from lamina.model.context import LEAST_BUDGET, MOST_BUDGET, PLANS
from lamina.model.memory import SolutionFields
from lamina.model.reminders import Heard
from lamina.model.terms import terms
from lamina.recall.query import analyse
from lamina.words.file_names import names_of
from lamina.words.reminding import chosen
from lamina.words.staleness import stale_items

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lamina.model.context import Considered, Context, Plan
    from lamina.model.hits import Found, Hit, Viewer
    from lamina.model.memory import MemoryItem
    from lamina.model.reminders import Chosen
    from lamina.model.signals import Prediction, Signals
    from lamina.words.parts import Parts
    from lamina.words.predicting import Searched

ASKED_CHARACTERS = 2000
MOST_HITS, HEARD = 40, 100
MOST_LOOKED_AT = 200
MOST_TOPICS = 20
FIXES = 3
FIRST_LINES = 8


class Words(NamedTuple):
    """Other words of the library that this one uses."""

    recall: Callable[[str, int, Sequence[Found]], list[Hit]]
    predict: Callable[[Signals, Searched], list[Prediction]]
    """Both are told what a search by words has found, so that they need not search again."""
    contradicted: Callable[[], dict[str, str]]
    """What open contradictions say of a memory, by its id."""


class _Known(NamedTuple):
    """What holds for a whole project; another change makes another one."""

    change: tuple[int, ...]
    latest: list[MemoryItem]
    topics: list[MemoryItem]
    contradicted: dict[str, str]


class Assembling:
    """Assembles for one viewer; keeps what it knows of the project until something has changed."""

    def __init__(self, parts: Parts, words: Words) -> None:
        self._parts = parts
        self._words = words
        self._known: _Known | None = None

    def context(self, viewer: Viewer, signals: Signals, budget: int, plan: Plan) -> Context:
        """The best context for the moment, never above the budget; empty when nothing is relevant."""
        if plan not in PLANS:
            raise BadInput(f"There is no plan {plan!r}.", f"Use {' or '.join(PLANS)}; `layers` is a word of its own.")
        good_budget(budget)
        now = signals.at or self._parts.clock()
        found = (
            considered(self._spoken(viewer, signals), signals, now=now)
            if plan == "tiers"
            else surest(self._surest(viewer, signals), self._project(viewer).contradicted)
        )
        return pack(self._with_staleness(viewer, found), budget, signals, self._parts.counter.count)

    def _with_staleness(self, viewer: Viewer, found: list[Considered]) -> list[Considered]:
        """What recall has found says so already; so must what came another way."""
        unsaid = [one.item for one in found if one.item.files and not one.stale]
        known = stale_items(self._parts, viewer, unsaid, patient=False)
        return [one._replace(stale=known[one.item.id]) if one.item.id in known else one for one in found]

    def _surest(self, viewer: Viewer, signals: Signals) -> list[tuple[MemoryItem, Chosen]]:
        """The very notes that a hook would tell."""
        store = self._parts.store
        names = names_of(signals.file, self._parts.folder) if signals.file else ()
        told = chosen(store, viewer, signals.prompt, signals.error, Heard(), names)
        notes = {one.note.id: one for one in told}
        return [(item, notes[item.id]) for item in store.items(viewer, list(notes))]

    def _project(self, viewer: Viewer) -> _Known:
        store = self._parts.store
        change = tuple(store.last_change(project) for project in viewer.projects)
        if self._known is None or self._known.change != change:
            latest = store.in_layers(viewer, MOST_LOOKED_AT)
            topics = [one for one in store.of_kind(viewer, "concept") if not (one.validity.valid_to or one.archived_at)]
            topics.sort(key=lambda one: (one.last_seen, one.id), reverse=True)
            self._known = _Known(change, latest, topics[:MOST_TOPICS], self._words.contradicted())
        return self._known

    def _spoken(self, viewer: Viewer, signals: Signals) -> Spoken:
        store, words = self._parts.store, self._words
        known = self._project(viewer)
        asked = analyse(signals.prompt[:ASKED_CHARACTERS])
        heard = store.lexical(viewer, asked, HEARD) if asked.terms else []
        hits = words.recall(asked.text, MOST_HITS, heard) if asked.terms else []
        predicted = [one for one in words.predict(signals, {asked.terms: heard}) if one.kind == "memory"]
        fixes = _fixes(self._parts, viewer, words, signals.error)
        ids = dict.fromkeys([*(hit.id for hit in hits), *(one.id for one in predicted)])
        found = [*known.topics, *fixes, *store.items(viewer, list(ids))]
        items = {one.id: one for one in found}
        return Spoken(
            items=items,
            hits=tuple(hits),
            shared={hit.id: _shared(asked.terms, items.get(hit.id)) for hit in hits},
            predicted=tuple(predicted),
            fixes=tuple(one.id for one in fixes),
            latest=tuple(known.latest),
            topics=tuple(one.id for one in known.topics),
            contradicted=known.contradicted,
        )


def good_budget(budget: int) -> None:
    """Raises BadInput for one that makes no sense."""
    if isinstance(budget, bool) or not isinstance(budget, int) or not LEAST_BUDGET <= budget <= MOST_BUDGET:
        raise BadInput(f"The budget is {budget!r}.", f"Give {LEAST_BUDGET} to {MOST_BUDGET:,} tokens.")


def _shared(asked: Sequence[str], item: MemoryItem | None) -> tuple[str, ...]:
    """Those of the words that make a memory what it is that are in the prompt."""
    there = set(terms(" ".join(item.keywords))) if item else set()
    return tuple(term for term in asked if term in there)


def _fixes(parts: Parts, viewer: Viewer, words: Words, error: str) -> list[MemoryItem]:
    """What fixed this error before, the same one first."""
    if not error or not analyse(error[:ASKED_CHARACTERS]).terms:
        return []
    hits = words.recall(error[:ASKED_CHARACTERS], MOST_HITS, ())
    known = {
        one.id: one
        for one in parts.store.items(viewer, [hit.id for hit in hits if hit.kind == "fact"])
        if one.category in ("error_fix", "solution") and isinstance(one.fields, SolutionFields) and not one.archived_at
    }
    fixes = {id_: _as_fix(one) for id_, one in known.items()}
    keys = dict.fromkeys(filter(None, (error_key(error), *map(error_key, error.splitlines()[:FIRST_LINES]))))
    named = [fix for fix in fixes.values() if error.strip().casefold() in fix.problem.casefold()]
    alike = (fix for key in keys for fix in nearest_fixes(key, list(fixes.values()), FIXES))
    best = list(dict.fromkeys([*named, *alike]))[:FIXES]
    return [known[id_] for fix in best for id_, one in fixes.items() if one is fix]


def _as_fix(item: MemoryItem) -> Fix:
    assert isinstance(item.fields, SolutionFields)
    problem = item.fields.problem
    first = next(filter(None, map(error_key, problem.splitlines())), error_key(problem))
    return Fix(problem, first, item.fields.solution, item.fields.attempts, item.files, 0, 0, "")
