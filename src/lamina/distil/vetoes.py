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
    r"prefer|using .* in (?:the )?future)\b"
    r"(?!.*\b(?:assume|rely|expect|trust|tell|guarantee|depend|know|be sure|happen)\b)|"
    # Or a complaint, or a wish to have something written down.
    r"^(?:and |but |so |ok |hey )*(?:why (?:do|are) you (?:always|constantly|keep|still keep) \w+ing\b|"
    r"(?:who|did i) (?:asked|told|ask|tell) you to\b|how (?:many times|often) do i\b|"
    r"(?:can|could|shall) we agree (?:that|to|on)\b)|"
    r"\b(?:add|save|put|write|note) (?:this|that|it) (?:down )?(?:to|in|into) (?:your |the |my )?"
    r"(?:memory|claude\.?md|agents\.?md)\b"
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
    r"^if (?:so|not)\b|\b(?:i guess|maybe|perhaps|wonder(?:ing|ed)?|not sure|might|what if|i suppose|considering|"
    r"or we (?:go|could|can)|thinking (?:if|about)|"
    r"not convinced|curious|brainstorm|in theory|could we|should we|would be (?:great|nice)|"
    r"how would|vielleicht|peut-etre|quiza|talvez|forse)\b"
)
_PASSING = re.compile(
    r"\b(?:for now|for the moment|for today|this (?:time|once|one|run)|just once|temporar\w+|(?:right now|"
    r"at the moment|yet|now|first|later|today|tomorrow)(?:[.!]*$|, )|in this (?:case|pr|commit|branch|file|test)|"
    r"for this (?:one|pr|commit|task|branch|file|test|change|run)|until (?:tomorrow|the|we|it|then|later)|"
    r"first,? then|(?:do (?:this|it|that)|wait|look|start) (?:tomorrow|today|later|first)|"
    r"since (?:this|yesterday|last|today|the (?:last|update|upgrade|deploy\w*|merge))|"
    r"i(?:ll| will)? (?:still need|only want|just want)|just (?:tell|explain|show|let)|as a test|quick ?fix)\b"
)
LASTS = re.compile(
    r"\b(?:always|never|ever|from now on|every ?time|each time|whenever|in (?:the )?future|remember|as a rule|"
    r"going forward|unless|before you|without asking|without my|told you|already (?:said|told)|"
    r"you (?:keep|forgot|always|constantly))\b"
)
"""Who says so means more than this once."""
_DESCRIBED = re.compile(
    r"\b(?:currently|thats why|this is why|which (?:makes|means|is why|breaks|causes)|but (?:its?|they|this|sometimes|"
    r"now|doesnt|does not|isnt|is not|arent|nothing|there|got)|where does|"
    r"(?:and|yet|but) (?:it|they) (?:does|do|did|is|are|has|have|shows?)|yet the|instead it)\b|"
    r"\b(?:please )?(?:add|fix|change|implement) (?:that|this|it)[.!]*$"
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
    r"\b(?:lol|lmao|haha\w*|jk|just kidding)[.!]*$|\bnever ?mind\b|^(?:as|like) always\b|\b(?:as|than|"
    r"like) (?:always|ever)[.!]*$|\b(?:almost|nearly|not) always\b|"
    r"^(?:always|"
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
_TASK = re.compile(
    # What is to be made is described, and may well be something that never happens.
    r"^(?:(?:please|now|then|next|ok|can you|could you) )*(?:implement|write|add|update|change|create|build|fix|"
    r"generate|draft|"
    r"check|list|find|search|count|tell me|show me|translate|rename|extend|refactor|make) (?:an?|the|this|that|which|"
    r"all|where|"
    r"whether|rate|for|how) (?!.*\b(?:every|each|whenever|in future|from now on|next time|remember|memory|claude\.?md|"
    r"agents\.?md|"
    r"commits?|prs?|by default)\b)"
)
VETOES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("is a question", _QUESTION),
    ("is a question in another language", _FOREIGN_QUESTION),
    ("tells what somebody or something says", _REPORTED),
    ("is a figure of speech", _NO_RULE),
    ("describes what is to be made", _TASK),
)
DOUBTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("is not settled", _HEDGED),
    ("tells how it is", _DESCRIBED),
)
"""They silence what is only understood; who says always means it."""
PASSING = ("holds only for now", _PASSING)
"""It silences everything that does not say that it lasts."""
