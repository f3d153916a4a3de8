"""Consolidation: a plan over everything that is active, looked at or applied in slices under one journal entry."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager, nullcontext
from datetime import timedelta
from itertools import takewhile
from typing import TYPE_CHECKING, TypeVar

from lamina.consolidate.plan import make_plan, reasons, standings_after
from lamina.consolidate.relations import Duplicate, relation
from lamina.model.consolidation import Archive, Consolidated, Merge, consolidating
from lamina.model.ids import new_id
from lamina.model.review import BY_ITSELF, JournalEntry
from lamina.ports import Change, Saved, Stand
from lamina.words.policy import ageing_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import datetime

    from lamina.model.consolidation import Facet, Step
    from lamina.model.hits import Viewer
    from lamina.model.memory import MemoryItem
    from lamina.words.parts import Parts

_Each = TypeVar("_Each")
SLICE = 500
"""How many memories one transaction touches: others write in between."""


def consolidate(
    parts: Parts,
    viewer: Viewer,
    *,
    dry_run: bool,
    has_time: Callable[[], bool] = lambda: True,
    by_itself: bool = False,
) -> Consolidated:
    """Plans, and applies unless it is a dry run. Raises Conflict while somebody else is at it.

    What there is no time for is left alone, and planned again next time.
    """
    here = viewer._replace(projects=viewer.projects[:1])
    project = here.projects[0]
    with nullcontext() if dry_run else parts.store.only_one(consolidating(project)):
        now, ageing = parts.clock(), ageing_of(parts.settings)
        before = parts.store.last_change(project)
        facets = list(parts.store.facets(here))
        steps = make_plan(facets, ageing, same_said, now=now)
        told = _told(facets, steps, dry_run=dry_run)
        if dry_run:
            return told
        if steps:
            detail = f"{BY_ITSELF if by_itself else ''}{_detail(told)}"
            entry = JournalEntry(new_id(now), now, "consolidate", viewer.user, detail, project=project)
            left_alone = _Applying(parts, here, entry, before).run(facets, steps, has_time)
            told = told._replace(entry=entry.id, left_alone=left_alone)
        parts.store.cool(here, now - timedelta(days=ageing.compress_after_days), parts.embedder, has_time)
    return told


def same_said(one: str, other: str) -> str:
    """Why two texts say the same; empty where they do not, or where one of them says more."""
    found = relation(one, other)
    return found.why if isinstance(found, Duplicate) else ""


class _Applying:
    """A plan on its way into the store. Killed anywhere, what was done can be undone, and the rest planned again."""

    def __init__(self, parts: Parts, viewer: Viewer, entry: JournalEntry, planned_at: int) -> None:
        """`planned_at`: the last change of the project when the plan was made."""
        self._store = parts.store
        self._viewer = viewer
        self._entry = entry
        self._last_change = planned_at
        self._disturbed = False

    def run(self, facets: Sequence[Facet], steps: Sequence[Step], has_time: Callable[[], bool]) -> int:
        """How many memories were left alone: somebody changed or used them meanwhile, or the time was up."""
        seen = {one.id: one for one in facets}
        witnesses = {step.id: step.witnesses for step in steps if isinstance(step, Archive)}
        stands = [Stand(seen[id_], one) for id_, one in standings_after(facets, steps, now=self._entry.at).items()]
        done = 0
        # Standings first: a merge makes new versions, and a standing is given to the version that was seen.
        for some in takewhile(lambda _: has_time(), _slices(stands)):
            with self._slice():
                kept = self._still_witnessed(some, witnesses)
                done += self._store.apply(Change(self._entry, stands=tuple(kept))).updated
        merges = [step for step in steps if isinstance(step, Merge)]
        versions = {id_: one.version for id_, one in seen.items()} if merges else {}
        for pairs in takewhile(lambda _: has_time(), _slices(merges)):
            with self._slice():
                done += self._merged(pairs, versions)
        return len(stands) + len(merges) - done

    @contextmanager
    def _slice(self) -> Iterator[None]:
        """One transaction; notices whether anybody else has written since the last one."""
        project = self._entry.project
        with self._store.batch():
            self._disturbed |= self._store.last_change(project) != self._last_change
            yield
            self._last_change = self._store.last_change(project)

    def _still_witnessed(self, some: Sequence[Stand], witnesses: Mapping[str, tuple[str, ...]]) -> Sequence[Stand]:
        """Without those that may no longer go, because who spoke of the same has gone since the plan was made."""
        if not self._disturbed:
            return some
        wanted = {id_ for one in some for id_ in witnesses.get(one.seen.id, ())}
        there = self._store.active(self._viewer, sorted(wanted))
        return [one for one in some if there.issuperset(witnesses.get(one.seen.id, ()))]

    def _merged(self, pairs: Sequence[Merge], versions: dict[str, int]) -> int:
        ids = dict.fromkeys(id_ for step in pairs for id_ in (step.into, step.merged))
        items = {one.id: one for one in self._store.items(self._viewer, list(ids))}
        changed: dict[str, MemoryItem] = {}
        done = 0
        for step in pairs:
            into, other = changed.get(step.into) or items.get(step.into), items.get(step.merged)
            if (
                not into
                or not other
                or other.usage.cited
                or any(items[one].version != versions[one] for one in (into.id, other.id))
            ):
                continue
            changed[into.id] = gathered(into, other)._replace(version=items[into.id].version + 1)
            changed[other.id] = ended(other, into.id, now=self._entry.at)
            done += 1
        self._store.apply(Change(self._entry, items=tuple(map(Saved, changed.values()))))
        versions.update((id_, one.version) for id_, one in changed.items())
        return done


def gathered(into: MemoryItem, other: MemoryItem) -> MemoryItem:
    """The fact that stays, with all that is known of the other."""
    return into._replace(
        evidence=tuple(dict.fromkeys((*into.evidence, *other.evidence))),
        tags=tuple(dict.fromkeys((*into.tags, *other.tags))),
        keywords=tuple(dict.fromkeys((*into.keywords, *other.keywords))),
        files=tuple(dict.fromkeys((*into.files, *other.files))),
        importance=max(into.importance, other.importance),
        confidence=max(into.confidence, other.confidence),
        imported_count=into.imported_count + other.imported_count,
        first_seen=min(into.first_seen, other.first_seen),
        last_seen=max(into.last_seen, other.last_seen),
        validity=into.validity._replace(supersedes=other.id),
    )


def ended(item: MemoryItem, into: str, *, now: datetime) -> MemoryItem:
    """The fact that goes: superseded and out of context, not deleted."""
    validity = item.validity._replace(valid_to=item.validity.valid_to or now, superseded_by=into)
    return item._replace(validity=validity, archived_at=item.archived_at or now, version=item.version + 1)


def _slices(all_of_them: Sequence[_Each]) -> Iterator[Sequence[_Each]]:
    for at in range(0, len(all_of_them), SLICE):
        yield all_of_them[at : at + SLICE]


def _told(facets: Sequence[Facet], steps: Sequence[Step], *, dry_run: bool) -> Consolidated:
    why = reasons(steps)
    counts: Counter[str] = Counter()
    for one in why:
        counts[one.step] += one.count
    return Consolidated(
        dry_run=dry_run,
        memories=sum(one.active for one in facets),
        merged=counts["merge"],
        summarised=counts["summarise"],
        compressed=counts["compress"],
        ranked=counts["rank"],
        archived=counts["archive"],
        linked=counts["link"],
        left_alone=0,
        reasons=why,
        steps=tuple(steps),
    )


def _detail(told: Consolidated) -> str:
    return f"{told.merged} merged, {told.summarised + told.compressed} shortened, {told.archived} archived"
