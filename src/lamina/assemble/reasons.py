"""Why a file is predicted, in words: what was seen, and how often."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.model.terms import query_terms

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lamina.assemble.past import Past
    from lamina.model.signals import Match, Signals

    Matches = Mapping[str, Sequence[Match]]
    Phrase = Callable[[str, Signals, Past, Matches], str]


LONGEST_SUBJECT = 72


def reasons(path: str, said: Sequence[str], signals: Signals, past: Past, matches: Matches) -> tuple[str, ...]:
    """One phrase per clue; clues that say the same in other numbers are told once."""
    phrases = (_PHRASES[clue](path, signals, past, matches) for clue in said if clue in _PHRASES)
    return tuple(dict.fromkeys(filter(None, phrases)))


def _often(path: str, signals: Signals, past: Past, matches: Matches) -> str:
    return f"history: touched in {len(past.of[path])} of the last {len(past.deeds)} pieces of work"


def _recent(path: str, signals: Signals, past: Past, matches: Matches) -> str:
    age = past.age(path)
    if age == 0:
        return "history: touched in the last piece of work"
    return f"history: touched {age} piece{'s' if age > 1 else ''} of work ago"


def _path(path: str, signals: Signals, past: Past, matches: Matches) -> str:
    for source, text in (("prompt", signals.prompt), ("branch", signals.calling)):
        words = [word for word in query_terms(text) if word in past.words.get(path, ())]
        if words:
            return f"{source}: its path says {', '.join(words[:5])}"
    return ""


def _together(path: str, signals: Signals, past: Past, matches: Matches) -> str:
    best, told = 0, ""
    for opened in signals.files:
        deeds = past.company(opened)
        both = sum(path in deed.files for deed in deeds)
        if both > best:
            best, told = both, f"file: worked on together with {opened} {both} of {len(deeds)} times"
    return told


def _branch(path: str, signals: Signals, past: Past, matches: Matches) -> str:
    there = past.on.get(signals.branch, ())
    times = sum(at in there for at, _ in past.of.get(path, ()))
    return f"branch: touched in {times} of {len(there)} sessions on {signals.branch}"


def _found(signal: str, source: str) -> Phrase:
    def phrase(path: str, signals: Signals, past: Past, matches: Matches) -> str:
        deeds = {one.deed for one in matches.get(signal, ())}
        there = [one for one in deeds if path in (past.by_id[one].files if one in past.by_id else ())]
        there = there or [one.deed for one in matches.get(signal, ()) if path in one.files]
        asked = source if signals.prompt or source != "prompt" else "branch"
        return f"{asked}: {len(there)} of {len(deeds)} earlier sessions that speak of it touched this file"

    return phrase


def _message(path: str, signals: Signals, past: Past, matches: Matches) -> str:
    """The commits that speak of it about as much as the best one that touched the file."""
    there = [one for one in matches.get("message", ()) if path in one.files]
    if not there:
        return ""
    alike = [one for one in there if one.score * 2 >= there[0].score]
    last = max(alike, key=lambda one: (one.at, one.id))
    says = "1 commit speaks" if len(alike) == 1 else f"{len(alike)} commits speak"
    return f'git: {says} of the same, last {last.id} "{_shortened(last.subject)}"'


def _shortened(subject: str) -> str:
    return subject if len(subject) <= LONGEST_SUBJECT else f"{subject[: LONGEST_SUBJECT - 1].rstrip()}…"


_PHRASES: Mapping[str, Phrase] = {
    "often": _often,
    "recent": _recent,
    "path": _path,
    "covers": _path,
    "together": _together,
    "mutual": _together,
    "lately": _together,
    "branch": _branch,
    "text": _found("text", "prompt"),
    "message": _message,
    "error": _found("error", "error"),
    "role": _found("role", "activity"),
    "twin": lambda path, signals, past, matches: "file: called like the one at hand",
    "folder": lambda path, signals, past, matches: "file: in the same folder",
    "person": lambda path, signals, past, matches: f"people: {', '.join(signals.people[:3])} worked on it before",
    "hour": lambda path, signals, past, matches: "time: worked on at this hour before",
}
