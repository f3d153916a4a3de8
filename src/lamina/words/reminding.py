"""What a hook tells before a prompt or after a failure: a few bounded queries, by words alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.assemble.reminding import about, asked_terms, error_terms, fixing, reminder
from lamina.model.hits import Query
from lamina.model.reminders import Reminder

if TYPE_CHECKING:
    from lamina.model.hits import Viewer
    from lamina.model.reminders import Heard, Note
    from lamina.ports import Store

POOL = 24


def remind(store: Store, viewer: Viewer, prompt: str, error: str, heard: Heard, budget: int) -> Reminder:
    """What is sure to matter for a prompt, and what fixed such an error before; nothing when nothing does."""
    chosen = []
    if error and (wanted := error_terms(error)):
        notes, _ = _found(store, viewer, wanted)
        chosen += fixing(notes, wanted, heard)
    if prompt and (wanted := asked_terms(prompt)):
        notes, score = _found(store, viewer, wanted)
        heard = heard._replace(told=heard.told.union(one.id for one in chosen))
        chosen += about(notes, score, wanted, heard)
    if not chosen:
        return Reminder()
    return reminder(chosen, store.doubted(viewer, [one.id for one in chosen]), budget)


def _found(store: Store, viewer: Viewer, wanted: tuple[str, ...]) -> tuple[list[Note], dict[int, float]]:
    score = dict(store.lexical(viewer, Query(" ".join(wanted), wanted), POOL))
    return store.notes(viewer, list(score)), score
