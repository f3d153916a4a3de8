"""The words that change memories; each can be undone."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response

from lamina.model.review import Selector
from lamina.serve.http.bodies import Edit, Forget, Record, Remember, Undo, Use
from lamina.serve.http.desk import Author, answered
from lamina.words.checks import good_moment

routes = APIRouter(tags=["writing"])
Item = dict[str, Any]


@routes.post("/remember", response_model=Item)
def remember(body: Remember, desk: Author) -> Response:
    """Keeps a statement. Saying the same again strengthens it instead of doubling it."""
    with desk.memory() as memory:
        given = (body.text, body.tags, body.importance, body.kind, body.layer, body.visibility, body.speaker)
        return answered(memory.remember(*given))


@routes.post("/record", response_model=Item)
def record(body: Record, desk: Author) -> Response:
    """Keeps a conversation, cuts it into exchanges and learns from it."""
    with desk.memory() as memory:
        return answered(memory.record(body.model_dump()))


@routes.post("/used", response_model=list[Item])
def used(body: Use, desk: Author) -> Response:
    """Counts that memories were retrieved, cited or ignored: ranking follows."""
    with desk.memory() as memory:
        return answered(memory.used(body.ids, body.outcome))


@routes.post("/forget", response_model=Item)
def forget(body: Forget, desk: Author) -> Response:
    """Hides memories at once; `undo` brings them back for 7 days."""
    if body.now:
        desk.needs("admin")
    before, after = (good_moment(at, name) if at else None for at, name in _times(body))
    with desk.memory() as memory:
        selector = Selector(body.id, body.query, body.project, body.session, before, after)
        return answered(memory.forget(selector, body.dry_run, body.now))


def _times(body: Forget) -> tuple[tuple[str | None, str], ...]:
    return (body.before, "before"), (body.after, "after")


@routes.post("/undo", response_model=Item)
def undo(body: Undo, desk: Author) -> Response:
    """Takes back the last change, or the one with this id."""
    with desk.memory() as memory:
        return answered(memory.undo(body.entry))


@routes.post("/memories/{id}/edit", response_model=Item)
def edit(id: str, body: Edit, desk: Author) -> Response:  # noqa: A002 (the word every face uses)
    """Replaces the text of a memory; the older version is kept."""
    with desk.memory() as memory:
        return answered(memory.edit(id, body.text))


@routes.post("/memories/{id}/approve", response_model=Item)
def approve(id: str, desk: Author) -> Response:  # noqa: A002
    """A person's yes: the memory rises as soon as nothing else is missing."""
    with desk.memory() as memory:
        return answered(memory.approve(id))


@routes.post("/memories/{id}/deny", response_model=Item)
def deny(id: str, desk: Author) -> Response:  # noqa: A002
    """A person's no: the memory is never shown or proposed again."""
    with desk.memory() as memory:
        return answered(memory.deny(id))
