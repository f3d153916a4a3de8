"""Which transcripts there are: in the places where agents keep them, and among files that a person names."""

from __future__ import annotations

import os
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, NamedTuple

from lamina.capture.recognise import FIRST, reason, recognise

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence


class Source(NamedTuple):
    """A transcript, and the agent that writes it."""

    path: str
    agent: str


class NoTranscript(NamedTuple):
    """A file or folder in which no reader finds anything, and why."""

    path: str
    why: str


class Place(NamedTuple):
    """Where an agent keeps its transcripts; `**` in a pattern stands for any folders, or none."""

    agent: str
    folder: str
    pattern: str


def default_places(home: str, environment: Mapping[str, str] | None = None) -> list[Place]:
    """Where every agent we read keeps its transcripts. Subagents of Claude Code have files of their own below."""
    told = environment or {}
    claude = told.get("CLAUDE_CONFIG_DIR") or os.path.join(home, ".claude")
    codex = told.get("CODEX_HOME") or os.path.join(home, ".codex")
    gemini = os.path.join(told.get("GEMINI_CLI_HOME") or home, ".gemini")
    copilot = os.path.join(told.get("COPILOT_HOME") or os.path.join(home, ".copilot"), "session-state")
    return [
        Place("claude-code", os.path.join(claude, "projects"), "**/*.jsonl"),
        Place("codex", os.path.join(codex, "sessions"), "**/rollout-*.jsonl"),
        Place("gemini", os.path.join(gemini, "tmp"), "*/chats/*.json"),
        Place("copilot", copilot, "*.jsonl"),
        Place("copilot", copilot, "*/events.jsonl"),  # beside it lie files that the agent made
    ]


def discover(home: str, environment: Mapping[str, str]) -> list[Source]:
    """Every transcript in the default places, sorted by path."""
    found = {
        path: Source(path, place.agent)
        for place in default_places(home, environment)
        for path in _files_below(place.folder)
        if _fits(os.path.relpath(path, place.folder).split(os.sep), place.pattern.split("/"))
    }
    return [found[path] for path in sorted(found)]


def sources_of(paths: Iterable[str]) -> list[Source | NoTranscript]:
    """Files and folders that a person names, each file recognised by what is in it, in the order given."""
    found: dict[str, Source | NoTranscript] = {}
    for path in paths:
        for one in _in_folder(path) if os.path.isdir(path) else [_looked_at(path)]:
            key = os.path.realpath(one.path) if isinstance(one, Source) else one.path
            found.setdefault(key, one)
    return list(found.values())


def _in_folder(folder: str) -> list[Source | NoTranscript]:
    """Only what may be a transcript is looked at: the rest of a folder needs no excuse."""
    files = [path for path in _files_below(folder) if path.endswith((".jsonl", ".json"))]
    found = [_looked_at(path) for path in sorted(files)]
    return found or [NoTranscript(folder, "has no .jsonl or .json files, or may not be opened")]


def _looked_at(path: str) -> Source | NoTranscript:
    if os.path.exists(path) and not os.path.isfile(path):
        return NoTranscript(path, "is not a file")  # opening a pipe would wait for ever
    try:
        with open(path, "rb") as opened:
            first = opened.read(FIRST)
    except OSError as error:
        return NoTranscript(path, f"cannot be opened: {error.strerror or error}")
    except ValueError:
        return NoTranscript(path, "cannot be opened: no file has such a name")
    agent = recognise(first)
    return Source(path, agent) if agent else NoTranscript(path, reason(first))


def _files_below(folder: str) -> Iterator[str]:
    """Links are followed, each folder is entered once, and what may not be opened is passed over."""
    entered = set()
    for here, folders, files in os.walk(folder, followlinks=True):
        real = os.path.realpath(here)
        if real in entered:
            folders.clear()
            continue
        entered.add(real)
        folders.sort()
        yield from (path for name in files if os.path.isfile(path := os.path.join(here, name)))


def _fits(parts: Sequence[str], pattern: Sequence[str]) -> bool:
    if not pattern or not parts:
        return not pattern and not parts
    if pattern[0] == "**":
        return _fits(parts, pattern[1:]) or _fits(parts[1:], pattern)
    return fnmatchcase(parts[0], pattern[0]) and _fits(parts[1:], pattern[1:])
