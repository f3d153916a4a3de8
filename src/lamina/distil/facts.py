"""What is worth keeping for good from one exchange: what a user wants, what was decided, what fixed what.

Drafts, not items: the same draft seen again in another session adds evidence to the memory it once became.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from lamina.distil.errors import fixes
from lamina.distil.importance import HIGH, LOW, MEDIUM
from lamina.distil.statements import statements
from lamina.distil.summaries import cut, is_check, succeeded
from lamina.model.ids import text_hash
from lamina.model.memory import Artifact, CoreLogicFields, EpisodeFields, FactFields, SolutionFields

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lamina.distil.summaries import Summary
    from lamina.model.memory import Category, Fields, Kind, Speaker
    from lamina.model.transcript import Turn

BREAKTHROUGH = 3
"""Failures before a success that make its solution worth keeping as one."""
CORE_FILES, CORE_LINES = 3, 60
"""A change of that many files and lines is a change of how something works."""
CORE_TOLD = 80
STATED: tuple[Category, ...] = ("rule", "preference", "convention", "decision")
"""What a user may say outright."""

_ANSWER = re.compile(r'"([^"]{4,400})"="([^"]{1,400})"')
_COMMIT = re.compile(
    r"^\[(?P<branch>[\w/.#-]+)(?P<root> \(root-commit\))?(?: \([\w-]+\))? (?P<hash>[0-9a-f]{7,40})\] (?P<subject>.+)$",
    re.MULTILINE,
)
_PULL = re.compile(r"https://\S+/(?:pull|merge_requests)/\d+")
_MORE_LINES = re.compile(r"… -(\d+) \+(\d+)$")
_NOISE = re.compile(r"\s*(?:2>&1|\|\s*(?:tail|head|grep|cat)\b[^|&;]*|2>/dev/null|>\s*/dev/null)\s*")
_SETTINGS = re.compile(r"^\s*(?:\w+=\S+\s+)+")
_RECURRING = re.compile(
    r"^(?:make|mise|npm|pnpm|yarn|bun|cargo|go|pytest|python -m pytest|uv run|tox|nox|just|task|gradle|\./gradlew|mvn|"
    r"dotnet|rake|bundle exec|composer|mix|deno|ruff|mypy|eslint|golangci-lint)\b[\w\s:./@=-]*$"
)


class Draft(NamedTuple):
    """A memory that an exchange speaks for."""

    key: str
    """The same for the same memory, whoever says it and however often."""
    kind: Kind
    category: Category | None
    text: str
    fields: Fields
    importance: float
    confidence: float
    speaker: Speaker
    files: tuple[str, ...] = ()
    first_turn: int = 0
    last_turn: int = 0
    stated: bool = False
    """In a user's own words: next time they may be others."""


def drafts(
    asked: str, summary: Summary, turns: Sequence[tuple[int, Turn]], *, before: str = "", topic: str = ""
) -> list[Draft]:
    """Everything one exchange teaches; `before` is what the agent had said, `topic` the name of its concept."""
    return [
        *_stated(asked, turns, before),
        *_answered(turns),
        *_fixed(summary, turns),
        *_made(summary, turns),
        *_core_logic(summary, turns, topic),
        *_habits(turns),
    ]


def _stated(asked: str, turns: Sequence[tuple[int, Turn]], before: str) -> Iterator[Draft]:
    opening = turns[0][0] if turns else 0
    for one in statements(asked, before=before):
        yield Draft(
            key=f"stated:{text_hash(one.text)}",
            kind="fact",
            category=one.category,
            text=one.text,
            fields=FactFields(),
            importance=HIGH if one.explicit else MEDIUM,
            confidence=0.9 if one.explicit else 0.6,
            speaker="user",
            first_turn=opening,
            last_turn=opening,
            stated=True,
        )


def _answered(turns: Sequence[tuple[int, Turn]]) -> Iterator[Draft]:
    """Answers to the agent's questions are decisions; the answer is the user's, the question gives it its meaning."""
    for number, turn in turns:
        if turn.name != "AskUserQuestion":
            continue
        for question, answer in _ANSWER.findall(turn.result):
            yield Draft(
                key=f"answered:{text_hash(question + answer)}",
                kind="fact",
                category="decision",
                text=f"{question} → {answer}",
                fields=FactFields(key=cut(question, 200), value=cut(answer, 200)),
                importance=HIGH,
                confidence=0.9,
                speaker="user",
                first_turn=number,
                last_turn=number,
            )


def _fixed(summary: Summary, turns: Sequence[tuple[int, Turn]]) -> Iterator[Draft]:
    for one in fixes(turns, summary.resolution):
        hard = one.attempts >= BREAKTHROUGH
        yield Draft(
            key=f"fix:{one.key}",
            kind="fact",
            category="solution" if hard else "error_fix",
            text=f"{cut(one.problem, 300)} → {cut(one.solution, 600)}",
            fields=SolutionFields(cut(one.problem, 400), cut(one.solution, 800), one.attempts),
            importance=HIGH if hard else MEDIUM,
            confidence=0.8 if hard else 0.6,
            speaker="assistant",
            files=one.files,
            first_turn=one.first_turn,
            last_turn=one.last_turn,
        )


def _made(summary: Summary, turns: Sequence[tuple[int, Turn]]) -> Iterator[Draft]:
    """A commit closes an episode: what was done, with what it left behind."""
    edited = _edited(turns)
    for number, turn in turns:
        for found in _COMMIT.finditer(turn.result):
            if found["root"]:  # the first commit of a repository that a test made
                continue
            pulls = tuple(Artifact("pr", url) for url in _PULL.findall(turn.result))
            made = (Artifact("commit", found["hash"]), *pulls, *(Artifact("file", file) for file in edited[:20]))
            told = f"{found['subject']}\n\n{summary.resolution}".strip()
            yield Draft(
                key=f"commit:{found['hash'][:7]}",
                kind="episode",
                category=None,
                text=told,
                fields=EpisodeFields(cut(found["subject"], 120), made),
                importance=MEDIUM,
                confidence=0.9,
                speaker="assistant",
                files=edited,
                first_turn=number,
                last_turn=number,
            )


def _core_logic(summary: Summary, turns: Sequence[tuple[int, Turn]], topic: str) -> Iterator[Draft]:
    edited = tuple(file for file in _edited(turns) if "test" not in file.rpartition("/")[2].lower())
    if len(edited) < CORE_FILES or _changed_lines(turns) < CORE_LINES or summary.outcome != "done":
        return
    if len(summary.resolution) < CORE_TOLD or summary.resolution.endswith(":"):
        return  # the agent did not say what it did
    yield Draft(
        key="core",  # one per exchange: its words change while the agent is still at work
        kind="fact",
        category="core_logic",
        text=f"{topic}: {summary.resolution}" if topic else summary.resolution,
        fields=CoreLogicFields(topic or edited[0], summary.resolution),
        importance=MEDIUM,
        confidence=0.6,
        speaker="assistant",
        files=edited,
        first_turn=turns[0][0],
        last_turn=turns[-1][0],
    )


def _habits(turns: Sequence[tuple[int, Turn]]) -> Iterator[Draft]:
    """How this project is tested, built and checked: seen from what is run, again and again."""
    seen = set()
    for number, turn in turns:
        if turn.role != "tool" or not is_check(turn) or not succeeded(turn):
            continue
        for command in plain_commands(turn.target):
            if command not in seen and _RECURRING.match(command) and _general(command):
                seen.add(command)
                yield Draft(
                    key=f"habit:{command}",
                    kind="fact",
                    category="convention",
                    text=f"This project is checked with `{command}`",
                    fields=FactFields(key="command", value=command),
                    importance=LOW,
                    confidence=0.5,
                    speaker="tool",
                    first_turn=number,
                    last_turn=number,
                )


def _general(command: str) -> bool:
    """Whether a command is how the project does it, not what was of interest once: one test, one output, one folder."""
    words = command.split()
    return len(words) <= 5 and not any(word.startswith("-") or "/tmp" in word for word in words)


def plain_commands(line: str) -> list[str]:
    """The commands of a line, without where they were run and what was done with their output."""
    parts = re.split(r"&&|;|\n", _NOISE.sub(" ", line))
    return [" ".join(_SETTINGS.sub("", part).split()) for part in parts if part.split()[:1] not in ([], ["cd"])]


def _edited(turns: Sequence[tuple[int, Turn]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(turn.target for _, turn in turns if turn.diff and turn.target))


def _changed_lines(turns: Sequence[tuple[int, Turn]]) -> int:
    total = 0
    for _, turn in turns:
        more = _MORE_LINES.search(turn.diff)
        total += int(more[1]) + int(more[2]) if more else turn.diff.count("\n") + bool(turn.diff)
    return total
