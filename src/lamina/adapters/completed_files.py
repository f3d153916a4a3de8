"""What completing a stage or a sprint writes into `.memory/`: whole or not at all, with enough kept to take it back.

A file that a person wrote is theirs: it is written over only when somebody says so.
"""

from __future__ import annotations

import base64
import json
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from lamina.adapters.atomic_files import content_of, digest, locked, replace
from lamina.errors import Conflict, LaminaError, NotFound, Unavailable

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

KEPT = 100
"""How many completions can be taken back."""
_WRITTEN = "written-"
"""How the lists begin of what was written, one for each project."""


class Write(NamedTuple):
    """One file that is about to change; its path is told from the project's folder."""

    path: str
    before: bytes | None
    after: bytes


class CompletedFiles:
    """Writes for one project; what it needs to know later is kept in a folder of Lamina's own."""

    def __init__(self, root: str, home: str) -> None:
        self._root = os.path.realpath(root)
        self._notes = _Notes(home)
        self._list = f"{_WRITTEN}{digest(self._root.encode())[:16]}.json"

    def text(self, path: str) -> str | None:
        """What a file says before it is added to; None: there is none."""
        content = self._content(path)
        try:
            return None if content is None else content.decode("utf-8")
        except UnicodeDecodeError as error:
            raise Conflict(f"{path} is not text (byte {error.start + 1}).", "Mend or move it, then repeat.") from error

    def plan(self, files: Mapping[str, str], *, added_to: Collection[str], replaced: bool) -> list[Write]:
        """Those of the files that would change. Raises Conflict where a person's file would be lost.

        `added_to` are files whose new content holds what was there; with `replaced`, all others may be written over.
        """
        ours = self._notes.read(self._list)
        plan = []
        for path, text in files.items():
            write = Write(path, self._content(path), text.encode())
            if write.before == write.after:
                continue
            lost = write.before is not None and path not in added_to and not replaced
            if lost and ours.get(path) != digest(write.before) and not self._announced(path, digest(write.before)):
                raise Conflict(f"{path} was written by somebody else.", "Move it away, or repeat with --replace.")
            plan.append(write)
        return plan

    def write(self, plan: Sequence[Write], entry: str, item: str) -> None:
        """All of it, or nothing. What was there before is kept first."""
        made = sorted({one for write in plan for one in self._missing(write.path)}, key=len)
        before = [{"path": one.path, "before": _packed(one.before), "after": digest(one.after)} for one in plan]
        self._notes.keep(f"{entry}.json", {"root": self._root, "item": item, "made": made, "files": before})
        done: list[Write] = []
        try:
            for folder in made:
                self._make(folder)
            for one in plan:
                self._replace(one.path, one.before, one.after)
                done.append(one)
        except LaminaError:
            self._back([(one.path, one.after, one.before) for one in done], made)
            self._notes.remove(f"{entry}.json")
            raise
        self._notes.keep(self._list, self._notes.read(self._list) | {one.path: digest(one.after) for one in plan})
        for name in self._notes.records()[:-KEPT]:
            self._notes.remove(name)

    def put_back(self, record: Mapping[str, Any]) -> None:
        """Takes back what was written. Raises Conflict, and changes nothing, when a file was changed since."""
        back = []
        for one in record["files"]:
            now = self._content(one["path"])
            if digest(now) != one["after"]:
                raise Conflict(f"{one['path']} was changed since.", "Keep your change, or restore the file first.")
            back.append((one["path"], now, _unpacked(one["before"])))
        self._back(back, record["made"])

    def _announced(self, path: str, found: str) -> bool:
        """Whether a file is ours although the list does not say so: a killed process wrote it."""
        records = [one for one in map(self._notes.read, self._notes.records()) if one.get("root") == self._root]
        return any(one["path"] == path and one["after"] == found for record in records for one in record["files"])

    def _content(self, path: str) -> bytes | None:
        self._inside(path)
        return content_of(os.path.join(self._root, path))

    def _inside(self, path: str) -> str:
        """Where a file really is. Raises Conflict where it, or a folder on the way to it, is a link."""
        at = self._root
        for part in path.split("/"):
            at = os.path.join(at, part)
            if os.path.islink(at):
                shown = os.path.relpath(at, self._root)
                raise Conflict(
                    f"{shown} is a symbolic link.", "Nothing is written through links: put the folder there."
                )
        return at

    def _missing(self, path: str) -> list[str]:
        folders = path.split("/")[:-1]
        whole = ["/".join(folders[: at + 1]) for at in range(len(folders))]
        return [one for one in whole if not os.path.isdir(os.path.join(self._root, one))]

    def _make(self, folder: str) -> None:
        try:
            os.makedirs(self._inside(folder), exist_ok=True)
        except OSError as error:
            raise Unavailable(f"{folder} cannot be made: {error.strerror}.", "Nothing was changed.") from error

    def _replace(self, path: str, before: bytes | None, after: bytes | None) -> None:
        whole = self._inside(path)
        with locked(whole):
            replace(whole, before, after)

    def _back(self, files: Sequence[tuple[str, bytes | None, bytes | None]], made: Sequence[str]) -> None:
        for path, now, before in files:
            self._replace(path, now, before)
        for folder in reversed(made):
            with suppress(OSError):  # somebody put something there
                os.rmdir(os.path.join(self._root, folder))


def take_back(home: str, entry: str) -> None:
    """Undoes what a completion did to files."""
    notes = _Notes(home)
    record = notes.read(f"{entry}.json")
    if not record:
        raise NotFound(f"Nothing is kept of the files of {entry}.", "They were written elsewhere, or long ago.")
    CompletedFiles(record["root"], home).put_back(record)
    notes.remove(f"{entry}.json")


def forget_kept(home: str, items: Collection[str]) -> None:
    """Removes what is kept of files that these memories tell of."""
    notes = _Notes(home)
    for name in notes.records():
        if notes.read(name).get("item") in items:
            notes.remove(name)


class _Notes:
    """A folder of Lamina's own: what was in files before they were written, and what was written."""

    def __init__(self, home: str) -> None:
        self._folder = os.path.join(home, "completions")

    def records(self) -> list[str]:
        """Oldest first: entries are named by the time they were made."""
        if not os.path.isdir(self._folder):
            return []
        names = os.listdir(self._folder)
        return sorted(one for one in names if one.endswith(".json") and not one.startswith(_WRITTEN))

    def read(self, name: str) -> dict[str, Any]:
        """Empty: there is no such note."""
        content = content_of(os.path.join(self._folder, name))
        try:
            return dict(json.loads(content)) if content else {}
        except ValueError:  # cut off by a crash: worth nothing
            return {}

    def keep(self, name: str, value: Mapping[str, Any]) -> None:
        """Whole or not at all, for its owner only."""
        path = os.path.join(self._folder, name)
        try:
            os.makedirs(self._folder, mode=0o700, exist_ok=True)
            with open(f"{path}.new", "w", encoding="utf-8", opener=lambda p, flags: os.open(p, flags, 0o600)) as opened:
                json.dump(value, opened)
            os.replace(f"{path}.new", path)
        except OSError as error:
            raise Unavailable(f"{path} cannot be written: {error.strerror}.", "Nothing was changed.") from error

    def remove(self, name: str) -> None:
        """Nothing happens where it is gone."""
        with suppress(FileNotFoundError):
            os.unlink(os.path.join(self._folder, name))


def _packed(content: bytes | None) -> str | None:
    return None if content is None else base64.b64encode(content).decode()


def _unpacked(text: str | None) -> bytes | None:
    return None if text is None else base64.b64decode(text)
