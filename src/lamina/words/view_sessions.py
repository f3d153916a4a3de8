"""Sessions and exchanges from a memory-keeper folder: what L2 says, and what the rules make of the other lines."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from lamina.adapters.view_files import paths_of
from lamina.adapters.view_folder import Noted
from lamina.adapters.view_format import minute_of, time_of
from lamina.distil.lengths import at_four_lengths
from lamina.errors import BadInput, Conflict
from lamina.model.memory import Evidence, ExchangeFields, MemoryItem, Validity
from lamina.model.transcript import Session
from lamina.model.wire import stamp, to_plain
from lamina.ports import SavedSession
from lamina.refine.exchanges import around
from lamina.refine.runs import Place as Beginning
from lamina.refine.runs import Runs
from lamina.words.learning import MOST_ANSWERED, Learning, Source
from lamina.words.viewing import LAST_TURN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from lamina.adapters.view_format import Exchange, Given, GivenSession
    from lamina.model.memory import Place
    from lamina.model.transcript import Turn
    from lamina.words.view_loading import Loading


class _Head(NamedTuple):
    """Which session of the store a session of the folder is."""

    id: str
    agent: str
    title: str
    started_at: datetime
    is_new: bool
    place: Place


class _Told(NamedTuple):
    """An exchange with its turns, which have no numbers yet."""

    item: MemoryItem
    turns: tuple[Turn, ...]


class Sessions:
    """The sessions of a folder, one after the other."""

    def __init__(self, loading: Loading) -> None:
        self._loading = loading
        self._store = loading.store
        self._names: dict[str, list[str]] = {}
        """What the folder calls an exchange → the ids of it here."""
        self.left_alone: set[str] = set()
        """Files of known sessions: what was said cannot be edited, so that a change there is not taken in."""

    def take(self, given: Given) -> None:
        """In the order in which the folder shows them: so they are shown again."""
        words = given.facts.words
        for one in given.sessions:
            self._session(one, words)

    def members(self, names: Sequence[str]) -> list[MemoryItem]:
        """The exchanges that the folder calls so, as far as they are here."""
        ids = list(dict.fromkeys(id_ for name in names for id_ in self._names.get(name, [name])))
        there = {item.id: item for item in self._store.items(self._loading.viewer, ids)}
        found = {**there, **self._loading.fresh}
        return [found[one] for one in ids if one in found and found[one].kind == "exchange"]

    def _session(self, given: GivenSession, words: Mapping[str, Sequence[str]]) -> None:
        loading = self._loading
        ids = [loading.id_of("exchange", one.id or str(at), given.stem) for at, one in enumerate(given.exchanges)]
        for one, id_ in zip(given.exchanges, ids, strict=True):
            self._names.setdefault(one.id, []).append(id_)
        head = self._head(given, ids)
        told = self._told(given, ids, head, words)
        named = [one.item.id for one in told]
        buried, owners = self._store.buried(loading.project, named), self._store.owners(loading.project, named)
        loading.refused += len(buried)
        told = _beside([one for one in told if one.item.id not in buried])
        last = self._grow(head, [one for one in told if one.item.id in owners])
        self._add(head, [one for one in told if one.item.id not in {*owners, *loading.fresh}], last)
        if not head.is_new:
            self.left_alone.update(paths_of(given.stem))

    def _head(self, given: GivenSession, ids: Sequence[str]) -> _Head:
        loading = self._loading
        noted = loading.manifest.sessions.get(given.stem, Noted(""))
        owned = self._store.owners(loading.project, ids)
        id_ = noted.id or next(iter(owned.values()), "") or f"{given.stem}@{loading.place.user}"
        held = self._store.session_place(loading.project, id_)
        place = loading.place
        if held:
            owner, seen_by = held
            if owner != place.user and seen_by == "user-private":
                raise Conflict(f"The session {id_} is somebody else's.", "Nothing was loaded.")
            place = place._replace(user=owner, visibility=seen_by)  # type: ignore[arg-type]
        at = _started(given, noted.started_at, is_ours=any(one.id in ids for one in given.exchanges))
        return _Head(id_, noted.agent or "memory-keeper", noted.title, at, held is None and not owned, place)

    def _told(
        self, given: GivenSession, ids: Sequence[str], head: _Head, words: Mapping[str, Sequence[str]]
    ) -> list[_Told]:
        """In the order of the lines."""
        placed: list[tuple[int, _Told]] = []
        covered: set[int] = set()
        for id_, one in zip(ids, given.exchanges, strict=True):
            first, last = one.l1_range or (1, 0)
            mine = [(number, turn) for number, turn in given.lines if first <= number <= last]
            covered.update(number for number, _ in mine)
            if mine or one.summary or one.details:
                extra = [word for word in words.get(one.id, ()) if word not in one.keywords]
                told = _as_told(id_, one, tuple(turn for _, turn in mine), head, extra)
                placed.append((mine[0][0] if mine else LAST_TURN, told))
        learning = Learning(self._loading.parts, self._loading.viewer, head.place)
        for stretch in _uncovered(given.lines, covered):
            placed += [(stretch[0][0], told) for told in _by_rules(stretch, head, learning)]
        return [told for _, told in sorted(placed, key=lambda one: one[0])]

    def _grow(self, head: _Head, known: Sequence[_Told]) -> int:
        """The last exchange of a session may have gone on since it was loaded. Returns the number of the last turn."""
        loading = self._loading
        there = [] if head.is_new else self._store.turns(loading.viewer, head.id, 0, LAST_TURN)
        last = there[-1][0] if there else 0
        loading.known += len(known)
        items = {item.id: item for item in self._store.items(loading.viewer, [one.item.id for one in known])}
        for one in known:
            was = items.get(one.item.id)
            if was is None or was.sessions[0] != head.id or not last or _fields(was).closing != last:
                continue
            more = one.turns[last - _fields(was).opening + 1 :]
            if more:
                loading.longer.append(_saved(head, tuple(enumerate(more, last + 1))))
                last += len(more)
                loading.changed.append(_grown(was, one, last))
                loading.known -= 1
        return last

    def _add(self, head: _Head, new: Sequence[_Told], last: int) -> None:
        """New exchanges go behind what the store has of the session: their lines are numbered anew."""
        loading = self._loading
        if new:
            loading.records.append(("session", _session_record(head)))
        for one in new:
            first, last = last + 1, last + len(one.turns)
            for number, turn in enumerate(one.turns, first):
                kept = {name: part for name, part in to_plain(turn).items() if part}
                place = {"project": loading.project, "session": head.id, "number": number}
                loading.records.append(("turn", {**place, "turn": kept}))
            loading.fresh[one.item.id] = _spanning(one.item, *((first, last) if one.turns else (0, 0)))


def _started(given: GivenSession, noted: str, *, is_ours: bool) -> datetime:
    """The original tool names files by local time: what its lines say is surer. Ours say UTC."""
    said = [turn.at for _, turn in given.lines if turn.at] or [at for one in given.exchanges if (at := time_of(one.ts))]
    named = minute_of(given.stem)
    try:
        found = time_of(noted) or (named if is_ours and named else next(iter(said), named))
    except ValueError as error:
        raise BadInput(f"sessions/{given.stem}: {noted!r} is not a time.", "Nothing was loaded.") from error
    if found is None:
        raise BadInput(f"sessions/{given.stem}.l1.jsonl: neither its name nor a line has a time (ts).")
    return found


def _beside(told: Sequence[_Told]) -> list[_Told]:
    """The same, each with what was said next to it."""
    asked = [_fields(one.item).asked for one in told]
    near = [around(one.item.first_seen, "", asked[:at], asked[at + 1 :]) for at, one in enumerate(told)]
    return [
        one._replace(item=one.item._replace(fields=_fields(one.item)._replace(around=text)))
        for one, text in zip(told, near, strict=True)
    ]


def _grown(was: MemoryItem, now: _Told, last: int) -> MemoryItem:
    """An exchange that the store has, with what came to it since."""
    fields = _fields(was)._replace(details=_fields(now.item).details)
    longer = was._replace(
        lengths=now.item.lengths,
        fields=fields,
        last_seen=max(was.last_seen, now.item.last_seen),
        keywords=now.item.keywords,
        files=now.item.files,
        version=was.version + 1,
    )
    return _spanning(longer, fields.opening, last)


def _as_told(id_: str, one: Exchange, turns: tuple[Turn, ...], head: _Head, extra: Iterable[str]) -> _Told:
    at = time_of(one.ts) or next((turn.at for turn in turns if turn.at), head.started_at)
    asked = "\n\n".join(turn.text for turn in turns if turn.role == "user" and turn.text)
    said = "\n\n".join(turn.text for turn in turns if turn.role == "assistant" and turn.text)[:MOST_ANSWERED]
    whole = f"{asked}\n\n{said}".strip()
    # Somebody's own summary may say it in words that the lines do not have.
    added = (text for text in (one.summary, one.details) if text and text not in whole)
    whole = "\n\n".join(filter(None, (whole, *added)))
    lengths = at_four_lengths(whole, summary=one.summary or "")
    item = MemoryItem(
        id=id_,
        kind="exchange",
        place=head.place,
        lengths=lengths if one.summary is None else lengths._replace(summary=one.summary),
        fields=ExchangeFields(asked or one.summary or "", "", 0, 0, details=one.details),
        validity=Validity(at),
        first_seen=at,
        last_seen=next((turn.at for turn in reversed(turns) if turn.at), at),
        evidence=(Evidence(head.id, id_),),
        keywords=(*one.keywords, *extra),
        files=one.files,
    )
    return _Told(item, turns)


def _uncovered(lines: Sequence[tuple[int, Turn]], covered: set[int]) -> list[list[tuple[int, Turn]]]:
    return [list(part) for left, part in groupby(lines, key=lambda line: line[0] not in covered) if left]


def _by_rules(lines: Sequence[tuple[int, Turn]], head: _Head, learning: Learning) -> list[_Told]:
    runs = Runs(Beginning())
    for _, turn in lines:
        runs.add(turn, 0)
    told = learning.exchanges(runs.rest(), Source(head.agent, head.id, "", head.started_at))
    return [_Told(one.item, tuple(turn for _, turn in one.run.turns)) for one in told]


def _spanning(item: MemoryItem, first: int, last: int) -> MemoryItem:
    evidence = item.evidence[0]._replace(first_turn=first, last_turn=last)
    return item._replace(fields=_fields(item)._replace(opening=first, closing=last), evidence=(evidence,))


def _fields(item: MemoryItem) -> ExchangeFields:
    assert isinstance(item.fields, ExchangeFields)
    return item.fields


def _saved(head: _Head, turns: tuple[tuple[int, Turn], ...]) -> SavedSession:
    session = Session(head.id, head.started_at, (), head.agent, head.title)
    return SavedSession(session, turns, head.place.project, head.place.user, head.place.visibility)


def _session_record(head: _Head) -> dict[str, Any]:
    told = {"id": head.id, "agent": head.agent, "title": head.title, "started_at": stamp(head.started_at)}
    place = {"project": head.place.project, "user_id": head.place.user, "visibility": head.place.visibility}
    return {**told, **place, "cwd": "", "branch": "", "lineage": "", "path": ""}
