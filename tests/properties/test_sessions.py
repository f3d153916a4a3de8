"""Cutting a session loses nothing, and stays the same while the session grows."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lamina.model.transcript import Session
from lamina.refine.exchanges import exchanges_of, without_quotes
from tests.properties.strategies import sessions, words


@given(sessions)
def test_every_turn_is_in_exactly_one_exchange(session: Session) -> None:
    numbers = [number for one in exchanges_of(session) for number in range(one.opening, one.closing + 1)]
    assert numbers == list(range(1, len(session.turns) + 1))


@given(sessions)
def test_every_word_of_every_turn_is_in_its_exchange(session: Session) -> None:
    for one in exchanges_of(session):
        for turn in session.turns[one.opening - 1 : one.closing]:
            assert turn.text in (one.asked if turn.role == "user" else one.answered)
            assert not turn.target or turn.target in one.files


@given(sessions)
def test_only_a_users_turn_opens_an_exchange(session: Session) -> None:
    for one in exchanges_of(session)[1:]:
        assert session.turns[one.opening - 1].role == "user"
        assert all(turn.role != "user" for turn in session.turns[one.opening : one.closing])


@given(sessions, st.integers(0, 12))
def test_exchanges_keep_their_numbers_while_the_session_grows(session: Session, cut: int) -> None:
    before = exchanges_of(session._replace(turns=session.turns[:cut]))
    after = exchanges_of(session)
    assert [one.opening for one in before] == [one.opening for one in after][: len(before)]
    assert [one.asked for one in before] == [one.asked for one in after][: len(before)]
    assert [one.closing for one in before[:-1]] == [one.closing for one in after][: len(before[:-1])]


@given(sessions)
def test_a_forgotten_neighbour_leaves_no_line_of_its_own(session: Session) -> None:
    cut = exchanges_of(session)
    for at, one in enumerate(cut[1:], 1):
        asked = cut[at - 1].asked
        left = without_quotes(one.around, [asked])
        assert not asked.strip() or f"\n{asked}\n" not in f"\n{left}\n"


@given(words, st.lists(words))
def test_taking_out_quotes_only_ever_takes_out(around: str, texts: list[str]) -> None:
    left = iter(around)
    assert all(one in left for one in without_quotes(around, texts))
