"""Takes in a memory-keeper folder, ours or the original tool's: all of it, or nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from lamina.adapters.view_folder import reading
from lamina.adapters.view_format import given_by
from lamina.model.ids import derived_id, new_id
from lamina.model.memory import Place
from lamina.model.review import JournalEntry, Loaded
from lamina.model.wire import to_plain
from lamina.ports import Change
from lamina.words.learning import counted
from lamina.words.vectors import with_vectors
from lamina.words.view_facts import Facts
from lamina.words.view_sessions import Sessions
from lamina.words.viewing import entry_hash

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from lamina.adapters.view_folder import Manifest
    from lamina.model.hits import Viewer
    from lamina.model.memory import MemoryItem, Visibility
    from lamina.ports import SavedSession
    from lamina.words.parts import Parts

AGENT = "memory-keeper"
_OURS = re.compile(r"[a-z][0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def load_view(parts: Parts, here: Callable[[], Viewer], visibility: Visibility, folder: str) -> Loaded:
    """Reads the whole folder before it writes a row; `here` makes a project of this folder if it is none yet."""
    with reading(folder) as (view, files):
        given = given_by(files)
        viewer = here()
        loading = Loading(parts, viewer, visibility, view.manifest)
        with parts.store.batch():
            sessions, facts = Sessions(loading), Facts(loading)
            sessions.take(given)
            facts.take_concepts(given, sessions.members)
            facts.take_entries(given)
            loading.save()
        entries = {one.id: entry_hash(one) for one in (*given.concepts, *given.facts.entries)}
        view.imported(viewer.projects[0], files.keys() - sessions.left_alone, entries)
    turns = sum(len(one.lines) for one in given.sessions)
    items = len(loading.fresh) + len(loading.changed)
    return Loaded(len(given.sessions), turns, items, loading.known, loading.refused)


class Loading:
    """One folder on its way into one project: gathered first, then saved in one go."""

    def __init__(self, parts: Parts, viewer: Viewer, visibility: Visibility, manifest: Manifest) -> None:
        self.parts, self.store = parts, parts.store
        self.project = viewer.projects[0]
        self.viewer = viewer._replace(projects=(self.project,))
        self.place = Place(self.project, viewer.user, visibility)
        self.manifest = manifest
        self.now: datetime = parts.clock()
        self.records: list[tuple[str, dict[str, Any]]] = []
        """New sessions and turns."""
        self.fresh: dict[str, MemoryItem] = {}
        self.changed: list[MemoryItem] = []
        self.longer: list[SavedSession] = []
        self.known = self.refused = 0

    def id_of(self, kind: str, name: str, of: str = "") -> str:
        """Our ids are for life. Short ones of the original tool mean something in one person's folder only."""
        return name if _OURS.fullmatch(name) else derived_id(AGENT, f"{self.place.user}\x1f{of}", name, kind)

    def save(self) -> None:
        """One change, which can be undone as one."""
        entry = JournalEntry(new_id(self.now), self.now, "load", self.viewer.user, AGENT, project=self.project)
        new = with_vectors(counted([*self.fresh.values()], self.parts), self.parts.embedder)
        if new:
            items = (("item", to_plain(one.item)) for one in new)
            self.store.restore([*self.records, *items], {one.item.id: one.vector for one in new}, entry)
        changed = with_vectors(counted(self.changed, self.parts), self.parts.embedder)
        if changed:
            self.store.apply(Change(entry, changed, tuple(self.longer)))
