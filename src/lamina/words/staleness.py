"""Asks the repository at hand about the files that memories speak of, and says with each memory what became of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.model.hits import tells_of_work
from lamina.recall.staleness import Tied, marks, stale

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lamina.model.hits import Candidate, Hit, Viewer
    from lamina.model.memory import MemoryItem
    from lamina.model.review import Waiting
    from lamina.model.staleness import Stale
    from lamina.words.parts import Parts


def told_with_hits(parts: Parts, viewer: Viewer, hits: list[Hit], candidates: Iterable[Candidate]) -> list[Hit]:
    """The hits, each with what became of its files. Whoever recalls does not wait for git."""
    shown = {hit.id for hit in hits if hit.files}
    tied = {one.id: Tied(one.files, one.held_at, one.worked) for one in candidates if one.id in shown}
    found = _stale(parts, viewer, tied, patient=False)
    if not found:
        return hits
    return [
        hit._replace(stale=found[hit.id], why=(*hit.why, *marks(found[hit.id]))) if hit.id in found else hit
        for hit in hits
    ]


def told_with_waiting(parts: Parts, viewer: Viewer, waiting: Sequence[Waiting]) -> list[Waiting]:
    """The same for what waits for a person's word."""
    found = stale_items(parts, viewer, [one.item for one in waiting])
    return [one._replace(stale=found.get(one.item.id)) for one in waiting]


def stale_items(parts: Parts, viewer: Viewer, items: Iterable[MemoryItem], *, patient: bool = True) -> dict[str, Stale]:
    """Those of the items whose files have changed since, by id."""
    return _stale(parts, viewer, {item.id: _tied(item) for item in items if item.files}, patient=patient)


def _tied(item: MemoryItem) -> Tied:
    from lamina.model.wire import stamp

    held = max(filter(None, (item.last_seen, item.usage.last_validated)))
    return Tied(
        item.files, stamp(held), tells_of_work(item.kind, item.category, str(getattr(item.fields, "details", "")))
    )


def _stale(parts: Parts, viewer: Viewer, tied: Mapping[str, Tied], *, patient: bool) -> dict[str, Stale]:
    files = list(dict.fromkeys(file for one in tied.values() for file in one.files))
    if not files or not at_home(parts, viewer):
        return {}
    known = parts.file_history(parts.folder, files, patient)
    found = {id_: stale(one, known) for id_, one in tied.items()} if known else {}
    return {id_: one for id_, one in found.items() if one}


def at_home(parts: Parts, viewer: Viewer) -> bool:
    """A project that was named may be another one than that of the folder: then its files are not here."""
    if not parts.folder:
        return False
    if not parts.settings["project"].value:
        return True
    return viewer.projects[0] in parts.store.known_projects(parts.aliases_of(parts.folder)[0])
