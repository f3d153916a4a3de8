"""Tokens: who may ask over a network, as which user, and how far. Kept as hashes; the token itself is shown once."""

from __future__ import annotations

import fcntl
import hashlib
import hmac
import json
import os
import secrets
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from lamina.errors import BadInput, NotFound, Unavailable
from lamina.model.wire import moment, stamp

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

Scope: TypeAlias = Literal["read", "write", "admin"]
SCOPES: tuple[Scope, ...] = ("read", "write", "admin")
"""Each includes those before it."""
FILE = "tokens.json"
PREFIX = "lamina_"
MOST_DAYS = 36_500


class Token(NamedTuple):
    """What is kept of a token."""

    id: str
    user: str
    scope: Scope
    made_at: str
    ends_at: str = ""
    """Empty: it holds until it is revoked."""
    digest: str = ""

    def allows(self, scope: Scope) -> bool:
        """Whether it reaches so far."""
        return SCOPES.index(scope) <= SCOPES.index(self.scope)


class Minted(NamedTuple):
    """A new token, the only time that it is seen."""

    token: str
    id: str
    user: str
    scope: Scope
    ends_at: str


class Tokens:
    """The tokens of a home folder. What another process adds or revokes holds at once."""

    def __init__(self, home: str) -> None:
        self._path = os.path.join(home, FILE)
        self._seen: tuple[int, int, int] | None = None
        self._known: dict[str, Token] = {}

    def add(self, user: str, scope: str, days: int | None, now: datetime) -> Minted:
        """Makes a token for a user."""
        if scope not in SCOPES:
            raise BadInput(f"There is no scope {scope!r}.", f"Use one of {', '.join(SCOPES)}.")
        if not user.strip() or not user.isprintable():
            raise BadInput(f"{user!a} is not the name of a user.", "Name whose memories the token opens.")
        if days is not None and not 1 <= days <= MOST_DAYS:
            raise BadInput(f"--days is {days}.", f"Give 1 to {MOST_DAYS}.")
        ends_at = stamp(now + timedelta(days=days)) if days else ""
        id_, secret = secrets.token_hex(4), secrets.token_urlsafe(32)
        token = f"{PREFIX}{id_}_{secret}"
        with self._changing() as known:
            known[id_] = Token(id_, user, scope, stamp(now), ends_at, _digest(token))
        return Minted(token, id_, user, scope, ends_at)

    def all(self) -> list[Token]:
        """Every token, the oldest first, without its hash."""
        return [one._replace(digest="") for one in sorted(self._read().values(), key=lambda one: one.made_at)]

    def revoke(self, id_: str) -> Token:
        """Ends a token at once."""
        with self._changing() as known:
            if id_ not in known:
                raise NotFound(f"There is no token {id_}.", "`lamina token list` shows them.")
            return known.pop(id_)._replace(digest="")

    def found(self, token: str, now: datetime) -> Token | None:
        """Whose it is; nothing where it is unknown, revoked or over."""
        known = self._read().get(token[len(PREFIX) : len(PREFIX) + 8])
        digest = _digest(token)
        if known is None or not hmac.compare_digest(known.digest, digest):
            return None
        return None if known.ends_at and moment(known.ends_at) <= now else known

    def _read(self) -> dict[str, Token]:
        try:
            status = os.stat(self._path)
            seen = (status.st_mtime_ns, status.st_size, status.st_ino)
            if seen != self._seen:
                with open(self._path, encoding="utf-8") as opened:
                    self._known = {one["id"]: Token(**one) for one in json.load(opened)}
                self._seen = seen
        except FileNotFoundError:
            self._known, self._seen = {}, None
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise Unavailable(f"{self._path} cannot be read: {error}.", "Mend it, or remove it.") from error
        return self._known

    @contextmanager
    def _changing(self) -> Iterator[dict[str, Token]]:
        """All tokens, to be changed; two who change at once wait for each other."""
        try:
            os.makedirs(os.path.dirname(self._path), mode=0o700, exist_ok=True)
            with open(f"{self._path}.lock", "w", opener=_private) as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                known = dict(self._read())
                yield known
                self._write(list(known.values()))
        except OSError as error:
            raise Unavailable(f"{self._path} cannot be written: {error.strerror}.", "Nothing was changed.") from error

    def _write(self, tokens: Sequence[Token]) -> None:
        with open(f"{self._path}.new", "w", encoding="utf-8", opener=_private) as opened:
            json.dump([one._asdict() for one in tokens], opened, ensure_ascii=False, indent=1)
        os.replace(f"{self._path}.new", self._path)


def _digest(token: str) -> str:
    """A plain hash is enough: nobody can guess 256 random bits."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
