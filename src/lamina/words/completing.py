"""Completing a stage or a sprint: its files in `.memory/`, and an episode that recall finds. One change, one undo."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lamina.adapters import completed_files
from lamina.adapters.completed_files import CompletedFiles
from lamina.adapters.memory_files import FOLDER, MemoryFiles
from lamina.assemble.completion import (
    KNOWLEDGE,
    PROGRESS,
    learnings_in,
    sprint_knowledge,
    sprint_progress,
    stage_files,
    stage_summary,
    title_of,
)
from lamina.distil.lengths import at_four_lengths, with_token_counts
from lamina.errors import BadInput, NotFound
from lamina.model.ids import derived_id, new_id
from lamina.model.layers import Completed
from lamina.model.memory import Artifact, EpisodeFields, Evidence, MemoryItem, Place, Validity
from lamina.model.review import JournalEntry
from lamina.ports import Change
from lamina.refine.redact import redact
from lamina.words.checks import allowed_text, good_name, good_text
from lamina.words.vectors import with_vectors

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lamina.adapters.completed_files import Write
    from lamina.model.hits import Viewer
    from lamina.words.parts import Parts

_DEEPEST = 50
_EPISODE_IMPORTANCE = 0.5


def complete_stage(
    parts: Parts, here: Callable[[], Viewer], root: str, stage: str, artifacts: Mapping[str, Any], *, replaced: bool
) -> Completed:
    """See `Memory.complete_stage`."""
    good_name("a stage", stage)
    kept = _plain(artifacts, "The artifacts")
    if not kept:
        raise BadInput("There is no artifact.", "Give at least one, as name and content.")
    for name in kept:
        good_name("an artifact", name)
    files = {f"{FOLDER}/stage/{stage}/{path}": text for path, text in stage_files(stage, kept).items()}
    target = CompletedFiles(root, parts.settings["home"].value)
    plan = target.plan(files, added_to=(), replaced=replaced)
    told = Completed("stage", stage, (), tuple(files), stage_summary(stage, kept))
    return _done(parts, here, target, plan, told)


def complete_sprint(
    parts: Parts,
    here: Callable[[], Viewer],
    root: str,
    sprint: str,
    results: Mapping[str, Any],
    learnings: Sequence[str],
) -> Completed:
    """See `Memory.complete_sprint`."""
    good_name("a sprint", sprint)
    known = MemoryFiles(root, parts.counter.count).names("sprint")
    if sprint not in known:
        there = ", ".join(known) or "none"
        raise NotFound(f"There is no sprint {sprint!r} in {FOLDER}/sprint.", f"Known: {there}. Make its folder first.")
    found, learned = learnings_in(_plain(results, "The results"), [redact(good_text(one)) for one in learnings])
    if not found and not learned:
        raise BadInput("There is neither a result nor a learning.", "Give at least one.")
    target = CompletedFiles(root, parts.settings["home"].value)
    progress, knowledge = (f"{FOLDER}/sprint/{sprint}/{name}" for name in (PROGRESS, KNOWLEDGE))
    files = {}
    if found:
        files[progress] = sprint_progress(target.text(progress), found, progress)
    if learned:
        files[knowledge] = sprint_knowledge(target.text(knowledge), learned)
    plan = target.plan(files, added_to=files, replaced=False)
    return _done(
        parts, here, target, plan, Completed("sprint", sprint, (), tuple(files), _told(sprint, found, learned))
    )


def take_back(parts: Parts, entry: JournalEntry) -> None:
    """What undoing a completion does to files. Raises Conflict when one was changed since."""
    completed_files.take_back(parts.settings["home"].value, entry.id)


def drop_kept(parts: Parts, ids: Sequence[str]) -> None:
    """What was purged leaves no copy in what is kept for undo."""
    completed_files.forget_kept(parts.settings["home"].value, ids)


def _done(
    parts: Parts, here: Callable[[], Viewer], target: CompletedFiles, plan: Sequence[Write], told: Completed
) -> Completed:
    """Files and rows together: when the files cannot be written, nothing is kept in the store either."""
    viewer, now = here(), parts.clock()
    if not plan and _is_told(parts, viewer, told):
        return told
    entry = JournalEntry(
        new_id(now), now, "complete", viewer.user, f"{told.layer} {told.name}", project=viewer.projects[0]
    )
    written = tuple(one.path for one in plan)
    with parts.store.batch():
        item = _episode(parts, viewer, told)
        parts.store.apply(Change(entry, with_vectors([item], parts.embedder)))
        target.write(plan, entry.id, item.id)
    unchanged = tuple(one for one in told.unchanged if one not in written)
    return told._replace(written=written, unchanged=unchanged, entry=entry.id)


def _is_told(parts: Parts, viewer: Viewer, told: Completed) -> bool:
    """Whether the store knows of it, or was told to forget it: a process may have been killed after the files."""
    project, id_ = viewer.projects[0], derived_id(viewer.projects[0], told.layer, told.name, "episode")
    known = parts.store.items(viewer._replace(projects=(project,)), [id_])
    return bool(known or parts.store.buried(project, [id_]))


def _episode(parts: Parts, viewer: Viewer, told: Completed) -> MemoryItem:
    """An agent tells of its work: an episode, never a rule. Told again, it is the same one."""
    now, project = parts.clock(), viewer.projects[0]
    id_ = derived_id(project, told.layer, told.name, "episode")
    if parts.store.buried(project, [id_]):  # what was forgotten stays so: this is another time
        id_ = new_id(now)
    known = parts.store.items(viewer._replace(projects=(project,)), [id_])
    visibility: Any = parts.settings["visibility"].value
    return MemoryItem(
        id=id_,
        kind="episode",
        place=Place(project, viewer.user, visibility, told.layer, told.name),
        lengths=with_token_counts([at_four_lengths(told.summary)], parts.counter.count)[0],
        fields=EpisodeFields(title_of(told.layer, told.name), tuple(Artifact("file", path) for path in told.unchanged)),
        validity=Validity(now),
        first_seen=known[0].first_seen if known else now,
        last_seen=now,
        evidence=(Evidence(session="", speaker="assistant"),),
        importance=_EPISODE_IMPORTANCE,
    )


def _told(sprint: str, results: Mapping[str, Any], learned: Sequence[str]) -> str:
    lines = [f"# Summary of the sprint {sprint}", ""]
    lines += [f"- {name}: {json.dumps(one, ensure_ascii=False)}" for name, one in results.items()]
    lines += [f"- learned: {one}" for one in learned]
    return "\n".join([*lines, ""])


def _plain(given: Mapping[str, Any], what: str) -> dict[str, Any]:
    """JSON values without secrets. Raises BadInput for anything else."""
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise BadInput(f"{what} are not named.", "Give an object: names and contents.")
    clean = {good_text(name, "A name"): _clean(one, what, 0) for name, one in given.items()}
    try:
        allowed_text(json.dumps(clean, ensure_ascii=False, allow_nan=False), what)
    except (TypeError, ValueError) as error:
        raise BadInput(
            f"{what} cannot be written as JSON: {error}.", "Give texts, numbers, lists and objects."
        ) from error
    return clean


def _clean(value: Any, what: str, depth: int) -> Any:
    if depth > _DEEPEST:
        raise BadInput(f"{what} are nested too deeply.", f"At most {_DEEPEST} levels can be kept.")
    if isinstance(value, str):
        return redact(allowed_text(value, what))
    if isinstance(value, Mapping):
        return {name: _clean(one, what, depth + 1) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(one, what, depth + 1) for one in value]
    return value
