"""Whether all that a transcript says is in the store; only then may the raw file go, if a person says so."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from lamina.capture.readers import READERS
from lamina.capture.sources import NoTranscript, sources_of
from lamina.errors import BadInput, Conflict
from lamina.model.review import Verified
from lamina.model.transcript import Head
from lamina.model.wire import moment
from lamina.refine.clean import Refined, refined, when
from lamina.refine.runs import Place, Runs
from lamina.words.learning import Source, exchange_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lamina.capture.sources import Source as Transcript
    from lamina.model.hits import Viewer
    from lamina.ports import Store
    from lamina.refine.runs import Run


def verify(store: Store, viewer: Viewer, paths: Iterable[str]) -> list[Verified]:
    """One finding per file."""
    found = []
    for one in sources_of([os.path.expanduser(path) for path in paths]):
        if isinstance(one, NoTranscript):
            raise BadInput(f"{one.path} {one.why}.", "Name transcripts.")
        found.append(_verified(store, viewer, one))
    return found


def deleted(checked: Sequence[Verified]) -> list[Verified]:
    """Removes raw files. Raises Conflict, and removes none, unless all of each was found in the store."""
    for one in checked:
        if not one.ok:
            raise Conflict(f"{one.file} is not wholly in the store: {one.why}.", "`lamina ingest` it, then repeat.")
    for one in checked:
        os.remove(one.file)
    return [one._replace(deleted=True) for one in checked]


def _verified(store: Store, viewer: Viewer, one: Transcript) -> Verified:
    head, runs, unread = _read(one)
    stem = os.path.splitext(os.path.basename(one.path))[0]
    session = stem if one.agent == "claude-code" else head.id or stem
    source = Source(one.agent, session, "", when(head.started_at) or moment("1970-01-01"))
    turns = sum(len(run.turns) for run in runs)
    missing = [run for run in runs if not _kept(store, viewer, run, source)]
    why = ""
    if missing:
        first = missing[0].turns[0][0]
        why = f"{len(missing)} of {len(runs)} exchanges are missing or differ, the first at turn {first}"
    elif unread:
        why = f"{unread} lines could not be read, and would be gone"
    return Verified(one.path, not why, len(runs), turns, why)


def _read(one: Transcript) -> tuple[Head, tuple[Run, ...], int]:
    head, runs, unread = Head("", one.agent), Runs(Place()), 0
    with open(one.path, "rb") as opened:
        for got in refined(READERS[one.agent](opened, 0)):
            if isinstance(got, Head):
                head = got._replace(started_at=head.started_at or got.started_at)
            elif isinstance(got, Refined):
                if got.event.sort != "title":
                    runs.add(got.turn, got.event.offset)
            else:
                unread += 1
    return head, runs.rest().runs, unread


def _kept(store: Store, viewer: Viewer, run: Run, source: Source) -> bool:
    """Whether the store holds this exchange with just these turns, or was told to forget it."""
    id_ = exchange_id(run, source)
    for item in store.items(viewer, [id_]):
        span = item.evidence[0]
        return [turn for _, turn in store.turns(viewer, span.session, span.first_turn, span.last_turn)] == [
            turn for _, turn in run.turns
        ]
    return bool(store.buried(viewer.projects[0], [id_]))
