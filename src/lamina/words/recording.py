"""A conversation that somebody hands over: cut into exchanges, and made ready to be learned from like a transcript."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lamina.distil.lengths import at_four_lengths, with_token_counts
from lamina.distil.summaries import Summary, summarise
from lamina.model.ids import derived_id
from lamina.model.memory import Evidence, ExchangeFields, MemoryItem, Validity
from lamina.refine.clean import without_secrets
from lamina.refine.exchanges import exchanges_of, without_quotes
from lamina.refine.redact import redact
from lamina.refine.runs import Run
from lamina.words.learning import Exchanged, Source

if TYPE_CHECKING:
    from lamina.model.memory import Place
    from lamina.model.transcript import Exchange, Session, Turn
    from lamina.words.parts import Parts

_TALK = Summary("", "", "open", "", "", (), (), (), ())
"""Where no tool ran there is nothing to sum up that could be learned from, and summing up takes longer than saving."""


class Heard(NamedTuple):
    """What a session holds, without what was forgotten of it."""

    session: Session
    items: list[MemoryItem]
    cut: list[Exchange]
    """Which of its turns the items are made of."""
    turns: tuple[tuple[int, Turn], ...]
    refused: int
    """Exchanges that were forgotten."""


def without_its_secrets(session: Session) -> Session:
    """Before anything else is done with it."""
    return session._replace(turns=tuple(map(without_secrets, session.turns)), title=redact(session.title))


def heard(session: Session, place: Place, parts: Parts) -> Heard:
    """The exchanges of a session that holds no secrets any more."""
    cut = exchanges_of(session)
    ids = [derived_id(session.agent, session.id, str(one.opening), "exchange") for one in cut]
    buried = parts.store.buried(place.project, ids)
    gone = [one.asked for id_, one in zip(ids, cut, strict=True) if id_ in buried]
    kept = [(id_, one) for id_, one in zip(ids, cut, strict=True) if id_ not in buried]
    lengths = with_token_counts([at_four_lengths(_whole(one), head=one.asked) for _, one in kept], parts.counter.count)
    items = [
        _item(id_, one._replace(around=without_quotes(one.around, gone)), session, place)._replace(lengths=said)
        for (id_, one), said in zip(kept, lengths, strict=True)
    ]
    left = [one for _, one in kept]
    turns = tuple(pair for one in left for pair in _turns(one, session))
    return Heard(session, items, left, turns, len(gone))


def to_learn_from(found: Heard) -> list[Exchanged]:
    """The exchanges as a transcript would have told them."""
    session = found.session
    source = Source(session.agent, session.id, session.lineage, session.started_at)
    told = []
    for item, one in zip(found.items, found.cut, strict=True):
        before = (turn.text for turn in reversed(session.turns[: one.opening - 1]) if turn.role == "assistant")
        run = Run(0, one.asked, next(filter(None, before), ""), _turns(one, session))
        told.append(Exchanged(item.id, run, _summary(run), item, source))
    return told


def _turns(one: Exchange, session: Session) -> list[tuple[int, Turn]]:
    return list(enumerate(session.turns[one.opening - 1 : one.closing], one.opening))


def _summary(run: Run) -> Summary:
    turns = [turn for _, turn in run.turns]
    worked = any(turn.role == "tool" for turn in turns)
    return summarise(run.asked, turns, before=run.said_before) if worked else _TALK


def _item(id_: str, one: Exchange, session: Session, place: Place) -> MemoryItem:
    return MemoryItem(
        id=id_,
        kind="exchange",
        place=place,
        lengths=at_four_lengths(""),
        fields=ExchangeFields(one.asked, one.around, one.opening, one.closing),
        validity=Validity(one.at),
        first_seen=one.at,
        last_seen=one.at,
        evidence=(Evidence(session.id, id_, one.opening, one.closing, "user"),),
        files=one.files,
    )


def _whole(one: Exchange) -> str:
    return "\n\n".join(filter(None, (one.asked, one.answered)))
