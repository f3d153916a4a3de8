"""Everything in the store as plain records, and back: the same records from both engines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from lamina.model.wire import item_from_plain, to_plain
from lamina.ports import Applied
from lamina.store import touches
from lamina.store.changes import step, write_entry
from lamina.store.cold import spans_of, warm_turns, with_cold
from lamina.store.contradictions import COLUMNS
from lamina.store.packing import dumped
from lamina.store.rows import body_of, item_from, item_row, usage_row

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lamina.model.hits import Viewer
    from lamina.model.memory import MemoryItem
    from lamina.model.review import JournalEntry
    from lamina.store.trunk import SqlStore

SESSION = ("project", "id", "user_id", "visibility", "agent", "title", "started_at", "cwd", "branch", "lineage", "path")
TOMBSTONE = ("project", "item_id", "text_hash", "at")


def dump(store: SqlStore, viewer: Viewer) -> Iterator[tuple[str, dict[str, object]]]:
    """Rows in an order that does not depend on the engine or on when they were written."""
    who: dict[str, Any] = {"user": viewer.user, "projects": list(viewer.projects)}
    for row in store._rows("dump_projects", projects=who["projects"]):
        yield "project", dict(zip(("id", "name", "created_at"), row, strict=True))
    for row in store._rows("dump_aliases", projects=who["projects"]):
        yield "alias", dict(zip(("alias", "project"), row, strict=True))
    for row in store._rows("dump_sessions", **who):
        session = dict(zip(SESSION, row, strict=True))
        turns = _turns(store, {"project": session["project"], "session": session["id"]})
        if turns:
            yield "session", session
        for number, body in turns:
            turn = {"project": session["project"], "session": session["id"], "number": number}
            yield "turn", {**turn, "turn": json.loads(body)}
    past = ("", "")
    while rows := store._rows("dump_items", past_project=past[0], past_id=past[1], **who):
        for row in rows:
            yield "item", to_plain(item_from(row[2], row[3:]))
        past = (rows[-1][0], rows[-1][1])
    for project, id_, version, body in store._rows("dump_versions", **who):
        yield "version", {"project": project, "id": id_, "version": version, "body": json.loads(body)}
    for row in store._rows("dump_contradictions", **who):
        yield "contradiction", dict(zip(COLUMNS, row, strict=True))
    for row in store._rows("dump_tombstones", projects=who["projects"]):
        yield "tombstone", dict(zip(TOMBSTONE, row, strict=True))


def _turns(store: SqlStore, place: dict[str, Any]) -> list[tuple[int, str]]:
    """All of a session's, hot and cold, but for those of forgotten exchanges."""
    cold = [row[0] for row in store._rows("dump_cold_turns", **place)]
    turns = with_cold([(number, body) for number, body in store._rows("dump_turns", **place)], cold)
    hidden = store._rows("forgotten_spans", **place) if turns else []
    return [turn for turn in turns if not any(first <= turn[0] <= last for first, last in hidden)]


def restore(
    store: SqlStore, records: Sequence[tuple[str, dict[str, Any]]], vectors: Mapping[str, bytes], entry: JournalEntry
) -> Applied:
    """Adds what is not there yet; never changes what is, nor brings back what was forgotten."""
    sorted_records: dict[str, list[dict[str, Any]]] = {}
    for sort, record in records:
        sorted_records.setdefault(sort, []).append(record)
    for project in sorted_records.get("project", ()):
        store._run_many("restore_project", [{**project, "at": project["created_at"]}])
    store._run_many("add_alias", sorted_records.get("alias", ()))
    store._run_many("restore_session", sorted_records.get("session", ()))
    turns = [{**one, "body": dumped(one["turn"])} for one in sorted_records.get("turn", ())]
    warm_turns(store, spans_of(turns))
    store._run_many("restore_turn", [{k: v for k, v in one.items() if k != "turn"} for one in turns])
    applied = _restore_items(store, sorted_records.get("item", ()), vectors, entry)
    _restore_versions(store, sorted_records.get("version", ()))
    store._run_many("restore_contradiction", sorted_records.get("contradiction", ()))
    store._run_many("restore_tombstone", sorted_records.get("tombstone", ()))
    return applied


def _restore_versions(store: SqlStore, versions: Sequence[dict[str, Any]]) -> None:
    for project in dict.fromkeys(one["project"] for one in versions):
        mine = [one for one in versions if one["project"] == project]
        there = {row[0] for row in store._rows("saved_items", project=project, ids=[one["id"] for one in mine])}
        kept = [{**one, "body": dumped(one["body"])} for one in mine if one["id"] in there]
        store._run_many("restore_version", kept)


def _restore_items(
    store: SqlStore, plain: Sequence[dict[str, Any]], vectors: Mapping[str, bytes], entry: JournalEntry
) -> Applied:
    items = [item_from_plain(one) for one in plain]
    fresh: list[MemoryItem] = []
    refused: list[MemoryItem] = []
    for project in dict.fromkeys(item.place.project for item in items):
        mine = [item for item in items if item.place.project == project]
        ids = [item.id for item in mine]
        there = {row[0] for row in store._rows("saved_items", project=project, ids=ids)}
        buried = {row[0] for row in store._rows("buried_items", project=project, ids=ids)}
        refused += [item for item in mine if item.id in buried and item.id not in there]
        fresh += [item for item in mine if item.id not in there and item.id not in buried]
        store.touch((project,))
    if fresh:
        first = store._numbers(len(fresh))
        rows = [item_row(item, body_of(item), n=n, change=n) for n, item in enumerate(fresh, first)]
        store._run_many("save_item", rows)
        store._run_many("save_usage", [usage_row(item) for item in fresh])
        touches.save(store, fresh)
        store._save_search(rows, {row["n"]: vectors[row["id"]] for row in rows if vectors.get(row["id"])})
        write_entry(store, entry, rows[0]["project"], [step(item) for item in fresh])
    _drop_turns(store, refused)
    return Applied(new=len(fresh), unchanged=len(items) - len(fresh) - len(refused), refused=len(refused))


def _drop_turns(store: SqlStore, refused: Sequence[MemoryItem]) -> None:
    """The turns of a forgotten exchange came in before it: they go again."""
    for item in refused:
        if item.kind == "exchange":
            place = {"project": item.place.project, "session": item.sessions[0]}
            span = {"first": item.evidence[0].first_turn, "last": item.evidence[0].last_turn}
            warm_turns(store, [{**place, **span}])
            store._run_many("purge_turns", [{**place, **span}])
            store._rows("purge_empty_sessions", project=place["project"], sessions=[place["session"]])
