"""What `doctor` looks at in a SQLite store."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from lamina.errors import IndexDamaged
from lamina.model.review import Check
from lamina.store import cold

if TYPE_CHECKING:
    from lamina.store.sqlite import SqliteStore


def check(store: SqliteStore) -> list[Check]:
    """Changes nothing."""
    found = str(store._connection.pragma("integrity_check"))
    mode = os.stat(store._path).st_mode & 0o777
    return [
        Check("rows", found == "ok", found, "Restore a copy, or load an export into a new store."),
        Check("file mode", mode & 0o077 == 0, f"{mode:04o}", f"chmod 600 {store._path}"),
        cold.check(store),
        *(_index(store, row[0]) for row in store._rows("indexed_projects")),
    ]


def _index(store: SqliteStore, project: str) -> Check:
    name = f"index of {project}"
    rows = {row[0] for row in store._rows("item_numbers", project=project)}
    try:
        with store._snapshot():
            state = store._state(project)
            waiting = {one.n for one in store._waiting_rows(project, state)}
            index = store._open_index(project, state) if state.generation else None
            # Rows that an undo removed may linger in the index: nothing finds them.
            indexed = index.rows() & rows - waiting if index else set()
    except IndexDamaged as error:
        return Check(name, False, str(error), "lamina reindex")
    said = f"{len(indexed)} rows indexed, {len(waiting)} waiting, {len(rows)} in all"
    return Check(name, indexed | waiting == rows, said, "lamina reindex")
