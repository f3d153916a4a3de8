"""New memories are held against their nearest; what a person then decides is applied."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lamina.consolidate.relations import Contradiction as Opposed
from lamina.consolidate.relations import Duplicate, Update, relation
from lamina.distil.lengths import at_four_lengths, with_token_counts
from lamina.errors import BadInput, Conflict, NotFound
from lamina.model.ids import derived_id, new_id
from lamina.model.review import RESOLUTIONS, Contradiction, JournalEntry, Sign
from lamina.ports import Change
from lamina.words.vectors import with_vectors

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lamina.model.hits import Viewer
    from lamina.model.memory import MemoryItem
    from lamina.model.review import Resolution
    from lamina.ports import Applied
    from lamina.words.parts import Parts

NEAREST = 20
"""How many memories a new one is held against."""
MOST_COMPARED = 2000
"""Facts of a project that are all looked at; of more than that, the newest."""
STATEMENTS = (None, "rule", "preference", "decision", "convention", "insight", "status")
"""Categories that say how things are or should be. A solution tells what happened: nothing undoes that."""
STATED_CHARACTERS = 300
_INDENTED = re.compile(r"\n[ \t]")
REVIEWED_AT = 5
"""How much must speak against a memory for it to go to a person."""


def kept(parts: Parts, viewer: Viewer, change: Change) -> Applied:
    """Saves a change, and holds what it states against what is known."""
    with parts.store.batch():
        for project in sorted({one.item.place.project for one in change.items if is_statement(one.item)}):
            parts.store.alone(project)  # before any row is touched: two who change the same ones would wait for ever
        applied = parts.store.apply(change)
        examine(parts, viewer, change.entry, [one.item for one in change.items])
    return applied


def examine(parts: Parts, viewer: Viewer, entry: JournalEntry, new: Sequence[MemoryItem]) -> None:
    """Finds what the new memories contradict, update or repeat; what gives way to them does so under the entry."""
    stated = [item for item in new if is_statement(item)]
    for project in dict.fromkeys(item.place.project for item in stated):
        here = viewer._replace(projects=(project,))
        keys = parts.store.statement_keys(here, MOST_COMPARED)
        mine = [item for item in stated if item.place.project == project]
        vectors = parts.embedder.embed([item.lengths.full for item in mine])
        for said, vector in zip(mine, vectors, strict=True):
            for item in parts.store.items(here, [said.id]):  # as it is now: one before it may have ended it
                if not item.validity.valid_to:
                    _examine(parts, here, entry, item, _nearest(parts, here, item, vector, keys))


def is_statement(item: MemoryItem) -> bool:
    """Whether it says how things are or should be: a sentence or two. Code and long texts say too much at once."""
    text = item.lengths.full
    prose = len(text) <= STATED_CHARACTERS and not _INDENTED.search(text)
    return item.kind == "fact" and item.category in STATEMENTS and prose


def _nearest(
    parts: Parts, viewer: Viewer, item: MemoryItem, vector: bytes, keys: Sequence[int]
) -> Sequence[MemoryItem]:
    best = parts.store.most_similar(viewer, vector, keys, NEAREST + 1)
    found = [one for one in parts.store.items_by_key(viewer, best) if one.id != item.id and is_statement(one)]
    return sorted(found, key=lambda one: one.id)


def _examine(parts: Parts, viewer: Viewer, entry: JournalEntry, item: MemoryItem, near: Sequence[MemoryItem]) -> None:
    opposed, changed = [], {}
    for other in near:
        if other.validity.valid_to:
            continue
        older, newer = (other, item) if other.first_seen <= item.first_seen else (item, other)
        found = relation(older.lengths.full, newer.lengths.full)
        if isinstance(found, Duplicate):
            if _stays_denied(other, item):
                changed[item.id] = item._replace(trust=item.trust._replace(denied_at=other.trust.denied_at))
        elif isinstance(found, Update | Opposed) and not (other.trust.denied_at or item.trust.denied_at):
            name = "update" if isinstance(found, Update) else "contradiction"
            id_ = derived_id("contradiction", "", f"{older.id} {newer.id}", "contradiction")
            opposed.append(Contradiction(id_, older, newer, name, found.why, newer.first_seen))  # type: ignore[arg-type]
    known = parts.store.known_contradictions(item.place.project, [one.id for one in opposed]) if opposed else set()
    for one in opposed:
        # What a person has taken back or resolved once is theirs to decide.
        if one.relation == "update" and one.id not in known and _gives_way(one.older):
            changed |= superseding(one.older, one.newer)
    parts.store.note_contradictions(opposed)
    parts.store.note_signs(
        [Sign(one.older.place.project, one.older.id, one.newer.id, "against", one.found_at) for one in opposed]
    )
    if changed:
        parts.store.apply(Change(entry, with_vectors(_next_versions(changed), parts.embedder)))


def _stays_denied(denied: MemoryItem, item: MemoryItem) -> bool:
    """A denied thing in other words stays denied until more speaks for it than did for what was denied."""
    return bool(denied.trust.denied_at) and not item.trust.denied_at and item.count <= denied.count


def _gives_way(older: MemoryItem) -> bool:
    """What a person approved or pinned waits for a person; the rest gives way to what is said to replace it."""
    trust = older.trust
    return not (
        trust.approved_long_term_at or trust.approved_core_at or trust.level == "core" or "pinned" in older.tags
    )


def superseding(loser: MemoryItem, winner: MemoryItem) -> dict[str, MemoryItem]:
    """The loser ends when the winner began to hold, and stays for whoever asks about the time before."""
    ends = max(winner.validity.valid_from, loser.validity.valid_from)
    return {
        loser.id: loser._replace(validity=loser.validity._replace(valid_to=ends, superseded_by=winner.id)),
        winner.id: winner._replace(validity=winner.validity._replace(supersedes=loser.id)),
    }


def resolve(parts: Parts, viewer: Viewer, id_: str, resolution: Resolution, note: str) -> Contradiction:
    """A person decides: one of them wins, both hold, or the note says what holds instead of either."""
    if resolution not in RESOLUTIONS:
        raise BadInput(f"There is no resolution {resolution!r}.", f"Use one of {', '.join(RESOLUTIONS)}.")
    with parts.store.batch():
        known = {one.id: one for one in parts.store.contradictions(viewer) if one.id.startswith(id_)}
        if len(known) != 1:
            raise NotFound(f"There is no contradiction {id_}.", "`lamina contradictions` lists them.")
        one = next(iter(known.values()))
        if not one.is_open:
            raise Conflict(f"The contradiction {one.id} is closed: {one.resolution or 'one side no longer holds'}.")
        if resolution == "merged" and not note:
            raise BadInput("A merge needs the words that hold from now on.", "Give them as --note.")
        now = parts.clock()
        entry = JournalEntry(new_id(now), now, "resolve", viewer.user, one.id, project=one.older.place.project)
        changed = _next_versions(_resolved(parts, one, resolution, note))
        parts.store.apply(Change(entry, with_vectors(changed, parts.embedder)))
        closed = one._replace(resolution=resolution, note=note, resolved_at=now)
        parts.store.close_contradiction(closed, entry.id)
    return closed


def _resolved(parts: Parts, one: Contradiction, resolution: str, note: str) -> Mapping[str, MemoryItem]:
    if resolution == "a_wins":
        return superseding(one.newer, one.older)
    if resolution == "b_wins":
        return superseding(one.older, one.newer)
    if resolution == "both_valid":
        return {}
    there = {evidence.exchange for evidence in one.newer.evidence if evidence.exchange}
    evidence = (*one.newer.evidence, *(each for each in one.older.evidence if each.exchange not in there))
    lengths = with_token_counts([at_four_lengths(note)], parts.counter.count)[0]
    return superseding(one.older, one.newer._replace(lengths=lengths, evidence=evidence))


def _next_versions(changed: Mapping[str, MemoryItem]) -> list[MemoryItem]:
    return [item._replace(version=item.version + 1) for item in changed.values()]
