"""Who may rise on the ladder of trust: two doors to long-term, one to core, each verdict with its reason in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from lamina.model.consolidation import Archive

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from lamina.model.memory import MemoryItem

SAID_OUTRIGHT = ("rule", "preference")
FALLS_EVERY_DAYS = 30
FALLS_BY = 0.05
"""How much the threshold of importance falls with each month of age."""


class Policy(NamedTuple):
    """What it takes to rise, to be rotated out, and to expire."""

    min_count: int = 2
    core_min_count: int = 3
    core_min_days: float = 7.0
    outright_min_count: int = 1
    outright_min_days: float = 0.0
    promote_threshold: float = 0.70
    lowest_threshold: float = 0.60
    promote_tags: tuple[str, ...] = ("critical", "user_goal")
    short_term_max_lines: int = 5000
    expire_after_days: float = 365.0
    expire_below: float = 0.4


class Ready(NamedTuple):
    """It may rise."""

    why: str


class NotYet(NamedTuple):
    """It may not rise, and this is what is missing."""

    why: str


Verdict: TypeAlias = Ready | NotYet


class Promote(NamedTuple):
    """Raise a pending memory to long-term."""

    id: str
    why: str


Step: TypeAlias = Promote | Archive


def said_outright(item: MemoryItem) -> bool:
    """Whether a user said it in so many words, in a session or by hand."""
    by_hand = any(not one.session and one.speaker == "user" for one in item.evidence)
    return by_hand or (item.category in SAID_OUTRIGHT and any(one.speaker == "user" for one in item.evidence))


def to_long_term(item: MemoryItem, policy: Policy, *, now: datetime) -> Verdict:
    """Importance, a tag or age opens one door by itself; count and approval open the other."""
    refused = _refused(item, "pending")
    if refused:
        return refused
    threshold = threshold_for(item, policy, now=now)
    if item.worth >= threshold:
        lowered = f" (lowered by age from {policy.promote_threshold:g})" if threshold < policy.promote_threshold else ""
        return Ready(f"Importance {item.worth:g} ≥ {threshold:g}{lowered}")
    for tag in policy.promote_tags:
        if tag in item.tags:
            return Ready(f"Tagged {tag}")
    least = policy.outright_min_count if said_outright(item) else policy.min_count
    if item.count < least:
        return NotYet(f"Count too low: {item.count}/{least}")
    if not item.trust.approved_long_term_at:
        return NotYet("Not approved yet")
    return Ready(f"Seen {item.count} times and approved")


def to_core(item: MemoryItem, policy: Policy, *, now: datetime) -> Verdict:
    """Count, days in long-term, and always a person's approval."""
    refused = _refused(item, "long_term")
    if refused:
        return refused
    outright = said_outright(item)
    least = policy.outright_min_count if outright else policy.core_min_count
    wait = policy.outright_min_days if outright else policy.core_min_days
    if item.count < least:
        return NotYet(f"Count too low: {item.count}/{least}")
    risen = item.trust.promoted_long_term_at or now
    days = (now - risen).total_seconds() / 86400
    if days < wait:
        return NotYet(f"Too new in long-term: {days:.0f}/{wait:g} days")
    if not item.trust.approved_core_at:
        return NotYet("Not approved for core yet")
    return Ready("Said outright and approved" if outright else f"Seen {item.count} times, {days:.0f} days, approved")


def offered_for_core(items: Iterable[MemoryItem], policy: Policy, *, now: datetime) -> list[MemoryItem]:
    """What lacks nothing but a person's approval or word, most often seen first."""
    found = []
    for item in items:
        approved = item._replace(trust=item.trust._replace(approved_core_at=item.trust.approved_core_at or now))
        if isinstance(to_core(approved, policy, now=now), Ready):
            found.append(item)
    return sorted(found, key=lambda one: (-one.count, one.id))


def threshold_for(item: MemoryItem, policy: Policy, *, now: datetime) -> float:
    """What has been kept for long needs less importance, down to a floor."""
    months = max(0, (now - item.first_seen).days) // FALLS_EVERY_DAYS
    lowered = round(policy.promote_threshold - FALLS_BY * months, 4)
    return max(min(policy.promote_threshold, policy.lowest_threshold), lowered)


def plan_run(pending: Sequence[MemoryItem], policy: Policy, *, now: datetime) -> list[Step]:
    """One run of the engine over everything that is pending: rise, expire, and rotate what is too much."""
    steps: list[Step] = []
    left = []
    for item in pending:
        verdict = to_long_term(item, policy, now=now)
        if isinstance(verdict, Ready):
            steps.append(Promote(item.id, verdict.why))
        elif _expired(item, policy, now=now):
            steps.append(Archive(item.id, f"Not seen for {(now - item.last_seen).days} days, of little importance"))
        else:
            left.append(item)
    excess = len(left) - policy.short_term_max_lines
    oldest = sorted(left, key=lambda one: (one.last_seen, one.id))[: max(0, excess)]
    why = f"Rotated out: more than {policy.short_term_max_lines} are waiting"
    return [*steps, *(Archive(item.id, why) for item in oldest)]


def _expired(item: MemoryItem, policy: Policy, *, now: datetime) -> bool:
    """Approved, cited or recently seen things do not expire."""
    if item.trust.approved_long_term_at or item.usage.cited or item.worth >= policy.expire_below:
        return False
    return (now - item.last_seen).days >= policy.expire_after_days


def _refused(item: MemoryItem, level: str) -> NotYet | None:
    if item.trust.denied_at:
        return NotYet("Denied: it is never proposed again")
    if item.validity.valid_to:
        return NotYet("Superseded: it no longer holds")
    if item.trust.level != level:
        return NotYet(f"It is {item.trust.level.replace('_', '-')} already")
    return None
