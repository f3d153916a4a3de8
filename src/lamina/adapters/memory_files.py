"""The files of `.memory/`: found by patterns, read when they are needed, and again only when they have changed."""

from __future__ import annotations

import fnmatch
import os
import stat
import time
from typing import TYPE_CHECKING, NamedTuple

from lamina.errors import BadInput, Unavailable
from lamina.model.layers import DEFAULT_STRATEGY, PREVIOUS_SUMMARY, SPELLINGS, SUMMARY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lamina.model.layers import ContextLayer, Strategy

FOLDER = ".memory"
CONFIG = "config.yaml"
_MOST_CONFIG = 200_000
_KEPT = 4096
_SETTLED_NS = 100_000_000
"""A file that changed this lately may change again without its time showing it: it is not kept."""


class FoundFile(NamedTuple):
    """A file that a pattern names; nothing of it has been read."""

    name: str
    """Its path inside the layer."""
    source: str
    """Its path inside the project."""
    path: str
    """Where its bytes are: links are followed."""
    size: int
    modified_ns: int
    stamp: tuple[int, ...]
    why: str = ""
    """Why it cannot be used."""


class FileText(NamedTuple):
    """What a file says; where it cannot be told, why."""

    content: str
    tokens: int
    why: str = ""


class MemoryFiles:
    """One project's `.memory/` and its CLAUDE.md. Nothing outside of the project's folder is ever read."""

    def __init__(self, root: str, count: Callable[[Sequence[str]], list[int]]) -> None:
        self.root = os.path.realpath(root)
        self.folder = os.path.join(self.root, FOLDER)
        self._within = os.path.join(self.root, "")
        self._count = count
        self._texts: dict[str, tuple[tuple[int, ...], FileText]] = {}
        self._strategy: tuple[tuple[int, ...], Strategy] = ((), DEFAULT_STRATEGY)

    def strategy(self) -> Strategy:
        """What `config.yaml` says; without one, the documented defaults."""
        path = os.path.join(self.folder, CONFIG)
        found = self._looked_at(path, CONFIG, os.path.realpath(path))
        if found is None:
            return DEFAULT_STRATEGY
        if not found.stamp or self._strategy[0] != found.stamp:
            from lamina.adapters.layer_rules import strategy_in  # YAML is slow to load

            self._strategy = (found.stamp, strategy_in(_config_text(found), found.source))
        return self._strategy[1]

    def names(self, layer: ContextLayer) -> list[str]:
        """The sprints, stages or agents that have a folder."""
        folder = os.path.join(self.folder, layer)
        try:
            return sorted(one.name for one in os.scandir(folder) if one.is_dir())
        except OSError:  # nothing there, or nothing that we may see
            return []

    def matching(self, layer: ContextLayer, name: str, pattern: str) -> list[FoundFile]:
        """What a pattern names in a layer: in the folder of that name, else in the one that all of them share."""
        found: dict[str, FoundFile] = {}
        for spelling in _spellings(layer, pattern):
            parts = spelling.split("/")
            for base in self._bases(layer, name, parts):
                for one in self._expanded(base, "", parts):
                    found.setdefault(one.name, one)
        if layer == "stage" and pattern == PREVIOUS_SUMMARY and not found:
            found |= {one.name: one for one in self._last_summary(name)}
        return list(found.values())

    def text(self, file: FoundFile) -> FileText:
        """What a file says, with its exact number of tokens."""
        stamp, kept = self._texts.get(file.path, ((), None))
        if kept is not None and stamp == file.stamp != ():
            return kept
        try:
            content = _decoded(file)
            why = "" if content.strip() else "it is empty"
        except Unavailable as error:
            content, why = "", error.message
        told = FileText("", 0, why) if why else FileText(content, self._count([content])[0])
        if time.time_ns() - file.modified_ns > _SETTLED_NS:
            if len(self._texts) >= _KEPT:
                self._texts.clear()
            self._texts[file.path] = (file.stamp, told)
        return told

    def _bases(self, layer: ContextLayer, name: str, parts: Sequence[str]) -> Iterator[str]:
        whole = os.path.join(self.folder, layer)
        if layer == "project":
            if parts == ["CLAUDE.md"]:
                yield self.root
            yield whole
            return
        if name:
            yield os.path.join(whole, name)
        if len(parts) == 1 or not _is_pattern(
            parts[0]
        ):  # a folder in there may be another sprint's, stage's or agent's
            yield whole

    def _expanded(self, folder: str, inner: str, parts: Sequence[str]) -> Iterator[FoundFile]:
        part, *rest = parts
        real, shown = self._real(folder), inner.rstrip("/") or os.path.basename(folder)
        if not os.path.isdir(folder):
            return
        if not real:
            yield self._refused(folder, shown, "it leads out of the project")
            return
        try:
            names = _named(folder, part)
        except OSError as error:
            yield self._refused(folder, shown, f"it cannot be read: {error.strerror}")
            return
        for name in names:
            path, whole = f"{folder}/{name}", f"{inner}{name}"
            if rest:
                yield from self._expanded(path, f"{whole}/", rest)
            elif found := self._looked_at(path, whole, f"{real}/{name}"):
                yield found

    def _looked_at(self, path: str, name: str, real: str) -> FoundFile | None:
        """`real` is where it is unless it is a link. None: there is nothing, or a folder."""
        try:
            told = os.lstat(path)
            if stat.S_ISLNK(told.st_mode):
                real = os.path.realpath(path)
                told = os.stat(real)
        except FileNotFoundError:
            return self._refused(path, name, "it is a link to nothing") if os.path.islink(path) else None
        except OSError as error:
            return self._refused(path, name, f"it cannot be looked at: {error.strerror}")
        if stat.S_ISDIR(told.st_mode):
            return None
        if not self._inside(real):
            return self._refused(path, name, "it leads out of the project")
        if not stat.S_ISREG(told.st_mode):
            return self._refused(path, name, "it is not a file")
        if not name.isprintable():
            return self._refused(path, name, "its name has characters that cannot be shown")
        return FoundFile(name, self._shown(path), real, told.st_size, told.st_mtime_ns, _stamp(told))

    def _last_summary(self, stage: str) -> Iterator[FoundFile]:
        """The summary of the stage, other than this one, that was completed last."""
        found = [
            one._replace(name=PREVIOUS_SUMMARY)
            for name in self.names("stage")
            if name != stage
            for one in self._expanded(os.path.join(self.folder, "stage", name), "", (SUMMARY,))
        ]
        yield from sorted(found, key=lambda one: (one.modified_ns, one.source))[-1:]

    def _refused(self, path: str, name: str, why: str) -> FoundFile:
        shown = name if name.isprintable() else ascii(name)[1:-1]
        return FoundFile(shown, self._shown(path), path, 0, 0, (), why)

    def _shown(self, path: str) -> str:
        shown = path.removeprefix(self._within)
        return shown if shown.isprintable() else ascii(shown)[1:-1]

    def _real(self, folder: str) -> str:
        """Where a folder is; empty: outside of the project."""
        real = os.path.realpath(folder)
        return real if real == self.root or self._inside(real) else ""

    def _inside(self, real: str) -> bool:
        """In the project, and not in git's own folder, which holds more than the project's files."""
        return real.startswith(self._within) and not f"{real}/".startswith(f"{self._within}.git/")


def _spellings(layer: ContextLayer, pattern: str) -> Iterable[str]:
    yield pattern
    first, slash, rest = pattern.partition("/")
    for pair in SPELLINGS[layer]:
        if first in pair:
            yield (pair[1] if first == pair[0] else pair[0]) + slash + rest


def _named(folder: str, part: str) -> list[str]:
    if not _is_pattern(part):
        return [part]
    return sorted(name for name in fnmatch.filter(os.listdir(folder), part) if name[0] != "." or part[0] == ".")


def _is_pattern(part: str) -> bool:
    return any(one in part for one in "*?[")


def _stamp(told: os.stat_result) -> tuple[int, ...]:
    return told.st_mtime_ns, told.st_ctime_ns, told.st_size, told.st_ino


def _config_text(file: FoundFile) -> str:
    if file.size > _MOST_CONFIG:
        raise BadInput(f"{file.source} has {file.size:,} bytes; {_MOST_CONFIG:,} is the most.", "Mend or remove it.")
    try:
        return _decoded(file)
    except Unavailable as error:
        raise BadInput(f"{file.source} cannot be used: {error.message}.", "Mend or remove it.") from error


def _decoded(file: FoundFile) -> str:
    """Raises Unavailable with the reason, which names no file."""
    if file.why:
        raise Unavailable(file.why)
    try:
        opened = os.open(file.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(opened, "rb") as reading:
            if not stat.S_ISREG(os.fstat(opened).st_mode):  # somebody put a pipe there meanwhile
                raise Unavailable("it is not a file")
            raw = reading.read()
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unavailable(f"it is not text (byte {error.start + 1})") from error
    except OSError as error:
        raise Unavailable(f"it cannot be read: {error.strerror}") from error
    if "\0" in text:
        raise Unavailable("it is not text (it has null bytes)")
    return text
