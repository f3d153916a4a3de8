"""The words that only read."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response

from lamina.serve.http.bodies import AgentPrompt, Assemble, Assembled, Layers, Predict, Recall
from lamina.serve.http.desk import Reader, answered

routes = APIRouter(tags=["reading"])
Many = Annotated[int, Query(ge=1, le=1000)]
Item = dict[str, Any]


@routes.post("/recall", response_model=list[Item])
def recall(body: Recall, desk: Reader) -> Response:
    """What is known about a question, best first."""
    with desk.memory() as memory:
        return answered(memory.recall(body.query, body.limit, body.mode, body.as_of))


@routes.post("/context", response_model=Assembled)
def context(body: Assemble, desk: Reader) -> Response:
    """What this moment needs of what is known, within a budget."""
    with desk.memory() as memory:
        return answered(memory.context(body.signals.plain(), body.budget, body.plan))


@routes.post("/predict", response_model=list[Item])
def predict(body: Predict, desk: Reader) -> Response:
    """Files and memories that are likely to be needed now."""
    with desk.memory() as memory:
        return answered(memory.predict(body.signals.plain(), body.limit))


@routes.get("/memories/{id}", response_model=Item)
def get(id: str, desk: Reader) -> Response:  # noqa: A002 (the word every face uses)
    """One memory by its id, or by the beginning of it."""
    with desk.memory() as memory:
        return answered(memory.get(id))


@routes.get("/memories/{id}/trace", response_model=Item)
def trace(id: str, desk: Reader) -> Response:  # noqa: A002
    """Where a memory comes from: its exchanges, and their turns."""
    with desk.memory() as memory:
        return answered(memory.trace(id))


@routes.get("/pending", response_model=list[Item])
def pending(desk: Reader, limit: Many = 50) -> Response:
    """What waits to rise to long-term, and what it lacks."""
    with desk.memory() as memory:
        return answered(memory.pending()[:limit])


@routes.get("/promotable", response_model=list[Item])
def promotable(desk: Reader, limit: Many = 50) -> Response:
    """What may go to core with a person's approval."""
    with desk.memory() as memory:
        return answered(memory.promotable()[:limit])


@routes.get("/contradictions", response_model=list[Item])
def contradictions(desk: Reader) -> Response:
    """What cannot both hold, and waits for somebody to decide."""
    with desk.memory() as memory:
        return answered(memory.contradictions())


@routes.get("/doubtful", response_model=list[Item])
def doubtful(desk: Reader) -> Response:
    """What was contradicted too often to be trusted."""
    with desk.memory() as memory:
        return answered(memory.doubtful())


@routes.get("/sessions", response_model=list[Item])
def sessions(desk: Reader, limit: Many = 50) -> Response:
    """The sessions of the project, the latest first."""
    with desk.memory() as memory:
        return answered(memory.sessions(limit))


@routes.get("/concepts", response_model=list[Item])
def concepts(desk: Reader, limit: Many = 50) -> Response:
    """The topics of the project, the latest first."""
    with desk.memory() as memory:
        return answered(memory.concepts()[:limit])


@routes.get("/status", response_model=Item)
def status(desk: Reader) -> Response:
    """The store at a glance."""
    with desk.memory() as memory:
        return answered(memory.status())


@routes.get("/projects", response_model=dict[str, str])
def projects(desk: Reader) -> Response:
    """Every project in the store: id and name."""
    with desk.memory() as memory:
        return answered(dict(memory.projects()))


@routes.post("/layers", response_model=Item)
def layers(body: Layers, desk: Reader) -> Response:
    """What an agent should know in a sprint and a stage, from the folder in which the server runs."""
    with desk.memory() as memory:
        return answered(memory.layers(body.agent, body.sprint, body.stage, body.budget, role=body.role))


@routes.post("/agent-prompt", response_model=Item)
def agent_prompt(body: AgentPrompt, desk: Reader) -> Response:
    """The same as a prompt, with the task at its end."""
    with desk.memory() as memory:
        place = (body.agent, body.sprint, body.stage, body.budget)
        return answered(memory.agent_prompt(body.task, *place, role=body.role))
