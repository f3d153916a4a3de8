"""Which few memories a hook tells of a file that is about to be read or edited."""

from __future__ import annotations

from lamina.assemble.reminding import ASKED_TERMS, GUIDES, is_new, kept_by_hand, standing
from lamina.model.reminders import Chosen
from lamina.model.terms import query_terms

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from lamina.model.reminders import Heard, Note

MOST_ON_FILE, MOST_OF_A_SORT, FEW_FILES = 5, 2, 8
"""What is told of a file, and how much of it may be fixes, or past work. What is about many files is about none."""


def file_terms(names: Sequence[str]) -> tuple[str, ...]:
    """What a file is looked up by: its last name, which every way to write its path ends with."""
    return query_terms(_last(names[0]))[:ASKED_TERMS] if names else ()


def on_file(notes: Sequence[Note], touching: Collection[int], names: Sequence[str], known: Heard) -> list[Chosen]:
    """What is known of a file, the surest first: what was decided for it, what went wrong, what was last done to it.

    A note is about a file by what is kept beside it (`touching`, unless it is about many files) or by naming it.
    """
    found: dict[str, Chosen] = {}
    for note in sorted(notes, key=lambda one: (one.last_seen, one.id), reverse=True):
        kept = note.key in touching and (note.kind == "exchange" or len(note.files) <= FEW_FILES)
        if is_new(note, known) and (kept or (note.kind != "exchange" and speaks_of(note.text, names))):
            worth = min(1.0, _on_file(note) + standing(note))
            found.setdefault(note.text, Chosen(note, worth, (f"file: it is about {names[0]}",)))
    ranked = sorted(found.values(), key=lambda one: -one.worth)
    fixes, work = ([one for one in ranked if test(one.note)] for test in (_is_fix, _is_work))
    over = {one.note.id for one in (*fixes[MOST_OF_A_SORT:], *work[MOST_OF_A_SORT:])}
    return [one for one in ranked if one.note.id not in over][:MOST_ON_FILE]


def _on_file(note: Note) -> float:
    """What somebody decided; what was hard to mend, then what was easy; what was done to it; what else is about it."""
    if note.category in GUIDES or kept_by_hand(note):
        return 0.7
    if _is_fix(note):
        return 0.6 if note.category == "solution" else 0.5
    return 0.4 if _is_work(note) else 0.2


def _is_fix(note: Note) -> bool:
    return bool(note.problem)


def _is_work(note: Note) -> bool:
    return note.kind in ("exchange", "episode")


def speaks_of(text: str, names: Collection[str]) -> bool:
    """Whether a text names a file: by its path, or in the project by the end of it. A plain word is no name."""
    for word in _path_like(text):
        said = word.removeprefix("./").rstrip(".")
        plain = said.islower() and "." not in said and "/" not in said
        if said and not plain and any(_is_named(name, said) for name in names):
            return True
    return False


def _path_like(text: str) -> list[str]:
    """Its words, as paths are written. (A hook has no time to load `re`.)"""
    return "".join(one if one.isalnum() or one in "_./~@+-" else " " for one in text).split()


def _is_named(name: str, said: str) -> bool:
    return name == said or (name.endswith(f"/{said}") and not name.startswith("/"))


def _last(name: str) -> str:
    return name.rpartition("/")[2]
