"""From events to turns: texts stay whole, tool calls are shortened to what matters, secrets and our own words go."""

from __future__ import annotations

import re
from datetime import MAXYEAR, MINYEAR
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from lamina.model.transcript import COMPACTION, Event, Head, Turn
from lamina.model.wire import moment, stamp
from lamina.refine.redact import redact

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import datetime

    from lamina.model.transcript import Unreadable

DIFF_LINES, DIFF_CHARACTERS = 8, 480
ERROR_LINES, RESULT_CHARACTERS = 3, 320
COMMAND_CHARACTERS = 2000
DETAIL_CHARACTERS = 1500
"""Of a plan, a list of steps, a subagent's report, an answer."""
_SPEAKING = frozenset({"Task", "Agent", "AskUserQuestion", "ExitPlanMode", "TaskOutput"})
"""Tools whose result is what somebody said."""
_LINE_CHARACTERS = 200
TOGETHER = 64
"""Turns that are looked through for secrets at once."""
_MOST_SEARCHED = 1 << 16

_EXIT = re.compile(r"\A(?:Error: )?Exit code:? (\d+)\n?")
_ERROR = re.compile(
    r"error\b|\bfail(?:ed|ure|s)?\b|\bFAIL|exception|traceback|panic|fatal|cannot|can't|could not|couldn't|"
    r"undefined|not found|no such|denied|unexpected|invalid|refused|timed? ?out|assert",
    re.IGNORECASE,
)
_RAISED = re.compile(r"(?:E +)?(?:[a-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Interrupt|Exit|Iteration|Warning)\b(?::|\Z)")
"""`E   ModuleNotFoundError: No module named 'x'`: how Python and its kin say it, at the end of a traceback."""
_LOCATED = re.compile(r"[\w./@-]+\.\w+:\d+(?::\d+)?:? \S")
_POSITION = re.compile(r":\d+:\d+: ")
"""`src/cart.go:48:2: undefined: total`: how compilers and linters say it."""
# Case matters, and each begins with one plain character, to which `re` jumps: these run over all that commands print.
_COUNT = re.compile(
    r" (?<=\d )(?:passed|failed|passing|failing|tests?|errors?|warnings?|issues?|problems?|skipped|insertions?|"
    r"deletions?|files? changed)\b"
)
_VERDICT = re.compile(
    r"\n(?:ok  ?\t|PASS\b|--- FAIL|FAIL\b|E  +\S|panic:|Traceback|fatal:|npm ERR!|\S*[Ee]rror(?:\[\w+\])?:|"
    r"\[[\w/.#-]+(?: \([\w-]+\))? [0-9a-f]{7,40}\] |https://\S+/(?:pull|merge_requests)/\d)"
)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff](?:(?<=\x1b)\[[0-9;?]*[A-Za-z])?")
"""Colours of a terminal, and what no database keeps as text."""
_CONTROLS = bytes(code for code in (*range(0x20), 0x7F) if chr(code) not in "\t\n\r")
_OURS = re.compile(r"<lamina-context\b.*?(?:</lamina-context>|\Z)", re.DOTALL)
"""What Lamina itself put into a session must not come back as something that was said there."""


class Refined(NamedTuple):
    """An event and the turn it became."""

    event: Event
    turn: Turn


def refined(found: Iterable[Head | Event | Unreadable], folder: str = "") -> Iterator[Head | Refined | Unreadable]:
    """Turns as they may be stored, in order. Files are named from `folder`, or else from where the session begins."""
    held: list[Head | Refined | Unreadable] = []
    for got in found:
        if isinstance(got, Event):
            held.append(Refined(got, _short(got, folder)))
        else:
            folder = folder or (got.cwd if isinstance(got, Head) else "")
            held.append(got)
        if len(held) == TOGETHER:
            yield from _fit_to_store(held)
            held.clear()
    yield from _fit_to_store(held)


def _fit_to_store(held: Sequence[Head | Refined | Unreadable]) -> Iterator[Head | Refined | Unreadable]:
    """Most turns hold no secret and no control character: one look at many together is faster than one at each."""
    said = _all_said(held)
    if _may_hold_controls(said):
        held = [_changed(one, _without_controls) for one in held]
        said = _all_said(held)
    yield from held if redact(said) == said else [_changed(one, without_secrets) for one in held]


def _changed(one: Head | Refined | Unreadable, how: Callable[[Turn], Turn]) -> Head | Refined | Unreadable:
    return Refined(one.event, how(one.turn)) if isinstance(one, Refined) else one


def turn_of(event: Event, folder: str = "") -> Turn:
    """One event alone."""
    return without_secrets(_without_controls(_short(event, folder)))


def without_secrets(turn: Turn) -> Turn:
    """A turn as it may be stored."""
    said = _said(turn)
    if redact(said) == said:
        return turn
    return turn._replace(
        text=redact(turn.text), target=redact(turn.target), diff=redact(turn.diff), result=redact(turn.result)
    )


def _all_said(held: Sequence[Head | Refined | Unreadable]) -> str:
    return "\n".join([_said(one.turn) for one in held if isinstance(one, Refined)])


def _said(turn: Turn) -> str:
    if turn.role != "tool":
        return turn.text
    return f"{turn.name}\n{turn.text}\n{turn.target}\n{turn.diff}\n{turn.result}"


def _may_hold_controls(text: str) -> bool:
    try:
        raw = text.encode()
    except UnicodeEncodeError:  # half of a character
        return True
    return len(raw.translate(None, _CONTROLS)) < len(raw)


def _without_controls(turn: Turn) -> Turn:
    name, text, target, diff, result = (
        _CONTROL.sub("", one) for one in (turn.name, turn.text, turn.target, turn.diff, turn.result)
    )
    return turn._replace(name=name, text=text, target=target, diff=diff, result=result)


def _short(event: Event, folder: str) -> Turn:
    at = when(event.at)
    if event.role != "tool":
        return Turn(event.role, _not_ours(event.text), at, COMPACTION if event.sort == "compaction" else "")
    told = _not_ours(event.result)
    result = _cut(told, DETAIL_CHARACTERS) if event.name in _SPEAKING else short_result(told, event.failed)
    return Turn(
        role="tool",
        text=_not_ours(_cut(event.text, DETAIL_CHARACTERS)) if event.name not in ("Task", "Agent") else "",
        at=at,
        name=_not_ours(event.name),
        target=_not_ours(_cut(inside(event.target, folder), COMMAND_CHARACTERS)),
        lines=event.lines,
        diff=_not_ours(short_diff(event.diff)) if event.diff else "",
        result=_not_ours(result),
    )


def text_of(raw: str) -> str:
    """What may be kept of a text: nothing of ours, and nothing that a store refuses."""
    return _CONTROL.sub("", _not_ours(raw))


def when(written: str) -> datetime | None:
    """A moment, where that can be read: a line with a damaged time still says what was said."""
    try:
        at = moment(written)
        if at.year in (MINYEAR, MAXYEAR):
            stamp(at)  # near the ends of time an offset leads out of it
    except (ValueError, OverflowError):
        return None
    return at


def _not_ours(text: str) -> str:
    return _OURS.sub("", text).strip() if "<lamina-context" in text else text


def inside(path: str, folder: str) -> str:
    """A path as seen from the folder; any other text as it is."""
    if folder and path.startswith(folder) and path[len(folder) : len(folder) + 1] == "/":
        return path[len(folder) + 1 :]
    return path


def short_diff(diff: str) -> str:
    """The first changed lines, and how many more there are."""
    diff = diff.removesuffix("\n")
    lines = diff.split("\n", DIFF_LINES)
    shown = [_cut(line, _LINE_CHARACTERS) for line in lines[:DIFF_LINES] if line.strip("+- \t")]
    text = _cut("\n".join(shown), DIFF_CHARACTERS)
    if len(lines) <= DIFF_LINES:
        return text
    gone = f"\n{diff}".count("\n-")
    come = diff.count("\n") + 1 - gone
    return f"{text}\n… -{gone} +{come}"


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
    """What was raised and where it is; else the lines that name an error; else the first at all."""
    lines = [_cut(line.strip(), _LINE_CHARACTERS) for line in text.splitlines() if line.strip()]
    raised = list(islice(filter(_RAISED.match, lines), ERROR_LINES - 1))
    located = list(islice(filter(_LOCATED.match, lines), ERROR_LINES - len(raised)))
    return raised + located or list(islice(filter(_ERROR.search, lines), ERROR_LINES)) or lines[:ERROR_LINES]


def _findings(text: str) -> list[str]:
    """What a command reports although it ended well: counts, and errors that it passed over."""
    if len(text) > _MOST_SEARCHED:
        text = text[: _MOST_SEARCHED // 2] + text[-_MOST_SEARCHED // 2 :]
    text = f"\n{text}"
    places = {one.end() for pattern in (_COUNT, _VERDICT) for one in islice(pattern.finditer(text), ERROR_LINES * 4)}
    found = [_line_at(text, place) for place in sorted(places)]
    if _POSITION.search(text):
        found += [line for line in text.splitlines() if _LOCATED.match(line)]
    return [_cut(line.strip(), _LINE_CHARACTERS) for line in dict.fromkeys(found)][:ERROR_LINES]


def _line_at(text: str, place: int) -> str:
    end = text.find("\n", place)
    return text[text.rfind("\n", 0, place) + 1 : end if end >= 0 else len(text)]


def _cut(text: str, most: int) -> str:
    """Cut between words: half a secret would not be known for one."""
    if len(text) <= most:
        return text
    head = text[: most - 1]
    at_word = max(head.rfind(" "), head.rfind("\n"))
    return (head[:at_word] if at_word > most // 2 else head) + "…"
