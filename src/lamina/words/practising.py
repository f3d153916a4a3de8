"""Acts speak too: a session that runs npm where the memory says pnpm, and nobody objects, is a sign against it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lamina.consolidate.claims import Claim, claim
from lamina.consolidate.practice import InLine, Silent, acts_of, judged, may_be_shown
from lamina.model.memory import ExchangeFields
from lamina.model.review import Sign
from lamina.words.contradicting import MOST_COMPARED, is_statement

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from lamina.model.hits import Viewer
    from lamina.model.memory import MemoryItem
    from lamina.words.parts import Parts

OBJECTED = "corrected"
"""The outcome of an exchange that the user set right."""


class _Known(NamedTuple):
    """What a memory says, and since when."""

    id: str
    claim: Claim
    since: datetime
    told_in: frozenset[str]
    """Exchanges that gave it: who states a rule need not have kept it until then."""


class Practice:
    """Holds what sessions do against what the memory says; reads the memory again only when it has changed."""

    def __init__(self, parts: Parts, viewer: Viewer) -> None:
        self._parts = parts
        self._viewer = viewer
        self._known: list[_Known] = []
        self._read_at = -1

    def notice(self, exchanges: Sequence[MemoryItem], *, learned: bool) -> None:
        """Inside the batch that saves the exchanges. `learned`: this batch has also changed memories."""
        project = self._viewer.projects[0]
        change = self._parts.store.last_change(project)
        acts = [one for one in exchanges if isinstance(one.fields, ExchangeFields) and one.fields.commands]
        if acts and (learned or change != self._read_at):
            self._known = self._read()
            self._read_at = change
        signs = [sign for one in acts for sign in self._signs(one)]
        if signs:
            self._parts.store.note_signs(signs)

    def settled(self) -> None:
        """What this process has just saved is no news."""
        self._read_at = self._parts.store.last_change(self._viewer.projects[0])

    def _read(self) -> list[_Known]:
        store = self._parts.store
        keys = store.statement_keys(self._viewer, MOST_COMPARED)
        return [
            _Known(
                one.id,
                claim(one.lengths.full),
                one.first_seen,
                frozenset(each.exchange for each in one.evidence if each.exchange),
            )
            for one in store.items_by_key(self._viewer, keys)
            if is_statement(one) and not one.trust.denied_at and may_be_shown(claim(one.lengths.full))
        ]

    def _signs(self, act: MemoryItem) -> list[Sign]:
        assert isinstance(act.fields, ExchangeFields)
        found, acts = [], acts_of(act.fields.commands)
        for known in self._known:
            if known.since >= act.last_seen or act.id in known.told_in:
                continue
            practice = judged(acts, known.claim)
            if isinstance(practice, Silent):
                continue
            if isinstance(practice, InLine):
                found.append(Sign(act.place.project, known.id, act.id, "in line", act.last_seen))
            elif act.fields.outcome != OBJECTED:
                found.append(Sign(act.place.project, known.id, act.id, "against", act.last_seen))
        return found
