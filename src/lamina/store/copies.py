"""A store of copies: which rows of a store on another machine are here, and how they get in and out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lamina.model.hits import PATIENT, Patience
from lamina.store import changes
from lamina.store.contradictions import COLUMNS as CONTRADICTION
from lamina.store.dumps import SESSION
from lamina.store.packing import whole_body
from lamina.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_ITEM = (
    *("n", "project", "id", "change", "version", "kind", "level", "visibility", "user_id", "session", "opening"),
    *("closing", "text_hash", "first_seen", "last_seen", "valid_from", "valid_to", "denied_at", "archived_at", "shown"),
    *("moved", "links", "forgotten_at", "retrieved", "cited", "ignored", "last_accessed", "contradictions"),
    *("last_validated", "body", "cold"),
)
_TOUCH = ("project", "item", "position", "path", "changed", "at")


class CopyStore(SqliteStore):
    """A store like any other, which also knows what its rows are copies of."""

    _FILES = ("shared.sql", "sqlite/search.sql", "sqlite/cache.sql")

    def __init__(self, path: str, embedder_version: str, patience: Patience = PATIENT) -> None:
        super().__init__(path, embedder_version, patience)
        self._rows("make_copied")

    def kept(self) -> dict[int, str]:
        """The mark of each row that is here."""
        return dict(self._rows("copied"))

    def drop(self, keys: Sequence[int], *, scrubbed: bool) -> None:
        """Removes rows with all that repeats them; if they are to be `scrubbed`, that is noted until it is done."""
        projects = changes.purge(self, [(row[0], row[1]) for row in self._rows("places_of", keys=list(keys))])
        self._rows("drop_copied")
        self._run_many("note_unscrubbed", [{"project": one} for one in projects if scrubbed])

    def take_over(self, rows: Sequence[tuple[Any, ...]], marks: Mapping[int, str]) -> None:
        """Saves rows of the other store under the numbers that they have there."""
        items = [dict(zip(_ITEM, row, strict=True)) for row in rows]
        if not items:
            return
        for change, item in enumerate(items, self._numbers(len(items))):
            item |= {"change": change, "body": whole_body(item["body"], item["cold"]), "mark": marks[item["n"]]}
        self._run_many("save_item", items)
        self._run_many("save_usage", items)
        self._run_many("note_copied", items)
        self.touch({item["project"] for item in items})

    def name_projects(self, projects: Sequence[tuple[Any, ...]], aliases: dict[str, str]) -> None:
        """The viewer's projects, under the names that they have over there."""
        self._rows("drop_names")
        self._run_many("restore_project", [dict(zip(("id", "name", "at"), row, strict=True)) for row in projects])
        self._run_many("add_alias", [{"alias": alias, "project": project} for alias, project in aliases.items()])

    def replace_beside(self, keys: Sequence[int], touches: Sequence[Any], sessions: Sequence[Any]) -> None:
        """What these rows are about, and the sessions that they come from."""
        for project in {row[0] for row in self._rows("places_of", keys=list(keys))}:
            ids = [id_ for home, id_ in self._rows("places_of", keys=list(keys)) if home == project]
            self._rows("drop_touches", project=project, ids=ids)
        self._run_many("save_touch", [dict(zip(_TOUCH, row, strict=True)) for row in touches])
        self._run_many("restore_session", [dict(zip(SESSION, row, strict=True)) for row in sessions])
        self._rows("drop_unspoken_sessions")

    def replace_contradictions(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """Those that are open, without a word of why: it may quote what must not be here any more."""
        self._rows("drop_contradictions")
        found = [dict(zip(CONTRADICTION, row, strict=True)) for row in rows]
        self._run_many("restore_contradiction", [{**one, "why": ""} for one in found if not one["resolution"]])

    def scrub(self) -> None:
        """Nothing of what was dropped is left in any file."""
        projects = {row[0] for row in self._rows("unscrubbed")}
        if projects:
            self._scrub(projects)
            self._rows("drop_unscrubbed")

    def empty(self) -> None:
        """Drops everything, without a trace."""
        with self.batch():
            self.drop(list(self.kept()), scrubbed=True)
            self._rows("drop_contradictions")
            self._rows("drop_unspoken_sessions")
        self.scrub()
