"""Writes docs/requirements.md (from test markers) and docs/reference.md (from the commands); --check only compares."""

from __future__ import annotations

import ast
import contextlib
import io
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

NUMBERS = {"A": 15, "B": 10, "C": 14, "D": 8, "E": 6}


def requirements() -> str:
    """Every promise with the tests that prove it."""
    proofs: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                for number in _marked(node):
                    proofs.setdefault(number, []).append(f"`{path.relative_to(ROOT)}::{node.name}`")
    lines = ["# Promises and the tests that prove them", "", "Generated from test markers by `make docs`.", ""]
    for letter, last in NUMBERS.items():
        for at in range(1, last + 1):
            found = proofs.get(f"{letter}{at}")
            lines.append(f"- **{letter}{at}** " + (", ".join(found) if found else "— no test yet"))
    return "\n".join(lines) + "\n"


def _marked(node: ast.FunctionDef | ast.ClassDef) -> list[str]:
    found = []
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.req":
            found += [one.value for one in decorator.args if isinstance(one, ast.Constant)]
    return [str(one) for one in found]


def reference() -> str:
    """The help of every command."""
    from lamina.serve.cli.run import commands, parser_of

    lines = ["# The command line", "", "Generated from the commands by `make docs`.", ""]
    for name, command in commands().items():
        told = io.StringIO()
        with contextlib.redirect_stdout(told):
            parser_of(name, command).print_help()
        lines += [f"## lamina {name}", "", "```", told.getvalue().rstrip(), "```", ""]
    return "\n".join(lines)


def main() -> int:
    """Writes, or says which document is out of date."""
    stale = []
    for name, text in (("requirements.md", requirements()), ("reference.md", reference())):
        path = ROOT / "docs" / name
        if "--check" in sys.argv:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                stale.append(name)
        else:
            path.write_text(text, encoding="utf-8")
    if stale:
        print(f"out of date: {', '.join(stale)}; run `make docs`", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
