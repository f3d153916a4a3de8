"""Gathers what prediction needs, by bounded queries: what the last sessions and commits touched, and what is alike."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from lamina.assemble.clues import clues
from lamina.assemble.messages import Messages
from lamina.assemble.past import Past
from lamina.assemble.predict import odds_of, predict_files, predict_memories
from lamina.assemble.scale import COLD, Scale, learned
from lamina.model.signals import Checkout, Remembered, Signals
from lamina.model.wire import moment, stamp
from lamina.recall.query import analyse
from lamina.words.staleness import at_home

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lamina.model.hits import Found, Viewer
    from lamina.model.signals import Deed, Match, Prediction
    from lamina.words.parts import Parts

    Searched = Mapping[tuple[str, ...], Sequence[Found]]
    """What searches by these terms have found, best first."""

NOTHING: Searched = {}

MOST_SESSIONS, MOST_COMMITS = 200, 300
MOST_ABOUT = 40
"""Exchanges about a file at hand whose sessions are looked at."""
MOST_MATCHES, MOST_MESSAGES = 60, 30
PER_FILE = 12
"""Memories about each likely file."""
ASKED_CHARACTERS = 2000
FILES_FOR_MEMORIES = 12
LESSONS, LEAST_LESSONS = 24, 6
"""From so many of the last sessions it is learned how sure one may be; below the least, nothing is."""
LESSONS_LAST = 10
"""After so many further sessions it is learned again."""
LOOKED_AT = 40
"""Predictions per lesson."""
_END = "9999-12-31T00:00:00.000000Z"


class _Known(NamedTuple):
    """What was known at a moment; another change, commit or moment makes another one."""

    key: tuple[object, ...]
    past: Past


class Predicting:
    """Predicts for one viewer; keeps what it knows of the past until something has changed."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._git_work, self._scales = parts.git_work(), parts.scales()
        self._known: _Known | None = None
        self._messages: tuple[Sequence[Deed], Messages] = ((), Messages(()))

    def predict(self, viewer: Viewer, own: Viewer, signals: Signals, limit: int, *, learn: bool) -> list[Prediction]:
        """Files and memories, the likeliest first. `own` is the viewer in the project at hand alone."""
        found = self.likely(viewer, own, signals, limit, learn=learn)
        told = self._parts.store.summaries(viewer, [one.id for one in found if one.kind == "memory"])
        return [one._replace(text=told.get(one.id, "")) for one in found]

    def likely(
        self,
        viewer: Viewer,
        own: Viewer,
        signals: Signals,
        limit: int,
        heard: Searched = NOTHING,
        *,
        learn: bool,
    ) -> list[Prediction]:
        """The same, without what the memories say."""
        parts = self._parts
        checkout = self._git_work(parts.folder) if at_home(parts, own) else Checkout()
        asked = _completed(signals, checkout.branch, parts)
        before = stamp(signals.at) if signals.at else _END
        past = self._past(own, asked, before, checkout)
        matches = self._said(asked, checkout.commits, before)
        spoken: dict[str, list[Match]] = {}
        remembered: list[Remembered] = []
        for signal, text in _searched(asked).items():
            found = self._alike(viewer, text, before, heard)
            spoken[signal] = [one for one, _, _ in found]
            matches[signal] = [one for one, kind, _ in found if kind == "exchange"]
            remembered += [Remembered(one.id, kind, one.files, at) for one, kind, at in found]
        files = predict_files(
            asked, past, matches, max(limit, FILES_FOR_MEMORIES), self._scale(own, past, checkout, learn=learn)
        )
        likely = [*asked.files, *(one.id for one in files[:FILES_FOR_MEMORIES])]
        remembered += parts.store.about(own, likely, before, PER_FILE)
        memories = predict_memories(asked, _merged(remembered), files, spoken, limit)
        return sorted((*files[:limit], *memories), key=lambda one: (-one.confidence, one.kind, one.id))

    def _past(self, own: Viewer, signals: Signals, before: str, checkout: Checkout) -> Past:
        """The latest sessions and commits; of a file that they do not know, the sessions that did."""
        store = self._parts.store
        changes = tuple(store.last_change(project) for project in own.projects)
        key = (own, changes, before, checkout.commits, checkout.gone)
        if self._known is None or self._known.key != key:
            done = [one for one in checkout.commits if one.at < before][-MOST_COMMITS:]
            sessions = (_still_there(one, checkout.gone) for one in store.deeds(own, before, MOST_SESSIONS))
            self._known = _Known(key, Past(map(_inside, (*sessions, *done))))
        past = self._known.past
        unknown = [path for path in signals.files if path not in past.of]
        older = {one.id: one for path in unknown for one in store.deeds(own, before, MOST_ABOUT, path)}
        return past.with_older(map(_inside, older.values())) if older else past

    def _alike(self, viewer: Viewer, text: str, before: str, heard: Searched = NOTHING) -> list[tuple[Match, str, str]]:
        query = analyse(text[:ASKED_CHARACTERS])
        found = heard.get(query.terms) or (
            self._parts.store.lexical(viewer, query, MOST_MATCHES) if query.terms else []
        )
        return self._parts.store.matches(viewer, found[:MOST_MATCHES], before)

    def _said(self, signals: Signals, commits: Sequence[Deed], before: str) -> dict[str, list[Match]]:
        """The commits that speak of what is asked."""
        if not signals.asked or not commits:
            return {}
        if self._messages[0] is not commits:  # another commit is checked out
            self._messages = (commits, Messages(commits))
        return {"message": self._messages[1].alike(signals.asked[:ASKED_CHARACTERS], before, MOST_MESSAGES)}

    # How sure one may be.

    def _scale(self, own: Viewer, past: Past, checkout: Checkout, *, learn: bool) -> Scale:
        """As kept; learned from the project's own sessions where that is due and there is time."""
        kept = self._scales.read(own.projects[0])
        sessions = [one for one in past.deeds if not one.commit][-LESSONS:]
        due = len(sessions) >= LEAST_LESSONS and (
            kept is None or kept[0] not in {one.id for one in sessions[-LESSONS_LAST:]}
        )
        if due and learn:
            lessons = (self._lesson(own, past, checkout.commits, *one) for one in self._lessons(own, sessions))
            scale = learned([pair for lesson in lessons for pair in lesson])
            self._scales.write(own.projects[0], (sessions[-1].id, *scale))
            return scale
        return Scale(*kept[1:]) if kept else COLD

    def _lessons(self, own: Viewer, sessions: Sequence[Deed]) -> Iterator[tuple[Deed, str, str]]:
        prompts = self._parts.store.opening_prompts(own, [one.id for one in sessions])
        for deed in sessions:
            prompt, at = prompts.get(deed.id, ("", ""))
            if prompt:
                yield deed, prompt, at

    def _lesson(
        self, own: Viewer, past: Past, commits: Sequence[Deed], deed: Deed, prompt: str, at: str
    ) -> list[tuple[float, float]]:
        """What would have been predicted when a session began, and what it then touched."""
        then = Past(one for one in past.deeds if one.at < at)
        signals = Signals(prompt=prompt, branch=deed.branch, at=moment(at))
        matches = self._said(signals, commits, at)
        matches["text"] = [one for one, kind, _ in self._alike(own, signals.asked, at) if kind == "exchange"]
        odds = odds_of(signals, clues(signals, then, matches))
        came = {path: deed.weight(position) for position, path in enumerate(deed.files)}
        best = sorted(odds, key=lambda path: (-odds[path], path))[:LOOKED_AT]
        return [(odds[path], came.get(path, 0.0)) for path in best]


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
    path = path.removeprefix("./")
    return path[len(folder) + 1 :] if folder and path.startswith(folder + os.sep) else path


def _searched(signals: Signals) -> dict[str, str]:
    role = " ".join(filter(None, (signals.activity, signals.agent, signals.sprint, signals.stage)))
    asked = {"text": signals.asked, "error": signals.error, "role": role}
    return {signal: text for signal, text in asked.items() if text.strip()}


def _inside(deed: Deed) -> Deed:
    """Without files outside of the project: they are nobody's to predict."""
    changed = tuple(one for one in deed.files[: deed.changed] if not one.startswith(("/", "~", "..")))
    read = tuple(one for one in deed.files[deed.changed :] if not one.startswith(("/", "~", "..")))
    return deed._replace(files=(*changed, *read), changed=len(changed))


def _still_there(deed: Deed, gone: Mapping[str, str]) -> Deed:
    """Without files that git says were deleted or renamed since: they will not be needed."""
    if not gone.keys() & deed.files:
        return deed
    changed = tuple(one for one in deed.files[: deed.changed] if gone.get(one, "") <= deed.at)
    read = tuple(one for one in deed.files[deed.changed :] if gone.get(one, "") <= deed.at)
    return deed._replace(files=(*changed, *read), changed=len(changed))


def _merged(remembered: Sequence[Remembered]) -> list[Remembered]:
    """Each memory once, with every file that any signal knows it to be about."""
    found: dict[str, Remembered] = {}
    for one in remembered:
        known = found.get(one.id, one)
        found[one.id] = known._replace(files=tuple(dict.fromkeys((*known.files, *one.files))))
    return list(found.values())
