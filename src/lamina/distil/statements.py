"""What a person said that should hold beyond the task at hand: rules, preferences, conventions and decisions.

Only the person's own sentences count, and how a thing is said decides, hardly what it is about. Rather
silent than wrong: a rule that nobody gave costs more trust than one that has to be said twice.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from lamina.distil.answers import answer_of, replies_of
from lamina.distil.languages import tongue
from lamina.distil.latin_languages import LATIN
from lamina.distil.outright import OUTRIGHT
from lamina.distil.settled import SETTLED
from lamina.distil.spoken import sentences_of
from lamina.distil.triggers import openings
from lamina.distil.understood import UNDERSTOOD
from lamina.distil.vetoes import ASKED, DOUBTS, LASTS, PASSING, VETOES

if TYPE_CHECKING:
    from lamina.distil.languages import Tongue
    from lamina.distil.spoken import Sentence
    from lamina.distil.triggers import Trigger
    from lamina.model.memory import Category

CHARACTERS = 300
MOST = 20
"""Nobody states more in one prompt: the rest is a document."""
_SENTENCE_CHARACTERS = 600
_LONG = 240
"""What is only understood is understood from short sentences."""
_GREETING = re.compile(
    r"^(?:(?:hi|hey|hello|thanks?|thank you|thx|ok(?:ay)?|alright|great|perfect|nice|cool|please|"
    r"pls|plz|also|and|btw|fyi|so|well|oh|"
    r"hmm?|hallo|danke|bitte|merci|bonjour|s'il te pla[iî]t|stp|hola|gracias|por favor|oi|"
    r"obrigad[oa]|ciao|grazie|per favore)"
    r"(?: (?:there|claude|you|so much))?(?:[,.!:;–—-]+\s*|\s+))+",
    re.IGNORECASE,
)
_PLEASE = re.compile(
    r",? (?:please|pls|plz|bitte|s'il te pla[iî]t|por favor|per favore|thanks?|thx)\b(?=[.,!?]|$)", re.IGNORECASE
)
_POINTS_BACK = re.compile(
    r"^(?:(?:please|and|so|also) )*(?:(?:always|never|remember|keep in mind|dont|do not|stop|"
    r"from now on|in future)[, ]+)*"
    r"(?:(?:ever )?(?:do|doing|did|forget|use|make) )?(?:this|that|it|so)\b(?: (?:again|anymore|"
    r"ever|way|here|for next time|please))*[.!]*$|"
    r"^(?:(?:please|pls|can you|could you|and|also) )*(?:add|save|put|write|note) (?:this|that|it) (?:down )?"
    r"(?:to|in|into) \S+(?: \S+)?[.!?]*$"
)
_REQUEST = re.compile(r"(?:can|could|would) (?:you|we) ")
_ASIDE = re.compile(
    r", (?:because |since |cause |cuz )?(?=(?:i |we )?(?:really )?(?:(?:dont|do not) (?:want|like)|prefer|hate)\b)"
)
"""After what is asked for, and said why: what is not wanted."""
_MEANT = 200
"""Characters of the agent's last words, where only those say what is to be remembered."""


_ENGLISH = re.compile(
    r"\b(?:the|you|your|this|and|with|have|what|are|would|should|they|it|its|for|not|can|could|did|does|about|some|"
    r"when|"
    r"how|why|who|there|from|need|like|just|applied|checked|found|failed|fixed|fixes|changes|needed)\b"
)
"""Words that hardly any other of the languages has: they need not be listened for."""


@cache
def _tongues() -> tuple[Tongue, ...]:
    """Made when the first sentence is heard that may not be English."""
    from lamina.distil.other_scripts import OTHER_SCRIPTS

    return (*map(tongue, LATIN), *OTHER_SCRIPTS)


class Statement(NamedTuple):
    """One lasting thing a person said, and why it is taken for one."""

    text: str
    category: Category
    explicit: bool
    why: str


def statements(said: str, *, before: str = "") -> list[Statement]:
    """What should last of one prompt; `before` is the agent's message that it answers."""
    sentences = sentences_of(said)
    found: list[Statement] = []
    replied = replies_of(said, before) if before else None
    if replied:
        return [Statement(_cut(replied.text), "decision", False, replied.why)]
    answered = answer_of(sentences, before) if before else None
    if answered:
        found.append(Statement(_cut(answered.text), "decision", False, answered.why))
    for at in range(1 if answered else 0, len(sentences)):
        trigger = trigger_of(sentences[at])
        text = _text(sentences, at, before) if trigger else ""
        # The items of a list are already part of the wish that announced it.
        if trigger and not any(text in one.text for one in found):
            found.append(Statement(text, trigger.category, trigger.explicit, trigger.why))
        if len(found) >= MOST:
            break
    return found


def trigger_of(sentence: Sentence) -> Trigger | None:
    """The first trigger that nothing speaks against."""
    folded = sentence.folded[:_SENTENCE_CHARACTERS]
    bare = _without_request(_GREETING.sub("", folded) or folded)
    if not ASKED.search(bare) and (sentence.asks or any(pattern.search(bare) for _, pattern in VETOES)):
        return None
    if PASSING[1].search(bare) and not LASTS.search(bare):
        return None
    doubted = len(sentence.text) > _LONG or any(pattern.search(bare) for _, pattern in DOUBTS)
    starts = openings(bare)
    heard = OUTRIGHT.first(bare, starts) or (
        None if doubted else UNDERSTOOD.first(bare, starts) or SETTLED.first(bare, starts)
    )
    if heard or _ENGLISH.search(bare):
        return heard
    foreign = (one for one in _tongues() if not one.letters or one.letters.search(bare))
    listening = (one.triggers.first(bare, starts) for one in foreign if not one.silent.search(bare))
    return next(filter(None, listening), None)


def _without_request(bare: str) -> str:
    """What is said after a request is heard without it: "can we host it ourselves, don't want our data elsewhere"."""
    aside = _ASIDE.search(bare) if _REQUEST.match(bare) else None
    return bare[aside.end() :] if aside else bare


def _text(sentences: list[Sentence], at: int, before: str) -> str:
    """The sentence without politeness; with the one before it where it only points back, or with what it answers."""
    sentence = sentences[at]
    text = _plain(sentence.text)
    if sentence.items:
        return _cut(f"{text} {'; '.join(sentence.items)}")
    if text.endswith(":") and at + 1 < len(sentences):
        return _cut(f"{text} {_plain(sentences[at + 1].text)}")
    if _POINTS_BACK.search(sentence.folded):
        meant = _plain(sentences[at - 1].text) if at else " ".join(before.splitlines()[-1:])[-_MEANT:]
        return _cut(f"{meant} {text}".strip())
    return _cut(text)


def _plain(text: str) -> str:
    bare = _PLEASE.sub("", _GREETING.sub("", text)).strip()
    return bare or text.strip()


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= CHARACTERS else text[: CHARACTERS - 1].rsplit(" ", 1)[0] + "…"
