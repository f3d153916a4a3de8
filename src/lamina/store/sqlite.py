"""The SQLite engine: rows through apsw, words through tantivy, meaning through packed sign codes.

The index is a projection: each project's index knows the change number it has reached, and what is newer is scanned, so
that the next recall finds what was just written. Whoever writes brings the index up to date when enough is waiting.
"""

from __future__ import annotations

import math
import os

import apsw

from lamina.errors import BadInput, Conflict, IndexDamaged, StoreDamaged, StoreLocked, StoreTooNew, Unavailable
from lamina.model.hits import PATIENT, Found, Patience
from lamina.model.scopes import contextmanager
from lamina.model.small_json import dumped, loaded
from lamina.model.terms import terms as terms_of
from lamina.model.tuples import NamedTuple
from lamina.recall.query import FIELDS, K1, B, indexed_texts
from lamina.store.named import Queries, migration_count, migrations
from lamina.store.packing import plain_body
from lamina.store.text_index import IndexBusy, TextIndex
from lamina.store.trunk import SqlStore

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any, TypeVar

    from lamina.model.hits import Query, Viewer
    from lamina.model.review import Check
    from lamina.ports import Progress
    from lamina.recall.vectors import Probe
    from lamina.store.codes import Codes

    _Result = TypeVar("_Result")

WAITING_ROWS = 64
"""How many rows may wait for the index before a writer stops to index them."""
BULK_ROWS = 1024
"""The same inside of `bulk`: one commit of the index takes as long as indexing hundreds of rows."""
MOST_SCANNED = 256
"""How many waiting rows a reader scans before it brings the index up to date itself."""
CHUNK = 5000
BLOCK = 4096
HAMMING_POOL = 200


class _Waiting(NamedTuple):
    """A row that the index has not reached yet."""

    n: int
    lengths: tuple[int, ...]
    counts: tuple[dict[str, int], ...]
    vector: bytes
    summary: bytes | None


class _State(NamedTuple):
    generation: str
    reached: int
    documents: int
    lengths: tuple[int, ...]


class SqliteStore(SqlStore):
    """One file, many readers, one writer at a time."""

    _FILES: tuple[str, ...] = ("shared.sql", "sqlite/search.sql")

    def __init__(self, path: str, embedder_version: str, patience: Patience = PATIENT) -> None:
        super().__init__(
            Queries(
                *self._FILES,
                spelt=str,
                values=lambda name: f"IN (SELECT value FROM json_each(:{name}))",
            )
        )
        self._path = path
        self._embedder = embedder_version
        self._looks_only = patience.looks_only
        self._connection = _connect(path, patience)
        self._indexes: dict[str, tuple[_State, TextIndex]] = {}
        self._codes: dict[str, tuple[int, Codes]] = {}
        self._waiting: dict[str, tuple[int, int, list[_Waiting]]] = {}
        self._behind: set[str] | None = None
        with _told(path):
            self._migrate()

    @property
    def url(self) -> str:
        """The file's path as a URL."""
        return f"sqlite:///{self._path}"

    def close(self) -> None:
        """See the port."""
        if self._looks_only:
            return  # a hook is about to end: the system takes all of it back faster
        self._indexes.clear()
        self._connection.close()

    # The connection.

    def _migrate(self) -> None:
        newest = migration_count("sqlite")
        found = self._connection.pragma("user_version")
        if found > newest:
            raise StoreTooNew(found, newest)
        if found == newest:
            return
        if self._looks_only:
            raise Unavailable(f"The store {self._path} is not up to date.", "`lamina status` brings it up to date.")
        known = migrations("sqlite")
        with self.batch():
            for number, script in enumerate(known[self._connection.pragma("user_version") :], found + 1):
                self._connection.execute(script)
                self._connection.pragma("user_version", number)

    def _rows(self, name: str, **values: Any) -> list[tuple[Any, ...]]:
        with _told(self._path):
            return list(self._connection.execute(self._sql[name], _bound(values)))

    def _run_many(self, name: str, rows: Sequence[dict[str, Any]]) -> None:
        if rows:
            with _told(self._path):
                self._connection.executemany(self._sql[name], rows)

    def _begin(self) -> None:
        with _told(self._path):
            self._connection.execute("BEGIN IMMEDIATE")

    def _commit(self) -> None:
        with _told(self._path):
            self._connection.execute("COMMIT")

    def _rollback(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def _lock_projects(self) -> None:
        """`BEGIN IMMEDIATE` is that lock."""

    def alone(self, name: str) -> None:
        """So it is this one."""

    @contextmanager
    def only_one(self, name: str) -> Iterator[None]:
        """See the port. A lock on a file of its own: it ends with the process, however that ends."""
        path = self._path + ".busy"
        with _told(path):
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            lock = apsw.Connection(path)
        try:
            try:
                lock.execute("BEGIN EXCLUSIVE")
            except apsw.BusyError as error:
                raise Conflict("Another process is consolidating this store.", "Wait until it is done.") from error
            yield
        finally:
            lock.close(True)

    @contextmanager
    def _snapshot(self) -> Iterator[None]:
        """Every read inside sees the same moment."""
        if self._connection.in_transaction:
            yield
            return
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self._rollback()

    def _numbers(self, how_many: int) -> int:
        return int(self._rows("take_numbers", how_many=how_many)[0][0]) - how_many + 1

    def _bytes(self) -> int:
        total = sum(os.path.getsize(one) for one in self._files() if os.path.exists(one))
        for folder, _, files in os.walk(self._index_folder()):
            total += sum(os.path.getsize(os.path.join(folder, one)) for one in files)
        return total

    def _files(self) -> tuple[str, ...]:
        return (self._path, self._path + "-wal", self._path + "-shm")

    def _index_folder(self, *parts: str) -> str:
        return os.path.join(self._path + ".index", *parts)

    # Keeping the index.

    def _save_search(self, rows: Sequence[dict[str, Any]], vectors: Mapping[int, bytes]) -> None:
        self._run_many(
            "save_vector", [{"n": n, "embedder": self._embedder, "vector": one} for n, one in vectors.items()]
        )

    def _drop_search(self, keys: Sequence[int]) -> None:
        self._rows("drop_vectors", keys=list(keys))

    def _save_summaries(self, project: str, vectors: Mapping[int, bytes]) -> None:
        from lamina.recall.vectors import code_of

        rows = [{"n": n, "embedder": self._embedder, "summary": one} for n, one in vectors.items()]
        self._run_many("save_summary", rows)
        self._add_codes(project, [(n, code_of(one)) for n, one in vectors.items()])
        self._follow_summaries(project)

    def _drop_summaries(self, project: str, keys: Sequence[int]) -> None:
        self._rows("drop_summaries", keys=list(keys))  # their codes only name candidates: left alone, they do no harm
        self._follow_summaries(project)

    def _follow_summaries(self, project: str) -> None:
        """No change number tells of them. Another process may go on with what it holds: the rows' own vectors."""
        self._codes.pop(project, None)
        self._waiting.pop(project, None)

    @contextmanager
    def bulk(self) -> Iterator[None]:
        """See the port."""
        behind = self._behind = set()
        try:
            yield
        finally:
            self._behind = None
        self._committed(behind)

    def _committed(self, projects: set[str]) -> None:
        if self._behind is not None:
            self._behind |= projects
        for project in projects:
            # What was committed is safe, and found by scanning: an index that cannot be written now is caught up later.
            self._try_to_keep_up(project, WAITING_ROWS if self._behind is None else BULK_ROWS)

    def _try_to_keep_up(self, project: str, most_waiting: int) -> None:
        try:
            self._keep_up(project, most_waiting)
        except (IndexDamaged, Unavailable):
            pass  # what is waiting is scanned

    def _keep_up(self, project: str, most_waiting: int) -> None:
        """Indexes what is waiting once it is more than that; gives way to anyone who is at it already."""
        state = self._state(project)
        newest = self._rows("newest_change", project=project)[0][0] or 0
        if newest - state.reached >= most_waiting:
            try:
                while self._index_more(project):
                    pass
            except IndexBusy:
                return
            except IndexDamaged:
                self._rebuild(project)

    def _index_more(self, project: str) -> bool:
        """Indexes one chunk; says whether there was anything to do."""
        from lamina.recall.vectors import code_of  # who searches by words alone loads nothing about meaning

        state = self._state(project)
        rows = self._rows("newer", project=project, reached=state.reached, embedder=self._embedder, most=CHUNK)
        if not rows:
            return False
        texts = [
            (n, tuple(terms_of(text) for text in indexed_texts(plain_body(body, cold))))
            for n, _, body, cold, *_ in rows
        ]
        lengths = tuple(before + sum(len(one[at]) for _, one in texts) for at, before in enumerate(state.lengths))
        after = _State(state.generation or os.urandom(6).hex(), rows[-1][1], state.documents + len(rows), lengths)

        def note() -> None:
            with self.batch():
                if (
                    self._state(project) == state
                ):  # else someone rebuilt it meanwhile, and this chunk counts for nothing
                    self._save_state(project, after)
                    self._add_codes(project, [(row[0], code_of(one)) for row in rows for one in row[4:] if one])

        index = self._open_index(project, after, create=not state.generation)
        # Who waited for another writer may hold older versions of the rows than the index does by now.
        index.update(texts, replace=bool(state.reached), still=lambda: self._state(project) == state, then=note)
        self._indexes[project] = (after, index)
        return True

    def _state(self, project: str) -> _State:
        found = self._rows("states", projects=[project])
        return _as_state(found[0]) if found else _State("", 0, 0, (0,) * len(FIELDS))

    def _save_state(self, project: str, state: _State) -> None:
        row = {"project": project, **state._asdict(), "lengths": dumped(state.lengths)}
        self._run_many("save_state", [row])

    def _add_codes(self, project: str, rows: list[tuple[int, bytes]]) -> None:
        """Fills the last block, then opens new ones: a reader loads a few large blobs instead of many rows."""
        from lamina.store.codes import packed

        last = self._rows("last_block", project=project, embedder=self._embedder)
        number, size, keys, codes = (
            last[0] if last and last[0][1] < BLOCK else ((last[0][0] + 1 if last else 0), 0, b"", b"")
        )
        while rows:
            part, rows = rows[: BLOCK - size], rows[BLOCK - size :]
            new_keys, new_codes = packed(part)
            block = {"project": project, "embedder": self._embedder, "block": number, "size": size + len(part)}
            self._run_many("save_block", [{**block, "keys": keys + new_keys, "codes": codes + new_codes}])
            number, size, keys, codes = number + 1, 0, b"", b""

    def _open_index(self, project: str, state: _State, *, create: bool = False) -> TextIndex:
        held = self._indexes.get(project)
        if held and held[0].generation == state.generation:
            if held[0].reached != state.reached:
                held[1].refresh()
                self._indexes[project] = (state, held[1])
            return held[1]
        index = TextIndex(self._index_folder(project, state.generation), create=create)
        self._indexes[project] = (state, index)
        return index

    def _rebuild(self, project: str) -> None:
        """A new generation from the rows; the old one goes when the new one is there."""
        self._indexes.pop(project, None)
        self._codes.pop(project, None)
        with self.batch():
            self._run_many("drop_codes", [{"project": project}])
            self._save_state(project, _State("", 0, 0, (0,) * len(FIELDS)))
        while self._index_more(project):
            pass
        self._sweep(project)

    def _renew(self, project: str) -> None:
        """Rebuilds because somebody asked for it, and says why it cannot be done."""
        try:
            self._rebuild(project)
        except IndexBusy as error:
            raise StoreLocked("Another process is writing the search index.", "Try again in a moment.") from error
        except IndexDamaged as error:
            raise Unavailable(
                f"The search index of {self._path} cannot be written: {error}.", "Mend that, then `lamina reindex`."
            ) from error

    def _sweep(self, project: str) -> None:
        """Removes generations that no state row names."""
        import shutil  # a recall sweeps nothing

        current = self._state(project).generation
        folder = self._index_folder(project)
        for name in os.listdir(folder) if os.path.isdir(folder) else ():
            if name != current:
                shutil.rmtree(os.path.join(folder, name), ignore_errors=True)

    def _scrub(self, projects: set[str]) -> None:
        # Deleted terms linger in tantivy segments, deleted pages in the write-ahead log.
        for project in projects:
            self._renew(project)
        self._connection.pragma("wal_checkpoint", "TRUNCATE")

    def reindex(self, progress: Progress | None) -> int:
        """See the port."""
        projects = [row[0] for row in self._rows("indexed_projects")]
        for done, project in enumerate(projects):
            if progress:
                progress("reindex", done, len(projects))
            self._renew(project)
        if progress:
            progress("reindex", len(projects), len(projects))
        return sum(self._state(project).documents for project in projects)

    # Searching.

    def lexical(self, viewer: Viewer, query: Query, limit: int) -> list[Found]:
        """See the port."""
        if not query.terms:
            return []
        found: dict[int, float] = {}
        for project in viewer.projects:
            found.update(self._mended(self._lexical, project, query, limit))
        return _best(found, limit)

    def _lexical(self, project: str, query: Query, limit: int) -> dict[int, float]:
        state, index, waiting = self._searchable(project)
        found = dict(index.search(query.terms, limit)) if index else {}
        for one in waiting:
            found.pop(one.n, None)  # the index may hold an older version of it
        return {**found, **dict(_scores(query, state, index, waiting))}

    def nearest(self, viewer: Viewer, vector: bytes, limit: int) -> list[Found]:
        """See the port."""
        if not vector:
            return []
        found: dict[int, float] = {}
        for project in viewer.projects:
            found.update(self._mended(self._nearest, project, viewer, vector, limit))
        return _best(found, limit)

    def _nearest(self, project: str, viewer: Viewer, vector: bytes, limit: int) -> dict[int, float]:
        from lamina.recall.vectors import probe

        query = probe(vector)
        state, _, waiting = self._searchable(project)
        # A memory may have two codes.
        pool = self._codes_of(project, state).nearest(query.code, max(2 * limit, HAMMING_POOL))
        fresh = [one for one in waiting if one.vector]
        scanned = _similarity(query, [(one.n, one.vector, one.summary) for one in fresh])
        return {**self.similarity(viewer, vector, pool), **scanned}

    def similarity(self, viewer: Viewer, vector: bytes, keys: Sequence[int]) -> dict[int, float]:
        """See the port."""
        if not vector:
            return {}
        from lamina.recall.vectors import probe

        rows = self._rows("packed_vectors", embedder=self._embedder, keys=list(keys))
        return _similarity(probe(vector), rows)

    def most_similar(self, viewer: Viewer, vector: bytes, keys: Sequence[int], limit: int) -> list[int]:
        """See the port."""
        if not vector:
            return []
        from lamina.recall.vectors import code_of, probe

        query = probe(vector)
        whole = int.from_bytes(query.code, "big")
        rows = self._rows("packed_vectors", embedder=self._embedder, keys=list(keys))
        if len(rows) > HAMMING_POOL:
            bits = {n: (whole ^ int.from_bytes(code_of(one), "big")).bit_count() for n, one, _ in rows}
            rows = sorted(rows, key=lambda row: bits[row[0]])[:HAMMING_POOL]
        return [one.key for one in _best(_similarity(query, rows), limit)]

    def _matching(self, viewer: Viewer, query: Query) -> list[int]:
        return sorted(key for project in viewer.projects for key in self._mended(self._holding, project, query))

    def _holding(self, project: str, query: Query) -> set[int]:
        _, index, waiting = self._searchable(project)
        keys = set(index.holding_all(query.terms)) if index and query.terms else set()
        keys.difference_update(one.n for one in waiting)
        return keys | {one.n for one in waiting if all(term in one.counts[-1] for term in query.terms)}

    def _mended(self, search: Callable[..., _Result], project: str, *asked: Any) -> _Result:
        """What a search finds; where the index turns out to be damaged, it is rebuilt first."""
        try:
            return search(project, *asked)
        except IndexDamaged:
            if self._looks_only:
                raise
            try:
                self._rebuild(project)
            except (IndexBusy, IndexDamaged):
                pass  # without an index every row is scanned: slow, but an answer
            return search(project, *asked)

    def _searchable(self, project: str) -> tuple[_State, TextIndex | None, list[_Waiting]]:
        """The index as far as it has come and the rows it has not reached, at one moment."""
        found = self._at_one_moment(project)
        if len(found[2]) > MOST_SCANNED and not self._depth and not self._looks_only:  # the index cannot be rolled back
            self._try_to_keep_up(project, 1)
            found = self._at_one_moment(project)
        return found

    def _at_one_moment(self, project: str) -> tuple[_State, TextIndex | None, list[_Waiting]]:
        with self._snapshot():
            state = self._state(project)
            waiting = self._waiting_rows(project, state)
            return state, self._open_index(project, state) if state.generation else None, waiting

    def _waiting_rows(self, project: str, state: _State) -> list[_Waiting]:
        newest = self._rows("newest_change", project=project)[0][0] or 0
        if newest == state.reached:
            return []
        held = self._waiting.get(project)
        if held and held[:2] == (state.reached, newest):
            return held[2]
        most = MOST_SCANNED if self._looks_only else 1 << 40
        rows = self._rows("newer", project=project, reached=state.reached, embedder=self._embedder, most=most)
        waiting = []
        for n, _, body, cold, vector, summary in rows:
            texts = [terms_of(text) for text in indexed_texts(plain_body(body, cold))]
            waiting.append(_Waiting(n, tuple(map(len, texts)), tuple(map(_counted, texts)), vector or b"", summary))
        if not self._depth:  # a change number that is rolled back is given out again, to other rows
            self._waiting[project] = (state.reached, newest, waiting)
        return waiting

    def _codes_of(self, project: str, state: _State) -> Codes:
        held = self._codes.get(project)
        if not held or held[0] != state.reached:
            from lamina.store.codes import Codes

            held = (state.reached, Codes(self._rows("blocks", project=project, embedder=self._embedder)))
            self._codes[project] = held
        return held[1]

    def check(self) -> list[Check]:
        """See the port."""
        from lamina.store.sqlite_check import check

        return check(self)


def _scores(
    query: Query, state: _State, index: TextIndex | None, waiting: Sequence[_Waiting]
) -> Iterator[tuple[int, float]]:
    """BM25 of waiting rows with the index's own statistics, so that both kinds of score can be compared."""
    documents = state.documents + len(waiting)
    scores = dict.fromkeys((one.n for one in waiting), 0.0)
    for at, field in enumerate(FIELDS):
        average = (state.lengths[at] + sum(one.lengths[at] for one in waiting)) / documents if waiting else 0.0
        for term in query.terms:
            holding = [one for one in waiting if term in one.counts[at]]
            if not holding:
                continue
            frequency = len(holding) + (index.frequency(field, term) if index else 0)
            weight = math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))
            for one in holding:
                times = one.counts[at][term]
                norm = K1 * (1 - B + B * one.lengths[at] / average)
                scores[one.n] += max(weight, 0.0) * times * (K1 + 1) / (times + norm)
    return ((n, score) for n, score in scores.items() if score > 0)


def _counted(terms: Sequence[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for term in terms:
        counts[term] = counts.get(term, 0) + 1
    return counts


def _similarity(query: Probe, rows: Sequence[tuple[int, bytes, bytes | None]]) -> dict[int, float]:
    """The nearer of the two vectors counts, the summary's a little less."""
    from lamina.recall.vectors import SUMMARY_BEHIND, cosines

    found = dict(zip((row[0] for row in rows), cosines(query, [row[1] for row in rows]), strict=True))
    brief = [(n, summary) for n, _, summary in rows if summary]
    for (n, _), near in zip(brief, cosines(query, [one for _, one in brief]), strict=True):
        found[n] = max(found[n], near - SUMMARY_BEHIND)
    return found


def _best(found: Mapping[int, float], limit: int) -> list[Found]:
    best = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))[:limit]
    return [Found(key, score) for key, score in best]


def _as_state(row: tuple[Any, ...]) -> _State:
    return _State(row[1], row[2], row[3], tuple(loaded(row[4])))


def _bound(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: dumped(value) if isinstance(value, list) else value for name, value in values.items()}


def _connect(path: str, patience: Patience) -> apsw.Connection:
    if os.path.isdir(path):
        raise BadInput(f"{path} is a folder, not a store.", "Name a file, for example memory.db inside it.")
    if os.path.exists(path) and not os.path.isfile(path):
        raise BadInput(f"{path} is a device or a pipe, not a store.", "Name a file.")
    with _told(path):
        if not os.path.exists(path):
            if patience.looks_only:
                raise Unavailable(f"There is no store at {path} yet.", "`lamina ingest` or `lamina remember` makes it.")
            os.makedirs(os.path.dirname(path) or ".", mode=0o700, exist_ok=True)
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # nobody else reads it, whatever the umask
        connection = apsw.Connection(path)
        connection.set_busy_timeout(patience.milliseconds)
        if patience.looks_only:  # whoever only looks does not move a long log into the store when leaving
            connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables and "items" not in tables:
            raise BadInput(f"{path} is the database of another program.", "Name a file of its own for the store.")
        if connection.pragma("journal_mode") != "wal":
            _switch_to_wal(connection, patience)
        connection.pragma("synchronous", "FULL")  # acknowledged means durable, also when the power goes
        connection.pragma("secure_delete", "ON")  # what is purged is overwritten
        return connection


def _switch_to_wal(connection: apsw.Connection, patience: Patience) -> None:
    """SQLite does not wait by itself here, when several processes meet a new store at once."""
    from time import monotonic, sleep  # once in the life of a store

    until = monotonic() + patience.milliseconds / 1000
    while True:
        try:
            connection.pragma("journal_mode", "wal")
            return
        except apsw.BusyError:
            if monotonic() > until:
                raise
        sleep(0.01)


@contextmanager
def _told(path: str) -> Iterator[None]:
    """What SQLite reports, in words that say what to do."""
    try:
        yield
    except (apsw.BusyError, apsw.LockedError) as error:
        raise StoreLocked(
            f"The store {path} is locked by another process.", "Try again, or end the process that holds it."
        ) from error
    except (apsw.NotADBError, apsw.CorruptError) as error:
        raise StoreDamaged(
            f"The store {path} cannot be read: {error}.", "Restore a copy, or `lamina load` an export into a new store."
        ) from error
    except (FileExistsError, NotADirectoryError) as error:
        raise BadInput(f"{os.path.dirname(path)} is not a folder.", "Name another home or store.") from error
    except (apsw.ReadOnlyError, apsw.PermissionsError, apsw.CantOpenError, OSError) as error:
        why = getattr(error, "strerror", None) or error
        raise Unavailable(
            f"The store {path} cannot be written: {why}.", "Check the rights of file and folder."
        ) from error
    except (apsw.FullError, apsw.IOError) as error:
        raise Unavailable(
            f"The disk refused to write {path}: {error}.", "Nothing was saved; make room and repeat."
        ) from error
