"""The ladder of trust as files: long-term-memory.md, observations.json, and lines of short and long term; both ways."""

from __future__ import annotations

import os
from datetime import UTC, datetime, time
from typing import IO, TYPE_CHECKING, Any

from lamina.adapters import long_term_file, observation_file, term_lines
from lamina.adapters.long_term_file import LongTermEntry, Verbatim
from lamina.adapters.observation_file import Observation
from lamina.adapters.term_lines import TermLine
from lamina.distil.importance import importance_of
from lamina.distil.lengths import at_four_lengths
from lamina.errors import BadInput, Unavailable
from lamina.model.ids import derived_id, new_id, text_hash
from lamina.model.memory import Evidence, FactFields, MemoryItem, Trust, Validity
from lamina.model.review import JournalEntry, Loaded
from lamina.ports import Change
from lamina.refine.redact import redact
from lamina.words.checks import good_text
from lamina.words.learning import counted
from lamina.words.vectors import with_vectors

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lamina.model.hits import Viewer
    from lamina.model.memory import Place
    from lamina.ports import Store
    from lamina.words.parts import Parts

FORMATS = ("long-term-memory", "observations", "short-term", "long-term")
_LEVELS = {"long-term-memory": ("long_term",), "observations": ("pending", "long_term", "core")}
_LEVELS |= {"short-term": ("pending",), "long-term": ("long_term", "core")}


def export(store: Store, viewer: Viewer, path: str, format_: str) -> int:
    """Writes one file, whole or not at all. What a person wrote into long-term-memory.md beside the entries stays."""
    items = [item for level in _LEVELS[format_] for item in store.at_level(viewer, level)]
    content = _rendered(items, format_, _bytes(path) if os.path.exists(path) else b"")
    part = f"{path}.{os.getpid()}.new"
    try:
        with open(part, "wb", opener=lambda p, flags: os.open(p, flags, 0o600)) as opened:
            opened.write(content)
        os.replace(part, path)
    except OSError as error:
        if os.path.exists(part):
            os.unlink(part)
        raise Unavailable(f"{path} cannot be written: {error.strerror}.", "Nothing was exported.") from error
    return len(items)


def load(parts: Parts, viewer: Viewer, place: Place, source: str | IO[bytes], format_: str) -> Loaded:
    """What is new becomes a memory, what a person edited is edited, what is known stays. One entry, one undo."""
    content = _bytes(source) if isinstance(source, str) else source.read()
    now, project = parts.clock(), place.project
    read = [one._replace(place=place) for one in _items(content, format_, now)]
    here = viewer._replace(projects=(project,))
    with parts.store.batch():
        known = {item.id: item for item in parts.store.items(here, [one.id for one in read])}
        buried = parts.store.buried(project, [one.id for one in read])
        fresh, edited, refused = [], [], 0
        for one in read:
            there = known.get(one.id) or parts.store.same_text(
                here, text_hash(one.lengths.full), place.user, place.visibility
            )
            if there:
                edited += _edited(there, one, format_)
            elif one.id in buried:
                refused += 1
            else:
                fresh.append(one)
        entry = JournalEntry(new_id(now), now, "load", viewer.user, format_, project=project)
        unique = list({one.id: one for one in fresh}.values())
        parts.store.apply(Change(entry, with_vectors(counted([*unique, *edited], parts), parts.embedder)))
    return Loaded(0, 0, len(unique) + len(edited), len(read) - len(unique) - len(edited) - refused, refused)


def _edited(known: MemoryItem, read: MemoryItem, format_: str) -> list[MemoryItem]:
    """Only the markdown file is meant to be edited by hand: its words and its approval are a person's."""
    if format_ != "long-term-memory":
        return []
    after = known
    if read.lengths.full != known.lengths.full:
        after = after._replace(lengths=read.lengths)
    if read.trust.approved_core_at and not known.trust.approved_core_at:
        after = after._replace(trust=after.trust._replace(approved_core_at=read.trust.approved_core_at))
    return [] if after == known else [after._replace(version=known.version + 1)]


def _rendered(items: Sequence[MemoryItem], format_: str, before: bytes) -> bytes:
    if format_ == "observations":
        return observation_file.render([_observation(item) for item in items])
    if format_ in ("short-term", "long-term"):
        return term_lines.render([_term(item) for item in items])
    entries = {item.id: _entry(item) for item in items}
    kept: list[LongTermEntry | Verbatim] = []
    for part in long_term_file.parse(before).parts if before else ():
        if isinstance(part, Verbatim):
            kept.append(part)
        elif part.id in entries:
            kept.append(entries.pop(part.id)._replace(notes=part.notes))
    return long_term_file.render([*kept, *entries.values()])


def _items(content: bytes, format_: str, now: datetime) -> list[MemoryItem]:
    readers: dict[str, Callable[[bytes, datetime], list[MemoryItem]]] = {
        "long-term-memory": _from_markdown,
        "observations": _from_observations,
    }
    return readers.get(format_, _from_terms)(content, now)


def _from_markdown(content: bytes, now: datetime) -> list[MemoryItem]:
    read = []
    for part in long_term_file.parse(content).parts:
        if isinstance(part, LongTermEntry):
            first, last = _at(part.first_seen, now), _at(part.last_seen, now)
            approved = now if part.status == "approved_for_core" else None
            trust = Trust(
                "long_term", promoted_long_term_at=first, approved_long_term_at=first, approved_core_at=approved
            )
            id_ = part.id or derived_id("long-term-memory", "", text_hash(part.text), "fact")
            read.append(_item(id_, part.text, first, last, trust, part.count, part.sessions))
    return read


def _from_observations(content: bytes, now: datetime) -> list[MemoryItem]:
    return [
        _item(
            one.id,
            one.text,
            one.first_seen,
            one.last_seen,
            Trust(
                one.level,
                one.approved_at,
                one.approved_core_at,
                one.denied_at,
                one.promoted_to_long_term_at,
                one.promoted_to_core_at,
                one.core_memory_targets,
            ),
            one.count,
            one.session_refs,
        )._replace(tags=one.tags)
        for one in observation_file.parse(content)
    ]


def _from_terms(content: bytes, now: datetime) -> list[MemoryItem]:
    found = term_lines.parse(content)
    if found.unread:
        first = found.unread[0]
        raise BadInput(f"Line {first.line} cannot be read: {first.why}.", "Nothing was loaded; mend the line.")
    read = []
    for one in found.lines:
        trust = Trust("long_term", promoted_long_term_at=one.promoted_at or one.at) if one.long else Trust()
        id_ = derived_id("term", "", f"{one.at.isoformat()} {text_hash(one.content)}", "fact")
        importance = importance_of(one.content, one.tags) if one.importance is None else one.importance
        read.append(
            _item(id_, one.content, one.at, one.at, trust, 1, ())._replace(tags=one.tags, importance=importance)
        )
    return read


def _item(
    id_: str, text: str, first: datetime, last: datetime, trust: Trust, count: int, sessions: Sequence[str]
) -> MemoryItem:
    evidence = tuple(Evidence(session, speaker="assistant") for session in sessions)
    blank: Any = None  # the caller knows the place
    return MemoryItem(
        id=id_,
        kind="fact",
        place=blank,
        lengths=at_four_lengths(redact(good_text(text))),
        fields=FactFields(),
        validity=Validity(first),
        first_seen=first,
        last_seen=last,
        trust=trust,
        evidence=evidence,
        imported_count=max(0, count - len(set(sessions))),
    )


def _entry(item: MemoryItem) -> LongTermEntry:
    status = "approved_for_core" if item.trust.approved_core_at else "pending_core_promotion"
    seen = item.first_seen.date(), item.last_seen.date()
    return LongTermEntry(item.lengths.full, item.count, *seen, item.sessions, status, item.id)  # type: ignore[arg-type]


def _observation(item: MemoryItem) -> Observation:
    trust = item.trust
    return Observation(
        item.id,
        item.lengths.full,
        item.count,
        item.sessions,
        item.first_seen,
        item.last_seen,
        trust.level,
        trust.denied_at,
        trust.approved_long_term_at,
        trust.approved_core_at,
        trust.promoted_long_term_at,
        trust.promoted_core_at,
        trust.core_targets,
        item.tags,
    )


def _term(item: MemoryItem) -> TermLine:
    risen = item.trust.level != "pending"
    promoted = item.trust.promoted_long_term_at if risen else None
    return TermLine(item.first_seen, item.lengths.full, item.tags, item.importance, promoted, risen)


def _at(day: Any, otherwise: datetime) -> datetime:
    return datetime.combine(day, time(), UTC) if day else otherwise


def _bytes(path: str) -> bytes:
    try:
        with open(path, "rb") as opened:
            return opened.read()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.", "Name a file that is there.") from error
