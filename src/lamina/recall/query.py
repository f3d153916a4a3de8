"""What is searched for, and the two fields of every item in which it is looked up."""

from __future__ import annotations

from lamina.model.hits import Query
from lamina.model.terms import query_terms

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

FIELDS = ("near", "wide")
K1, B = 1.2, 0.75
"""BM25 as tantivy has it; the engines that compute it themselves use the same."""


def analyse(text: str) -> Query:
    """The terms of a question; none when it holds no word at all."""
    return Query(text, query_terms(text))


def indexed_texts(body: Mapping[str, Any]) -> tuple[str, str]:
    """The two texts under which an item (in its plain form) is found.

    `near` says what it is about: what the user asked, or a memory's first line. `wide` is all of it. What was said next
    to an exchange is in both: a short reply means little alone.
    """
    full = body["lengths"]["full"]
    labels = " ".join((*body["tags"], *body["files"], *body["keywords"]))
    if body["kind"] == "exchange":
        around = body["fields"]["around"]
        return f"{around}\n{body['fields']['asked']}", f"{around}\n{full}\n{labels}"
    return f"{full.partition(chr(10))[0]}\n{labels}", f"{full}\n{labels}"


def embedded_text(body: Mapping[str, Any]) -> str:
    """The text whose vector stands for an item: what was asked carries the topic, the answer dilutes it."""
    if body["kind"] == "exchange" and body["fields"]["asked"].strip():
        return str(body["fields"]["asked"])
    return str(body["lengths"]["full"])
