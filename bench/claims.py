"""What a benchmark gives back: rows that say what was measured, what was promised, and whether it was reached."""

from __future__ import annotations

import os
import statistics
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import lamina
from lamina.memory import Memory


class Skipped(Exception):
    """Something that the benchmark needs is not there."""


class Row(NamedTuple):
    """One measured value; `limit` is empty, or `≥ 0.74` or `≤ 10`."""

    name: str
    value: float
    limit: str = ""
    peers: Mapping[str, float] = {}
    unit: str = ""

    @property
    def reached(self) -> bool | None:
        """Whether the limit holds; None where nothing is promised."""
        if not self.limit:
            return None
        sign, bound = self.limit.split()
        return self.value >= float(bound) if sign == "≥" else self.value <= float(bound)

    @property
    def ratio(self) -> float | None:
        """The value as a multiple of the best peer's."""
        if not self.peers:
            return None
        best = min(self.peers.values()) if self.limit.startswith("≤") or self.unit == "ms" else max(self.peers.values())
        return self.value / best if best else None

    def cells(self) -> list[str]:
        """The row as it is shown."""
        peers = ", ".join(f"{name} {shown(value)}" for name, value in self.peers.items())
        ratio = "" if self.ratio is None else f"{self.ratio:.2f} ×"
        reached = {True: "reached", False: "NOT REACHED", None: ""}[self.reached]
        return [self.name, f"{shown(self.value)} {self.unit}".strip(), self.limit, peers, ratio, reached]

    def plain(self) -> dict[str, Any]:
        """The row as JSON."""
        return {**self._asdict(), "peers": dict(self.peers), "ratio": self.ratio, "reached": self.reached}


HEADER = ["claim", "measured", "limit", "peers in the same run", "ratio", ""]


def shown(value: float) -> str:
    """Three digits that matter."""
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}" if value >= 1 else f"{value:.3f}"


def table(rows: Sequence[Row]) -> str:
    """The rows as text."""
    lines = [HEADER, *(row.cells() for row in rows)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(HEADER))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(one, widths, strict=True)) for one in lines)


def data_folder() -> str:
    """The folder with the public data sets."""
    folder = os.environ.get("LAMINA_DATA", "")
    if not folder:
        raise Skipped("LAMINA_DATA does not name the folder with the public data sets")
    return folder


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies."""
    return statistics.quantiles(values, n=100, method="inclusive")[round(share * 100) - 1]


@contextmanager
def scratch() -> Iterator[str]:
    """A folder that is thrown away."""
    with TemporaryDirectory(prefix="lamina-bench-", ignore_cleanup_errors=True) as folder:
        yield folder


def opened(folder: str, project: str, store: str | None = None) -> Memory:
    """A memory that touches nothing of this machine's user."""
    address = store or os.path.join(folder, "memory.db")
    return lamina.open_memory(store=address, home=folder, project=project, user="bench")
