"""The default embedder: static word vectors, whose weights come inside the wordllama wheel. No network, no framework.

A text's vector is the sum of the vectors of its words, a word's the sum over its pieces. A handful of texts is done in
plain Python, because importing numpy takes longer; many are done with numpy. Both give the same vectors.
"""

from __future__ import annotations

import mmap
import os
import struct
import sys
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING, Any

from lamina.adapters.word_pieces import Vocabulary
from lamina.errors import Unavailable
from lamina.model.pieces import parts
from lamina.recall.vectors import pack

if TYPE_CHECKING:
    from collections.abc import Sequence

DIMENSIONS = 256
_BYTES = DIMENSIONS * 2
_FORMAT = f"<{DIMENSIONS}e"
_MANY_TEXTS = 8
_MOST_WORDS = 20_000
"""Words of one text beyond which more would not move its vector."""
_CACHED_WORDS = 4_000
"""Words remembered without numpy, at 8 KB each."""
_KEPT_WORDS = 60_000
"""Words remembered with numpy, at 2 KB each."""


class StaticVectors:
    """Loads what it needs when it is first asked."""

    version = "wordllama-l2-supercat-256/1"

    def __init__(self, cache_folder: str, kept_words: int = _KEPT_WORDS) -> None:
        self._cache_folder = cache_folder
        self._kept_words = kept_words
        self._vocabulary: Vocabulary | None = None
        self._table: mmap.mmap | None = None
        self._start = 0
        self._words: dict[str, tuple[float, ...]] = {}
        self._matrix: Any = None
        self._row_of: dict[str, int] = {}

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        """See the port."""
        if not self._table:
            self._load()
        words = [[word.lower() for word in parts(text)[:_MOST_WORDS]] for text in texts]
        if len(texts) >= _MANY_TEXTS or "numpy" in sys.modules:
            return self._with_numpy(words)
        return [pack(self._sum(one)) for one in words]

    def _sum(self, words: Sequence[str]) -> list[float]:
        if not words:
            return []
        return [sum(column) for column in zip(*map(self._word, words), strict=True)]

    def _word(self, word: str) -> tuple[float, ...]:
        known = self._words.get(word)
        if known is None:
            known = self._looked_up(word)
            if len(self._words) < _CACHED_WORDS:
                self._words[word] = known
        return known

    def _looked_up(self, word: str) -> tuple[float, ...]:
        assert self._table is not None
        assert self._vocabulary is not None
        at = [self._start + _BYTES * piece for piece in self._vocabulary.pieces(word)]
        rows = [struct.unpack_from(_FORMAT, self._table, one) for one in at]
        return tuple(map(sum, zip(*rows, strict=True)))

    def _with_numpy(self, texts: Sequence[Sequence[str]]) -> list[bytes]:
        import numpy as np  # see the module's docstring

        new = {word for words in texts for word in words if word not in self._row_of}
        if self._matrix is None or len(self._row_of) + len(new) > len(self._matrix):
            # Full: start over. A server that lives long must not end in gigabytes, nor copy them for each new word.
            new, self._row_of = {word for words in texts for word in words}, {}
            self._matrix = np.empty((max(self._kept_words, len(new)), DIMENSIONS))
        for row, word in enumerate(new, len(self._row_of)):
            self._matrix[row] = self._looked_up(word)
            self._row_of[word] = row
        sums = [self._matrix[[self._row_of[word] for word in words]].sum(axis=0) if words else None for words in texts]
        return [_packed(one) if one is not None else b"" for one in sums]

    def _load(self) -> None:
        folder = _wheel_folder()
        path = os.path.join(folder, "weights", "l2_supercat_256.safetensors")
        try:
            with open(path, "rb") as opened:
                self._table = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise Unavailable(
                f"The word vectors are not there: {error}.", "pip install --force-reinstall wordllama"
            ) from error
        self._start = 8 + struct.unpack_from("<Q", self._table)[0]
        source = os.path.join(folder, "tokenizers", "l2_supercat_tokenizer_config.json")
        self._vocabulary = Vocabulary(os.path.join(self._cache_folder, "static-256.vocabulary"), source)


def _packed(values: Any) -> bytes:
    """The same as `pack`, for a numpy row."""
    import numpy as np

    largest = float(np.abs(values).max())
    if largest == 0.0:
        return b""
    whole = np.rint(values * 127 / largest).astype(np.int8)
    norm = float(np.sqrt(np.square(whole.astype(np.int64)).sum()))
    code: bytes = np.packbits(whole > 0).tobytes()
    return struct.pack("<f", norm) + bytes(whole.tobytes()) + code


def _wheel_folder() -> str:
    # find_spec("wordllama") without importing it: its __init__ loads half a framework.
    spec = PathFinder.find_spec("wordllama")
    if spec is None or not spec.submodule_search_locations:
        raise Unavailable("The default word vectors are not installed.", "pip install wordllama")
    return str(next(iter(spec.submodule_search_locations)))
