"""The tools for agents over streamable HTTP, behind the same door as the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcp.server.transport_security import TransportSecuritySettings

from lamina.serve import mcp_server
from lamina.serve.http.door import caller_of
from lamina.serve.http.permission import permitted

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from mcp.server.mcpserver import Context

    from lamina.memory import Memory
    from lamina.serve.http.door import App
    from lamina.serve.memory_pool import MemoryPool
    from lamina.serve.tokens import Scope


def mcp_app(pool: MemoryPool) -> App:
    """Answers at /mcp. Nothing is kept between calls, so that several servers can stand side by side."""

    def opened(ctx: Context[Any, Any], scope: Scope) -> AbstractContextManager[Memory]:
        request: Any = ctx.request_context.request
        return pool.lent(permitted(caller_of(request.scope), scope).user, request.query_params.get("project", ""))

    # The door has looked at Host and Origin already.
    trusting = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    return mcp_server.server(opened).streamable_http_app(
        stateless_http=True, json_response=True, transport_security=trusting
    )
