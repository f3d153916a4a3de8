"""Which memory is about which file, as rows: a projection of the items, written with them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from lamina.model.hits import CHANGED
from lamina.model.signals import Deed, Match, Remembered
from lamina.model.wire import stamp

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lamina.model.hits import Viewer
    from lamina.model.memory import MemoryItem
    from lamina.store.trunk import SqlStore

MOST_FILES = 40
LONGEST_PATH = 400


def save(store: SqlStore, items: Sequence[MemoryItem]) -> None:
    """What the items are about now replaces what they were about."""
    by_project: dict[str, dict[str, MemoryItem]] = {}
    for item in items:
        by_project.setdefault(item.place.project, {})[item.id] = item
    for project, mine in by_project.items():
        rows = [row for item in mine.values() for row in _rows_of(item)]
        store._rows("drop_touches", project=project, ids=list(mine))
        store._run_many("save_touch", rows)


def _rows_of(item: MemoryItem) -> Iterator[dict[str, Any]]:
    details = str(getattr(item.fields, "details", "")).partition(CHANGED)[2] if item.kind == "exchange" else ""
    at = stamp(item.last_seen)
    for position, path in enumerate(item.files[:MOST_FILES]):
        if 0 < len(path) <= LONGEST_PATH and " " not in path and "\x00" not in path:
            row = {"project": item.place.project, "item": item.id, "position": position, "path": path, "at": at}
            yield {**row, "changed": int(path in details)}


def deeds(store: SqlStore, viewer: Viewer, before: str, most: int, path: str = "") -> list[Deed]:
    """The latest sessions of the viewer's projects, or the latest that touched a file, each with its files."""
    query, more = ("deeds_about", {"path": path}) if path else ("deeds", {})
    found: dict[tuple[str, str, str], list[tuple[str, int, str]]] = {}
    for project in viewer.projects:
        rows = store._rows(query, project=project, user=viewer.user, before=before, most=most, **more)
        for session, branch, who, touched, changed, at in rows:
            found.setdefault((session, branch, who), []).append((touched, changed, at))
    return [_deed(*session, touched) for session, touched in found.items()]


def _deed(session: str, branch: str, who: str, touched: list[tuple[str, int, str]]) -> Deed:
    ordered = sorted(touched, key=lambda one: (-one[1], one[2], one[0]))
    at = max(one[2] for one in ordered)
    return Deed(session, at, tuple(one[0] for one in ordered), sum(one[1] for one in ordered), branch, who)


def matches(store: SqlStore, viewer: Viewer, scores: Mapping[int, float], before: str) -> list[tuple[Match, str, str]]:
    """Those of the rows that may be shown, best first, each with its kind and when it was last seen."""
    who = {"user": viewer.user, "projects": list(viewer.projects), "before": before}
    by_key: dict[int, list[tuple[Any, ...]]] = {}
    for row in store._rows("matched", keys=list(scores), **who):
        by_key.setdefault(row[0], []).append(row)
    found = []
    for key, rows in by_key.items():
        _, id_, kind, session, at, *_ = rows[0]
        files = sorted((-row[6], place, row[5]) for place, row in enumerate(rows) if row[5])
        changed = sum(-one[0] for one in files)
        found.append((Match(id_, session, scores[key], tuple(one[2] for one in files), changed), kind, at))
    return sorted(found, key=lambda one: (-one[0].score, one[0].id))


def about(store: SqlStore, viewer: Viewer, paths: Sequence[str], before: str, most: int) -> list[Remembered]:
    """The latest memories about each of the files."""
    known: dict[str, tuple[str, str]] = {}
    files: dict[str, list[str]] = {}
    for project in viewer.projects:
        for path in paths:
            for id_, kind, at in store._rows(
                "about_file", project=project, user=viewer.user, path=path, before=before, most=most
            ):
                known[id_] = (kind, at)
                files.setdefault(id_, []).append(path)
    return [Remembered(id_, kind, tuple(files[id_]), at) for id_, (kind, at) in known.items()]


def summaries(store: SqlStore, viewer: Viewer, ids: Sequence[str]) -> dict[str, str]:
    """What memories say, in a line or two."""
    rows = store._rows("bodies", user=viewer.user, projects=list(viewer.projects), ids=list(ids))
    return {id_: str(json.loads(body)["lengths"]["summary"]) for id_, body in rows}


def opening_prompts(store: SqlStore, viewer: Viewer, sessions: Sequence[str]) -> dict[str, tuple[str, str]]:
    """What was asked first in each session, and when."""
    found: dict[str, tuple[str, str]] = {}
    for project in viewer.projects:
        rows = store._rows("opening_prompts", project=project, user=viewer.user, sessions=list(sessions))
        for session, at, body in rows:
            asked = str(json.loads(body)["fields"]["asked"]).strip()
            found.setdefault(session, (asked, at))
    return found
