"""Everything out to a file, and in from one: JSON lines with a versioned header, or any conversation."""

from __future__ import annotations

import json
import os
from contextlib import nullcontext
from typing import IO, TYPE_CHECKING, Any

from lamina.errors import BadInput, Unavailable
from lamina.model.ids import new_id
from lamina.model.review import JournalEntry, Loaded
from lamina.recall.query import embedded_text
from lamina.words.checks import good_moment, good_text, turn_from

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.model.hits import Viewer
    from lamina.model.transcript import Turn
    from lamina.ports import Progress, Store
    from lamina.words.parts import Parts
    from lamina.words.writing import Writer

FORMAT_VERSION = 1
_SORTS = ("project", "alias", "session", "turn", "item", "version", "contradiction", "tombstone")
END = "end"
_CHUNK = 2000


def export(store: Store, viewer: Viewer, target: str | IO[bytes], format_: str) -> int:
    """Writes to a file of its own, then puts it in place: a failed export leaves the old file as it was."""
    if format_ != "jsonl":
        raise BadInput(
            f"There is no export format {format_!r}.",
            "Use jsonl, memory-keeper, long-term-memory, observations, short-term or long-term.",
        )
    if not isinstance(target, str):
        return _write(store, viewer, target)
    try:
        # A pipe or a device is written to: putting a file in its place would take it away.
        if os.path.exists(target) and not os.path.isfile(target):
            with open(target, "wb") as opened:
                return _write(store, viewer, opened)
        return _write_file(store, viewer, os.path.realpath(target))
    except BrokenPipeError:
        raise
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError) as error:
        raise BadInput(
            f"{target} cannot be written: {error.strerror}.", "Name a file in a folder that is there."
        ) from error
    except OSError as error:
        raise Unavailable(f"{target} cannot be written: {error.strerror}.", "Nothing was exported.") from error


def _write_file(store: Store, viewer: Viewer, path: str) -> int:
    part = f"{path}.{os.getpid()}.new"
    try:
        with open(part, "wb", opener=lambda p, flags: os.open(p, flags, 0o600)) as opened:
            written = _write(store, viewer, opened)
        os.replace(part, path)
    except BaseException:
        if os.path.exists(part):
            os.unlink(part)
        raise
    return written


def _write(store: Store, viewer: Viewer, opened: IO[bytes]) -> int:
    opened.write(_line({"lamina_export": FORMAT_VERSION}))
    written = 0
    for sort, record in store.dump(viewer):
        opened.write(_line({"type": sort, **record}))
        written += 1
    # Without it, a file that was cut between two lines would pass for a whole one.
    opened.write(_line({"type": END, "records": written}))
    opened.flush()
    return written


def load(parts: Parts, viewer: Viewer, source: str | IO[bytes], format_: str, progress: Progress | None) -> Loaded:
    """All of the file, or nothing of it."""
    if format_ != "jsonl":
        raise BadInput(
            f"There is no load format {format_!r}.",
            "Use jsonl, chat, memory-keeper, long-term-memory, observations, short-term or long-term.",
        )
    path, lines = _name(source), _lines(source)
    _, header = next(lines, (0, {}))
    if header.get("lamina_export") != FORMAT_VERSION:
        raise BadInput(
            f"{path} does not start with the header of a Lamina export.", "For conversations use --format chat."
        )
    counts = {"session": 0, "turn": 0, "new": 0, "unchanged": 0, "refused": 0}
    records: list[tuple[str, dict[str, Any]]] = []
    now = parts.clock()
    entry = JournalEntry(new_id(now), now, "load", viewer.user, os.path.basename(path), project=viewer.projects[0])
    homes: dict[str, str] = {}
    seen, whole = 0, False
    with parts.store.batch():
        for number, record in lines:
            sort = record.pop("type", None)
            if sort == END:
                whole = record.get("records") == seen
                break
            seen += 1
            if sort not in _SORTS:
                raise BadInput(f"{path}, line {number}: there is no record type {sort!r}.", "Nothing was loaded.")
            records.append((sort, record))
            if len(records) >= _CHUNK:
                _restore(parts, entry, homes, path, number, records, counts)
                if progress:
                    progress("load", number, 0)
        if not whole:
            raise BadInput(f"{path} is cut off: its last line is missing.", "Nothing was loaded; export it again.")
        _restore(parts, entry, homes, path, 0, records, counts)
        if progress:
            progress("load", seen, seen)
    return Loaded(counts["session"], counts["turn"], counts["new"], counts["unchanged"], counts["refused"])


def _restore(
    parts: Parts,
    entry: JournalEntry,
    homes: dict[str, str],
    path: str,
    number: int,
    records: list[tuple[str, dict[str, Any]]],
    counts: dict[str, int],
) -> None:
    try:
        _bring_home(parts.store, homes, records)
        items = [record for sort, record in records if sort == "item"]
        packed = parts.embedder.embed([embedded_text(one) for one in items]) if items else []
        applied = parts.store.restore(records, dict(zip((one["id"] for one in items), packed, strict=True)), entry)
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


def _bring_home(store: Store, homes: dict[str, str], records: list[tuple[str, dict[str, Any]]]) -> None:
    """A project that is known here by one of its aliases keeps the id it has here; `homes` remembers which."""
    for sort, record in records:
        if sort == "alias":
            known = store.known_projects([record["alias"]])
            if known and known[0] != record["project"]:
                homes[record["project"]] = known[0]
    if not homes:
        return
    records[:] = [(sort, record) for sort, record in records if sort != "project" or record["id"] not in homes]
    for sort, record in records:
        for place in (record, record.get("place"), record["body"]["place"] if sort == "version" else None):
            if place and "project" in place:
                place["project"] = homes.get(place["project"], place["project"])


def load_chat(writer: Writer, source: str | IO[bytes], progress: Progress | None) -> Loaded:
    """JSON lines `{"session_id", "ts", "role", "text"}`; the lines of a session need not be next to each other."""
    sessions: dict[str, list[Turn]] = {}
    for number, line in _lines(source):
        id_, turn = _chat_turn(line, f"{_name(source)}, line {number}")
        sessions.setdefault(id_, []).append(turn)
    turns = refused = 0
    if not sessions:
        return Loaded(0, 0, 0, 0, 0)
    with writer.batch(learn=True):
        for done, (id_, said) in enumerate(sessions.items()):
            recorded = writer.record({"id": id_, "started_at": said[0].at, "turns": said}, None)
            turns += recorded.turns
            refused += recorded.refused
            if progress:
                progress("load", done + 1, len(sessions))
    came_to = writer.applied
    return Loaded(len(sessions), turns, came_to.new + came_to.updated, came_to.unchanged, refused)


def _chat_turn(line: dict[str, Any], where: str) -> tuple[str, Turn]:
    for name in ("session_id", "ts", "role", "text"):
        if name not in line:
            raise BadInput(f"{where}: {name} is missing.", "Nothing was loaded.")
    id_ = line["session_id"]
    session = good_text(str(id_) if isinstance(id_, int) else id_, f"{where}: session_id")
    turn = turn_from({"role": line["role"], "text": line["text"]}, where)
    return session, turn._replace(at=good_moment(line["ts"], f"{where}: ts"))


def _name(source: str | IO[bytes]) -> str:
    return source if isinstance(source, str) else "Standard input"


def _lines(source: str | IO[bytes]) -> Iterator[tuple[int, dict[str, Any]]]:
    name = _name(source)
    try:
        with open(source, "rb") if isinstance(source, str) else nullcontext(source) as opened:
            for number, raw in enumerate(opened, 1):
                if raw.strip():
                    yield number, _parsed(name, number, raw)
    except OSError as error:
        raise BadInput(f"{name} cannot be read: {error.strerror}.") from error


def _parsed(path: str, number: int, raw: bytes) -> dict[str, Any]:
    try:
        data = json.loads(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise BadInput(
            f"{path}, line {number}: not valid UTF-8 (byte {error.start + 1}).", "Nothing was loaded."
        ) from error
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{path}, line {number}: not JSON ({error}).", "Nothing was loaded.") from error
    if not isinstance(data, dict):
        raise BadInput(f"{path}, line {number}: not a JSON object.", "Nothing was loaded.")
    return data


def _line(record: dict[str, Any]) -> bytes:
    return f"{json.dumps(record, ensure_ascii=False, sort_keys=True)}\n".encode()
