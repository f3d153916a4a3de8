"""The layers of an agent's context: what its folders and the memories of its scope say, within a budget."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from lamina.adapters.memory_files import FOLDER, MemoryFiles
from lamina.adapters.projects import repository_of
from lamina.assemble.completion import is_completion
from lamina.assemble.layer_budget import limits
from lamina.assemble.layer_prompt import rendered
from lamina.assemble.layers import Candidate, Text, Unusable, fill
from lamina.errors import BadInput, NotFound
from lamina.model.layers import DEFAULT_BUDGET, FIRST_TO_LAST, MOST_BUDGET, AgentPrompt
from lamina.words.checks import allowed_text, good_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lamina.adapters.memory_files import FoundFile
    from lamina.model.hits import Viewer
    from lamina.model.layers import ContextLayer, LayeredContext, LayerRules
    from lamina.model.memory import MemoryItem
    from lamina.words.parts import Parts

MOST_MEMORIES = 200
"""Memories of the whole project that are looked at, those most trusted and latest first."""
_KEPT_COUNTS = 10_000
_LEVELS = {"core": 0, "long_term": 1, "pending": 2}


class Layering:
    """Keeps what it has read: a file is read again only when it has changed."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._folders: dict[str, MemoryFiles] = {}
        self._counts: dict[str, int] = {}

    def layers(
        self, viewer: Viewer, agent: str, sprint: str, stage: str, budget: int | None, role: str, folder: str | None
    ) -> LayeredContext:
        """See `Memory.layers`."""
        names = _names(agent, sprint, stage)
        most = good_budget(budget)
        files = self.files(folder)
        return self._filled(files, self._candidates(files, viewer, names), names, most, role)

    def prompt(
        self,
        viewer: Viewer,
        task: str,
        agent: str,
        sprint: str,
        stage: str,
        budget: int | None,
        role: str,
        folder: str | None,
    ) -> AgentPrompt:
        """See `Memory.agent_prompt`. Headings and fences cost tokens too: so much less is filled in."""
        names, most, task = _names(agent, sprint, stage), good_budget(budget), allowed_text(task, "The task")
        files = self.files(folder)
        candidates = self._candidates(files, viewer, names)
        room = most
        while True:
            context = self._filled(files, candidates, names, room, role)
            text = rendered(context, task)
            taken = self._parts.counter.count([text])[0]
            if taken <= most:
                return AgentPrompt(text, taken, context.left_out)
            if not context.total_tokens:
                raise BadInput(
                    f"The task alone has {taken:,} tokens; the budget is {most:,}.", "Give more, or say less."
                )
            room = min(context.total_tokens - 1, context.total_tokens * most // taken)

    def files(self, folder: str | None) -> MemoryFiles:
        """The files of the project that a folder belongs to."""
        at = os.path.abspath(os.path.expanduser(folder)) if folder else self._parts.folder or _here()
        if not os.path.isdir(at):
            raise BadInput(f"{at} is not a folder.", "Name the folder of a project.")
        repository = None if folder else repository_of(at)
        root = repository.root if repository else at
        return self._folders.setdefault(root, MemoryFiles(root, self._parts.counter.count))

    def _filled(
        self,
        files: MemoryFiles,
        candidates: Mapping[ContextLayer, Sequence[Candidate]],
        names: Mapping[ContextLayer, str],
        budget: int,
        role: str,
    ) -> LayeredContext:
        strategy = files.strategy()
        if role and role not in strategy.allocation:
            known = ", ".join(sorted(strategy.allocation)) or "none"
            raise NotFound(f"There is no role {role!r} in {FOLDER}/config.yaml.", f"Known: {known}.")
        return fill(candidates, limits(max(0, budget), strategy, role or names["agent"]))

    def _candidates(
        self, files: MemoryFiles, viewer: Viewer, names: Mapping[ContextLayer, str]
    ) -> dict[ContextLayer, list[Candidate]]:
        strategy, memories = files.strategy(), self._memories(viewer, names)
        sprint = names["sprint"]
        known = files.names("sprint") if sprint and not memories["sprint"] else [sprint]
        if sprint not in known:
            there = ", ".join(known) or "none"
            raise NotFound(f"There is no sprint {sprint!r}.", f"Known: {there}; a folder in .memory/sprint makes one.")
        return {
            layer: self._of_layer(files, layer, names[layer], strategy.loading[layer], memories[layer])
            for layer in FIRST_TO_LAST
        }

    def _of_layer(
        self, files: MemoryFiles, layer: ContextLayer, name: str, rules: LayerRules, memories: Sequence[MemoryItem]
    ) -> list[Candidate]:
        """What must be there, what is trusted, what is newest, and at the end what nobody confirmed."""
        always = {one.source: one for pattern in rules.always_load for one in files.matching(layer, name, pattern)}
        maybe = {one.source: one for pattern in rules.conditional_load for one in files.matching(layer, name, pattern)}
        newest = sorted(maybe.values(), key=lambda one: (-one.modified_ns, one.name))
        risen = [one for one in memories if one.trust.level != "pending"]
        pending = [one for one in memories if one.trust.level == "pending"]
        return [
            *(_file(files, one, "always") for one in always.values()),
            *map(self._memory, risen),
            *(_file(files, one, "conditional") for one in newest if one.source not in always),
            *map(self._memory, pending),
        ]

    def _memories(self, viewer: Viewer, names: Mapping[ContextLayer, str]) -> dict[ContextLayer, list[MemoryItem]]:
        """What was learned in each scope; what holds everywhere holds in the project."""
        found: dict[ContextLayer, list[MemoryItem]] = {layer: [] for layer in FIRST_TO_LAST}
        if not any(viewer.projects):
            return found
        for item in self._parts.store.in_layers(viewer, MOST_MEMORIES):
            layer: Any = "project" if item.place.layer == "system" else item.place.layer
            # A completion wrote what it has to say into the layer's own files.
            if item.place.layer_ref in ("", names[layer]) and not is_completion(item):
                found[layer].append(item)
        for items in found.values():
            items.sort(key=lambda one: (_LEVELS[one.trust.level], -one.importance, -one.last_seen.timestamp(), one.id))
        return found

    def _memory(self, item: MemoryItem) -> Candidate:
        said = {
            "type": item.category or item.kind,
            "priority": "low" if item.trust.level == "pending" else "normal",
            "level": item.trust.level,
            "speaker": item.evidence[0].speaker if item.evidence else "user",
            "last_seen": item.last_seen.isoformat(),
        }
        return Candidate(item.id, "memory", said, lambda: self._weighed(item.lengths.full))

    def _weighed(self, text: str) -> Text:
        if text not in self._counts:
            if len(self._counts) >= _KEPT_COUNTS:
                self._counts.clear()
            self._counts[text] = self._parts.counter.count([text])[0]
        return Text(text, self._counts[text])


def good_budget(budget: int | None) -> int:
    """A number of tokens that a model may be given."""
    most = DEFAULT_BUDGET if budget is None else budget
    if not isinstance(most, int) or isinstance(most, bool) or not 1 <= most <= MOST_BUDGET:
        raise BadInput(f"The budget is {most!r}.", f"Give a whole number of tokens from 1 to {MOST_BUDGET:,}.")
    return most


def _names(agent: str, sprint: str, stage: str) -> dict[ContextLayer, str]:
    given: tuple[tuple[ContextLayer, str, str], ...] = (
        ("agent", "an agent", agent),
        ("sprint", "a sprint", sprint),
        ("stage", "a stage", stage),
    )
    named = {layer: good_name(what, name) if name or layer == "agent" else "" for layer, what, name in given}
    return {"project": "", **named}


def _here() -> str:
    try:
        return os.getcwd()
    except OSError as error:
        raise BadInput("The folder you are in is gone.", "Go to another one.") from error


def _file(files: MemoryFiles, found: FoundFile, rank: Any) -> Candidate:
    modified = datetime.fromtimestamp(found.modified_ns / 1e9, UTC).isoformat(timespec="seconds")
    said = {
        "type": _type_of(found.name),
        "priority": "high" if rank == "always" else "normal",
        "source": found.source,
        "modified": modified,
    }
    return Candidate(_key_of(found.name), rank, said, lambda: _read(files, found), found.size)


def _read(files: MemoryFiles, found: FoundFile) -> Text | Unusable:
    told = files.text(found)
    return Unusable(told.why) if told.why else Text(told.content, told.tokens)


def _key_of(name: str) -> str:
    folder, _, rest = name.partition("/")
    if name == "CLAUDE.md":
        return "claude_md"
    return f"decision_{rest[:-3]}" if folder == "decisions" and rest.endswith(".md") else name


def _type_of(name: str) -> str:
    """What a file is: the folder it is in, as one of them; else its own name."""
    folder, slash, _ = name.rpartition("/")
    return folder.split("/")[0].removesuffix("s") if slash else (name.rpartition(".")[0] or name).lower()
