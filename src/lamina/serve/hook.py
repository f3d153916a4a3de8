"""`lamina hook EVENT`: what an agent's hook calls. It never blocks, never fails a turn and never starts a process.

One JSON object on standard input; on standard output nothing, or one object with the context to add. Whatever goes
wrong ends up as one line in the log, and the agent goes on as if Lamina were not there.
"""

from __future__ import annotations

import os
import sys
from time import perf_counter

from lamina.errors import LaminaError
from lamina.model.small_json import loaded
from lamina.serve.hook_failures import failed_output
from lamina.serve.hook_files import file_at_hand
from lamina.words import hook_log

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import FrameType
    from typing import Any, TextIO

    from lamina.serve.hook_events import Hooked

SECONDS = {
    "SessionStart": 5.0,
    "UserPromptSubmit": 2.0,
    "PreToolUse": 2.0,
    "PostToolUse": 2.0,
    "PostToolUseFailure": 2.0,
    "PreCompact": 10.0,
    "Stop": 10.0,
    "SubagentStop": 10.0,
    "SessionEnd": 1.2,
}
"""How long each may take, at the very most: all hooks of a session's end share 1.5 s."""
AT_ONCE = ("UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure")
"""A few bounded queries, which never wait longer than for a busy store: an alarm would only cost time."""
MOST_INPUT = 32 << 20


class OutOfTime(BaseException):
    """The time of this event is up. Not an Exception: nobody on the way may take it for a problem of their own."""


def main(words: list[str]) -> int:
    """Reads the event, prints the answer; the exit code is always 0, because any other one reaches the agent."""
    out = ""
    try:
        raw = sys.stdin.buffer.read(MOST_INPUT) if sys.stdin else b""
        out = answer(words[0] if words else "", raw, os.environ)
        if out and sys.stdout:
            print(out, flush=True)
    except BaseException:  # noqa: BLE001 (an agent must never wait for us, nor see a traceback)
        _let_go(sys.stdout)
    return 0


def _let_go(stream: TextIO | None) -> None:
    """Python writes what is left when it ends, and would complain where that is not possible."""
    try:
        if stream:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except OSError:
        pass  # not a file: nothing is written when Python ends


def answer(event: str, raw: bytes, environment: Mapping[str, str]) -> str:
    """What to print for an event: nothing, or one JSON object."""
    began, home, outcome, out, told = perf_counter(), "", "ok", "", ""
    try:
        payload = _payload(raw)
        event = event if event in SECONDS else str(payload.get("hook_event_name"))
        if event not in SECONDS or _says_nothing(event, payload):
            return ""
        from lamina import config

        settings = config.effective({}, environment)
        home = settings["home"].value
        from lamina.serve.hook_events import Hooked

        hooked = Hooked(event, payload, settings)
        if hooked.is_off:
            return ""
        out, told = _in_time(hooked)
    except LaminaError as problem:  # no store yet, a busy one, one that must be brought up to date
        outcome, told = "skipped", f"{type(problem).__name__}: {problem.message}"
    except OutOfTime:
        outcome, told = "skipped", "the time was up; the rest stays due"
    except BaseException as fault:  # noqa: BLE001 (fails open: the log says where)
        outcome, told = "failed", _where(fault)
    if home and (out or told or outcome != "ok"):
        hook_log.note(home, event, outcome, f"{told} ({(perf_counter() - began) * 1000:.0f} ms)")
    return out


def _says_nothing(event: str, payload: Mapping[str, Any]) -> bool:
    """Most tools are none of our business, which is found out before anything is loaded."""
    if event == "PreToolUse":
        return not file_at_hand(payload)
    return event.startswith("PostToolUse") and not failed_output(payload)


def _payload(raw: bytes) -> dict[str, Any]:
    try:
        found = loaded(raw.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _in_time(hooked: Hooked) -> tuple[str, str]:
    """Runs the event under an alarm. What it saved until then stays; a transaction that is open is rolled back."""
    if hooked.event in AT_ONCE:
        return hooked.run()
    import signal

    def up(number: int, frame: FrameType | None) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, up)
    signal.setitimer(signal.ITIMER_REAL, SECONDS[hooked.event])
    try:
        return hooked.run()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _where(fault: BaseException) -> str:
    """The kind of a fault and its place, without its words: they may repeat what somebody wrote."""
    at = fault.__traceback__
    while at and at.tb_next:
        at = at.tb_next
    place = f"{os.path.basename(at.tb_frame.f_code.co_filename)}:{at.tb_lineno}" if at else "?"
    return f"{type(fault).__name__} at {place}"
