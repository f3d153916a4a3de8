"""What commits say and who made them, from real repositories in whatever state they are; and what of it is kept."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path
from time import monotonic

import pytest

from lamina.adapters.git_messages import KEPT_CHARACTERS, MOST_MESSAGES, Message, messages_of
from lamina.adapters.projects import repository_of
from tests.factories import NOON
from tests.repositories import Repository
from tests.unit.test_git_changes import slow_git

KETTLE = "src/kettle.py"


class Ask:
    """Asks for messages, with a cache of its own."""

    def __init__(self, cache: Path) -> None:
        self.cache = cache

    def __call__(self, repository: Repository) -> dict[str, Message]:
        found = repository_of(str(repository.folder))
        assert found is not None
        return dict(messages_of(found, str(self.cache)))

    def texts(self, repository: Repository) -> list[str]:
        """The latest first."""
        return [one.text for one in self(repository).values()]

    @property
    def kept(self) -> Path:
        [found] = (self.cache / "git").glob("*.messages.txt")
        return found


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    return Ask(tmp_path / "cache")


@pytest.mark.req("C4")
def test_each_commit_says_what_it_did_and_who_made_it(repository: Repository, ask: Ask) -> None:
    message = "Kettle whistles\n\nOnly when\nit boils"
    made = repository.commit(KETTLE, message=message, author="Bob Ray <b.ray@example.org>")
    for _ in ("asked", "kept"):
        assert ask(repository) == {made: Message("Bob Ray", "b.ray", "Kettle whistles\nOnly when it boils")}


def test_a_number_before_a_hidden_address_is_no_part_of_a_name(repository: Repository, ask: Ask) -> None:
    made = repository.commit(KETTLE, author="Bob <123+bob@users.noreply.github.com>")
    assert ask(repository)[made].mailbox == "bob"


def test_who_signed_off_is_not_what_was_done(repository: Repository, ask: Ask) -> None:
    signed = "Co-authored-by: Cleo <c@example.org>\nSigned-off-by: Ann <a@example.org>"
    repository.commit(KETTLE, message=f"Kettle whistles\n\n{signed}")
    assert ask.texts(repository) == ["Kettle whistles"]
    assert "Cleo" not in ask.kept.read_text()


def test_secrets_in_messages_are_never_kept(repository: Repository, ask: Ask) -> None:
    token = "ghp_" + "x7Kq9Zr2Lm4Np6Qs8Tv0" + "Wy1Bc3Df5Gh7Jk9M"
    key = "-----BEGIN RSA PRIVATE KEY-----\n" + "\n".join(["MIIEpAIBAAKCAQEA1x2y3z" * 3] * 60)
    repository.commit(KETTLE, message=f"Rotate {token}\n\npassword:\n\nhunter2-horse-battery\n\n{key}", days=1)
    repository.commit(KETTLE, message=f"{'long ' * 110}{token}", days=2, author=f"{token} <{token}@example.org>")
    said = str(ask(repository))
    for secret in (token, token[:30], "MIIEpAIBAAKCAQEA1x2y3z", "hunter2-horse"):
        assert secret not in said
        assert secret not in ask.kept.read_text()
    assert "Rotate [redacted:" in said


def test_only_the_beginning_of_a_long_message_is_kept(repository: Repository, ask: Ask) -> None:
    repository.commit(KETTLE, message="kettle\n\n" + "word " * 10_000)
    [text] = ask.texts(repository)
    assert len(text) <= KEPT_CHARACTERS + 1


def test_a_new_commit_is_added_and_git_is_asked_once_for_it(
    repository: Repository, ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    repository.commit(KETTLE, message="one")
    assert ask.texts(repository) == ["one"]
    repository.commit(KETTLE, message="two", days=1)
    assert ask.texts(repository) == ["two", "one"]
    with monkeypatch.context() as no_git:
        no_git.setenv("PATH", str(tmp_path))
        assert ask.texts(repository) == ["two", "one"]


def test_each_branch_has_its_own_messages(repository: Repository, ask: Ask) -> None:
    repository.commit(KETTLE, message="base")
    repository.git("checkout", "-b", "side")
    repository.commit(KETTLE, message="side", days=1)
    assert ask.texts(repository) == ["side", "base"]
    repository.git("checkout", "main")
    repository.commit(KETTLE, message="main", days=2)
    assert ask.texts(repository) == ["main", "base"]


def test_a_message_that_was_amended_is_the_new_one(repository: Repository, ask: Ask) -> None:
    repository.commit(KETTLE, message="base")
    repository.commit(KETTLE, message="typo", days=1)
    ask(repository)
    repository.git("commit", "--amend", "-m", "better", at=NOON + timedelta(days=1))
    repository.git("reflog", "expire", "--expire=now", "--all")
    repository.git("gc", "--prune=now")
    assert ask.texts(repository) == ["better", "base"]


def test_a_shallow_clone_says_what_it_has(repository: Repository, ask: Ask, tmp_path: Path) -> None:
    for number in range(3):
        repository.commit(KETTLE, days=number, message=f"number {number}")
    clone = Repository(tmp_path / "clone", fresh=False)
    repository.git("clone", "--depth", "2", f"file://{repository.folder}", str(clone.folder))
    assert ask.texts(clone) == ["number 2", "number 1"]


def test_nothing_is_known_before_the_first_commit_nor_without_git(
    repository: Repository, ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert ask(repository) == {}
    repository.commit(KETTLE)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert ask(repository) == {}


def test_a_persons_settings_of_git_do_not_matter_here(repository: Repository, ask: Ask) -> None:
    settings = {"color.ui": "always", "log.showSignature": "true", "format.pretty": "oneline", "log.decorate": "full"}
    settings |= {"i18n.logOutputEncoding": "latin1"}
    for name, value in settings.items():
        repository.git("config", name, value)
    repository.commit(KETTLE, message="Käse für 🫖")
    assert ask.texts(repository) == ["Käse für 🫖"]


ODD = {
    "no text": b"",
    "latin 1": b"caf\xe9 \xff\xfe",
    "tabs and line ends": b"a\tb\rc\n\n\x0bd\x0c\x1c\x85\xe2\x80\xa8e",
    "control characters": b"\x01>" + b"a" * 40 + b"\n\x01<\x1b[31mred",
    "as a record looks": b"one\n\n\x01>" + b"b" * 40 + b"\nBob\nbob@example.org\nfaked",
}


@pytest.mark.parametrize("message", ODD.values(), ids=ODD)
def test_any_bytes_in_a_message_do_no_harm(repository: Repository, ask: Ask, message: bytes) -> None:
    good = repository.commit(KETTLE, message="good")
    raw = repository.folder / "raw"
    head, parent = repository.git("rev-parse", "HEAD^{tree}"), repository.git("rev-parse", "HEAD")
    who = b"An\x01n\xff <an\xe9n@example.org> 1772539200 +0000"
    raw.write_bytes(
        f"tree {head}\nparent {parent}\n".encode() + b"author " + who + b"\ncommitter " + who + b"\n\n" + message
    )
    made = repository.git("hash-object", "-t", "commit", "-w", "--literally", str(raw))
    repository.git("update-ref", "HEAD", made)
    first = ask(repository)
    assert first[good].text == "good"
    assert list(first) == [made[:7], good]
    assert ask(repository) == first, "also from the cache"


@pytest.mark.parametrize("damage", [b"", b"\xff\xfe", b"lamina git messages 1\t", b"lamina git messages 9\ta\tb\tc\n"])
def test_a_damaged_cache_of_messages_is_made_anew(repository: Repository, ask: Ask, damage: bytes) -> None:
    repository.commit(KETTLE, message="whistle")
    ask(repository)
    assert ask.kept.stat().st_mode & 0o077 == 0
    whole = ask.kept.read_bytes()
    ask.kept.write_bytes(damage or whole[:-9])
    assert ask.texts(repository) == ["whistle"]
    assert ask.kept.read_bytes() == whole


def test_a_cache_that_cannot_be_written_costs_no_answer(repository: Repository, tmp_path: Path) -> None:
    repository.commit(KETTLE, message="whistle")
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert Ask(tmp_path / "cache").texts(repository) == ["whistle"]


def test_what_a_slow_git_said_in_time_counts_and_the_rest_is_asked_for_after_the_next_commit(
    repository: Repository, ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    repository.commit(KETTLE, message="one")
    whole = f"\\001>{'a' * 40}\\nAnn\\nann@example.org\\nin time\\n\\000"
    slow_git(tmp_path / "bin", f"{whole}\\001>{'b' * 40}\\nAnn\\nann@example.org\\ncut o")
    with monkeypatch.context() as slow:
        slow.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
        start = monotonic()
        assert ask.texts(repository) == ["in time"]
        assert ask.texts(repository) == ["in time"]
        assert monotonic() - start < 30
        assert (tmp_path / "bin" / "asked").read_text().count("asked") == 1, "once per commit"
    repository.commit(KETTLE, message="two", days=1)
    assert ask.texts(repository) == ["two", "one"]


def test_as_many_messages_are_kept_as_a_prediction_can_search() -> None:
    assert 400 <= MOST_MESSAGES <= 1000
