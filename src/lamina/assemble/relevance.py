"""Which memories a moment calls for: how much each matters, into which tier it goes, and what says so."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from lamina.assemble.reminding import GUIDES
from lamina.assemble.shares import activity_of
from lamina.model.context import Considered

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import datetime

    from lamina.model.context import Tier
    from lamina.model.hits import Hit
    from lamina.model.memory import MemoryItem
    from lamina.model.reminders import Chosen
    from lamina.model.signals import Prediction, Signals

SHARED = 1
"""How many of a memory's own words a prompt must use to be about it."""
ALIKE = 0.35
"""Or how alike they must be in meaning."""
LEAST_CONFIDENCE, LEAST_UNASKED = 0.05, 0.25
"""How sure a prediction must be, and how sure where nobody has said what it is about."""
MOST_SAID = 6
RULES = ("rule", "preference", "convention")
MOST_RULES = 40
LAYER_WORTH, PERSON_WORTH, RECENT_WORTH, BACKGROUND_WORTH, TOPIC_WORTH = 0.7, 0.5, 0.5, 0.3, 0.2
RECENTLY = timedelta(hours=24)


class Spoken(NamedTuple):
    """What the signals have brought up."""

    items: Mapping[str, MemoryItem]
    hits: tuple[Hit, ...] = ()
    """What the prompt finds, best first."""
    shared: Mapping[str, tuple[str, ...]] = {}
    """Those of its own words that each of them shares with the prompt."""
    predicted: tuple[Prediction, ...] = ()
    fixes: tuple[str, ...] = ()
    latest: tuple[MemoryItem, ...] = ()
    """Permanent memories that hold, the most trusted and latest first."""
    topics: tuple[str, ...] = ()
    contradicted: Mapping[str, str] = {}


def considered(spoken: Spoken, signals: Signals, *, now: datetime) -> list[Considered]:
    """Each memory once, where it matters most; nothing at all when nothing is relevant."""
    found: dict[str, Considered] = {}
    for one in (
        *_fixes(spoken),
        *_hits(spoken),
        *_predicted(spoken, LEAST_CONFIDENCE if signals.prompt or signals.error else LEAST_UNASKED),
        *_of_the_moment(spoken, signals, now),
    ):
        before = found.get(one.item.id)
        if before is None:
            found[one.item.id] = one
        elif before.why != one.why:
            worth = 1 - (1 - before.worth) * (1 - one.worth)  # two signals that agree say more than one
            tier = min(before.tier, one.tier)
            found[one.item.id] = before._replace(worth=worth, tier=tier, why=(*before.why, *one.why))
    if found or not _asks(signals):
        for one in (*_rules(spoken), *_topics(spoken)):
            found.setdefault(one.item.id, one)
    return _in_order(_with_doubts(one, spoken.contradicted) for one in found.values())


def surest(told: Sequence[tuple[MemoryItem, Chosen]], contradicted: Mapping[str, str]) -> list[Considered]:
    """The few notes that a hook would tell, and nothing beside them."""
    tiers: dict[str, Tier] = {item.id: "tier1" if one.note.problem else _tier(item) for item, one in told}
    found = (Considered(item, tiers[item.id], one.worth, one.why) for item, one in told)
    return _in_order(_with_doubts(one, contradicted) for one in found)


def _in_order(found: Iterable[Considered]) -> list[Considered]:
    return sorted(found, key=lambda one: (one.tier, -one.worth, one.item.id))


def _asks(signals: Signals) -> bool:
    return bool(signals.prompt or signals.files or signals.error)


def _fixes(spoken: Spoken) -> Iterator[Considered]:
    for place, id_ in enumerate(spoken.fixes):
        yield Considered(spoken.items[id_], "tier1", 1.0 - 0.1 * place, ("error: it was met and fixed before",))


def _hits(spoken: Spoken) -> Iterator[Considered]:
    """All that was found, once the prompt is about one of it."""
    if not any(len(spoken.shared[hit.id]) >= SHARED or hit.meaning >= ALIKE for hit in spoken.hits):
        return
    for hit in spoken.hits:
        item, shared = spoken.items.get(hit.id), spoken.shared[hit.id]
        if item and not hit.archived:
            said = f"prompt: says {', '.join(shared[:MOST_SAID])}; " if shared else "prompt: "
            why = (f"{said}meaning {hit.meaning:.2f}", *hit.why)
            yield Considered(item, _tier(item), hit.score, why, hit.stale)


def _predicted(spoken: Spoken, least: float) -> Iterator[Considered]:
    for one in spoken.predicted:
        item = spoken.items.get(one.id)
        if item and not item.archived_at and one.confidence >= least:
            yield Considered(item, _tier(item), one.confidence, one.why)


def _of_the_moment(spoken: Spoken, signals: Signals, now: datetime) -> Iterator[Considered]:
    """What belongs to the sprint, stage or role at hand, what those who are there prefer, and what has just failed."""
    here = {("sprint", signals.sprint), ("stage", signals.stage), ("agent", signals.agent)}
    debugging = activity_of(signals.activity, signals.error) == "debugging"
    for item in spoken.latest:
        place = item.place
        if place.layer_ref and (place.layer, place.layer_ref) in here:
            yield Considered(item, "tier2", LAYER_WORTH, (f"{place.layer}: {place.layer_ref}",))
        elif item.category == "preference" and place.user in signals.people:
            yield Considered(item, "tier2", PERSON_WORTH, (f"person: {place.user} prefers it",))
        elif debugging and item.category == "error_fix" and now - item.last_seen <= RECENTLY:
            yield Considered(item, "tier1", RECENT_WORTH, ("error: met in the last 24 hours",))


def _rules(spoken: Spoken) -> Iterator[Considered]:
    rules = [one for one in spoken.latest if one.category in RULES and not one.place.layer_ref]
    for item in rules[:MOST_RULES]:
        why = (f"holds for the project: {item.category}",)
        yield Considered(item, "tier3", BACKGROUND_WORTH * item.importance, why)


def _topics(spoken: Spoken) -> Iterator[Considered]:
    for id_ in spoken.topics:
        yield Considered(spoken.items[id_], "tier4", TOPIC_WORTH, ("a topic of the project",))


def _tier(item: MemoryItem) -> Tier:
    if item.category in GUIDES:
        return "tier1"
    return "tier3" if item.kind in ("concept", "workflow", "pattern") else "tier2"


def _with_doubts(one: Considered, contradicted: Mapping[str, str]) -> Considered:
    """An open contradiction is told with what it concerns, and first."""
    doubt = contradicted.get(one.item.id, "")
    if not doubt:
        return one
    tier: Tier = "tier1" if one.tier in ("tier1", "tier2") else one.tier
    return one._replace(note=f"contradicted: {doubt}", tier=tier)
