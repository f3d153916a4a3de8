"""What a change to a file looks like before it is made."""

from __future__ import annotations

import difflib
import re

from lamina.adapters.markdown_lines import lines_of

_CONTEXT = 3
_HUNK = re.compile(r"^@@ -(\d+)((?:,\d+)?) \+(\d+)((?:,\d+)?) @@")
_NO_END = "\\ No newline at end of file"


def unified(path: str, before: bytes | None, after: bytes | None) -> str:
    """A unified diff as git shows it: whole lines, and a note where the last one has no end."""
    old, new = _lines(before), _lines(after)
    # Far from the change everything is equal: a file of any size is compared as fast as its block.
    skipped = max(0, _common(old, new) - _CONTEXT)
    tail = max(0, _common(old[skipped:][::-1], new[skipped:][::-1]) - _CONTEXT)
    old, new = old[skipped : len(old) - tail], new[skipped : len(new) - tail]
    names = ("/dev/null" if before is None else path, "/dev/null" if after is None else path)
    shown = difflib.unified_diff(old, new, *names, n=_CONTEXT, lineterm="")
    return "".join(f"{_HUNK.sub(lambda found: _moved(found, skipped), line)}\n" for line in shown)


def _moved(found: re.Match[str], by: int) -> str:
    return f"@@ -{int(found[1]) + by}{found[2]} +{int(found[3]) + by}{found[4]} @@"


def _lines(content: bytes | None) -> list[str]:
    lines = lines_of((content or b"").decode("utf-8", "replace"))
    return [line[:-1].rstrip("\r") if line.endswith(("\r", "\n")) else f"{line}\n{_NO_END}" for line in lines]


def _common(old: list[str], new: list[str]) -> int:
    return next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
