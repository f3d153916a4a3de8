"""Approved memories in the instruction files that agents read: CLAUDE.md, AGENTS.md, and a person's own."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from lamina.adapters import managed_block
from lamina.adapters.atomic_files import Backups, content_of, digest, locked, remove_leftovers, replace
from lamina.adapters.file_diff import unified
from lamina.adapters.imported_files import imported
from lamina.adapters.managed_block import Budget
from lamina.errors import BadInput, Conflict, Unavailable
from lamina.model.targets import (
    TARGETS,
    Availability,
    BlockRead,
    Carried,
    Edit,
    Entry,
    Intent,
    Outcome,
    Planned,
    Settled,
    Unchanged,
    Unwritable,
    Writable,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from datetime import datetime

_IMPORTING = ("CLAUDE.md", "CLAUDE.local.md")
"""Files in which `@path` means that the other file is read too."""
_LOCAL = "CLAUDE.local.md"


class CoreFiles:
    """The targets of one project and one person."""

    def __init__(self, project: str, *, home: str, lamina_home: str, budget: Budget | None = None) -> None:
        self._project = os.path.realpath(project)
        self._home = os.path.realpath(home)
        self._budget = budget or Budget()
        self._backups = Backups(os.path.join(lamina_home, "backups", "core_files"))

    def available(self, target: str) -> Availability:
        """Whether a target can be written now, and why not."""
        path = self._named(target)
        why = self._obstacle(target, path)
        if why:
            return Unwritable(target, path, why)
        real = os.path.realpath(path)
        return Writable(target, real, os.path.exists(real))

    def present(self) -> tuple[str, ...]:
        """The targets with a name whose files exist."""
        return tuple(one for one in TARGETS if os.path.isfile(self._named(one)))

    def read(self, target: str) -> BlockRead:
        """What the block of a target says now. Raises Unavailable where it cannot be told."""
        return managed_block.read(self._block(target))

    def edits(self, target: str, written: Iterable[Entry]) -> tuple[Edit, ...]:
        """What a person has done, in the file, to the entries that were written there."""
        return managed_block.edits(self._block(target), written)

    def plan(
        self,
        targets: Sequence[str],
        added: Sequence[Entry] = (),
        refreshed: Sequence[Entry] = (),
        removed: Collection[str] = (),
    ) -> list[Outcome]:
        """What each target would become. Changes nothing; what one target cannot do does not stop another."""
        places = {target: self.available(target) for target in dict.fromkeys(targets)}
        outcomes: dict[str, Outcome] = {}
        for target, place in places.items():
            if isinstance(place, Unwritable):
                outcomes[target] = place
                continue
            carried = self._carried(place, places, outcomes, added)
            if carried and (not (refreshed or removed) or _path_of(places, carried.by) == place.path):
                outcomes[target] = carried
                continue
            planned = self._planned(place, () if carried else added, refreshed, removed)
            outcomes[target] = carried if carried and isinstance(planned, Unchanged) else planned
        return list(outcomes.values())

    def write(self, intent: Intent, now: datetime) -> None:
        """Makes a planned change; a second time nothing happens. Raises Conflict when the file has changed since."""
        with locked(intent.path):
            content = content_of(intent.path)
            if digest(content) == intent.after:
                return
            if digest(content) != intent.before or os.path.realpath(intent.path) != intent.path:
                raise Conflict(f"{intent.path} was changed since.", "Nothing was written; look at it and try again.")
            after = managed_block.with_block(content, intent.block_after)
            if digest(after) != intent.after:
                raise Conflict(f"The change of {intent.path} was planned by another version.", "Plan it again.")
            if content is not None:
                self._backups.keep(intent.path, content, now)
            replace(intent.path, content, after)

    def settle(self, intent: Intent) -> Settled:
        """After a crash: whether the change was made. Removes what the crash may have left beside the file."""
        if not os.path.isdir(os.path.dirname(intent.path)):
            return "changed"
        with locked(intent.path):
            remove_leftovers(intent.path)
            found = digest(content_of(intent.path))
        return "after" if found == intent.after else "before" if found == intent.before else "changed"

    def compensation(self, intent: Intent) -> Intent:
        """The change that undoes one. Raises Conflict when the block has changed since; the rest may."""
        content = content_of(intent.path)
        block = managed_block.block_in(content)
        if block not in (intent.block_after, intent.block_before):
            raise Conflict(
                f"The block in {intent.path} has changed since.", "Edit it there, or undo what came after first."
            )
        after = managed_block.with_block(content, intent.block_before)
        return _intent(intent.target, intent.path, content, after)

    def backups(self, target: str) -> list[str]:
        """Copies of what the target's file was before each of the last changes, oldest first."""
        return self._backups.of(os.path.realpath(self._named(target)))

    def purge_backups(self, ids: Collection[str]) -> int:
        """Removes every copy in which one of these memories stands; returns how many went."""
        gone = 0
        for copy in self._backups.all():
            try:
                block = managed_block.block_in(content_of(copy))
            except Unavailable:
                block = ""
            if any(one.id in ids for one in managed_block.read(block).entries):
                os.unlink(copy)
                gone += 1
        return gone

    def local_is_ignored(self) -> bool:
        """Whether git leaves CLAUDE.local.md out of commits, as far as plain patterns tell; in doubt, no."""
        if not os.path.exists(os.path.join(self._project, ".git")):
            return True
        git = os.path.join(self._project, ".git", "info", "exclude")
        everywhere = os.path.join(self._home, ".config", "git", "ignore")
        lines = [
            line.strip()
            for path in (os.path.join(self._project, ".gitignore"), git, everywhere)
            for line in _text(path).splitlines()
        ]
        if any(line.startswith("!") for line in lines):
            return False
        patterns = {_LOCAL, f"/{_LOCAL}", f"**/{_LOCAL}", "*.local.md", "*.local.*", "**/*.local.md"}
        return any(line in patterns for line in lines)

    def _named(self, target: str) -> str:
        """Where a target is, links not followed."""
        if target == "user_claude_md":
            return os.path.join(self._home, ".claude", "CLAUDE.md")
        if target == "claude_md":
            paths = [os.path.join(self._project, *at) for at in (("CLAUDE.md",), (".claude", "CLAUDE.md"))]
            return next((one for one in paths if os.path.lexists(one)), paths[0])
        if target in ("agents_md", "local_claude_md"):
            return os.path.join(self._project, _LOCAL if target == "local_claude_md" else "AGENTS.md")
        if not target.endswith((".md", ".mdc")) or "\0" in target:
            raise BadInput(f"There is no target {target!r}.", f"Use {', '.join(TARGETS)}, or the path of a .md file.")
        return os.path.normpath(os.path.join(self._project, os.path.expanduser(target)))

    def _obstacle(self, target: str, path: str) -> str:
        """Why a target cannot be written; empty: it can."""
        root = self._home if target == "user_claude_md" else self._project
        if target not in TARGETS and not _inside(self._shown(path), self._project):
            return f"{path} is outside of the project."
        real = os.path.realpath(path)
        if not _inside(real, root) or _inside(real, os.path.join(root, ".git")):
            where = "your home" if root == self._home else "the project"
            return f"{path} leads out of {where}, to {real}."
        return _unwritable(path, real) or _unreadable(path)

    def _shown(self, path: str) -> str:
        """A path given from the root of the disk may go through another name of the project."""
        return os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))

    def _block(self, target: str) -> str:
        return managed_block.block_in(content_of(self._named(target)))

    def _planned(
        self, place: Writable, added: Sequence[Entry], refreshed: Sequence[Entry], removed: Collection[str]
    ) -> Planned | Unchanged:
        content = content_of(place.path)
        block = managed_block.without(managed_block.block_in(content), removed)
        end = managed_block.end_in(content)
        block, refused = managed_block.merged(block, added, refreshed, budget=self._budget, end=end)
        after = managed_block.with_block(content, block)
        if after == content:
            return Unchanged(place.target, place.path, refused)
        diff = unified(place.path, content, after)
        return Planned(place.target, place.path, _intent(place.target, place.path, content, after), diff, refused)

    def _carried(
        self,
        place: Writable,
        places: Mapping[str, Availability],
        outcomes: Mapping[str, Outcome],
        added: Sequence[Entry],
    ) -> Carried | None:
        """Whether the readers of this target get the entries from another file."""
        for done, outcome in outcomes.items():
            if not isinstance(outcome, Unwritable | Carried) and outcome.path == place.path:
                return Carried(place.target, done, "Both names lead to the same file.")
        name = os.path.basename(self._named(place.target))
        if name not in _IMPORTING or not added:
            return None
        along = imported(place.path, self._home)
        for other, found in places.items():
            carries = isinstance(found, Writable) and found.path in along
            if carries and not isinstance(outcomes.get(other), Carried):
                return Carried(place.target, other, f"{name} imports {os.path.basename(found.path)}.")
        ids = {one.id for one in added}
        for path in along:
            if ids <= _ids_in(path):
                return Carried(place.target, path, f"{name} imports {os.path.basename(path)}, which says it already.")
        return None


def root_of(folder: str) -> str:
    """The folder of the project that a folder belongs to: where git's folder is, else the folder itself."""
    at = os.path.realpath(folder)
    while not os.path.exists(os.path.join(at, ".git")):
        if os.path.dirname(at) == at:
            return os.path.realpath(folder)
        at = os.path.dirname(at)
    return at


def _intent(target: str, path: str, content: bytes | None, after: bytes | None) -> Intent:
    blocks = managed_block.block_in(content), managed_block.block_in(after)
    return Intent(target, path, digest(content), digest(after), *blocks)


def _path_of(places: Mapping[str, Availability], target: str) -> str:
    return places[target].path if target in places else ""


def _inside(path: str, folder: str) -> bool:
    return path.startswith(os.path.join(folder, ""))


def _unwritable(path: str, real: str) -> str:
    folder = os.path.dirname(real)
    try:
        found = os.stat(path)
    except FileNotFoundError:
        if not os.path.isdir(folder):
            return f"There is no folder {folder}."
    except OSError as error:
        return f"{path} cannot be looked at: {error.strerror}."
    else:
        if stat.S_ISDIR(found.st_mode):
            return f"{path} is a folder."
        if not stat.S_ISREG(found.st_mode):
            return f"{path} is not a file."
        if not found.st_mode & 0o222 or not os.access(real, os.W_OK):
            return f"{path} is read-only."
        if found.st_nlink > 1:
            return f"{path} has a second name (a hard link), which would be left behind; make it a symbolic link."
    return "" if os.access(folder, os.W_OK | os.X_OK) else f"Nothing can be written into the folder {folder}."


def _unreadable(path: str) -> str:
    try:
        managed_block.block_in(content_of(path))
    except Unavailable as error:
        return f"{path}: {error}"
    return ""


def _ids_in(path: str) -> set[str]:
    try:
        return {one.id for one in managed_block.read(managed_block.block_in(content_of(path))).entries}
    except Unavailable:
        return set()


def _text(path: str) -> str:
    try:
        return (content_of(path) or b"").decode("utf-8", "replace")
    except Unavailable:  # a folder of that name, or one that may not be read
        return ""
