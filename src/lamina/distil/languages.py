"""Lasting statements in other languages than English: what a language has to say, and what is made of it.

There, "always" beside a verb is an order or a complaint, depending on who does it and on the verb. All patterns are
looked for in the folded form of a sentence (see `spoken`).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from lamina.distil.triggers import Table, trigger


class Language(NamedTuple):
    """The words of one language; each is a regular expression."""

    from_now_on: str
    remember: str
    always: str
    never: str
    orders: str
    """Verbs that name work, as an order or as an infinitive."""
    ours: str
    wishes: str
    stops: str
    still: str
    """What makes an "always" something else: still, again."""
    yet: str
    """What holds only for now: not yet, this time."""
    begins: str
    """Words that begin a description, not an order: articles, pronouns."""
    symptoms: str
    """Verbs for what programs do."""
    asks_first: str
    instead: str
    norms: str
    """Of things in general: what they have to be."""


class Tongue(NamedTuple):
    """One language, ready to be listened for."""

    letters: re.Pattern[str] | None
    """It is written with these; None: with those of English."""
    silent: re.Pattern[str]
    """What makes a sentence something else than a lasting statement."""
    triggers: Table


_POLITE = (
    r"(?:(?:bitte|stp|svp|s'il te plait|por favor|per favore|alsjeblieft|graag|prosze|nein|non?|nao|nee|nie)[,.!:]* )*"
)
_AT = (
    r"(?:^|[,;:.!(—–]\s*|\b(?:bitte|und|aber|also|et|mais|donc|stp|svp|y|pero|e|mas|ma|por favor|"
    r"per favore|no|nein|non|nao|das?|que|che|dass|si|ja|oui|aqui|qui|hier|ici|en|maar|graag|nee|i|ale|tu|"
    r"proje[ck]t\w*|projet|projeto|proyecto|progetto|repo\w*|codebase),? )"
)
_ANY = r"(?:\S+ ){0,5}?"


def tongue(one: Language) -> Tongue:
    """How lasting statements sound in one language."""
    return Tongue(None, re.compile(rf"\b(?:{one.still}|{one.yet})\b"), _triggers(one))


def _triggers(one: Language) -> Table:
    order, often = rf"(?:{one.orders})", rf"(?:{one.always}|{one.never})"
    does = rf"(?!(?:{one.symptoms})\b)"
    return Table(
        trigger("asks to remember", "rule", rf"{_AT}(?:{one.remember})\b"),
        trigger("says from now on", "rule", rf"{_AT}(?:{one.from_now_on})\b"),
        trigger(
            "says always",
            "rule",
            rf"{_AT}(?:{order} {_ANY}(?:{one.always})|(?:{one.always}) {_ANY}{order})\b",
        ),
        trigger(
            "says never",
            "rule",
            rf"{_AT}(?:(?:ne|non|nao|no|nie)? ?{order} {_ANY}(?:{one.never})|"
            rf"(?:ne )?(?:{one.never}) {_ANY}{order})\b",
        ),
        # Who does it is not said: it is an order, unless a verb says what programs do.
        trigger(
            "orders it always or never",
            "rule",
            rf"^{_POLITE}(?:{often} {does}\w|(?:ne |non |nao |no )?(?!(?:{one.begins})\b){does}[^\W\d]\w+"
            rf"(?: \S+)?? {often}\b(?! (?:{one.symptoms})\b))",
        ),
        trigger(
            "orders one way and not the other",
            "rule",
            rf"^{_POLITE}(?!(?:{one.begins})\b){does}[^\W\d]\w+ (?:\S+ ){{1,6}}(?:{one.instead}) "
            rf"(?!(?:{one.begins}|d[aeio]\w*)\b)\w",
        ),
        trigger("says to stop it", "rule", rf"{_AT}(?:{one.stops})(?:\b|$)"),
        trigger("wants to be asked", "rule", rf"{_AT}(?:{one.asks_first})"),
        trigger("says how things must be", "rule", rf"^{_POLITE}(?:{one.norms})"),
        trigger("says what is used here", "convention", rf"{_AT}(?:{one.ours})\b"),
        trigger("prefers", "preference", rf"{_AT}(?:{one.wishes})\b"),
    )
