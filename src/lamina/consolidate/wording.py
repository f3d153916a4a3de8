"""A statement's words, sentence by sentence: contractions undone, chatter dropped, hyphens and code spans opened."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from lamina.consolidate.bounds import with_plain_bounds
from lamina.consolidate.vocabulary import stem

if TYPE_CHECKING:
    from collections.abc import Iterator


class Word(NamedTuple):
    """One word: as written, in lower case, its stem, and whether it is written like a name or like code."""

    text: str
    low: str
    stem: str
    named: bool = False
    code: bool = False
    first: bool = False
    glued: bool = False
    """A hyphen joins it to the next word."""


_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": " — ", "\u00a0": " ", "≥": " >= ", "≤": " <= "})
_SHORT = (
    (re.compile(r"\b(can|won|shan)'?t\b|\bcannot\b", re.IGNORECASE), "can not"),
    (re.compile(r"n't\b", re.IGNORECASE), " not"),
    (
        re.compile(r"\b(do|does|did|is|are|was|were|has|have|should|must|need|would|could)nt\b", re.IGNORECASE),
        r"\1 not",
    ),
    (re.compile(r"\b(it|that|there|what|here|he|she|who)'s\b", re.IGNORECASE), r"\1 is"),
    (re.compile(r"'re\b", re.IGNORECASE), " are"),
    (re.compile(r"'(?:s|m|d|ll|ve)\b", re.IGNORECASE), ""),
)
_CHATTER = re.compile(
    r"^(?:(?:hey|hi|hello|ok|okay|so|well|btw|fyi|note|also|and|oh|by the way|just so you know|"
    r"just a reminder(?: that)?|heads[ -]up|reminder|for your information|remember(?: that| to)?|"
    r"please note(?: that)?|note that|keep in mind(?: that)?|as far as i know|in our experience|at the moment|"
    r"honestly|actually|please|pls|could you|can you|would you|make sure(?: that| to)?|be sure to|"
    r"i(?: would| 'd|d)?(?: really| much)?(?: like| want| need| prefer| love) (?:you |it if you )to|"
    r"i think|i find(?: it)?(?: \w+){0,4} when|we noticed that|we agreed that|it turns out that|"
    r"(?:guys|team|folks|everyone|important|attention|update|correction|decision|rule|policy|convention)(?=[,:!]))"
    r"\b[\s,:!.—-]*)+",
    re.IGNORECASE,
)
_SINCE = re.compile(
    r"^(?:since|as of|from|starting(?: with)?) (?:january|february|march|april|may|june|july|august|september|"
    r"october|november|december|monday|today|now|(?:last|this|next) \w+|(?:version|release) \S+|[vr]?\d\S*)"
    r"(?: on| onwards?)?,? (?!to\b)",
    re.IGNORECASE,
)
_TOKEN = re.compile(
    r"`[^`]*`|\d+(?:\.\d+)?e-?\d+|\d{1,3}(?:,\d{3})+\b|"
    r"https?://\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|@[\w/-]+|"
    r"[<>]=?|->|→|=>|={1,2}|—|"
    r"(?<!\w)\.?:\d{2,5}\b|"
    r"--?[a-zA-Z][\w-]*(?:=\S+)?|"
    r"[.~]{0,2}/?[\w$*{}°²][\w$*{}.+#°²-]*(?:[/\\:][\w$*{}.+#@-]+)*/?%?|"
    r"[/~][\w.*/-]*|"
    r"[,;:.!?()&%]"
)
_ENDS = frozenset(".!?;()")
_ASKS = frozenset("is are do does did have has had should what which why how who where when was were will".split())
_WORDY_SLASH = frozenset(
    """async/await and/or ci/cd i/o tcp/ip read/write client/server yes/no on/off true/false shadcn/ui blue/green
    a/b""".split()
)
_PATH = re.compile(
    r"^(?:[.~]{0,2}/|[A-Za-z]:\\)|[/\\]|^\.(?!net$)\w|^[\w.-]+\.(?!js$|io$|com$|net$|time$)[a-z]\w{0,9}$|"
    r"^\w+\.\w+\.\w+$",
    re.IGNORECASE,
)
_JOINED_VERSION = re.compile(r"^(c\+\+|es|php|vue|java|ruby|python|node|jdk|c|qt|net)(\d+(?:\.\d+)*)$", re.IGNORECASE)
_COUNTED = re.compile(r"\d+-[a-z]+(?:-[a-z]+)*")
_MODEL = re.compile(r"^[A-Z]{2,5}-\d+(?:\.\d+)?$")
_STANDARDS = frozenset({"gpl", "lgpl", "agpl", "mpl", "bsd", "utf", "iso", "sha", "rfc", "pep"})
_SHORTENED = re.compile(r"^(?:e\.g|i\.e|etc|vs|approx|incl|cf)\.$", re.IGNORECASE)
_IMAGES = frozenset(
    """debian ubuntu alpine python node golang openjdk postgres redis nginx fedora centos rust ruby php""".split()
)
_VERSION_PATH = re.compile(r"^/?(v\d+(?:\.\d+)*)/?$", re.IGNORECASE)


def words_of(text: str) -> list[list[Word]]:
    """The sentences of a statement, each as its words; a comma is a word of its own."""
    read = text.translate(_QUOTES)
    for pattern, plain in _SHORT:
        read = pattern.sub(plain, read)
    read = with_plain_bounds(_SINCE.sub("", _CHATTER.sub("", read.strip())))
    sentences: list[list[Word]] = [[]]
    for token in _tokens(read):
        if token == "?" and sentences[-1] and sentences[-1][0].low in _ASKS:
            sentences[-1] = []  # a question states nothing
        elif token in _ENDS or token == "—":
            sentences.append([])
        else:
            sentences[-1].extend(_words(token, not sentences[-1] or sentences[-1][-1].low == ":"))
    return [one for one in sentences if one]


def _tokens(text: str) -> Iterator[str]:
    for token in _TOKEN.findall(text):
        if token == "&":
            continue
        if len(token) > 2 and token[-1] == "." and token[0] != "`" and not _SHORTENED.match(token):
            yield token.rstrip(".")
            yield "."
        else:
            yield token


def is_path(low: str) -> bool:
    """Whether a word names a file, a folder, an address or an image with its tag."""
    if ":" in low and low.partition(":")[0] in _IMAGES:
        return True
    return bool(_PATH.search(low)) and low not in _WORDY_SLASH and not low[0].isdigit()


def _words(token: str, first: bool) -> list[Word]:
    if token[0] == "`":
        inner = [word for part in _TOKEN.findall(token.strip("`")) for word in _words(part, False)]
        return [word._replace(named=True, code=True, first=first and not at) for at, word in enumerate(inner)]
    joined = _JOINED_VERSION.match(token)
    if joined:
        return [_word(joined[1], first), _word(joined[2], False)]
    version = _VERSION_PATH.match(token)
    if version:
        token = version[1]
    token = token if token.endswith("/") or len(token) == 1 else token.rstrip(".:-")
    low = token.lower()
    if not low:
        return []
    if _MODEL.match(token) and low.partition("-")[0] not in _STANDARDS:
        return [_word(token, first)]
    if ("-" in low[1:] and low[0].isalpha() and not is_path(low)) or _COUNTED.fullmatch(low):
        parts = [part for part in token.split("-") if part]
        split = [_word(part, first and not at) for at, part in enumerate(parts)]
        return [*(one._replace(glued=True) for one in split[:-1]), split[-1]]
    if is_path(low):
        return [Word(token, low.rstrip("/") or "/", low.rstrip("/") or "/", True, True, first)]
    return [_word(token, first)]


def _word(token: str, first: bool) -> Word:
    low = token.lower()
    mixed = not token.islower() and not token.istitle() and not token.isupper() and token[:1].isalpha()
    named = mixed or "_" in token or (token[:1].isupper() and not first)
    return Word(token, low, stem(low) if low.isalpha() else low, named, "_" in token, first)
