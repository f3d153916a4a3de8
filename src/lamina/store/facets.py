"""Rows as planning sees them: page by page, and of each body only what is needed."""

from __future__ import annotations

import json
from functools import lru_cache
from sys import intern
from typing import TYPE_CHECKING, Any

from lamina.distil.error_keys import error_key
from lamina.model.consolidation import Facet
from lamina.model.memory import PERMANENT_KINDS
from lamina.model.wire import moment
from lamina.store.rows import standing_from

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lamina.model.hits import Viewer
    from lamina.store.trunk import SqlStore

PAGE = 2000
PINNED = "pinned"
"""The tag of what is never archived or shortened."""


def facets(store: SqlStore, viewer: Viewer) -> Iterator[Facet]:
    """By id, so that the same rows give the same plan."""
    past = ""
    while rows := store._rows("facets", user=viewer.user, projects=[viewer.projects[0]], past=past, most=PAGE):
        yield from map(_facet, rows)
        past = rows[-1][0]


def _facet(row: tuple[Any, ...]) -> Facet:
    body = json.loads(row[-1])
    trust, place, fields = body["trust"], body["place"], body["fields"]
    permanent = body["kind"] in PERMANENT_KINDS
    private = place["visibility"] == "user-private"
    scope = (place["layer"], place["layer_ref"], place["user"] if private else "", fields.get("applies_to", ""))
    lineages = {one["lineage"] or one["session"] for one in body["evidence"] if one["session"]}
    return Facet(
        id=row[0],
        kind=intern(body["kind"]),  # type: ignore[arg-type]  # what was a kind when it was written
        standing=standing_from(row[5:9]),
        last_seen=moment(body["last_seen"]),
        category=body["category"],
        level=trust["level"],
        version=row[1],
        scope="" if scope == ("project", "", "", "") else "/".join(scope),
        private=private,
        local=place["layer"] not in ("system", "project"),
        approved=bool(trust["approved_long_term_at"] or trust["approved_core_at"]),
        pinned=PINNED in body["tags"],
        valid=body["validity"]["valid_to"] is None,
        superseded_by=body["validity"]["superseded_by"],
        retrieved=row[2],
        cited=row[3],
        ignored=row[4],
        count=max(1, body["imported_count"] + len(lineages)),
        importance=body["importance"],
        files=_interned(body["files"]),
        errors=_interned(sorted({key for one in _failures(fields) if (key := _key(one))})),
        keywords=_interned(body["keywords"]) if permanent else (),
        exchanges=tuple(fields["exchanges"]) if body["kind"] == "concept" else (),
        text=body["lengths"]["full"] if body["kind"] == "fact" else "",
    )


def _failures(fields: dict[str, Any]) -> list[str]:
    """What went wrong, in the words of whoever reported it."""
    return [*fields.get("errors", ()), *filter(None, (fields.get("problem"),))]


@lru_cache(maxsize=4096)
def _key(text: str) -> str:
    return error_key(text)


def _interned(texts: Iterable[str]) -> tuple[str, ...]:
    """A hundred thousand memories speak of the same few files."""
    return tuple(map(intern, texts))
