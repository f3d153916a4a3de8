"""Reads how a session went on after memories were told in it, and counts each of them as cited or ignored."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from lamina.assemble.judging import judged
from lamina.capture.readers import READERS
from lamina.capture.sources import NoTranscript, sources_of
from lamina.distil.keywords import keywords
from lamina.model.reminders import Told, Verdict
from lamina.model.review import Used
from lamina.model.transcript import Event

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lamina.model.hits import Viewer
    from lamina.model.memory import UseOutcome
    from lamina.ports import Store
    from lamina.words.parts import Parts

OUTCOMES: tuple[UseOutcome, ...] = ("cited", "ignored")
MOST_BYTES = 8 << 20
"""Of a transcript that are read: what came of a memory shows soon."""


class _After(NamedTuple):
    """What the agent said, what it called tools with, and the files that these touched."""

    said: str
    did: str
    touched: tuple[str, ...]


def judge(parts: Parts, viewer: Viewer, ids: Sequence[str], transcript: str, since: int, said: str) -> list[Used]:
    """Nothing is counted where the agent has said nothing yet, and nothing for what was forgotten meanwhile."""
    store = parts.store
    found = verdicts(store, viewer, ids, transcript, since, said)
    now = parts.clock()
    with store.batch():
        for outcome in OUTCOMES:
            keys = [(one.project, one.id) for one in found if one.outcome == outcome]
            if keys:
                store.count_use(viewer, keys, outcome, now)
    return [Used(one.id, *one.usage[:4]) for one in store.items(viewer, [one.id for one in found])]


def verdicts(store: Store, viewer: Viewer, ids: Sequence[str], transcript: str, since: int, said: str) -> list[Verdict]:
    """What came of each, by what the agent said and did after that; changes nothing."""
    items = {one.id: one for one in store.items(viewer, list(dict.fromkeys(ids)))}
    after = _after(transcript, since) if items else _After("", "", ())
    after = after._replace(said=f"{after.said}\n{said}".strip())
    if not items or not (after.said or after.did):
        return []
    told = [Told(one.id, one.files, one.keywords or keywords([one.lengths.full])) for one in items.values()]
    return [Verdict(items[id_].place.project, id_, outcome) for id_, outcome in judged(told, *after).items()]


def _after(transcript: str, since: int) -> _After:
    source = sources_of([transcript])[0] if os.path.isfile(transcript) else None
    if source is None or isinstance(source, NoTranscript):
        return _After("", "", ())
    with open(source.path, "rb") as opened:
        size = os.fstat(opened.fileno()).st_size
        start = max(0, min(since, size), size - MOST_BYTES)
        if start:
            opened.seek(start - 1)
            opened.readline()  # to the end of the line in which it was told
            start = opened.tell()
        opened.seek(0)
        return _summed(one for one in READERS[source.agent](opened, start) if isinstance(one, Event))


def _summed(events: Iterable[Event]) -> _After:
    said, did, touched = [], [], []
    for one in events:
        if one.role == "assistant" and one.sort == "said":
            said.append(one.text)
        elif one.role == "tool":
            did.append(one.target)
            touched += [one.target, *one.files]
    return _After("\n".join(said), "\n".join(did), tuple(touched))
