"""A look behind the library: where a test's store is, and every byte that it holds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.factories import Opener


def engine_of(open_memory: Opener) -> str:
    return str(getattr(open_memory, "engine"))  # noqa: B009 (set by the fixture; unknown to the type)


def address_of(open_memory: Opener) -> str:
    return str(getattr(open_memory, "address"))  # noqa: B009


def home_of(open_memory: Opener) -> Path:
    return Path(getattr(open_memory, "home"))  # noqa: B009


def index_folder(open_memory: Opener) -> Path:
    return Path(address_of(open_memory) + ".index")


def holds(open_memory: Opener, text: str) -> list[str]:
    """Every place in which the store still holds the text: a file, or a table."""
    if engine_of(open_memory) == "postgres":
        return [name for name, row in tables(address_of(open_memory)) if text in row]
    return [
        os.path.join(folder, name)
        for folder, _, names in os.walk(home_of(open_memory))
        for name in names
        if text.encode() in Path(folder, name).read_bytes()
    ]


def tables(url: str) -> list[tuple[str, str]]:
    """Every row of a PostgreSQL store as text, with its table, past every policy."""
    import psycopg

    found = []
    with psycopg.connect(url, autocommit=True) as connection:  # as the superuser: past every policy
        names = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        for (name,) in names:
            rows = connection.execute(f'SELECT row_to_json(t)::text FROM "{name}" t'.encode()).fetchall()
            found += [(name, str(row[0])) for row in rows]
    return found


def started(open_memory: Opener, code: str, *words: str, user: str = "ann") -> subprocess.Popen[str]:
    """Another process with the same store: `memory` and `words` are there for the code."""
    given = {"store": address_of(open_memory), "home": str(home_of(open_memory)), "project": "tea", "user": user}
    head = (
        "import json, sys, lamina\n"
        "given, words = json.loads(sys.argv[1]), sys.argv[2:]\n"
        "memory = lamina.open_memory(**given)\n"
    )
    command = [sys.executable, "-c", head + code + "\nmemory.close()\n", json.dumps(given), *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finished(process: subprocess.Popen[str]) -> str:
    """What it printed; fails with its error when it failed."""
    out, error = process.communicate(timeout=60)
    assert process.returncode == 0, error
    return out


def ask(url: str, user: str, query: str) -> list[Any]:
    """Raw SQL as a member of the team: the role that every connection of Lamina takes on."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SET ROLE lamina_member")
        connection.execute("SELECT set_config('lamina.user', %s, false)", (user,))
        return list(connection.execute(query.encode()).fetchall())
