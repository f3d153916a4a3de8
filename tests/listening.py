"""`lamina serve --http` and `lamina mcp --http` as tests see them: a real process on a port of its own."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.commands import LAMINA, lamina
from tests.factories import Opener


class Served:
    """A server that is up: its address, and clients for whoever has a token."""

    def __init__(self, url: str, home: Path, process: subprocess.Popen[str]) -> None:
        self.url = url
        self.home = home
        self.process = process

    def token(self, user: str = "ann", scope: str = "admin", *more: str) -> str:
        words = ("token", "add", "--user", user, "--scope", scope, "--home", str(self.home), *more, "--json")
        return str(lamina(*words).answer[0]["token"])

    def client(self, user: str = "ann", scope: str = "admin", **more: Any) -> httpx.Client:
        headers = {"authorization": f"Bearer {self.token(user, scope)}", **more}
        return httpx.Client(base_url=self.url, headers=headers, timeout=30, trust_env=False)


@contextmanager
def serving(store: str, home: Path, *words: str, command: str = "serve") -> Iterator[Served]:
    """Up while the block runs; it must end by itself when it is told to."""
    given = [*LAMINA, command, "--http", "0", "--store", store, "--home", str(home), "--project", "tea", *words]
    environment = {**os.environ, "HOME": str(home / "nobody"), "LAMINA_HOME": str(home)}
    with subprocess.Popen(given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stderr is not None
            line = process.stderr.readline()
            found = re.search(r"http://\S+", line)
            assert found, line + process.stderr.read()
            yield Served(found[0], home, process)
            process.terminate()
            assert process.wait(20) == 0
        finally:
            process.kill()


def served_store(open_memory: Opener, *words: str) -> Any:
    """A server on the store of a fixture."""
    return serving(open_memory.address, open_memory.home, *words)  # type: ignore[attr-defined]


def answer(response: httpx.Response) -> Any:
    assert response.status_code == 200, response.text
    return response.json()


def refusal(response: httpx.Response) -> tuple[int, str]:
    """Status and kind; every refusal has the same form."""
    error = response.json()["error"]
    assert set(error) == {"kind", "message", "hint"}
    return response.status_code, error["kind"]
