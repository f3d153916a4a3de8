"""Which turns failed although they were meant to succeed, and what they complained about."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from lamina.distil.commands import Part, parts_of
from lamina.distil.error_keys import error_key, error_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.model.transcript import Turn

Outcome: TypeAlias = Literal["failed", "passed", "unclear"]

SLIPPING = re.compile(
    r"Edit|Write|MultiEdit|NotebookEdit|Read|Grep|Glob|LS|TodoWrite|ExitPlanMode|AskUserQuestion|Task|Agent|TaskOutput|KillShell|"
    r"BashOutput|WebFetch|WebSearch|Skill|ToolSearch"
)
"""Tools that fail by a slip of the agent or by the weather outside: nothing to learn for the project."""
EDITING = frozenset({"Edit", "Write", "MultiEdit", "NotebookEdit", "apply_patch", "replace", "write_file", "create"})

_FAILED = re.compile(r"(?:exit (?!0\b)\d+|failed)\b")
_NOT_MEANT = re.compile(
    r"The user doesn't want to proceed|\[Request interrupted|Permission to use \S+ .*denied|tool_use_error|"
    r"\buser (?:rejected|declined|cancelled)|requires approval|Command (?:was )?(?:aborted|cancelled)|\Aexit 130\b",
)
"""A person said no, or stopped it."""
_PASSED_OVER = re.compile(
    r"^(?:-+ FAIL\b|FAIL\b|FAILED\b|E  +\S|panic:|Traceback|fatal:|npm ERR!|\S*[Ee]rror(?:\[\w+\])?:|"
    r"[^\n]*?\b[1-9]\d* (?:failed|failing|errors?|issues?|problems?|failures?)\b)",
    re.MULTILINE,
)
"""A pipe or `|| true` hides the exit code, not what was printed."""
_USAGE = re.compile(
    r"option|unrecogni[sz]ed|unknown (?:flag|option|command|argument)|parse error|command not found|syntax", re.I
)
_MEANT_BEFORE = re.compile(
    r"\b(?:should|will|must|expect\w*|to see|confirm|verify|ensure|watch)\b[^.\n]{0,40}\bfail|\bfail(?:s|ing)? first\b|"
    r"\b(?:TDD|red phase|reproduc\w+|failing tests?)\b",
    re.IGNORECASE,
)
_MEANT_AFTER = re.compile(
    r"\b(?:fail\w*|errors?|red)\b[^.\n]{0,40}\bas expected|\bas expected\b[^.\n]{0,50}\bfail|"
    r"\bexpected (?:to fail|failures?)|\b(?:confirm|reproduce|demonstrate)s?(?:ed)? the (?:bug|issue|problem)|"
    r"\bred phase|\bTDD\b|\bgood[^.\n]{0,20}tests? fail",
    re.IGNORECASE,
)
_TOLERANT = re.compile(r"\|\| *(?:true|:|echo)|should fail", re.IGNORECASE)
_PASTED = re.compile(
    r"\b(?:error|failed|fails|failing|failure|exception|panic|Traceback|throws?|crash\w*|issue)\b", re.IGNORECASE
)
_PASTED_LINE = re.compile(
    r"-+ FAIL: |(?:\S*/)?[\w.-]+\.\w{1,5}[:(]\d+[:,]\d+\)?: |(?:[A-Z]\w*)?(?:Error|Exception)\b: \S|panic: |fatal: |"
    r"error(?:\[\w+\])?: |FAILED \S+::|[^\n]*?\b(?:[Ff]ailed|[Uu]nable|could not|cannot) [^\n]{3,80}: \S|error="
)
_CODE = re.compile(r"[+-]\s|[+-]?\t|\s*(?://|#|\*)|[^\n]*[{;]\s*$")


class Failure(NamedTuple):
    """One run that went wrong; `lines` are empty where it does not say what went wrong."""

    number: int
    command: str
    parts: list[Part]
    lines: list[str]

    @property
    def keys(self) -> list[str]:
        return [key for key in map(error_key, self.lines) if key]


def is_edit(turn: Turn) -> bool:
    """Whether a tool changed a file."""
    return turn.role == "tool" and _plain_name(turn) in EDITING and turn.result.startswith("ok")


def is_command(turn: Turn) -> bool:
    """Whether a tool ran something that can go wrong for reasons of the project."""
    name = _plain_name(turn)
    return turn.role == "tool" and not SLIPPING.fullmatch(name) and name not in EDITING


def outcome(turn: Turn) -> Outcome:
    """How a command ended, whatever its exit code says."""
    head, _, body = turn.result.partition("\n")
    if _NOT_MEANT.search(turn.result):
        return "unclear"
    if _FAILED.match(head):
        return "failed"
    looking = all(part.purpose == "look" for part in parts_of(turn.target))
    if body and not looking and _PASSED_OVER.search(body):
        return "failed"
    return "passed" if head == "ok" else "unclear"


def failure(turns: Sequence[tuple[int, Turn]], at: int) -> Failure | None:
    """What went wrong in the turn at this position; None where nothing did, or where it was meant to."""
    number, turn = turns[at]
    if outcome(turn) != "failed" or _TOLERANT.search(turn.target) or _meant(turns, at):
        return None
    parts = parts_of(turn.target) or [Part(turn.name, frozenset(), "")]
    lines = error_lines(turn.result.partition("\n")[2])
    if all(part.purpose == "look" for part in parts):  # a look at what is not there is an answer
        lines = [line for line in lines if _USAGE.search(line)]
        if not lines:
            return None
    return Failure(number, turn.target or turn.name, _blamed(parts, lines), lines)


def _blamed(parts: list[Part], lines: Sequence[str]) -> list[Part]:
    """Of several programs, those that the error names; all of them where it names none."""
    told = "\n".join(lines)
    return [part for part in parts if part.program and part.program.split()[0] in told] or parts


def pasted(turn: Turn) -> list[str]:
    """The lines of an error that a user shows."""
    if turn.role != "user" or not _PASTED.search(turn.text):
        return []
    lines = (line.strip(" \t│⎿⨯•>") for line in turn.text.splitlines() if not _CODE.match(line))
    return [line[:300] for line in lines if _PASTED_LINE.match(line) and error_key(line)][:3]


def _meant(turns: Sequence[tuple[int, Turn]], at: int) -> bool:
    """Whether the agent says just before or just after that this was to fail."""
    before = next((turn for _, turn in reversed(turns[max(0, at - 2) : at]) if turn.role == "assistant"), None)
    after = next((turn for _, turn in turns[at + 1 : at + 2] if turn.role == "assistant"), None)
    return bool(
        (before and _MEANT_BEFORE.search(before.text[-300:])) or (after and _MEANT_AFTER.search(after.text[:400]))
    )


def _plain_name(turn: Turn) -> str:
    return turn.name.removeprefix("Task>")
