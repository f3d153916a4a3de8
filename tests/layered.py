"""A project with a `.memory/` of its own, for tests that fill contexts."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import splintr

FILES = {
    "CLAUDE.md": "# Kettle\nThe kettle is made of steel.\n",
    ".memory/project/conventions/python.md": "Four spaces, no tabs.\n",
    ".memory/project/decisions/001.md": "We boil water with gas.\n",
    ".memory/project/decisions/002.md": "We boil water with electricity.\n",
    ".memory/sprint/sprint-01/goals.md": "Boil twice as fast.\n",
    ".memory/sprint/sprint-01/progress.json": '{"done": 3}\n',
    ".memory/stage/coding/artifacts/plan.json": '{"steps": ["fill", "boil"]}\n',
    ".memory/agent/coder/prompt.md": "You write the kettle's firmware.\n",
    ".memory/agent/coder/tools.yaml": "tools: [spoon]\n",
}


def a_project(folder: Path, files: Mapping[str, str] = FILES) -> Path:
    """Writes the files; later ones are newer."""
    for at, (name, content) in enumerate(files.items()):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        os.utime(path, (1_000_000 + at, 1_000_000 + at))
    return folder


_tokenizer = splintr.Tokenizer.from_pretrained("o200k_base")


def count(texts: list[str] | tuple[str, ...]) -> list[int]:
    """Exact."""
    return [len(_tokenizer.encode_ordinary(text)) for text in texts]
