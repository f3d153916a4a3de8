"""Exact token counts, offline."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class O200k:
    """Counts as the o200k vocabulary does; loaded when first needed."""

    def __init__(self) -> None:
        self._tokenizer: Any = None

    def count(self, texts: Sequence[str]) -> list[int]:
        """See the port."""
        if self._tokenizer is None:
            import splintr  # 30 ms that a recall does not pay

            self._tokenizer = splintr.Tokenizer.from_pretrained("o200k_base")
        encode = self._tokenizer.encode_ordinary
        return [len(encode(text)) for text in texts]
