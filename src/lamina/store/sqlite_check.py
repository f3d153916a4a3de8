"""What `doctor` looks at in a SQLite store."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from lamina.errors import IndexDamaged
from lamina.model.review import Check

if TYPE_CHECKING:
    from lamina.store.sqlite import SqliteStore


def check(store: SqliteStore) -> list[Check]:
    """Changes nothing."""
    found = str(store._connection.pragma("integrity_check"))
    mode = os.stat(store._path).st_mode & 0o777
    return [
        Check("rows", found == "ok", found, "Restore a copy, or load an export into a new store."),
        Check("file mode", mode & 0o077 == 0, f"{mode:04o}", f"chmod 600 {store._path}"),
        *(_index(store, row[0]) for row in store._rows("indexed_projects")),
    ]


def _index(store: SqliteStore, project: str) -> Check:
    name = f"index of {project}"
    rows = store._rows("count_items", project=project)[0][0]
    try:
        with store._snapshot():
            state = store._state(project)
            waiting = {one.n for one in store._waiting_rows(project, state)}
            reached = store._open_index(project, state) if state.generation else None
            documents = reached.documents if reached else 0
            stale = sum(1 for one in waiting if reached and reached.holds(one))
    except IndexDamaged as error:
        return Check(name, False, str(error), "lamina reindex")
    agrees = documents - stale + len(waiting) == rows
    said = f"{documents} rows indexed, {len(waiting)} waiting, {rows} in all"
    return Check(name, agrees, said, "lamina reindex")
