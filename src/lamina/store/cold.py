"""Hot and cold: what is old is kept compressed, and is hot again when it is written or an undo wakes it up.

Nothing that can be read changes by it, so that there is no journal entry, no new version and nothing to index.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lamina.model.review import Check
from lamina.model.wire import stamp
from lamina.store.packing import is_sound, pack_body, pack_turns, plain_body, unpack_turns, whole_body

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime

    from lamina.model.hits import Viewer
    from lamina.model.memory import Standing
    from lamina.ports import Embedder
    from lamina.store.trunk import SqlStore

KINDS = ("exchange", "episode")
"""What tells of something that happened: the others are short, and read often."""
_SPAN = ("project", "session", "first")
SLICE = 500
"""How many items one transaction touches: others write in between."""


def cool(store: SqlStore, viewer: Viewer, before: datetime, embedder: Embedder, has_time: Callable[[], bool]) -> int:
    """Slice by slice, each a transaction of its own: killed anywhere, the next time goes on."""
    cooled = 0
    for kind in KINDS:
        past = -1
        while has_time():
            with store.batch():
                who = {"project": viewer.projects[0], "user": viewer.user, "kind": kind}
                rows = store._rows("coolable", **who, before=stamp(before), past=past, most=SLICE)
                _cool_slice(store, viewer.projects[0], rows, embedder)
            if not rows:
                break
            past = rows[-1][0]
            cooled += len(rows)
    return cooled


def _cool_slice(store: SqlStore, project: str, rows: Sequence[tuple[Any, ...]], embedder: Embedder) -> None:
    if not rows:
        return
    packed = [(n, *pack_body(body)) for n, body, *_ in rows]
    store._run_many("cool_item", [dict(zip(("n", "body", "cold"), one, strict=True)) for one in packed])
    for _, _, kind, session, first, last in rows:
        if kind == "exchange":
            _cool_turns(store, {"project": project, "session": session, "first": first, "last": last})
    summaries = embedder.embed([plain_body(body, None)["lengths"]["summary"] for _, body, _ in packed])
    store._save_summaries(project, {one[0]: vector for one, vector in zip(packed, summaries, strict=True) if vector})


def _cool_turns(store: SqlStore, span: dict[str, Any]) -> None:
    warm_turns(store, [span])  # where some are cold already, all of them are packed anew
    turns = store._rows("hot_turns", **span)
    if turns:
        store._run_many("purge_turns", [span])
        store._run_many("cool_turns", [{**span, "how_many": len(turns), "turns": pack_turns(turns)}])


def stays_cold(standing: Standing) -> bool:
    """Whether what stands so may be cold: the query `coolable` asks the same."""
    return standing.archived_at is not None or standing.shown == "compressed"


def warm(store: SqlStore, project: str, ids: Sequence[str]) -> None:
    """Makes items hot again, and the turns of exchanges."""
    rows = store._rows("cold_items", project=project, ids=list(ids)) if ids else []
    if not rows:
        return
    store._run_many("warm_item", [{"n": row[0], "body": whole_body(row[1], row[2])} for row in rows])
    store._drop_summaries(project, [row[0] for row in rows])
    columns = ("session", "first", "last")
    spans = [dict(zip(columns, row[4:], strict=True)) for row in rows if row[3] == "exchange"]
    warm_turns(store, [{"project": project, **span} for span in spans])


def warm_turns(store: SqlStore, spans: Iterable[dict[str, Any]]) -> None:
    """Makes turns hot again, before any of them is written or removed. What is hot already is newer, and stays."""
    for span in spans:
        for first, packed in store._rows("cold_turns", **span):
            place = {"project": span["project"], "session": span["session"]}
            turns = [{**place, "number": number, "body": body} for number, body in unpack_turns(packed)]
            store._run_many("restore_turn", turns)
            store._run_many("drop_cold_turns", [{**place, "first": first}])


def spans_of(turns: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """From the first to the last of the turns, for each session."""
    numbers: dict[tuple[str, str], list[int]] = {}
    for one in turns:
        numbers.setdefault((one["project"], one["session"]), []).append(one["number"])
    return [
        {"project": project, "session": session, "first": min(mine), "last": max(mine)}
        for (project, session), mine in numbers.items()
    ]


def with_cold(hot: Sequence[tuple[int, str]], packed: Iterable[bytes]) -> list[tuple[int, str]]:
    """Turns from both places, by number."""
    cold = dict(turn for one in packed for turn in unpack_turns(one))
    return sorted({**cold, **dict(hot)}.items())


def check(store: SqlStore) -> Check:
    """Whether all that is cold can be read."""
    memories, turns, damaged = 0, 0, 0
    past, after = -1, ("", "", -1)
    while rows := store._rows("all_cold", past=past, most=SLICE):
        past, memories = rows[-1][0], memories + len(rows)
        damaged += sum(not is_sound(cold) for _, cold in rows)
    while rows := store._rows("all_cold_turns", **dict(zip(_SPAN, after, strict=True)), most=SLICE):
        after, turns = rows[-1][:3], turns + len(rows)
        damaged += sum(not is_sound(packed) for *_, packed in rows)
    said = f"{memories} memories and the turns of {turns} exchanges are compressed"
    mend = "Restore a copy, or load an export into a new store."
    return Check("cold texts", not damaged, f"{said}, {damaged} of them damaged" if damaged else said, mend)


def saved_items(store: SqlStore, project: str, ids: Sequence[str]) -> list[tuple[Any, ...]]:
    """Id, number, version, whole body and standing of the items that are there."""
    rows = store._rows("saved_items", project=project, ids=list(ids))
    return [(id_, n, version, whole_body(body, cold), *stands) for id_, n, version, body, cold, *stands in rows]
