"""How standings reach the rows and are taken back: no word of an item changes, so that no index has to follow."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from lamina.errors import Conflict
from lamina.ports import Applied
from lamina.store.cold import stays_cold, warm
from lamina.store.packing import dumped
from lamina.store.rows import standing_from, standing_row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.model.consolidation import Facet
    from lamina.model.memory import Standing
    from lamina.model.review import JournalEntry
    from lamina.ports import Change
    from lamina.store.trunk import SqlStore

TOGETHER = 1000
"""How many rows are looked up at once."""


class JournalStep(NamedTuple):
    """One item of a journal entry, as it is kept."""

    project: str
    id: str
    before: str | None
    """The body; nothing where the item was new, or where only its standing changed."""
    after_version: int
    stood: str | None
    """The standing before; nothing where the item was new."""
    stands: str | None

    @property
    def standing_alone(self) -> bool:
        """Whether nothing but its standing changed."""
        return self.before is None and self.stood is not None


def standing_text(standing: Standing) -> str:
    """As the journal keeps it."""
    return dumped(list(standing_row(standing).values()))


def standing_in(text: str) -> Standing:
    """As the journal kept it."""
    return standing_from(json.loads(text))


def save_standings(store: SqlStore, change: Change, steps: list[dict[str, Any]]) -> Applied:
    """Saves how items stand from now on, each only if it is still as it was seen; adds to the journal's steps."""
    if not change.stands:
        return Applied()
    project = change.entry.project
    ids = [one.seen.id for one in change.stands]
    saved = {row[0]: row for row in store._rows("standings", project=project, ids=ids)}
    rows = []
    for seen, standing in change.stands:
        if not _still(seen, saved.get(seen.id)):
            continue
        rows.append({"project": project, "id": seen.id, **standing_row(standing)})
        step = {"project": project, "id": seen.id, "before": None, "after_version": seen.version}
        steps.append(step | {"stood": standing_text(seen.standing), "stands": standing_text(standing)})
    store._run_many("save_standing", rows)
    return Applied(updated=len(rows), refused=len(change.stands) - len(rows))


def _still(seen: Facet, saved: tuple[Any, ...] | None) -> bool:
    if saved is None:
        return False
    used = (seen.version, seen.retrieved, seen.cited, seen.ignored)
    return saved[1:5] == used and standing_from(saved[5:]) == seen.standing


def put_back_standings(store: SqlStore, steps: Sequence[JournalStep], done: JournalEntry) -> None:
    """Restores how items stood. What has come to stand otherwise since, and not by a word that can be undone, stays."""
    for some in _batches(steps):
        project, ids = some[0].project, [one.id for one in some]
        now = {row[0]: standing_from(row[5:]) for row in store._rows("standings", project=project, ids=ids)}
        moved_on = [one.id for one in some if one.id in now and now[one.id] != standing_in(one.stands or "")]
        refuse_if_undoable(store, done, project, moved_on)
        back = [one for one in some if one.id in now and one.id not in moved_on]
        stood = {one.id: standing_in(one.stood or "") for one in back}
        rows = [{"project": project, "id": id_, **standing_row(one)} for id_, one in stood.items()]
        store._run_many("save_standing", rows)
        warm(store, project, [id_ for id_, one in stood.items() if not stays_cold(one)])


def refuse_if_undoable(store: SqlStore, done: JournalEntry, project: str, ids: Sequence[str]) -> None:
    """Raises Conflict where a later change of these items could be undone first."""
    later = store._rows("later_steps", project=project, ids=list(ids), entry=done.id) if ids else []
    if later:
        raise Conflict(f"{later[0][0]} was changed after the {done.action} {done.id}.", "Undo the later change first.")


def _batches(steps: Sequence[JournalStep]) -> list[list[JournalStep]]:
    by_project: dict[str, list[JournalStep]] = {}
    for one in steps:
        by_project.setdefault(one.project, []).append(one)
    return [mine[at : at + TOGETHER] for mine in by_project.values() for at in range(0, len(mine), TOGETHER)]
