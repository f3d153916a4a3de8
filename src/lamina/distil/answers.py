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
_NAME_WORDS, _HEAD_CHARACTERS = 3, 60
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
_NO = re.compile(r"^(?:no+|nope|nah|nein|non|nao)\b(?! (?:idea|clue|problem|worries|i|it|that|wait|lets)\b)")
_OPEN_QUESTION = re.compile(
    # What is asked of the thing to be built, not of what to do or to show next.
    r"^(?!.*\b(?:next|first|now|for this (?:run|test|time)|explanation|summary|logs?|diff|output|details|lines|see)\b)"
    r"\W*(?:so |and |or )?(?:what should (?:happen|it|the|we (?:call|name|use|do (?:if|when|with)))|what behaviou?r|"
    r"how (?:should (?:the|it|we|this|these)|(?:many|long|often) (?:should|do we))\b|"
    r"where should (?:the|we|this|these|it)\b|"
    r"which (?:approach|name|format|option|database|library|framework|version|style|layout|way|(?:one )?(?:do|"
    r"would) you)\b|"
    r"should i (?:name|call|use|support|keep|store|make)\b|do you (?:want|prefer) (?!me\b|to\b)|"
    r"would you (?:rather|prefer|like (?:the|it))\b|"
    r"should (?!i\b|the (?:tests?|build|ci)\b|we (?:proceed|start|continue|commit|move on|merge|fix)))",
    re.IGNORECASE,
)
_NO_ANSWER = re.compile(
    r"^(?:(?:no+|nope|nah|just|ok|okay|hm+|well|yes|yeah|sure|go|do|continue|proceed|please|wait|stop|thanks|"
    r"perfect|great|good|nice|cool|"
    r"done|lets|can|could|why|what|how|is|are|i (?:see|just|did|ran|get|got|have|merged|pushed|think|dont)|it|this|"
    r"that|"
    r"these|those|now|first|also|and|but|before|run|fix|commit|push|merge|open|create|add|write|check|look|show|"
    r"explain|"
    r"give|tell|review|update|revert|implement|try|read|you|here|hey|the (?:error|test|problem|issue)|sorry|actually|"
    r"not sure|no idea|up to you|your call|whatever|never ?mind)\b|[/<\[#@❯$])"
)
"""What begins a go-ahead, a next step or news is no answer to what was asked."""
_BARE_CHARACTERS = 90
_NEAR = 3
"""Of the message's last lines, one asks what a bare answer answers."""
_REPLY = re.compile(r"(?:^|\n|[,;.]\s)\s*\(?(\d{1,2})[.):]\s+(?=\S)")
_REPLIES_CHARACTERS = 1500
_BULLET = re.compile(r"^[-*•]\s+(\S.*)$")
_WORD = re.compile(r"[^\W_][\w+#.-]*\w|--?\w[\w-]*")
_FILLED = frozenset(
    "the one option approach way variant is are fine please works good sounds great with it and for to of in that "
    "version "
    "idea would be do go use using take just should we an".split()
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


def replies_of(said: str, before: str) -> Answer | None:
    """The decisions of a prompt that answers numbered questions by their numbers, or None."""
    begun = [(one[1], one.start(), one.end()) for one in _REPLY.finditer(said[:_REPLIES_CHARACTERS])]
    if len(begun) < 2 or said[: begun[0][1]].strip():
        return None
    questions = _options(_prose(before[-_READ:]))
    ends = [start for _, start, _ in begun[1:]] + [len(said)]
    answered = [
        f"{_short(questions[number], QUESTION_CHARACTERS)} → {_short(said[at:end], OPTION_CHARACTERS)}"
        for (number, _, at), end in zip(begun, ends, strict=True)
        if "?" in questions.get(number, "") and not _STEP.search(questions[number])
    ]
    return Answer(f"Decision: {'; '.join(answered)}", "answers what was asked") if len(answered) > 1 else None


def answer_of(sentences: Sequence[Sentence], before: str) -> Answer | None:
    """The decision that a short answer makes, or None."""
    if not sentences or len(sentences[0].text) > _SHORT or sentences[0].asks:
        return None
    lines = _prose(before[-_READ:])
    return _chosen(sentences[0], lines) or _answered(sentences[0], lines)


def _answered(sentence: Sentence, lines: Sequence[str]) -> Answer | None:
    """A no, a name or a few words to a question of design that ends the message."""
    question = _question(lines[-_NEAR:])
    if not _OPEN_QUESTION.search(question) or _STEP.search(question) or len(sentence.text) > _BARE_CHARACTERS:
        return None
    if len(_options(lines[-_END_LINES:])) > 1:
        return None  # one of these was asked for
    said = sentence.folded
    refused = _NO.search(said) and " or " not in question
    if not refused and _NO_ANSWER.search(said):
        return None
    told = f"{_short(sentence.text, OPTION_CHARACTERS)} (to: {_short(question, QUESTION_CHARACTERS)})"
    return Answer(f"Decision: {told}", "answers what was asked")


def _chosen(sentence: Sentence, lines: Sequence[str]) -> Answer | None:
    """An option by its number, its place or its name; yes to a question of design."""
    said, question = sentence.folded, _question(lines)
    if _YES.search(said):
        clear = question and _DESIGN_QUESTION.search(question) and " or " not in question
        return (
            Answer(
                f"Decision: yes (to: {_short(question, QUESTION_CHARACTERS * 2)})", "says yes to a question of design"
            )
            if clear
            else None
        )
    options = _options(lines) or _bullets(lines)
    picked = _picked(said, options) or _named(said, options)
    if picked is None:
        return None
    option = _short(options[picked[0]], OPTION_CHARACTERS).rstrip("?")
    tail = said[picked[1] :].strip(" ,.:;)=")
    end = " ".join(lines[-_END_LINES:])
    chosen = ("?" in end or _ASKS_WHICH.search(end)) and not _STEP.search(option)
    if _REFUSED.search(tail) or not (chosen or _SETTLES.search(tail)):
        return None
    own = _tail(sentence.text, tail)
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


def _bullets(lines: Sequence[str]) -> dict[str, str]:
    """The last list without numbers, numbered."""
    found: dict[str, str] = {}
    for before, line in zip(("", *lines), lines, strict=False):
        bullet = _BULLET.match(line)
        if bullet:
            found = found if _BULLET.match(before) else {}
            found[f"-{len(found) + 1}"] = _MARKUP.sub("", bullet[1])
    return found


def _named(said: str, options: dict[str, str]) -> tuple[str, int] | None:
    """The only option that begins with what was said first."""
    lead = re.match(_LEAD, said)
    start = lead.end() if lead else 0
    clause = re.match(r"[^,.;!(]+", said[start:])
    words = [one for one in _WORD.findall(clause[0]) if one not in _FILLED] if clause else []
    if not clause or not 1 <= len(words) <= _NAME_WORDS:
        return None
    heads = {name: set(_WORD.findall(folded(text)[:_HEAD_CHARACTERS])) for name, text in options.items()}
    fitting = [name for name, head in heads.items() if head.issuperset(words)]
    return (fitting[0], start + clause.end()) if len(fitting) == 1 and len(options) > 1 else None


def _tail(text: str, tail: str) -> str:
    """What was added to the bare answer, as it was typed: "but enabled by default"."""
    if len(tail.split()) < 2:
        return ""
    words = text.split()[-len(tail.split()) :]
    return ", " + _short(" ".join(words), TAIL_CHARACTERS) if folded(" ".join(words)).strip(" ,.:;)=") == tail else ""


def _short(text: str, most: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1].rsplit(" ", 1)[0] + "…"
