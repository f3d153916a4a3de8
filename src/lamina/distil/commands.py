"""What a shell command is about: its programs, what they are run on, whether they check, change or only look."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias

Purpose: TypeAlias = Literal["test", "lint", "build", "look", "tidy", ""]

_MOST_READ = 2000
_PIECE = re.compile(
    r"\$\([^()]*\)|'[^']*'|\"(?:\\.|[^\"\\])*\"|&&|\|\||\d*>&\d|&>|[|;\n]|(?:\\.|[^\s'\"|;&\\]|&(?![&>]))+|.", re.DOTALL
)
_HEREDOC = re.compile(r"<<-?\s*['\"]?\w+")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
_REDIRECTION = re.compile(r"\d*[<>]")
_WRAPPERS = frozenset({"sudo", "time", "env", "nohup", "npx", "bunx", "exec", "command", "nice", "xargs", "then", "do"})
_WRAPPERS_WITH_VALUE = frozenset({"timeout"})
_SCENERY = frozenset(
    {"cd", "export", "set", "source", ".", "echo", "sleep", "pushd", "popd", "true", "unset", "pwd", "wait"}
)
"""Steps around the one that matters."""
_RUNNERS = frozenset({"run", "exec", "-m", "run-script", "tool", "x"})
"""The next word is the real subcommand: npm run build, python -m pytest, mise run lint."""
_WITH_SUBCOMMAND = re.compile(
    r"go|cargo|git|npm|pnpm|yarn|bun|deno|mise|make|just|task|gh|glab|docker|podman|kubectl|helm|uv|poetry|pdm|hatch|rye|pip3?|"
    r"python3?|bundle|rake|rails|dotnet|mvn|gradlew?|terraform|brew|apt|apt-get|nx|turbo|rustup|golangci-lint|swift|mix|sbt|"
    r"ruff|aws|gcloud|az"
)
_SCRIPTS = (".sh", ".py", ".js", ".ts", ".rb", ".pl")
"""A script's name does not say what it is for: its first word may."""
_VALUED_FLAGS = re.compile(r"--?run|-k|-t|--testNamePattern|-g|--grep|--filter|-p|--package|--test|--testsuite|--bench")
"""Flags whose value says what is run."""
_DROPPED_VALUES = re.compile(r"--?timeout|-count|--?tags|-n|-o|--output|-c|--config|-C|--manifest-path|-j")

_PURPOSES: tuple[tuple[Purpose, str], ...] = (
    # `look` first: git diff --check is no test. A program that only looks cannot repair anything, nor prove a repair.
    (
        "look",
        r"(?:cat|ls|head|tail|grep|rg|ag|find|fd|wc|which|type|tree|stat|file|less|jq|od|xxd|diff|cmp|test|\[|\[\[|pgrep|ps|"
        r"env|printenv|du|df|awk|sort|uniq|cut|date|whoami|hexdump|strings|"
        r"git (?:diff|log|show|status|branch|blame|grep|rev-parse|ls-files|ls-tree|cat-file|merge-base|remote|reflog|"
        r"describe|for-each-ref|rev-list|check-ignore)|go (?:doc|list|env|version)|"
        r"gh (?:pr|issue|run|repo|search)|docker (?:ps|logs|images)|kubectl (?:get|describe|logs)|sed)",
    ),
    ("lint", r".*\b(?:lint|clippy|vet|eslint|golangci-lint|ruff check|ruff|flake8|pylint|shellcheck|biome|check)\b.*"),
    ("tidy", r".*\b(?:fmt|gofmt|format|prettier|black|isort|goimports|rustfmt|tidy)\b.*"),
    ("test", r".*\b(?:test|tests|pytest|jest|vitest|mocha|rspec|tox|nextest|unittest|phpunit|ctest|e2e|spec)\b.*"),
    (
        "build",
        r".*\b(?:build|compile|tsc|mypy|pyright|typecheck|type-check|javac|gcc|clang|rustc|webpack|vite|make)\b.*",
    ),
)
_PURPOSE_OF = tuple((purpose, re.compile(pattern)) for purpose, pattern in _PURPOSES)
_CHANGES = re.compile(
    r"\b(?:sed|perl)\s+(?:-\w+\s+)*-\w*i|>>?\s*[\w./~\"$-]+|\b(?:mv|cp|rm|mkdir|ln|chmod|chown|touch|tee|patch)\b|"
    r"\b(?:git (?:checkout|reset|apply|add|rm|mv|stash|restore|merge|rebase|config|fetch|pull|init|clean|commit)|"
    r"go (?:mod|get|install|generate|fmt|clean)|cargo (?:add|update|fix|fmt)|"
    r"(?:npm|pnpm|yarn|bun|pip3?|uv|poetry|brew|apt|apt-get|gem|bundle|rustup|mise|asdf) "
    r"(?:pip )?(?:i|ci|install|add|sync|up|update|upgrade|use|lock)|"
    r"docker|kill|launchctl|systemctl|ruff format|\w+ --fix|\S*fmt)\b"
)
_TO_NOTHING = re.compile(r"\d*>>?\s*(?:/dev/null|&\d)")


class Part(NamedTuple):
    """One program of a command line."""

    program: str
    """With its subcommand: `go test`, `mise lint`."""
    on: frozenset[str]
    """What it was run on: files, packages, names of tests."""
    purpose: Purpose


def parts_of(command: str) -> list[Part]:
    """The programs that matter; the first of a pipe is the one that works, the rest only shorten what it prints."""
    here = _HEREDOC.search(command)
    text = command[: here.start() if here else _MOST_READ][:_MOST_READ].replace("\\\n", " ")
    found = [part for words in _steps(text) if (part := _part(words))]
    return [part for part in found if part.purpose != "tidy"] or found


def changes_something(command: str) -> bool:
    """Whether a command may have repaired what another one complained about."""
    return bool(_CHANGES.search(_TO_NOTHING.sub("", command)))


def plain(command: str) -> str:
    """A command without decoration, to tell whether it is run anew or run otherwise."""
    words = [word for step in _steps(command[:_MOST_READ]) for word in step if word not in ("-v", "-vv", "--verbose")]
    return " ".join(words)


def _steps(text: str) -> list[list[str]]:
    """Words of each step; what follows a pipe is left out, and so are redirections."""
    steps: list[list[str]] = [[]]
    piped = False
    glued = False
    for piece in _PIECE.findall(text):
        if piece in ("&&", "||", ";", "\n"):
            steps.append([])
            piped = glued = False
        elif piece == "|":
            piped = True
        elif piece.isspace():
            glued = False
        elif not piped:
            word = piece[1:-1] if piece[0] in "'\"" and len(piece) > 1 else piece
            if glued and steps[-1]:
                steps[-1][-1] += word
            else:
                steps[-1].append(word)
            glued = True
    return [
        [word for word in step if not _REDIRECTION.match(word) and word not in ("&", "&>", "/dev/null")]
        for step in steps
        if step
    ]


def _part(words: list[str]) -> Part | None:
    rest = list(words)
    while rest and (_ASSIGNMENT.match(rest[0]) or rest[0] in _WRAPPERS or rest[0] in _WRAPPERS_WITH_VALUE):
        del rest[: 2 if rest[0] in _WRAPPERS_WITH_VALUE else 1]
    if not rest or rest[0] in _SCENERY or rest[0].startswith("#"):
        return None
    name = rest.pop(0).rsplit("/", 1)[-1].strip()
    if not name:
        return None
    script = name.endswith(_SCRIPTS)
    if script or _WITH_SUBCOMMAND.fullmatch(name):
        name = f"{name} {_subcommand(rest)}".strip()
    return Part(name, frozenset(_targets(rest)), "" if script else _purpose(name))


def _subcommand(rest: list[str]) -> str:
    """Takes the subcommand out of the words: the first that is no flag, and the one after a runner."""
    while rest and rest[0].startswith("-") and rest[0] not in _RUNNERS:
        del rest[: 2 if _DROPPED_VALUES.fullmatch(rest[0]) else 1]
    if len(rest) > 1 and rest[0] in _RUNNERS and rest[1][0] not in "-./":
        del rest[0]
    return rest.pop(0) if rest else ""


def _targets(words: list[str]) -> list[str]:
    found = []
    rest = iter(words)
    for word in rest:
        flag, _, value = word.partition("=")
        if _VALUED_FLAGS.fullmatch(flag):
            found.append(value or next(rest, ""))
        elif _DROPPED_VALUES.fullmatch(word):
            next(rest, "")
        elif not word.startswith("-"):
            found.append(word)
    return found


def _purpose(name: str) -> Purpose:
    return next((purpose for purpose, pattern in _PURPOSE_OF if pattern.fullmatch(name)), "")
