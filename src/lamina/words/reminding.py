"""What a hook tells before a prompt or after a failure: a few bounded queries, by words alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.assemble.reminding import about, asked_terms, error_terms, fixing, reminder
from lamina.model.hits import Query
from lamina.model.reminders import Reminder

if TYPE_CHECKING:
    from collections.abc import Collection

    from lamina.model.hits import Viewer
    from lamina.model.reminders import Note
    from lamina.ports import Store

POOL = 40


def remind(store: Store, viewer: Viewer, prompt: str, error: str, told: Collection[str], budget: int) -> Reminder:
    """What is sure to matter for a prompt, and what fixed such an error before; nothing when nothing does."""
    chosen = []
    if error and (wanted := error_terms(error)):
        notes, _ = _found(store, viewer, wanted)
        chosen += fixing(notes, wanted, told)
    if prompt and (wanted := asked_terms(prompt)):
        notes, score = _found(store, viewer, wanted)
        chosen += about(notes, score, wanted, {*told, *(one.id for one in chosen)})
    if not chosen:
        return Reminder()
    return reminder(chosen, store.doubted(viewer, [one.id for one in chosen]), budget)


def _found(store: Store, viewer: Viewer, wanted: tuple[str, ...]) -> tuple[list[Note], dict[int, float]]:
    score = dict(store.lexical(viewer, Query(" ".join(wanted), wanted), POOL))
    return store.notes(viewer, list(score)), score
