"""Where an endpoint gets the memory of whoever asks, and how it answers."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Annotated, Any, NamedTuple

from fastapi import Depends, Query, Request, Response, Security
from fastapi.security import HTTPBearer

from lamina.memory import Memory
from lamina.serve import present
from lamina.serve.http.door import caller_of
from lamina.serve.http.permission import permitted
from lamina.serve.memory_pool import MemoryPool
from lamina.serve.tokens import Scope, Token

# The door has looked at the token; this only tells readers of the OpenAPI document about it.
_BEARER = Security(HTTPBearer(auto_error=False, description="`lamina token add` makes one"))
PROJECT = "name of the project; empty: the one in whose folder the server runs"


class Desk(NamedTuple):
    """One request: who asks, and about which project."""

    pool: MemoryPool
    caller: Token
    project: str
    turn: AbstractContextManager[Any]

    @contextmanager
    def memory(self) -> Iterator[Memory]:
        """The memory of the project, as the caller sees it, when it is the caller's turn."""
        with self.turn, self.pool.lent(self.caller.user, self.project) as memory:
            yield memory

    def needs(self, scope: Scope) -> None:
        """Refuses who may not do so much."""
        permitted(self.caller, scope)


def _for(scope: Scope) -> Callable[..., Awaitable[Desk]]:
    async def desk(
        request: Request,
        project: Annotated[str, Query(max_length=200, description=PROJECT)] = "",
        _: Any = _BEARER,
    ) -> Desk:
        caller = permitted(caller_of(request.scope), scope)
        # What an administrator starts may take minutes: nobody else waits for it.
        turn = nullcontext() if scope == "admin" else request.app.state.turns
        return Desk(request.app.state.pool, caller, project, turn)

    return desk


Reader = Annotated[Desk, Depends(_for("read"))]
Author = Annotated[Desk, Depends(_for("write"))]
Admin = Annotated[Desk, Depends(_for("admin"))]


def answered(value: Any) -> Response:
    """Any answer as JSON."""
    text = json.dumps(present.plain(value), ensure_ascii=False)
    return Response(text.encode("utf-8", "replace"), media_type="application/json")
