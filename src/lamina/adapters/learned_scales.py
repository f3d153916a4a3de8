"""Keeps, per project, how sure its past allows predictions to be: a cache that is learned again when it is gone."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from lamina.adapters.projects import text_of

if TYPE_CHECKING:
    from lamina.ports import KeptScale


class ScaleFiles:
    """One small file per project."""

    def __init__(self, cache: str) -> None:
        self._folder = os.path.join(cache, "predict")

    def read(self, project: str) -> KeptScale | None:
        """See the port."""
        try:
            session, shift, slope = json.loads(text_of(self._path(project)))
            return str(session), float(shift), float(slope)
        except (ValueError, TypeError):  # never learned, or cut off while it was written
            return None

    def write(self, project: str, kept: KeptScale) -> None:
        """See the port."""
        try:
            os.makedirs(self._folder, mode=0o700, exist_ok=True)
            part = f"{self._path(project)}.{os.getpid()}.new"
            with open(part, "w", encoding="utf-8", opener=lambda p, flags: os.open(p, flags, 0o600)) as opened:
                json.dump(kept, opened)
            os.replace(part, self._path(project))
        except OSError:
            pass  # a home that may not be written still predicts

    def _path(self, project: str) -> str:
        return os.path.join(self._folder, f"{project}.json")
