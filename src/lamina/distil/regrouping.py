"""Which concepts should be one, and which one should be two. Reads topics, and returns a plan."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from lamina.distil.concepts import features_of
from lamina.model.review import JoinConcepts, SplitConcept

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.distil.concepts import Features, Topic, Topics

ALIKE = 0.35
"""The cosine of two topics' weighted features from which they are one."""
STRANGE = 0.15
"""What the parts of a topic have in common, at most, when they are two."""
SMALLEST_PART = 2
"""Exchanges that a part must have: one that stands alone is no topic."""


def proposed(topics: Topics) -> list[JoinConcepts | SplitConcept]:
    """At most one step per concept, so that each can be judged by itself."""
    steps: list[JoinConcepts | SplitConcept] = []
    taken: set[str] = set()
    for alike, into, other in _near(topics):
        if not taken & {into.id, other.id}:
            taken |= {into.id, other.id}
            shared = _in_common(topics, into, other)
            steps.append(JoinConcepts(into.id, other.id, f"{alike:.0%} alike: {', '.join(shared)}"))
    for topic in sorted(topics, key=lambda one: one.id):
        leaving = () if topic.id in taken else _strangers(topics, topic)
        if leaving:
            steps.append(SplitConcept(topic.id, leaving, "no file and hardly a word in common with the rest"))
    return steps


def _near(topics: Topics) -> list[tuple[float, Topic, Topic]]:
    """Pairs that are alike, the most alike first; the larger of a pair comes first in it."""
    vectors = {topic.id: _vector(topics, topic) for topic in topics}
    having: dict[str, list[str]] = {}
    for id_, vector in vectors.items():
        for feature in vector:
            having.setdefault(feature, []).append(id_)
    dots: dict[tuple[str, str], float] = {}
    for feature, ids in having.items():
        for position, one in enumerate(ids):
            for other in ids[position + 1 :]:
                pair = (one, other) if one < other else (other, one)
                dots[pair] = dots.get(pair, 0.0) + vectors[one][feature] * vectors[other][feature]
    found = []
    for (one, other), alike in dots.items():
        if alike >= ALIKE:
            small, large = sorted((topics[one], topics[other]), key=lambda topic: (len(topic.exchanges), topic.id))
            found.append((alike, large, small))
    return sorted(found, key=lambda one: (-one[0], one[1].id, one[2].id))


def _vector(topics: Topics, topic: Topic) -> dict[str, float]:
    size = len(topic.exchanges)
    raw = {feature: topics.weight(feature) * math.sqrt(count / size) for feature, count in topic.counts.items()}
    norm = math.sqrt(sum(value * value for value in raw.values())) or 1.0
    return {feature: value / norm for feature, value in raw.items()}


def _in_common(topics: Topics, one: Topic, other: Topic) -> list[str]:
    shared = sorted(set(one.counts) & set(other.counts), key=lambda feature: (-topics.weight(feature), feature))
    return [feature[2:] for feature in shared[:3]]


def _strangers(topics: Topics, topic: Topic) -> tuple[str, ...]:
    """The exchanges that nothing joins with the founder, when there are enough of them to be a topic."""
    members = [one for one in topic.exchanges.values() if features_of(one)]
    mine = {one.id: set(features_of(one)) for one in members}
    reached = _reached(topics, topic, mine)
    left = [one for one in members if one.id not in reached]
    if len(left) < SMALLEST_PART or len(reached) < SMALLEST_PART or not _belong_together(left):
        return ()
    return tuple(one.id for one in left)


def _reached(topics: Topics, topic: Topic, mine: dict[str, set[str]]) -> set[str]:
    """What the founder's exchange leads to, from one exchange to the next that has something in common with it."""
    start = topic.founder
    reached, open_ = {start}, [mine.get(start, set())]
    while open_:
        here = open_.pop()
        for id_, features in mine.items():
            if id_ not in reached and _common_share(topics, here, features) > STRANGE:
                reached.add(id_)
                open_.append(features)
    return reached


def _common_share(topics: Topics, one: set[str], other: set[str]) -> float:
    smaller = min(sum(map(topics.weight, one)), sum(map(topics.weight, other))) or 1.0
    return sum(map(topics.weight, one & other)) / smaller


def _belong_together(left: Sequence[Features]) -> bool:
    shared = set(features_of(left[0]))
    for one in left[1:]:
        shared &= set(features_of(one))
    return bool(shared)
