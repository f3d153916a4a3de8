"""From events to turns: texts stay whole, tool calls are shortened to what matters, secrets and our own words go."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from lamina.model.transcript import Turn
from lamina.model.wire import moment
from lamina.refine.redact import redact

if TYPE_CHECKING:
    from lamina.model.transcript import Event

DIFF_LINES, DIFF_CHARACTERS = 8, 480
ERROR_LINES, RESULT_CHARACTERS = 3, 320
COMMAND_CHARACTERS = 2000
DETAIL_CHARACTERS = 1500
"""Of a plan, a list of steps, a subagent's report, an answer."""
_SPEAKING = frozenset({"Task", "Agent", "AskUserQuestion", "ExitPlanMode", "TaskOutput"})
"""Tools whose result is what somebody said."""
_LINE_CHARACTERS = 200
_MOST_SEARCHED = 1 << 16

_EXIT = re.compile(r"\A(?:Error: )?Exit code:? (\d+)\n?")
_ERROR = re.compile(
    r"\berror\b|\bfail(?:ed|ure|s)?\b|\bFAIL|exception|traceback|panic|fatal|cannot|can't|could not|couldn't|"
    r"undefined|not found|no such|denied|unexpected|invalid|refused|timed? ?out|assert",
    re.IGNORECASE,
)
_LOCATED = re.compile(r"[\w./@-]+\.\w+:\d+(?::\d+)?:? \S")
_POSITION = re.compile(r":\d+:\d+: ")
"""`src/cart.go:48:2: undefined: total`: how compilers and linters say it."""
_FINDING = re.compile(
    # Case matters, and a line start or a digit comes first: this runs over everything that commands print.
    r"^\[[\w/.#-]+(?: \([\w-]+\))? [0-9a-f]{7,40}\] [^\n]*|^https://\S+/(?:pull|merge_requests)/\d+|"
    r"^[^\n]*?\b\d+ (?:passed|failed|passing|failing|tests?|errors?|warnings?|issues?|problems?|skipped|insertions?|"
    r"deletions?|files? changed)\b[^\n]*|^(?:ok  ?\t|PASS\b|--- FAIL|FAIL\b|E  +\S|panic:|Traceback|fatal:|npm ERR!|"
    r"\S*[Ee]rror(?:\[\w+\])?:)[^\n]*",
    re.MULTILINE,
)
_OURS = re.compile(r"<lamina-context\b.*?(?:</lamina-context>|\Z)", re.DOTALL)
"""What Lamina itself put into a session must not come back as something that was said there."""


def turn_of(event: Event, folder: str = "") -> Turn:
    """One refined line; `folder` is where the session worked: files inside are named from there."""
    if event.role == "tool":
        return _tool_turn(event, folder)
    text = _OURS.sub("", event.text).strip() if "<lamina-context" in event.text else event.text
    return Turn(event.role, redact(text), moment(event.at) if event.at else None)


def _tool_turn(event: Event, folder: str) -> Turn:
    spoken = event.name in _SPEAKING
    return Turn(
        role="tool",
        text=redact(_cut(event.text, DETAIL_CHARACTERS)) if event.text and event.name not in ("Task", "Agent") else "",
        at=moment(event.at) if event.at else None,
        name=event.name,
        target=redact(_cut(inside(event.target, folder), COMMAND_CHARACTERS)),
        lines=event.lines,
        diff=redact(short_diff(event.diff)) if event.diff else "",
        result=redact(_cut(event.result, DETAIL_CHARACTERS) if spoken else short_result(event.result, event.failed)),
    )


def inside(path: str, folder: str) -> str:
    """A path as seen from the folder; any other text as it is."""
    if folder and path.startswith(folder) and path[len(folder) : len(folder) + 1] == "/":
        return path[len(folder) + 1 :]
    return path


def short_diff(diff: str) -> str:
    """The first changed lines, and how many more there are."""
    lines = diff.splitlines()
    shown = [line[:_LINE_CHARACTERS] for line in lines[:DIFF_LINES] if line.strip("+- \t")]
    text = "\n".join(shown)[:DIFF_CHARACTERS]
    if len(lines) <= DIFF_LINES:
        return text
    gone = sum(1 for line in lines if line.startswith("-"))
    return f"{text}\n… -{gone} +{len(lines) - gone}"


def short_result(result: str, failed: bool) -> str:
    """`ok` or how it failed; then the first errors and the counts that were reported."""
    if not result:
        return "failed" if failed else "ok"
    code = _EXIT.match(result)
    head = f"exit {code[1]}" if code and code[1] != "0" else "failed" if failed else "ok"
    body = result[code.end() :] if code else result
    told = _errors(body) if head != "ok" else _findings(body)
    return _cut("\n".join([head, *told]), RESULT_CHARACTERS)


def _errors(text: str) -> list[str]:
    """The first lines that say where an error is; else those that name one; else the first at all."""
    lines = [line.strip()[:_LINE_CHARACTERS] for line in text.splitlines() if line.strip()]
    named = [line for line in lines if _ERROR.search(line)]
    located = [line for line in lines if _LOCATED.match(line)]
    return (located or named or lines)[:ERROR_LINES]


def _findings(text: str) -> list[str]:
    """What a command reports although it ended well: counts, and errors that it passed over."""
    if len(text) > _MOST_SEARCHED:
        text = text[: _MOST_SEARCHED // 2] + text[-_MOST_SEARCHED // 2 :]
    found = [one[0] for one in islice(_FINDING.finditer(text), ERROR_LINES)]
    if _POSITION.search(text):
        found += [line for line in text.splitlines() if _LOCATED.match(line)]
    return [line.strip()[:_LINE_CHARACTERS] for line in dict.fromkeys(found)][:ERROR_LINES]


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
