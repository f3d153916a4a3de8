"""Which of the agents' transcripts belong to one project: by the folder that each says it worked in."""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING

from lamina.adapters.projects import aliases_of
from lamina.capture.sources import discover

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lamina.capture.sources import Source

_LOOKED_AT = 1 << 16
_CWD = re.compile(rb'"cwd"\s*:\s*("(?:[^"\\]|\\.)*")')


def found(home: str, environment: Mapping[str, str]) -> list[Source]:
    """Every transcript of every agent that works here."""
    return discover(home, environment)


def of_project(sources: list[Source], folder: str) -> list[str]:
    """Those that were written in the project of a folder, in any of its worktrees and subfolders."""
    mine, projects = set(aliases_of(folder)[0]), {}
    paths = []
    for one in sources:
        cwd = _worked_in(one.path)
        if cwd and cwd not in projects:
            projects[cwd] = bool(mine.intersection(aliases_of(cwd)[0])) or _is_below(cwd, folder)
        if (cwd and projects[cwd]) or (one.agent == "gemini" and _gemini_folder(folder) in one.path.split(os.sep)):
            paths.append(one.path)
    return paths


def _worked_in(path: str) -> str:
    try:
        with open(path, "rb") as opened:
            said = _CWD.search(opened.read(_LOOKED_AT))
        return str(json.loads(said[1])) if said else ""
    except (OSError, ValueError):
        return ""


def _is_below(cwd: str, folder: str) -> bool:
    real = os.path.realpath(folder)
    return cwd == real or cwd.startswith(real.rstrip(os.sep) + os.sep)


def _gemini_folder(folder: str) -> str:
    """Gemini names a project's folder by the hash of its path."""
    import hashlib

    return hashlib.sha256(os.path.realpath(folder).encode()).hexdigest()
