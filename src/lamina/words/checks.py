"""What may come in: each rule says what is wrong and where, before anything is written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC
from typing import TYPE_CHECKING, Any

from lamina.errors import BadInput
from lamina.model.memory import LAYERS
from lamina.model.signals import Signals
from lamina.model.transcript import ROLES, Session, Turn
from lamina.model.wire import moment

if TYPE_CHECKING:
    from datetime import datetime

    from lamina.model.memory import Layer

MOST_CHARACTERS = 1_000_000
_NAME = re.compile(r"\w[\w.\- ]{0,99}")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


def good_text(text: str, where: str = "The text") -> str:
    """A text that can be kept: not empty, not huge, no control characters, valid Unicode."""
    if not isinstance(text, str):
        raise BadInput(f"{where} is not text.")
    if not text.strip():
        raise BadInput(f"{where} is empty.", "Write at least one word.")
    return allowed_text(text, where)


def allowed_text(text: str, where: str) -> str:
    """The same for a text that may be empty."""
    if len(text) > MOST_CHARACTERS:
        raise BadInput(
            f"{where} has {len(text):,} characters; {MOST_CHARACTERS:,} is the most.",
            "Split it, or record it as turns.",
        )
    bad = _CONTROL.search(text)
    if bad:
        code = ord(bad[0])
        what = "is not valid Unicode" if code >= 0xD800 else "has the control character"
        raise BadInput(f"{where} {what} U+{code:04X} at position {bad.start()}.", "Remove it and try again.")
    return text


def good_importance(value: float) -> float:
    """Between 0 and 1."""
    if not 0.0 <= value <= 1.0:
        raise BadInput(f"importance is {value}.", "It goes from 0 to 1.")
    return value


def session_from(data: Session | Mapping[str, Any]) -> Session:
    """A session from its value or from plain data: id, started_at, turns (role, text, at)."""
    plain = data._asdict() if isinstance(data, Session) else data
    for name in ("id", "started_at", "turns"):
        if name not in plain:
            raise BadInput(f"The session has no {name}.", "A session is id, started_at and turns (role, text, at).")
    if not isinstance(plain["turns"], list | tuple):
        raise BadInput("The session's turns are not a list.", "A turn is role, text and at.")
    turns = tuple(turn_from(one, f"Turn {number}") for number, one in enumerate(plain["turns"], 1))
    if not turns:
        raise BadInput(f"The session {plain['id']} has no turns.")
    return Session(
        good_text(str(plain["id"]), "The session's id"),
        good_moment(plain["started_at"], "started_at"),
        turns,
        good_text(str(plain.get("agent") or "chat"), "The session's agent"),
        allowed_text(str(plain.get("title") or ""), "The session's title"),
    )


def turn_from(data: Turn | Mapping[str, Any], where: str) -> Turn:
    """A turn from its value or from plain data; `where` names it when it is wrong."""
    if not isinstance(data, Turn | Mapping):
        raise BadInput(f"{where} is not a turn.", "A turn is role, text and at.")
    plain = data._asdict() if isinstance(data, Turn) else data
    role = plain.get("role")
    if role not in ROLES:
        raise BadInput(f"{where} has the role {role!r}.", f"Use one of {', '.join(ROLES)}.")
    at = plain.get("at")
    texts = {name: _part(plain.get(name), f"{where} ({name})") for name in _PARTS}
    return Turn(role=role, at=good_moment(at, f"{where}: at") if at else None, **texts)


_PARTS = ("text", "name", "target", "lines", "diff", "result")


def _part(value: Any, where: str) -> str:
    if isinstance(value, list | dict):
        raise BadInput(f"{where} is not text.")
    return allowed_text(str(value or ""), where)


def good_moment(value: str | datetime, name: str) -> datetime:
    """A point in time; one without an offset is UTC."""
    try:
        at = moment(value if isinstance(value, str) else value.isoformat())
        at.astimezone(UTC)  # the first and the last day of the calendar may have no such moment
    except (ValueError, AttributeError, TypeError, OverflowError) as error:
        raise BadInput(
            f"{name} is {value!r}, which is not a time.", "Write it as 2026-01-31T14:05:00+01:00."
        ) from error
    return at


def signals_from(data: Signals | Mapping[str, Any] | None) -> Signals:
    """Signals from their value or from plain data. What no store can hold is taken out: a prompt is only asked with."""
    plain = data._asdict() if isinstance(data, Signals) else dict(data or {})
    unknown = sorted(map(str, set(plain) - set(Signals._fields)))
    if unknown:
        raise BadInput(f"There is no signal {', '.join(unknown)}.", f"Use {', '.join(Signals._fields)}.")
    at = plain.pop("at", None)
    given: dict[str, Any] = {
        name: _lists(value, name) if name in _LISTS else _clean(value, name) for name, value in plain.items()
    }
    return Signals(**given, at=good_moment(at, "at") if at else None)


_LISTS = ("opened", "people")


def _lists(value: Any, name: str) -> tuple[str, ...]:
    values = (value,) if isinstance(value, str) else value
    if not isinstance(values, list | tuple):
        raise BadInput(f"The signal {name} is not a list.", "Give a list of texts.")
    return tuple(filter(None, (_clean(one, name) for one in values)))


def _clean(value: Any, name: str) -> str:
    if value is not None and not isinstance(value, str):
        raise BadInput(f"The signal {name} is not text.")
    return _CONTROL.sub(" ", (value or "")[:MOST_CHARACTERS]).strip()


def good_layer(text: str) -> tuple[Layer, str]:
    """A layer, and which one of its kind: `project`, `sprint/sprint-01`. Without a name: each of them."""
    layer, slash, name = text.partition("/") if isinstance(text, str) else ("", "", "")
    if layer not in LAYERS:
        raise BadInput(f"There is no layer {text!r}.", f"Use one of {', '.join(LAYERS)}.")
    if slash and layer in ("system", "project"):
        raise BadInput(f"{text!r} is not a layer.", f"There is one {layer}: it has no name.")
    return layer, good_name(f"a {layer}", name) if slash else ""


def good_name(what: str, name: str) -> str:
    """The name of a sprint, a stage or an agent: it is the name of a folder, too, and leads nowhere else."""
    if not isinstance(name, str) or not _NAME.fullmatch(name) or name.strip() != name or name.endswith("."):
        raise BadInput(f"{name!r} is not the name of {what}.", "Use letters, digits, dots, dashes and underscores.")
    return name
