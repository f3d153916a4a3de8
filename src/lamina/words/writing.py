"""The writing half of the library object, kept apart because a recall must not load it."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from lamina.distil.importance import importance_of
from lamina.distil.lengths import at_four_lengths, with_token_counts
from lamina.errors import BadInput, Conflict
from lamina.model.hits import Viewer
from lamina.model.ids import new_id, text_hash
from lamina.model.memory import (
    CATEGORIES,
    PERMANENT_KINDS,
    SPEAKERS,
    VISIBILITIES,
    Evidence,
    MemoryItem,
    Place,
    Validity,
    fields_type,
    widened,
)
from lamina.model.review import Forgotten, JournalEntry, Recorded, Tombstone
from lamina.model.wire import stamp
from lamina.ports import Applied, Change, Saved, SavedSession
from lamina.refine.redact import redact
from lamina.words.checks import good_importance, good_layer, good_text, session_from
from lamina.words.contradicting import kept
from lamina.words.forgetting import consequences
from lamina.words.vectors import with_vectors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from lamina.model.memory import Kind, Layer, Speaker, Visibility
    from lamina.model.review import Action
    from lamina.model.transcript import Session
    from lamina.words.learning import Exchanged, Learning
    from lamina.words.parts import Parts
    from lamina.words.recording import Heard

FLUSH = 512
"""Items that a batch gathers before it embeds and saves them together."""
UNDO_DAYS = 7
SAID_BY_USERS = ("rule", "preference", "critical", "user_goal", "pinned")
"""Tags that make an instruction of a memory, or spare it what others have to pass: no agent can give them."""


class Writer:
    """Builds items and hands them to the store, one change per word."""

    def __init__(self, parts: Parts, user: str, here: Callable[[], Viewer], visibility: Visibility) -> None:
        """`here` is called when something is about to be written: it makes a project of a folder that is none yet."""
        self._parts = parts
        self._user = user
        self._here = here
        self._visibility = visibility
        self._batch: JournalEntry | None = None
        self._gathered: list[MemoryItem] = []
        self._texts: dict[tuple[str, str, str], MemoryItem] = {}
        """Texts gathered but not saved yet: the store cannot know them."""
        self._learns = True
        self._told: dict[Place, list[Exchanged]] = {}
        self._learning: dict[Place, Learning] = {}
        self.applied = Applied()
        """What the last batch came to."""
        parts.store.purge_due(parts.clock())

    @contextmanager
    def batch(self, *, learn: bool) -> Iterator[None]:
        """See `Memory.batch`."""
        self._here()  # a project that a failed batch took back would be remembered as made
        with self._parts.store.batch():
            self._batch, self.applied, self._learns = self._entry("record", "batch"), Applied(), learn
            try:
                yield
                self._flush()
            finally:
                self._batch = None
                self._gathered.clear()
                self._texts.clear()
                self._told.clear()

    def remember(
        self,
        text: str,
        tags: tuple[str, ...],
        importance: float | None,
        kind: Kind,
        layer: str | None,
        visibility: Visibility | None,
        speaker: Speaker = "user",
    ) -> MemoryItem:
        """See `Memory.remember`."""
        text, tags = redact(good_text(text)), tuple(good_text(tag, "The tag") for tag in tags)
        _one_of("kind", kind, PERMANENT_KINDS)
        _one_of("speaker", speaker, SPEAKERS)
        where = good_layer(layer or "project")
        _one_of("visibility", visibility or self._visibility, VISIBILITIES)
        importance = None if importance is None else good_importance(importance)
        place = self._place(where, visibility)  # not in the transaction: a project made there could be taken back
        with self._parts.store.batch():
            self._parts.store.alone(place.project)  # of two who say the same at once, the second strengthens it
            return self._remember(text, tags, importance, kind, place, speaker)

    def _remember(
        self, text: str, tags: tuple[str, ...], importance: float | None, kind: Kind, place: Place, speaker: Speaker
    ) -> MemoryItem:
        now, key = self._parts.clock(), text_hash(text)
        known = self._texts.get((place.project, place.visibility, key)) or self._parts.store.same_text(
            self._here()._replace(projects=(place.project,)), key, place.user, place.visibility
        )
        if speaker != "user":
            if known:
                return known
            self._refuse_forgotten(place.project, key)
            tags = tuple(tag for tag in tags if tag not in SAID_BY_USERS)
        if known:
            item = self._said_again(known, tags, importance, place)
        else:
            item = MemoryItem(
                id=new_id(now),
                kind=kind,
                category=next((tag for tag in tags if tag in CATEGORIES), None) if kind == "fact" else None,
                place=place,
                lengths=with_token_counts([at_four_lengths(text)], self._parts.counter.count)[0],
                fields=(),  # type: ignore[arg-type]  # set below: its type depends on kind and category
                validity=Validity(now),
                first_seen=now,
                last_seen=now,
                evidence=(Evidence(session="", speaker=speaker),),
                tags=tuple(dict.fromkeys(tags)),
                importance=importance_of(text, tags) if importance is None else importance,
                confidence=1.0,
            )
            item = item._replace(fields=fields_type(item.kind, item.category)())
        # Whoever says it again outright wants it back: the tombstone of an earlier forget gives way.
        lifted = Tombstone(place.project, item.id, key, now)
        self._save("remember", [item], lifted=(lifted,))
        return item

    def _said_again(
        self, item: MemoryItem, tags: tuple[str, ...], importance: float | None, place: Place
    ) -> MemoryItem:
        heavier = max(item.importance, importance or 0.0)
        said = any(one.speaker == "user" for one in item.evidence)
        return item._replace(
            evidence=item.evidence if said else (*item.evidence, Evidence(session="", speaker="user")),
            place=widened(item.place, place),
            tags=tuple(dict.fromkeys((*item.tags, *tags))),
            importance=heavier,
            last_seen=self._parts.clock(),
            version=item.version + 1,
        )

    def _refuse_forgotten(self, project: str, key: str) -> None:
        if self._parts.store.buried_texts(project, [key]):
            raise Conflict("That was forgotten.", "Only a person can say it again.")

    def record(self, session: Session | Mapping[str, Any], visibility: Visibility | None) -> Recorded:
        """See `Memory.record`."""
        from lamina.words.recording import heard, without_its_secrets  # who only remembers does not need it

        session = without_its_secrets(session_from(session))
        _one_of("visibility", visibility or self._visibility, VISIBILITIES)
        place = self._session_place(session.id, visibility)
        found = heard(session, place, self._parts)
        saved = SavedSession(session, found.turns, place.project, place.user, place.visibility)
        applied = self._kept(found, saved, place) if self._batch else self._kept_and_learned(found, saved, place)
        exchanges = len(found.items) + found.refused
        new = applied.new + applied.updated
        return Recorded(1, len(found.turns), exchanges, new, applied.unchanged, found.refused)

    def _kept(self, found: Heard, saved: SavedSession, place: Place) -> Applied:
        from lamina.words.recording import to_learn_from

        if self._learns:
            self._told.setdefault(place, []).extend(to_learn_from(found))
        return self._save("record", found.items, sessions=(saved,))

    def _kept_and_learned(self, found: Heard, saved: SavedSession, place: Place) -> Applied:
        from lamina.words.recording import to_learn_from

        with self._parts.store.batch():  # of two who learn the same at once, the second adds its evidence
            self._parts.store.alone(place.project)
            learned = self._learned(place, to_learn_from(found))
            items = [*found.items, *learned]
            applied = self._save("record", items, sessions=(saved,), detail=saved.session.id)
            self._learning[place].settled()
        return applied._replace(new=applied.new - len(learned))

    def _learned(self, place: Place, told: Sequence[Exchanged]) -> list[MemoryItem]:
        """As from a transcript, but no concepts: to sum up every exchange takes as long as to keep it."""
        from lamina.words.learning import Learning, counted

        if place not in self._learning:
            self._learning[place] = Learning(self._parts, self._viewer(), place)
        return counted(self._learning[place].memories(told, {}), self._parts)

    def _session_place(self, session: str, visibility: Visibility | None) -> Place:
        """Whoever recorded a session first owns it, and alone decides who sees it: going on changes neither."""
        place = self._place(("project", ""), visibility)
        held = self._parts.store.session_place(place.project, session)
        if held is None:
            return place
        owner, seen_by = held
        if owner != place.user and (seen_by == "user-private" or (visibility or seen_by) != seen_by):
            raise Conflict(f"The session {session} was recorded by somebody else.", "Only they decide who may see it.")
        return place._replace(user=owner, visibility=visibility or seen_by)  # type: ignore[arg-type]

    def edit(self, item: MemoryItem, text: str) -> MemoryItem:
        """See `Memory.edit`."""
        if item.kind == "exchange":
            raise BadInput(
                "An exchange says what was said; it cannot be edited.", "Forget it, or remember a correction."
            )
        lengths = with_token_counts([at_four_lengths(redact(good_text(text)))], self._parts.counter.count)[0]
        edited = item._replace(lengths=lengths, last_seen=self._parts.clock(), version=item.version + 1)
        self._save("edit", [edited])
        return edited

    def forget(self, doomed: Sequence[MemoryItem], *, dry_run: bool, at_once: bool) -> Forgotten:
        """See `Memory.forget`."""
        now = self._parts.clock()
        until = "" if at_once else stamp(now + timedelta(days=UNDO_DAYS))
        followed = consequences(self._parts.store, self._viewer(), doomed)
        doomed = [*doomed, *followed.fallen]
        told = Forgotten(
            tuple(item.id for item in doomed), tuple(item.lengths.index for item in doomed), dry_run, at_once, until, ""
        )
        if dry_run or not doomed:
            return told._replace(dry_run=dry_run)
        entry = self._entry("purge" if at_once else "forget", f"{len(doomed)} items")
        graves = tuple(Tombstone(i.place.project, i.id, text_hash(i.lengths.full), now) for i in doomed)
        hidden = [Saved(i._replace(forgotten_at=now, version=i.version + 1)) for i in doomed]
        counted = with_token_counts([i.lengths for i in followed.rewritten], self._parts.counter.count)
        kept = [i._replace(lengths=one) for i, one in zip(followed.rewritten, counted, strict=True)]
        with self._parts.store.batch():
            self._parts.store.apply(
                Change(entry, items=(*hidden, *with_vectors(kept, self._parts.embedder)), buried=graves)
            )
        if at_once:
            self._parts.store.purge([(item.place.project, item.id) for item in doomed])
        return told._replace(entry=entry.id)

    def _viewer(self) -> Viewer:
        return Viewer(self._user, ())

    def _place(self, where: tuple[Layer, str], visibility: Visibility | None) -> Place:
        """What holds everywhere lives with the user, or with everybody; the rest with the project."""
        layer, name = where
        seen_by = visibility or self._visibility
        project, own, everybody = self._here().projects[:3]
        if layer == "system":
            project = own if seen_by == "user-private" else everybody
        return Place(project, self._user, seen_by, layer, name)

    def place(self) -> Place:
        """Where a new memory goes when nobody says."""
        return self._place(("project", ""), None)

    def _entry(self, action: Action, detail: str = "") -> JournalEntry:
        now = self._parts.clock()
        return JournalEntry(new_id(now), now, action, self._user, detail, project=self._here().projects[0])

    def _save(
        self,
        action: Action,
        items: Sequence[MemoryItem],
        *,
        sessions: tuple[SavedSession, ...] = (),
        lifted: tuple[Tombstone, ...] = (),
        detail: str = "",
    ) -> Applied:
        if self._batch is None:
            entry = self._entry(action, detail)
            change = Change(entry, with_vectors(items, self._parts.embedder), sessions, unburied=lifted)
            return kept(self._parts, self._here(), change)
        for item in items:
            if item.kind != "exchange":
                where = (item.place.project, item.place.visibility)
                self._texts[(*where, text_hash(item.lengths.full))] = item
        self._gathered += items
        self._parts.store.apply(Change(self._batch, (), sessions, unburied=lifted))
        if len(self._gathered) >= FLUSH:
            self._flush()
        return Applied(new=len(items))

    def _flush(self) -> None:
        assert self._batch is not None
        latest = {item.id: item for item in self._gathered}  # said twice in one batch: the later form holds
        first = {item.id: item.version for item in reversed(self._gathered)}
        items = [item._replace(version=first[item.id]) for item in latest.values()]
        self._gathered.clear()
        self._texts.clear()
        change = Change(self._batch, with_vectors(items, self._parts.embedder))
        applied = kept(self._parts, self._here(), change)
        self.applied = Applied(*map(sum, zip(self.applied, applied, strict=True)))
        told, self._told = self._told, {}
        for place, exchanges in told.items():
            self._parts.store.alone(place.project)
            learned = self._learned(place, exchanges)
            self._parts.store.apply(Change(self._batch, with_vectors(learned, self._parts.embedder)))
            self._learning[place].settled()


def _one_of(name: str, value: str, choices: Sequence[str]) -> None:
    if value not in choices:
        raise BadInput(f"There is no {name} {value!r}.", f"Use one of {', '.join(choices)}.")
