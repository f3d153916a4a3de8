"""Which few memories a hook tells, by words alone: it runs before every prompt, so nothing slow is loaded for it."""

from __future__ import annotations

from lamina.assemble.fence import CLOSING, OPENING, quoted
from lamina.model.ids import handle
from lamina.model.reminders import Chosen, Heard, Reminder
from lamina.model.terms import STOP_WORDS, query_terms, terms

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from lamina.model.reminders import Note

MOST_TOLD = 6
SHARED, LEAST_SHARE = 2, 0.1
"""How many of a memory's own words a prompt must use to be about it, and which share of them, where there are many."""
LEAST_WORTH, LEAST_MORE = 0.3, 0.5
"""What is worth less is not told; once a session was spoken to, what is said next must be surer."""
FEW_WORDS = 3
"""A memory of fewer own words is not known by all of them."""
FILES_COUNTED = 3
"""A memory of many files is not surer than one of a few."""
SAME_WORDS = 0.8
SAID_BEFORE = 0.7
"""What a file still counts once a chosen memory is about it."""
MOST_CHARACTERS = 9500
"""What an agent takes whole; more is swapped for a preview."""
FENCE_TOKENS = 60
"""The opening, the closing and the heading; a test counts them."""
ASKED_CHARACTERS, ASKED_TERMS = 2000, 40
PROBLEM_LINES, MOST_FIXES = 4, 3
LEAST_ALIKE = 0.6
"""The share of the words of a known problem that must be in an error for it to be that problem."""
GUIDES = ("rule", "decision", "preference", "convention")
DECIDED, _USE = 0.2, 0.1
_TELLING = ("error", "fail", "exception", "not found", "cannot", "no such", "denied", "undefined", "panic", "fatal")


def asked_terms(prompt: str) -> tuple[str, ...]:
    """What a prompt is looked up by: its first words, for who pastes a log begins by saying why."""
    return query_terms(prompt[:ASKED_CHARACTERS])[:ASKED_TERMS]


def error_terms(output: str) -> tuple[str, ...]:
    """What an error is looked up by: the lines that tell of one, or else the last ones."""
    lines = [line.strip()[:300] for line in output[-4 * ASKED_CHARACTERS :].splitlines() if line.strip()]
    telling = [line for line in lines if _names_a_place(line) or any(word in line.lower() for word in _TELLING)]
    return query_terms("\n".join((telling or lines)[-8:])[-ASKED_CHARACTERS:])[:ASKED_TERMS]


def _names_a_place(line: str) -> bool:
    """`kettle.go:11:18: expected ';'`: compilers say where, and seldom that it is an error."""
    parts = line.split(":", 3)
    return len(parts) > 2 and any(part.strip().isdecimal() for part in parts[1:3])


def about(notes: Sequence[Note], score: Mapping[int, float], asked: Sequence[str], known: Heard) -> list[Chosen]:
    """Those that a prompt calls for, best first; nothing unless it is sure to be about one of those that were found.

    A note is worth as much as the prompt says of its words, and as all that was found agrees on its files: what many
    matches were about is what a session will be about. What the agent reads anyway, what is archived and what this
    session knows already is left out.
    """
    wanted = set(asked)
    own = {note.key: own_words(note) for note in notes}
    shared = {key: len(wanted & words) for key, words in own.items()}
    if not any(shared[key] >= max(SHARED, LEAST_SHARE * len(words)) for key, words in own.items()):
        return []
    said = {note.key: shared[note.key] / max(FEW_WORDS, len(own[note.key])) + standing(note) for note in notes}
    return _best([note for note in notes if is_new(note, known)], said, _agreement(notes, score), known, shared)


def _agreement(notes: Sequence[Note], score: Mapping[int, float]) -> dict[str, float]:
    """The share of all that was found that is about each file. A few good matches say more than many poor ones."""
    weights = {note.key: score.get(note.key, 0.0) ** 2 for note in notes if note.files}
    total = sum(weights.values()) or 1.0
    found: dict[str, float] = {}
    for note in notes:
        for path in set(note.files):
            found[path] = found.get(path, 0.0) + weights[note.key] / total
    return found


def _best(
    notes: Sequence[Note],
    said: Mapping[int, float],
    agreed: dict[str, float],
    known: Heard,
    shared: Mapping[int, int],
) -> list[Chosen]:
    """One after the other, so that the next one tells of other files; the same text is told once."""
    least = LEAST_MORE if known.spoken_to else LEAST_WORTH
    left = {note.text: note for note in sorted(notes, key=lambda one: one.id, reverse=True)}
    chosen: list[Chosen] = []
    while left and len(chosen) < MOST_TOLD:
        worth = {text: said[note.key] + _agreed(note, agreed) for text, note in left.items()}
        best = min(left, key=lambda text: (-worth[text], left[text].id))
        if worth[best] < least:
            break
        note = left.pop(best)
        if any(_says_the_same(note, one.note) for one in chosen):
            continue
        chosen.append(Chosen(note, min(1.0, worth[best]), _why(note, shared[note.key], agreed)))
        for path in set(note.files):
            agreed[path] *= SAID_BEFORE
    return chosen


def _says_the_same(note: Note, other: Note) -> bool:
    """A request and what was learned from it tell of one event, largely in the same words."""
    mine, theirs = set(terms(note.text)), set(terms(other.text))
    return len(mine & theirs) >= SAME_WORDS * min(len(mine), len(theirs)) and bool(
        set(note.sessions) & {*other.sessions}
    )


def _agreed(note: Note, agreed: Mapping[str, float]) -> float:
    return sum(sorted((agreed[path] for path in set(note.files)), reverse=True)[:FILES_COUNTED])


def _why(note: Note, shared: int, agreed: Mapping[str, float]) -> tuple[str, ...]:
    why = [f"prompt: {shared} of its words"] if shared else []
    if note.files:
        path = max(note.files, key=lambda one: (agreed[one], one))
        why.append(f"prompt: {agreed[path]:.0%} of what was found is about {path}")
    return tuple(why)


def fixing(notes: Sequence[Note], error: Sequence[str], known: Heard) -> list[Chosen]:
    """Those that fixed such an error before, the most alike first."""
    said = set(error)
    found: dict[str, Chosen] = {}
    for note in notes:
        if note.problem and is_new(note, known):
            alike = max((_covered(line, said) for line in note.problem.splitlines()[:PROBLEM_LINES]), default=0.0)
            if alike >= LEAST_ALIKE:
                one = Chosen(note, alike + standing(note), (f"error: {alike:.0%} of the words of one that it fixed",))
                found[note.text] = max(one, found.get(note.text, one), key=lambda it: (it.worth, it.note.id))
    return sorted(found.values(), key=lambda one: (-one.worth, one.note.id))[:MOST_FIXES]


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
    if not kept_by_hand(note):
        return set(terms(" ".join(note.keywords)))
    return {term for term in terms(note.text) if term not in STOP_WORDS}


def kept_by_hand(note: Note) -> bool:
    """Not distilled from a session: nobody chose keywords for it."""
    return not note.keywords and note.kind != "exchange"


def is_new(note: Note, known: Heard) -> bool:
    """Not what an instruction file says, nor what was told before, nor what this very session is all there is of."""
    if note.level == "core" or note.archived or note.kind == "concept":
        return False
    return note.id not in known.told and (not known.session or note.sessions != (known.session,))


def _covered(line: str, said: set[str]) -> float:
    wanted = {term for term in terms(line) if term not in STOP_WORDS}
    both = wanted & said
    return len(both) / len(wanted) if len(both) >= SHARED else 0.0


def standing(note: Note) -> float:
    """What was decided or kept by hand counts more than what was talked about; what was of use, than what was not."""
    decided = DECIDED if note.category in GUIDES or kept_by_hand(note) else 0.0
    return decided + _USE * (note.cited - note.ignored) / (note.cited + note.ignored + 2)
