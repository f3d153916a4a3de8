"""What a command needs that listens on a port."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from lamina.config import Setting
    from lamina.memory import Memory
    from lamina.serve.http.door import App
    from lamina.serve.http.metrics import Metrics


def http_arguments(parser: ArgumentParser, what: str) -> None:
    """Where to listen, and to whom."""
    parser.add_argument("--http", metavar="[HOST:]PORT", help=f"{what} (default host: 127.0.0.1)")
    parser.add_argument(
        "--allow-host", action="append", default=[], metavar="NAME", help="a further name of this server"
    )
    parser.add_argument("--rate", type=float, metavar="N", help="requests per second and token (default: 100)")


def opener(given: Namespace) -> Callable[[str, str], Memory]:
    """Opens memories of any user and project in the store that the command names."""
    from lamina.wiring import open_memory

    return lambda user, project: open_memory(given.store, project or given.project, given.home, user or given.user)


def listen(given: Namespace, app: App, metrics: Metrics) -> None:
    """Answers until it is told to stop."""
    from lamina.errors import BadInput
    from lamina.serve.http.running import address_of, run

    if given.rate is not None and not given.rate >= 1:
        raise BadInput(f"--rate is {given.rate:g}.", "Give at least 1.")
    run(app, address_of(given.http, given.allow_host), settings_of(given)["home"].value, metrics, tell, given.rate)


def settings_of(given: Namespace) -> dict[str, Setting]:
    """What holds for a command that opens no memory itself."""
    import os

    from lamina.config import effective

    return effective({name: getattr(given, name) for name in ("store", "project", "home", "user")}, os.environ)


def tell(line: str) -> None:
    """To those who watch; standard output belongs to the answer."""
    print(f"lamina: {line}", file=sys.stderr, flush=True)
