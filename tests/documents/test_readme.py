"""The README tells the truth: its session runs, its commands exist, its words are the library's."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

import lamina
from lamina.serve.cli.run import WORDS, run

COMMANDS = [word for words in WORDS.values() for word in words]
ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "AGENTS.md", "CHANGELOG.md")]
PAGES += sorted(path for path in (ROOT / "docs").rglob("*.md") if path.name not in ("reference.md", "requirements.md"))
_BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`((?:lamina|make) [^`]+)`")
_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")


class Step(NamedTuple):
    """A command in a console block, and what the block shows of its answer."""

    command: str
    shown: str


def steps(block: str) -> list[Step]:
    cut = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [Step(one.partition("\n")[0], one.partition("\n")[2]) for one in cut]


BLOCKS = [steps(block) for block in _BLOCK.findall(README)]
SESSION = BLOCKS[0]


def told(text: str) -> list[str]:
    """A terminal's lines, without what differs from day to day."""
    text = _ID.sub("<id>", text)
    text = re.sub(r"\d{4}-\d\d-\d\d", "<day>", text)
    return [line.rstrip() for line in re.sub(r"\b\d+\.\d+\b", "<number>", text).splitlines()]


def test_the_session_in_the_readme_runs_as_shown(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    environment = {**os.environ, "HOME": str(tmp_path), "PYTHONPATH": str(Path(lamina.__file__).parents[1])}
    del environment["LAMINA_HOME"]
    real: dict[str, str] = {}
    for command, shown in SESSION:
        words = [_real(word, real) for word in shlex.split(command)]
        assert words[0] == "lamina"
        done = subprocess.run(
            [sys.executable, "-m", "lamina.serve.cli", *words[1:]],
            check=False,
            capture_output=True,
            text=True,
            cwd=tmp_path / "shop",
            env=environment,
        )
        assert done.returncode == 0, done.stderr
        assert told(done.stdout) == told(shown), command
        assert len(_ID.findall(shown)) == len(_ID.findall(done.stdout))
        real.update(zip(_ID.findall(shown), _ID.findall(done.stdout), strict=True))
    assert (tmp_path / ".lamina" / "memory.db").exists()


def _real(word: str, real: dict[str, str]) -> str:
    """An id of the README, whole or its beginning, as the same part of the id in this run."""
    for written, here in real.items():
        if len(word) >= 8 and written.startswith(word):
            return here[: len(word)]
    return word


def test_the_session_in_the_readme_shows_one_id_for_life() -> None:
    assert len(SESSION) >= 4
    assert len(set(_ID.findall("".join(shown for _, shown in SESSION[:-1])))) == 1


def commands() -> list[str]:
    """Every command that a page tells people to run."""
    found = [step.command.partition("#")[0].strip() for block in BLOCKS for step in block]
    for page in PAGES:
        found += _INLINE.findall(page.read_text(encoding="utf-8"))
    return sorted(set(found))


def help_of(name: str) -> str:
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown), contextlib.suppress(SystemExit):
        run([name, "--help"])
    return shown.getvalue()


@pytest.mark.parametrize("command", [one for one in commands() if one.startswith("lamina ")])
def test_every_command_in_the_documents_exists_with_its_options(command: str) -> None:
    _, name, *rest = re.split(r"\s+", command)
    if name in ("--version", "--help", "demo", "<command>"):
        return
    assert name in COMMANDS
    known = set(re.findall(r"--[a-z][a-z-]*", help_of(name)))
    assert {word for word in rest if re.fullmatch(r"--[a-z-]+", word)} <= known


@pytest.mark.parametrize("command", [one for one in commands() if one.startswith("make ")])
def test_every_make_target_in_the_documents_exists(command: str) -> None:
    target = command.split()[1]
    assert re.search(rf"^{re.escape(target)}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


def test_every_extra_that_the_readme_installs_exists() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    asked = set(re.findall(r"pip install '\.\[(\w+)\]'", README))
    assert asked
    assert asked <= set(extras)


def test_every_word_that_the_readme_lists_is_one_of_the_library_and_of_the_command_line() -> None:
    listed = re.search(r"\*\*Library\*\*:.*?—(.*?)\n- ", README, re.DOTALL)
    assert listed
    words = set(re.findall(r"`(\w+)(?:\(\))?`", listed[1]))
    assert {word for word in words if not hasattr(lamina.Memory, word)} == set()
    assert words - {"batch"} <= set(COMMANDS)


def test_every_word_of_the_command_line_is_in_the_overview() -> None:
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        assert run(["--help"]) == 0
    assert all(re.search(rf"^  {name} ", shown.getvalue(), re.MULTILINE) for name in [*COMMANDS, "demo"])
