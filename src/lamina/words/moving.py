"""Everything out to a file, and in from one: JSON lines with a versioned header, or any conversation."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from lamina.errors import BadInput, Unavailable
from lamina.model.review import Loaded
from lamina.recall.query import embedded_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.model.hits import Viewer
    from lamina.ports import Embedder, Progress, Store
    from lamina.words.writing import Writer

FORMAT_VERSION = 1
_SORTS = ("project", "alias", "session", "turn", "item", "version", "tombstone")
_CHUNK = 2000


def export(store: Store, viewer: Viewer, path: str, format_: str) -> int:
    """Writes to a file of its own, then puts it in place: a failed export leaves the old file as it was."""
    if format_ != "jsonl":
        raise BadInput(f"There is no export format {format_!r}.", "Use jsonl.")
    written = 0
    try:
        with open(f"{path}.new", "w", encoding="utf-8", opener=lambda p, f: os.open(p, f, 0o600)) as opened:
            opened.write(_line({"lamina_export": FORMAT_VERSION}))
            for sort, record in store.dump(viewer):
                opened.write(_line({"type": sort, **record}))
                written += 1
        os.replace(f"{path}.new", path)
    except OSError as error:
        raise Unavailable(f"{path} cannot be written: {error}.") from error
    return written


def load(store: Store, embedder: Embedder, path: str, format_: str, progress: Progress | None) -> Loaded:
    """All of the file, or nothing of it."""
    if format_ != "jsonl":
        raise BadInput(f"There is no load format {format_!r}.", "Use jsonl or chat.")
    lines = _lines(path)
    _, header = next(lines, (0, {}))
    if header.get("lamina_export") != FORMAT_VERSION:
        raise BadInput(
            f"{path} does not start with the header of a Lamina export.", "For conversations use --format chat."
        )
    counts = {"session": 0, "turn": 0, "new": 0, "unchanged": 0, "refused": 0}
    records: list[tuple[str, dict[str, Any]]] = []
    with store.batch():
        for number, record in lines:
            sort = record.pop("type", None)
            if sort not in _SORTS:
                raise BadInput(f"{path}, line {number}: there is no record type {sort!r}.", "Nothing was loaded.")
            records.append((sort, record))
            if len(records) >= _CHUNK:
                _restore(store, embedder, path, number, records, counts)
                if progress:
                    progress("load", number, 0)
        _restore(store, embedder, path, 0, records, counts)
    return Loaded(counts["session"], counts["turn"], counts["new"], counts["unchanged"], counts["refused"])


def _restore(
    store: Store,
    embedder: Embedder,
    path: str,
    number: int,
    records: list[tuple[str, dict[str, Any]]],
    counts: dict[str, int],
) -> None:
    try:
        items = [record for sort, record in records if sort == "item"]
        packed = embedder.embed([embedded_text(one) for one in items]) if items else []
        applied = store.restore(records, dict(zip((one["id"] for one in items), packed, strict=True)))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        where = f"near line {number}" if number else "near its end"
        raise BadInput(f"{path}, {where}: a record is not complete ({error!r}).", "Nothing was loaded.") from error
    for sort, _ in records:
        if sort in counts:
            counts[sort] += 1
    counts["new"] += applied.new
    counts["unchanged"] += applied.unchanged
    counts["refused"] += applied.refused
    records.clear()


def load_chat(writer: Writer, path: str, progress: Progress | None) -> Loaded:
    """JSON lines `{"session_id", "ts", "role", "text"}`; the lines of a session need not be next to each other."""
    sessions: dict[str, list[dict[str, Any]]] = {}
    for number, line in _lines(path):
        missing = [name for name in ("session_id", "ts", "role", "text") if name not in line]
        if missing:
            raise BadInput(f"{path}, line {number}: {missing[0]} is missing.", "Nothing was loaded.")
        turn = {"role": line["role"], "text": line["text"], "at": line["ts"]}
        sessions.setdefault(str(line["session_id"]), []).append(turn)
    turns = exchanges = unchanged = refused = 0
    with writer.batch():
        for done, (id_, said) in enumerate(sessions.items()):
            recorded = writer.record({"id": id_, "started_at": said[0]["at"], "turns": said}, None)
            turns += recorded.turns
            exchanges += recorded.new
            unchanged += recorded.unchanged
            refused += recorded.refused
            if progress:
                progress("load", done + 1, len(sessions))
    return Loaded(len(sessions), turns, exchanges, unchanged, refused)


def _lines(path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        with open(path, "rb") as opened:
            for number, raw in enumerate(opened, 1):
                if raw.strip():
                    yield number, _parsed(path, number, raw)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from error


def _parsed(path: str, number: int, raw: bytes) -> dict[str, Any]:
    try:
        data = json.loads(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise BadInput(
            f"{path}, line {number}: not valid UTF-8 (byte {error.start + 1}).", "Nothing was loaded."
        ) from error
    except ValueError as error:
        raise BadInput(f"{path}, line {number}: not JSON ({error}).", "Nothing was loaded.") from error
    if not isinstance(data, dict):
        raise BadInput(f"{path}, line {number}: not a JSON object.", "Nothing was loaded.")
    return data


def _line(record: dict[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False, sort_keys=True) + "\n"
