"""A repository's own files may have been written by anybody: what they say is never more than data."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from lamina.adapters.git_changes import changes_of, head_of
from lamina.adapters.git_messages import messages_of
from lamina.adapters.projects import aliases_of, repository_of
from tests.repositories import Repository


def test_a_head_that_is_no_commit_is_not_handed_to_git(repository: Repository, tmp_path: Path) -> None:
    repository.commit("src/kettle.py")
    victim = tmp_path / "victim.rc"
    victim.write_text("precious = 1\n")
    head = Path(repository.folder, ".git", "HEAD")
    Path(repository.folder, ".git", head.read_text().split()[1]).write_text(f"--output={victim}\n")
    found = repository_of(str(repository.folder))
    assert found
    assert head_of(found) == ""
    assert changes_of(str(repository.folder), ["src/kettle.py"], str(tmp_path / "cache"), patient=True) == {}
    assert messages_of(found, str(tmp_path / "cache")) == {}
    assert victim.read_text() == "precious = 1\n"


def test_a_message_holds_nothing_that_a_terminal_would_obey(repository: Repository, tmp_path: Path) -> None:
    repository.commit("src/kettle.py")
    said = "kettle boils \x1b]0;PWN\x07\x1b[31mred\x1b[2J over"
    environment = {**os.environ, "GIT_AUTHOR_NAME": "ev\x1b[31mil", "GIT_AUTHOR_EMAIL": "a@b.c"}
    environment |= {"GIT_COMMITTER_NAME": "c", "GIT_COMMITTER_EMAIL": "c@d.e"}
    command = ["git", "commit", "--allow-empty", "--cleanup=verbatim", "-F", "-"]
    subprocess.run(command, input=said, text=True, check=True, cwd=repository.folder, env=environment)
    found = repository_of(str(repository.folder))
    assert found
    told = messages_of(found, str(tmp_path / "cache")).values()
    assert any("kettle boils" in one.text for one in told)
    assert all(part.isprintable() for one in told for part in (one.who, one.mailbox, *one.text.split("\n")))


@pytest.mark.parametrize(
    "config",
    [
        '[remote "origin"]\n\turl = git@h:x/y.git\n',
        '  [remote "origin"]\n  url = https://h/x/y\n',
        '[remote "origin"] url = ssh://git@h/x/y.git\n',
        '\ufeff[remote "origin"]\n\turl = https://h/x/y # a comment\n',
        '[core]\n\turl = https://h/wrong\n[remote "origin"]\n\turl = "https://me:secret@H/x/y/"\n',
        '[remote "fork"]\n\turl = https://h/wrong\n[remote "origin"]\n\tfetch = +a:b\n\turl = h:x/y\n',
    ],
)
def test_a_remote_is_known_however_it_is_written(tmp_path: Path, config: str) -> None:
    git = tmp_path / "clone" / ".git"
    git.mkdir(parents=True)
    (git / "config").write_text(config, encoding="utf-8")
    assert "remote:h/x/y" in aliases_of(str(git.parent))[0]
