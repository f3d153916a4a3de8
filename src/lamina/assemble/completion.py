"""What completing a stage or a sprint writes: a pure function of what is there and what came of the work."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from lamina.errors import BadInput, Conflict
from lamina.model.layers import SUMMARY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lamina.model.memory import MemoryItem

ARTIFACTS = "artifacts"
PROGRESS = "progress.json"
KNOWLEDGE = "knowledge.md"
LEARNINGS = "## Learnings"
_SHOWN_PARTS = 8
_SHOWN_CHARACTERS = 160


def stage_files(stage: str, artifacts: Mapping[str, Any]) -> dict[str, str]:
    """Path in the stage's folder → content: each artifact, and the summary for the next stage."""
    files = {f"{ARTIFACTS}/{name}.json": _json(content) for name, content in artifacts.items()}
    return files | {SUMMARY: stage_summary(stage, artifacts)}


def stage_summary(stage: str, artifacts: Mapping[str, Any]) -> str:
    """What the next stage should know: each artifact with its parts, cut short; the artifacts have the rest."""
    lines = [f"# Summary of the stage {stage}", ""]
    for name, content in artifacts.items():
        lines += [f"## {name}", *_told(content), ""]
    return "\n".join(lines)


def sprint_progress(found: str | None, results: Mapping[str, Any], path: str) -> str:
    """The progress with the results in it; what else stands there stays. Raises Conflict where it is no JSON object."""
    progress: Any = {}
    if found is not None and found.strip():
        try:
            progress = json.loads(found)
        except (ValueError, RecursionError) as error:
            raise Conflict(f"{path} is not JSON: {error}.", "Mend or remove it, then repeat.") from error
        if not isinstance(progress, dict):
            raise Conflict(f"{path} is not a JSON object.", "Mend or remove it, then repeat.")
        if all(name in progress and progress[name] == one for name, one in results.items()):
            return found  # nothing new: nor is a person's way to write it changed
    return _json({**progress, **results})


def sprint_knowledge(found: str | None, learnings: Sequence[str]) -> str:
    """What is known with what was learned at its end; what stands there already is not said again."""
    before = found or ""
    said = {line.strip().removeprefix("- ") for line in before.splitlines()}
    new = [one for one in dict.fromkeys(" ".join(one.split()) for one in learnings) if one not in said]
    if not new:
        return before
    head = before.rstrip() + "\n\n" if before.strip() else ""
    return f"{head}{LEARNINGS}\n" + "".join(f"- {one}\n" for one in new)


def learnings_in(results: Mapping[str, Any], learnings: Sequence[str]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Results may bring their own learnings, as a text or a list of texts."""
    own = results.get("learnings", [])
    listed = own.splitlines() if isinstance(own, str) else own
    if not isinstance(listed, list | tuple) or not all(isinstance(one, str) for one in listed):
        raise BadInput("The learnings are neither a text nor a list of texts.", "Give one sentence for each.")
    rest = {name: one for name, one in results.items() if name != "learnings"}
    return rest, tuple(one for one in (*listed, *learnings) if one.strip())


def title_of(layer: str, name: str) -> str:
    """What the memory is called that tells of a completion."""
    return f"{layer} {name} completed"


def is_completion(item: MemoryItem) -> bool:
    """Whether a memory tells that a stage or a sprint was completed."""
    return item.kind == "episode" and getattr(item.fields, "title", "") == title_of(
        item.place.layer, item.place.layer_ref
    )


def _told(content: Any) -> list[str]:
    if isinstance(content, dict):
        parts = [f"- {name}: {_short(one)}" for name, one in content.items()]
    elif isinstance(content, list):
        parts = [f"- {_short(one)}" for one in content]
    else:
        return [_short(content)]
    more = len(parts) - _SHOWN_PARTS
    return parts if more <= 0 else [*parts[:_SHOWN_PARTS], f"- … and {more} more"]


def _short(content: Any) -> str:
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN_CHARACTERS else line[: _SHOWN_CHARACTERS - 1].rstrip() + "…"


def _json(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"
