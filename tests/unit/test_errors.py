"""What fixed an error, and when nothing did."""

from __future__ import annotations

import pytest

from lamina.distil.errors import BREAKTHROUGH, Fix, error_key, fixes, nearest_fixes
from lamina.model.transcript import Turn


def ran(command: str, result: str = "ok", name: str = "Bash") -> Turn:
    return Turn("tool", name=name, target=command, result=result)


def edited(path: str, diff: str = "-old\n+new", result: str = "ok") -> Turn:
    return Turn("tool", name="Edit", target=path, lines="3-4", diff=diff, result=result)


def said(text: str) -> Turn:
    return Turn("assistant", text)


def asked(text: str) -> Turn:
    return Turn("user", text)


def fixes_of(*turns: Turn, resolution: str = "") -> list[Fix]:
    return fixes(list(enumerate(turns, 1)), resolution)


FIXED = {
    "go": (
        "go test ./tea/...",
        "exit 1\ntea/pot.go:12:3: undefined: Steep",
        "tea/pot.go",
        "go test -v ./tea/... 2>&1 | tail -5",
    ),
    "python": ("cd api && PYTHONPATH=. pytest -x", "exit 1\nE   KeyError: 'leaf'", "api/pot.py", "pytest -q"),
    "typescript": (
        "npm run build",
        "exit 2\nsrc/pot.ts(3,1): error TS2304: Cannot find name 'Leaf'.",
        "src/pot.ts",
        "npm run build 2>&1 | head",
    ),
    "rust": ("cargo test pour", "exit 101\nerror[E0308]: mismatched types", "src/pot.rs", "cargo test"),
    "shell": ("./brew.sh pour", "exit 1\nbrew.sh: line 4: kettle: unbound variable", "brew.sh", "./brew.sh pour"),
    "linter": (
        "mise run lint",
        "exit 1\npot.go:5:2: Error return value is not checked (errcheck)",
        "pot.go",
        "mise run fmt && mise run lint",
    ),
    "linter in a pipe": (
        "ruff check . | tail -3",
        "ok\nFound 1 errors.\nError: F401 `os` imported but unused",
        "pot.py",
        "ruff check .",
    ),
    "compiler, proved by tests": ("go build ./...", "exit 1\npot.go:1:2: undefined: Steep", "pot.go", "mise run test"),
}


@pytest.mark.req("B5")
@pytest.mark.parametrize(("command", "result", "path", "proof"), FIXED.values(), ids=FIXED)
def test_what_was_edited_before_the_command_passed_is_the_solution(
    command: str, result: str, path: str, proof: str
) -> None:
    (fix,) = fixes_of(asked("Make tea"), ran(command, result), edited(path), ran(proof))
    assert fix.key == error_key(result.partition("\n")[2])
    assert fix.files == (path,)
    assert f"{path}:3-4\n-old\n+new" in fix.solution
    assert (fix.attempts, fix.first_turn, fix.last_turn, fix.command) == (1, 2, 4, command)


UNDEFINED = "exit 1\ntea/pot.go:12:3: undefined: Steep"


@pytest.mark.req("B5")
def test_the_solution_says_the_cause_in_the_agents_words_and_leaves_out_the_praise() -> None:
    (fix,) = fixes_of(
        ran("go build ./...", UNDEFINED),
        said(
            "Great! I can see it. `Steep` is missing because the import of the leaf package was removed. Let me fix it."
        ),
        edited("tea/pot.go", '+\t"kitchen/leaf"'),
        ran("go build ./..."),
        said("Perfect! All tests pass."),
    )
    assert fix.solution.startswith("`Steep` is missing because the import of the leaf package was removed.")
    assert "Great" not in fix.solution
    assert "Perfect" not in fix.solution


def test_the_closing_message_explains_where_nothing_was_said_before() -> None:
    turns = (ran("go build ./...", UNDEFINED), edited("tea/pot.go"), ran("go build ./..."))
    closing = "Done. All green! Fixed by moving `Steep` into the tea package. You can also pour milk."
    assert fixes_of(*turns, resolution=closing)[0].solution.startswith("Fixed by moving `Steep` into the tea package.")


@pytest.mark.req("B6")
def test_several_failures_and_then_success_is_a_breakthrough() -> None:
    failed = "exit 1\n--- FAIL: TestSteep (0.1s)"
    (fix,) = fixes_of(
        *(ran("go test -run TestSteep ./tea", failed), edited("tea/a.go")) * 3,
        ran("go test ./tea"),
    )
    assert fix.attempts == 3 >= BREAKTHROUGH


def test_errors_that_follow_each_other_each_have_their_own_edits() -> None:
    first, second = fixes_of(
        ran("go build ./...", UNDEFINED),
        edited("tea/pot.go"),
        ran("go build ./...", 'exit 1\ntea/cup.go:1:2: "os" imported and not used'),
        edited("tea/cup.go"),
        ran("go build ./..."),
    )
    assert (first.files, second.files) == (("tea/pot.go",), ("tea/cup.go",))
    assert (first.last_turn, second.last_turn) == (3, 5)


def test_an_error_met_in_one_exchange_is_fixed_in_the_next() -> None:
    turns = (ran("npm test", "exit 1\nTypeError: leaf is not a function"), said("Shall I?"), asked("yes"))
    (fix,) = fixes_of(*turns, edited("src/leaf.js"), ran("npm test"))
    assert fix.files == ("src/leaf.js",)


def test_another_form_of_the_command_is_the_solution_where_nothing_was_edited() -> None:
    (fix,) = fixes_of(ran("gh pr diff 7 --leaves", "exit 1\nunknown flag: --leaves"), ran("gh pr diff 7 --patch"))
    assert fix.solution == "instead: $ gh pr diff 7 --patch"


def test_a_command_run_in_the_wrong_folder_is_not_fixed_by_edits() -> None:
    (fix,) = fixes_of(
        ran("cd tea && go test", "exit 1\n(eval):cd:1: no such file or directory: tea"),
        edited("pot.go"),
        ran("go test"),
    )
    assert fix.solution == "instead: $ go test"
    assert fix.files == ()


def test_a_repair_may_be_a_command() -> None:
    failed = "exit 1\nerror: Cannot find module 'leaf'"
    (fix,) = fixes_of(ran("npm run build", failed), ran("npm install leaf"), ran("npm run build"))
    assert fix.solution == "$ npm install leaf"


@pytest.mark.req("B5")
def test_an_error_that_the_user_shows_is_fixed_by_what_the_exchange_came_to() -> None:
    (fix,) = fixes_of(
        asked("I get this error:\n\nTypeError: leaf is undefined\n    at pour (pot.js:3:1)"),
        edited("src/pot.js"),
        said("Fixed: `leaf` was used before it was loaded."),
        asked("Thanks"),
    )
    assert fix.problem == "TypeError: leaf is undefined"
    assert fix.solution.startswith("Fixed: `leaf` was used before it was loaded.")
    assert (fix.command, fix.files) == ("", ("src/pot.js",))


def test_an_error_that_is_shown_and_then_reproduced_is_one_fix() -> None:
    shown = "I get this error:\ntea/pot.go:12:3: undefined: Steep"
    turns = (asked(shown), ran("go build ./...", UNDEFINED), edited("tea/pot.go"), ran("go build ./..."))
    assert len(fixes_of(*turns)) == 1


NOT_ERRORS = {
    "a search without a match": ran("grep -rn leaf src", "exit 1"),
    "a file that is not there": ran("test -f leaf.txt", "exit 1"),
    "a look at what is not there": ran("ls leaf", "exit 1\nls: leaf: No such file or directory"),
    "files that differ": ran("diff a b", "exit 1\n< error: leaf"),
    "changes that exist": ran("git diff --exit-code", "exit 1\n-error: leaf"),
    "the user's no": ran("go test ./...", "failed\nThe user doesn't want to proceed with this tool use. error: x"),
    "an interrupt": ran("go test ./...", "exit 1\n[Request interrupted by user for tool use]\nerror: x"),
    "a failed edit": edited("a.go", result="failed\nString to replace not found in file."),
    "a file that was not read": edited("a.go", result="failed\nFile has not been read yet."),
    "a read of nothing": ran("a.go", "failed\nFile does not exist.", name="Read"),
    "a tolerated failure": ran("go test ./... || true", "ok\n--- FAIL: TestSteep (0.1s)"),
    "a failure that says nothing": ran("go test ./...", "exit 1\nFAIL"),
    "a file that speaks of errors": ran("cat go.log", "ok\nerror: leaf"),
}


@pytest.mark.parametrize("turn", NOT_ERRORS.values(), ids=NOT_ERRORS)
def test_what_was_meant_or_slipped_is_no_error(turn: Turn) -> None:
    assert fixes_of(turn, edited("pot.go"), ran(turn.target), ran("go test ./...")) == []


@pytest.mark.parametrize("text", ["Now run it: the new test should fail.", "Let me verify the test fails first (TDD):"])
def test_a_test_that_is_written_to_fail_is_no_error(text: str) -> None:
    failed = ran("go test ./tea", "exit 1\n--- FAIL: TestSteep (0.1s)")
    assert fixes_of(said(text), failed, edited("pot.go"), ran("go test ./tea")) == []


def test_a_failure_that_was_expected_afterwards_is_no_error() -> None:
    failed = ran("go test ./tea", "exit 1\n--- FAIL: TestSteep (0.1s)")
    assert fixes_of(failed, said("The test fails as expected."), edited("pot.go"), ran("go test ./tea")) == []


def test_what_passes_the_second_time_without_a_change_was_the_weather() -> None:
    assert fixes_of(ran("go test ./...", "exit 1\n--- FAIL: TestSteep (0.1s)"), ran("go test ./...")) == []


@pytest.mark.parametrize(
    "other", ["mise run lint", "mise run test:unit", "ls", "git status", "go test -run TestPour ./cup"]
)
def test_another_success_proves_nothing(other: str) -> None:
    failed = ran("mise run test:integration", "exit 1\n--- FAIL: TestSteep (0.1s)")
    assert fixes_of(failed, edited("pot.go"), ran(other)) == []


@pytest.mark.req("B6")
def test_the_same_error_brings_its_fix_back_first() -> None:
    def a_fix(problem: str, solution: str) -> Fix:
        return Fix(problem, error_key(problem), solution, 1, (), 1, 2, "go build")

    known = [
        a_fix("pot.go:1:2: undefined: Steep", "old"),
        a_fix("pot.go:1:2: undefined: Pour", "other"),
        a_fix("cup.go:1:1: missing return\ncup.go:5:5: undefined: Steep", "beside"),
        a_fix("far.go:9:9: undefined: Steep", "new"),
        a_fix("KeyError: 'leaf'", "unlike"),
    ]
    found = nearest_fixes(error_key("a/b.go:77:1: undefined: Steep"), known, limit=5)
    assert [fix.solution for fix in found] == ["new", "old", "beside", "other"]
    assert nearest_fixes("", known) == []
    assert len(nearest_fixes(error_key("undefined: Steep"), known)) == 3
