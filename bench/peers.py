"""What a careful person would take instead: plain BM25, SQLite's own full text, and an embedded vector database."""

from __future__ import annotations

import contextlib
import re
import struct
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import apsw

from lamina.adapters.static_vectors import DIMENSIONS, StaticVectors

with contextlib.suppress(ImportError):  # `bench/requirements.txt` brings it; without it there is one peer less
    import chromadb
    import chromadb.config


def has_chroma() -> bool:
    """Whether the vector database is installed."""
    return "chromadb" in globals()


class Bm25:
    """tantivy as it comes: one field, its default tokeniser, the whole text."""

    def __init__(self, texts: Sequence[str]) -> None:
        import tantivy

        schema = tantivy.SchemaBuilder().add_text_field("text").add_unsigned_field("n", stored=True).build()
        self._index = tantivy.Index(schema)
        writer = self._index.writer(30_000_000, 1)
        for number, text in enumerate(texts):
            writer.add_document(tantivy.Document(text=text, n=number))
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()
        self._searcher = self._index.searcher()

    def search(self, query: str, limit: int) -> list[int]:
        """Positions of texts, best first."""
        parsed = self._index.parse_query(" ".join(re.findall(r"\w+", query)).lower(), ["text"])
        hits = self._searcher.search(parsed, limit, count=False).hits
        return [int(self._searcher.doc(address)["n"][0]) for _, address in hits]


class Fts5:
    """SQLite's full-text search as it comes, in a file."""

    def __init__(self, path: str) -> None:
        self._db = apsw.Connection(path)
        self._db.pragma("journal_mode", "wal")
        self._db.execute("CREATE VIRTUAL TABLE texts USING fts5(text)")

    def add(self, texts: Sequence[str]) -> None:
        """One transaction."""
        with self._db:
            self._db.executemany("INSERT INTO texts (text) VALUES (?)", [(text,) for text in texts])

    def search(self, query: str, limit: int) -> list[tuple[Any, ...]]:
        """Rows and texts, best first."""
        words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", query))
        return list(
            self._db.execute("SELECT rowid, text FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ?", (words, limit))
        )


class Chroma:
    """A Chroma collection with the same vectors that Lamina uses."""

    def __init__(self, embedder: StaticVectors, path: str | None = None) -> None:
        settings = chromadb.config.Settings(anonymized_telemetry=False, allow_reset=True)
        self._client = chromadb.PersistentClient(path, settings) if path else chromadb.EphemeralClient(settings)
        self._embedder = embedder
        self._most = self._client.get_max_batch_size()
        self._size = 0
        self._collection = self._client.create_collection(
            f"texts-{uuid4()}", embedding_function=None, metadata={"hnsw:space": "cosine"}
        )

    def add(self, embedded: Sequence[str], texts: Sequence[str]) -> None:
        """Vectors of the first, documents of the second."""
        vectors = [_unpacked(one) for one in self._embedder.embed(embedded)]
        for at in range(0, len(texts), self._most):
            part = range(at, min(at + self._most, len(texts)))
            self._collection.add(
                ids=[str(self._size + n) for n in part],
                embeddings=[vectors[n] for n in part],
                documents=[texts[n] for n in part],
            )
        self._size += len(texts)

    def search(self, query: str, limit: int) -> list[int]:
        """Positions of texts, best first."""
        found = self._collection.query(
            query_embeddings=[_unpacked(self._embedder.embed([query])[0])],
            n_results=min(limit, self._size),
            include=["documents"],
        )
        return [int(one) for one in found["ids"][0]]

    def drop(self) -> None:
        """Forgets the collection."""
        self._client.delete_collection(self._collection.name)


def _unpacked(packed: bytes) -> Sequence[float]:
    if not packed:
        return [1e-6] * DIMENSIONS
    return [float(one) for one in struct.unpack_from(f"<{DIMENSIONS}b", packed, 4)]
