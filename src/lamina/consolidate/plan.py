"""One plan for all of consolidation: merge, archive, shorten, rank, link. Pure: the same facets give the same steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.consolidate.forgetting import plan_forgetting
from lamina.consolidate.links import plan_links
from lamina.consolidate.merging import plan_merges
from lamina.consolidate.ranking import plan_ranking
from lamina.consolidate.shortening import plan_shortening
from lamina.model.consolidation import Archive, Facet, Link, Merge, Rank, Reason, Shorten, Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from lamina.consolidate.ageing import Ageing
    from lamina.consolidate.merging import SameSaid
    from lamina.model.memory import Standing


def make_plan(facets: Sequence[Facet], ageing: Ageing, same_said: SameSaid, *, now: datetime) -> list[Step]:
    """Later steps see what earlier ones leave: what is merged away or archived is neither shortened nor linked."""
    merges = plan_merges(facets, same_said)
    left = _merged(facets, merges)
    archived = plan_forgetting(left, ageing, now=now)
    gone = {one.id for one in archived}
    staying = [one for one in left if one.id not in gone]
    shortened = plan_shortening(staying, ageing, now=now)
    return [*merges, *archived, *shortened, *plan_ranking(staying), *plan_links(staying)]


def _merged(facets: Sequence[Facet], merges: Iterable[Merge]) -> list[Facet]:
    known = {one.id: one for one in facets}
    for step in merges:
        other = known.pop(step.merged)
        into = known[step.into]
        known[into.id] = into._replace(
            files=tuple(dict.fromkeys((*into.files, *other.files))),
            errors=tuple(dict.fromkeys((*into.errors, *other.errors))),
            keywords=tuple(dict.fromkeys((*into.keywords, *other.keywords))),
            last_seen=max(into.last_seen, other.last_seen),
            count=into.count + other.count,
            importance=max(into.importance, other.importance),
        )
    return list(known.values())


def standings_after(facets: Iterable[Facet], steps: Iterable[Step], *, now: datetime) -> dict[str, Standing]:
    """How each memory stands once the steps are taken, in the order of the steps; merges are not about standing."""
    before = {one.id: one.standing for one in facets}
    after: dict[str, Standing] = {}
    for step in steps:
        if isinstance(step, Merge):
            continue
        stood = after.get(step.id, before[step.id])
        if isinstance(step, Archive):
            after[step.id] = stood._replace(archived_at=now)
        elif isinstance(step, Shorten):
            after[step.id] = stood._replace(shown=step.to)
        elif isinstance(step, Rank):
            after[step.id] = stood._replace(moved=step.moved)
        else:
            after[step.id] = stood._replace(links=step.to)
    return after


def reasons(steps: Iterable[Step]) -> tuple[Reason, ...]:
    """How often each kind of step has each reason, in the order of the plan."""
    counts: dict[tuple[str, str], int] = {}
    for step in steps:
        key = (_verb(step), step.why)
        counts[key] = counts.get(key, 0) + 1
    return tuple(Reason(verb, count, why) for (verb, why), count in counts.items())


def _verb(step: Step) -> str:
    if isinstance(step, Shorten):
        return "compress" if step.to == "compressed" else "summarise"
    return {Merge: "merge", Archive: "archive", Rank: "rank", Link: "link"}[type(step)]
