"""Secrets that are known by their name: assignments, pairs and options, in any language that has them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from lamina.refine.secret_values import Clue, Span, is_dense, is_literal, is_mixed, is_uuid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_FOLLOWS = (
    rb"(?=[\w.\-]{0,32}(?: (?:key|base|value))?[\\\"'`\])]{0,6}[ \t]{0,24}(?:[:=,>]|(?:is|was|to|string)[ \t:=]))"
)
"""What must follow the word on the lowered bytes before anything dearer is tried."""
_TAIL = re.compile(
    r"(?i)(?:word|wd|phrase|code)?s?(?:[_.-]?(?:access|api|key|base|value|val|string|text|plain|raw|prod|production|dev"
    r"|staging|test|live|old|new|main|primary|secondary|default|env|b64|base64|[0-9]{1,3}))*"
    r"(?: (?:key|base|value))?(?![\w-])"
)
"""What may follow the word in a name: `SECRET_KEY_BASE` holds one, `token_count` and `secret_name` do not."""
_VALUE = re.compile(
    r"""(?x)
    (?:\\*["'`])?[\])]?[ \t]*
    (?P<operator>:[ \t]*[A-Za-z_][\w.\[\]|?]{0,30}[ \t]*=(?=[ \t]*\\*["'`])|string[ \t]*=|=>|:=|={1,3}|::?|>
      |(?<=["'`]),(?=[ \t]*\\*["'`])
      |(?:is|was|to)(?:[ \t]+set)?(?:[ \t]+to)?[ \t]*:?(?=[ \t]))
    (?P<space>[ \t]*)
    (?:[rbuRBU]{1,2}(?=["'])|(?:\[\]byte|SecretStr|Buffer\.from|bytes|str|String)\((?=["'`]))?
    (?:
      (?P<quote>["'`])(?P<quoted>(?:[^"'`\\\n]++|(?!(?P=quote))["'`]|\\[^\n])++)(?P=quote)
    | (?P<deep>\\+["'`])(?P<escaped>(?:[^"'`\\\n]++|\\++(?!["'`n])|(?!\\*["'`]).)++)(?P=deep)
    | \\*["'`]?(?P<bare>(?:[^\s"'`\\<>,;&|)\]}]++|[,;&|)\]}](?!(?:[\s,;)\]}"'`]|\\|\Z|[\w-]+=)))++)
    )
    """
)
"""Quoted, quoted inside a quotation, or bare up to a space, a quote or the next pair; never tried in two ways."""
_LONGEST = 300
_REST = re.compile(r"[A-Za-z0-9+/=_.-]{0,4000}")
"""Of a value longer than that, what goes on without a break goes too."""
_BARE = re.compile(r"""["']?(?P<bare>[^\s"'\\;|&]{1,400})""")
_SPOKEN_OF = re.compile(
    r"(?i)(?:options?|flags?|arguments?|args?|params?|parameters?|switch(?:es)?|values?|settings?|and|or|nor|are|with|from"
    r"|which|that|when|will|must|should|instead|works?|takes?|does|into|here|there|then|only|also)\b"
)
"""`the --password option` is a sentence, not a command."""
_VERDICT = re.compile(r"(?<![\w-])pass\Z")
"""`PASS: TestLogin/2_users` is what a test runner says."""
_BREAK = re.compile(r"[^\w.-]")


def _password(value: str, name: str, manner: str) -> bool:
    """People choose them: any literal where only a value can stand; elsewhere it must look like a password."""
    verdict = manner != "given" and bool(_VERDICT.search(name))
    if manner == "plain" or verdict:
        return not (manner == "plain" and verdict) and is_mixed(value)
    return (len(value) >= 4 and " " not in value) or (len(value) >= 12 and "phrase" in name)


def _secret(value: str, name: str, manner: str) -> bool:
    """Machines make most of them."""
    chosen = manner != "plain" and len(value) >= 12 and " " not in value and is_mixed(value)
    return chosen or is_uuid(value) or is_dense(value, 8)


def _random(value: str, name: str, manner: str) -> bool:
    """Machines make them; a UUID counts only under a name that no mere id would have."""
    if is_uuid(value):
        return bool(re.search("api|auth|access|heroku|secret|bearer", name))
    return is_dense(value, 16)


_OPENING = re.findall(
    "[a-z]+",
    "api secret access private encrypt encryption signing master account auth client service role admin deploy app"
    " application subscription storage ssh jwt hmac consumer personal license shared openai anthropic stripe aws heroku"
    " cloudflare azure google gemini maps sendgrid mailgun algolia datadog dd cf",
)
"""`key` alone names anything; one of these before it, or a constant such as FOO_KEY, makes it a key to something."""
_OPENS = "|".join(
    [f"(?<={word})|(?<={word}[_. -])" for word in _OPENING]
    + ["(?-i:(?<=[A-Z0-9]_)(?<!PUBLIC_)(?<!CACHE_)(?<!SORT_)(?<!INDEX_)(?<!PRIMARY_)(?<!FOREIGN_))"]
)


class Name(NamedTuple):
    """One row: the word, what must (not) stand right before it, the kind, and how its value is judged."""

    word: str
    before: str
    kind: str
    judge: Callable[[str, str, str], bool]


NAMES = (
    Name("pass", r"(?<!by)(?<!com)(?<!sur)(?<!tres)(?<!en)", "password", _password),
    Name("pwd", r"(?<!old)", "password", _password),
    Name("secret", r"(?<![0-9]:)", "secret", _secret),  # not in an ARN
    Name("token", r"(?<!next)(?<!next[_-])(?<!page)(?<!page[_-])(?<!ation[_-])(?<!sync[_-])", "token", _random),
    Name("key", _OPENS, "key", _random),
)
_BEFORE = {name.word: re.compile(f"(?i){name.before}") for name in NAMES}
_BY_END = {name.word[-3:].encode(): name for name in NAMES}
_WINDOW = 40


def _given(text: str, lower: bytes, at: int) -> Iterator[Span]:
    """The value of an option: `--password hunter2`."""
    option = lower[max(0, at - 2 * _WINDOW) : at].decode().rstrip(" ").rpartition(" ")[2]
    name = next((one for one in NAMES if one.word in option), None)
    found = _BARE.match(text, at) if option.startswith("--") else None
    if not name or not found or _SPOKEN_OF.match(found["bare"]):
        return
    if is_literal(found["bare"]) and name.judge(found["bare"], option, "given"):
        yield Span(*found.span("bare"), name.kind)


def _named(text: str, lower: bytes, at: int) -> tuple[Span, ...]:
    """The literal value that is given to a name which promises a secret."""
    name = _BY_END[lower[at - 3 : at]]
    span = _assigned(text, at - len(name.word), name)
    return (span,) if span else ()


def _assigned(text: str, at: int, name: Name) -> Span | None:
    tail = _TAIL.match(text, at + len(name.word))
    found = tail and _VALUE.match(text, tail.end(), tail.end() + _LONGEST)
    if not tail or not found or not _BEFORE[name.word].match(text, at):
        return None
    start, end = found.span(found.lastgroup or 0)
    whole = text[max(0, at - _WINDOW) : tail.end()]
    manner = _manner(found, whole)
    if manner == "plain" and found["bare"]:
        end = start + len(text[start:end].rstrip(".,;:)]}"))
    value = text[start:end]
    if name.word in value.lower() and ("=" in value.rstrip("=") or (manner == "plain" and not is_dense(value, 24))):
        return None  # `token=token2`: a variable, called by the same word; `a_token=b&token=c`: met again further on
    fits = name.judge(value, whole.lower(), manner) and is_literal(value)
    if fits and end == tail.end() + _LONGEST:
        end = _REST.match(text, end).end()  # type: ignore[union-attr]  # it matches anything
    return Span(start, end, name.kind) if fits else None


def _manner(found: re.Match[str], whole: str) -> str:
    """`given` where the shell or a settings file takes what follows as it is, `quoted`, or `plain`."""
    operator = found["operator"]
    if operator == "," or operator[0] in "iwt":
        return "plain"
    if not found["bare"]:
        return "quoted"
    if operator != "=" or found["space"]:
        return "plain"
    name = _BREAK.split(whole)[-1]
    return "given" if name.isupper() or name.startswith("--") else "plain"


_WORDS = (("pass", "pass"), ("pwd", "pwd"), ("key", "key"), ("ken(?<=token)", "token"), ("cret(?<=secret)", "secret"))
CLUES = (
    *(Clue(clue.encode() + _FOLLOWS, _named) for clue, _ in _WORDS),
    *(Clue(f"{clue}(?<=-{word})[a-z-]{{0,12}} {{1,8}}(?=[^ -])".encode(), _given) for clue, word in _WORDS),
)
