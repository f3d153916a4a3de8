"""Runs a face on a port until somebody says stop; then lets what is under way finish."""

from __future__ import annotations

import signal
import socket
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from lamina.errors import BadInput, Unavailable
from lamina.serve.http.door import LOOPBACK, Door, Limits, hosts_of
from lamina.serve.tokens import Tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lamina.serve.http.door import App
    from lamina.serve.http.metrics import Metrics

GRACE = 10
"""Seconds that requests under way have to finish."""


class Address(NamedTuple):
    """Where to listen, and under which further names."""

    host: str
    port: int
    names: tuple[str, ...] = ()


def address_of(text: str, names: Sequence[str] = ()) -> Address:
    """`8080`, `0.0.0.0:8080`, `[::1]:8080`."""
    host, colon, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]") if colon else LOOPBACK[0]
    if not port.isascii() or not port.isdigit() or int(port) > 65535 or not host:
        raise BadInput(f"{text!r} is not a place to listen.", "Write PORT or HOST:PORT.")
    return Address(host, int(port), tuple(names))


def run(
    app: App, at: Address, home: str, metrics: Metrics, tell: Callable[[str], None], per_second: float | None = None
) -> None:
    """Answers until SIGINT or SIGTERM."""
    import uvicorn

    limits = Limits(hosts_of(at.host, at.names))
    if per_second:
        limits = limits._replace(per_second=per_second, burst=max(1, round(per_second * 2)))
    tokens = Tokens(home)
    door = Door(tokens, limits, metrics, lambda: datetime.now(UTC), app)
    with _socket(at) as listening:
        port = listening.getsockname()[1]
        tell(f"listening on http://{f'[{at.host}]' if ':' in at.host else at.host}:{port}")
        if at.host not in LOOPBACK:
            tell("others can reach this; tokens travel in clear: put TLS before it")
        if not tokens.all():
            tell("nobody can ask yet: `lamina token add` makes a token")
        # What uvicorn catches, it raises again when it has ended: ended is what we want to be then, not killed.
        for one in (signal.SIGINT, signal.SIGTERM):
            signal.signal(one, lambda number, frame: None)
        settings = uvicorn.Config(
            door, log_config=None, access_log=False, server_header=False, timeout_graceful_shutdown=GRACE, lifespan="on"
        )
        uvicorn.Server(settings).run(sockets=[listening])


def _socket(at: Address) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in at.host else socket.AF_INET
        return socket.create_server((at.host, at.port), family=family, backlog=512)
    except OSError as error:
        raise Unavailable(f"{at.host}:{at.port} cannot be used: {error.strerror or error}.", "Name another.") from error
