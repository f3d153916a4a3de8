"""Which few memories a hook tells, by words alone: it runs before every prompt, so nothing slow is loaded for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.assemble.fence import CLOSING, OPENING, quoted
from lamina.model.ids import handle
from lamina.model.reminders import Heard, Reminder
from lamina.model.terms import STOP_WORDS, query_terms, terms

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from lamina.model.reminders import Note

MOST_TOLD = 6
SHARED = 2
"""How many of a memory's own words a prompt must use to be about it."""
LEAST_SHARE = 0.15
"""And which share of them, where there are many."""
MOST_CHARACTERS = 9500
"""What an agent takes whole; more is swapped for a preview."""
FENCE_TOKENS = 60
"""The opening, the closing and the heading; a test counts them."""
ASKED_CHARACTERS, ASKED_TERMS = 2000, 40
PROBLEM_LINES = 4
LEAST_ALIKE = 0.6
"""The share of the words of a known problem that must be in an error for it to be that problem."""
_USE = 0.1
_TELLING = ("error", "fail", "exception", "not found", "cannot", "no such", "denied", "undefined", "panic", "fatal")


def asked_terms(prompt: str) -> tuple[str, ...]:
    """What a prompt is looked up by: its first words, for who pastes a log begins by saying why."""
    return query_terms(prompt[:ASKED_CHARACTERS])[:ASKED_TERMS]


def error_terms(output: str) -> tuple[str, ...]:
    """What an error is looked up by: the lines that tell of one, or else the last ones."""
    lines = [line.strip()[:300] for line in output[-4 * ASKED_CHARACTERS :].splitlines() if line.strip()]
    telling = [line for line in lines if any(word in line.lower() for word in _TELLING)]
    return query_terms("\n".join((telling or lines)[-8:])[-ASKED_CHARACTERS:])[:ASKED_TERMS]


def about(notes: Sequence[Note], score: Mapping[int, float], asked: Sequence[str], known: Heard) -> list[Note]:
    """Those that a prompt is sure to be about, best first: it uses at least two of the words that make each what it is.

    What the agent reads anyway, what is archived and what this session knows already is left out.
    """
    wanted, best = set(asked), max(score.values(), default=0.0) or 1.0
    worth = {}
    for note in notes:
        own = own_words(note)
        shared = len(wanted & own)
        if shared >= max(SHARED, LEAST_SHARE * len(own)) and _is_new(note, known):
            worth[note.key] = score.get(note.key, 0.0) / best + 0.25 * min(shared, 4) + _use(note)
    return _best(notes, worth)


def fixing(notes: Sequence[Note], error: Sequence[str], known: Heard) -> list[Note]:
    """Those that fixed such an error before, the most alike first."""
    said = set(error)
    worth = {}
    for note in notes:
        if note.problem and _is_new(note, known):
            alike = max((_covered(line, said) for line in note.problem.splitlines()[:PROBLEM_LINES]), default=0.0)
            if alike >= LEAST_ALIKE:
                worth[note.key] = alike + _use(note)
    return _best(notes, worth)[:3]


def reminder(notes: Sequence[Note], doubted: Collection[str], budget: int) -> Reminder:
    """As many of the notes as fit, best first; never above the budget of tokens, nor longer than an agent takes."""
    room, characters = budget - FENCE_TOKENS, MOST_CHARACTERS - len(OPENING) - len(CLOSING) - 2
    lines: list[str] = []
    ids: list[str] = []
    for note in notes:
        line, cost = _line(note, note.id in doubted)
        if cost <= room and len(line) < characters:
            lines.append(line)
            ids.append(note.id)
            room -= cost
            characters -= len(line) + 1
    if not lines:
        return Reminder()
    return Reminder("\n".join((OPENING, *lines, CLOSING)), tuple(ids))


def _line(note: Note, doubted: bool) -> tuple[str, int]:
    """A note, and the most tokens that it can cost: a text's count is kept beside it, and no token is empty."""
    text = quoted(note.text)
    known = [handle(note.id), note.last_seen[:10]]
    if note.level == "pending" and note.sightings < 2 and note.kind != "exchange":
        known.append("seen once, unconfirmed")
    if doubted:
        known.append("contradicted")
    beside = f" [{'; '.join(known)}]"
    grown = len(text.encode()) - len(note.text.encode())
    counted = note.tokens + max(0, grown) if note.tokens else len(text.encode())
    return f"- {text}{beside}", counted + len(beside) + 3


def own_words(note: Note) -> set[str]:
    """The words that make a memory what it is; of one that a person wrote down, all that it says."""
    if note.keywords or note.kind == "exchange":
        return set(terms(" ".join(note.keywords)))
    return {term for term in terms(note.text) if term not in STOP_WORDS}


def _is_new(note: Note, known: Heard) -> bool:
    """Not what an instruction file says, nor what was told before, nor what this very session is all there is of."""
    if note.level == "core" or note.archived or note.kind == "concept":
        return False
    return note.id not in known.told and (not known.session or note.sessions != (known.session,))


def _covered(line: str, said: set[str]) -> float:
    wanted = {term for term in terms(line) if term not in STOP_WORDS}
    both = wanted & said
    return len(both) / len(wanted) if len(both) >= SHARED else 0.0


def _use(note: Note) -> float:
    return _USE * (note.cited - note.ignored) / (note.cited + note.ignored + 2)


def _best(notes: Sequence[Note], worth: Mapping[int, float]) -> list[Note]:
    """The same text is told once."""
    best = sorted((one for one in notes if one.key in worth), key=lambda one: (-worth[one.key], one.id))
    return list({one.text: one for one in reversed(best)}.values())[::-1][:MOST_TOLD]
