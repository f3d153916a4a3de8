"""Brings to a store that is far away what hooks noted for it, and the cache that hooks read up to date."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from lamina.errors import BadInput, Conflict
from lamina.model.wire import moment
from lamina.words.spool import Due, Judged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.model.hits import Viewer
    from lamina.words.parts import Parts
    from lamina.words.spool import Line, Spool

DELIVERY = "delivery "
NEVER = datetime(1970, 1, 1, tzinfo=UTC)
REMEMBERED = timedelta(days=30)
"""How long the store knows what has arrived: until then, a line that comes again does not count again."""


class Delivered(NamedTuple):
    """What has arrived, and the projects into which something was read."""

    lines: int = 0
    projects: frozenset[str] = frozenset()


def deliver(parts: Parts, user: str) -> Delivered:
    """Raises Unavailable when the store does; what has not arrived by then stays."""
    if parts.far is None:
        return Delivered()
    spool = parts.far.spool
    waiting = spool.read()
    _count(parts, user, spool, [one for one in waiting if isinstance(one.said, Judged)])
    projects = _read(parts, user, spool, [one for one in waiting if isinstance(one.said, Due)])
    spool.drop([one for one in waiting if one.said is None])
    return Delivered(len(waiting), frozenset(projects))


def _count(parts: Parts, user: str, spool: Spool, lines: Sequence[Line]) -> None:
    from lamina.model.hits import Viewer

    viewer = Viewer(user, ())
    for line in lines:
        _count_once(parts, viewer, line.said)
    spool.drop(lines)
    if lines:
        parts.store.end_jobs(DELIVERY, parts.clock() - REMEMBERED)


def _count_once(parts: Parts, viewer: Viewer, said: Any) -> None:
    """Counted in the transaction that notes its key: not at all, or once."""
    assert isinstance(said, Judged)
    store = parts.store
    with store.batch():
        if store.begin_job(f"{DELIVERY}{said.key}", parts.clock(), NEVER):
            store.count_use(viewer, said.cited, "cited", moment(said.at))
            store.count_use(viewer, said.ignored, "ignored", moment(said.at))


def _read(parts: Parts, user: str, spool: Spool, lines: Sequence[Line]) -> set[str]:
    """Reading a transcript twice changes nothing."""
    projects: set[str] = set()
    for due in dict.fromkeys(one.said for one in lines):
        assert isinstance(due, Due)
        try:
            projects |= _ingested(parts, user, due)
        except Conflict:
            continue  # it waits, and is in nobody's way
        except BadInput:
            pass  # nobody will ever be able to read it
        spool.drop([one for one in lines if one.said == due])
    return projects


def _ingested(parts: Parts, user: str, due: Due) -> set[str]:
    from lamina.words.ingest import Ingest

    visibility: Any = due.visibility
    reader = Ingest(parts, user, visibility, lambda folder: _project(parts, due, folder))
    reader.run([due.path], None)
    return reader.projects


def _project(parts: Parts, due: Due, folder: str) -> str:
    """As the session's own settings would have it, whoever delivers."""
    if due.project:
        return parts.store.project_for((f"name:{due.project}",), due.project, parts.clock())
    aliases, name = parts.aliases_of(folder or due.folder)
    return parts.store.project_for(aliases, name, parts.clock())
