"""How far a token reaches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.serve.http.refusals import Forbidden

if TYPE_CHECKING:
    from lamina.serve.tokens import Scope, Token


def permitted(caller: Token, scope: Scope) -> Token:
    """The caller, if its token reaches so far."""
    if not caller.allows(scope):
        raise Forbidden(f"This token may only {caller.scope}.", f"This needs one with the scope {scope}.")
    return caller
