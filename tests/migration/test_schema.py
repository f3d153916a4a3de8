"""Stores of every age open; stores from the future say so."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest

import lamina
from lamina.errors import StoreTooNew
from lamina.store.named import migrations
from lamina.store.postgres import PostgresStore, open_postgres
from tests.contract.stores import address_of
from tests.factories import Opener, texts


def sqlite_schema(path: Path) -> list[tuple[Any, ...]]:
    with closing(apsw.Connection(str(path))) as connection:
        shape = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"
        return [*connection.execute(shape), ("version", connection.pragma("user_version"))]


POSTGRES_SCHEMA = """
SELECT 'column', table_name, column_name, concat(data_type, is_nullable, column_default, collation_name)
FROM information_schema.columns WHERE table_schema = 'public'
UNION ALL SELECT 'index', tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
UNION ALL SELECT 'policy', tablename, policyname, qual FROM pg_policies WHERE schemaname = 'public'
UNION ALL SELECT 'security', relname, relrowsecurity::text, relforcerowsecurity::text FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
UNION ALL SELECT 'right', table_name, grantee, privilege_type FROM information_schema.role_table_grants
    WHERE table_schema = 'public' AND grantee = 'lamina_member'
UNION ALL SELECT 'function', proname, prosecdef::text, md5(prosrc) FROM pg_proc WHERE proname LIKE 'lamina%'
UNION ALL SELECT 'version', key, value, '' FROM meta
ORDER BY 1, 2, 3, 4
"""


def postgres_schema(url: str) -> list[tuple[Any, ...]]:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        return connection.execute(POSTGRES_SCHEMA).fetchall()


def migrated_sqlite(path: Path, steps: int) -> None:
    """A store as the lamina that knew only so many steps left it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(0o600)
    connection = apsw.Connection(str(path))
    for number, script in enumerate(migrations("sqlite")[:steps], 1):
        connection.execute(script)
        connection.pragma("user_version", number)
    connection.close()


def migrated_postgres(url: str, steps: int) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
        for number, script in enumerate(migrations("postgres")[:steps], 1):
            connection.execute(script.encode())
            connection.execute(
                "INSERT INTO meta VALUES ('schema_version', %s) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                (str(number),),
            )


def test_sqlite_fresh_equals_migrated_from_every_older_schema(tmp_path: Path) -> None:
    lamina.open_memory(str(tmp_path / "fresh.db")).close()
    fresh = sqlite_schema(tmp_path / "fresh.db")
    assert fresh[-1] == ("version", len(migrations("sqlite")))
    for steps in range(len(migrations("sqlite"))):
        old = tmp_path / f"old-{steps}.db"
        migrated_sqlite(old, steps)
        lamina.open_memory(str(old)).close()
        assert sqlite_schema(old) == fresh


def test_postgres_fresh_equals_migrated_from_every_older_schema(postgres_database: Callable[[str], str]) -> None:
    def opened(url: str) -> str:
        open_postgres(url, user="ann", embedder_version="none").close()
        return url

    fresh = postgres_schema(opened(postgres_database("template0")))
    assert ("version", "schema_version", str(len(migrations("postgres"))), "") in fresh
    for steps in range(1, len(migrations("postgres"))):
        url = postgres_database("template0")
        migrated_postgres(url, steps)
        assert postgres_schema(opened(url)) == fresh


def test_a_store_of_the_first_schema_opens_with_its_memories(fresh_store: Callable[[str], Opener]) -> None:
    today, new = fresh_store("sqlite"), fresh_store("sqlite")
    with today() as memory:
        memory.remember("Kiosks are blue")
    path = Path(address_of(new))
    migrated_sqlite(path, 1)
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("ATTACH ? AS old", (address_of(today),))
        for (table,) in list(connection.execute("SELECT name FROM main.sqlite_schema WHERE type = 'table'")):
            connection.execute(f"DELETE FROM main.{table}")
            columns = ", ".join(row[1] for row in connection.execute(f"PRAGMA main.table_info({table})"))
            connection.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM old.{table}")
    with new() as memory:
        assert texts(memory, "kiosk") == ["Kiosks are blue"]
        memory.remember("Kiosks are round")
        assert len(texts(memory, "kiosk")) == 2
        assert [check for check in memory.doctor() if not check.ok] == []


def test_a_postgres_store_of_the_first_schema_opens_and_works(postgres_database: Callable[[str], str]) -> None:
    url = postgres_database("template0")
    migrated_postgres(url, 1)
    with lamina.open_memory(url, project="tea", user="ann") as memory:
        memory.remember("Kiosks are blue")
        assert texts(memory, "kiosk") == ["Kiosks are blue"]


def test_sqlite_refuses_a_store_from_the_future_and_leaves_it_alone(fresh_store: Callable[[str], Opener]) -> None:
    open_memory = fresh_store("sqlite")
    open_memory().close()
    path = Path(address_of(open_memory))
    with closing(apsw.Connection(str(path))) as connection:
        connection.pragma("user_version", 99)
    before = sqlite_schema(path)
    with pytest.raises(StoreTooNew, match="99"):
        open_memory()
    assert sqlite_schema(path) == before


def test_postgres_refuses_a_store_from_the_future_and_leaves_it_alone(fresh_store: Callable[[str], Opener]) -> None:
    import psycopg

    url = address_of(fresh_store("postgres"))
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("UPDATE meta SET value = '99'")
    before = postgres_schema(url)
    with pytest.raises(StoreTooNew, match="99"):
        PostgresStore(url, user="ann", embedder_version="none")
    assert postgres_schema(url) == before
