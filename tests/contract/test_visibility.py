"""Two users of one store: what is private stays so in every path."""

from __future__ import annotations

from pathlib import Path

import pytest

import lamina
from lamina.errors import Conflict, LaminaError, NotFound
from lamina.model.review import Selector
from tests.contract.stores import address_of, ask, engine_of
from tests.factories import Opener, a_session, everything, texts

HERS = "annasprivatething"


@pytest.fixture
def ann(open_memory: Opener) -> lamina.Memory:
    memory = open_memory(user="ann")
    memory.remember(f"Kiosk fact {HERS}", visibility="user-private")
    memory.record(a_session(f"Kiosk {HERS}?", f"Yes, {HERS}.", id="private"), visibility="user-private")
    memory.edit(memory.recall("kiosk fact")[0].id, f"Kiosk fact, edited, {HERS}")
    memory.remember("Kiosk for all")
    return memory


@pytest.fixture
def bob(open_memory: Opener, ann: lamina.Memory) -> lamina.Memory:
    return open_memory(user="bob")


@pytest.mark.req("C9", "C13")
@pytest.mark.parametrize("mode", ["lexical", "semantic", "hybrid"])
def test_recall_shows_private_memories_to_their_user_only(ann: lamina.Memory, bob: lamina.Memory, mode: str) -> None:
    assert len(texts(ann, f"kiosk {HERS}", mode=mode)) == 3
    assert texts(bob, f"kiosk {HERS}", mode=mode) == ["Kiosk for all"]


@pytest.mark.req("C13")
def test_no_id_and_no_beginning_of_one_opens_a_private_memory(ann: lamina.Memory, bob: lamina.Memory) -> None:
    private = [hit.id for hit in ann.recall(HERS)]
    assert len(private) >= 2
    for id_ in private:
        for given in (id_, id_[:-1]):
            if given == id_ or ann.get(given).id == id_:
                for word in (bob.get, bob.trace, bob.forget):
                    with pytest.raises(NotFound):
                        word(given)
                with pytest.raises(NotFound):
                    bob.edit(given, "Mine now")
    assert len(ann.recall(HERS)) == len(private)


def test_a_private_session_is_traced_by_its_user_only(ann: lamina.Memory, bob: lamina.Memory) -> None:
    exchange = next(hit for hit in ann.recall(HERS) if hit.kind == "exchange")
    assert len(ann.trace(exchange.id).exchanges[0].turns) == 2
    project = ann.viewer.projects[0]
    viewer = bob.viewer._replace(projects=(project,))
    assert bob._store.turns(viewer, "private", 1, 9) == []


def test_status_counts_what_the_user_may_see(ann: lamina.Memory, bob: lamina.Memory) -> None:
    assert (ann.status().pending, ann.status().exchanges, ann.status().sessions) == (2, 1, 1)
    assert (bob.status().pending, bob.status().exchanges, bob.status().sessions) == (1, 0, 0)
    assert bob.status().last_action is None


def test_an_export_holds_what_the_user_may_see(ann: lamina.Memory, bob: lamina.Memory, tmp_path: Path) -> None:
    assert everything(ann, tmp_path).count(HERS.encode()) > 5
    his = everything(bob, tmp_path)
    assert b"Kiosk for all" in his
    assert HERS.encode() not in his
    assert b'"private"' not in his


@pytest.mark.parametrize(
    "selector",
    [Selector(query=HERS), Selector(query="kiosk"), Selector(session="private"), Selector(project="tea")],
    ids=["query", "word", "session", "project"],
)
def test_nobody_forgets_a_private_memory_of_somebody_else(
    ann: lamina.Memory, bob: lamina.Memory, selector: Selector
) -> None:
    before = ann.recall(HERS)
    done = bob.forget(selector, now=True)
    assert set(done.texts) <= {"Kiosk for all"}
    assert [hit.id for hit in ann.recall(HERS) if HERS in hit.text] == [hit.id for hit in before if HERS in hit.text]
    assert len(ann.trace(next(hit.id for hit in before if hit.kind == "exchange")).exchanges[0].turns) == 2


def test_the_same_words_of_two_users_stay_two_private_memories(ann: lamina.Memory, bob: lamina.Memory) -> None:
    his = bob.remember(f"Kiosk fact {HERS} of bob", visibility="user-private")
    hers = ann.remember(f"Kiosk fact {HERS} of bob", visibility="user-private")
    assert his.id != hers.id
    bob.forget(his.id)
    assert ann.get(hers.id).place.user == "ann"


def test_a_private_session_cannot_be_taken_over_by_recording_it(
    open_memory: Opener, ann: lamina.Memory, bob: lamina.Memory
) -> None:
    before = [hit.id for hit in ann.recall(HERS)]
    with pytest.raises(Conflict):
        bob.record(a_session(f"Kiosk {HERS}?", "Bob was here.", id="private"))
    assert [hit.id for hit in ann.recall(HERS)] == before
    assert texts(bob, HERS, mode="lexical") == []
    assert texts(ann, "bob", mode="lexical") == []


def test_a_shared_session_is_not_hidden_by_somebody_who_records_it_for_himself(
    ann: lamina.Memory, bob: lamina.Memory
) -> None:
    said = ("Where is the hall?", "Upstairs.")
    ann.record(a_session(*said, id="shared"))
    with pytest.raises(Conflict):
        bob.record(a_session(*said, id="shared"), visibility="user-private")
    bob.record(a_session(*said, "And the attic?", "Further up.", id="shared"))
    for memory in (ann, bob):
        assert len(memory.recall("hall attic", mode="lexical")) == 2
        attic = memory.recall("attic", mode="lexical")[0].id
        assert memory.get(attic).place.user == "ann"
        assert len(memory.trace(attic).exchanges[0].turns) == 2


def test_a_private_session_stays_private_when_it_goes_on(ann: lamina.Memory, bob: lamina.Memory) -> None:
    ann.record(a_session(f"Kiosk {HERS}?", f"Yes, {HERS}.", f"More {HERS}", id="private"))
    assert len([one for one in texts(ann, HERS, mode="lexical") if HERS in one]) == 3
    assert texts(bob, HERS, mode="lexical") == []


def test_the_owner_makes_a_session_private_with_all_its_turns(
    ann: lamina.Memory, bob: lamina.Memory, tmp_path: Path
) -> None:
    session = a_session("Where is the hall?", "Upstairs.", id="shared")
    ann.record(session)
    assert texts(bob, "hall", mode="lexical")
    ann.record(session, visibility="user-private")
    assert texts(bob, "hall", mode="lexical") == []
    assert b"Upstairs" not in everything(bob, tmp_path)
    assert len(ann.trace(ann.recall("hall")[0].id).exchanges[0].turns) == 2
    ann.record(session, visibility="project-shared")
    assert len(bob.trace(bob.recall("hall")[0].id).exchanges[0].turns) == 2


def test_undoing_a_change_of_visibility_undoes_it_for_the_turns_too(
    ann: lamina.Memory, bob: lamina.Memory, tmp_path: Path
) -> None:
    session = a_session(f"Kiosk {HERS}?", f"Yes, {HERS}.", id="private")
    ann.record(session, visibility="project-shared")
    assert HERS.encode() in everything(bob, tmp_path)
    ann.undo()
    assert HERS.encode() not in everything(bob, tmp_path)
    assert texts(bob, HERS, mode="lexical") == []


def test_row_level_security_hides_private_rows_from_raw_sql(
    open_memory: Opener, ann: lamina.Memory, bob: lamina.Memory
) -> None:
    if engine_of(open_memory) != "postgres":
        assert not address_of(open_memory).startswith("postgres")  # SQLite has no roles: its file is one user's own
        return
    for table in ("items", "turns", "sessions", "versions", "steps", "vectors", "codes"):
        rows = ask(address_of(open_memory), "bob", f"SELECT row_to_json(t)::text FROM {table} t")
        assert HERS not in str(rows), table
        hers = ask(address_of(open_memory), "ann", f"SELECT count(*) FROM {table}")
        assert hers[0][0] > len(rows), table
    for query in (
        "SELECT count(*) FROM items WHERE visibility = 'user-private'",
        "SELECT count(*) FROM search WHERE visibility = 'user-private'",
    ):
        assert ask(address_of(open_memory), "bob", query) == [(0,)]


def test_row_level_security_lets_nobody_write_private_rows_of_somebody_else(
    open_memory: Opener, ann: lamina.Memory, bob: lamina.Memory
) -> None:
    if engine_of(open_memory) != "postgres":
        with pytest.raises(LaminaError):
            bob.edit(ann.recall(HERS)[0].id, "Mine now")
        return
    import psycopg

    url = address_of(open_memory)
    changed = ask(url, "bob", "WITH gone AS (DELETE FROM items RETURNING n) SELECT count(*) FROM gone")
    assert changed == [(1,)]  # what is shared
    assert len([hit for hit in ann.recall(HERS) if HERS in hit.text]) == 2
    for forbidden in (
        "SELECT terms FROM search",
        "SELECT code FROM codes_0",
        "INSERT INTO sessions VALUES ('p', 's', 'ann', 'user-private', '', '', '') RETURNING id",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            ask(url, "bob", forbidden)
