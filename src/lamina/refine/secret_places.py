"""Secrets that are known by their place: headers, cookies, addresses and options of commands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lamina.refine.secret_values import Clue, Span, is_dense, is_literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def _random(value: str) -> bool:
    return is_dense(value, 16) and is_literal(value)


def _credential(value: str) -> bool:
    coded = len(value) >= 12 and value.endswith("=")  # padding: nothing but Base64 ends like that
    return (coded or is_dense(value, 8)) and is_literal(value)


def _chosen(value: str) -> bool:
    return len(value) >= 3 and is_literal(value)


def _always(value: str) -> bool:
    return len(set(value)) > 3


def _one(kind: str, pattern: str, judge: Callable[[str], bool]) -> Callable[[str, bytes, int], Iterator[Span]]:
    """Looks for one value right behind the clue."""
    compiled = re.compile(pattern)

    def find(text: str, lower: bytes, at: int) -> Iterator[Span]:
        hit = compiled.match(text, at)
        if hit and judge(hit["value"]):
            yield Span(*hit.span("value"), kind)

    return find


def _cookies(text: str, lower: bytes, at: int) -> Iterator[Span]:
    """Of a header with many cookies, those that look random: the choice of a language may stay."""
    header = _HEADER.match(text, at)
    for pair in _PAIR.finditer(text, *header.span()) if header else ():
        if _random(pair["value"]):
            yield Span(*pair.span("value"), "cookie")


def _address(text: str, lower: bytes, at: int) -> Iterator[Span]:
    """What stands between the scheme and the `@`; the last `@` before the path is the one that counts."""
    start = lower.rfind(b"://", max(0, at - _FARTHEST), at)
    hit = _USER.fullmatch(text, start + 3, at - 1) if start >= 0 else None
    if hit and hit["password"] and _chosen(hit["password"]):
        yield Span(*hit.span("password"), "password")
    elif hit and hit["password"] is None and len(hit["user"]) >= 30 and _random(hit["user"]):
        yield Span(*hit.span("user"), "token")


def _shared_access(text: str, lower: bytes, at: int) -> Iterator[Span]:
    """The signature of an Azure address, before or after the permissions that betray it."""
    hit = _SIGNATURE.search(text, max(0, at - _NEAR), at + _NEAR)
    if hit and is_dense(hit["value"], 16):
        yield Span(*hit.span("value"), "signature")


_FARTHEST = 390
_NEAR = 200
_USER = re.compile(r"(?P<user>[^\s/?#@:\"'`<>\\]{0,128})(?::(?P<password>[^\s/?#\"'`<>\\]{1,256}))?")
_SIGNATURE = re.compile(r"\bsig=(?P<value>[A-Za-z0-9%+/=_-]{20,})")
_HEADER = re.compile(r"[\\\"'`]{0,4}[ \t]*[:=,][ \t]*[\\\"'`]{0,4}[^\s\"'`][^\n\"'`]{15,1000}")
_PAIR = re.compile(r"=(?P<value>[A-Za-z0-9%._~+/=:-]{16,})")
_TAKEN = r"[\"']?(?P<value>[^\s\"'\\]{1,256})"
_SCHEME = r"(?i:(?:bearer|basic|token|apikey|digest|bot)[ \t]+)?"
_HOOK = "[a-z]{4,12}/(?P<value>[A-Za-z0-9/_+-]{20,})"
CLUES = (
    Clue(
        rb"zation(?<=authorization)(?=[\\\"'`\]]{0,4}[ \t]*[:=,])",
        _one(
            "credentials",
            rf"[\\\"'`\]]{{0,4}}[ \t]*[:=,][ \t]*[\\\"'`]{{0,4}}{_SCHEME}(?P<value>[A-Za-z0-9._~+/=:-]{{8,4000}})",
            _credential,
        ),
    ),
    Clue(rb"kie(?<=cookie)(?=[\\\"'`]{0,4}[ \t]*[:=,])", _cookies),
    Clue(rb"ks\.slack\.com/(?<=hooks.slack.com/)", _one("webhook", _HOOK, _always)),
    Clue(rb"ks/(?<=/webhooks/)", _one("webhook", r"[0-9]{6,24}/(?P<value>[\w-]{30,})", _always)),
    Clue(rb"kb2/(?<=/webhookb2/)", _one("webhook", r"(?P<value>[\w@/-]{36,})", _always)),
    Clue(rb"p=(?<=[^a-z]sp=)", _shared_access),
    Clue(rb"@(?=[\w\[{$%-])", _address),
    # Options that take a password without naming it, behind the commands that have them.
    Clue(
        rb"curl (?=[^\n]{0,200}-u)",
        _one("password", rf"[^\n]{{0,200}}?(?<= )-(?:u|-user)[ =]?[\"']?[^\s:\"']{{1,128}}:{_TAKEN}", _chosen),
    ),
    Clue(
        rb"ql(?<=mysql)(?:dump|admin)? (?=[^\n]{0,200}-p)",
        _one("password", rf"[^\n]{{0,200}}?(?<= )-p(?! ){_TAKEN}", _chosen),
    ),
    Clue(rb"pass +-p(?<=sshpass -p)", _one("password", rf" ?{_TAKEN}", _chosen)),
    Clue(rb"ker login(?<=docker login)", _one("password", rf"[^\n]{{0,160}}? -p[ =]{_TAKEN}", _chosen)),
    Clue(rb"cli (?<=redis-cli )", _one("password", rf"[^\n]{{0,160}}?(?<= )-a {_TAKEN}", _chosen)),
)
