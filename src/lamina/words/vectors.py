"""Items with the vectors that stand for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.model.memory import ExchangeFields
from lamina.ports import Saved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.model.memory import MemoryItem
    from lamina.ports import Embedder


def with_vectors(items: Sequence[MemoryItem], embedder: Embedder) -> tuple[Saved, ...]:
    """Ready to be saved."""
    texts = [_text(item) for item in items]
    return tuple(map(Saved, items, embedder.embed(texts) if texts else []))


def _text(item: MemoryItem) -> str:
    """The same as `recall.query.embedded_text`, which reads it from the plain form."""
    if isinstance(item.fields, ExchangeFields) and item.fields.asked.strip():
        return item.fields.asked
    return item.lengths.full
