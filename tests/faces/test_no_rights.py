"""Files and folders that may not be written, and disks that are full: nothing is lost, and the answer says why.

Whoever runs the tests as root passes every permission bit: these processes give that power up first.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import Ran, lamina, remembered

_POWERLESS = """
import ctypes, os, sys
if os.geteuid() == 0:
    for capability in (1, 2):  # to write, and to read, whatever the bits say
        if ctypes.CDLL(None, use_errno=True).prctl(24, capability, 0, 0, 0) != 0:
            sys.exit("cannot give up root's power over files")
os.execv(sys.executable, [sys.executable, "-c", sys.argv[1], *sys.argv[2:]])
"""
_MAIN = """
import os, sys
from lamina.serve.cli import main
if os.access(sys.argv[1], os.W_OK):
    sys.exit("the test proves nothing: " + sys.argv[1] + " can be written")
sys.exit(main(sys.argv[2:]))
"""
_CROWDED = """
import resource, sys
from lamina.serve.cli import main
most = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
sys.exit(main(sys.argv[2:]))
"""


def _run(script: str, *words: str) -> Ran:
    done = subprocess.run(
        [sys.executable, "-c", script, *words], capture_output=True, text=True, timeout=60, check=False
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def powerless(protected: Path, *words: str) -> Ran:
    """`lamina …` by someone who may not write there."""
    return _run(_POWERLESS, _MAIN, str(protected), *words)


def crowded(most: int, *words: str) -> Ran:
    """`lamina …` on a disk where no file grows beyond so many bytes."""
    return _run(_CROWDED, str(most), *words)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with one memory, in a folder of its own."""
    path = tmp_path / "kept" / "memory.db"
    remembered("Green tea", "--store", str(path))
    return path


@pytest.mark.req("A12")
def test_a_file_that_may_not_be_written_is_still_read(store: Path) -> None:
    store.chmod(0o400)
    before = store.read_bytes()
    told = powerless(store, "remember", "Black tea", "--store", str(store))
    assert told.code == 4
    assert told.refusal.startswith(f"The store {store} cannot be written: ")
    assert store.read_bytes() == before
    assert powerless(store, "recall", "tea", "--store", str(store), "--json").answer[0]["text"] == "Green tea"


@pytest.mark.req("A12")
def test_a_folder_that_may_not_be_written_is_named(store: Path) -> None:
    before = store.read_bytes()
    store.parent.chmod(0o500)
    try:
        told = powerless(store.parent, "remember", "Black tea", "--store", str(store))
        new = powerless(store.parent, "remember", "Black tea", "--store", str(store.parent / "new.db"))
        out = powerless(store.parent, "export", str(store.parent / "out.jsonl"))
    finally:
        store.parent.chmod(0o700)
    assert (told.code, new.code, out.code) == (4, 4, 4)
    assert told.refusal.startswith(f"The store {store} cannot be written: ")
    assert new.refusal.startswith(f"The store {store.parent / 'new.db'} cannot be written: Permission denied.")
    assert out.refusal.startswith(f"{store.parent / 'out.jsonl'} cannot be written: Permission denied.")
    assert store.read_bytes() == before
    assert lamina("recall", "tea", "--store", str(store), "--json").answer[0]["text"] == "Green tea"
    assert {one.name for one in store.parent.iterdir()} == {"memory.db"}


def test_settings_that_may_not_be_written_stay_as_they_are(home: Path) -> None:
    lamina("config", "user", "ann")
    home.chmod(0o500)
    try:
        told = powerless(home, "config", "user", "bob")
    finally:
        home.chmod(0o700)
    assert told.code == 4
    assert told.refusal.startswith(f"{home / 'config.toml'} cannot be written: Permission denied.")
    assert lamina("config", "user", "--json").answer[0]["value"] == "ann"


@pytest.mark.req("A12")
def test_a_full_disk_refuses_a_memory_and_keeps_the_others(store: Path) -> None:
    long = "A very long story about tea. " * 20_000
    room = store.stat().st_size + 100_000
    done = subprocess.run(
        [sys.executable, "-c", _CROWDED, str(room), "remember", "-", "--store", str(store)],
        input=long,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    told = Ran(done.returncode, done.stdout, done.stderr)
    assert told.code == 4
    assert told.refusal.startswith(f"The disk refused to write {store}: ")
    assert [hit["text"] for hit in lamina("recall", "tea", "--store", str(store), "--json").answer] == ["Green tea"]
    assert all(one["ok"] for one in lamina("doctor", "--store", str(store), "--json").answer)


def test_a_full_disk_leaves_the_older_export_whole(folder: Path) -> None:
    for number in range(4):
        remembered(f"Tea number {number} " * 2000)
    lamina("export", "out.jsonl")
    before = (folder / "out.jsonl").read_bytes()
    told = crowded(60_000, "export", "out.jsonl")
    assert len(before) > 60_000
    assert told.code == 4
    assert told.refusal.startswith("out.jsonl cannot be written: ")
    assert (folder / "out.jsonl").read_bytes() == before
    assert os.listdir(folder) == ["out.jsonl"], "half an export is left"


def test_a_memory_is_kept_and_found_where_its_index_cannot_be_written(store: Path) -> None:
    """A file stands where the index would go: rows are the truth, and what is not indexed is scanned."""
    Path(f"{store}.index").write_text("in the way")
    for number in range(70):
        assert lamina("remember", f"Tea number {number}", "--store", str(store)).code == 0
    hits = lamina("recall", "tea number 69", "--store", str(store), "--json").answer
    assert hits[0]["text"] == "Tea number 69"
    told = lamina("reindex", "--store", str(store))
    assert told.code == 4
    assert told.refusal.startswith(f"The search index of {store} cannot be written: ")
    Path(f"{store}.index").unlink()
    assert lamina("reindex", "--store", str(store), "--json").answer == {"rows": 71}
