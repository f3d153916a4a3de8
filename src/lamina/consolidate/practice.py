"""Whether what was run goes against a memory: it says pnpm, and the session runs npm.

Only what a command line shows counts. A memory about one scope, or about something that no command shows, says nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from lamina.consolidate.claims import Claim, claim
from lamina.consolidate.exclusives import SPELLINGS
from lamina.consolidate.names import ABOUT
from lamina.consolidate.vocabulary import concept

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lamina.consolidate.clauses import Clause


class Against(NamedTuple):
    """The command does what the memory rejects, or uses what excludes what the memory says."""

    why: str
    command: str


class InLine(NamedTuple):
    """The command does as the memory says."""

    why: str
    command: str


class Silent(NamedTuple):
    """No command speaks for or against it."""


Practice: TypeAlias = Against | InLine | Silent

_CHOSEN_BY_RUNNING = frozenset(
    {
        "package manager", "python package manager", "php package manager", "java build", "javascript test runner",
        "python test runner", "browser test tool", "ruby test runner", "python formatter", "python linter",
        "javascript linter", "javascript formatter", "type checker", "container runtime", "infrastructure code",
        "bundler", "task runner", "monorepo tool", "code search", "linux installer", "load test tool",
        "javascript runtime",
    }
)  # fmt: skip
"""Slots in which running one thing means not using the other."""
_MOST_READ = 2000
_STEP = re.compile(r"&&|\|\||[;\n]")
_WORD = re.compile(r"'[^']*'|\"[^\"]*\"|[^\s'\"]+")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
_WRAPPERS = frozenset({"sudo", "time", "env", "nohup", "exec", "command", "nice", "xargs", "then", "do", "npx", "bunx"})
_RUNNERS = frozenset({"run", "exec", "-m", "run-script", "x", "tool", "dlx"})
"""The word after it is what is really run: uv run pytest, python -m pytest."""
_LOOKS = frozenset(
    """view info whoami login logout config version help search ls list outdated why audit publish pack owner show
    cache --version -v --help docs""".split()
)
"""Asking a package manager something is not using it for the project."""
_FLAGS = {"-f": "force", "-g": "global", "-a": "all", "-n": "no verify"}
_AGREEING = frozenset({"direct", "straight"})


class Act(NamedTuple):
    """One step of a command line: its words, and the slots that it fills, each with the tool that does."""

    command: str
    words: list[str]
    tools: dict[str, str]


def acts_of(commands: Sequence[str]) -> list[Act]:
    """What the commands do, step by step; read once, held against many memories."""
    return [Act(command, words, dict(_tools(words))) for command in commands for words in _steps(command)]


def may_be_shown(stated: Claim) -> bool:
    """Whether any command could speak for or against it."""
    return any(
        one.negative or not _CHOSEN_BY_RUNNING.isdisjoint({*one.affirmed, *one.rejected}) for one in stated.clauses
    )


def against(commands: Sequence[str], memory: Claim | str) -> Practice:
    """What a session's commands say about a memory."""
    return judged(acts_of(commands), claim(memory) if isinstance(memory, str) else memory)


def judged(acts: Sequence[Act], stated: Claim) -> Practice:
    """What the acts say about a memory; the last that speaks decides, for people correct themselves."""
    for act in reversed(acts):
        found = _judge(act, stated)
        if found:
            return found
    return Silent()


def _judge(act: Act, stated: Claim) -> Practice | None:
    command, words, tools = act
    for clause in stated.clauses:
        if _is_special(clause):
            continue
        why = _refused(words, tools, clause)
        if why:
            return Against(why, command)
    for clause in stated.clauses:
        for slot, tool in tools.items():
            if not _is_special(clause, slot) and tool in clause.affirmed.get(slot, ()):
                return InLine(f"{tool} is used as {slot}", command)
    return None


def _refused(words: list[str], tools: dict[str, str], clause: Clause) -> str:
    for slot, tool in tools.items():
        if tool in clause.rejected.get(slot, ()) and not clause.topic - ABOUT[slot] - _said(words):
            return f"{tool} is rejected as {slot}"
        chosen = clause.affirmed.get(slot, frozenset())
        if chosen and tool not in chosen and not clause.negative:
            return f"{tool} is used as {slot}, not {' or '.join(sorted(chosen))}"
    asked = clause.topic - _AGREEING
    told = len(asked) > 1 or any(" " in one for one in asked)
    if clause.negative and not clause.names and told and asked <= _said(words):
        return f"{' '.join(sorted(asked))} is not to be done"
    return ""


def _is_special(clause: Clause, slot: str = "") -> bool:
    """Whether it holds only somewhere: a command does not show where it was run."""
    about = ABOUT[slot] if slot else frozenset().union(*(ABOUT[one] for one in (*clause.affirmed, *clause.rejected)))
    elsewhere = any(members - about for members in clause.scopes.values())
    return elsewhere or bool(clause.narrow - about and clause.names)


def _tools(words: list[str]) -> Iterator[tuple[str, str]]:
    """The slots that a step fills, each with the tool that fills it."""
    for at, word in enumerate(words[:4]):
        first = at == 0 or words[at - 1] in _RUNNERS
        program, after = word.rsplit("/", 1)[-1], words[at + 1] if at + 1 < len(words) else ""
        if not first:
            continue
        for value in SPELLINGS.get(f"{program} {after}", SPELLINGS.get(program, [])):
            if value.slot in _CHOSEN_BY_RUNNING and after not in _LOOKS:
                yield value.slot, value.name


def _said(words: list[str]) -> frozenset[str]:
    """The concepts of a step: its words, what its flags stand for, and phrases that are written apart."""
    plain = [_FLAGS.get(word.lower(), word.strip("-'\"").replace("-", " ")).lower() for word in words]
    found = {concept(one) for word in plain for one in word.split()}
    if {"forc", "push"} <= found:
        found.add("forc push")
    return frozenset(found)


def _steps(command: str) -> Iterator[list[str]]:
    """The words of each step; what follows a pipe only shortens what is printed."""
    for step in _STEP.split(command[:_MOST_READ]):
        words = [one.strip("'\"") for one in _WORD.findall(step.partition("|")[0])]
        while words and (_ASSIGNMENT.match(words[0]) or words[0] in _WRAPPERS):
            del words[0]
        if words:
            yield words
