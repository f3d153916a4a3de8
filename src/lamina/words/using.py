"""What became of memories that were shown: counted beside them, without a new version and without a journal entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.errors import BadInput
from lamina.model.memory import USE_OUTCOMES
from lamina.model.review import Used

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lamina.model.hits import Viewer
    from lamina.model.memory import MemoryItem, UseOutcome
    from lamina.words.parts import Parts


def count(
    parts: Parts, viewer: Viewer, ids: Iterable[str], outcome: UseOutcome, named: Callable[[str], MemoryItem]
) -> list[Used]:
    """One use of each; whoever names a memory twice means it once."""
    if outcome not in USE_OUTCOMES:
        raise BadInput(f"There is no outcome {outcome!r}.", f"Use one of {', '.join(USE_OUTCOMES)}.")
    items = [named(one) for one in ids]
    if not items:
        raise BadInput("Nothing says which memory was used.", "Name at least one id.")
    parts.store.count_use(viewer, [(one.place.project, one.id) for one in items], outcome, parts.clock())
    counted = parts.store.items(viewer, list(dict.fromkeys(one.id for one in items)))
    return [Used(one.id, *one.usage[:4]) for one in counted]
