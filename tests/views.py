"""Folder views as tests make and look at them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lamina import Memory
from tests.transcripts import as_lines, codex, codex_call, codex_message, codex_output

KEEPER = "memory-keeper"
MANIFEST = ".lamina-view.json"


def a_transcript(folder: Path, name: str, *records: dict[str, Any], at: str = "2026-03-02T11:59:00Z") -> str:
    """A session of Codex CLI that worked in /home/ann/tea."""
    folder.mkdir(exist_ok=True)
    meta = codex("session_meta", id=name, timestamp=at, cwd="/home/ann/tea", git={"branch": "brew", "commit": "a"})
    path = folder / f"rollout-{name}.jsonl"
    path.write_bytes(as_lines(meta, codex("event_msg", "task_started", turn_id="t1"), *records))
    return str(path)


def asked(text: str, at: str) -> dict[str, Any]:
    return codex("event_msg", "user_message", at=at, message=text, images=[])


def brewing(folder: Path, name: str = "brew", at: str = "2026-03-02T11:59:00Z") -> str:
    """A session with two requests, a rule, commands and an edit."""
    patch = "*** Begin Patch\n*** Update File: tea/kettle.py\n@@\n-heat = 80\n+heat = 100\n*** End Patch\n"
    fix = "Fix the kettle in tea/kettle.py"
    done = "Process exited with code 0\nOutput:\n3 passed\n"
    return a_transcript(
        folder,
        name,
        asked(f"From now on always warm the pot before brewing. {fix}", f"{at[:10]}T12:00:00Z"),
        codex_call("apply_patch", "c1", input=patch),
        codex_output("Success", "c1"),
        codex_call("exec_command", "c2", cmd="make test"),
        codex_output(done, "c2"),
        codex_message("assistant", "Fixed: the kettle in `tea/kettle.py` now heats the water to 100 degrees."),
        asked("Where are the cups kept?", f"{at[:10]}T12:05:00Z"),
        codex_message("assistant", "The cups are kept in tea/cups.py on the upper shelf."),
        at=at,
    )


def export(memory: Memory, folder: Path, **how: Any) -> dict[str, bytes]:
    """Writes the view; gives its files."""
    memory.export(str(folder), KEEPER, **how)
    return files_in(folder)


def files_in(folder: Path) -> dict[str, bytes]:
    """Every file of a view but the manifest."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != MANIFEST
    }


def read_json(folder: Path, path: str) -> Any:
    return json.loads((folder / path).read_bytes())


def rewrite(folder: Path, path: str, change: Any) -> None:
    """Edits a file as a person would."""
    data = read_json(folder, path)
    change(data)
    (folder / path).write_text(json.dumps(data, indent=4, ensure_ascii=False))


def write_original(folder: Path) -> None:
    """A folder as the original tool writes it: the examples of its document."""
    (folder / "sessions").mkdir(parents=True)
    l1 = [
        {"ts": "2026-01-05T01:42:00Z", "role": "user", "text": "Fix REST button logic"},
        {"ts": "2026-01-05T01:42:05Z", "role": "assistant", "text": "I'll fix the REST button logic."},
        {"ts": "2026-01-05T01:42:10Z", "role": "tool", "name": "Read", "target": "scripts/ui.js", "lines": "1-50"},
        {"ts": "2026-01-05T01:42:20Z", "role": "assistant", "text": "Fixed. REST button now works once per day."},
    ]
    l2 = {
        "id": "e001",
        "ts": "2026-01-05T01:42:00Z",
        "summary": "Fixed REST button daily limit bug",
        "details": "Found missing rest_used check in scripts/ui.js:42",
        "files": ["scripts/ui.js"],
        "keywords": ["REST", "daily limit"],
        "l1_range": [1, 4],
    }
    concept = {
        "id": "c001",
        "name": "REST/SLEEP Button System",
        "summary": "Daily usage limit system with AP recovery",
        "exchanges": ["e001", "e003"],
        "files": ["scripts/ui.js"],
        "keywords": ["REST"],
        "updated": "2026-01-09",
    }
    facts = {
        "keywords": {"REST": ["c001", "e001"], "AP": ["c001"]},
        "permanent": {
            "rules": [{"id": "r001", "content": "ESLint warnings can be ignored", "source": "user", "confidence": 1.0}],
            "solutions": [
                {"id": "s001", "problem": "chatIndex", "solution": "single names", "attempts": 12, "confidence": 0.95}
            ],
            "core_logic": [
                {"id": "cl001", "feature": "AP", "description": "Removed ap_max", "files": ["scripts/state.js"]}
            ],
        },
        "stats": {"total_exchanges": 150, "total_concepts": 12, "last_updated": "2026-01-11"},
    }
    stem = folder / "sessions" / "2026-01-05_0242"
    stem.with_suffix(".l1.jsonl").write_text("".join(json.dumps(one) + "\n" for one in l1))
    stem.with_suffix(".l2.json").write_text(json.dumps([l2]))
    stem.with_suffix(".raw.jsonl").write_text("not for us\n")
    (folder / "concepts.json").write_text(json.dumps([concept]))
    (folder / "facts.json").write_text(json.dumps(facts))
    (folder / "memory.md").write_text("# Old\n")
