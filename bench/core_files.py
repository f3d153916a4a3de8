"""Are the bytes around the block the same? On real instruction files × line ends × BOM × final line end."""

from __future__ import annotations

import os
import re
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime
from itertools import product
from pathlib import Path

from bench.claims import Row, Skipped, data_folder, percentile, scratch, table
from lamina.adapters.core_files import CoreFiles
from lamina.adapters.managed_block import Budget
from lamina.model.targets import Entry, Planned, Unchanged

ENDS = (b"\n", b"\r\n", b"\r")
BOMS = (b"", b"\xef\xbb\xbf")
ENDINGS = ("as it is", "with a final line end", "without one")
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
TEXTS = (
    "Always use pnpm, never npm.",
    "Deploy so:\n\n```sh\nmake deploy\n```\n\nand look at the log.",
    "The template starts with <!-- lamina:begin v1 --> and ends with <!-- lamina:end -->; keep ``` in it.",
)
ENTRIES = tuple(
    Entry(f"f{number}", text, number + 2, date(2026, 1, 20), date(2026, 1, 26)) for number, text in enumerate(TEXTS)
)


def run() -> list[Row]:
    """Writes three entries into each variant of each file, writes them again, and takes them out one by one."""
    kept: Counter[str] = Counter()
    seconds: list[float] = []
    variants = 0
    with scratch() as folder:
        files = CoreFiles(folder, home=folder, lamina_home=os.path.join(folder, "lamina"), budget=Budget(100_000))
        path = Path(folder, "CLAUDE.md")
        for content in _variants():
            variants += 1
            path.write_bytes(content)
            started = time.perf_counter()
            _apply(files, added=ENTRIES)
            seconds.append(time.perf_counter() - started)
            kept["outside"] += _around(path.read_bytes()) == content
            kept["again"] += isinstance(files.plan(("claude_md",), ENTRIES)[0], Unchanged)
            kept["read"] += [one.text for one in files.read("claude_md").entries if not one.edited] == list(TEXTS)
            for one in ENTRIES:
                _apply(files, removed={one.id})
            kept["restored"] += path.read_bytes() == content
            shutil.rmtree(os.path.join(folder, "lamina"))
    return [
        Row("core files: real files × line ends × BOM × final line end", variants, "≥ 1"),
        Row("core files: bytes outside the block identical", kept["outside"] / variants, "≥ 1"),
        Row("core files: a second write changes nothing", kept["again"] / variants, "≥ 1"),
        Row("core files: taking the entries out restores the file", kept["restored"] / variants, "≥ 1"),
        Row("core files: every entry is read back word for word", kept["read"] / variants, "≥ 1"),
        Row("core files: plan and write of three entries, p95", percentile(seconds, 0.95) * 1000, unit="ms"),
    ]


def _apply(files: CoreFiles, added: tuple[Entry, ...] = (), removed: set[str] | None = None) -> None:
    (outcome,) = files.plan(("claude_md",), added, removed=removed or set())
    if isinstance(outcome, Planned):
        files.write(outcome.intent, NOW)


def _around(content: bytes) -> bytes:
    """What is outside of the block, found without the product's own code: the markers say how many ends they added."""
    found = re.search(
        rb"<!-- lamina:begin v1( pad=(\d))?[^\r\n]*?-->(\r\n|\r|\n).*<!-- lamina:end -->\3", content, re.DOTALL
    )
    if not found:
        return b""
    before = content[: found.start()]
    return before[: len(before) - len(found[3]) * int(found[2] or 0)] + content[found.end() :]


def _variants() -> Iterator[bytes]:
    folder = Path(data_folder(), "instruction_files")
    if not folder.is_dir():
        raise Skipped(f"{folder} is not there")
    for path in sorted(folder.iterdir()):
        plain = re.sub(rb"\r\n|\r", b"\n", path.read_bytes().removeprefix(BOMS[1]))
        for end, bom, ending in product(ENDS, BOMS, ENDINGS):
            text = plain if ending == ENDINGS[0] else plain.rstrip(b"\n") + (b"\n" if ending == ENDINGS[1] else b"")
            yield bom + text.replace(b"\n", end)


def main() -> int:
    """Prints the table."""
    try:
        print(table(run()))
    except Skipped as why:
        print(f"SKIPPED: {why}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
