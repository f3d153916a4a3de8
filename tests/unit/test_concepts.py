"""Exchanges about the same thing become one concept, the same one every time."""

from __future__ import annotations

import pytest

from lamina.distil.concepts import Features, Topic, Topics
from lamina.model.memory import Evidence

KETTLE = ("src/kettle.py", "src/lid.py")
NAMES = ("kettle", "lid", "steam", "whistle", "boil", "spout", "handle", "copper", "water", "flame", "gas", "rust")


def about(id_: str, *words: str, session: str = "s1", files: tuple[str, ...] = (), turn: int = 0) -> Features:
    return Features(id_, session, files, words, id_, evidence=(Evidence(session, id_, turn, turn),))


def places(topics: Topics, *exchanges: Features) -> list[str]:
    return [topics.place(one).id for one in exchanges]


@pytest.mark.req("B4")
def test_what_shares_more_than_30_percent_joins_and_the_rest_founds_its_own() -> None:
    topics = Topics()
    first, same, other = places(
        topics,
        about("x1", "kettle", "lid", "steam", files=KETTLE),
        about("x2", "kettle", "lid", "whistle", files=KETTLE, session="s2"),
        about("x3", "ledger", "invoice", "tax", files=("src/ledger.py",), session="s3"),
    )
    assert first == same
    assert other != first


@pytest.mark.req("B4")
def test_below_30_percent_nothing_is_joined() -> None:
    topics = Topics()
    first, other = places(
        topics,
        about("x1", "kettle", "lid", "steam", "boil"),
        about("x2", "kettle", "ledger", "invoice", "tax", "sum", "total", session="s2"),
    )
    assert first != other


@pytest.mark.req("B4")
def test_a_concept_keeps_its_id_as_it_grows() -> None:
    topics = Topics()
    [first] = places(topics, about("x1", "kettle", "lid", "steam"))
    for number in range(2, 9):
        grown = topics.place(about(f"x{number}", "kettle", "lid", "steam", session=f"s{number}"))
        assert grown.id == first
    assert list(grown.exchanges) == [f"x{number}" for number in range(1, 9)]


def test_a_concept_keeps_its_id_when_its_founder_is_read_again_or_forgotten() -> None:
    topics = Topics()
    founder, second = about("x1", "kettle", "lid", "steam"), about("x2", "kettle", "lid", "steam", session="s2")
    [id_, _] = places(topics, founder, second)
    again = topics.place(founder._replace(keywords=("kettle", "lid", "rust")))
    assert (again.id, list(again.exchanges)) == (id_, ["x1", "x2"])
    assert "w:steam" in again.counts
    assert again.counts["w:steam"] == 1
    left = Topics([(id_, [second])])  # as a store gives it back after the founder was forgotten
    assert places(left, about("x3", "kettle", "lid", "steam", session="s3")) == [id_]


def test_an_exchange_that_has_a_topic_keeps_it() -> None:
    topics = Topics()
    before = places(topics, about("x1", "kettle", "lid"), about("x2", "ledger", "tax", "sum", session="s2"))
    after = places(topics, about("x1", "ledger", "tax", "sum"))
    assert after == before[:1]


def test_a_session_goes_on_with_what_it_is_about() -> None:
    topics = Topics()
    kettle, ledger, yes = places(
        topics,
        about("x1", "kettle", "lid", "steam", session="s1"),
        about("x2", "ledger", "tax", "sum", session="s2"),
        about("x3", "thanks", session="s1"),
    )
    assert yes == kettle
    assert ledger != kettle


def test_a_session_goes_on_with_its_last_topic_also_in_a_new_process() -> None:
    topics = Topics()
    exchanges = [
        about("x1", "kettle", "lid", "steam", files=KETTLE, turn=1),
        about("x2", "ledger", "tax", "sum", files=("src/ledger.py",), turn=3),
        about("x3", "kettle", "lid", "steam", files=KETTLE, turn=5),
    ]
    ids = places(topics, *exchanges)
    assert ids[0] == ids[2] != ids[1]
    for order in ((0, 1), (1, 0)):
        known = [(ids[0], [exchanges[0], exchanges[2]]), (ids[1], [exchanges[1]])]
        again = Topics([known[at] for at in order])
        assert places(again, about("x4", "ok", turn=7)) == [ids[2]]


def test_a_large_topic_does_not_swallow_what_only_comes_near_it() -> None:
    topics = Topics()
    for number in range(60):
        kept = [NAMES[(number + step) % len(NAMES)] for step in range(4)]
        topics.place(about(f"x{number}", "kettle", "tea", *kept, session=f"s{number}", files=KETTLE))
    large = max(topics._topics.values(), key=lambda topic: len(topic.exchanges))
    assert len(large.exchanges) > 30
    near = topics.place(about("new", "rust", "compiler", "borrow", "lifetime", session="new", files=("src/main.rs",)))
    assert near.id != large.id


def test_the_same_exchanges_in_the_same_order_make_the_same_concepts() -> None:
    def made() -> list[tuple[str, str, tuple[str, ...], list[str]]]:
        topics = Topics()
        for number in range(40):
            words = [NAMES[(number * step) % len(NAMES)] for step in (1, 3, 5)]
            topics.place(about(f"x{number}", *words, session=f"s{number % 7}"))
        return [
            (one.id, topics.name(one), topics.keywords(one), list(one.exchanges)) for one in topics._topics.values()
        ]

    assert made() == made()


def test_going_on_from_the_store_gives_the_same_as_going_on_in_memory() -> None:
    exchanges = [
        about(f"x{n}", *(NAMES[(n * step) % len(NAMES)] for step in (1, 3, 5)), session=f"s{n % 5}", turn=n)
        for n in range(40)
    ]
    whole = Topics()
    at_once = places(whole, *exchanges)
    for cut in (1, 7, 20, 39):
        first = Topics()
        places(first, *exchanges[:cut])
        stored = [(one.id, list(one.exchanges.values())) for one in first._topics.values()]
        assert places(Topics(stored), *exchanges[cut:]) == at_once[cut:], cut


def test_a_topic_is_named_by_what_sets_it_apart() -> None:
    topics = Topics()
    kettle = topics.place(about("x1", "Kettle", "tea", "steam"))
    topics.place(about("x2", "ledger", "tea", "tax", session="s2", files=("src/ledger.py",)))
    assert "Kettle" in topics.name(kettle)
    assert topics.name(Topic("empty")) == "(small talk)"
