"""What a hook tells before a prompt or after a failure: a few bounded queries, by words alone."""

from __future__ import annotations

from lamina.assemble.reminding import about, asked_terms, error_terms, fixing, reminder
from lamina.model.hits import Query
from lamina.model.reminders import Reminder

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from lamina.model.hits import Viewer
    from lamina.model.reminders import Chosen, Heard, Note
    from lamina.ports import Store

POOL = 60
"""So many of what is found say together what a prompt is about."""


def remind(store: Store, viewer: Viewer, prompt: str, error: str, heard: Heard, budget: int) -> Reminder:
    """What matters for a prompt, and what fixed such an error before, as a text within a budget."""
    notes = [one.note for one in chosen(store, viewer, prompt, error, heard)]
    return reminder(notes, store.doubted(viewer, [one.id for one in notes]), budget) if notes else Reminder()


def chosen(store: Store, viewer: Viewer, prompt: str, error: str, heard: Heard) -> list[Chosen]:
    """What a hook tells, best first; nothing when nothing is sure to matter."""
    found: list[Chosen] = []
    if error and (wanted := error_terms(error)):
        notes, _ = _found(store, viewer, wanted)
        found += fixing(notes, wanted, heard)
    if prompt and (wanted := asked_terms(prompt)):
        notes, score = _found(store, viewer, wanted)
        told = {one.note.id for one in found}
        found += [one for one in about(notes, score, wanted, heard) if one.note.id not in told]
    return found


def _found(store: Store, viewer: Viewer, wanted: tuple[str, ...]) -> tuple[list[Note], dict[int, float]]:
    score = dict(store.lexical(viewer, Query(" ".join(wanted), wanted), POOL))
    return store.notes(viewer, list(score)), score
