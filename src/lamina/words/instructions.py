"""Memories in a person's instruction files: into them with a preview, out of them again, and nothing half done.

An intent is kept before a file is written, and the memory changes after: whoever comes next finishes what a crash left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.consolidate.promotion import NotYet
from lamina.consolidate.promotion import to_core as judge_core
from lamina.errors import Conflict, LaminaError, Unavailable
from lamina.model.ids import new_id
from lamina.model.review import CoreChange, JournalEntry
from lamina.model.targets import Carried, Deleted, Entry, Planned, Unchanged, Unwritable, default_targets
from lamina.ports import Change, NotedIntent
from lamina.words.policy import policy_of
from lamina.words.vectors import with_vectors

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lamina.model.hits import Viewer
    from lamina.model.memory import MemoryItem, Trust
    from lamina.model.review import Action
    from lamina.model.targets import Outcome
    from lamina.ports import InstructionFiles
    from lamina.words.parts import Parts
    from lamina.words.writing import Writer


class Instructions:
    """The core level, and the files in which it stands."""

    def __init__(self, parts: Parts, here: Callable[[], Viewer], writer: Callable[[], Writer]) -> None:
        self._parts = parts
        self._here = here
        self._writer = writer
        self._files: InstructionFiles = parts.instructions()

    def promote(self, item: MemoryItem, targets: Sequence[str], *, dry_run: bool) -> CoreChange:
        """From long-term to core, or a core memory into further files. Raises Conflict with the reason."""
        now = self._parts.clock()
        if item.trust.level != "core":
            verdict = judge_core(item, policy_of(self._parts.settings), now=now)
            if isinstance(verdict, NotYet):
                hint = (
                    "`lamina promotable` shows what waits." if item.trust.approved_core_at else "`lamina approve` it."
                )
                raise Conflict(f"{item.id} cannot go to core: {verdict.why}.", hint)
        chosen = tuple(targets) or item.trust.core_targets or self._default(item)
        outcomes = self._files.plan(chosen, [_entry(item)], [_entry(one) for one in self._standing(chosen)])
        if dry_run:
            return CoreChange(item, tuple(outcomes), dry_run=True)
        entry = new_id(now)
        written, failed = self._written("promote", item, outcomes, entry)
        reached = tuple(dict.fromkeys((*item.trust.core_targets, *_reached(written))))
        if not reached:
            raise Unavailable(f"{item.id} could not be written: {_told(failed)}", "Mend that and repeat.")
        trust = item.trust._replace(
            level="core", promoted_core_at=item.trust.promoted_core_at or now, core_targets=reached
        )
        return CoreChange(self._saved("promote", item, trust, entry), (*written, *failed), dry_run=False)

    def demote(self, item: MemoryItem, *, dry_run: bool) -> CoreChange:
        """Out of every file, and back to long-term, where it needs a new approval."""
        outcomes = self._files.plan(item.trust.core_targets, removed={item.id})
        if dry_run:
            return CoreChange(item, tuple(outcomes), dry_run=True)
        entry = new_id(self._parts.clock())
        written, failed = self._written("demote", item, outcomes, entry)
        if failed and not written:
            raise Unavailable(f"{item.id} could not be removed: {_told(failed)}", "Mend that and repeat.")
        trust = _without(item.trust, set(_reached(written)))
        return CoreChange(self._saved("demote", item, trust, entry), (*written, *failed), dry_run=False)

    def honour(self) -> list[MemoryItem]:
        """What a person did inside of a block is their word: reworded entries are edited, deleted ones demoted."""
        changed = []
        for target in self._targets_in_use():
            for edit in self._files.edits(target, [_entry(one) for one in self._standing((target,))]):
                [item] = self._parts.store.items(self._here(), [edit.id])
                if isinstance(edit, Deleted):
                    trust = _without(item.trust, {target})
                    changed.append(self._saved("demote", item, trust, new_id(self._parts.clock())))
                else:
                    changed.append(self._writer().edit(item, edit.text))
        return changed

    def settle(self) -> None:
        """Finishes or drops what a crash left between a file and the store."""
        for noted in self._parts.store.intents(self._here()):
            state = self._files.settle(noted.intent)
            if noted.action == "undo" and state == "before":
                self._files.write(noted.intent, self._parts.clock())
                state = "after"
            items = self._parts.store.items(self._here(), [noted.item])
            if state == "after" and items:
                if noted.action != "undo":
                    self._complete(noted, items[0])
                self._parts.store.finish_intents([noted])
            else:
                self._parts.store.drop_intents([noted])

    def compensations(self, entry: str) -> list[NotedIntent]:
        """What undoing an entry does to files, kept before it is done. Raises Conflict when a block changed since."""
        done = self._parts.store.intents(self._here(), entry)
        found = [
            one._replace(entry=f"undo {entry}", action="undo", intent=self._files.compensation(one.intent))
            for one in done
        ]
        self._parts.store.note_intents(found)
        return found

    def finish(self, noted: Sequence[NotedIntent]) -> None:
        """Writes what was kept."""
        for one in noted:
            self._files.write(one.intent, self._parts.clock())
        self._parts.store.drop_intents(noted)

    def _complete(self, noted: NotedIntent, item: MemoryItem) -> None:
        target = noted.intent.target
        if noted.action == "promote" and target not in item.trust.core_targets:
            trust = item.trust._replace(
                level="core",
                core_targets=(*item.trust.core_targets, target),
                promoted_core_at=item.trust.promoted_core_at or self._parts.clock(),
            )
            self._saved("promote", item, trust, noted.entry)
        elif noted.action == "demote" and target in item.trust.core_targets:
            trust = _without(item.trust, {target})
            self._saved("demote", item, trust, noted.entry)

    def _written(
        self, action: Action, item: MemoryItem, outcomes: Sequence[Outcome], entry: str
    ) -> tuple[list[Outcome], list[Outcome]]:
        """What was done and what was not; each file by itself, so that a retry completes the rest."""
        done: list[Outcome] = []
        failed: list[Outcome] = []
        for outcome in outcomes:
            if isinstance(outcome, Unwritable):
                failed.append(outcome)
            elif isinstance(outcome, Planned | Unchanged) and any(one.id == item.id for one in outcome.refused):
                why = next(one.why for one in outcome.refused if one.id == item.id)
                failed.append(Unwritable(outcome.target, outcome.path, why))
            elif isinstance(outcome, Planned):
                problem = self._write(action, item, outcome, entry)
                (failed if problem else done).append(problem or outcome)
            else:
                done.append(outcome)
        return done, failed

    def _write(self, action: Action, item: MemoryItem, planned: Planned, entry: str) -> Unwritable | None:
        user, project = self._here().user, item.place.project
        noted = NotedIntent(entry, project, user, item.id, action, planned.intent)  # type: ignore[arg-type]
        self._parts.store.note_intents([noted])
        try:
            self._files.write(planned.intent, self._parts.clock())
        except (LaminaError, OSError) as problem:
            self._parts.store.drop_intents([noted])
            return Unwritable(planned.target, planned.path, str(problem))
        return None

    def _saved(self, action: Action, item: MemoryItem, trust: Trust, entry: str) -> MemoryItem:
        after = item._replace(trust=trust)
        viewer, now = self._here(), self._parts.clock()
        with self._parts.store.batch():
            if after != item:
                after = after._replace(version=item.version + 1)
                journal = JournalEntry(entry, now, action, viewer.user, item.id, project=viewer.projects[0])
                self._parts.store.apply(Change(journal, with_vectors([after], self._parts.embedder)))
            noted = [one for one in self._parts.store.intents(viewer) if one.entry == entry]
            self._parts.store.finish_intents(noted)
        return after

    def _standing(self, targets: Sequence[str]) -> list[MemoryItem]:
        core = self._parts.store.at_level(self._here(), "core")
        return [one for one in core if set(one.trust.core_targets) & set(targets)]

    def _targets_in_use(self) -> list[str]:
        core = self._parts.store.at_level(self._here(), "core")
        return list(dict.fromkeys(target for one in core for target in one.trust.core_targets))

    def _default(self, item: MemoryItem) -> tuple[str, ...]:
        return default_targets(item, self._files.present(), local_is_ignored=self._files.local_is_ignored())


def _entry(item: MemoryItem) -> Entry:
    return Entry(item.id, item.lengths.full, item.count, item.first_seen.date(), item.last_seen.date())


def _without(trust: Trust, targets: set[str]) -> Trust:
    """What no file says any more is long-term again, and needs a new approval."""
    left = tuple(one for one in trust.core_targets if one not in targets)
    if left:
        return trust._replace(core_targets=left)
    return trust._replace(level="long_term", core_targets=(), approved_core_at=None, promoted_core_at=None)


def _reached(outcomes: Sequence[Outcome]) -> list[str]:
    return [one.target for one in outcomes if isinstance(one, Planned | Unchanged | Carried)]


def _told(failed: Sequence[Outcome]) -> str:
    return " ".join(f"{one.target}: {one.why}" for one in failed if isinstance(one, Unwritable))
