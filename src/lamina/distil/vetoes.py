"""What only sounds like a lasting statement: questions, what others say, figures of speech, doubts.

All patterns are looked for in the folded form of a sentence (see `spoken`).
"""

from __future__ import annotations

import re

ASKED = re.compile(
    # A question that is an order: "could you always run the tests first?"
    r"^(?:please |pls |hey |ok |and |so |also )*(?:(?:can|could|would|will) (?:you|we|u)|"
    r"would you mind|why dont you)(?: please| pls| just)* "
    r"(?:always|never|stop|not|quit|only ever|from now on|in (?:the )?future|remember|keep in mind|"
    r"prefer)\b"
    r"(?!.*\b(?:assume|rely|expect|trust|tell|guarantee|depend|know|be sure|happen)\b)"
)
_QUESTION = re.compile(
    r"^(?:(?:and|but|so|ok|okay|hm+|oh|also|then|now|well|question)[,: ]+)*(?:do|does|did|is|are|"
    r"was|were|can|could|would|will|should|shall|"
    r"have|has|why|what|which|who|how|when do|when does|where|isnt|arent|dont (?:we|you|i)|doesnt|"
    r"shouldnt (?:we|it)|"
    r"any idea|is there|what if|how about|what about) (?!not\b|you (?:please )?(?:always|never|"
    r"stop))"
)
_HEDGED = re.compile(
    r"\b(?:i guess|maybe|perhaps|wonder(?:ing|ed)?|not sure|might|what if|i suppose|considering|"
    r"or we (?:go|could|can)|thinking (?:if|about)|"
    r"not convinced|curious|brainstorm|in theory|could we|should we|would be (?:great|nice)|"
    r"how would|vielleicht|peut-etre|quiza|talvez|forse)\b"
)
_PASSING = re.compile(
    r"\b(?:for now|for the moment|for today|this time|just this once|temporar\w+|(?:right now|"
    r"at the moment)[.!]*$|in this (?:case|pr|commit|branch|file|test)|"
    r"for this (?:one|pr|commit|task|branch|file|test|change)|until tomorrow|first,? then|"
    r"as a test|quick ?fix|vorerst|erst ?mal|pour l?instant|"
    r"por ahora|por enquanto|per ora)\b"
)
_REPORTED = re.compile(
    r"\b(?:(?:docs?|documentation|readme|manual|spec|comment|linter|reviewer|copilot|compiler|"
    r"message|error|article|page|tutorial|guide|book|"
    r"author|he|she|they|somebody|someone|it|test|claude\.?md|plan|ticket|stack ?overflow|"
    r"colleague|blog|post|log|output|doku|commentaire) "
    r"(?:\w+ )?(?:says?|said|states?|stated|recommends?|suggests?|claims?|mentions?|wrote|reads?|"
    r"tells?|told|complains?|warns?|sagt|dit|dice|diz)|"
    r"according to|quote|it says|you (?:wrote|said)|laut|selon|segun|segundo)\b"
)
_NO_RULE = re.compile(
    r"\bnever ?mind\b|^(?:as|like) always\b|\b(?:almost|nearly|not) always\b|^(?:always|"
    r"never) (?:on top|nice|good|fun|a pleasure|had|thought|seen)\b|"
    r"\bi (?:dont|do not|cant|cannot|couldnt) remember\b|^(?:ah |oh )?(?:do you|i|you|"
    r"did you) remember\b|\bremember (?:when|how|the time)\b|"
    r"\bbetter late than never\b|\bnow or never\b|\bi dont (?:like|want) to (?:sound|be)\b|^i(?:d|"
    r" would)? (?:love|hate) (?:it|this|that|how|your|the|to)\b(?! when)"
)
_FOREIGN_QUESTION = re.compile(
    r"^(?:und |aber |et |mais |y |pero |e |mas |ma )?(?:warum|wieso|weshalb|was|wie|wann|wo|"
    r"welche\w*|ist|sind|kann|konnen|soll\w*|hast|gibt es|"
    r"pourquoi|comment|quand|quel\w*|est-ce|quest-ce|ou|por ?que|como|cuando|cual|donde|perche|"
    r"come|quando|quale|dove|qual|onde|cosa)\b"
)
VETOES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("is a question", _QUESTION),
    ("is a question in another language", _FOREIGN_QUESTION),
    ("tells what somebody or something says", _REPORTED),
    ("is a figure of speech", _NO_RULE),
)
DOUBTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("is not settled", _HEDGED),
    ("holds only for now", _PASSING),
)
"""They silence what is only understood; who says always means it."""
