"""Which errors are the same."""

from __future__ import annotations

import pytest

from lamina.distil.errors import error_key

SAME = [
    ("go", "tea/pot.go:12:3: undefined: Steep", "kitchen/leaf.go:99:14: undefined: Steep"),
    ("go in a linter", "tea/pot.go:12:3: undefined: Steep", "pot.go:7:1: undefined: Steep (typecheck)"),
    ("go test", "--- FAIL: TestSteep (0.01s)", "--- FAIL: TestSteep (12.40s)"),
    ("python", "E   KeyError: 'leaf'", "KeyError: 'leaf'"),
    (
        "pytest",
        "FAILED tests/test_pot.py::test_pours - assert 3 == 4",
        "FAILED a/test_pot.py::test_pours - assert 7 == 9",
    ),
    (
        "typescript",
        "src/pot.ts(12,5): error TS2304: Cannot find name 'Leaf'.",
        "lib/a/b.ts(1,99): error TS2304: Cannot find name 'Leaf'.",
    ),
    ("rust", "error[E0308]: mismatched types", "\x1b[31merror[E0308]: mismatched types\x1b[0m"),
    (
        "linter",
        "tea/pot.go:5:2: error is not nil (line 4) but it returns nil (nilerr)",
        "a.go:50:9: error is not nil (line 44) but it returns nil (nilerr)",
    ),
    ("shell", "zsh:1: command not found: kettle", "zsh:14: command not found: kettle"),
    (
        "temp folder",
        "open /tmp/brew-8f3a/leaf.txt: no such file or directory",
        "open /var/folders/x1/T/leaf.txt: no such file or directory",
    ),
    (
        "hash and time",
        "2026-01-05T01:42:00Z error: bad object 8f3a2bc91d",
        "2027-12-31T23:59:59Z error: bad object 77aa0e3",
    ),
    ("address", "panic: nil pointer at 0x1004e2fc0", "panic: nil pointer at 0x7ffee"),
    (
        "among others",
        "FAIL\npot.go:1:2: undefined: Steep\nFAIL\tkitchen/tea [build failed]",
        "pot.go:9:9: undefined: Steep",
    ),
    (
        "traceback",
        'Traceback (most recent call last):\n  File "a.py", line 3, in pour\nValueError: cold',
        "ValueError: cold",
    ),
]
OTHER = [
    ("pot.go:1:2: undefined: Steep", "pot.go:1:2: undefined: Pour"),
    ("a.ts(1,2): error TS2304: Cannot find name 'Leaf'.", "a.ts(1,2): error TS2345: Cannot find name 'Leaf'."),
    ("error[E0308]: mismatched types", "error[E0382]: mismatched types"),
    ("a.py:1:1: F401 unused", "a.py:1:1: F811 unused"),
    ("gh: Not Found (HTTP 404)", "gh: Not Found (HTTP 500)"),
    ("--- FAIL: TestSteep (0.01s)", "--- FAIL: TestPour (0.01s)"),
    ("cannot use x (type int32) as int64", "cannot use x (type int64) as int32"),
    ("ModuleNotFoundError: No module named 'leaf'", "ModuleNotFoundError: No module named 'pot'"),
]
HOLLOW = [
    "",
    "FAIL",
    "[lint] ERROR task failed",
    "FAIL\tkitchen/tea\t1.171s",
    "FAIL\tkitchen/tea [build failed]",
    "3 issues:",
    "exit status 1",
    "make: *** [build] Error 2",
    "Error: Process completed with exit code 1.",
    'error: could not compile `tea` (bin "tea") due to 2 previous errors',
    "Traceback (most recent call last):",
    "=== 2 failed, 3 passed in 0.12s ===",
    "func Pour(p Pot) error {",
]


@pytest.mark.req("B6")
@pytest.mark.parametrize(("one", "other"), [pair[1:] for pair in SAME], ids=[pair[0] for pair in SAME])
def test_the_same_error_on_another_day_has_the_same_key(one: str, other: str) -> None:
    assert error_key(one) == error_key(other) != ""


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_different_errors_have_different_keys(one: str, other: str) -> None:
    assert error_key(one) != error_key(other)
    assert error_key(one)
    assert error_key(other)


@pytest.mark.parametrize("text", HOLLOW)
def test_that_something_failed_is_not_an_error_yet(text: str) -> None:
    assert error_key(text) == ""
