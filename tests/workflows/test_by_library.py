"""One project's story through the library, from the first session to another engine and back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from lamina import Memory
from lamina.errors import NotFound
from lamina.model.review import Selector
from tests.factories import Opener, a_session, everything, texts

QUESTIONS = ["double charges", "idempotency key", "do we use pnpm or npm?", "timezone of the invoices", "stripe retry"]


def _lived(memory: Memory) -> None:
    """Two sessions, three statements, one change of mind."""
    memory.record(
        a_session(
            "Customers were charged twice. Why?",
            "The retry of `submitPayment` sent no idempotency key; fixed in src/checkout/payment.ts.",
            "From now on every call to Stripe gets an idempotency key.",
            "Noted: the client in src/lib/stripe.ts adds one.",
            id="checkout",
        )
    )
    memory.record(
        a_session("Invoices show the wrong day.", "They were dated in UTC, not in the shop's timezone.", id="day")
    )
    memory.remember("Always use pnpm, never npm", tags=["rule"])
    memory.remember("The staging database is called tea-staging")
    rule = memory.remember("Invoices are dated in the timezone of the customer")
    memory.edit(rule.id, "Invoices are dated in the timezone of the shop")


def _answers(memory: Memory) -> list[list[tuple[str, str]]]:
    return [[(hit.id, hit.text) for hit in memory.recall(question, limit=3)] for question in QUESTIONS]


def test_what_was_said_is_found_traced_corrected_forgotten_and_brought_back(
    open_memory: Opener, tmp_path: Path
) -> None:
    memory = open_memory()
    _lived(memory)

    why = memory.recall("why were customers charged twice?")[0]
    assert why.session_ids == ("checkout",)
    said = memory.trace(why.id).exchanges[0].turns
    assert [(one.number, one.turn.role) for one in said] == [(1, "user"), (2, "assistant")]
    assert "idempotency key" in said[1].turn.text

    assert texts(memory, "in which timezone are invoices dated?")[0] == "Invoices are dated in the timezone of the shop"

    staging = memory.recall("staging database")[0].id
    memory.forget(staging)
    assert "tea-staging" not in " ".join(texts(memory, "staging database"))
    with pytest.raises(NotFound):
        memory.trace(staging)
    memory.undo()
    assert memory.recall("staging database")[0].id == staging

    gone = memory.forget(Selector(session="checkout"), now=True)
    assert len(gone.ids) == 3, "two exchanges, and the rule that one of them gave"
    assert b"submitPayment" not in everything(memory, tmp_path)
    refused = memory.record(
        a_session("Customers were charged twice. Why?", "The retry of `submitPayment`.", id="checkout")
    )
    assert refused.refused == 1, "what was forgotten stays forgotten"
    assert b"submitPayment" not in everything(memory, tmp_path)
    assert all(one.ok for one in memory.doctor())


def test_another_process_on_the_same_store_knows_the_same(open_memory: Opener) -> None:
    _lived(open_memory())
    first = _answers(open_memory())
    assert first == _answers(open_memory())
    assert all(first)


def test_a_move_to_postgresql_and_back_changes_no_answer(fresh_store: Callable[[str], Opener], tmp_path: Path) -> None:
    here, there, back = fresh_store("sqlite")(), fresh_store("postgres")(), fresh_store("sqlite")()
    _lived(here)
    first = everything(here, tmp_path, "first.jsonl")
    there.load(str(tmp_path / "first.jsonl"))
    assert everything(there, tmp_path, "second.jsonl") == first
    back.load(str(tmp_path / "second.jsonl"))
    assert everything(back, tmp_path, "third.jsonl") == first
    assert _answers(back) == _answers(here)
    assert _best(there) == _best(here)
    assert there.trace(there.recall("double charges")[0].id).exchanges[0].turns[0].number == 1


def _best(memory: Memory) -> list[str]:
    return [memory.recall(question)[0].id for question in QUESTIONS]


def test_forgetting_goes_along_when_everything_moves(fresh_store: Callable[[str], Opener], tmp_path: Path) -> None:
    here, there = fresh_store("sqlite")(), fresh_store("postgres")()
    _lived(here)
    here.forget(here.recall("invoices show the wrong day")[0].id)
    here.export(str(tmp_path / "all.jsonl"))
    there.load(str(tmp_path / "all.jsonl"))
    again = there.record(a_session("Invoices show the wrong day.", "They were dated in UTC.", id="day"))
    assert (again.new, again.refused) == (0, 1)
    assert "wrong day" not in " ".join(texts(there, "invoices wrong day"))
