"""A store from before predictions knows, once it is opened, which memory is about which file."""

from __future__ import annotations

from contextlib import closing

import apsw
import pytest

from lamina import Signals
from lamina.store.named import migrations
from tests.contract.stores import address_of, engine_of
from tests.contract.test_predict import work
from tests.factories import Opener

STEP = next(at for at, one in enumerate(migrations("sqlite")) if "CREATE TABLE touches" in one)


def before_touches(open_memory: Opener) -> None:
    """Takes the store back to the step before."""
    statements = [
        "DROP TABLE cold_turns",  # of the step after
        "ALTER TABLE items DROP COLUMN cold",
        "ALTER TABLE vectors DROP COLUMN summary",
        "DROP TABLE touches",
        "DROP INDEX sessions_started",
    ]
    if engine_of(open_memory) == "sqlite":
        with closing(apsw.Connection(address_of(open_memory))) as connection:
            for one in statements:
                connection.execute(one)
            connection.pragma("user_version", STEP)
        return
    import psycopg

    with psycopg.connect(address_of(open_memory), autocommit=True) as connection:
        for one in [
            *statements,
            "ALTER TABLE codes DROP COLUMN summary",
            f"UPDATE meta SET value = '{STEP}' WHERE key = 'schema_version'",
        ]:
            connection.execute(one.encode())


@pytest.mark.req("C4")
def test_older_stores_predict_like_new_ones(open_memory: Opener) -> None:
    signals = Signals(file="src/kettle.py")
    with open_memory() as memory:
        work(memory, 1, "The kettle leaks", "src/kettle.py", "src/spout.py", read=("docs/tea.md",))
        work(memory, 2, "The menu", "src/menu.py")
        expected = memory.predict(signals)
    before_touches(open_memory)
    with open_memory() as memory:
        assert memory.predict(signals) == expected
        assert expected[0].kind
