"""Where one project has one answer: slots, the values that exclude each other in them, and the words that name them.

A slot per line (indented lines go on): its name, its values with their other spellings after commas, and the words that
only name the slot ("install", "dependencies"): they say nothing about what else a statement is about. A tilde after the
name: answered once for each thing, not once for the project. A star after a spelling: also an ordinary word, which
counts only where it stands like a name. An exclamation mark: it counts only in a clause that names its slot.
"""

from __future__ import annotations

from typing import NamedTuple

from lamina.consolidate import habit_slots, tool_slots


class Slot(NamedTuple):
    """One question that a project answers once."""

    name: str
    about: frozenset[str]
    """Words that name the slot itself, as they are written."""
    each: bool
    """Answered once for each thing."""


class Value(NamedTuple):
    """One answer, under one of its spellings."""

    slot: str
    name: str
    everyday: bool
    """Also an ordinary word."""
    beside: bool
    """It counts only in a clause that names its slot."""


def _read(*tables: str) -> tuple[dict[str, Slot], dict[str, list[Value]]]:
    slots: dict[str, Slot] = {}
    spellings: dict[str, list[Value]] = {}
    for line in "\n".join(tables).replace("\n  ", " ").split("\n"):
        if not line:
            continue
        head, *values, about = (part.strip() for part in line.split("|"))
        slot = Slot(head.rstrip("~"), frozenset(about.split()), head.endswith("~"))
        slots[slot.name] = slot
        for value in values:
            spelled = [one.strip() for one in value.split(",")]
            for one in spelled:
                known = Value(slot.name, spelled[0].rstrip("*!"), one.endswith("*"), one.endswith("!"))
                spellings.setdefault(one.rstrip("*!"), []).append(known)
    return slots, spellings


SLOTS, SPELLINGS = _read(tool_slots.TABLE, habit_slots.TABLE)
