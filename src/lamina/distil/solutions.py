"""Says what repaired something: the sentence in which the agent names the cause or the change, and the edits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lamina.distil.commands import changes_something
from lamina.distil.error_keys import error_key
from lamina.distil.failures import is_command, is_edit, outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.model.transcript import Turn

MOST_EDITS, MOST_COMMANDS = 3, 2
_AT_ONCE = 0.8
_DIFF_LINES, _LINE_CHARACTERS, _SENTENCE_CHARACTERS = 4, 140, 300

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`*\[(])|(?<=:)\s+(?=[A-Z])|\n+")
_MARKUP = re.compile(r"\A(?:[-*•#>|✅❌✓\s]|\d+\.\s)+|[*]{2}")
_PRAISE = re.compile(
    r"\A(?:perfect|great|excellent|done|good|nice|awesome|you're (?:absolutely )?right|got it|yes|sure|ah|now)"
    r"\b[^.!:]{0,60}[.!:,]\s*",
    re.IGNORECASE,
)
_VERDICT = re.compile(
    r"\b(?:all|both|the|every|unit|integration)\b[^.]{0,50}\b(?:pass(?:es|ed|ing)?|clean|green|happy|succeed\w*|work(?:s|ing)?)\b",
    re.IGNORECASE,
)
_CAUSE = re.compile(
    r"\b(?:because|caused by|cause|due to|the (?:issue|problem|error|bug|failure)s? (?:is|was|are|were)|missing|"
    r"wasn't|weren't|isn't|aren't|doesn't|don't|didn't|never|already|instead of|needs?|must|expects?|requires?|"
    r"conflicts?|no longer|unused|not (?:checked|allowed|defined|imported|set|found)|mismatch|cycle|wrong|should)\b",
    re.IGNORECASE,
)
_REPAIR = re.compile(r"\A(?:fixed|resolved)\b|\b(?:issue|problem|cause|error|bug) (?:is|was)\b|because", re.IGNORECASE)
_CHANGE = re.compile(
    r"\b(?:fix(?:ed|es|ing)?|add(?:ed|ing)?|remov(?:e|ed|ing)|renam\w+|replac\w+|chang(?:e|ed|ing)|mov(?:e|ed|ing)|updat\w+|"
    r"us(?:e|ed|ing)|import\w*|check(?:ed|ing)|return\w*|wrap\w*|convert\w*|ignor\w+|nolint|handl\w+|switch\w*|revert\w*)\b",
    re.IGNORECASE,
)
_INTENT = re.compile(
    r"(?:(?:first|now|next|then),?\s+)?(?:let me|let's|i'll|i will|i need to|we need to)\s+(?:(?:now|also|first)\s+)?",
    re.IGNORECASE,
)
_LOOKING = re.compile(
    r"\A(?:check|look|see|run|read|search|verify|examine|find|review|try|debug|test|understand|view|investigate)\b",
    re.I,
)
_NAME = re.compile(r"[A-Za-z_]\w{2,}")
_COMMON = re.compile(
    r"the|and|for|not|was|this|that|with|errors?|fail|failed|tests?|line|func|string|value|type|returns?|nil|from|used?|cannot|"
    r"undefined|file|code|cmd|internal|pkg|src|cli|has|have|are|but|its|into|all|run"
)


def names_in(text: str) -> frozenset[str]:
    """Words and identifiers that tell one error from another."""
    return frozenset(name for name in _NAME.findall(text) if not _COMMON.fullmatch(name))


def solution_of(problem: str, between: Sequence[Turn], after: Sequence[str], command: str = "") -> str:
    """What was changed between a failure and the success; `command` is the one that succeeded, where it is another."""
    edits = _telling_edits(problem, between)
    about = names_in(problem) | {name for edit in edits for name in names_in(f"{edit.target} {edit.diff}")}
    told = _best_sentence(_said(between), about) or _best_sentence(_closing(after), _without_places(problem), fewest=1)
    ran = [turn.target for turn in between if is_command(turn) and _repairs(turn)]
    lines = [told] if told else []
    lines += [_edit_line(edit) for edit in edits]
    lines += [f"$ {_cut(one)}" for one in ran[-MOST_COMMANDS:] if not edits]
    lines += [f"instead: $ {_cut(command)}"] if command and not edits else []
    return "\n".join(lines)


def _said(between: Sequence[Turn]) -> list[tuple[str, float]]:
    """The agent's texts; what it says before it changes anything is most likely about the failure."""
    first = next((at for at, turn in enumerate(between) if is_edit(turn)), len(between))
    return [(turn.text, _AT_ONCE if at < first else 0.0) for at, turn in enumerate(between) if turn.role == "assistant"]


def _closing(after: Sequence[str]) -> list[tuple[str, float]]:
    """A closing message speaks of everything that was done: it has to name the failure more clearly."""
    return [(text, -_AT_ONCE) for text in after]


def _without_places(problem: str) -> frozenset[str]:
    return names_in("\n".join(map(error_key, problem.splitlines())))


def edits_in(turns: Sequence[Turn]) -> list[Turn]:
    """Edits that went through."""
    return [turn for turn in turns if is_edit(turn)]


def repaired_by_command(turns: Sequence[Turn]) -> bool:
    """Whether a command between may have changed something."""
    return any(is_command(turn) and _repairs(turn) for turn in turns)


def _repairs(turn: Turn) -> bool:
    return changes_something(turn.target) and outcome(turn) == "passed"


def _telling_edits(problem: str, between: Sequence[Turn]) -> list[Turn]:
    """The edits that have most in common with the problem, in the order they were made."""
    about = names_in(problem)
    ranked = sorted(
        enumerate(edits_in(between)),
        key=lambda one: (-_common(about, problem, one[1]), -one[0]),
    )
    best = ranked[:MOST_EDITS]
    if best and _common(about, problem, best[0][1]) >= 3:  # one that names it: those that don't are other work
        best = [one for one in best if _common(about, problem, one[1]) > 0]
    return [edit for _, edit in sorted(best, key=lambda one: one[0])]


def _common(about: frozenset[str], problem: str, edit: Turn) -> int:
    named = edit.target.rsplit("/", 1)[-1] in problem
    return 3 * named + min(3, len(about & names_in(edit.diff)))


def _edit_line(edit: Turn) -> str:
    """Where, and the first lines that went and came; what came matters more."""
    changed = [line[:_LINE_CHARACTERS] for line in edit.diff.splitlines() if line.strip("+- \t") and line[0] != "…"]
    come = [line for line in changed if line.startswith("+")][:_DIFF_LINES]
    gone = [line for line in changed if not line.startswith("+")][: max(2, _DIFF_LINES - len(come))]
    more = ["…"] if len(come) + len(gone) < len(changed) else []
    place = f"{edit.target}:{edit.lines}" if edit.lines else edit.target
    return "\n".join([place, *gone, *come, *more])


def _best_sentence(texts: Sequence[tuple[str, float]], about: frozenset[str], fewest: int = 0) -> str:
    """The sentence that says most about the cause or the change; none where all is praise and intent."""
    best, most = "", 1.7
    for text, nearness in texts:
        for sentence in _sentences(text):
            named = len(about & names_in(sentence))
            score = _worth(sentence, named)
            if named >= fewest and score and score + nearness > most:
                best, most = sentence, score + nearness
    return best


def _sentences(text: str) -> list[str]:
    fenced = re.sub(r"```.*?(?:```|\Z)", "\n", text[:6000], flags=re.DOTALL)
    found = []
    for one in _SENTENCE.split(fenced):
        sentence = _PRAISE.sub("", _MARKUP.sub("", one).strip())
        sentence = _INTENT.sub("", sentence).strip() if _INTENT.match(sentence) else sentence
        if (
            len(sentence) >= 25
            and not sentence.endswith("?")
            and " | " not in sentence
            and not _LOOKING.match(sentence)
        ):
            found.append(_cut(sentence[:1].upper() + sentence[1:], _SENTENCE_CHARACTERS))
    return found


def _worth(sentence: str, named: int) -> float:
    if _VERDICT.search(sentence) and not _CAUSE.search(sentence):
        return 0.0
    score = 1.5 * bool(_CAUSE.search(sentence)) + bool(_CHANGE.search(sentence))
    score += 0.9 * bool(_REPAIR.search(sentence))
    return score + min(2.5, 0.75 * named) if score else 0.0


def _cut(text: str, most: int = _LINE_CHARACTERS) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"
