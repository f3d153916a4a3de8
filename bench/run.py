"""Runs the benchmarks, keeps their rows as JSON, and writes docs/benchmarks.md."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench import (
    chaos,
    cold,
    concepts,
    consolidation,
    context,
    contradictions,
    core_files,
    errors,
    hooks,
    http_speed,
    ingest,
    ingest_chaos,
    layers,
    prediction,
    promotion,
    redaction,
    retrieval,
    speed,
    startup,
    triggers,
    updates,
)
from bench.claims import HEADER, Row, Skipped, table

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results"
PAGE = ROOT / "docs" / "benchmarks.md"
BENCHMARKS: dict[str, Callable[[], list[Row]]] = {
    "retrieval": retrieval.run,
    "updates": updates.run,
    "speed": speed.run,
    "startup": startup.run,
    "hooks": hooks.run,
    "hooks-postgres": hooks.team,
    "chaos": chaos.run,
    "ingest": ingest.run,
    "ingest-chaos": ingest_chaos.run,
    "concepts": concepts.run,
    "secrets": redaction.run,
    "triggers": triggers.run,
    "errors": errors.run,
    "core-files": core_files.run,
    "contradictions": contradictions.run,
    "consolidation": consolidation.run,
    "context": context.run,
    "layers": layers.run,
    "prediction": prediction.run,
    "cold": cold.run,
    "promotion": promotion.run,
    "promotion-postgres": lambda: promotion.run("postgres"),
    "http": http_speed.run,
    "http-soak": http_speed.soak,
    "retrieval-postgres": lambda: retrieval.run("postgres"),
    "speed-postgres": lambda: speed.run("postgres"),
    "speed-million": lambda: speed.run(million=True, with_peers=False),
    "speed-million-postgres": lambda: speed.run("postgres", million=True, with_peers=False),
}
ALWAYS = (
    "retrieval",
    "updates",
    "speed",
    "startup",
    "hooks",
    "chaos",
    "ingest",
    "ingest-chaos",
    "concepts",
    "secrets",
    "triggers",
    "errors",
    "consolidation",
    "cold",
    "promotion",
    "core-files",
    "contradictions",
    "context",
    "layers",
    "prediction",
    "http",
)
NEAR = 0.02
"""How far the engines may be apart on a retrieval score."""


def main(words: Sequence[str] | None = None) -> int:
    """Runs what is named (default: all that takes minutes, not hours); 1 when a promise is not kept."""
    parser = argparse.ArgumentParser(prog="python -m bench.run", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHMARKS)}")
    parser.add_argument("--page-only", action="store_true", help="write the page from the kept results")
    given = parser.parse_args(words)
    unknown = set(given.names) - set(BENCHMARKS)
    if unknown:
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}")
    broken, done = False, list(BENCHMARKS) if given.page_only else []
    for name in () if given.page_only else given.names or ALWAYS:
        try:
            rows = BENCHMARKS[name]()
        except Skipped as why:
            print(f"SKIPPED {name}: {why}", file=sys.stderr)
            continue
        if name == "retrieval-postgres":
            rows += _apart(rows)
        print(f"\n{name}\n{table(rows)}", flush=True)
        keep(name, rows)
        done.append(name)
        broken |= any(row.reached is False for row in rows)
    PAGE.write_text(page(_kept(done), PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return 1 if broken else 0


def keep(name: str, rows: Sequence[Row]) -> None:
    """One file per benchmark."""
    RESULTS.mkdir(exist_ok=True)
    text = json.dumps(
        {"name": name, **_circumstances(), "rows": [row.plain() for row in rows]}, ensure_ascii=False, indent=1
    )
    (RESULTS / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def page(kept: Sequence[dict[str, Any]], before: str = "") -> str:
    """The claims as a document; what was not measured now stays as it was written."""
    sections = dict(_sections(before)) | {one["name"]: _section(one) for one in kept}
    lines = [
        "# Benchmarks",
        "",
        "Written by `make bench` (`python -m bench.run`). Each number comes from one run through the public functions;",
        "peers ran in the same process on the same texts. The ratio is Lamina's value ÷ the best peer's.",
        "Rows without a limit are shown, not promised.",
    ]
    return "\n".join([*lines, *(f"\n{sections[name]}" for name in BENCHMARKS if name in sections), ""])


def _section(one: dict[str, Any]) -> str:
    lines = [f"## {one['name']}", "", f"{one['date']}; {one['machine']}; Python {one['python']}.", ""]
    lines += [f"| {' | '.join(HEADER)} |", "|---" * len(HEADER) + "|"]
    for row in one["rows"]:
        shown = Row(row["name"], row["value"], row["limit"], row["peers"], row["unit"])
        lines.append(f"| {' | '.join(shown.cells())} |")
    return "\n".join(lines)


def _sections(text: str) -> Iterator[tuple[str, str]]:
    for part in f"\n{text}".split("\n## ")[1:]:
        yield part.partition("\n")[0], f"## {part.strip()}"


def _kept(names: Sequence[str]) -> list[dict[str, Any]]:
    files = (RESULTS / f"{name}.json" for name in names)
    return [json.loads(one.read_text(encoding="utf-8")) for one in files if one.exists()]


def _circumstances() -> dict[str, str]:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    machine = f"{os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()} {platform.machine()}"
    return {"date": f"{datetime.now(UTC):%Y-%m-%d}", "machine": machine, "python": platform.python_version()}


def _apart(rows: Sequence[Row]) -> list[Row]:
    """How far each promised score is from that of the last run on SQLite."""
    path = RESULTS / "retrieval.json"
    if not path.exists():
        return []
    before = {row["name"]: row["value"] for row in json.loads(path.read_text(encoding="utf-8"))["rows"]}
    return [
        Row(
            f"{row.name}: apart from sqlite", abs(row.value - before[row.name.removesuffix(" (postgres)")]), f"≤ {NEAR}"
        )
        for row in rows
        if row.limit
    ]


if __name__ == "__main__":
    sys.exit(main())
