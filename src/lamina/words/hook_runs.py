"""What the log of hooks says: when one ran last, and what failed."""

from __future__ import annotations

import os
from typing import NamedTuple

from lamina.words.hook_log import FILE


class Run(NamedTuple):
    """One run of a hook; `told` says what came of it, and never what anybody wrote."""

    at: str
    event: str
    outcome: str
    """ok, skipped or failed."""
    told: str


def runs(home: str) -> list[Run]:
    """The latest runs, oldest first; lines that cannot be read are passed over."""
    try:
        with open(os.path.join(home, FILE), encoding="utf-8", errors="replace") as opened:
            lines = [line.rstrip("\n").split("\t") for line in opened]
    except OSError:
        return []
    return [Run(*parts) for parts in lines if len(parts) == len(Run._fields)]
