"""What the latest commits say that they did, and who made them, by git. Kept beside the cache of changed files.

Whoever recalls never reads it. Secrets are taken out before anything is kept.
"""

from __future__ import annotations

import re
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from lamina.adapters.git_changes import QUICK_SECONDS, Cached, head_of, kept_in, read, write
from lamina.adapters.git_log import SHORT, said
from lamina.refine.redact import redact

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lamina.adapters.git_log import Said
    from lamina.adapters.projects import Repository

FORMAT = "lamina git messages 1"
MOST_MESSAGES = 1000
KEPT_CHARACTERS, LONGEST_NAME = 600, 80
FIELDS = 5
READ_CHARACTERS = 8000
"""Secrets are looked for in more than is kept: half of one is none that could be recognised."""
_HEAD = re.compile(rb"\x01([<>])([0-9a-f]{40,64})")
_SIGNED = re.compile(r"^[\w-]+-by:.*$", re.IGNORECASE | re.MULTILINE)
"""Lines that say who had a part in it, not what was done."""
_NUMBERED = re.compile(r"^\d+\+")
"""GitHub's addresses for those who show none: `123+ann@users.noreply.github.com`."""


class Message(NamedTuple):
    """Of one commit: who made it, and what it says, the subject in the first line."""

    who: str
    mailbox: str
    text: str


class Record(NamedTuple):
    """One commit as git told it."""

    commit: str
    """Its short id."""
    new: bool
    """False where it was known before, and is not part of what is checked out now."""
    line: str
    """As it is kept."""


def messages_of(repository: Repository, cache: str) -> Mapping[str, Message]:
    """The latest messages, by the short ids of their commits; never fails, and waits for git once after each commit."""
    head = head_of(repository)
    if not head:
        return {}
    path = kept_in(repository, cache, "messages.txt")
    known = read(path, repository.own, FORMAT)
    if known is None or known.head != head:
        # What was cut off is asked for again, as a whole.
        known = _refreshed(repository, head, known if known and known.whole else None)
        write(path, repository.own, known, FORMAT)
    return dict(filter(None, map(_read_line, known.lines)))


def _refreshed(repository: Repository, head: str, known: Cached | None) -> Cached:
    """As far as git comes in the time there is; its answer starts with the latest."""
    until = monotonic() + QUICK_SECONDS
    answer = _ask(repository, f"{known.head}...{head}", until) if known else None
    if known and answer:
        told = list(records(answer))
        if len(told) < MOST_MESSAGES:
            gone = {one.commit for one in told if not one.new}
            kept = [line for line in known.lines if line[:SHORT] not in gone]
            lines = [*(one.line for one in told if one.new), *kept]
            return Cached(head, answer.whole, lines[:MOST_MESSAGES])
    # Nothing was known, or what was known has nothing to do with what is checked out now.
    answer = _ask(repository, head, until)
    return Cached(head, bool(answer and answer.whole), [one.line for one in records(answer)] if answer else [])


def _ask(repository: Repository, revisions: str, until: float) -> Said | None:
    options = ["--encoding=UTF-8", f"-n{MOST_MESSAGES}", "--format=%x01%m%H%n%aN%n%aE%n%B"]
    return said(repository, revisions, options, until)


def records(answer: Said) -> Iterator[Record]:
    """What git said of each commit, the latest first; what is no commit is passed over."""
    parts = answer.text.split(b"\0")
    for part in parts if answer.whole else parts[:-1]:  # the last one may have been cut off
        head, who, mail, text = (*part.split(b"\n", 3), b"", b"", b"")[:4]
        named = _HEAD.fullmatch(head)
        if named:
            commit = named[2].decode()[:SHORT]
            yield Record(commit, named[1] == b">", "\t".join((commit, *_told(who, mail, text))))


def _told(who: bytes, mail: bytes, text: bytes) -> Iterator[str]:
    """Author, mailbox, subject and the rest: each in one line, without tabs and without secrets."""
    yield _kept(_text(who), LONGEST_NAME)
    yield _kept(_NUMBERED.sub("", _text(mail).partition("@")[0]), LONGEST_NAME)
    # Keys have several lines: they are looked for before the lines are joined, and what joined lines spell after.
    said_, _, more = redact(_SIGNED.sub("", _text(text)).strip()).partition("\n")
    subject = _kept(said_, KEPT_CHARACTERS)
    yield subject
    yield _kept(more, KEPT_CHARACTERS - len(subject))


def _text(raw: bytes) -> str:
    return raw[: READ_CHARACTERS * 4].decode(errors="replace")[:READ_CHARACTERS]


def _kept(text: str, most: int) -> str:
    """On one line, without what a terminal would take for orders, and without secrets."""
    plain = "".join(one if one.isprintable() else " " for one in text)
    return redact(" ".join(plain.split()))[:most].rstrip()


def _read_line(line: str) -> tuple[str, Message] | None:
    fields = line.split("\t")
    if len(fields) != FIELDS:
        return None
    commit, who, mailbox, subject, more = fields
    return commit, Message(who, mailbox, f"{subject}\n{more}".strip())
