"""The store in PostgreSQL: guarded by row-level security, words by GIN and sparsevec, meaning by codes and halfvec."""

from __future__ import annotations

import json
import re
import struct
from collections import Counter
from contextlib import contextmanager, suppress
from math import log
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from lamina.errors import BadInput, Conflict, StoreLocked, StoreTooNew, Unavailable
from lamina.model.hits import PATIENT, Found, Patience
from lamina.model.review import Check
from lamina.model.terms import terms
from lamina.recall.query import FIELDS, K1, B, indexed_texts
from lamina.recall.vectors import SUMMARY_BEHIND, code_of, probe
from lamina.store.named import Queries, migrations
from lamina.store.packing import whole_body
from lamina.store.trunk import SqlStore

try:
    import psycopg
    from psycopg import errors, sql
    from psycopg.adapt import Dumper
    from psycopg.conninfo import conninfo_to_dict
    from psycopg.pq import Format
except ImportError as error:  # also when the driver is there and its libpq is not
    raise Unavailable("PostgreSQL needs the extra that brings its driver.", "pip install 'lamina[postgres]'") from error

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from lamina.model.hits import Query, Viewer
    from lamina.ports import Progress

POOL = 10_000
"""Rows that a query scores: those of its rarest terms, until there would be more than this many."""
HAMMING_POOL = 1_000
"""Vectors that are compared exactly, at least: those whose sign codes are nearest."""
DIMENSIONS = 1_000_000_000
MOST_WEIGHTS = 16_000
"""The limits of sparsevec."""
MEMBER = "lamina_member"
_OPENING = 7236018200
_TABLES = "items, turns, cold_turns, sessions, versions, steps, journal, search, vectors, codes"
_NEEDED_VECTOR = (0, 7)
_BEFORE_AT = re.compile(r"\S*@")


class _Waits(NamedTuple):
    """Milliseconds that somebody waits for the server to answer, and for a lock."""

    for_server: int
    for_lock: int


_PATIENT = _Waits(10_000, 30_000)


class _Ints(bytes):
    """An int[] as it travels."""


class _Sparse(bytes):
    """A sparsevec as it travels."""


class _Half(bytes):
    """A halfvec as it travels."""


class _Bits(bytes):
    """A bit varying as it travels."""


def open_postgres(url: str, *, user: str, embedder_version: str, patience: Patience = PATIENT) -> PostgresStore:
    """Connects, and brings the schema up to date. Raises Unavailable or StoreTooNew."""
    return PostgresStore(url, user=user, embedder_version=embedder_version, patience=patience)


def _spelt(body: str) -> str:
    """`:name` as psycopg spells it; `::` is a cast."""
    return re.sub(r"(?<!:):([a-z]\w*)", r"%(\1)s", body)


class PostgresStore(SqlStore):
    """One connection, which sees what its user may see."""

    def __init__(self, url: str, *, user: str, embedder_version: str, patience: Patience = PATIENT) -> None:
        files = ("shared.sql", "postgres/search.sql")
        super().__init__(Queries(*files, spelt=_spelt, values=lambda name: f"= ANY(%({name})s)"))
        self._dsn = url
        self._user = user
        self._embedder = embedder_version
        self._waits = _PATIENT if patience == PATIENT else _Waits(patience.milliseconds, patience.milliseconds)
        self._connection = self._connect()

    @property
    def url(self) -> str:
        """See the port."""
        return _shown(self._dsn)

    def close(self) -> None:
        """See the port."""
        self._connection.close()

    # The connection.

    def _connect(self) -> psycopg.Connection[Any]:
        try:
            connection = psycopg.connect(
                self._dsn,
                autocommit=True,
                connect_timeout=self._waits.for_server // 1000,
                application_name="lamina",
                client_encoding="utf8",
            )
        except psycopg.ProgrammingError:  # its words would repeat the part that it could not read
            raise BadInput("The URL of the PostgreSQL store cannot be read.", "postgresql://user:…@host/name") from None
        except psycopg.Error as failure:
            # The driver's words may repeat a badly spelt URL, and with it the password: no chained error either.
            reason = _BEFORE_AT.sub("", str(failure).strip().partition("\n")[0])
            raise Unavailable(
                f"PostgreSQL at {self.url} cannot be reached: {reason.rstrip('.')}.",
                "Is the server up, and is the URL right?",
            ) from None
        try:
            with _translated():
                self._settle(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _settle(self, connection: psycopg.Connection[Any]) -> None:
        settings = {"jit": "off", "max_parallel_workers_per_gather": "0", "lock_timeout": f"{self._waits.for_lock}ms"}
        settings |= {"client_min_messages": "error", "lamina.user": self._user}
        for name, value in settings.items():
            connection.execute("SELECT set_config(%s, %s, false)", (name, value))
        _enable_vector(connection)
        _set_search_path(connection)
        _register_types(connection)
        steps = migrations("postgres")
        found = self._schema_version(connection)
        if found > len(steps):
            raise StoreTooNew(found, len(steps))
        if found < len(steps):
            self._migrate(connection, steps)
        if _bypasses_policies(connection):
            self._become_member(connection)

    def _schema_version(self, connection: psycopg.Connection[Any]) -> int:
        there = "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'meta'"
        if connection.execute(there).fetchone() is None:
            return 0
        row = connection.execute(self._sql["schema_version"]).fetchone()
        return int(row[0]) if row else 0

    def _migrate(self, connection: psycopg.Connection[Any], steps: Sequence[str]) -> None:
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_OPENING,))
            # Another process may have done it while this one waited.
            for step in steps[self._schema_version(connection) :]:
                connection.execute(step.encode())
            connection.execute(self._sql["save_schema_version"], {"version": str(len(steps))})
            member = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (MEMBER,)).fetchone()
            if member:
                self._grant(connection)

    def _become_member(self, connection: psycopg.Connection[Any]) -> None:
        """Gives up the power to read past the policies, for the rest of the connection."""
        granted = "SELECT has_table_privilege(oid, 'vectors', 'DELETE') FROM pg_roles WHERE rolname = %s"
        row = connection.execute(granted, (MEMBER,)).fetchone()
        if row is None or not row[0]:
            with connection.transaction():
                connection.execute("SELECT pg_advisory_xact_lock(%s)", (_OPENING,))
                connection.execute(self._sql["make_member"])
                self._grant(connection)
        connection.execute(f"SET ROLE {MEMBER}")

    def _grant(self, connection: psycopg.Connection[Any]) -> None:
        row = connection.execute("SELECT current_schema()").fetchone()
        schema = sql.Identifier(row[0] if row else "public")
        connection.execute(sql.SQL("GRANT USAGE ON SCHEMA {} TO {}").format(schema, sql.Identifier(MEMBER)))
        connection.execute(self._sql["grant_member"])

    def _execute(self, text: str, values: Mapping[str, Any] | None = None) -> psycopg.Cursor[Any]:
        with _translated():
            try:
                return self._connection.execute(text, values)
            except psycopg.OperationalError:
                if self._depth or not self._connection.closed:
                    raise
            # The server went away while nothing was under way: a long-lived process gets a second try.
            self._connection = self._connect()
            return self._connection.execute(text, values)

    def _rows(self, name: str, **values: Any) -> list[tuple[Any, ...]]:
        cursor = self._execute(self._sql[name], values)
        return cursor.fetchall() if cursor.description else []

    def _run_many(self, name: str, rows: Sequence[dict[str, Any]]) -> None:
        if not rows:
            return
        with _translated(), self._connection.cursor() as cursor:
            cursor.executemany(self._sql[name], [_storable(row) for row in rows])

    def _begin(self) -> None:
        # While a table has no statistics, the policies' lookups would be planned as scans, and the plans kept.
        self._execute("BEGIN; SET LOCAL enable_seqscan = off")

    def _commit(self) -> None:
        # Never tried again: on a new connection an empty COMMIT would succeed.
        with _translated():
            done = self._connection.execute("COMMIT").statusmessage
        if done != "COMMIT":
            raise Unavailable("PostgreSQL took the whole change back.", "Repeat it.")

    def _rollback(self) -> None:
        with suppress(psycopg.OperationalError):  # a lost connection has rolled back already
            self._connection.execute("ROLLBACK")

    def _lock_projects(self) -> None:
        self._rows("lock_projects")

    def alone(self, name: str) -> None:
        """See the port."""
        self._rows("lock_name", locked=name)

    @contextmanager
    def only_one(self, name: str) -> Iterator[None]:
        """See the port. A lock of the connection, not of a transaction."""
        if not self._rows("try_lock", turn=name)[0][0]:
            raise Conflict("Another process is consolidating this project.", "Wait until it is done.")
        try:
            yield
        finally:
            with suppress(Unavailable):  # a lost connection has let go of it already
                self._rows("unlock", turn=name)

    # What search reads.

    def _numbers(self, how_many: int) -> int:
        return int(self._rows("take_numbers", how_many=how_many)[0][0])

    def _save_search(self, rows: Sequence[dict[str, Any]], vectors: Mapping[int, bytes]) -> None:
        given = {row["id"]: vectors[row["n"]] for row in rows if row["n"] in vectors}
        # A change may hold an item twice: the last one counts.
        last = {row["n"]: row for row in self._as_numbered(rows)}
        rows = [{**row, "live": row["forgotten_at"] is None} for row in last.values()]
        old = [row for row in rows if row["n"] != row["change"]]
        self._rows("drop_search", keys=[row["n"] for row in old])
        self._run_many("follow_item", [row for row in old if row["id"] not in given])
        self._index([row for row in rows if row["live"]])
        with_vector = [(row, given[row["id"]]) for row in rows if row["id"] in given]
        self._run_many(
            "save_vector",
            [{**row, "embedder": self._embedder, "half": _half(one), "code": _bits(one)} for row, one in with_vector],
        )

    def _as_numbered(self, rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """The rows under the numbers that they really have: another writer may have added the same item first."""
        saved = {row[0] for row in self._rows("saved_numbers", keys=[row["n"] for row in rows])}
        return [row if row["n"] in saved else {**row, "n": self._number_of(row)} for row in rows]

    def _number_of(self, row: Mapping[str, Any]) -> int:
        return int(self._rows("number_of", project=row["project"], id=row["id"])[0][0])

    def _index(self, rows: Sequence[Mapping[str, Any]]) -> None:
        for project in dict.fromkeys(row["project"] for row in rows):
            mine = [row for row in rows if row["project"] == project]
            counted = [[Counter(terms(text)) for text in indexed_texts(json.loads(row["body"]))] for row in mine]
            averages = self._stats(project).averages or _averages(counted)
            self._run_many("save_search", [_search_row(*one, averages) for one in zip(mine, counted, strict=True)])

    def _drop_search(self, keys: Sequence[int]) -> None:
        projects = [row[0] for row in self._rows("projects_of", keys=list(keys))]
        self._rows("drop_search", keys=list(keys))
        self._rows("drop_vectors", projects=projects, keys=list(keys))

    def _save_summaries(self, project: str, vectors: Mapping[int, bytes]) -> None:
        row = {"project": project, "embedder": self._embedder}
        rows = [{**row, "n": n, "half": _half(one), "code": _bits(one)} for n, one in vectors.items()]
        self._run_many("save_summary", rows)

    def _drop_summaries(self, project: str, keys: Sequence[int]) -> None:
        self._rows("drop_summaries", project=project, keys=list(keys))

    def _committed(self, projects: set[str]) -> None:
        with suppress(StoreLocked):  # what was committed is safe; old counts only rank a little worse
            for project in projects:
                self._rows("count_terms", project=project, always=False)

    def _scrub(self, projects: set[str]) -> None:
        if self._depth:
            return  # VACUUM cannot run inside a transaction; the server's own will come by
        # A role without the right to vacuum is told so by a warning, not by an error.
        self._execute("RESET ROLE")
        bypasses = _bypasses_policies(self._connection)
        try:
            self._execute(f"VACUUM {_TABLES}")
        finally:
            if bypasses:
                self._execute(f"SET ROLE {MEMBER}")

    def _bytes(self) -> int:
        return int(self._rows("bytes")[0][0])

    # Search.

    def _stats(self, project: str) -> _Stats:
        found = self._rows("search_stats", project=project)
        if not found or not found[0][0]:
            return _Stats(1, ())
        documents, lengths = found[0]
        averages = json.loads(lengths)
        return _Stats(documents, tuple(max(1.0, averages[field]) for field in FIELDS))

    def lexical(self, viewer: Viewer, query: Query, limit: int) -> list[Found]:
        """See the port."""
        if not query.terms:
            return []
        found = [one for project in viewer.projects for one in self._lexical(project, viewer.user, query, limit)]
        return _best(found, limit)

    def _lexical(self, project: str, user: str, query: Query, limit: int) -> list[Found]:
        numbers = {term: term_number(term) for term in query.terms}
        hashes = {term: term_hashes(project, [number])[0] for term, number in numbers.items()}
        known = dict(self._rows("term_stats", project=project, terms=list(hashes.values())))
        frequencies = {term: known.get(number, 1) for term, number in hashes.items()}
        worth = idfs(frequencies, self._stats(project).documents)
        asked = {place(field, numbers[term]): idf for term, idf in worth.items() for field in FIELDS}
        rare = _ints(sorted({hashes[term] for term in rarest(frequencies)}))
        rows = self._rows("lexical", project=project, user=user, rare=rare, query=_sparse(asked), most=limit)
        return [Found(n, score) for n, score in rows]

    def _matching(self, viewer: Viewer, query: Query) -> list[int]:
        if not query.terms:
            return []
        numbers = [term_number(term) for term in query.terms]
        found: list[int] = []
        for project in viewer.projects:
            every = _ints(term_hashes(project, numbers))
            found += [row[0] for row in self._rows("matching", project=project, user=viewer.user, every=every)]
        return found

    def nearest(self, viewer: Viewer, vector: bytes, limit: int) -> list[Found]:
        """See the port."""
        if not vector:
            return []
        asked: dict[str, Any] = {"query": _half(vector), "code": _bits(vector), "pool": max(limit, HAMMING_POOL)}
        asked |= {"user": viewer.user, "embedder": self._embedder, "most": limit, "behind": SUMMARY_BEHIND}
        found: list[Found] = []
        for project in viewer.projects:
            rows = self._rows("nearest", project=project, **asked)
            found += [Found(n, score) for n, score in rows]
        return _best(found, limit)

    def similarity(self, viewer: Viewer, vector: bytes, keys: Sequence[int]) -> dict[int, float]:
        """See the port."""
        if not vector or not keys:
            return {}
        who: dict[str, Any] = {"user": viewer.user, "projects": list(viewer.projects), "embedder": self._embedder}
        return dict(self._rows("similarity", query=_half(vector), keys=list(keys), behind=SUMMARY_BEHIND, **who))

    def most_similar(self, viewer: Viewer, vector: bytes, keys: Sequence[int], limit: int) -> list[int]:
        """See the port."""
        near = self.similarity(viewer, vector, keys)
        return sorted(near, key=lambda key: (-near[key], key))[:limit]

    # Care.

    def check(self) -> list[Check]:
        """See the port."""
        from lamina.store import cold  # a recall checks nothing

        server, vector, guarded = self._rows("server")[0]
        known, found = len(migrations("postgres")), self._schema_version(self._connection)
        missing, strays = self._rows("unindexed")[0][0], self._rows("strays", user=self._user)[0][0]
        return [
            Check("server", True, f"PostgreSQL {server}"),
            Check("vector", True, f"pgvector {vector}"),
            Check("schema", found == known, f"schema {found} of {known}", "Open the store once more."),
            Check(
                "privacy",
                guarded,
                "row-level security holds for this role" if guarded else "this role reads past row-level security",
                "Connect as a role that is neither superuser nor BYPASSRLS.",
            ),
            cold.check(self),
            Check(
                "search",
                not missing and not strays,
                f"{missing} rows are not in the index, {strays} index rows have no row",
                "lamina reindex",
            ),
        ]

    def reindex(self, progress: Progress | None) -> int:
        """See the port. Each part is one short transaction: others go on writing."""
        projects = [row[0] for row in self._rows("item_projects")]
        total = self._rows("count_live")[0][0]
        self._rows("drop_strays", user=self._user)
        done, past = 0, -1
        while keys := self._reindex_after(past):
            done, past = done + len(keys), keys[-1]
            if progress:
                progress("reindex", done, max(done, total))
        for project in projects:
            self._rows("count_terms", project=project, always=True)
        return done

    def _reindex_after(self, past: int) -> list[int]:
        with self.batch():
            columns = ("n", "project", "user_id", "visibility", "body", "cold")
            rows = [dict(zip(columns, row, strict=True)) for row in self._rows("live_items", past=past)]
            rows = [{**row, "body": whole_body(row["body"], row["cold"])} for row in rows]
            keys = [row["n"] for row in rows]
            self._rows("drop_search", keys=keys)
            self._index(rows)
        return keys


# BM25 in two halves: what a row weighs, and what a term is worth.


class _Stats(NamedTuple):
    documents: int
    averages: tuple[float, ...]
    """The average length of each field; empty before the first count."""


def term_number(term: str) -> int:
    """An unsigned 32-bit number, the same everywhere."""
    return crc32(term.encode("utf-8", "surrogatepass"))


def term_hashes(project: str, numbers: Iterable[int]) -> list[int]:
    """Sorted, distinct and signed: each project has its own, so that the index of terms is split by project."""
    seed = crc32(project.encode())
    return sorted({(number ^ seed) - (1 << 31) for number in numbers})


_SPREAD = {"near": 2_654_435_761, "wide": 2_246_822_519}
"""A large prime per field, so that the same term in two fields has two places."""


def place(field: str, number: int) -> int:
    """Where the weight of a term in a field is kept."""
    return number * _SPREAD[field] % DIMENSIONS


def weights(counts: Sequence[Counter[str]], averages: Sequence[float], numbers: Mapping[str, int]) -> dict[int, float]:
    """What each term of a row's fields weighs, before its idf."""
    found: dict[int, float] = {}
    for field, count, average in zip(FIELDS, counts, averages, strict=True):
        spread, damping = _SPREAD[field], K1 * (1 - B + B * count.total() / average)
        for term, times in count.items():
            where = numbers[term] * spread % DIMENSIONS
            found[where] = found.get(where, 0.0) + times * (K1 + 1) / (times + damping)
    if len(found) > MOST_WEIGHTS:  # a text of a book's size: its faintest words are given up
        found = dict(sorted(found.items(), key=lambda one: -one[1])[:MOST_WEIGHTS])
    return found


def _search_row(row: Mapping[str, Any], counts: Sequence[Counter[str]], averages: Sequence[float]) -> dict[str, Any]:
    numbers = {term: term_number(term) for term in set[str]().union(*counts)}
    return {
        **{name: row[name] for name in ("n", "project", "user_id", "visibility")},
        "lengths": [count.total() for count in counts],
        "terms": _ints(term_hashes(row["project"], numbers.values())),
        "weights": _sparse(weights(counts, averages, numbers)),
    }


def idfs(frequencies: Mapping[str, int], documents: int) -> dict[str, float]:
    """What each term is worth, by the number of rows that hold it. Old counts never make it negative."""
    documents = max(documents, *frequencies.values())
    return {term: log(1 + (documents - df + 0.5) / (df + 0.5)) for term, df in frequencies.items()}


def rarest(frequencies: Mapping[str, int]) -> list[str]:
    """The terms that name the candidates: at least one, and not more than the pool holds."""
    chosen: list[str] = []
    total = 0
    for term, df in sorted(frequencies.items(), key=lambda one: one[1]):
        total += df
        if chosen and total > POOL:
            break
        chosen.append(term)
    return chosen


def _averages(counted: Sequence[Sequence[Counter[str]]]) -> tuple[float, ...]:
    """Before the first count, the rows at hand stand for all."""
    return tuple(max(1.0, sum(count.total() for count in field) / len(field)) for field in zip(*counted, strict=True))


def _best(found: list[Found], limit: int) -> list[Found]:
    return sorted(found, key=lambda one: (-one.score, one.key))[:limit]


# How values travel: PostgreSQL's binary forms.


def _ints(values: Sequence[int]) -> _Ints:
    head = struct.pack(">5i", 1, 0, 23, len(values), 1) if values else struct.pack(">3i", 0, 0, 23)
    lengths = [4] * len(values)
    pairs = [part for pair in zip(lengths, values, strict=True) for part in pair]
    return _Ints(head + struct.pack(f">{len(pairs)}i", *pairs))


def _sparse(values: Mapping[int, float]) -> _Sparse:
    places = sorted(values)
    size = len(places)
    return _Sparse(
        struct.pack(f">{3 + size}i{size}f", DIMENSIONS, size, 0, *places, *(values[place] for place in places))
    )


def _half(packed: bytes) -> _Half:
    """A packed vector, brought to length one: the inner product is then the cosine."""
    whole = probe(packed)
    size = len(whole.values)
    return _Half(struct.pack(f">2H{size}e", size, 0, *(value / whole.norm for value in whole.values)))


def _bits(packed: bytes) -> _Bits:
    """The sign code of a packed vector."""
    code = code_of(packed)
    return _Bits(struct.pack(">i", len(code) * 8) + code)


def _storable(row: dict[str, Any]) -> dict[str, Any]:
    """PostgreSQL's text cannot hold the character NUL."""
    if any(isinstance(value, str) and "\0" in value for value in row.values()):
        return {name: value.replace("\0", "\ufffd") if isinstance(value, str) else value for name, value in row.items()}
    return row


def _register_types(connection: psycopg.Connection[Any]) -> None:
    row = connection.execute("SELECT 'sparsevec'::regtype::oid::int, 'halfvec'::regtype::oid::int").fetchone()
    sparse, half = row or (0, 0)
    for kind, number in ((_Ints, 1007), (_Bits, 1562), (_Sparse, sparse), (_Half, half)):
        connection.adapters.register_dumper(kind, _as_is(number))


def _as_is(number: int) -> type[Dumper]:
    class AsIs(Dumper):
        format = Format.BINARY
        oid = number

        def dump(self, obj: Any) -> bytes:
            return bytes(obj)

    return AsIs


# The server.


def _enable_vector(connection: psycopg.Connection[Any]) -> None:
    version = "SELECT extversion FROM pg_extension WHERE extname = 'vector'"
    row = connection.execute(version).fetchone()
    if row is None:
        try:
            connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
        except (errors.FeatureNotSupported, errors.UndefinedFile, errors.InsufficientPrivilege):
            raise Unavailable(
                "The PostgreSQL server has no pgvector for us.", "Install it, and run CREATE EXTENSION vector."
            ) from None
        except errors.UniqueViolation:
            pass  # another process did it at the same time
        row = connection.execute(version).fetchone()
    found = row[0] if row else "0"
    if tuple(int(part) for part in found.split(".")[:2]) < _NEEDED_VECTOR:
        raise Unavailable(f"pgvector {found} is too old.", "Lamina needs 0.7 or newer; ALTER EXTENSION vector UPDATE.")


def _set_search_path(connection: psycopg.Connection[Any]) -> None:
    """Our schema, then pgvector's; temporary tables last, so that none of them can pose as ours."""
    path = """
        SELECT set_config('search_path', format('%I, %I, pg_temp', current_schema(), nspname), false), current_schema()
        FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'vector'
    """
    row = connection.execute("SELECT current_schema()").fetchone()
    if row is None or row[0] is None:
        raise Unavailable("The search_path of this PostgreSQL role names no schema.", "CREATE SCHEMA it first.")
    connection.execute(path)


def _bypasses_policies(connection: psycopg.Connection[Any]) -> bool:
    role = connection.execute("SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user").fetchone()
    return bool(role and role[0])


def _shown(url: str) -> str:
    """The URL without its password, or whatever of it a mistyped one has put into the host."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.Error:
        return "postgresql://?"
    host = str(parts.get("host") or "localhost").rpartition("@")[2]
    port = f":{parts['port']}" if parts.get("port") else ""
    who = f"{parts['user']}@" if parts.get("user") else ""
    return f"postgresql://{who}{host}{port}/{parts.get('dbname') or ''}"


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except (errors.LockNotAvailable, errors.DeadlockDetected, errors.SerializationFailure) as failure:
        raise StoreLocked("Another process holds these rows.", "Repeat it in a moment.") from failure
    except errors.InsufficientPrivilege as failure:
        said = failure.diag.message_primary or ""
        if "policy" in said:
            raise Conflict("That would touch a private row of somebody else.") from failure
        raise Unavailable(f"PostgreSQL refused: {said}.", "Grant the role what it lacks.") from failure
    except psycopg.DataError as failure:
        raise BadInput(f"PostgreSQL cannot take this value: {failure}") from failure
    except psycopg.OperationalError as failure:
        raise Unavailable("The connection to PostgreSQL was lost.", "Repeat it.") from failure
    except psycopg.Error as failure:
        raise Unavailable(f"PostgreSQL: {failure.diag.message_primary or type(failure).__name__}.") from failure
