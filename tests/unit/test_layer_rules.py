"""`.memory/config.yaml`: as documented, and what is said about a wrong one."""

from __future__ import annotations

import pytest

from lamina.adapters.layer_rules import strategy_in
from lamina.errors import BadInput
from lamina.model.layers import DEFAULT_LOADING, LayerRules

DOCUMENTED = """\
loading_strategy:
  project:
    always_load:
      - CLAUDE.md
      - conventions/python.md
    conditional_load:
      - decisions/*.md  # Load recent first
    max_tokens: 5000

  sprint:
    always_load:
      - goals.md
      - progress.json
    conditional_load:
      - retrospectives/*.md
    max_tokens: 10000

  stage:
    always_load:
      - current_artifacts/*
    conditional_load:
      - previous_stage_summary.md
    max_tokens: 15000

  agent:
    always_load:
      - prompt_template.md
      - tools_config.yaml
    conditional_load:
      - recent_actions.json
    max_tokens: 20000

token_allocation:
  # How to split token budget
  planner:
    project: 0.3  # More project context
    sprint: 0.4   # More sprint context
    stage: 0.2
    agent: 0.1

  coder:
    project: 0.1
    sprint: 0.1
    stage: 0.3   # More stage artifacts
    agent: 0.5   # More agent-specific
"""


@pytest.mark.req("E3")
def test_the_documented_file_is_read_as_it_stands() -> None:
    found = strategy_in(DOCUMENTED, "config.yaml")
    assert found.loading["project"] == LayerRules(("CLAUDE.md", "conventions/python.md"), ("decisions/*.md",), 5000)
    assert found.loading["stage"] == LayerRules(("current_artifacts/*",), ("previous_stage_summary.md",), 15000)
    assert found.allocation["planner"] == {"project": 0.3, "sprint": 0.4, "stage": 0.2, "agent": 0.1}
    assert found.allocation["coder"]["agent"] == 0.5


@pytest.mark.req("E3")
@pytest.mark.parametrize("text", ["", "# nothing\n", "loading_strategy:\n", "token_allocation: {}\n"])
def test_a_file_that_says_nothing_changes_nothing(text: str) -> None:
    found = strategy_in(text, "config.yaml")
    assert (found.loading, found.allocation) == (DEFAULT_LOADING, {})


def test_a_rule_that_is_not_named_stays_and_an_empty_list_loads_nothing() -> None:
    found = strategy_in("loading_strategy:\n  project:\n    max_tokens: 7\n    conditional_load:\n", "c").loading
    assert found["project"] == LayerRules(DEFAULT_LOADING["project"].always_load, (), 7)


WRONG = {
    "loading: {}": (1, "loading"),
    "loading_strategy:\n  team: {}": (2, "loading_strategy.team"),
    "loading_strategy:\n  project:\n    load: []": (3, "loading_strategy.project.load"),
    "loading_strategy:\n  project:\n    always_load: CLAUDE.md": (3, "loading_strategy.project.always_load"),
    "loading_strategy:\n  stage:\n    always_load:\n      - a\n      - ../b": (5, "loading_strategy.stage.always_load"),
    "loading_strategy:\n  stage:\n    always_load:\n      - /etc/passwd": (4, "loading_strategy.stage.always_load"),
    "loading_strategy:\n  stage:\n    always_load:\n      - [a]": (4, "loading_strategy.stage.always_load"),
    "loading_strategy:\n  stage:\n    max_tokens: lots": (3, "loading_strategy.stage.max_tokens"),
    "loading_strategy:\n  stage:\n    max_tokens: 0": (3, "loading_strategy.stage.max_tokens"),
    "loading_strategy:\n  stage:\n    max_tokens: -5": (3, "loading_strategy.stage.max_tokens"),
    "loading_strategy:\n  stage:\n    max_tokens: 1e400": (3, "loading_strategy.stage.max_tokens"),
    "loading_strategy:\n  stage:\n    max_tokens: 99999999999": (3, "loading_strategy.stage.max_tokens"),
    "loading_strategy: [project]": (1, "loading_strategy"),
    "- loading_strategy": (1, "the file"),
    "token_allocation:\n  coder: 1": (2, "token_allocation.coder"),
    "token_allocation:\n  coder:\n    agent: 0.5\n    stage: 0.3": (3, "token_allocation.coder"),
    "token_allocation:\n  coder:\n    agent: 0.9\n    stage: 0.3": (3, "token_allocation.coder"),
    "token_allocation:\n  coder:\n    agent: 1.5": (3, "token_allocation.coder.agent"),
    "token_allocation:\n  coder:\n    agent: -0.5\n    stage: 1.5": (3, "token_allocation.coder.agent"),
    "token_allocation:\n  coder:\n    agent: .nan": (3, "token_allocation.coder.agent"),
    "token_allocation:\n  coder:\n    agent: all": (3, "token_allocation.coder.agent"),
    "token_allocation:\n  coder:\n    team: 1": (3, "token_allocation.coder.team"),
    "token_allocation:\n  coder: {agent: 1}\n  coder: {stage: 1}": (3, "token_allocation.coder"),
}


@pytest.mark.req("E3")
@pytest.mark.parametrize("text", WRONG, ids=lambda text: text.split("\n")[-1].strip())
def test_a_wrong_file_gets_an_error_with_its_key_and_line(text: str) -> None:
    line, key = WRONG[text]
    with pytest.raises(BadInput) as refused:
        strategy_in(text, ".memory/config.yaml")
    assert refused.value.message.startswith(f".memory/config.yaml, line {line}: {key} ")
    assert refused.value.hint


@pytest.mark.req("E3")
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("loading_strategy:\n  project: [", 2),
        ("loading_strategy:\n  stage:\n    always_load:\n      - *.md\n", 4),
        ("a: 1\n---\nb: 2\n", 2),
        ("a: \x01", 0),
    ],
)
def test_what_is_not_yaml_is_told_with_its_line(text: str, line: int) -> None:
    with pytest.raises(BadInput, match=f"line {line}" if line else "not valid YAML"):
        strategy_in(text, "config.yaml")


def test_a_file_that_holds_itself_or_is_too_deep_is_refused() -> None:
    for text in ("token_allocation: &a {coder: *a}", "[" * 5000):
        with pytest.raises(BadInput):
            strategy_in(text, "config.yaml")
