"""What speaks against what, as rows. Always inside a transaction when it writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.model.review import Contradiction
from lamina.model.wire import moment, stamp

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.model.hits import Viewer
    from lamina.model.review import Sign
    from lamina.store.trunk import SqlStore

COLUMNS = ("project", "id", "older", "newer", "relation", "why", "found_at", "resolution", "note", "resolved_at")


def note(store: SqlStore, found: Sequence[Contradiction]) -> None:
    """A pair that is known already stays as it is, resolved or not."""
    store._run_many(
        "add_contradiction",
        [
            {
                "project": one.older.place.project,
                "id": one.id,
                "older": one.older.id,
                "newer": one.newer.id,
                "relation": one.relation,
                "why": one.why,
                "found_at": stamp(one.found_at),
            }
            for one in found
        ],
    )


def read(store: SqlStore, viewer: Viewer) -> list[Contradiction]:
    """Those of which the viewer may see both sides. One that was resolved by a change that was undone is open again."""
    rows = store._rows("contradictions", projects=list(viewer.projects))
    ids = [id_ for row in rows for id_ in (row[2], row[3])]
    items = {(item.place.project, item.id): item for item in store._items("items", viewer, ids=ids)} if ids else {}
    found = []
    for project, id_, older, newer, relation, why, found_at, resolution, told, resolved_at in rows:
        one, other = items.get((project, older)), items.get((project, newer))
        if one and other:
            at = moment(resolved_at) if resolved_at else None
            found.append(Contradiction(id_, one, other, relation, why, moment(found_at), resolution, told, at))
    return found


def close(store: SqlStore, one: Contradiction, entry: str) -> None:
    """The entry is the change by which it was resolved: undoing it opens the contradiction again."""
    assert one.resolved_at
    values = {"project": one.older.place.project, "id": one.id, "at": stamp(one.resolved_at), "entry": entry}
    store._run_many("close_contradiction", [{**values, "resolution": one.resolution, "note": one.note}])


def note_signs(store: SqlStore, found: Sequence[Sign]) -> None:
    """Each source counts once; the counters are counted anew, never incremented."""
    rows = [{**one._asdict(), "at": stamp(one.at)} for one in found]
    store._run_many("add_sign", rows)
    for project in dict.fromkeys(one.project for one in found):
        ids = list({one.item for one in found if one.project == project})
        store._rows("count_signs", project=project, ids=ids)
