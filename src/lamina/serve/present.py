"""Answers as text for people and as plain values for programs."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lamina.config import Setting
    from lamina.errors import LaminaError
    from lamina.model.consolidation import Consolidated, Kept
    from lamina.model.context import Context
    from lamina.model.hits import Hit
    from lamina.model.layers import AgentPrompt, Completed, LayeredContext
    from lamina.model.memory import MemoryItem
    from lamina.model.review import (
        Check,
        Contradiction,
        CoreChange,
        Forgotten,
        Ingested,
        Regrouped,
        SessionRow,
        Trace,
        Used,
        Verified,
        Waiting,
    )
    from lamina.model.signals import Prediction
    from lamina.model.staleness import Stale
    from lamina.model.targets import Outcome
    from lamina.serve.cli.installing import Installed, Uninstalled
    from lamina.serve.demo import Step
    from lamina.serve.tokens import Minted, Token

_LINE = 100


def plain(value: Any) -> Any:
    """Any answer as JSON can hold it."""
    if hasattr(value, "_fields"):
        return {name: plain(part) for name, part in zip(value._fields, value, strict=True)} | _computed(value)
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if hasattr(value, "isoformat"):
        return value.isoformat()
    return value


def json_text(value: Any) -> str:
    """Any answer as one JSON value; indented where a person is watching."""
    import json

    watched = sys.stdout is not None and sys.stdout.isatty()
    return json.dumps(plain(value), ensure_ascii=not _speaks_unicode(), indent=2 if watched else None)


def _speaks_unicode() -> bool:
    return (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "") == "utf8"


def make_printable() -> None:
    """A terminal that lacks a character shows its number: that must not end a command."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")


def _computed(value: Any) -> dict[str, Any]:
    return {"count": value.count, "sessions": list(value.sessions)} if hasattr(value, "imported_count") else {}


def hits(found: Sequence[Hit]) -> str:
    """One block per hit: score, id, first line, reasons."""
    if not found:
        return "Nothing is known about that."
    blocks = []
    for hit in found:
        where = f"  in {', '.join(hit.session_ids[:2])}" if hit.session_ids else ""
        head = f"{hit.score:.2f}  {hit.id}  {hit.kind}{where}  {hit.last_seen[:10]}"
        blocks.append(f"{head}\n      {_first_line(hit.text)}\n      {'; '.join(hit.why)}")
    return "\n".join(blocks)


def predictions(found: Sequence[Prediction]) -> str:
    """One block per prediction: how likely, what, and why."""
    if not found:
        return "Nothing that is known speaks for anything."
    blocks = []
    for one in found:
        said = f"\n      {_first_line(one.text)}" if one.text else ""
        blocks.append(f"{one.confidence:.2f}  {one.kind}  {one.id}{said}\n      {'; '.join(one.why)}")
    return "\n".join(blocks)


def nothing_told(done: Context) -> str:
    """Why a context is empty: what is known does not fit, or there is nothing."""
    from lamina.model.context import NO_ROOM  # a recall has no need of it

    crowded = sum(one.why == NO_ROOM for one in done.left_out)
    if crowded:
        return f"The budget has no room for what concerns this ({crowded}); give more tokens."
    return "Nothing that is known concerns this."


def context(done: Context) -> str:
    """The notes, and below them the receipt."""
    if not done.context:
        return nothing_told(done)
    lines = [done.context, "", f"{done.token_count} tokens:"]
    lines += [f"  {one.tier}  {one.length:<10} {one.tokens:>5}  {one.id}  {'; '.join(one.why)}" for one in done.items]
    left_out = Counter(one.why if not one.why.startswith("says the same") else "said already" for one in done.left_out)
    lines += [f"  left out: {count} ({why})" for why, count in left_out.most_common()]
    return "\n".join(lines)


def item(one: MemoryItem) -> str:
    """One memory in a few lines."""
    facts = [one.kind, one.category or "", one.trust.level, one.place.visibility, f"importance {one.importance:g}"]
    labels = f"\n  tags: {', '.join(one.tags)}" if one.tags else ""
    return f"{one.id}  {', '.join(filter(None, facts))}{labels}\n  {_first_line(one.lengths.full)}"


def waiting(found: Sequence[Waiting]) -> str:
    """One block per memory: how often it was seen, what it says, what it lacks."""
    blocks = [
        f"{one.item.id}  {one.item.count}×  {one.item.trust.level.replace('_', '-')}"
        f"{'  said outright' if one.outright else ''}\n      {_first_line(one.item.lengths.full)}\n      {one.why}"
        f"{_stale(one.stale, 6)}"
        for one in found
    ]
    return "\n".join(blocks) or "Nothing waits."


def _stale(found: Stale | None, indent: int) -> str:
    return f"\n{' ' * indent}stale: {found.why}" if found else ""


def approved(done: Waiting) -> str:
    """Where it is now, and what it still lacks."""
    return f"{item(done.item)}\n  {done.why}{_stale(done.stale, 2)}"


def denied(one: MemoryItem) -> str:
    """It will not come back."""
    return f"{one.id} is denied; `lamina undo` takes that back.\n  {_first_line(one.lengths.full)}"


def used(counted: Sequence[Used]) -> str:
    """One line per memory: its counters."""
    return "\n".join(
        f"{one.id}  cited {one.cited}×, ignored {one.ignored}×, retrieved {one.retrieved}×" for one in counted
    )


def core_change(done: CoreChange) -> str:
    """Where the memory is, and what became (or would become) of each file."""
    lines = [item(done.item)]
    for one in done.targets:
        lines += _outcome(one, done.dry_run)
    return "\n".join(lines)


def _outcome(one: Outcome, dry_run: bool) -> list[str]:
    from lamina.model.targets import Carried, Planned, Unwritable

    if isinstance(one, Planned):
        return [f"  {one.target}: {'would change' if dry_run else 'changed'} {one.path}", one.diff.rstrip("\n")]
    if isinstance(one, Carried):
        return [f"  {one.target}: said by {one.by}. {one.why}"]
    if isinstance(one, Unwritable):
        return [f"  {one.target}: NOT written. {one.why}"]
    return [f"  {one.target}: {one.path} says it already"]


def contradictions(found: Sequence[Contradiction]) -> str:
    """Both sides of each, and why they cannot both hold."""
    blocks = [
        f"{one.id}  {one.why}\n  a {one.older.first_seen:%Y-%m-%d}  {_first_line(one.older.lengths.full)}"
        f"\n  b {one.newer.first_seen:%Y-%m-%d}  {_first_line(one.newer.lengths.full)}"
        for one in found
    ]
    return "\n".join(blocks) or "Nothing contradicts."


def resolved(one: Contradiction) -> str:
    """What was decided."""
    return f"{contradictions([one])}\n  → {one.resolution}{f': {one.note}' if one.note else ''}"


def doubtful(found: Sequence[MemoryItem]) -> str:
    """How often each was contradicted."""
    rows = [f"{one.id}  contradicted {one.usage.contradictions}×  {_first_line(one.lengths.full)}" for one in found]
    return "\n".join([*rows, "`lamina edit` or `lamina deny` them."]) if rows else "Nothing is in doubt."


def trace(found: Trace) -> str:
    """The memory, then its transcript lines."""
    lines = [f"{item(found.item)}{_stale(found.stale, 2)}"]
    for exchange in found.exchanges:
        lines.append(f"from session {exchange.session}, turns {exchange.first_turn}-{exchange.last_turn}:")
        for number, turn in exchange.turns:
            said = turn.text or " ".join(filter(None, (turn.name, turn.target, turn.result)))
            lines.append(f"  {number:>4} {turn.role}: {_first_line(said)}")
    if not found.exchanges:
        said_by = ", ".join(dict.fromkeys(one.speaker for one in found.item.evidence))
        lines.append(f"said outright by the {said_by or 'user'} on {found.item.first_seen.date()}; no transcript")
    lines += [f"related: {one.id}  {one.lengths.index}" for one in found.related]
    return "\n".join(lines)


def consolidated(done: Consolidated) -> str:
    """How many steps of each kind, and why."""
    many = "1 memory" if done.memories == 1 else f"{done.memories} memories"
    if not done.reasons:
        return f"Nothing to consolidate in {many}."
    lines = [f"{'Would consolidate' if done.dry_run else 'Consolidated'} {many}:"]
    lines += [f"  {one.step:<9} {one.count:>6}  {one.why}" for one in done.reasons]
    if done.left_alone:
        lines.append(f"  {done.left_alone} were changed meanwhile, and left for the next time")
    return "\n".join(lines if done.dry_run else [*lines, "`lamina undo` takes it back."])


def kept_up(done: Sequence[Kept]) -> str:
    """What each project came to."""
    return "\n".join(filter(None, map(_kept, done))) or "Nothing is due."


def _kept(one: Kept) -> str:
    lines = []
    if one.promotion:
        lines.append(f"{one.promotion.promoted} promoted, {one.promotion.rotated} archived")
    if one.consolidation:
        lines.append(consolidated(one.consolidation))
    return "\n".join(lines)


def ingested(done: Ingested) -> str:
    """What was read, what came of it, and what could not be read."""
    if not done.files and not done.skipped:
        return "Nothing new."
    share = f", {done.refined_bytes / done.raw_bytes:.1%} of it kept" if done.raw_bytes else ""
    lines = [
        f"{done.files} files, {done.raw_bytes / 1e6:.1f} MB{share}",
        f"{done.sessions} sessions, {done.turns} turns → {done.exchanges} exchanges → {done.memories} memories",
    ]
    lines += [f"  skipped {_where(one.file, one.line)}: {one.why}" for one in done.skipped[:20]]
    if len(done.skipped) > 20:
        lines.append(f"  … and {len(done.skipped) - 20} more")
    return "\n".join(lines)


def _where(file: str, line: int) -> str:
    return f"{file}:{line}" if line else file


def sessions(found: Sequence[SessionRow]) -> str:
    """One line per session."""
    rows = [
        f"{one.started_at[:16].replace('T', ' ')}  {one.agent:<11} {one.exchanges:>3} exchanges  {one.id}"
        + (f"  {_first_line(one.title)}" if one.title else "")
        for one in found
    ]
    return "\n".join(rows) or "No sessions yet: `lamina ingest` reads them."


def concepts(found: Sequence[MemoryItem]) -> str:
    """Name, size and latest exchange of each topic."""
    lines = []
    for one in found:
        size = len(getattr(one.fields, "exchanges", ()))
        lines.append(f"{one.id}  {getattr(one.fields, 'name', '')}  ({size} exchanges, {one.last_seen:%Y-%m-%d})")
        if one.files:
            lines.append(f"      {', '.join(one.files[:4])}{' …' if len(one.files) > 4 else ''}")
    return "\n".join(lines) or "No concepts yet: `lamina ingest` finds them."


def regrouped(done: Regrouped) -> str:
    """One line per step, with its reason."""
    from lamina.model.review import JoinConcepts

    if not done.steps:
        return "Nothing to regroup."
    lines = ["Would regroup:" if done.dry_run else "Regrouped:"]
    for step in done.steps:
        if isinstance(step, JoinConcepts):
            lines.append(f"  {step.joined} joins {step.into}: {step.why}")
        else:
            lines.append(f"  {len(step.leaving)} exchanges leave {step.concept}: {step.why}")
    return "\n".join(lines if done.dry_run else [*lines, "`lamina undo` takes it back."])


def verified(found: Sequence[Verified]) -> str:
    """One line per file."""
    rows = []
    for one in found:
        what = "deleted" if one.deleted else "ok" if one.ok else "NOT in the store"
        rows.append(
            f"{what}  {one.file}  {one.exchanges} exchanges, {one.turns} turns{f': {one.why}' if one.why else ''}"
        )
    return "\n".join(rows)


def forgotten(done: Forgotten) -> str:
    """What went, or would go."""
    verb = "Would forget" if done.dry_run else "Purged" if done.purged else "Forgot"
    lines = [f"{verb} {len(done.ids)}:" if done.ids else "Nothing matches; nothing was forgotten."]
    lines += [f"  {id_}  {text}" for id_, text in zip(done.ids[:20], done.texts, strict=False)]
    if len(done.ids) > 20:
        lines.append(f"  … and {len(done.ids) - 20} more")
    if done.ids and done.undo_until and not done.dry_run:
        lines.append(f"`lamina undo` brings it back until {done.undo_until[:10]}.")
    return "\n".join(lines)


def checks(found: Sequence[Check]) -> str:
    """One line per finding."""
    return "\n".join(
        f"{'ok  ' if one.ok else 'BAD '} {one.name}: {one.found}" + ("" if one.ok else f"\n      → {one.mend}")
        for one in found
    )


def settings(found: Sequence[Setting]) -> str:
    """Name, value and source."""
    return "\n".join(f"{one.name:<12} {one.value or '(empty)':<32} {one.source:<12} {one.meaning}" for one in found)


def table(value: Any) -> str:
    """Any flat answer, one line per part."""
    return "\n".join(f"{name:<20} {_cell(part)}".rstrip() for name, part in plain(value).items())


def _cell(part: Any) -> Any:
    return "-" if part is None else "  ".join(filter(None, part.values())) if isinstance(part, dict) else part


def layers(found: LayeredContext) -> str:
    """What each layer holds and what it costs, and what was left out."""
    lines = []
    for name in ("project", "sprint", "stage", "agent"):
        entries = getattr(found, name)
        lines.append(f"{name}: {sum(one.tokens for one in entries):,} tokens")
        lines += [f"  {one.tokens:>7,}  {one.key}  {_first_line(one.content)}" for one in entries]
    lines.append(f"together: {found.total_tokens:,} tokens")
    lines += [f"  left out: {one.layer} {one.key}: {one.why}" for one in found.left_out[:20]]
    if len(found.left_out) > 20:
        lines.append(f"  … and {len(found.left_out) - 20} more")
    return "\n".join(lines)


def agent_prompt(made: AgentPrompt) -> str:
    """The prompt itself: it can be piped to an agent."""
    return made.prompt


def completed(done: Completed) -> str:
    """Which files changed."""
    if not done.entry:
        return f"Nothing new: the {done.layer} {done.name} was completed so already."
    lines = [f"The {done.layer} {done.name} is completed:", *(f"  wrote {path}" for path in done.written)]
    return "\n".join([*lines, *(f"  as it was: {path}" for path in done.unchanged), "`lamina undo` takes it back."])


def tokens(found: Sequence[Token | Minted]) -> str:
    """One line per token; a new one in full, once."""
    lines = []
    for one in found:
        until = f"  until {one.ends_at[:10]}" if one.ends_at else ""
        lines.append(f"{one.id}  {one.user}  {one.scope}{until}")
        secret = getattr(one, "token", "")
        lines += [secret, "Keep it: it is not shown again."] if secret else []
    return "\n".join(lines) or "There is no token: `lamina token add` makes one."


def projects(found: Mapping[str, str]) -> str:
    """Id and name."""
    return "\n".join(f"{id_}  {name}" for id_, name in found.items()) or "There is no project yet."


def story(told: Sequence[Step]) -> str:
    """What the demo did, step by step, with the time each step took."""
    blocks = [
        f"── {step.title}  ({step.milliseconds:.1f} ms)\n$ {step.command}\n"
        + "\n".join(f"  {line}" for line in step.said.splitlines())
        for step in told
    ]
    ending = 'Everything above lived in a temporary folder and is gone. Start your own: lamina remember "…"'
    return "\n\n".join((*blocks, ending))


def error(problem: LaminaError) -> dict[str, dict[str, str]]:
    """An error for programs."""
    return {"error": {"kind": problem.kind, "message": problem.message, "hint": problem.hint}}


def progress(what: str, done: int, total: int) -> None:
    """A line that rewrites itself, where somebody is watching."""
    if sys.stderr.isatty():
        print(f"\r{what}: {done}{f' of {total}' if total else ''}", end="", file=sys.stderr, flush=True)
        if total and done >= total:
            print(file=sys.stderr)


def _first_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LINE else line[: _LINE - 1] + "…"


def installed(done: Installed) -> str:
    """What was changed, what was read, and some of what was learned."""
    lines = [f"changed {path}" for path in done.changed] or ["No file was changed."]
    if done.ingested:
        lines.append(ingested(done.ingested))
    if done.status:
        now = done.status
        waiting, known = now.pending + now.long_term + now.core, now.sessions
        lines.append(f"known here: {known} sessions, {now.exchanges} exchanges, {waiting} memories")
    lines += [f"  - {_first_line(one)}" for one in done.learned]
    lines += _installed_for(done)
    if done.changed:
        lines.append("New sessions use it; `lamina uninstall` takes every change back.")
    return "\n".join(lines)


def _installed_for(done: Installed) -> list[str]:
    """For each agent what it gets, and what is left to do."""
    lines = [f"{one.agent}: left alone. {one.left_alone}" for one in done.installed_for if one.left_alone]
    became = [one for one in done.installed_for if one.how]
    asking = ", ".join(one.agent for one in became if "hooks" not in one.how)
    for one in became:
        if "hooks" in one.how:
            lines.append(f"{one.agent}: is told what matters by hooks; `#nolamina` in a prompt keeps them silent.")
            if "MCP" not in one.how and not one.left_alone:
                lines.append("  For its tools: claude mcp add --scope user lamina -- lamina mcp")
    if asking:
        lines.append(
            f"{asking}: may ask over MCP (context, recall, remember, …); nothing is told unasked, and `lamina ingest` "
            "learns from the sessions."
        )
    if became and done.missing:
        lines.append(f"The MCP server needs more than is installed: pip install '{done.missing[0]}'")
    return lines


def uninstalled(done: Uninstalled) -> str:
    """What was taken back."""
    lines = [f"changed {path}" for path in done.changed] or ["No file was changed."]
    return "\n".join([*lines, *done.left, "What was learned is gone." if done.purged else "What was learned stays."])
