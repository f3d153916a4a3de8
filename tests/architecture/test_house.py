"""Rules of the house that no other tool checks."""

from __future__ import annotations

import ast
import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest

import lamina

ROOT = Path(__file__).parents[2]
SOURCE = Path(lamina.__file__).parent
TESTS = ROOT / "tests"
MODULES = sorted(path for folder in (SOURCE, ROOT / "bench", ROOT / "docs") for path in folder.rglob("*.py"))
FOG = {"util", "helper", "common", "base", "manager", "service", "handler", "core", "misc", "type"}
PURE = [
    path
    for stage in ("model", "refine", "distil", "consolidate", "recall", "assemble")
    for path in sorted((SOURCE / stage).glob("*.py"))
]


def short(path: Path) -> str:
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_the_rules_look_at_this_very_source() -> None:
    assert SOURCE == ROOT / "src" / "lamina"
    assert len(MODULES) > 50


@pytest.mark.parametrize("path", MODULES, ids=short)
def test_every_module_says_what_it_is_for(path: Path) -> None:
    assert ast.get_docstring(tree(path))


@pytest.mark.parametrize("path", sorted(TESTS.rglob("test_*.py")), ids=short)
def test_every_test_file_says_what_it_is_about(path: Path) -> None:
    assert ast.get_docstring(tree(path))


def test_engines_differ_in_their_own_files_and_not_by_asking() -> None:
    asking = re.compile(r"\bif\b[^\n]*\b(?:engine|dialect)\b|\bengine\s*==|==\s*[\"'](?:sqlite|postgres)")
    assert [short(path) for path in SOURCE.rglob("*.py") if asking.search(path.read_text(encoding="utf-8"))] == []


def test_no_file_or_folder_has_a_foggy_name() -> None:
    parts = {
        part
        for path in [*MODULES, *TESTS.rglob("*.py")]
        for part in (path.relative_to(ROOT) if path.is_relative_to(ROOT) else path).with_suffix("").parts
    }
    # The last word says what a thing is: string_utils is fog, core_files is not.
    assert {part for part in parts if part.split("_")[-1].removesuffix("s") in FOG} == set()


@pytest.mark.parametrize("path", PURE, ids=short)
def test_values_and_thinking_read_no_clock_and_open_no_file(path: Path) -> None:
    # import-linter sees modules, not calls: datetime is a value, datetime.now is a clock.
    called = {ast.unparse(node.func) for node in ast.walk(tree(path)) if isinstance(node, ast.Call)}
    assert {name for name in called if re.search(r"(^|\.)(now|utcnow|today|open|getenv|print|input)$", name)} == set()


def markers() -> Iterator[tuple[str, str]]:
    """Every requirement number in a marker, with the test that cites it."""
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.req"):
                for one in node.args:
                    assert isinstance(one, ast.Constant), f"{short(path)}:{node.lineno}: not a plain number"
                    yield f"{short(path)}:{node.lineno}", str(one.value)


def test_every_requirement_that_a_test_cites_exists() -> None:
    known = runpy.run_path(str(ROOT / "docs" / "generate.py"))["NUMBERS"]
    numbers = {f"{letter}{at}" for letter, last in known.items() for at in range(1, last + 1)}
    cited = list(markers())
    assert cited
    assert [where for where, number in cited if number not in numbers] == []


def test_no_test_replaces_parts_of_the_product() -> None:
    for path in TESTS.rglob("*.py"):
        imports = {
            name
            for node in ast.walk(tree(path))
            if isinstance(node, ast.ImportFrom | ast.Import)
            for name in (getattr(node, "module", "") or "", *(one.name for one in node.names))
        }
        assert not {name for name in imports if name.split(".")[-1] == "mock"}, short(path)


def test_every_test_is_a_promise_in_words() -> None:
    nameless = [
        f"{short(path)}::{node.name}"
        for path in TESTS.rglob("test_*.py")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and node.name.count("_") < 3
    ]
    assert nameless == []
