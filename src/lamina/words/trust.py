"""The ladder of trust: what waits, what a person decides, and one run of the promotion engine."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from lamina.consolidate.promotion import NotYet, Promote, offered_for_core, plan_run, said_outright
from lamina.consolidate.promotion import to_core as judge_core
from lamina.consolidate.promotion import to_long_term as judge_long_term
from lamina.errors import BadInput, Conflict, Unavailable
from lamina.model.consolidation import Archive
from lamina.model.ids import new_id
from lamina.model.memory import PERMANENT_KINDS, Trust
from lamina.model.review import BY_ITSELF, JournalEntry, PromotionRun, Waiting
from lamina.ports import Change, Saved
from lamina.words.policy import policy_of
from lamina.words.staleness import told_with_waiting

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from lamina.model.hits import Viewer
    from lamina.model.memory import MemoryItem
    from lamina.model.review import Action
    from lamina.words.parts import Parts


class Ladder:
    """Judges with the policy that the settings give, and writes one journal entry per word."""

    def __init__(self, parts: Parts, here: Callable[[], Viewer]) -> None:
        self._parts = parts
        self._here = here

    def pending(self) -> list[Waiting]:
        """What waits for a person, most often seen first, each with what it lacks."""
        policy, now = policy_of(self._parts.settings), self._parts.clock()
        items = self._at("pending")
        waiting = [Waiting(item, judge_long_term(item, policy, now=now).why, said_outright(item)) for item in items]
        return self._told(sorted(waiting, key=lambda one: (-one.item.count, -one.item.importance, one.item.id)))

    def long_term(self) -> list[MemoryItem]:
        """What has risen, last updated first."""
        return sorted(self._at("long_term"), key=lambda one: (one.last_seen, one.id), reverse=True)

    def promotable(self) -> list[Waiting]:
        """What may go to core: it lacks at most an approval. Most often seen first."""
        policy, now = policy_of(self._parts.settings), self._parts.clock()
        risen = self._at("long_term")
        said = [_risen(item, now) for item in self._at("pending") if said_outright(item)]
        offered = offered_for_core([*risen, *said], policy, now=now)
        return self._told(
            [Waiting(item, judge_core(item, policy, now=now).why, said_outright(item)) for item in offered]
        )

    def approve(self, item: MemoryItem) -> Waiting:
        """A person's yes to the next step. It rises at once where nothing else is missing."""
        policy, now = policy_of(self._parts.settings), self._parts.clock()
        _permanent(item)
        if item.trust.denied_at:
            raise Conflict(f"{item.id} was denied.", "`lamina undo` takes the denial back.")
        if item.trust.level == "core":
            return Waiting(item, "It is core already", said_outright(item))
        trust, outright = item.trust, said_outright(item)
        if trust.level == "pending":
            trust = trust._replace(approved_long_term_at=trust.approved_long_term_at or now)
        if trust.level == "long_term" or outright:  # what was said outright needs one approval, not two
            trust = trust._replace(approved_core_at=trust.approved_core_at or now)
        approved = item._replace(trust=trust)
        verdict = judge_long_term(approved, policy, now=now)
        if trust.level == "pending" and not isinstance(verdict, NotYet):
            approved = _risen(approved, now)
        if approved.trust.level == "long_term":
            verdict = judge_core(approved, policy, now=now)
        return self._told([Waiting(self._save("approve", item, approved), verdict.why, outright)])[0]

    def deny(self, item: MemoryItem) -> MemoryItem:
        """A person's no: it is never shown or proposed again."""
        _permanent(item)
        if item.trust.level == "core":
            raise Conflict(f"{item.id} is in {', '.join(item.trust.core_targets)}.", "`lamina demote` it first.")
        if item.trust.denied_at:
            return item
        return self._save("deny", item, item._replace(trust=item.trust._replace(denied_at=self._parts.clock())))

    def rise(self, item: MemoryItem, *, dry_run: bool = False) -> MemoryItem:
        """From pending to long-term. Raises Conflict with the reason when that may not be."""
        _permanent(item)
        if item.trust.level != "pending":
            return item
        now = self._parts.clock()
        verdict = judge_long_term(item, policy_of(self._parts.settings), now=now)
        if isinstance(verdict, NotYet):
            raise Conflict(f"{item.id} cannot rise: {verdict.why}.", "`lamina pending` shows what each memory lacks.")
        return _risen(item, now) if dry_run else self._save("promote", item, _risen(item, now))

    def sink(self, item: MemoryItem) -> MemoryItem:
        """From long-term back to pending, where it needs a new approval."""
        if item.trust.level == "pending":
            raise Conflict(f"{item.id} is pending already.", "`lamina deny` it if it is wrong.")
        return self._save("demote", item, item._replace(trust=Trust(denied_at=item.trust.denied_at)))

    def run(self, *, by_itself: bool = False) -> PromotionRun:
        """Raises what is ready, archives what is too much or too old, and says so in `status/last_action.json`."""
        policy, now = policy_of(self._parts.settings), self._parts.clock()
        project = self._here().projects[0]
        with self._parts.store.batch():
            self._parts.store.alone(f"promotion {project}")
            pending = {item.id: item for item in self._at("pending")}
            plan = plan_run(list(pending.values()), policy, now=now)
            changed = []
            for step in plan:
                item = pending[step.id]
                risen = _risen(item, now) if isinstance(step, Promote) else item._replace(archived_at=now)
                changed.append(risen._replace(version=item.version + 1))
            promoted = sum(isinstance(step, Promote) for step in plan)
            rotated = sum(isinstance(step, Archive) for step in plan)
            if changed:
                whose = BY_ITSELF if by_itself else ""
                self._apply("promote", changed, f"{whose}{promoted} promoted, {rotated} archived")
        done = PromotionRun(True, promoted, rotated, len(pending) - len(plan), policy.promote_threshold)
        self._tell(done)
        return done

    def _told(self, waiting: Sequence[Waiting]) -> list[Waiting]:
        return told_with_waiting(self._parts, self._here(), waiting)

    def _at(self, level: str) -> list[MemoryItem]:
        return self._parts.store.at_level(self._here(), level)

    def _save(self, action: Action, before: MemoryItem, after: MemoryItem) -> MemoryItem:
        if after == before:
            return before
        after = after._replace(version=before.version + 1)
        self._apply(action, [after], after.id)
        return after

    def _apply(self, action: Action, items: Sequence[MemoryItem], detail: str) -> None:
        viewer, now = self._here(), self._parts.clock()
        entry = JournalEntry(new_id(now), now, action, viewer.user, detail, project=viewer.projects[0])
        self._parts.store.apply(Change(entry, tuple(map(Saved, items))))  # no word changes: the vectors stay

    def _tell(self, done: PromotionRun) -> None:
        folder = os.path.join(self._parts.settings["home"].value, "status")
        told = {"ts": self._parts.clock().timestamp(), "action": "promote_due", "detail": done._asdict()}
        path = os.path.join(folder, "last_action.json")
        try:
            os.makedirs(folder, mode=0o700, exist_ok=True)
            with open(f"{path}.new", "w", encoding="utf-8", opener=lambda p, f: os.open(p, f, 0o600)) as opened:
                json.dump(told, opened)
            os.replace(f"{path}.new", path)
        except OSError as error:
            raise Unavailable(f"{path} cannot be written: {error.strerror}.", "The promotions are done.") from error


def _risen(item: MemoryItem, now: datetime) -> MemoryItem:
    trust = item.trust._replace(level="long_term", promoted_long_term_at=item.trust.promoted_long_term_at or now)
    return item._replace(trust=trust)


def _permanent(item: MemoryItem) -> None:
    if item.kind not in PERMANENT_KINDS:
        raise BadInput(f"{item.id} is {item.kind}: only memories rise.", "`lamina pending` lists them.")
