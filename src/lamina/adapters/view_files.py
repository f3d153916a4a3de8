"""A project as the files of the memory-keeper folder. Pure: the same items give the same bytes."""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC
from typing import TYPE_CHECKING, NamedTuple

from lamina.adapters.view_format import Concept, CoreLogic, Exchange, Facts, Permanent, Rule, Solution, Stats, written
from lamina.model.memory import ConceptFields, CoreLogicFields, ExchangeFields, SolutionFields
from lamina.model.wire import l1_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from lamina.adapters.view_format import Entry
    from lamina.model.memory import MemoryItem
    from lamina.model.transcript import Turn

_SHOWN = frozenset({"rule", "preference", "convention", "decision", "solution", "error_fix", "core_logic"})
_CHECKED_WITH = re.compile(r"This project is checked with `(.+)`")
_HEAD = 30
_LINE = 200
MOST_FILES, MOST_CONCEPTS, MOST_RULES, MOST_COMMANDS = 12, 12, 20, 8


class Shown(NamedTuple):
    """Everything of a project that the view has a place for."""

    name: str
    sessions: Mapping[str, Sequence[MemoryItem]]
    """Name of the session's files → its exchanges, in the order in which they were said."""
    concepts: Sequence[MemoryItem]
    facts: Sequence[MemoryItem]


def stems(started: Iterable[str]) -> list[str]:
    """The names of sessions' files, from the UTC times at which they began.

    Of one minute, the session that was known first has the plain name: one that comes later renames none.
    """
    taken: Counter[str] = Counter()
    named = []
    for at in started:
        minute = f"{at[:10]}_{at[11:13]}{at[14:16]}"
        taken[minute] += 1
        named.append(minute if taken[minute] == 1 else f"{minute}_{taken[minute]}")
    return named


def paths_of(stem: str) -> tuple[str, str]:
    """The two files of a session."""
    return f"sessions/{stem}.l1.jsonl", f"sessions/{stem}.l2.json"


def is_shown(item: MemoryItem) -> bool:
    """Whether a fact stands in `permanent`.

    What was denied, superseded or archived is left out: the format has no mark for it, and readers take it for true.
    What a user said outright without a category is a rule: the format's own first example is such a sentence.
    """
    if item.trust.denied_at or item.archived_at or item.validity.valid_to:
        return False
    return item.category in _SHOWN or (item.category is None and _source(item) == "user")


def entry_of(item: MemoryItem) -> Entry:
    """A fact as `permanent` shows it."""
    if isinstance(item.fields, SolutionFields):
        problem, solution = _solution(item, item.fields)
        attempts = item.fields.attempts
        return Solution(id=item.id, problem=problem, solution=solution, attempts=attempts, confidence=item.confidence)
    if isinstance(item.fields, CoreLogicFields):
        described = item.fields.description
        same = bool(described) and described[:_HEAD] in item.lengths.full
        text = described if same else item.lengths.full
        return CoreLogic(id=item.id, feature=item.fields.feature, description=text, files=item.files)
    return Rule(
        id=item.id,
        content=item.lengths.full,
        source=_source(item),
        confidence=item.confidence,
        contradictions=item.usage.contradictions,
        last_validated=_day(item.usage.last_validated),
    )


def concept_of(item: MemoryItem, exchanges: Mapping[str, object]) -> Concept:
    """A concept, with those of its exchanges that are shown."""
    assert isinstance(item.fields, ConceptFields)
    return Concept(
        id=item.id,
        name=item.fields.name,
        summary=item.lengths.summary,
        exchanges=tuple(one for one in item.fields.exchanges if one in exchanges),
        files=item.files,
        keywords=item.keywords,
        updated=_day(item.last_seen),
    )


def session_files(stem: str, exchanges: Sequence[MemoryItem], turns: Sequence[tuple[int, Turn]]) -> dict[str, bytes]:
    """The lines of a session and what they come to. Lines are counted as they stand here: forgotten ones left none."""
    lines: list[bytes] = []
    told = []
    for item in exchanges:
        assert isinstance(item.fields, ExchangeFields)
        first = len(lines) + 1
        lines += [l1_line(turn) for number, turn in turns if item.fields.opening <= number <= item.fields.closing]
        told.append(
            Exchange(
                id=item.id,
                ts=item.first_seen.isoformat(),
                summary=item.lengths.summary,
                details=item.fields.details,
                files=item.files,
                keywords=item.keywords,
                l1_range=(first, len(lines)) if len(lines) >= first else (),
            )
        )
    l1, l2 = paths_of(stem)
    return {**({l1: b"".join(lines)} if lines else {}), l2: written(told)}


def project_files(shown: Shown) -> tuple[dict[str, bytes], list[Concept | Entry]]:
    """`facts.json`, `concepts.json` and `project.md`; and the entries in them."""
    exchanges = {item.id: item for said in shown.sessions.values() for item in said}
    concepts = [concept_of(item, exchanges) for item in shown.concepts]
    entries = [entry_of(item) for item in shown.facts if is_shown(item)]
    permanent = Permanent(
        tuple(one for one in entries if isinstance(one, Rule)),
        tuple(one for one in entries if isinstance(one, Solution)),
        tuple(one for one in entries if isinstance(one, CoreLogic)),
    )
    stats = Stats(len(exchanges), len(concepts), _latest(shown, exchanges.values()))
    facts = Facts(_keywords((*shown.concepts, *exchanges.values())), permanent, stats)
    page = _page(shown.name, len(shown.sessions), exchanges.values(), concepts, facts)
    files = {"facts.json": written(facts), "concepts.json": written(concepts), "project.md": page.encode()}
    return files, [*concepts, *entries]


def _source(item: MemoryItem) -> str:
    """Who said it: the user, if they ever did."""
    speakers = {one.speaker for one in item.evidence}
    return next((one for one in ("user", "assistant", "tool") if one in speakers), "user")


def _solution(item: MemoryItem, fields: SolutionFields) -> tuple[str, str]:
    """An edit changes the text and not the fields: then the text holds."""
    full = item.lengths.full
    if full.startswith(fields.problem[:_HEAD]) and fields.solution and fields.solution[:_HEAD] in full:
        return fields.problem, fields.solution
    problem, arrow, solution = full.partition(" → ")
    return (problem, solution) if arrow else ("", full)


def _keywords(items: Iterable[MemoryItem]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for item in items:
        for word in dict.fromkeys(item.keywords):
            found.setdefault(word, []).append(item.id)
    return {word: tuple(ids) for word, ids in sorted(found.items())}


def _latest(shown: Shown, exchanges: Iterable[MemoryItem]) -> str | None:
    """Of an exchange the view tells when it began: what it cannot tell must not decide what it says."""
    facts = [one for one in shown.facts if is_shown(one)]
    times = (*(one.first_seen for one in exchanges), *(one.last_seen for one in (*shown.concepts, *facts)))
    return _day(max(times, default=None))


def _page(name: str, sessions: int, exchanges: Iterable[MemoryItem], concepts: Sequence[Concept], facts: Facts) -> str:
    """What a person reads first. Made from what the other files hold and nothing else, so that it survives a load."""
    stats, rules = facts.stats, facts.permanent.rules
    touched = Counter(file for item in exchanges for file in dict.fromkeys(item.files))
    files = sorted(touched.items(), key=lambda one: (-one[1], one[0]))[:MOST_FILES]
    commands = [found[1] for one in rules if (found := _CHECKED_WITH.fullmatch(one.content))]
    wanted = [one for one in rules if not _CHECKED_WITH.fullmatch(one.content)]
    wanted.sort(key=lambda one: (one.source != "user", -(one.confidence or 0)))
    topics = sorted(concepts, key=lambda one: -len(one.exchanges))[:MOST_CONCEPTS]
    until = f", the last of {stats.last_updated}" if stats.last_updated else ""
    parts = [
        f"# {_line(name)}\n\n{_many(sessions, 'session')}, {_many(stats.total_exchanges, 'exchange')}, "
        f"{_many(stats.total_concepts, 'concept')}{until}.\n",
        _list("Main files", [f"`{_line(file)}` ({times})" for file, times in files]),
        _list("How it is checked", [f"`{_line(one)}`" for one in commands[:MOST_COMMANDS]]),
        _list("Main concepts", [_topic(one) for one in topics]),
        _list("Rules", [_line(one.content) for one in wanted[:MOST_RULES]]),
        "Written by Lamina. Rules are edited in `facts.json` and read with `lamina load --format memory-keeper`.\n",
    ]
    return "\n".join(filter(None, parts))


def _topic(one: Concept) -> str:
    """A summary by the rules begins with the name."""
    told = one.summary if one.summary.startswith(one.name) else f"{one.name}: {one.summary}"
    return _line(told)


def _list(title: str, lines: Sequence[str]) -> str:
    return f"## {title}\n\n" + "".join(f"- {line}\n" for line in lines) if lines else ""


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LINE else line[: _LINE - 1] + "…"


def _day(at: datetime | None) -> str | None:
    return at.astimezone(UTC).date().isoformat() if at else None
