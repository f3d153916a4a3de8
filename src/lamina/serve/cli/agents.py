"""The face for agents: `lamina mcp` on standard input and output, or over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lamina.serve.cli.command import Command
from lamina.serve.cli.listening import http_arguments, listen, opener

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def _mcp_arguments(parser: ArgumentParser) -> None:
    http_arguments(parser, "streamable HTTP at /mcp instead of standard input and output")
    parser.add_argument(
        "--folder", metavar="PATH", help="the folder of the project, for agents that start servers elsewhere"
    )


def _mcp(given: Namespace) -> Any:
    from lamina.errors import Unavailable
    from lamina.serve.memory_pool import MemoryPool

    _stand_in(given.folder)
    try:
        from lamina.serve import mcp_server
    except ImportError as error:
        raise Unavailable(f"{error.name} is not installed.", "`pip install 'lamina[mcp]'` brings it.") from error
    pool = MemoryPool(opener(given))
    try:
        if given.http is None:
            import anyio

            anyio.run(mcp_server.server(lambda ctx, scope: pool.lent("", "")).run_stdio_async)
        else:
            from lamina.serve.http.mcp_app import mcp_app
            from lamina.serve.http.metrics import Metrics

            listen(given, mcp_app(pool), Metrics())
    finally:
        pool.close()
    return {}


def _stand_in(folder: str | None) -> None:
    """Goes to the folder. An agent that cannot fill in a variable hands over its name: then this folder must do."""
    if not folder or folder.startswith("${"):
        return
    import os

    from lamina.errors import BadInput

    try:
        os.chdir(folder)
    except (OSError, ValueError) as error:
        raise BadInput(f"{folder} is no folder to work in.", "Name one that is there.") from error


COMMANDS: dict[str, Command] = {
    "mcp": Command("Give agents the words as tools (Model Context Protocol).", _mcp_arguments, _mcp, "table", False),
}
