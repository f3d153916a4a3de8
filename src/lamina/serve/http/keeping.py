"""The words about the store as a whole and about files of the server: they need the scope admin."""

from __future__ import annotations

import tempfile
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Response
from fastapi.responses import StreamingResponse

from lamina.model.review import JoinConcepts, Regrouping, SplitConcept
from lamina.serve.http.bodies import CompleteSprint, CompleteStage, DryRun, Paths, Promote, Regroup, Upkeep, Verify
from lamina.serve.http.desk import Admin, answered

routes = APIRouter(tags=["keeping"])
Item = dict[str, Any]
LINES = "application/x-ndjson"
CHUNK = 1 << 16


@routes.post("/ingest", response_model=Item)
def ingest(body: Paths, desk: Admin) -> Response:
    """Reads transcripts on the server, each as far as it has come."""
    with desk.memory() as memory:
        return answered(memory.ingest(body.paths))


@routes.post("/verify", response_model=list[Item])
def verify(body: Verify, desk: Admin) -> Response:
    """Whether all that transcripts say is in the store."""
    with desk.memory() as memory:
        return answered(memory.verify(body.paths, body.delete))


@routes.post("/memories/{id}/promote", response_model=Item)
def promote(id: str, body: Promote, desk: Admin) -> Response:  # noqa: A002 (the word every face uses)
    """One rung up: to long-term, or into instruction files of the server."""
    with desk.memory() as memory:
        return answered(memory.promote(id, body.targets, body.dry_run))


@routes.post("/memories/{id}/demote", response_model=Item)
def demote(id: str, body: DryRun, desk: Admin) -> Response:  # noqa: A002
    """One rung down: out of every instruction file, or back to pending."""
    with desk.memory() as memory:
        return answered(memory.demote(id, body.dry_run))


@routes.post("/promote-due", response_model=Item)
def promote_due(desk: Admin) -> Response:
    """One run of the promotion engine."""
    with desk.memory() as memory:
        return answered(memory.promote_due())


@routes.post("/upkeep", response_model=list[Item])
def upkeep(body: Upkeep, desk: Admin) -> Response:
    """Does what is due in every project."""
    with desk.memory() as memory:
        return answered(memory.upkeep(body.seconds))


@routes.post("/regroup", response_model=Item)
def regroup(body: Regroup, desk: Admin) -> Response:
    """Joins and splits concepts: those named, or those that what is known suggests."""
    with desk.memory() as memory:
        steps: list[Regrouping] = []
        if body.join:
            into, other = (memory.get(one).id for one in body.join)
            steps.append(JoinConcepts(into, other, "asked for"))
        if body.split:
            leaving = tuple(memory.get(one).id for one in body.split.exchanges)
            steps.append(SplitConcept(memory.get(body.split.concept).id, leaving, "asked for"))
        return answered(memory.regroup(steps or None, body.dry_run))


@routes.post("/complete-stage", response_model=Item)
def complete_stage(body: CompleteStage, desk: Admin) -> Response:
    """Stores the artifacts of a stage in `.memory/` of the folder in which the server runs."""
    with desk.memory() as memory:
        return answered(memory.complete_stage(body.stage, body.artifacts, replace=body.replace))


@routes.post("/complete-sprint", response_model=Item)
def complete_sprint(body: CompleteSprint, desk: Admin) -> Response:
    """Adds the results of a sprint to its progress, and what was learned to its knowledge."""
    with desk.memory() as memory:
        return answered(memory.complete_sprint(body.sprint, body.results, body.learnings))


@routes.get("/doctor", response_model=list[Item])
def doctor(desk: Admin) -> Response:
    """Checks every joint, and says how to mend what is wrong."""
    with desk.memory() as memory:
        return answered(memory.doctor())


@routes.get("/config", response_model=list[Item])
def config(desk: Admin) -> Response:
    """Every setting with its value and where the value comes from."""
    with desk.memory() as memory:
        return answered(memory.config())


@routes.post("/reindex", response_model=dict[str, int])
def reindex(desk: Admin) -> Response:
    """Builds the search index anew from the rows."""
    with desk.memory() as memory:
        return answered({"rows": memory.reindex()})


@routes.get("/export", response_class=StreamingResponse, responses={200: {"content": {LINES: {}}}})
def export(desk: Admin) -> Response:
    """Everything that the caller may see, as JSON lines."""
    from starlette.background import BackgroundTask

    kept = tempfile.TemporaryFile()  # noqa: SIM115 (closed when all of it is sent)
    with desk.memory() as memory:
        memory.export(kept)
    kept.seek(0)
    parts = iter(lambda: kept.read(CHUNK), b"")
    return StreamingResponse(parts, media_type=LINES, background=BackgroundTask(kept.close))


@routes.post("/load", response_model=Item)
def load(
    lines: Annotated[bytes, Body(media_type=LINES)],
    desk: Admin,
    format: Literal["jsonl", "chat"] = "jsonl",  # noqa: A002
) -> Response:
    """Reads an export, or any conversation; twice changes nothing."""
    import io

    with desk.memory() as memory:
        return answered(memory.load(io.BytesIO(lines), format))
