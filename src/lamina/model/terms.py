"""Text to search terms: stemmed words, identifiers whole and in parts. One function for every engine."""

from __future__ import annotations

import Stemmer

from lamina.model.pieces import parts as parts_of
from lamina.model.pieces import tokens

_CONTRACTED = ("s", "t", "re", "ve", "ll", "d", "m")
_stem = Stemmer.Stemmer("english").stemWord
_LONGEST_WHOLE = 64
_CACHED_WORDS = 300_000

STOP_WORDS = frozenset(
    """
    a about after all also am an and any are as at be been before being but by can could did do does doing for from
    had has have having he her here him his how i if in into is it its just me my no not now of off on or our out
    over she should so some such than that the their them then there these they this those to too up us was we were
    what when where which while who whom why will with would you your
    """.split()
)

_cache: dict[str, tuple[str, ...]] = {}


def terms(text: str) -> list[str]:
    """Every term of a text, in order, with repetitions."""
    found: list[str] = []
    known = _cache.get
    for token in tokens(text):
        parts = known(token)
        if parts is None:
            parts = _split(token)
            if len(_cache) < _CACHED_WORDS and len(token) <= _LONGEST_WHOLE:  # a pasted blob is not met again
                _cache[token] = parts
        found.extend(parts)
    return found


def query_terms(text: str) -> tuple[str, ...]:
    """The distinct terms that a query asks for: stop words count only when there is nothing else."""
    return tuple(dict.fromkeys(terms(" ".join(_kept(text))))) or tuple(dict.fromkeys(terms(text)))


def whole_terms(text: str) -> tuple[str, ...]:
    """The distinct words and identifiers that a query asks for, none of them in parts."""
    return tuple(dict.fromkeys(parts[-1] for parts in map(terms, _kept(text)) if parts))


def _kept(text: str) -> list[str]:
    return [token for token in tokens(text) if token.lower() not in STOP_WORDS]


def _split(token: str) -> tuple[str, ...]:
    token = _uncontracted(token)
    low = token.lower().replace("’", "'")
    if low.isalpha() and token[1:] == low[1:]:
        return (_stem(low),)
    parts = [_stem(part.lower()) for part in parts_of(token)]
    whole = low.strip("_")
    if len(parts) <= 1:
        return tuple(parts)
    # Stemmed like a plain word: getUserName must be found by getusername.
    return (*parts, _stem(whole)) if len(whole) <= _LONGEST_WHOLE else tuple(parts)


def _uncontracted(token: str) -> str:
    """Without what an apostrophe adds at the end: `server's` is about a server."""
    for apostrophe in "'’":
        word, found, end = token.rpartition(apostrophe)
        if found and end.lower() in _CONTRACTED:
            return word
    return token
