"""The command line as a test sees it: a real process, or the same function in this one where only the answer counts."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from lamina.serve.cli import main

LAMINA = [sys.executable, "-m", "lamina.serve.cli"]


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def answer(self) -> Any:
        """The one JSON value on standard output: more or less than one is an error here."""
        return json.loads(self.out)

    @property
    def refusal(self) -> str:
        """The one sentence that a refused command says; nothing else was printed."""
        assert self.code != 0, self.out
        assert self.out == ""
        assert "Traceback" not in self.err
        line, newline, rest = self.err.partition("\n")
        assert (newline, rest) == ("\n", ""), self.err
        assert line.startswith("lamina: ")
        return line.removeprefix("lamina: ")


def process(*words: str, stdin: bytes | None = b"", cwd: Path | None = None, **environment: str) -> Ran:
    """`lamina …` as a process of its own; the environment is this one's and what is given."""
    done = subprocess.run(
        [*LAMINA, *words],
        input=stdin,
        capture_output=True,
        env={**os.environ, **environment},
        cwd=cwd,
        timeout=60,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def lamina(*words: str) -> Ran:
    """The same without a new process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(words)
    return Ran(code, *(_written(stream) for stream in (out, err)))


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()


def remembered(text: str, *more: str) -> str:
    """The id of a new memory."""
    return str(lamina("remember", text, *more, "--json").answer["id"])
