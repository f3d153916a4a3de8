"""What a hook tells before a prompt or after a failure: a few bounded queries, by words alone."""

from __future__ import annotations

from lamina.assemble.reminding import about, asked_terms, error_terms, fixing, reminder
from lamina.model.hits import Query
from lamina.model.reminders import Reminder

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.model.hits import Viewer
    from lamina.model.reminders import Chosen, Heard, Note
    from lamina.ports import Store

POOL, FIXES = 60, 24
"""So many of what is found say together what a prompt is about; a fix is among the first, or is for another error."""
TOUCHED, ABOUT, WORKED = 200, 20, 3
"""Of so many that touched a file last, those that are about it, and the work that changed it."""


def remind(
    store: Store, viewer: Viewer, prompt: str, error: str, heard: Heard, budget: int, names: Sequence[str] = ()
) -> Reminder:
    """What matters for a prompt or a file, and what fixed such an error before, as a text within a budget."""
    notes = [one.note for one in chosen(store, viewer, prompt, error, heard, names)]
    return reminder(notes, store.doubted(viewer, [one.id for one in notes]), budget) if notes else Reminder()


def chosen(
    store: Store, viewer: Viewer, prompt: str, error: str, heard: Heard, names: Sequence[str] = ()
) -> list[Chosen]:
    """What a hook tells, best first; nothing when nothing is sure to matter. `names` are those of a file at hand."""
    found: list[Chosen] = []
    if error and (wanted := error_terms(error)):
        notes, _ = _found(store, viewer, wanted, FIXES)
        found += fixing(notes, wanted, heard)
    if prompt and (wanted := asked_terms(prompt)):
        notes, score = _found(store, viewer, wanted)
        told = {one.note.id for one in found}
        found += [one for one in about(notes, score, wanted, heard) if one.note.id not in told]
    if names:
        told = {one.note.id for one in found}
        found += [one for one in _of_file(store, viewer, names, heard) if one.note.id not in told]
    return found


def _of_file(store: Store, viewer: Viewer, names: Sequence[str], heard: Heard) -> list[Chosen]:
    """By what is kept beside each memory, its files; a rule has none, and says in words which file it is for."""
    from lamina.assemble.file_notes import file_terms, on_file  # most hooks are about no file

    here = viewer._replace(projects=viewer.projects[:1])  # elsewhere, the same name is another file
    touches = store.touching(here, names, TOUCHED)
    work = [one.key for one in touches if one.kind == "exchange" and one.changed]
    rest = [one.key for one in touches if one.kind not in ("exchange", "concept")]
    notes = store.notes(viewer, [*rest[:ABOUT], *work[:WORKED]])
    spoken, _ = _found(store, viewer, file_terms(names))
    known = {one.key for one in notes}
    return on_file([*notes, *(one for one in spoken if one.key not in known)], known, names, heard)


def _found(
    store: Store, viewer: Viewer, wanted: tuple[str, ...], pool: int = POOL
) -> tuple[list[Note], dict[int, float]]:
    score = dict(store.lexical(viewer, Query(" ".join(wanted), wanted), pool))
    return store.notes(viewer, list(score)), score
