"""What came of a request, found in what the agent itself wrote and checked against what then happened."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from lamina.distil.keywords import keywords
from lamina.model.hits import CHANGED
from lamina.model.transcript import COMPACTION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.model.transcript import Turn

Outcome: TypeAlias = Literal["done", "failed", "interrupted", "corrected", "open"]
"""`corrected`: the user's next words took it back. `open`: it ended in a question."""

SUMMARY_ASKED, SUMMARY_CHARACTERS = 140, 320
DETAIL_CHARACTERS = 900
SHORT_PROMPT = 40
_CLOSING_CHARACTERS = 600
"""A question that waits for an answer stands at the end of a message."""
MOST_COMMANDS, MOST_ERRORS, MOST_FILES = 12, 6, 40

_SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=\S)|\n+")
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_TABLE = re.compile(r"^\s*\|.*$|^[-=─│╭╰\s|:]+$", re.MULTILINE)
_MARKUP = re.compile(r"^\s*(?:#{1,6}|[-*•>]|\d+[.)])\s+|\*\*|__", re.MULTILINE)
_PRAISE = re.compile(
    r"\A(?:(?:perfect|done|(?:great|excellent|good|nice)(?: news| point| question| catch)?|awesome|sure|okay|ok|got it|"
    r"all (?:set|done|good)|you(?:'re| are) (?:absolutely )?right|understood|thanks?|absolutely|yes|now|here(?:'s| is) "
    r"(?:a |the )?(?:summary|what)[^.:!]*|summary(?: of changes)?|let me [^.:!]*|i(?:'ll| will) [^.:!]*|"
    r"that's a (?:great|good) question|i have (?:a complete picture|all the information i need))\b[\s.!,:;–—-]*)+",
    re.IGNORECASE,
)
_SAYS_SOMETHING = re.compile(
    r"`|\b\w+\.\w{1,4}\b|/|\d|\b(?:because|caus|fix|add|remov|chang|replac|renam|mov|creat|updat|extract|return|now|"
    r"pass|fail|error|bug|issue|missing|instead|was|were|no longer|only|never|already|both|root)",
    re.IGNORECASE,
)
_GAVE_UP = re.compile(
    r"\b(?:unable to|could ?n[o']t (?:fix|find|get|make|complete|reproduce)|still fail|did ?n[o']t work|"
    r"not (?:able|possible) to|cannot (?:fix|complete))",
    re.IGNORECASE,
)
_CORRECTS = re.compile(
    r"\A\W*(?:no\b(?! (?:worries|problem|need))|nope|wrong|that(?:'s| is) (?:not|wrong)|not (?:what|quite|like)|"
    r"i (?:did ?n[o']?t|never) (?:say|ask|want|mean)|why did you|revert|undo|stop\b|"
    r"still (?:not|fail|the same|broken|see)|"
    r"it (?:still|does ?n[o']?t|did ?n[o']?t)|this (?:is ?n[o']?t|does ?n[o']?t|did ?n[o']?t|is wrong)|"
    r"you (?:forgot|missed|broke|deleted|removed))",
    re.IGNORECASE,
)
_CHECKS = re.compile(r"\b(?:test|lint|build|check|vet|tsc|mypy|pytest|clippy|fmt|typecheck|compile)\b")
_CHOICE = re.compile(r"\b(?:option |number |nr\.? |#)?(\d{1,2})\b")
_ITEM = re.compile(r"^\s*(?:\*\*)?(?:option )?(\d{1,2})[.):]?(?:\*\*)?[.):]?\s+(.+)$", re.MULTILINE | re.IGNORECASE)
_QUESTION = re.compile(r"[^.!?\n]{6,300}\?")


class Summary(NamedTuple):
    """One request → resolution, told by rules."""

    summary: str
    details: str
    outcome: Outcome
    resolution: str
    resolved: str
    """A short reply together with the question it answers; empty where the request stands on its own."""
    files: tuple[str, ...]
    keywords: tuple[str, ...]
    commands: tuple[str, ...]
    errors: tuple[str, ...]


def summarise(asked: str, turns: Sequence[Turn], *, before: str = "", after: str = "") -> Summary:
    """`before` is what the agent said right before the request, `after` what the user said next."""
    spoken = (turn for turn in reversed(turns) if turn.role == "assistant" and turn.name != COMPACTION)
    closing = next((turn.text for turn in spoken if turn.text), "")
    resolution = told(closing, DETAIL_CHARACTERS)
    resolved = resolved_prompt(asked, before)
    files, commands, errors = _files(turns), _commands(turns), _errors(turns)
    request = resolved or plain(asked)
    shown = " → ".join(
        filter(None, (cut(request, SUMMARY_ASKED), cut(resolution, SUMMARY_CHARACTERS - SUMMARY_ASKED - 3)))
    )
    return Summary(
        summary=shown or "(nothing was said)",
        details=_details(resolution, turns),
        outcome=_outcome(turns, closing, after),
        resolution=resolution,
        resolved=resolved,
        files=files,
        keywords=keywords((f"{request}\n{asked}", resolution), files),
        commands=commands,
        errors=errors,
    )


def told(message: str, most: int) -> str:
    """The first sentences that name a cause, a change, a file or a result; praise, tables and code are left out."""
    kept: list[str] = []
    size = 0
    for sentence in _SENTENCE.split(plain(message)):
        text = _PRAISE.sub("", sentence.strip()).strip()
        if len(text) < 4 or (not _SAYS_SOMETHING.search(text) and kept):
            continue
        if size + len(text) > most:
            break
        kept.append(text)
        size += len(text) + 1
    return " ".join(kept) if kept else cut(_PRAISE.sub("", plain(message)) or plain(message), most)


def plain(markdown: str) -> str:
    """Text without fences, tables and marks."""
    return _MARKUP.sub("", _TABLE.sub("", _FENCE.sub("", markdown))).strip()


def resolved_prompt(asked: str, before: str) -> str:
    """A reply as short as `yes` or `option 1` means nothing without the question before it."""
    reply = asked.strip()
    if not before or not reply or len(reply) > SHORT_PROMPT:
        return ""
    if reply.endswith("?") or reply[0] in "/!":  # a question or a command of its own
        return ""
    options = dict(_ITEM.findall(before))
    chosen = [plain(options[number]) for number in _CHOICE.findall(reply) if number in options]
    questions = _QUESTION.findall(plain(before)[-_CLOSING_CHARACTERS:])
    about = "; ".join(cut(one, 160) for one in chosen) or (questions[-1].strip() if questions else "")
    return f"{reply} (to: {cut(about, 240)})" if about else ""


def cut(text: str, most: int) -> str:
    """One line, at most that long, broken at a word where one is near."""
    line = " ".join(text.split())
    if len(line) <= most:
        return line
    head = line[: most - 1]
    at_word = head.rfind(" ")
    return (head[:at_word] if at_word > most // 2 else head).rstrip(" ,;:") + "…"


def _outcome(turns: Sequence[Turn], closing: str, after: str) -> Outcome:
    last = next((turn for turn in reversed(turns) if turn.role in ("assistant", "tool", "system")), None)
    if last is not None and last.role == "system" and last.text.startswith("[Request interrupted"):
        return "interrupted"
    if after and _CORRECTS.match(after):
        return "corrected"
    checks = [turn for turn in turns if turn.role == "tool" and is_check(turn)]
    if (checks and not succeeded(checks[-1])) or _GAVE_UP.search(closing[:600]):
        return "failed"
    return "open" if closing.rstrip(" *`)\n").endswith("?") else "done"


def is_check(turn: Turn) -> bool:
    """Whether a command verifies something: a test, a build, a linter."""
    return turn.name in _SHELLS and bool(_CHECKS.search(turn.target))


def succeeded(turn: Turn) -> bool:
    """Whether a tool reported that it ended well."""
    return turn.result.startswith("ok")


def _details(resolution: str, turns: Sequence[Turn]) -> str:
    """What changed and how it was verified, below what the agent said of it."""
    edited = tuple(dict.fromkeys(turn.target for turn in turns if turn.diff and turn.target))
    checks = [turn for turn in turns if turn.role == "tool" and is_check(turn)]
    parts = [resolution]
    if edited:
        parts.append(f"{CHANGED}{', '.join(edited[:8])}{' …' if len(edited) > 8 else ''}.")
    if checks:
        parts.append(f"Verified: {cut(checks[-1].target, 100)}: {cut(checks[-1].result, 100)}.")
    return cut(" ".join(filter(None, parts)), DETAIL_CHARACTERS + 400)


def _files(turns: Sequence[Turn]) -> tuple[str, ...]:
    """Edited ones first, then those that were read."""
    edited = [turn.target for turn in turns if turn.diff and turn.target]
    read = [turn.target for turn in turns if turn.name.removeprefix("Task>") in _FILE_TOOLS and turn.target]
    return tuple(dict.fromkeys((*edited, *read)))[:MOST_FILES]


_FILE_TOOLS = frozenset({"Read", "Edit", "Write", "MultiEdit", "NotebookEdit", "read_file", "write_file", "replace",
                         "apply_patch", "view", "edit", "create"})  # fmt: skip


def _commands(turns: Sequence[Turn]) -> tuple[str, ...]:
    ran = [cut(turn.target, 160) for turn in turns if turn.name in _SHELLS and turn.target]
    return tuple(dict.fromkeys(ran))[:MOST_COMMANDS]


_SHELLS = frozenset({"Bash", "Task>Bash", "exec_command", "shell", "bash", "run_shell_command", "local_shell"})


def _errors(turns: Sequence[Turn]) -> tuple[str, ...]:
    failed = [turn for turn in turns if turn.role == "tool" and turn.result and not succeeded(turn)]
    return tuple(dict.fromkeys(cut(turn.result, 160) for turn in failed))[:MOST_ERRORS]
