"""The OpenAPI document, taken at its word by a machine: whatever it sends, no answer is a fault of the server."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import lamina
from tests.listening import serving

SECONDS = 12


@pytest.mark.req("C10")
def test_nothing_that_the_openapi_document_allows_or_forbids_makes_the_server_fail(tmp_path: Path) -> None:
    home = tmp_path / "home"
    store = str(home / "memory.db")
    for text in ("Always use pnpm, never npm", "Always use npm", "The kettle whistles"):
        lamina("remember", text, "--store", store, "--home", str(home), "--project", "tea")
    with serving(store, home, "--rate", "100000") as server:
        done = subprocess.run(
            [
                *(sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/openapi.json"),
                *("--checks", "not_a_server_error", "--max-time", str(SECONDS), "--phases", "coverage,fuzzing"),
                *("-H", f"Authorization: Bearer {server.token()}", "--seed", "1", "--no-color", "--workers", "1"),
                # They read any path of this machine.
                *("--exclude-path", "/ingest", "--exclude-path", "/verify"),
                *("--exclude-path", "/load"),  # takes lines, not a JSON value
            ],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            timeout=SECONDS * 4,
            check=False,
        )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
