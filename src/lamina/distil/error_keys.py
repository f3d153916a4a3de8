"""What an error is, whoever met it and wherever: the same line of output on another day, path or number has one key."""

from __future__ import annotations

import re

KEY_CHARACTERS = 300
"""An error has said what it is by then."""
_WORD_CHARACTERS = 160
"""Longer runs without a space are data."""
_MOST_SEARCHED = 1 << 16
_MASK = "#"

_COLOUR = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_GONE = (
    _COLOUR,
    re.compile(r"\A\(typecheck\)\Z"),  # golangci-lint repeats the compiler's errors under this name
)
_MASKS = (
    re.compile(r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"),  # UUID
    re.compile(r"\b0x[0-9a-fA-F]+\b\??"),  # address
    re.compile(r"\b\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?)?"),  # day and time
    re.compile(r"\b\d\d?:\d\d(?::\d\d)?(?:[.,]\d+)?\b"),  # time of day
    re.compile(r"\b(?:\d+(?:\.\d+)?(?:ns|µs|us|ms|s|m|h))+\b"),  # duration: 1m30.5s
    re.compile(r"\b(?=[0-9a-fA-F]*\d)(?=[0-9a-fA-F]*[a-fA-F])[0-9a-fA-F]{7,64}\b"),  # hash
    re.compile(r"\d{5,}"),  # five digits are an id or a moment, wherever: TS2304 and E0308 stay
    re.compile(r"(?<![\w#.])v?\d+(?:[.,:x]\d+)*(?:[kKMG]i?[bB]?|%)?(?![\w#])"),  # number, version, size, line:column
)
_AT = re.compile(r"(?:\A|(?<=[('\"`@\[]))[^\s:()'\"`]*[./\\][^\s:()'\"`]*[:(](?:#|\d+)(?:[:,](?:#|\d+))*\)?:?")
"""Where it happened: src/a.go:12:3: or a.ts(12,5):"""
_PLACE = re.compile(r"(?<![\w#])(?:~|\.{1,2}|[A-Za-z]:|[\w.@+-]*)[/\\](?:[\w.@+#%=-]*[/\\])*(?=[\w.@#(*-]|\W|\Z)")
"""The folders of a path; its last name stays."""
_REPEATED = re.compile(r"#(?:[^\w#(){}\[\]\"'`]*#)+")
_NUMBERED = frozenset({"http", "status", "code", "errno", "http/#", "http/1.1"})
"""A number after these names the error: HTTP 404 is not HTTP 500."""
_STATUS = re.compile(r"[1-5]\d\d\b|\d{1,3}\b")
_EDGE = re.compile(r"\A(?:[\W_]+|E)\Z")
"""A first word that says nothing: bullets, pytest's E, a masked time."""

_HOLLOW_LINES = (
    r"\W*(?:FAIL|FAILED|FAILURES?|ERRORS?|Errors?|error|failed|PASS)\W*",  # a bare verdict
    r"FAIL \S+(?: \(cached\)| #\w*| \(#\w*\)| \[(?:build|setup) failed\])?",  # go: which package
    r"\[?[\w:.-]+\]? (?:ERROR|Error|error):? (?:task|command|script|process) failed.*",  # mise, just: which task
    r"(?:\w+: )?(?:\*+ )?(?:\[[^\]]*\] )?(?:[Ee]rror|[Ee]xit(?:ed)?(?: with)?(?: exit)?(?: status| code)):? ?[#\d]+\.?",
    r"(?:[Ee]rror:? )?(?:[Tt]he )?(?:[Cc]ommand|[Pp]rocess|script|task|step)\b.{0,80} (?:failed|exited)\b.*",
    r".* (?:completed|failed|exited|exit) with (?:exit )?(?:code|status) [#\d]+\.?",
    r"npm (?:ERR!|error)(?: (?:code|errno|path|command|Lifecycle|A complete log|Exit status)\b.*)?|.*ELIFECYCLE.*",
    r"Traceback \(most recent call last\):?|File \S+ line # in \S+|at \S+(?: \(.*\))?|goroutine .*|panic\(.*",
    r"(?:error: )?(?:could not compile|aborting due to) .*",
    r"(?:Found |Tests:? |Suites:? )?(?:# )?(?:issues|problems|passed|failed|failing|failures)[:.,]?(?: [^:]*#.*)?",
    r"(?:ok|PASS) .*|(?:Found )?[#\d]+ (?:issues?|errors?|problems?|tests? failed)\b.*",  # counts
    r"=+.*=+|RUN \S+|short test summary info|package \S+|imports \S+ from \S+",
    r"(?:usage|Usage|or|hint|note|help)\b:.*",  # how to do better is not what went wrong
    r"(?:func|def|fn|return|if|const|let|var) .*|.*[{;](?: ?nolint.*)?",  # source that a linter quotes
    r"(?!\w*(?:Error|Exception))[\w.]+\(.*\)",
    r"#? ?\S*#",
)
_HOLLOW = re.compile("|".join(f"(?:{one})" for one in _HOLLOW_LINES))
"""Lines that every failure has: that something failed, not what. Read after masking."""
_STRONG = re.compile(
    r"\A-+ FAIL: |\AFAILED \S+::|\S:\d+:(?:\d+:)? \S|\(\d+,\d+\): (?:error|warning) |\berror(?:\[\w+\]| TS\d+)?: |"
    r"\A(?:E +)?\w*(?:\.\w+)*(?:Error|Exception|Panic|Fault)\b:? ?|\bpanic: |\bfatal: |\A\w+: (?:line \d+: )?.*: \w|"
    r"\bnot found\b|\bundefined\b|\bno such\b|\bcannot\b|\bnot allowed\b",
    re.IGNORECASE,
)
"""Lines that name the error itself, in the words of compilers, linters, test runners and shells."""


def error_key(text: str) -> str:
    """The same error has the same key; a text that names no error has an empty one. A key is its own key."""
    told = error_lines(text)
    strong = (line for line in told if _STRONG.search(line))
    return _masked(next(strong, told[0])) if told else ""


def error_lines(text: str) -> list[str]:
    """The lines that say what went wrong, without those that every failure has."""
    if len(text) > _MOST_SEARCHED:  # what went wrong is told first or last
        text = text[: _MOST_SEARCHED // 2] + "\n" + text[-_MOST_SEARCHED // 2 :]
    lines = (line.strip() for line in _COLOUR.sub("", text).splitlines())
    return [line for line in lines if line and _masked(line)]


def words_of(key: str) -> frozenset[str]:
    """What a key speaks of."""
    return frozenset(re.findall(r"[^\W_]+", key))


def _masked(line: str) -> str:
    """The line without what changes from day to day; empty where nothing is left that names an error."""
    kept: list[str] = []
    length = 0
    for word in line.split():
        before = kept[-1].lower().strip("(:=") if kept else ""
        masked = word if before in _NUMBERED and _STATUS.match(word) and len(word) < 6 else _mask(word)
        if not masked or (not kept and _EDGE.match(masked)) or (masked == _MASK and kept[-1:] == [_MASK]):
            continue
        length += len(masked) + 1
        if length > KEY_CHARACTERS:
            break
        kept.append(masked)
    key = " ".join(kept)
    return "" if _HOLLOW.fullmatch(key) else key


def _mask(word: str) -> str:
    """A word with its numbers, hashes and places taken out, until there is nothing more to take."""
    if len(word) > _WORD_CHARACTERS:
        return _MASK
    for _ in range(8):
        masked = _mask_once(word)
        if masked == word:
            return word
        word = masked
    return _MASK


def _mask_once(word: str) -> str:
    for pattern in (*_GONE, _AT):
        word = pattern.sub("", word)
    if "/" in word or "\\" in word:
        word = _PLACE.sub("", word)
    for pattern in _MASKS:
        word = pattern.sub(_MASK, word)
    return _REPEATED.sub(_MASK, word)
