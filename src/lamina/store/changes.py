"""How a change reaches the rows, how it is taken back, and how rows go for good. Always inside a transaction."""

from __future__ import annotations

import json
from contextlib import nullcontext
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from lamina.errors import Conflict, NotFound
from lamina.model.consolidation import consolidating
from lamina.model.ids import new_id
from lamina.model.review import BY_ITSELF, JournalEntry, Tombstone
from lamina.model.wire import moment, stamp
from lamina.ports import Applied
from lamina.recall.query import embedded_text
from lamina.store import touches
from lamina.store.cold import saved_items, spans_of, warm_turns
from lamina.store.rows import NOTHING_BESIDE, body_of, item_from, item_row, standing_from, turn_body, words_of
from lamina.store.standings import (
    JournalStep,
    put_back_standings,
    refuse_if_undoable,
    save_standings,
    standing_in,
    standing_text,
)
from lamina.store.trunk import SqlStore, unknown_entry

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from lamina.model.hits import Viewer
    from lamina.model.memory import MemoryItem, Standing
    from lamina.ports import Change, Embedder, Saved, SavedSession

UNDO_DAYS = 7
_DERIVED = frozenset({"exchange", "concept", "episode"})
"""Kinds that ingest makes again from the same transcript: a tombstone keeps them away."""


def apply(store: SqlStore, change: Change) -> Applied:
    """Saves what is new or different, with one journal entry for all of it."""
    by_project: dict[str, list[Saved]] = {}
    for saved in change.items:
        by_project.setdefault(saved.item.place.project, []).append(saved)
    for tombstone in change.unburied:
        store._run_many("unbury_text", [{"project": tombstone.project, "text_hash": tombstone.text_hash}])
    steps: list[dict[str, Any]] = []
    total = Applied()
    for project, group in by_project.items():
        total = _added(total, _save(store, project, group, steps, keep=change.entry.action != "ingest"))
    _save_sessions(store, change.sessions)
    if change.cursor:
        store._run_many("save_cursor", [change.cursor._asdict()])
    if change.entry.action == "ingest":
        steps = []  # what was read can be read again: it is forgotten by session, not undone
    total = _added(total, save_standings(store, change, steps))
    # A resolution may change no memory: then its entry is all there is to undo.
    if steps or change.buried or change.entry.action == "resolve" or (change.items and change.entry.action == "ingest"):
        write_entry(store, change.entry, next(iter(by_project), ""), steps)
    store._run_many("bury", [_tombstone_row(one) for one in change.buried])
    if change.buried:
        hidden = [one.item for one in change.items if one.item.kind == "exchange" and one.item.forgotten_at]
        spoken = {(one.place.project, one.sessions[0]) for one in hidden}
        store._run_many("drop_cursors", [{"project": project, "session": one} for project, one in sorted(spoken)])
    return total


def _save(store: SqlStore, project: str, group: list[Saved], steps: list[dict[str, Any]], *, keep: bool) -> Applied:
    """`keep`: whether the older version is kept of what a person may have written; evidence changes no word of it."""
    ids = [saved.item.id for saved in group]
    known = {row[0]: row[1:] for row in saved_items(store, project, ids)}
    derived = [saved.item.id for saved in group if saved.item.kind in _DERIVED and saved.item.forgotten_at is None]
    buried = {row[0] for row in store._rows("buried_items", project=project, ids=derived)} if derived else set()
    written: list[tuple[Saved, str, int | None]] = []
    older: list[dict[str, Any]] = []
    counts = {"new": 0, "updated": 0, "unchanged": 0, "refused": 0}
    for item, vector in group:
        if item.id in buried:
            counts["refused"] += 1
            continue
        before = known.get(item.id)
        derived_anew = item.kind in _DERIVED and item.version == 1  # it knows nothing of its standing
        if before:
            item = item._replace(version=_next_version(item, before[1]))  # noqa: PLW2901 (the saved form of the same item)
        body = body_of(item)
        stood = standing_from(before[3:]) if before else None
        if before and words_of(body) == words_of(before[2]) and (derived_anew or stood == item.standing):
            counts["unchanged"] += 1
            continue
        counts["updated" if before else "new"] += 1
        written.append((type(group[0])(item, vector), body, before[0] if before else None))
        steps.append(step(item, before[2] if before else None, stood))
        if (
            before and keep and item.kind not in _DERIVED
        ):  # what is derived can be derived again; what a person wrote cannot
            older.append({"project": project, "id": item.id, "version": before[1], "body": before[2]})
    store._run_many("save_version", older)
    _write(store, project, written)
    return Applied(**counts)


def _next_version(item: MemoryItem, saved: int) -> int:
    """A derived item is made anew without knowing its version; an edited one must follow the one it was read from."""
    if item.kind in _DERIVED and item.version == 1:
        return saved + 1
    if item.version != saved + 1:
        raise Conflict(f"{item.id} was changed by someone else in the meantime.", "Look at it again, then repeat.")
    return item.version


def _write(store: SqlStore, project: str, written: Sequence[tuple[Saved, str, int | None]]) -> None:
    if not written:
        return
    first = store._numbers(len(written))
    rows, vectors = [], {}
    for change, (saved, body, n) in enumerate(written, first):
        row = item_row(saved.item, body, n=n or change, change=change)
        rows.append(row)
        if saved.vector:
            vectors[row["n"]] = saved.vector
    store._run_many("save_item", rows)
    touches.save(store, [saved.item for saved, _, _ in written])
    store._save_search(rows, vectors)
    store.touch((project,))


def step(item: MemoryItem, before: str | None = None, stood: Standing | None = None) -> dict[str, Any]:
    """One item of a journal entry: what it was and how it stood before, or nothing when it is new."""
    row = {"project": item.place.project, "id": item.id, "before": before, "after_version": item.version}
    return row | {"stood": standing_text(stood) if stood else None, "stands": standing_text(item.standing)}


def _save_sessions(store: SqlStore, sessions: Sequence[SavedSession]) -> None:
    heads, turns = [], []
    for saved in sessions:
        session, project = saved.session, saved.project
        heads.append(
            {
                "project": project,
                "id": session.id,
                "user_id": saved.user,
                "visibility": saved.visibility,
                "agent": session.agent,
                "title": session.title,
                "started_at": stamp(session.started_at),
                "cwd": session.cwd,
                "branch": session.branch,
                "lineage": session.lineage,
                "path": session.path,
            }
        )
        turns += [
            {"project": project, "session": session.id, "number": number, "body": turn_body(turn)}
            for number, turn in saved.turns
        ]
    store._run_many("save_session", heads)
    warm_turns(store, spans_of(turns))
    store._run_many("save_turn", turns)


def write_entry(store: SqlStore, entry: JournalEntry, touched: str, steps: Sequence[dict[str, Any]]) -> None:
    """Files a change under the project where it was said, or else the one that it touched."""
    known = store._rows("entry", id=entry.id, user=entry.user)
    if not known:  # a batch writes several parts under one entry
        project = entry.project or touched
        row = {"number": store._numbers(1), "id": entry.id, "project": project, "user_id": entry.user}
        row |= {"at": stamp(entry.at), "action": entry.action, "detail": entry.detail}
        store._run_many("add_entry", [row])
    store._run_many("add_step", [{"entry": entry.id, **one} for one in steps])


def _tombstone_row(one: Tombstone) -> dict[str, Any]:
    return {"project": one.project, "item_id": one.item_id, "text_hash": one.text_hash, "at": stamp(one.at)}


def _added(a: Applied, b: Applied) -> Applied:
    return Applied(*(x + y for x, y in zip(a, b, strict=True)))


def undo(
    store: SqlStore, viewer: Viewer, entry: str | None, now: datetime, embedder: Embedder
) -> tuple[JournalEntry, int]:
    """Puts every touched item back as it was, if nobody has changed it since."""
    if entry:
        found = store._rows("entry", id=entry, user=viewer.user)
    else:
        mine: dict[str, Any] = {"user": viewer.user, "projects": list(viewer.projects), "by_itself": BY_ITSELF}
        found = store._rows("last_entry", **mine)
        if not found and (alone := store._rows("last_by_itself", **mine)):
            raise NotFound(
                f"There is nothing of yours to undo; the last change by itself was {alone[0][1]} {alone[0][0]}.",
                f"`lamina undo {alone[0][0]}` takes that back.",
            )
    if not found:
        raise unknown_entry(entry)
    id_, at, action, user, detail, undone_at = found[0]
    done = JournalEntry(id_, moment(at), action, user, detail, moment(undone_at) if undone_at else None)
    if done.undone_at:
        raise Conflict(f"The change {done.id} was undone already.")
    steps = [JournalStep(*row) for row in store._rows("steps", entry=done.id)]
    if done.action == "purge" or not (steps or done.action == "resolve"):
        raise NotFound(f"The change {done.id} cannot be undone: what it touched was purged.")
    # A consolidation that is still under way would go on under an entry that was undone.
    with store.only_one(consolidating(steps[0].project)) if done.action == "consolidate" else nullcontext():
        put_back_standings(store, [one for one in steps if one.standing_alone], done)
        _put_back(store, [one for one in steps if not one.standing_alone], done, embedder)
    store._run_many("mark_undone", [{"id": done.id, "at": stamp(now)}])
    note = JournalEntry(new_id(now), now, "undo", viewer.user, f"{done.action} {done.id}")
    write_entry(store, note, viewer.projects[0], [])
    return done, len(steps)


def _put_back(store: SqlStore, steps: Sequence[JournalStep], done: JournalEntry, embedder: Embedder) -> None:
    for project in dict.fromkeys(one.project for one in steps):
        mine = [one for one in steps if one.project == project]
        saved = {row[0]: row for row in saved_items(store, project, [one.id for one in mine])}
        later = {one.id for one in mine if one.id not in saved or saved[one.id][2] != one.after_version}
        if done.action == "consolidate":  # what has been read since, and cannot be undone, must not be in the way
            refuse_if_undoable(store, done, project, sorted(later))
        for id_ in sorted(later) if done.action != "consolidate" else ():
            if not _only_unquoted(done, saved.get(id_)):
                raise Conflict(f"{id_} was changed after the {done.action} {done.id}.", "Undo the later change first.")
        mine = [one for one in mine if one.id not in later]
        back = [(_as_it_was(one, saved[one.id]), one.before, saved[one.id][1]) for one in mine if one.before]
        _cut_turns(store, project, [(item, item_from(saved[item.id][3], NOTHING_BESIDE)) for item, _, _ in back])
        added = [(project, one.id) for one in mine if one.before is None]
        if added:
            purge(store, added, quotes=False)
        _restore_rows(store, project, back, embedder)
        store._run_many(
            "drop_version", [{"project": project, "id": item.id, "version": item.version} for item, _, _ in back]
        )


def _as_it_was(step: JournalStep, saved: tuple[Any, ...]) -> MemoryItem:
    """The item before the change; where its standing has moved on since, that stays as it is."""
    now = standing_from(saved[4:])
    stood = standing_in(step.stood) if step.stood and standing_in(step.stands or "") == now else now
    return item_from(step.before or "", NOTHING_BESIDE)._replace(**stood._asdict())


def _only_unquoted(done: JournalEntry, saved: tuple[Any, ...] | None) -> bool:
    """Whether a forget did no more to this item than take a quote out of it: its session may have gone on since."""
    return done.action == "forget" and saved is not None and item_from(saved[3], NOTHING_BESIDE).forgotten_at is None


def _cut_turns(store: SqlStore, project: str, pairs: Sequence[tuple[MemoryItem, MemoryItem]]) -> None:
    """Removes the turns that came to an exchange with the change that is taken back."""
    spans = [
        {"project": project, "session": was.evidence[0].session, "first": was.evidence[0].last_turn + 1}
        | {"last": now.evidence[0].last_turn}
        for was, now in pairs
        if was.kind == "exchange"
    ]
    warm_turns(store, spans)
    store._run_many("purge_turns", spans)


def _restore_rows(
    store: SqlStore, project: str, back: Sequence[tuple[MemoryItem, str, int]], embedder: Embedder
) -> None:
    if not back:
        return
    packed = embedder.embed([embedded_text(json.loads(body)) for _, body, _ in back])
    first = store._numbers(len(back))
    rows = [item_row(item, body, n=n, change=change) for change, (item, body, n) in enumerate(back, first)]
    store._run_many("save_item", rows)
    touches.save(store, [item for item, _, _ in back])
    store._save_search(rows, {row["n"]: one for row, one in zip(rows, packed, strict=True) if one})
    heads = {item.sessions[0]: item.place.visibility for item, _, _ in back if item.kind == "exchange"}
    store._run_many("show_session", [{"project": project, "id": one, "visibility": v} for one, v in heads.items()])
    store._run_many("unbury", [{"project": project, "item_id": item.id} for item, _, _ in back])
    store.touch((project,))


def due(store: SqlStore, now: datetime) -> list[tuple[str, str]]:
    """What was forgotten longer ago than it can be undone."""
    return [(row[0], row[1]) for row in store._rows("forgotten_before", at=stamp(now - timedelta(days=UNDO_DAYS)))]


def purge(store: SqlStore, doomed: Sequence[tuple[str, str]], *, quotes: bool = True) -> set[str]:
    """Deletes the items and everything that repeats their text; without `quotes`, their neighbours keep their past."""
    by_project: dict[str, list[str]] = {}
    for project, id_ in doomed:
        by_project.setdefault(project, []).append(id_)
    for project, ids in by_project.items():
        rows = store._rows("doomed", project=project, ids=ids)
        keys = [row[0] for row in rows]
        spans = [
            {"project": project, "session": row[3], "first": row[4], "last": row[5]}
            for row in rows
            if row[2] == "exchange"
        ]
        sessions = list({span["session"] for span in spans})
        store._drop_search(keys)
        warm_turns(store, spans)
        store._run_many("purge_turns", spans)
        store._rows("purge_versions", project=project, ids=ids)
        store._rows("purge_steps", project=project, ids=ids, sessions=sessions if quotes else [])
        store._rows("purge_contradictions", project=project, ids=ids)
        store._rows("purge_signs", project=project, ids=ids)
        store._rows("purge_intents", project=project, ids=ids)
        store._rows("drop_touches", project=project, ids=ids)
        store._rows("purge_items", keys=keys)
        store._rows("purge_empty_sessions", project=project, sessions=sessions)
        store.touch((project,))
    return set(by_project)
