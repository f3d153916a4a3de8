"""What may import what, and what a start may load."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import lamina
from tests.repositories import Repository

ROOT = Path(__file__).parents[2]
SOURCE = Path(lamina.__file__).parent
SLOW = ("numpy", "dataclasses", "click", "pydantic", "splintr", "psycopg", "asyncio", "rich", "msgspec", "tokenizers")


def lint(source: Path) -> subprocess.CompletedProcess[str]:
    """Runs the contracts of pyproject.toml on the package in a folder."""
    program = (
        "import sys; from importlinter.cli import lint_imports\n"
        "sys.exit(lint_imports(config_filename=sys.argv[1], no_cache=True))"
    )
    return subprocess.run(
        [sys.executable, "-c", program, str(ROOT / "pyproject.toml")],
        check=False,
        capture_output=True,
        text=True,
        cwd=source,
        env={**os.environ, "PYTHONPATH": str(source)},
    )


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    shutil.copytree(SOURCE, tmp_path / "lamina", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_the_flow_goes_one_way() -> None:
    done = lint(SOURCE.parent)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("utils.py", '"""A stray module."""'),
        ("model/hits.py", "import lamina.store.rows"),
        ("recall/fuse.py", "import time"),
        ("store/rows.py", "import lamina.adapters.token_counts"),
    ],
)
def test_a_stray_module_or_a_wrong_arrow_is_caught(copied: Path, path: str, line: str) -> None:
    with (copied / "lamina" / path).open("a", encoding="utf-8") as opened:
        opened.write(f"\n{line}\n")
    done = lint(copied)
    assert done.returncode == 1
    assert "BROKEN" in done.stdout, done.stdout + done.stderr


def test_only_wiring_chooses_an_engine() -> None:
    engines = {"lamina.store.sqlite", "lamina.store.postgres"}
    outside = {path for path in SOURCE.rglob("*.py") if path.parent.name != "store"}
    assert {path for path in outside if engines & imported(path)} == {SOURCE / "wiring.py"}


def test_faces_talk_to_the_library_object_and_never_to_a_stage_or_a_store() -> None:
    behind = ("lamina.store", "lamina.adapters", "lamina.recall", "lamina.distil", "lamina.refine", "lamina.ports")
    reached = {one for path in (SOURCE / "serve").rglob("*.py") for one in imported(path) if one.startswith(behind)}
    assert reached == set()


def imported(path: Path) -> set[str]:
    """The modules that a file imports, in functions too."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
        elif isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
    return found


def loaded_by(*words: str, cwd: Path | None = None) -> set[str]:
    """The modules that a fresh process has loaded when the command has run."""
    program = (
        "import sys; from lamina.serve.cli import main\n"
        "code = main(sys.argv[1:]); sys.stdout.flush()\n"
        "print(*sys.modules, file=sys.stderr); sys.exit(code)"
    )
    environment = {**os.environ, "PYTHONPATH": str(SOURCE.parent)}
    done = subprocess.run(
        [sys.executable, "-c", program, *words], capture_output=True, text=True, check=True, env=environment, cwd=cwd
    )
    assert done.stdout
    return set(done.stderr.split())


@pytest.mark.parametrize("mode", ["hybrid", "lexical"])
def test_a_cold_recall_loads_nothing_slow(mode: str) -> None:
    loaded_by("remember", "Always use pnpm, never npm", "--project", "tea")
    loaded = loaded_by("recall", "which package manager?", "--project", "tea", "--mode", mode)
    assert "apsw" in loaded
    assert loaded & set(SLOW) == set()


def test_a_cold_prediction_loads_nothing_slow() -> None:
    loaded_by("remember", "Always use pnpm, never npm", "--project", "tea")
    loaded = loaded_by("predict", "which package manager?", "--project", "tea")
    assert loaded & set(SLOW) == set()
    assert loaded & {"lamina.words.writing", "lamina.store.changes"} == set()


def test_a_cold_recall_does_not_load_the_writing_half() -> None:
    loaded_by("remember", "Always use pnpm, never npm", "--project", "tea")
    loaded = loaded_by("recall", "pnpm", "--project", "tea", "--json")
    unneeded = {"lamina.words.writing", "lamina.model.memory", "lamina.store.postgres", "lamina.serve.demo"}
    assert loaded & unneeded == set()


def test_a_recall_asks_git_about_files_only_after_a_commit(repository: Repository, tmp_path: Path) -> None:
    repository.commit("src/kettle.py")
    turns = [{"role": "user", "text": "Why does the kettle whistle?"}, {"role": "tool", "target": "src/kettle.py"}]
    session = tmp_path / "s1.json"
    session.write_text(json.dumps({"id": "s1", "started_at": "2026-03-02", "turns": turns}))
    loaded_by("record", str(session), cwd=repository.folder)
    asking = {"subprocess", "lamina.adapters.git_log"}
    assert loaded_by("recall", "whistle", cwd=repository.folder) >= asking
    loaded = loaded_by("recall", "whistle", cwd=repository.folder)
    assert "lamina.adapters.git_changes" in loaded
    assert loaded & {*asking, "lamina.model.memory", *SLOW} == set()
    assert loaded_by("recall", "whistle", "--project", "tea", cwd=repository.folder) & asking == set()


@pytest.mark.parametrize("event", ["UserPromptSubmit", "PreToolUse", "PostToolUseFailure"])
def test_a_hook_that_an_agent_waits_for_loads_nothing_slow(event: str) -> None:
    loaded_by("remember", "Always deploy the kettle with deploy.sh, the script", "--project", "tea")
    told = {"prompt": "deploy the kettle", "error": "the kettle script failed"}
    asked = {"session_id": "s", **told, "tool_name": "Bash", "tool_input": {"file_path": "deploy.sh"}}
    program = "import sys, os; from lamina.serve.hook import answer\n"
    program += "print(answer(sys.argv[1], sys.argv[2].encode(), os.environ)); print(*sys.modules, file=sys.stderr)"
    environment = {**os.environ, "PYTHONPATH": str(SOURCE.parent), "LAMINA_PROJECT": "tea"}
    command = [sys.executable, "-c", program, event, json.dumps(asked)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert ("kettle" in done.stdout) == (event != "PostToolUseFailure")
    loaded = set(done.stderr.split())
    unneeded = {"argparse", "subprocess", "lamina.model.memory", "lamina.words.writing", "lamina.recall.vectors"}
    assert "apsw" in loaded
    assert loaded & {*SLOW, *unneeded} == set()
    assert loaded & {"re", "typing", "json", "contextlib", "hashlib"} <= _at_start()


def _at_start() -> set[str]:
    """What a Python of this environment has loaded before it does anything: installers put things there."""
    command = [sys.executable, "-c", "import sys, os; print(*sys.modules)"]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def test_asking_for_the_version_loads_next_to_nothing() -> None:
    loaded = loaded_by("--version")
    assert loaded & {"apsw", "typing", "argparse", "tantivy", "json", *SLOW} == set()
    assert {one for one in loaded if one.startswith("lamina")} == {"lamina", "lamina.serve", "lamina.serve.cli"}


def test_importing_the_library_loads_no_database() -> None:
    program = "import sys, lamina; assert not {'apsw', 'tantivy', 'numpy'} & set(sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(SOURCE.parent)}
    subprocess.run([sys.executable, "-c", program], check=True, env=environment)
