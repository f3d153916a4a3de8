"""The four endpoints of the document: a context, a prediction, a consolidation, a resolved contradiction."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response

from lamina.serve import present
from lamina.serve.http.bodies import (
    Assemble,
    Assembled,
    Consolidated,
    DryRun,
    FileOpened,
    Predicted,
    Resolve,
)
from lamina.serve.http.desk import Author, Reader, answered

routes = APIRouter(tags=["document"])


@routes.post("/context/assemble", response_model=Assembled)
def assemble(body: Assemble, desk: Reader) -> Response:
    """What this moment needs of what is known, within a budget."""
    with desk.memory() as memory:
        return answered(memory.context(body.signals.plain(), body.budget, body.plan))


@routes.post("/context/predict", response_model=Predicted)
def predict(body: FileOpened, desk: Reader) -> Response:
    """What is likely to be needed, before it is asked for."""
    with desk.memory() as memory:
        found = memory.predict(body.plain(), body.limit)
    memories = [one for one in found if one.kind == "memory"]
    return answered(
        {
            "predicted_memories": memories,
            "confidence": max((one.confidence for one in memories), default=0.0),
            "predicted_files": [one for one in found if one.kind == "file"],
        }
    )


@routes.post("/consolidate", response_model=Consolidated)
def consolidate(body: DryRun, desk: Reader) -> Response:
    """Merges, shortens and archives; a dry run only counts. Anything else needs the scope write."""
    if not body.dry_run:
        desk.needs("write")
    with desk.memory() as memory:
        done = memory.consolidate(body.dry_run)
        return answered(
            {
                "deduped": done.merged,
                "compressed": done.summarised + done.compressed,
                "forgotten": done.archived,
                "contradictions_found": len(memory.contradictions()),
                "dry_run": done.dry_run,
                "entry": done.entry,
                "reasons": done.reasons,
            }
        )


@routes.post("/contradictions/{id}/resolve", response_model=dict[str, Any])
def resolve(id: str, body: Resolve, desk: Author) -> Response:  # noqa: A002 (the document's name)
    """Decides a contradiction: a_wins (the older), b_wins, both_valid, or merged (the note is what holds)."""
    with desk.memory() as memory:
        return answered(present.plain(memory.resolve(id, body.resolution, body.note)))
