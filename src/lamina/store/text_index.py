"""The full-text index of one project in a SQLite store: a tantivy folder that can always be rebuilt from the rows."""

from __future__ import annotations

import os

import tantivy

from lamina.errors import IndexDamaged
from lamina.recall.query import FIELDS

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    _Result = TypeVar("_Result")
_HEAP = 64_000_000
_ROW = "n"


class IndexBusy(Exception):
    """Another process is writing this index. Nobody waits for it: what is newer is scanned."""


class TextIndex:
    """One generation of one project's index."""

    def __init__(self, folder: str, *, create: bool = False) -> None:
        if create:
            _guarded(lambda: os.makedirs(folder, mode=0o700, exist_ok=True))
        elif not os.path.exists(os.path.join(folder, "meta.json")):
            raise IndexDamaged(f"{folder} is not there")
        self._schema = _schema()
        self._index = _guarded(lambda: tantivy.Index(self._schema, folder, reuse=True))
        self._searcher = _guarded(self._index.searcher)

    def refresh(self) -> None:
        """Sees what other processes have committed."""
        _guarded(self._index.reload)
        self._searcher = _guarded(self._index.searcher)

    @property
    def documents(self) -> int:
        """How many rows the index holds."""
        return int(self._searcher.num_docs)

    def frequency(self, field: str, term: str) -> int:
        """In how many rows a field holds the term."""
        return int(self._searcher.doc_freq(field, term))

    def rows(self) -> set[int]:
        """The number of every row in the index, in whatever version."""
        return {row for row, _ in self._hits(tantivy.Query.all_query(), max(1, self.documents))}

    def search(self, terms: Sequence[str], limit: int) -> list[tuple[int, float]]:
        """Row numbers with their BM25 summed over the fields, best first."""
        query = tantivy.Query.boolean_query(
            [
                (tantivy.Occur.Should, tantivy.Query.term_query(self._schema, field, term, "freq"))
                for term in terms
                for field in FIELDS
            ]
        )
        return self._hits(query, limit)

    def holding_all(self, terms: Sequence[str]) -> list[int]:
        """The number of every row that holds all the terms."""
        query = tantivy.Query.boolean_query(
            [(tantivy.Occur.Must, tantivy.Query.term_query(self._schema, "wide", term, "freq")) for term in terms]
        )
        return [row for row, _ in self._hits(query, max(1, self.documents))]

    def _any_of(self, rows: Sequence[int]) -> tantivy.Query:
        # Not delete_documents_by_term: it takes a number for a signed one, and finds nothing in an unsigned field.
        each = [tantivy.Query.term_query(self._schema, _ROW, row) for row in rows]
        return tantivy.Query.boolean_query([(tantivy.Occur.Should, one) for one in each])

    def _hits(self, query: tantivy.Query, limit: int) -> list[tuple[int, float]]:
        def run() -> list[tuple[int, float]]:
            hits = self._searcher.search(query, limit, count=False).hits
            rows = self._searcher.fast_field_values(_ROW, [address for _, address in hits])
            return [(int(row or 0), float(score)) for row, (score, _) in zip(rows, hits, strict=True)]

        return _guarded(run)

    def update(
        self,
        rows: Sequence[tuple[int, Sequence[Sequence[str]]]],
        *,
        replace: bool,
        still: Callable[[], bool],
        then: Callable[[], None],
    ) -> None:
        """Adds rows (number, terms per field), commits, and calls `then` before another process may write.

        Does nothing unless `still` says, once nobody else can write, that the rows are the ones to add.
        """
        try:
            writer = self._index.writer(_HEAP, 1)
        except ValueError as error:
            if "lock" in str(error).lower():
                raise IndexBusy from error
            raise IndexDamaged(str(error)) from error

        def write() -> None:
            if replace:
                writer.delete_documents_by_query(self._any_of([row for row, _ in rows]))
            for row, texts in rows:
                document = tantivy.Document()
                document.add_unsigned(_ROW, row)
                for field, terms in zip(FIELDS, texts, strict=True):
                    document.add_text(field, " ".join(terms))
                writer.add_document(document)
            writer.commit()

        if still():
            _guarded(write)
            then()
        # Merges go on in threads of the writer: closing without waiting would leave them to be redone by the next one.
        _guarded(writer.wait_merging_threads)
        self.refresh()


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field(_ROW, indexed=True, fast=True)
    for field in FIELDS:
        builder.add_text_field(field, tokenizer_name="whitespace", index_option="freq")
    return builder.build()


def _guarded(run: Callable[[], _Result]) -> _Result:
    """Whatever tantivy makes of broken files (errors, or a panic of its own kind) means: rebuild from the rows."""
    try:
        return run()
    except (ValueError, OSError) as error:
        raise IndexDamaged(str(error)) from error
    except BaseException as error:
        if type(error).__name__ == "PanicException":
            raise IndexDamaged(str(error)) from error
        raise
