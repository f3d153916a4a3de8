"""A store that cannot be used is named, with what to do, and not one byte of it changes."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.commands import LAMINA, lamina, process, remembered

WORDS = [["recall", "tea"], ["remember", "tea"], ["status"], ["doctor"], ["reindex"], ["export", "out.jsonl"]]


def _filled(path: Path) -> None:
    for number in range(80):  # enough for an index of its own
        lamina("remember", f"Tea number {number} is brewed with care", "--store", str(path))


def _cut(path: Path) -> None:
    _filled(path)
    with path.open("r+b") as opened:
        opened.truncate(path.stat().st_size // 2)


def _newer(path: Path) -> None:
    _filled(path)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _foreign(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")


UNUSABLE: dict[str, tuple[Callable[[Path], object], int, str]] = {
    "cut in the middle": (_cut, 4, "cannot be read: database disk image is malformed. Restore a copy, or"),
    "no database": (lambda path: path.write_text("Dear diary, " * 100), 4, "cannot be read: file is not a database."),
    "written by a newer lamina": (_newer, 4, "This store was written by a newer lamina (schema 99 > "),
    "of another program": (_foreign, 2, "is the database of another program. Name a file of its own"),
    "a pipe": (os.mkfifo, 2, "is a device or a pipe, not a store. Name a file."),
}


@pytest.mark.req("A12")
@pytest.mark.parametrize(("make", "code", "said"), UNUSABLE.values(), ids=UNUSABLE)
def test_an_unusable_store_is_named_and_left_as_it_is(
    make: Callable[[Path], object], code: int, said: str, tmp_path: Path
) -> None:
    store = tmp_path / "memory.db"
    make(store)
    before = _bytes(store)
    for words in WORDS:
        told = lamina(*words, "--store", str(store))
        assert told.code == code, words
        assert said in told.refusal
        as_json = lamina(*words, "--store", str(store), "--json")
        assert (as_json.code, as_json.err) == (code, "")
        assert as_json.answer["error"]["message"]
    assert _bytes(store) == before
    assert not Path("out.jsonl").exists()


def _bytes(store: Path) -> bytes:
    return store.read_bytes() if store.is_file() else b""


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    told = lamina("remember", "tea", "--store", str(tmp_path))
    assert told.code == 2
    assert told.refusal == f"{tmp_path} is a folder, not a store. Name a file, for example memory.db inside it."


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    store = tmp_path / "memory.db"
    store.touch()
    assert lamina("recall", "tea", "--store", str(store), "--json").answer == []
    assert lamina("remember", "tea", "--store", str(store)).code == 0


@pytest.mark.parametrize("word", ["recall", "status", "config"])
def test_a_home_that_is_a_file_is_named(word: str, tmp_path: Path) -> None:
    (tmp_path / "home").write_text("mine")
    words = {"recall": ["recall", "tea"], "status": ["status"], "config": ["config", "user", "ann"]}[word]
    told = process(*words, LAMINA_HOME=str(tmp_path / "home"))
    assert told.code in (2, 4)
    assert str(tmp_path / "home") in told.refusal
    assert (tmp_path / "home").read_text() == "mine"


def test_a_place_where_no_folder_can_be_made_is_named() -> None:
    told = lamina("remember", "tea", "--store", "/proc/none/memory.db")
    assert told.code == 4
    assert told.refusal.startswith("The store /proc/none/memory.db cannot be written: No such file or directory.")


def test_a_folder_that_was_removed_is_named(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    script = f"cd {gone} && rmdir {gone} && exec {' '.join(LAMINA)} recall tea"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "lamina: The folder you are in is gone. Go to another one, or name a --project.\n"


HOLD = """
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
time.sleep(60)
"""


@pytest.fixture
def held(tmp_path: Path) -> Iterator[Path]:
    """A store that another process does not let go of."""
    store = tmp_path / "memory.db"
    remembered("Green tea", "--store", str(store))
    holder = subprocess.Popen([sys.executable, "-c", HOLD, str(store)], stdout=subprocess.PIPE, text=True)
    assert holder.stdout
    assert holder.stdout.readline() == "held\n"
    yield store
    holder.kill()
    holder.wait()
    holder.stdout.close()


def test_a_store_that_another_process_holds_is_read_at_once_and_written_later(held: Path) -> None:
    start = time.monotonic()
    assert lamina("recall", "tea", "--store", str(held), "--json").answer[0]["text"] == "Green tea"
    assert time.monotonic() - start < 3
    start = time.monotonic()
    told = process("remember", "Black tea", "--store", str(held))
    assert time.monotonic() - start < 8
    assert told.code == 4
    assert (
        told.refusal == f"The store {held} is locked by another process. Try again, or end the process that holds it."
    )
    assert [hit["text"] for hit in lamina("recall", "tea", "--store", str(held), "--json").answer] == ["Green tea"]


SECRET = "hunter2"
ADDRESSES = {
    "nobody listens": (f"postgresql://ann:{SECRET}@127.0.0.1:1/tea", 4, "postgresql://ann@127.0.0.1:1/tea cannot be"),
    "no port": (f"postgresql://ann:{SECRET}@127.0.0.1:tea/x", 4, "cannot be reached"),
    "half a host": (f"postgresql://ann:{SECRET}@[::1/x", 2, "The URL of the PostgreSQL store cannot be read."),
    "an unquoted password": (f"postgresql://ann:{SECRET}@{SECRET}@127.0.0.1:1/x", 4, "cannot be reached"),
    "password as a parameter": (f"postgresql://127.0.0.1:1/x?user=ann&password={SECRET}", 4, "cannot be reached"),
    "an unknown parameter": (f"postgresql://ann:{SECRET}@127.0.0.1:1/x?colour=red", 2, "cannot be read"),
    "one slash": (f"postgres:/ann:{SECRET}@127.0.0.1/x", 2, "postgres:/ann:…@127.0.0.1/x is not an address of a"),
    "another engine": (f"mysql://ann:{SECRET}@127.0.0.1/x", 2, "mysql://ann:…@127.0.0.1/x is not an address of"),
    "two slashes": ("sqlite://memory.db", 2, "sqlite://memory.db is not an address of a store."),
    "no slash": ("sqlite:memory.db", 2, "sqlite:memory.db is not an address of a store."),
}


@pytest.mark.req("A12")
@pytest.mark.parametrize(("address", "code", "said"), ADDRESSES.values(), ids=ADDRESSES)
def test_an_address_that_leads_nowhere_is_named_without_its_password(
    address: str, code: int, said: str, folder: Path
) -> None:
    for more in ([], ["--json"]):
        told = process("remember", "tea", "--store", address, *more, LAMINA_DEBUG="1")
        assert told.code == code
        assert said in (told.answer["error"]["message"] if more else told.refusal)
        assert SECRET not in told.out + told.err
    assert list(folder.iterdir()) == [], "a mistyped address is not the name of a file"


def test_the_password_is_not_shown_among_the_settings() -> None:
    address = f"postgresql://ann:{SECRET}@127.0.0.1:1/tea"
    for told in (lamina("config", "store", address), lamina("config"), lamina("config", "--json")):
        assert told.code == 0
        assert "ann:…@127.0.0.1:1" in told.out
        assert SECRET not in told.out + told.err
    assert lamina("recall", "tea").code == 4, "the address itself was kept"
