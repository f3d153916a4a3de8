"""Gathers what prediction needs, by bounded queries: what the last sessions and commits touched, and what is alike."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from lamina.assemble.past import Past
from lamina.assemble.predict import predict_files, predict_memories
from lamina.model.hits import Found
from lamina.model.signals import Remembered
from lamina.model.wire import stamp
from lamina.recall.query import analyse
from lamina.words.staleness import at_home

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.model.hits import Viewer
    from lamina.model.signals import Deed, Match, Prediction, Signals
    from lamina.words.parts import Parts

MOST_SESSIONS = 200
MOST_ABOUT = 40
"""Exchanges about a file at hand whose sessions are looked at."""
MOST_MATCHES = 60
PER_FILE = 12
"""Memories about each likely file."""
ASKED_CHARACTERS = 2000
FILES_FOR_MEMORIES = 12


class _Known(NamedTuple):
    """What was known at a moment; another change, commit or moment makes another one."""

    key: tuple[object, ...]
    past: Past


class Predicting:
    """Predicts for one viewer; keeps what it knows of the past until something has changed."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._known: _Known | None = None

    def predict(self, viewer: Viewer, own: Viewer, signals: Signals, limit: int) -> list[Prediction]:
        """Files and memories, the likeliest first. `own` is the viewer in the project at hand alone."""
        parts = self._parts
        branch, commits = parts.git_work(parts.folder) if at_home(parts, own) else ("", ())
        asked = _completed(signals, branch, self._parts)
        before = stamp(asked.at) if asked.at else ""
        moment = before if signals.at else _END
        past = self._past(own, asked, moment, commits)
        matches: dict[str, list[Match]] = {}
        remembered: list[Remembered] = []
        for signal, text in _searched(asked).items():
            found = self._searched_for(viewer, text, moment)
            matches[signal] = [one for one, kind, _ in found if kind == "exchange"]
            remembered += [Remembered(one.id, kind, one.files, at) for one, kind, at in found]
        files = predict_files(asked, past, matches, max(limit, FILES_FOR_MEMORIES))
        likely = [*asked.files, *(one.id for one in files[:FILES_FOR_MEMORIES])]
        remembered += self._parts.store.about(own, likely, moment, PER_FILE)
        memories = predict_memories(asked, _merged(remembered), files, matches, limit)
        told = self._parts.store.summaries(viewer, [one.id for one in memories])
        shown = [one._replace(text=told.get(one.id, "")) for one in memories]
        return sorted((*files[:limit], *shown), key=lambda one: (-one.confidence, one.kind, one.id))

    def _past(self, own: Viewer, signals: Signals, before: str, commits: Sequence[Deed]) -> Past:
        """The latest sessions and commits; of a file that they do not know, the sessions that did."""
        store = self._parts.store
        changes = tuple(store.last_change(project) for project in own.projects)
        key = (own, changes, before, commits[-1].id if commits else "")
        if self._known is None or self._known.key != key:
            done = [one for one in commits if one.at < before]
            self._known = _Known(key, Past(map(_inside, (*store.deeds(own, before, MOST_SESSIONS), *done))))
        past = self._known.past
        older = {one.id: one for path in signals.files if path not in past.of
                 for one in store.deeds(own, before, MOST_ABOUT, path)}  # fmt: skip
        return Past((*map(_inside, older.values()), *past.deeds)) if older else past

    def _searched_for(self, viewer: Viewer, text: str, before: str) -> list[tuple[Match, str, str]]:
        query = analyse(text[:ASKED_CHARACTERS])
        found = self._parts.store.lexical(viewer, query, MOST_MATCHES) if query.terms else []
        return self._parts.store.matches(viewer, [Found(*one) for one in found], before)


_END = "9999-12-31T00:00:00.000000Z"


def _completed(signals: Signals, branch: str, parts: Parts) -> Signals:
    """The signals with what git and the clock say, and files named as memories name them."""
    return signals._replace(
        file=_named(signals.file, parts.folder),
        opened=tuple(_named(one, parts.folder) for one in signals.opened),
        branch=signals.branch or branch,
        at=signals.at or parts.clock(),
    )


def _named(path: str, folder: str) -> str:
    """A path below the folder at hand, as it is written there."""
    path = path.strip().removeprefix("./")
    return path[len(folder) + 1 :] if folder and path.startswith(folder + os.sep) else path


def _searched(signals: Signals) -> dict[str, str]:
    role = " ".join(filter(None, (signals.activity, signals.agent, signals.sprint, signals.stage)))
    asked = {"text": signals.prompt, "error": signals.error, "role": role}
    return {signal: text for signal, text in asked.items() if text.strip()}


def _inside(deed: Deed) -> Deed:
    """Without files outside of the project: they are nobody's to predict."""
    changed = tuple(one for one in deed.files[: deed.changed] if not one.startswith(("/", "~", "..")))
    read = tuple(one for one in deed.files[deed.changed :] if not one.startswith(("/", "~", "..")))
    return deed._replace(files=(*changed, *read), changed=len(changed))


def _merged(remembered: Sequence[Remembered]) -> list[Remembered]:
    """Each memory once, with every file that any signal knows it to be about."""
    found: dict[str, Remembered] = {}
    for one in remembered:
        known = found.get(one.id, one)
        found[one.id] = known._replace(files=tuple(dict.fromkeys((*known.files, *one.files))))
    return list(found.values())
