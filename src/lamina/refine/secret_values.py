"""Judges a value beside a name that promises a secret: is it the secret itself, or does it only stand for one?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

MARK = "[redacted:"
"""What every hole begins with; a value that holds one was judged before."""


class Span(NamedTuple):
    """Where a secret is, and what it is."""

    start: int
    end: int
    kind: str


class Clue(NamedTuple):
    """What betrays that a secret may be near, and who looks for it there.

    `pattern` is met on lowered bytes and begins with one plain letter, the rarest of its word: `re` jumps from one to
    the next at memory speed. `find` takes the text, its lowered bytes, and where the clue ends.
    """

    pattern: bytes
    find: Callable[[str, bytes, int], Iterable[Span]]


_TEMPLATE = re.compile(
    r"""(?x)
    \$\{|\$\(|\{\{|\}\}|%\(|\#\{|%[sdvq]\b|^\$[A-Za-z_(]|<[a-z][^<>]{0,60}>|^<   # ${VAR}, {{ key }}, <your password>
  | \.\.\.|…|x{6,}|X{6,}|\*{3,}|•{3,}                                          # what people write to hide one
  | ^\w{0,24}\{[\w.$\[\]'"]{0,60}\}                                             # {name} of a format string
    """
)
_FILLER = re.compile(r"^(?:[<\[({%@*#?.=:-].*|x{3,}|y{3,}|abc|abc123|123\w{0,3}|1?2?3?4?5?6?7?8?9?0?)$", re.S)
_SAID_IN_WORDS = re.compile(
    r"""(?ix)
    (?:^|[_\W])(?:your|insert|replace|fake|dummy|mock|sample|example|placeholder|redacted|masked|change[_-]?me|changeit
      |todo|fixme)(?:[_\W]|$)
  | ^(?=[a-z_\W]+$)(?:.*[_\W])?(?:my|the|some|any|new|old|enter|put|add|set|use|see|stub|hidden|change|test|testing|tbd
      |invalid|wrong|bad|good|valid|expired|empty|missing|not|no|none|default|optional|required|super)(?:[_\W].*)?$
  | ^(?:null|nil|undefined|string|str|text|number|integer|bool|boolean|true|false|yes|off|object|array|bytes?|char
      |varchar|unknown|never|self|this|password|passwd|passphrase|passcode|pass|pwd|secret|secrets|tokens?|keys?|apikey
      |credentials?|user|username|email|login|hash|hashed|encrypted|plain|plaintext|generated|random
      |confirm(?:ation)?|forgot|reset|incorrect|basic|bearer|oauth2?|jwt|keyring|stdin|prompt|file|env|environment
      |vault|input|field|label|id|name|value|foo|bar|baz|qux|foobar)$
    """
)
_REFERENCE = re.compile(
    r"""(?x)
    ^(?:await\s|new\s|&|\*)?[A-Za-z_]\w*(?:(?:\.|->|::|\?\.)[A-Za-z_]\w*)+(?:[\[(].*)?$   # cfg.Secret, os.environ["X"]
  | ^[A-Za-z_][\w.]*[(\[]                                   # getpass(), secrets["x"]
  | ^[A-Z]{1,20}(?:_[A-Z]{1,20})+(?:_[0-9])?$|^[A-Z0-9_]*(?:KEY|TOKEN|SECRET|PASSWORD)(?:_[0-9])?$   # a variable's name
  | ^[a-z][a-z0-9+.-]{1,20}://                              # an address; what is secret in it is found by its own rule
  | ^(?:env|vault|file|path|op|arn|ssm|gcp|aws|urn|ref|secret|secrets|keyring|cmd|projects):?[:/]
  | ^(?:sha(?:1|224|256|384|512)|md5)[-:=]|^ssh-(?:rsa|ed25519|dss)\b|^ecdsa-|^data:
    """
)
_PATH = re.compile(r"^(?:~|\.{1,2}|[A-Za-z]:)?[/\\][\w.@ -]+(?:[/\\][\w.@ -]+)*[/\\]?$|^[\w.-]+\.[a-z]{2,5}$")
_TECHNICAL = re.compile(
    r"(?i)^(?:base|sha|md|utf|oauth|aes|rsa|ed|hs|rs|es|ps|http|ipv|python|node|win|argon|bcrypt|scrypt|pbkdf)-?\d+"
    r"(?:[-_.a-z].*)?$|^v?\d+(?:\.\d+)*[a-z]{0,7}$"
)
"""`base64`, `sha256-based`, `HS256`, `v1.2.3`, `30days`: words with numbers, not secrets."""
_DATE = re.compile(r"^\d{4}-\d\d-\d\d")
_UUID = re.compile(r"(?i)^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$")
_HEX = re.compile(r"^(?:0x)?[0-9a-fA-F]+$")
_LONG_PIECES = 3.7
_TWO_CAPITALS = re.compile(r"[A-Z][A-Z]")
"""Names in camel case hold hardly any; random letters do."""
_PIECES = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+")


def is_literal(value: str) -> bool:
    """Whether this is a value, not a placeholder, a template, the name of a variable, a path or a call."""
    if _TEMPLATE.search(value) or _REFERENCE.match(value) or MARK in value:
        return False
    if is_dense(value, shortest=24):  # a long random value may hold "/" or "my" by chance
        return True
    return not (
        _FILLER.match(value) or _SAID_IN_WORDS.search(value.rstrip("=: ")) or _PATH.match(value) or len(set(value)) < 3
    )


def is_uuid(value: str) -> bool:
    """Whether it has the form of a UUID: mostly the id of something, seldom a key."""
    return bool(_UUID.match(value))


def is_dense(value: str, shortest: int = 12) -> bool:
    """Whether it looks random: letters and digits change places often; words, versions and dates have long pieces."""
    pieces = _PIECES.findall(value)
    size = sum(map(len, pieces))
    if size < shortest or not pieces or _DATE.match(value) or re.search(r"\s", value):
        return False
    digits = sum(len(piece) for piece in pieces if piece[0].isdigit())
    if digits > size - 2:
        return False
    if size >= 32 and _HEX.match(value):
        return True
    return size / len(pieces) < _LONG_PIECES and (bool(digits) or bool(_TWO_CAPITALS.search(value)))


def is_mixed(value: str) -> bool:
    """Whether a short value has what people put into passwords: letters beside digits or signs."""
    if len(value) < 6 or _TECHNICAL.match(value) or not re.search(r"[A-Za-z]", value):
        return False
    return bool(re.search(r"[0-9]|[^\w\s.,:;/\\\"'()\[\]{}<>-]", value))
