"""The one place that chooses: which store, which embedder, which clock."""

from __future__ import annotations

import os

from lamina import config
from lamina.adapters.token_counts import O200k
from lamina.errors import BadInput
from lamina.memory import Memory
from lamina.model.hits import PATIENT, Patience, Viewer
from lamina.words.parts import Far, Parts

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from typing import TypeAlias

    from lamina.adapters.static_vectors import StaticVectors
    from lamina.config import Setting
    from lamina.model.signals import Checkout
    from lamina.model.staleness import FileChanges
    from lamina.ports import Clock, GitWork, InstructionFiles, KeptScale, Scales
    from lamina.store.postgres import PostgresStore
    from lamina.store.sqlite import SqliteStore
    from lamina.words.spool import Spool

    Opened: TypeAlias = SqliteStore | PostgresStore

SYSTEM_PROJECT = "system"
STATIC_VECTORS = "wordllama-l2-supercat-256/1"
"""The version of the default embedder, known without loading it; a test compares the two."""
HOOK_MILLISECONDS = 200
"""How long a hook waits for a busy store."""
FAR = Patience(2000)
"""How long a hook waits for a store on another machine, for its lines and for its locks."""
CORE_TOKENS = 2000
"""What the managed block of an instruction file may cost in every session."""


def open_memory(
    store: str | None = None,
    project: str | None = None,
    home: str | None = None,
    user: str | None = None,
    clock: Clock | None = None,
) -> Memory:
    """Opens the memory of a project: by default this folder's, in the store of this user's home."""
    from lamina.adapters.static_vectors import StaticVectors  # a hook has no need of it

    given = {"store": store, "project": project, "home": home, "user": user}
    settings = config.effective(given, os.environ)
    value = {name: one.value for name, one in settings.items()}
    who = user_of(value["user"])
    cache = os.path.join(value["home"], "cache")
    embedder = StaticVectors(cache)
    address = _address(value)
    opened = open_store(address, who, embedder.version)
    folder = _here(named=bool(value["project"]))
    aliases, name = _named(value["project"], folder)
    counter = O200k()
    parts = Parts(
        opened,
        embedder,
        counter,
        clock or _now,
        settings,
        tuple(aliases),
        name,
        _of_folder,
        "" if aliases[0].startswith("folder:") else folder,
        lambda place, files, patient: _git_history(cache, place, files, patient),
        lambda: _instructions(folder, value["home"], counter),
        lambda: _git_work(cache),
        lambda: _scales(cache),
        _far(opened, value, aliases[0], PATIENT) if _is_far(address) else None,
    )
    return _memory(parts, who)


def open_for_hook(settings: Mapping[str, Setting], folder: str, *, looks_only: bool) -> Memory:
    """The memory of a folder for an agent that waits: it gives up soon when the store is busy, and starts no process.

    With `looks_only` the store is taken as it is: nothing is made, brought up to date or mended; and of one on another
    machine, its cache on this one.
    """
    value = {name: one.value for name, one in settings.items()}
    who = user_of(value["user"])
    cache = os.path.join(value["home"], "cache")
    embedder, counter = _LaterVectors(cache), O200k()
    address = _address(value)
    aliases, name = _named(value["project"], folder)
    far = _is_far(address)
    place = _cache_path(value, aliases[0]) if far and looks_only else address
    patience = FAR if far and not looks_only else Patience(HOOK_MILLISECONDS, looks_only)
    opened = open_store(place, who, embedder.version, patience)
    parts = Parts(
        opened,
        embedder,
        counter,
        _now,
        settings,
        tuple(aliases),
        name,
        _of_folder,
        "",
        lambda place, files, patient: {},
        lambda: _instructions(folder, value["home"], counter),
        lambda: _no_git,
        _NoScales,
        _far(opened, value, aliases[0], FAR) if far and not looks_only else None,
    )
    return _memory(parts, who)


def spool_for(settings: Mapping[str, Setting]) -> Spool | None:
    """Where a hook notes what a store on another machine cannot take at once; nothing where the store is here."""
    value = {name: one.value for name, one in settings.items()}
    return _spool(value) if _is_far(_address(value)) else None


def _spool(value: Mapping[str, str]) -> Spool:
    from lamina.words.spool import Spool

    return Spool(value["home"], _far_name(value))


def _far(opened: Opened, value: Mapping[str, str], alias: str, patience: Patience) -> Far:
    from lamina.store.cache import CacheFile  # only beside a store on another machine

    return Far(CacheFile(opened, _cache_path(value, alias), STATIC_VECTORS, patience), _spool(value))


def _address(value: Mapping[str, str]) -> str:
    return value["store"] or os.path.join(value["home"], "memory.db")


def _is_far(address: str) -> bool:
    return address.startswith(("postgresql://", "postgres://"))


def _cache_path(value: Mapping[str, str], alias: str) -> str:
    return os.path.join(value["home"], "cache", "hooks", f"{_far_name(value, alias)}.db")


def _far_name(value: Mapping[str, str], *more: str) -> str:
    """A name for files about one user's part of one store; a password leaves no trace in it."""
    from lamina.words.told import file_name

    return file_name(" ".join((*more, user_of(value["user"]), config.without_password(_address(value)))))


class _LaterVectors:
    """The default embedder, loaded when it is first asked: before a prompt it never is."""

    version = STATIC_VECTORS

    def __init__(self, cache: str) -> None:
        self._cache = cache
        self._vectors: StaticVectors | None = None

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        """See the port."""
        if self._vectors is None:
            from lamina.adapters.static_vectors import StaticVectors

            self._vectors = StaticVectors(self._cache)
        return self._vectors.embed(texts)


class _NoScales:
    """Predictions of a hook are as sure as those of a project without a past."""

    def read(self, project: str) -> None:
        """See the port."""

    def write(self, project: str, kept: KeptScale) -> None:
        """See the port."""


def _memory(parts: Parts, who: str) -> Memory:
    try:
        return Memory(parts, Viewer(who, ("", f"~{who}", SYSTEM_PROJECT)))
    except BaseException:
        parts.store.close()
        raise


def open_store(address: str, user: str, embedder_version: str, patience: Patience = PATIENT) -> Opened:
    """A store by path, `sqlite:///…` or `postgresql://…`."""
    if _is_far(address):
        from lamina.store.postgres import open_postgres

        return open_postgres(address, user=user, embedder_version=embedder_version, patience=patience)
    path = address.removeprefix("sqlite:///")
    # `postgres:/…` is a mistyped address, not the name of a file.
    if ":/" in path or path.startswith("sqlite:"):
        told = config.without_password(address)
        raise BadInput(f"{told} is not an address of a store.", "Use a path, sqlite:///… or postgresql://….")
    from lamina.store.sqlite import SqliteStore

    return SqliteStore(os.path.abspath(os.path.expanduser(path)), embedder_version, patience)


def _of_folder(folder: str) -> tuple[list[str], str]:
    from lamina.adapters.projects import aliases_of  # not needed where a project is named

    return aliases_of(folder)


def _git_history(cache: str, folder: str, files: Sequence[str], patient: bool) -> Mapping[str, FileChanges]:
    from lamina.adapters.git_changes import changes_of  # only where a memory speaks of files

    return changes_of(folder, files, cache, patient=patient)


def _git_work(cache: str) -> GitWork:
    from lamina.adapters import git_work  # only where somebody predicts

    return git_work.GitWork(cache)


def _no_git(folder: str) -> Checkout:
    from lamina.model.signals import Checkout  # a cold recall has no need of it

    return Checkout()


def _scales(cache: str) -> Scales:
    from lamina.adapters.learned_scales import ScaleFiles  # the same

    return ScaleFiles(cache)


def _instructions(folder: str, home: str, counter: O200k) -> InstructionFiles:
    from lamina.adapters.core_files import CoreFiles, root_of  # only where somebody promotes
    from lamina.adapters.managed_block import Budget

    budget = Budget(CORE_TOKENS, "tokens", lambda text: counter.count([text])[0])
    return CoreFiles(root_of(folder), home=os.path.expanduser("~"), lamina_home=home, budget=budget)


def _here(*, named: bool) -> str:
    """The folder of whoever asks: needed to find a project, and only useful where one is named."""
    try:
        return os.getcwd()
    except OSError as error:
        if named:
            return ""
        raise BadInput("The folder you are in is gone.", "Go to another one, or name a --project.") from error


def _named(project: str, folder: str) -> tuple[list[str], str]:
    """The aliases and the name of the project at hand."""
    return ([f"name:{project}"], project) if project else _of_folder(folder)


def _now() -> datetime:
    from datetime import UTC, datetime  # a cold recall needs no clock

    return datetime.now(UTC)


def user_of(name: str) -> str:
    """Who asks: the user of the operating system where nobody is named."""
    return name or _os_user()


def _os_user() -> str:
    import pwd  # built in: costs nothing

    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:  # a container's user without a name
        return str(os.getuid())
