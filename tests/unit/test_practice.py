"""What a session runs is held against what a memory says."""

from __future__ import annotations

import pytest

from lamina.consolidate.practice import Against, InLine, Silent, against


@pytest.mark.req("B7")
@pytest.mark.parametrize(
    ("commands", "memory"),
    [
        (["npm install"], "Use pnpm."),
        (["cd web && npm ci"], "We use pnpm, not npm."),
        (["npm run build"], "Never use npm."),
        (["python -m unittest"], "Tests run with pytest."),
        (["CI=1 npx vitest"], "Jest is our test runner."),
        (["pip install requests"], "Use uv for dependencies."),
        (["black ."], "Format Python with ruff format."),
        (["git push --force origin topic"], "Never force push."),
        (["git push -f"], "Force pushing is forbidden."),
        (["git push origin main"], "Never push directly to main."),
        (["git commit --amend --no-edit"], "never amend commits"),
        (["pnpm install", "npm install left-pad"], "Use pnpm."),
    ],
)
def test_acting_against_a_memory_is_noticed(commands: list[str], memory: str) -> None:
    found = against(commands, memory)
    assert isinstance(found, Against)
    assert found.why
    assert found.command == commands[-1]


@pytest.mark.req("B7")
@pytest.mark.parametrize(
    ("commands", "memory"),
    [
        (["pnpm i"], "Use pnpm."),
        (["uv run pytest -q"], "Tests run with pytest."),
        (["ruff format ."], "Format Python with ruff format."),
        (["npm install", "rm -rf node_modules && pnpm install"], "Use pnpm."),
    ],
)
def test_acting_in_line_with_a_memory_is_noticed_and_the_last_act_decides(commands: list[str], memory: str) -> None:
    assert isinstance(against(commands, memory), InLine)


@pytest.mark.req("B7")
@pytest.mark.parametrize(
    ("commands", "memory"),
    [
        ([], "Use pnpm."),
        (["ls -la", "git status"], "Use pnpm."),
        (["npm view react versions"], "Use pnpm."),
        (["git push origin feature/x"], "Never push directly to main."),
        (["yarn add left-pad"], "In the docs site, use npm."),
        (["sqlite3 dev.db"], "PostgreSQL is our database."),
        (["npm install"], "Anna owns billing."),
        (["pytest | grep npm"], "Never use npm."),
        (["echo 'npm install"], "Use pnpm."),
    ],
)
def test_commands_that_say_nothing_about_a_memory_leave_it_alone(commands: list[str], memory: str) -> None:
    assert against(commands, memory) == Silent()
