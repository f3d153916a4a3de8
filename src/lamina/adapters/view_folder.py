"""A folder that shows a project as files: what we wrote there is kept current, what a person wrote there is theirs.

The manifest lists what we wrote, with hashes. New contents are laid beside the old ones; then one manifest says what
becomes of them, and from that moment on it happens, if need be by the hand of whoever opens the folder next.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import stat
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from lamina.errors import BadInput, Conflict, Unavailable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

MANIFEST = ".lamina-view.json"
SESSIONS = "sessions"
_OURS = re.compile(r"facts\.json|concepts\.json|project\.md|sessions/[^/]+\.(?:l1\.jsonl|l2\.json)")
"""No other path is ever written or removed, whatever a manifest says that came with a folder."""
_NEW = re.compile(r"\..+\.new")


class Noted(msgspec.Struct, frozen=True):
    """What the format has no place for, of a session; `state` tells whether its files are those of its exchanges."""

    id: str
    agent: str = ""
    title: str = ""
    started_at: str = ""
    state: str = ""


class Manifest(msgspec.Struct, frozen=True):
    """What we wrote into a folder."""

    lamina_view: Literal[1] = 1
    project: str = ""
    change: int = -1
    """The last change of the project that the files show."""
    files: dict[str, str] = {}
    """Path → hash."""
    sessions: dict[str, Noted] = {}
    """By the name of their files."""
    entries: dict[str, str] = {}
    """Id → hash of what a file says about one memory: tells a person's edit from a memory that went on elsewhere."""
    pending: dict[str, str] = {}
    """Path → hash of what is about to be replaced or removed; empty where nothing was."""


class Planned(NamedTuple):
    """A view as it should be: contents of files, files that stay as they are, and what the manifest says of it all."""

    manifest: Manifest
    """Without files: they follow from the rest."""
    contents: Mapping[str, bytes]
    kept: frozenset[str]


class FolderView:
    """A folder while we hold its lock."""

    def __init__(self, folder: str, manifest: Manifest | None) -> None:
        self.folder = folder
        self.manifest = manifest or Manifest()
        self.is_ours = manifest is not None

    def holds(self, path: str) -> bool:
        """Whether we wrote this file, and a file is still there."""
        return path in self.manifest.files and os.path.lexists(self._whole(path))

    def edited(self) -> list[str]:
        """Files that are not as we left them."""
        return [path for path, known in self.manifest.files.items() if self._found(path) not in ("", known)]

    def write(self, plan: Planned) -> None:
        """Makes the folder look like the plan. Refuses before it touches anything."""
        files = {path: hashed(content) for path, content in plan.contents.items()}
        files |= {path: self.manifest.files[path] for path in plan.kept}
        touched = {
            *plan.contents,
            *(path for path in self.manifest.files if path not in files and _OURS.fullmatch(path)),
        }
        found = {path: self._found(path) for path in sorted(touched)}
        pending = {path: was for path, was in found.items() if was != files.get(path, "")}
        for path, was in pending.items():
            if was and was != self.manifest.files.get(path):
                raise Conflict(
                    f"{self._whole(path)} was changed or added by someone else.",
                    f"Load it (`lamina load {self.folder} --format memory-keeper`), or move it away.",
                )
        told = msgspec.structs.replace(plan.manifest, files=files, pending=pending)
        if told != self.manifest or not self.is_ours:
            self._lay_out(plan, pending)
            self._put(MANIFEST, told)
            self.finish(told)

    def imported(self, project: str, paths: Iterable[str], entries: Mapping[str, str]) -> None:
        """Notes that these files were read in as they are now: the project that read them may write over them."""
        if self.manifest.project != project:
            return
        files = {path: found for path in paths if (found := self._found(path))}
        told = msgspec.structs.replace(
            self.manifest, files={**self.manifest.files, **files}, entries={**self.manifest.entries, **entries}
        )
        if told != self.manifest:
            with suppress(OSError):  # where we may not write, nobody will write over anything
                self._put(MANIFEST, told)
            self.manifest = told

    def finish(self, told: Manifest) -> None:
        """Does what the manifest announces; what somebody changed since is left to them."""
        for path, was in told.pending.items():
            if not _OURS.fullmatch(path):
                continue
            new, whole = self._new(path), self._whole(path)
            untouched = self._found(path) == was
            if path in told.files and os.path.lexists(new) and untouched:
                os.replace(new, whole)
            elif path not in told.files and was and untouched:
                os.unlink(whole)
        done = msgspec.structs.replace(told, pending={})
        if told.pending:
            self._put(MANIFEST, done)
        self._sweep()
        self.manifest, self.is_ours = done, True

    def _lay_out(self, plan: Planned, pending: Iterable[str]) -> None:
        """Until the manifest tells of them, the new files do not count."""
        if not self.is_ours:
            self._put(MANIFEST, Manifest(project=plan.manifest.project))
        self._sweep()
        for path in pending:
            if path in plan.contents:
                os.makedirs(os.path.dirname(self._whole(path)), mode=0o700, exist_ok=True)
                _write(self._new(path), plan.contents[path])

    def _put(self, path: str, manifest: Manifest) -> None:
        _write(self._new(path), msgspec.json.format(msgspec.json.encode(manifest, order="sorted"), indent=1))
        os.replace(self._new(path), self._whole(path))

    def _whole(self, path: str) -> str:
        return os.path.join(self.folder, path)

    def _new(self, path: str) -> str:
        folder, name = os.path.split(self._whole(path))
        return os.path.join(folder, f".{name}.new")

    def _found(self, path: str) -> str:
        """The hash of what is there; a link is not followed, nor a folder that is one."""
        whole = self._whole(path)
        for one in (os.path.dirname(whole), whole):
            if os.path.islink(one):
                raise Conflict(f"{one} is a symbolic link.", "Views follow none: put a file or a folder in its place.")
        if not os.path.lexists(whole):
            return ""
        if not os.path.isfile(whole):
            raise Conflict(f"{whole} is not a file.", "Move it away.")
        return hashed(_content(whole))

    def _sweep(self) -> None:
        """Removes what a killed writer laid out and did not come to announce."""
        for folder in (self.folder, self._whole(SESSIONS)):
            if os.path.isdir(folder) and not os.path.islink(folder):
                for name in filter(_NEW.fullmatch, os.listdir(folder)):
                    os.unlink(os.path.join(folder, name))


@contextmanager
def writing(folder: str, project: str) -> Iterator[FolderView]:
    """The folder, made where it is missing, for us alone until the block ends."""
    try:
        if os.path.lexists(folder) and not os.path.isdir(folder):
            raise BadInput(f"{folder} is a file.", "Name a folder.")
        os.makedirs(folder, mode=0o700, exist_ok=True)
        with _locked(folder):
            view = _opened(folder)
            if not view.is_ours and (strange := _strangers(folder)):
                raise Conflict(
                    f"{folder} is not empty ({strange[0]}) and was not written by Lamina.", "Name an empty folder."
                )
            if view.manifest.project not in ("", project):
                raise Conflict(f"{folder} shows another project.", "Name another folder.")
            yield view
    except OSError as error:
        where = error.filename or folder
        raise Unavailable(f"{where} cannot be written: {error.strerror}.", "Export again when it can.") from error


@contextmanager
def reading(folder: str) -> Iterator[tuple[FolderView, dict[str, bytes]]]:
    """The folder and the contents of every file that is read; nobody writes to it until the block ends."""
    if not os.path.isdir(folder):
        what = "is a file" if os.path.lexists(folder) else "is not there"
        raise BadInput(f"{folder} {what}.", "Name the folder that holds facts.json.")
    with ExitStack() as held:
        try:
            held.enter_context(_locked(folder))
            view, found = _opened(folder), dict(_contents(folder))
        except OSError as error:
            where = error.filename or folder
            raise BadInput(f"{where} cannot be read: {error.strerror}.", "Nothing was loaded.") from error
        if not found:
            raise BadInput(f"{folder} holds no facts.json, concepts.json or sessions.", "Name the folder that does.")
        yield view, found


def hashed(content: bytes) -> str:
    """The hash by which a file of ours is known."""
    return hashlib.blake2b(content, digest_size=16).hexdigest()


@contextmanager
def _locked(folder: str) -> Iterator[None]:
    """The folder itself is the lock: no further file, and a killed process lets go."""
    held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


def _opened(folder: str) -> FolderView:
    """What somebody began to write is finished first."""
    view = FolderView(os.path.realpath(folder), _manifest(folder))
    if view.manifest.pending:
        view.finish(view.manifest)
    return view


def _strangers(folder: str) -> list[str]:
    return sorted(name for name in os.listdir(folder) if not _NEW.fullmatch(name))


def _contents(folder: str) -> Iterator[tuple[str, bytes]]:
    names = sorted(os.listdir(folder))
    inner = os.path.join(folder, SESSIONS)
    if os.path.islink(inner):
        raise BadInput(f"{inner} is a symbolic link.", "Nothing was loaded; put the folder itself there.")
    if os.path.isdir(inner):
        names += [f"{SESSIONS}/{name}" for name in sorted(os.listdir(inner))]
    for name in names:
        if _OURS.fullmatch(name) and name != "project.md":  # written for people, from what the others hold
            yield name, _content(os.path.join(folder, name))


def _content(path: str) -> bytes:
    """A regular file only: what a link leads to may be anything, and a pipe would wait for ever."""
    if not stat.S_ISREG(os.lstat(path).st_mode):
        raise BadInput(f"{path} is not a regular file.", "Put the file itself there.")
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NOFOLLOW)) as opened:
        return opened.read()


def _write(path: str, content: bytes) -> None:
    with open(path, "wb", opener=lambda name, flags: os.open(name, flags | os.O_NOFOLLOW, 0o600)) as opened:
        opened.write(content)


def _manifest(folder: str) -> Manifest | None:
    path = os.path.join(folder, MANIFEST)
    if not os.path.lexists(path):
        return None
    try:
        return msgspec.json.decode(_content(path), type=Manifest)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{path} cannot be understood ({error}).", "Remove it to load the folder without it.") from error
