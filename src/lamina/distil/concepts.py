"""Exchanges that are about the same thing become one concept. Incremental: an exchange joins a topic or founds one."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from lamina.model.ids import derived_id
from lamina.model.terms import terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from lamina.model.memory import Evidence

OVERLAP = 0.3
"""The share of an exchange's own features, by weight, that a topic must have for the exchange to join it."""
FILE_WEIGHT = 1.5
FEW_FEATURES = 3
"""An exchange with fewer has nothing to say about its topic: it goes on with the one before it in its session."""
CONTINUES = 0.2
"""What the topic of the exchange just before has ahead of others: a session mostly goes on with what it is about."""
NAMED_BY = 3
UNNAMED = "(small talk)"
MOST_KEYWORDS, MOST_FILES = 12, 30


class Features(NamedTuple):
    """What an exchange is compared by, and what a concept shows of it."""

    id: str
    session: str
    files: tuple[str, ...]
    keywords: tuple[str, ...]
    summary: str = ""
    first_seen: datetime | None = None
    last_seen: datetime | None = None
    evidence: tuple[Evidence, ...] = ()


class Topic:
    """A concept while it grows."""

    def __init__(self, id_: str) -> None:
        self.id = id_
        self.exchanges: dict[str, Features] = {}
        self.counts: Counter[str] = Counter()

    def add(self, one: Features) -> None:
        """A second reading of an exchange takes the place of the first."""
        before = self.exchanges.get(one.id)
        if before:
            self.counts.subtract(features_of(before))
            self.counts += Counter()
        self.exchanges[one.id] = one
        self.counts.update(features_of(one))

    def drop(self, id_: str) -> Features:
        """Lets an exchange go."""
        one = self.exchanges.pop(id_)
        self.counts.subtract(features_of(one))
        self.counts += Counter()
        return one

    @property
    def founder(self) -> str:
        """The exchange that gave the topic its id; where it is gone, the first there is."""
        return next((one for one in self.exchanges if founded_by(one) == self.id), next(iter(self.exchanges)))

    @property
    def files(self) -> tuple[str, ...]:
        """Those of most exchanges first."""
        found = Counter(file for one in self.exchanges.values() for file in one.files)
        return tuple(sorted(found, key=lambda file: (-found[file], file))[:MOST_FILES])


class Topics:
    """All topics of a project, and which exchange is in which."""

    def __init__(self, known: Iterable[tuple[str, Sequence[Features]]] = ()) -> None:
        """`known`: id and exchanges of each concept there is."""
        self._topics: dict[str, Topic] = {}
        self._with: dict[str, set[str]] = {}
        self._home: dict[str, str] = {}
        self._last: dict[str, str] = {}
        placed = [(one, topic) for topic, exchanges in known for one in exchanges]
        for one, topic in placed:
            self._put(one, topic)
        for one, topic in sorted(placed, key=lambda pair: _opening(pair[0])):
            self._last[one.session] = topic

    def place(self, one: Features) -> Topic:
        """The topic of an exchange; one that has a topic keeps it."""
        topic = self._home.get(one.id) or self._best(one) or founded_by(one.id)
        return self._put(one, topic)

    def __iter__(self) -> Iterator[Topic]:
        return iter(self._topics.values())

    def __getitem__(self, id_: str) -> Topic:
        return self._topics[id_]

    def move(self, exchanges: Sequence[str], id_: str) -> Topic:
        """Takes exchanges from where they are into a topic, which may be a new one."""
        for exchange in exchanges:
            before = self._topics[self._home[exchange]]
            one = before.drop(exchange)
            for feature in features_of(one):
                if feature not in before.counts:
                    self._with[feature].discard(before.id)
            if not before.exchanges:
                del self._topics[before.id]
            self._put(one, id_)
        return self._topics[id_]

    def weight(self, feature: str) -> float:
        """What few topics share says more."""
        share = len(self._with.get(feature, ())) / max(1, len(self._topics))
        rarity = 1.0 - 0.9 * math.sqrt(min(1.0, share * 2))
        return rarity * (FILE_WEIGHT if feature.startswith("f:") else 1.0)

    def name(self, topic: Topic) -> str:
        """The keywords that most of its exchanges have and few other topics do."""
        worth = {
            feature[2:]: count * self.weight(feature)
            for feature, count in topic.counts.items()
            if feature.startswith("w:")
        }
        spelt = _spelling(topic)
        best = sorted(worth, key=lambda one: (-worth[one], one))[:NAMED_BY]
        return ", ".join(spelt.get(one, one) for one in best) or UNNAMED

    def keywords(self, topic: Topic) -> tuple[str, ...]:
        """As they were spelt, the most common first."""
        spelt = _spelling(topic)
        words = [(count, feature[2:]) for feature, count in topic.counts.items() if feature.startswith("w:")]
        best = sorted(words, key=lambda one: (-one[0], one[1]))[:MOST_KEYWORDS]
        return tuple(spelt.get(word, word) for _, word in best)

    def _best(self, one: Features) -> str:
        mine = features_of(one)
        before = self._last.get(one.session, "")
        if len(mine) < FEW_FEATURES and before:
            return before
        total = sum(map(self.weight, mine)) or 1.0
        near = {topic for feature in mine for topic in self._with.get(feature, ())}
        scored = [(self._overlap(mine, topic) / total + CONTINUES * (topic == before), topic) for topic in near]
        best, topic = max(scored, default=(0.0, ""))
        return topic if best >= OVERLAP else ""

    def _overlap(self, mine: Sequence[str], id_: str) -> float:
        """A feature counts by how much of the topic has it: a large topic does not swallow all that comes near it."""
        topic = self._topics[id_]
        size = len(topic.exchanges)
        return sum(self.weight(one) * math.sqrt(topic.counts[one] / size) for one in mine if topic.counts[one])

    def _put(self, one: Features, id_: str) -> Topic:
        topic = self._topics.setdefault(id_, Topic(id_))
        before = topic.exchanges.get(one.id)
        topic.add(one)
        self._home[one.id] = id_
        self._last[one.session] = id_
        for feature in features_of(before) if before else ():
            if feature not in topic.counts:
                self._with[feature].discard(id_)
        for feature in features_of(one):
            self._with.setdefault(feature, set()).add(id_)
        return topic


def founded_by(exchange: str) -> str:
    """The id of the concept that an exchange founds."""
    return derived_id("concept", "", exchange, "concept")


def features_of(one: Features) -> tuple[str, ...]:
    """Files and the stems of keywords."""
    words = (" ".join(terms(word)[:3]) for word in one.keywords)
    return tuple(dict.fromkeys((*(f"f:{file}" for file in one.files), *(f"w:{word}" for word in words if word))))


def _opening(one: Features) -> int:
    """The number of the turn with which an exchange opens."""
    return one.evidence[0].first_turn if one.evidence else 0


def _spelling(topic: Topic) -> dict[str, str]:
    spelt: dict[str, str] = {}
    for one in topic.exchanges.values():
        for word in one.keywords:
            spelt.setdefault(" ".join(terms(word)[:3]), word)
    return spelt
