"""Values of the domain, of every shape they may have."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

from hypothesis import strategies as st

from lamina.model.memory import (
    CATEGORIES,
    KINDS,
    LAYERS,
    LENGTHS,
    LEVELS,
    VISIBILITIES,
    Artifact,
    ConceptFields,
    CoreLogicFields,
    EpisodeFields,
    Evidence,
    ExchangeFields,
    FactFields,
    Lengths,
    MemoryItem,
    PatternFields,
    Place,
    SolutionFields,
    Trust,
    Usage,
    Validity,
    WorkflowFields,
    fields_type,
)
from lamina.model.transcript import ROLES, Session, Turn

words = st.text(max_size=30)
any_text = st.text(st.characters(exclude_categories=()), max_size=300)
prose = st.lists(
    st.sampled_from(
        ["The", "a", "it's", "so.py", "is-odd", "to", "cache.", "Done!", "\n", "naïve", "→", "x" * 130, "…"]
    )
    | words,
    max_size=120,
).map(" ".join)
counts = st.integers(0, 10**6)
offsets = st.integers(-23 * 60, 23 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
# A day from either end of the calendar: an offset cannot push such a moment over the edge.
moments = st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=offsets)
maybe_moments = st.none() | moments
several = st.lists(words, max_size=3).map(tuple)
pairs = st.lists(st.tuples(words, words), max_size=3).map(tuple)

_FIELDS: dict[type[Any], st.SearchStrategy[Any]] = {
    ExchangeFields: st.builds(ExchangeFields, words, words, counts, counts),
    ConceptFields: st.builds(ConceptFields, words, several),
    FactFields: st.builds(FactFields, words, words, words),
    SolutionFields: st.builds(SolutionFields, words, words, counts),
    CoreLogicFields: st.builds(CoreLogicFields, words, words),
    EpisodeFields: st.builds(
        EpisodeFields,
        words,
        st.lists(st.builds(Artifact, st.sampled_from(["commit", "pr", "adr", "file"]), words), max_size=3).map(tuple),
    ),
    PatternFields: st.builds(PatternFields, words, pairs, words),
    WorkflowFields: st.builds(WorkflowFields, words, several, pairs, words),
}


@st.composite
def items(draw: st.DrawFn) -> MemoryItem:
    """Any item of any kind and category."""
    kind = draw(st.sampled_from(KINDS))
    category = draw(st.none() | st.sampled_from(CATEGORIES))
    return MemoryItem(
        id=draw(words),
        kind=kind,
        place=draw(st.builds(Place, words, words, st.sampled_from(VISIBILITIES), st.sampled_from(LAYERS), words)),
        lengths=draw(st.builds(Lengths, words, words, words, words, st.tuples(counts, counts, counts, counts))),
        fields=draw(_FIELDS[fields_type(kind, category)]),
        validity=draw(st.builds(Validity, moments, maybe_moments, words, words)),
        first_seen=draw(moments),
        last_seen=draw(moments),
        category=category,
        trust=draw(st.builds(Trust, st.sampled_from(LEVELS), *[maybe_moments] * 5, several)),
        usage=draw(st.builds(Usage, counts, counts, counts, maybe_moments, counts, maybe_moments)),
        evidence=tuple(
            draw(
                st.lists(
                    st.builds(Evidence, words, words, counts, counts, st.sampled_from(["user", "tool"])), max_size=3
                )
            )
        ),
        tags=draw(several),
        keywords=draw(several),
        files=draw(several),
        importance=draw(st.floats(0, 1)),
        confidence=draw(st.floats(0, 1)),
        imported_count=draw(counts),
        archived_at=draw(maybe_moments),
        shown=draw(st.sampled_from(LENGTHS)),
        moved=draw(st.floats(-0.3, 0.3)),
        links=draw(several),
        forgotten_at=draw(maybe_moments),
        version=draw(counts),
    )


turns = st.builds(
    Turn, st.sampled_from(ROLES), words, maybe_moments, name=words, target=words, lines=words, diff=words, result=words
)
sessions = st.builds(Session, words, moments, st.lists(turns, max_size=12).map(tuple), title=words)
