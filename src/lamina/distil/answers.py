"""Short answers mean nothing without their question: "option 2", "the second one", "3, but enabled by default"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from lamina.distil.spoken import folded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.distil.spoken import Sentence


class Answer(NamedTuple):
    """A decision in full words; the prompt's first sentence made it."""

    text: str
    why: str


OPTION_CHARACTERS, QUESTION_CHARACTERS, TAIL_CHARACTERS = 140, 90, 50
_SHORT = 160
_END_LINES = 12
_READ = 6000
"""Of the message before, only its end asks."""
_OPTION = re.compile(
    r"^\s*(?:[-*•]\s+|#{1,6}\s+)?(?:\|\s*)?[*_]{0,2}(?:option\s+|opt\.?\s+|choice\s+|"
    r"#)?[*_]{0,2}(\d{1,2}|[a-h])[*_]{0,2}[.):][*_]{0,2}:?\s+(\S.*)$",
    re.IGNORECASE,
)
_ORDER = ["first", "second", "third", "fourth", "fifth", "sixth"]
_LEAD = (
    r"^(?:(?:yes|yeah|yep|ok|okay|sure|hmm|so|please|lets|ill|i|we|well|id|would|want|like|prefer|"
    r"think|say|do|go|take|use|try|with|for|it|to|"
    r"implement|choose|pick|vote|my|choice|is|the|option|options|number|nr|variant|approach|"
    r"nehmen wir|ich nehme|je prends|la|el|o|l|die|der|das|opcion|opcao|opzione|"
    r"variante)[,.:!]? )*"
)
_PICKED = re.compile(rf"{_LEAD}(?:option |#|nr\.? ?|number )?(\d{{1,2}}|[a-h])(?![\w%]|\.\d)")
_ORDINAL = re.compile(
    rf"{_LEAD}(first|second|third|fourth|fifth|sixth|last|latter|former)(?: one| option| approach|"
    r" variant| way)?(?:[,.!]|$)"
)
_MORE = re.compile(r"^(?:,| and|\s*\+|\s*&)\s*(?:\d|[a-h]\b)")
_YES = re.compile(
    r"^(?:yes|yeah|yep|yup|sure|ja|oui|si|sim|correct|exactly)\b[,.! ]*(?:please|exactly|"
    r"bitte)?[.! ]*$"
)
_ASKS_WHICH = re.compile(
    r"\b(?:which|prefer\w*|preference|options?\b|approach|instinct|your call|alternatives?|"
    r"what behaviou?r|how should|desired|would you like it|"
    r"do you want (?:it|the|users|this|a|to (?:keep|use|have))|either|or should|or (?:do|would|"
    r"just|keep|use|is)|curious)\b",
    re.IGNORECASE,
)
_DESIGN_QUESTION = re.compile(
    r"^(?:so |and |\W)*should (?!i\b|we (?:proceed|start|continue|commit|move on|merge|fix|"
    r"do (?:it|this|that)))",
    re.IGNORECASE,
)
_STEP = re.compile(
    # What an agent offers to do next is no design of anything.
    r"^\W*(?:(?:create|open|make) (?:a |the )?(?:pr|pull request|commit|issue|ticket|plan)|commit|"
    r"merge|push|walk|something|do (?:it|nothing)|skip|"
    r"leave|later|start|continue|proceed|investigate|explain|review|re-?run|run|fix|revert|rebase|"
    r"revise|extract|create a revised|write (?:\w+ )?tests?|"
    r"quick|update (?:the )?(?:plan|docs))\b|"
    r"\b(?:this session|separate session|subagents?|parallel session|separate (?:branch|pr)|"
    r"follow-?up|before (?:you )?merg\w+)\b",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"^\W*(?:is|seems|looks|sounds|would be|was)?\s*(?:not|no|doesnt|does not|wont|isnt|cant|"
    r"wouldnt|wrong|bad|risky|too|overkill)\b"
)
_SETTLES = re.compile(r"\b(?:default|always|never|only|instead|without|everywhere)\b")
"""What was added makes a decision even of a step."""
_MARKUP = re.compile(r"\*\*|__|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)|\s*\|\s*$|^\s*\|")


def answer_of(sentences: Sequence[Sentence], before: str) -> Answer | None:
    """The decision that a short answer makes, or None."""
    if not sentences or len(sentences[0].text) > _SHORT or sentences[0].asks:
        return None
    lines = _prose(before[-_READ:])
    question = _question(lines)
    said = sentences[0].folded
    if _YES.search(said):
        clear = question and _DESIGN_QUESTION.search(question) and " or " not in question
        return (
            Answer(
                f"Decision: yes (to: {_short(question, QUESTION_CHARACTERS * 2)})", "says yes to a question of design"
            )
            if clear
            else None
        )
    options = _options(lines)
    picked = _picked(said, options)
    if picked is None:
        return None
    option = _short(options[picked[0]], OPTION_CHARACTERS).rstrip("?")
    tail = said[picked[1] :].strip(" ,.:;)=")
    end = " ".join(lines[-_END_LINES:])
    chosen = ("?" in end or _ASKS_WHICH.search(end)) and not _STEP.search(option)
    if _REFUSED.search(tail) or not (chosen or _SETTLES.search(tail)):
        return None
    own = _tail(sentences[0].text, tail)
    asked = f" (to: {_short(question, QUESTION_CHARACTERS)})" if question and option not in question else ""
    return Answer(f"Decision: {option}{own}{asked}", "picks an option")


def _prose(before: str) -> list[str]:
    lines, fenced = [], False
    for line in before.splitlines():
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and line.strip():
            lines.append(line.strip())
    return lines


def _question(lines: Sequence[str]) -> str:
    """The last one that was asked."""
    for line in reversed(lines):
        if "?" in line:
            asked = line[: line.rindex("?") + 1]
            parts = re.split(r"(?<=[.!?])\s+", _MARKUP.sub("", asked))
            return parts[-1].strip(" *->|#")
    return ""


def _options(lines: Sequence[str]) -> dict[str, str]:
    """The last enumeration: it starts again at 1 or a."""
    found: dict[str, str] = {}
    for line in lines:
        option = _OPTION.match(line)
        if option:
            name = option[1].casefold()
            if name in ("1", "a"):
                found = {}
            found[name] = " ".join(_MARKUP.sub("", option[2]).replace("|", " — ").split()).strip(" —")
    return found


def _picked(said: str, options: dict[str, str]) -> tuple[str, int] | None:
    """The option's name, and where what was said about it ends."""
    if len(options) < 2:
        return None
    ordinal = _ORDINAL.search(said)
    if ordinal:
        names = list(options)
        last = ordinal[1] in ("last", "latter")
        at = len(names) - 1 if last else 0 if ordinal[1] == "former" else _ORDER.index(ordinal[1])
        return (names[at], ordinal.end()) if at < len(names) else None
    one = _PICKED.search(said)
    if not one or one[1] not in options or _MORE.search(said[one.end(1) :]):
        return None
    return one[1], one.end(1)


def _tail(text: str, tail: str) -> str:
    """What was added to the bare answer, as it was typed: "but enabled by default"."""
    if len(tail.split()) < 2:
        return ""
    words = text.split()[-len(tail.split()) :]
    return ", " + _short(" ".join(words), TAIL_CHARACTERS) if folded(" ".join(words)).strip(" ,.:;)=") == tail else ""


def _short(text: str, most: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1].rsplit(" ", 1)[0] + "…"
