"""The library object: one method per word. It loads, calls a stage, and saves; it decides nothing itself."""

from __future__ import annotations

from lamina.errors import BadInput, NotFound, Unavailable
from lamina.model.scopes import contextmanager

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from datetime import datetime
    from types import TracebackType
    from typing import IO, Any, Concatenate, ParamSpec, TypeVar

    from lamina.config import Setting
    from lamina.model.consolidation import Consolidated, Kept
    from lamina.model.context import Context, Plan
    from lamina.model.hits import Candidate, Found, Hit, Viewer
    from lamina.model.layers import AgentPrompt, Completed, LayeredContext
    from lamina.model.memory import Kind, MemoryItem, Speaker, UseOutcome, Visibility
    from lamina.model.reminders import Reminder, Verdict
    from lamina.model.review import (
        Check,
        Contradiction,
        CoreChange,
        Forgotten,
        Ingested,
        Loaded,
        PromotionRun,
        Recorded,
        Regrouped,
        Regrouping,
        Resolution,
        Selector,
        SessionRow,
        SkippedLine,
        Status,
        Trace,
        Undone,
        Used,
        Verified,
        Waiting,
    )
    from lamina.model.signals import Prediction, Signals
    from lamina.model.transcript import Session
    from lamina.ports import Progress
    from lamina.words.context import Assembling
    from lamina.words.delivering import Delivered
    from lamina.words.ingest import Ingest
    from lamina.words.instructions import Instructions
    from lamina.words.layering import Layering
    from lamina.words.parts import Parts
    from lamina.words.predicting import Predicting, Searched
    from lamina.words.trust import Ladder
    from lamina.words.writing import Writer

    P = ParamSpec("P")
    R = TypeVar("R")

POOL = 100
"""How many candidates each way of searching contributes."""
LEAST_RANKED, RANKED = 40, 2
"""How many candidates are looked at in full: at least so many, or so many times `limit`."""
MOST_PREDICTED = 20
"""Memories that a prediction may add to a context."""
WIDER = 8
"""How many times more candidates are fetched when too few of them may be shown."""


def _writes(word: Callable[Concatenate[Memory, P], R]) -> Callable[Concatenate[Memory, P], R]:
    """A word that changes something: the views follow."""

    def followed(memory: Memory, /, *given: P.args, **named: P.kwargs) -> R:
        answer = word(memory, *given, **named)
        memory._show()
        memory._follow()
        return answer

    for name in ("__module__", "__name__", "__qualname__", "__doc__"):
        setattr(followed, name, getattr(word, name))
    followed.__wrapped__ = word  # type: ignore[attr-defined]  # as `functools.wraps` does, which takes a hook's time
    return followed


class Memory:
    """A project's memory, as one user sees it."""

    def __init__(self, parts: Parts, viewer: Viewer) -> None:
        self._parts = parts
        self._store = parts.store
        self._viewer = viewer
        self._held: Writer | None = None
        self._ingest: Ingest | None = None
        self._layered: Layering | None = None
        self._predicting: Predicting | None = None
        self._assembling: Assembling | None = None
        self._at_home = False
        self._in_batch = False
        self._settle(self._store.known_projects(parts.aliases))

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Releases the store; a second call does nothing."""
        self._store.close()

    @property
    def viewer(self) -> Viewer:
        """Who is asking, and where."""
        if not self._viewer.projects[0]:  # another process may have written the first thing here meanwhile
            self._settle(self._store.known_projects(self._parts.aliases))
        return self._viewer

    def _settle(self, projects: Sequence[str]) -> None:
        """The project at hand, the user's own, the one of all; then those that turned out to be the same project."""
        home, *same = projects or ("",)
        self._viewer = self._viewer._replace(projects=(home, *self._viewer.projects[1:3], *same))

    # Writing.

    @property
    def _writer(self) -> Writer:
        if self._held is None:
            from lamina.words.writing import Writer  # a process that only recalls never loads it

            visibility: Any = self._parts.settings["visibility"].value
            self._held = Writer(self._parts, self._viewer.user, self._here, visibility)
        return self._held

    def _here(self) -> Viewer:
        """The viewer in a project: the first thing that is written here makes it one, and bad input does not."""
        if not self._at_home:
            parts = self._parts  # a project that is known already may learn an alias
            self._store.project_for(parts.aliases, parts.project_name, parts.clock())
            self._settle(self._store.known_projects(parts.aliases))
            self._at_home = True
        return self._viewer

    @contextmanager
    def batch(self, *, learn: bool = False) -> Iterator[Memory]:
        """Many `remember` and `record` calls as one transaction: all of it is saved when the block ends, or nothing.

        `learn`: also make memories of what is recorded, as `record` alone does; that takes half as long again.
        """
        with self._writer.batch(learn=learn):
            self._in_batch = True
            try:
                yield self
            finally:
                self._in_batch = False
        self._show()
        self._follow()

    @_writes
    def remember(
        self,
        text: str,
        tags: Iterable[str] = (),
        importance: float | None = None,
        kind: Kind = "fact",
        layer: str | None = None,
        visibility: Visibility | None = None,
        speaker: Speaker = "user",
    ) -> MemoryItem:
        """Keeps a statement. Saying the same again strengthens it instead of doubling it.

        `layer` says where it holds: `project`, `sprint/sprint-01`, `stage/coding`, `agent/coder`, or `system`.
        Only what a user says (`speaker`) is a rule or a preference, strengthens what is known, or brings back what was
        forgotten.
        """
        return self._writer.remember(text, tuple(tags), importance, kind, layer, visibility, speaker)

    @_writes
    def record(self, session: Session | Mapping[str, Any], visibility: Visibility | None = None) -> Recorded:
        """Keeps a conversation, cuts it into exchanges and learns from it. Recording it again adds only what is new."""
        return self._writer.record(session, visibility)

    def ingest(self, paths: Iterable[str] | None = None, progress: Progress | None = None) -> Ingested:
        """Reads transcripts, in the agents' own places or those named, each as far as it has come. Idempotent."""
        if self._ingest is None:
            from lamina.words.ingest import Ingest

            visibility: Any = self._parts.settings["visibility"].value
            self._ingest = Ingest(self._parts, self._viewer.user, visibility, self._project_of)
        arrived = self._deliver()
        told = self._ingest.run(paths, progress)
        self._follow(idle=not (arrived.lines or told.files))
        return told._replace(skipped=(*told.skipped, *self._show(self._ingest.projects | arrived.projects)))

    def _project_of(self, folder: str) -> str:
        """A session belongs to the project of the folder it worked in, unless a project was named."""
        if not folder or self._parts.settings["project"].value:
            return self._here().projects[0]
        aliases, name = self._parts.aliases_of(folder)
        return self._store.project_for(aliases, name, self._parts.clock())

    @_writes
    def regroup(self, steps: Sequence[Regrouping] | None = None, dry_run: bool = False) -> Regrouped:
        """Joins and splits concepts: the steps given, or those that what is known suggests. `undo` takes it back."""
        from lamina.words.regrouping import regroup

        return regroup(self._parts, self._here(), steps, dry_run=dry_run)

    @_writes
    def edit(self, id: str, text: str) -> MemoryItem:  # noqa: A002 (the word every face uses)
        """Replaces the text of a memory; the older version is kept."""
        return self._writer.edit(self._item(id), text)

    def forget(self, selector: str | Selector, dry_run: bool = False, now: bool = False) -> Forgotten:
        """Hides memories at once; `undo` brings them back for 7 days. With `now`, removes every trace of them."""
        doomed = self._doomed(selector)
        done = self._writer.forget(doomed, dry_run=dry_run, at_once=now)
        if not dry_run:
            for line in self._show({item.place.project for item in doomed}, forgotten=True):
                raise Unavailable(f"It is forgotten, but {line.file} may still show it: {line.why}")
        if now and not dry_run:
            from lamina.words.completing import drop_kept

            drop_kept(self._parts, done.ids)
            if self._parts.far:
                self._parts.far.cache.empty_all()
        if not dry_run:
            self._follow()
        return done

    @_writes
    def undo(self, entry: str | None = None) -> Undone:
        """Takes back the last change, or the one with this id."""
        from lamina.model.review import Undone

        now = self._parts.clock()
        self._store.purge_due(now)  # what was forgotten too long ago cannot come back
        noted = self._store.intents(self.viewer, entry or self._store.last_entry(self.viewer))
        files = self._instructions if noted else None
        with self._store.batch():  # where a file was changed since, that is a Conflict, and nothing is undone
            done, items = self._store.undo(self.viewer, entry, now, self._parts.embedder)
            back = files.compensations(done.id) if files else []
            if done.action == "complete":
                from lamina.words.completing import take_back

                take_back(self._parts, done)
        if files:
            files.finish(back)
        return Undone(done.id, done.action, items)

    def used(self, ids: str | Iterable[str], outcome: UseOutcome) -> list[Used]:
        """Counts that memories were retrieved, cited or ignored: ranking follows. All of them, or none."""
        from lamina.words.using import count

        return count(self._parts, self.viewer, (ids,) if isinstance(ids, str) else ids, outcome, self._item)

    def judge(self, ids: Iterable[str], transcript: str, since: int = 0, said: str = "") -> list[Used]:
        """Counts memories that were told in a session as cited or ignored, by what the agent said and did after that.

        `since` is where the transcript ended, in bytes, when they were told; `said` is what it does not hold yet.
        """
        from lamina.words.judging import judge

        return judge(self._parts, self.viewer, tuple(ids), transcript, since, said)

    def verdicts(self, ids: Iterable[str], transcript: str, since: int = 0, said: str = "") -> list[Verdict]:
        """What `judge` would count; nothing is changed."""
        from lamina.words.judging import verdicts

        return verdicts(self._store, self.viewer, tuple(ids), transcript, since, said)

    def catch_up(self) -> int:
        """Takes in what hooks noted while a store on another machine was out of reach, and refreshes what they read.

        Returns how many notes have arrived. `ingest` and `upkeep` do the same by the way, where hooks are in use.
        """
        if self._parts.far is None:
            return 0
        arrived = self._deliver()
        self._show(arrived.projects)
        self._follow(makes=True)
        return arrived.lines

    def _deliver(self) -> Delivered:
        from lamina.words.delivering import deliver

        return deliver(self._parts, self._viewer.user)

    def _follow(self, *, idle: bool = False, makes: bool = False) -> None:
        """What hooks read of a store on another machine follows what was done to it."""
        if self._parts.far and not self._in_batch:
            self._parts.far.cache.refresh(self.viewer, self._parts.aliases, idle=idle, makes=makes)

    @_writes
    def consolidate(self, dry_run: bool = False) -> Consolidated:
        """Merges, shortens, ranks, archives and links what is known; nothing is deleted, and `undo` takes it back."""
        from lamina.words.consolidating import consolidate

        return consolidate(self._parts, self.viewer, dry_run=dry_run)

    def upkeep(self, seconds: float | None = None) -> list[Kept]:
        """Does what is due in every project: promotion every 10 minutes, consolidation every night, each once."""
        from lamina.words.upkeep import keep_up

        arrived = self._deliver()
        done = keep_up(self._parts, self.viewer, seconds)
        self._show({*arrived.projects, *(one.project for one in done)})
        self._follow(idle=not (arrived.lines or done))
        return done

    def _show(self, projects: Iterable[str] = (), *, forgotten: bool = False) -> list[SkippedLine]:
        """Keeps the views current, of the project at hand and of these; tells what could not be written."""
        if self._in_batch or not (forgotten or self._parts.settings["views"].value != "off"):
            return []
        from lamina.words.viewing import refresh

        home, others = self._own(), sorted({*projects} - {*self.viewer.projects})
        viewers = [home, *(home._replace(projects=(one,)) for one in others)]
        return refresh(self._parts, viewers, forgotten=forgotten)

    def _own(self) -> Viewer:
        """The viewer in the project at hand alone, under all ids that it has."""
        return self.viewer._replace(projects=(self.viewer.projects[0], *self.viewer.projects[3:]))

    # Layers.

    @property
    def _layering(self) -> Layering:
        if self._layered is None:
            from lamina.words.layering import Layering

            self._layered = Layering(self._parts)
        return self._layered

    def layers(
        self,
        agent: str,
        sprint: str = "",
        stage: str = "",
        budget: int | None = None,
        *,
        role: str = "",
        folder: str | None = None,
    ) -> LayeredContext:
        """What an agent should know in a sprint and a stage: files of `.memory/` and memories, within a budget.

        `role` chooses the shares of `.memory/config.yaml` (default: those of the agent's name); `folder` is the
        project's (default: the one you are in).
        """
        return self._layering.layers(self.viewer, agent, sprint, stage, budget, role, folder)

    def agent_prompt(
        self,
        task: str,
        agent: str,
        sprint: str = "",
        stage: str = "",
        budget: int | None = None,
        *,
        role: str = "",
        folder: str | None = None,
    ) -> AgentPrompt:
        """The same as a prompt, with the task at its end; the budget holds for all of it."""
        return self._layering.prompt(self.viewer, task, agent, sprint, stage, budget, role, folder)

    @_writes
    def complete_stage(
        self, stage: str, artifacts: Mapping[str, Any], *, replace: bool = False, folder: str | None = None
    ) -> Completed:
        """Stores the artifacts of a stage in `.memory/`, and a summary for the next one. `undo` takes it back.

        A file that somebody else wrote is written over only with `replace`.
        """
        from lamina.words.completing import complete_stage

        root = self._layering.files(folder).root
        return complete_stage(self._parts, self._here, root, stage, artifacts, replaced=replace)

    @_writes
    def complete_sprint(
        self,
        sprint: str,
        results: Mapping[str, Any] | None = None,
        learnings: Iterable[str] = (),
        *,
        folder: str | None = None,
    ) -> Completed:
        """Adds the results of a sprint to its progress, and what was learned to its knowledge. `undo` takes it back."""
        from lamina.words.completing import complete_sprint

        root = self._layering.files(folder).root
        return complete_sprint(self._parts, self._here, root, sprint, results or {}, tuple(learnings))

    # Trust.

    @property
    def _ladder(self) -> Ladder:
        from lamina.words.trust import Ladder

        return Ladder(self._parts, self._here)

    def pending(self) -> list[Waiting]:
        """What waits to rise to long-term, most often seen first, each with what it lacks."""
        return self._ladder.pending()

    def promotable(self) -> list[Waiting]:
        """What may go to core and lacks at most a person's approval, most often seen first."""
        return self._ladder.promotable()

    @_writes
    def approve(self, id: str) -> Waiting:  # noqa: A002
        """A person's yes: the memory rises as soon as nothing else is missing."""
        return self._ladder.approve(self._item(id))

    @_writes
    def deny(self, id: str) -> MemoryItem:  # noqa: A002
        """A person's no: the memory is never shown or proposed again, whoever says it."""
        self._instructions.settle()  # what a crash left in a file is core, whatever the store says
        return self._ladder.deny(self._item(id))

    @_writes
    def promote(self, id: str, targets: Sequence[str] = (), dry_run: bool = False) -> CoreChange:  # noqa: A002
        """One rung up: to long-term, or into instruction files, by default those that fit its visibility."""
        from lamina.model.review import CoreChange

        files = self._instructions
        item = self._item(id)
        if item.trust.level == "pending":
            item = self._ladder.rise(item, dry_run=dry_run)
            if not targets:
                return CoreChange(item, (), dry_run)
        return files.promote(item, targets, dry_run=dry_run)

    @_writes
    def demote(self, id: str, dry_run: bool = False) -> CoreChange:  # noqa: A002
        """One rung down: out of every instruction file, or from long-term back to pending."""
        from lamina.model.review import CoreChange

        files = self._instructions
        item = self._item(id)
        if item.trust.level == "core":
            return files.demote(item, dry_run=dry_run)
        return CoreChange(item if dry_run else self._ladder.sink(item), (), dry_run)

    @property
    def _instructions(self) -> Instructions:
        """What a crash left half done is finished first, and what a person did to a file is honoured."""
        from lamina.words.instructions import Instructions

        files = Instructions(self._parts, self._here, lambda: self._writer)
        files.settle()
        files.honour()
        return files

    def promote_due(self) -> PromotionRun:
        """One run of the promotion engine: what is ready rises, what is too much or too old is archived."""
        return self._ladder.run()

    def contradictions(self) -> list[Contradiction]:
        """Pairs of memories that cannot both hold and wait for somebody to decide, oldest first."""
        return [one for one in self._store.contradictions(self.viewer) if one.is_open]

    @_writes
    def resolve(self, id: str, resolution: Resolution, note: str = "") -> Contradiction:  # noqa: A002
        """Decides a contradiction: a_wins (the older), b_wins, both_valid, or merged (the note is what holds)."""
        from lamina.words.contradicting import resolve

        return resolve(self._parts, self._here(), id, resolution, note)

    def doubtful(self) -> list[MemoryItem]:
        """What was contradicted so often that a person should correct or deny it."""
        from lamina.words.contradicting import REVIEWED_AT

        return self._store.often_contradicted(self.viewer, REVIEWED_AT)

    # Reading.

    def recall(
        self, query: str, limit: int = 10, mode: str = "hybrid", as_of: str | datetime | None = None
    ) -> list[Hit]:
        """What is known about a question, best first. `mode` is hybrid, lexical or semantic."""
        if limit < 1:
            raise BadInput(f"limit is {limit}.", "Ask for at least one hit.")
        if mode not in ("hybrid", "lexical", "semantic"):
            raise BadInput(f"There is no mode {mode!r}.", "Use hybrid, lexical or semantic.")
        return self._found(query, limit, mode, as_of)

    def _found(
        self,
        query: str,
        limit: int,
        mode: str = "hybrid",
        as_of: str | datetime | None = None,
        *,
        says_how: bool = True,
        heard: Sequence[Found] = (),
    ) -> list[Hit]:
        """`heard` is what the words of the query find, where somebody has looked already."""
        from lamina.recall.fuse import fuse  # a hook does not recall
        from lamina.recall.query import analyse
        from lamina.recall.rank import rank

        asked = analyse(query)
        if not asked.terms:
            raise BadInput("The question holds no word.", "Ask with words, names or numbers.")
        viewer, store = self.viewer, self._store
        vector = b"" if mode == "lexical" else self._parts.embedder.embed([query])[0]
        at = _moment(as_of) if as_of else None
        pool, most = max(POOL, limit * 2), max(limit * RANKED, LEAST_RANKED)
        while True:
            lexical = {} if mode == "semantic" else dict(heard or store.lexical(viewer, asked, pool))
            meaning = dict(store.nearest(viewer, vector, pool))
            all_found = len(lexical) < pool and len(meaning) < pool
            meaning.update(store.similarity(viewer, vector, [key for key in lexical if key not in meaning]))
            score = fuse(lexical, meaning)
            chosen = sorted(score, key=lambda key: (-score[key], key))[:most]
            candidates = store.candidates(viewer, chosen, at)
            if len(candidates) >= limit or (all_found and len(chosen) == len(score)):
                hits = rank(candidates, score, lexical, meaning, asked, limit, says_how=says_how)
                return self._told(hits, candidates)
            pool, most, heard = pool * WIDER, most * WIDER, ()  # what may not be shown had crowded out what may

    def _told(self, hits: list[Hit], candidates: Iterable[Candidate]) -> list[Hit]:
        if not self._parts.folder or not any(hit.files for hit in hits):
            return hits
        from lamina.words.staleness import told_with_hits  # a mere conversation speaks of no file

        return told_with_hits(self._parts, self._viewer, hits, candidates)

    def predict(
        self, signals: Signals | Mapping[str, Any] | None = None, limit: int = 20, learn: bool = True
    ) -> list[Prediction]:
        """Files and memories that are likely to be needed now, with a confidence and the signals that say so.

        At most `limit` of each kind. What the signals leave open is read from git and the clock. Once in ten sessions
        it is learned again how sure one may be; with `learn` off, somebody else has to do that.
        """
        from lamina.words.checks import signals_from

        if limit < 1:
            raise BadInput(f"limit is {limit}.", "Ask for at least one prediction.")
        return self._predictor().predict(self.viewer, self._own(), signals_from(signals), limit, learn=learn)

    def _predictor(self) -> Predicting:
        if self._predicting is None:
            from lamina.words.predicting import Predicting

            self._predicting = Predicting(self._parts)
        return self._predicting

    def context(
        self,
        signals: Signals | Mapping[str, Any] | None = None,
        budget: int = 8000,
        plan: Plan = "tiers",
    ) -> Context:
        """What the moment needs of what is known, within a budget of tokens; the plan `hook` takes only what is sure.

        With a receipt: why each item is there, and why others were left out.
        """
        from lamina.words.checks import signals_from

        if self._assembling is None:
            from lamina.words.context import Assembling, Words

            self._assembling = Assembling(self._parts, Words(self._hits, self._predicted, self._contradicted))
        return self._assembling.context(self.viewer, signals_from(signals), budget, plan)

    def remind(
        self,
        prompt: str = "",
        error: str = "",
        *,
        file: str = "",
        folder: str = "",
        told: Iterable[str] = (),
        session: str = "",
        spoken_to: bool = False,
        budget: int = 800,
    ) -> Reminder:
        """The few notes that are sure to matter for a prompt, an error or a file; only what a session lacks.

        A session that was `spoken_to` before a prompt is told more only when it is surer. A path that is not absolute
        begins at `folder`, or else at the folder at hand. Made for hooks: it goes by words alone, nothing slow is
        loaded, and nothing is counted. `context` looks further.
        """
        from lamina.model.reminders import Heard
        from lamina.words.reminding import remind

        names: tuple[str, ...] = ()
        if file:
            from lamina.words.file_names import names_of  # only where a file is at hand

            names = names_of(file, folder or self._parts.folder)
        heard = Heard(frozenset(told), session, spoken_to)
        return remind(self._store, self.viewer, prompt, error, heard, budget, names)

    def _hits(self, query: str, limit: int, heard: Sequence[Found]) -> list[Hit]:
        """What a context may hold; its receipt says in its own words how each matched."""
        return self._found(query, limit, says_how=False, heard=heard)

    def _predicted(self, signals: Signals, heard: Searched) -> list[Prediction]:
        return self._predictor().likely(self.viewer, self._own(), signals, MOST_PREDICTED, heard, learn=False)

    def _contradicted(self) -> dict[str, str]:
        """What speaks against a memory, by its id."""
        told = {}
        for one in self.contradictions():
            told[one.older.id] = one.newer.lengths.compressed or one.newer.lengths.summary
            told[one.newer.id] = one.older.lengths.compressed or one.older.lengths.summary
        return told

    def sessions(self, limit: int = 50) -> list[SessionRow]:
        """The sessions of this project, the latest first."""
        return self._store.sessions(self.viewer, limit)

    def concepts(self) -> list[MemoryItem]:
        """The topics of this project, the latest first."""
        found = [one for one in self._store.of_kind(self.viewer, "concept") if not one.validity.valid_to]
        return sorted(found, key=lambda one: (one.last_seen, one.id), reverse=True)

    def verify(self, paths: Iterable[str], delete: bool = False) -> list[Verified]:
        """Whether all that transcripts say is in the store; with `delete`, removes each file of which that is true."""
        from lamina.words import verifying

        everything = self._everything(None)
        projects = tuple(dict.fromkeys((*self.viewer.projects, *everything.projects)))
        found = verifying.verify(self._store, everything._replace(projects=projects), paths)
        return verifying.deleted(found) if delete else found

    def trace(self, id: str) -> Trace:  # noqa: A002
        """Where a memory comes from: its exchanges, and their turns."""
        from lamina.words.reading import trace

        return trace(self._parts, self.viewer, self._item(id))

    def get(self, id: str) -> MemoryItem:  # noqa: A002
        """One item by its id, or by the beginning of it."""
        return self._item(id)

    def status(self) -> Status:
        """The store at a glance."""
        return self._store.status(self.viewer)

    def doctor(self) -> list[Check]:
        """Checks every joint, and says how to mend what is wrong."""
        from lamina.words.reading import examine

        return examine(self._parts, self.viewer)

    def config(self) -> list[Setting]:
        """Every setting with its value and where the value comes from."""
        from lamina.config import shown, with_retention_rules

        return shown(with_retention_rules(self._parts.settings))

    def reindex(self, progress: Progress | None = None) -> int:
        """Builds the search index anew from the rows."""
        return self._store.reindex(progress)

    # Moving.

    def export(self, path: str | IO[bytes], format: str = "jsonl", project: str | None = None) -> int:  # noqa: A002
        """Writes all this user may see, of one project or of all; `memory-keeper` is a folder and shows one project."""
        if format == "memory-keeper":
            from lamina.words.viewing import folder_named, show

            return show(self._store, self._everything(project) if project else self._own(), folder_named(path))
        from lamina.words import ladder_files, moving

        if format in ladder_files.FORMATS and isinstance(path, str):
            return ladder_files.export(self._store, self._everything(project) if project else self._own(), path, format)
        return moving.export(self._store, self._everything(project), path, format)

    @_writes
    def load(
        self,
        path: str | IO[bytes],
        format: str = "jsonl",  # noqa: A002
        progress: Progress | None = None,
    ) -> Loaded:
        """Reads an export (`jsonl`), any conversation (`chat`) or a folder (`memory-keeper`); twice changes nothing."""
        from lamina.words import ladder_files, moving

        if format in ladder_files.FORMATS:
            return ladder_files.load(self._parts, self._here(), self._writer.place(), path, format)
        if format == "memory-keeper":
            from lamina.words.view_loading import load_view
            from lamina.words.viewing import folder_named

            visibility: Any = self._parts.settings["visibility"].value
            return load_view(self._parts, self._here, visibility, folder_named(path))
        if format == "chat":
            return moving.load_chat(self._writer, path, progress)
        # Not through the writer: it would make this folder a project before the file can say which one it is.
        return moving.load(self._parts, self.viewer, path, format, progress)

    def projects(self) -> Mapping[str, str]:
        """Every project in the store: id and name."""
        return self._store.project_names()

    # Helping.

    def _everything(self, project: str | None) -> Viewer:
        names = self._store.project_names()
        if project is None:
            return self.viewer._replace(projects=tuple(sorted({*names, *self.viewer.projects})))
        found = [one for one, name in names.items() if project in (one, name)]
        if not found:
            raise NotFound(f"There is no project {project!r}.", "`lamina projects` lists them.")
        if len(found) > 1:
            raise BadInput(f"Several projects are called {project!r}: {', '.join(found)}.", "Give the id of one.")
        return self.viewer._replace(projects=tuple(found))

    def _item(self, id_: str) -> MemoryItem:
        found = self._store.items(self.viewer, [id_])
        if found:
            return found[0]
        longer = self._store.full_ids(self.viewer, id_) if len(id_) >= 4 else []
        if len(longer) > 1:
            raise BadInput(f"Several ids start with {id_}: {', '.join(longer)}.", "Give more of it.")
        found = self._store.items(self.viewer, longer)
        if not found:
            raise NotFound(f"There is no memory {id_}.", "`lamina recall` shows ids.")
        return found[0]

    def _doomed(self, selector: str | Selector) -> Sequence[MemoryItem]:
        if isinstance(selector, str):
            return [self._item(selector)]
        if not any(selector):
            raise BadInput("Nothing says what to forget.", "Name an id, a query, a session, a project or a date.")
        viewer = self.viewer._replace(projects=self.viewer.projects[:1])
        if selector.project:
            viewer = self._everything(selector.project)
        if selector.id:
            selector = selector._replace(id=self._item(selector.id).id)
        return self._store.select(viewer, selector)


def _moment(at: str | datetime) -> str:
    from lamina.model.wire import stamp  # most recalls ask about today
    from lamina.words.checks import good_moment

    return stamp(good_moment(at, "as_of"))
