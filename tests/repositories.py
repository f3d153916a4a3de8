"""Real git repositories, with commits at the times that a test needs."""

from __future__ import annotations

import os
import subprocess
from datetime import datetime, timedelta
from pathlib import Path

from tests.factories import NOON

_IDENTITY = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "init.defaultBranch=main")
_QUIET = ("-c", "commit.gpgsign=false", "-c", "core.hooksPath=/dev/null", "-c", "protocol.file.allow=always")


class Repository:
    """A folder under git."""

    def __init__(self, folder: Path, *, fresh: bool = True) -> None:
        self.folder = folder
        if fresh:
            folder.mkdir(parents=True)
            self.git("init")

    def git(self, *words: str, at: datetime = NOON) -> str:
        """Runs git in the folder; a commit is made at that time."""
        when = at.isoformat()
        environment = {**os.environ, "GIT_COMMITTER_DATE": when, "GIT_AUTHOR_DATE": when}
        done = subprocess.run(
            ["git", *_IDENTITY, *_QUIET, *words],
            cwd=self.folder,
            env=environment,
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout.strip()

    def commit(self, *paths: str, days: float = 0, text: str = "", message: str = "", author: str = "") -> str:
        """Changes these files and commits them that many days after noon; returns the commit's id as it is shown."""
        at = NOON + timedelta(days=days)
        for path in paths:
            file = self.folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text or f"{path} as of {at}\n" * 9)
        return self.saved(at, message, author)

    def saved(self, at: datetime, message: str = "", author: str = "") -> str:
        """Commits whatever changed."""
        self.git("add", "--all")
        by = ["--author", author] if author else []
        self.git("commit", "--allow-empty", *by, "-m", message or f"as of {at}", at=at)
        return self.git("rev-parse", "HEAD")[:7]

    def removed(self, path: str, *, days: float) -> str:
        (self.folder / path).unlink()
        return self.saved(NOON + timedelta(days=days))

    def renamed(self, path: str, new: str, *, days: float) -> str:
        (self.folder / new).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / path).rename(self.folder / new)
        return self.saved(NOON + timedelta(days=days))
