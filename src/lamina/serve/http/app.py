"""The HTTP application: every word as an endpoint, described by OpenAPI."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from threading import BoundedSemaphore
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException

from lamina import __version__
from lamina.errors import BadInput, LaminaError, NotFound
from lamina.serve import present
from lamina.serve.http import document, keeping, reading, writing
from lamina.serve.http.desk import Reader
from lamina.serve.http.metrics import Metrics
from lamina.serve.http.refusals import status_of
from lamina.serve.memory_pool import MemoryPool

TURNS = 2
"""Requests that are worked on at once: Python computes one at a time, and more of them only make each other late."""
THREADS = 64
"""Requests that are let in at once; those beyond the turns wait for theirs."""


def application(pool: MemoryPool, metrics: Metrics) -> FastAPI:
    """One endpoint per word. Who may ask is decided by the door before it."""
    app = FastAPI(
        title="Lamina",
        version=__version__,
        description="A memory for coding agents. Every answer is JSON; errors are `{error: {kind, message, hint}}`.",
        docs_url=None,  # its page would be loaded from somewhere else
        redoc_url=None,
        lifespan=_enough_threads,
        responses={
            400: {"description": "bad input"},
            401: {"description": "no token that holds"},
            403: {"description": "the token does not reach so far"},
            404: {"description": "not there, or not for you"},
            409: {"description": "fits an older state"},
            413: {"description": "too large"},
            429: {"description": "too many requests"},
            503: {"description": "a part cannot be used at the moment"},
        },
    )
    app.state.pool = pool
    app.state.turns = BoundedSemaphore(TURNS)
    for part in (document, reading, writing, keeping):
        app.include_router(part.routes)

    @app.get("/healthz", response_model=dict[str, str])
    async def healthz() -> dict[str, str]:
        """Whether the server answers."""
        return {"status": "ok", "version": __version__}

    @app.get("/metrics", response_class=PlainTextResponse)
    async def told(desk: Reader) -> str:
        """What the server has done, for Prometheus."""
        return metrics.text()

    app.add_exception_handler(LaminaError, _refused)
    app.add_exception_handler(RequestValidationError, _misread)
    app.add_exception_handler(HTTPException, _not_here)
    return app


@asynccontextmanager
async def _enough_threads(app: FastAPI) -> AsyncIterator[None]:
    from anyio.to_thread import current_default_thread_limiter

    current_default_thread_limiter().total_tokens = THREADS
    yield


async def _refused(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, LaminaError)
    return JSONResponse(present.error(problem), status_of(problem), getattr(problem, "headers", None))


async def _misread(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, RequestValidationError)
    told = "; ".join(f"{_place(one['loc'])}: {one['msg']}" for one in problem.errors()[:5])
    return JSONResponse(present.error(BadInput(f"{told}.", "/openapi.json says what it takes.")), 400)


async def _not_here(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    if isinstance(problem.__cause__, LaminaError):  # raised while the body was read
        return await _refused(request, problem.__cause__)
    kind = NotFound if problem.status_code == 404 else BadInput
    told = present.error(kind(f"{problem.detail}.", "/openapi.json lists what there is."))
    return JSONResponse(told, problem.status_code, problem.headers)


def _place(where: Any) -> str:
    return ".".join(str(part) for part in where if part != "body") or "body"
