"""What is about to happen to files outside of the store, as rows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from lamina.model.targets import Intent
from lamina.ports import NotedIntent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.store.trunk import SqlStore


def note(store: SqlStore, found: Sequence[NotedIntent]) -> None:
    """Before anything is written."""
    rows = [{**_key(one), **one._asdict(), "body": json.dumps(one.intent)} for one in found]
    store._run_many("add_intent", [{name: row[name] for name in row if name != "intent"} for row in rows])


def read(store: SqlStore, user: str, entry: str | None) -> list[NotedIntent]:
    """Open ones, or the finished ones of an entry."""
    if entry is None:
        rows = store._rows("open_intents", user=user)
    else:
        rows = store._rows("done_intents", user=user, entry=entry)
    return [
        NotedIntent(entry, project, owner, item, action, Intent(*json.loads(body)))
        for entry, project, owner, item, action, body in rows
    ]


def finish(store: SqlStore, found: Sequence[NotedIntent]) -> None:
    """They are kept for undo."""
    store._run_many("finish_intent", [_key(one) for one in found])


def drop(store: SqlStore, found: Sequence[NotedIntent]) -> None:
    """Nothing of them is kept."""
    store._run_many("drop_intent", [_key(one) for one in found])


def _key(one: NotedIntent) -> dict[str, str]:
    return {"entry": one.entry, "target": one.intent.target}
