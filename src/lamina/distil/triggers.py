"""What a lasting statement sounds like when it is said outright: a table, each line with its reason.

All patterns are looked for in the folded form of a sentence: lower case, without accents, apostrophes and quotes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from lamina.model.memory import Category


class Trigger(NamedTuple):
    """One way to say something that lasts."""

    why: str
    category: Category
    pattern: re.Pattern[str]
    explicit: bool = True
    """Said outright; else it is understood from what was said."""


AT = (
    r"(?:^|[,;:(—–!.]\s*|\s-+\s|\b(?:and|but|so|because|since|please|pls|plz|also|then|just|btw|"
    r"fyi|no|yes|yeah|ok|"
    r"okay|well|actually|again|hey|remember|here|instead|therefore|cause|cuz|sure) )"
)
"""Where a clause can begin: what stands here is an order or a subject, not the rest of something else."""
_TOLD = rf"(?:{AT}|\b(?:sure|you|remember|want|like|try|us|claude|agents?|everyone|need|that) (?:to )?)"
"""The same, and what somebody is told or wanted to do."""
_NOT_DONE = r"(?!\S*(?:[^s]s|ed|ing|¤)\b)"
"""A verb that names what to do has no ending; what a program does or did has one."""
_STATE = (
    r"(?!(?:the|a|an|in|on|at|of|there|been|be|is|was|has|had|have to|will|would|null|nil|none|"
    r"empty|true|false|same|zero|"
    r"undefined|wrong|broken|red|green|mind|got|saw|came|ran|went|took|gave|told|said|asked|worked|did|know|knew|"
    r"happen|occur|seem|seen|"
    r"done|run into|used to|able|when|if|because|this|that|it|its|getting|just|too|again|going|"
    r"ever since|sure|get here|"
    r"hit|reach|fail|crash|work|finish|end up|as|so|true|more|less|only because|shown|set to|sent|"
    r"built|found|kept|made|"
    r"written|read by|cut)\b)"
)
_DO = rf"{_STATE}{_NOT_DONE}[a-z]"
_WE = r"(?:you |we |i )(?:should |must |shall |need to |have to |want to )"
_HABIT = (
    r"(?:use|commit|push|merge|deploy|ship|release|review|test|document|squash|rebase|prefer|want|"
    r"ask|name|put|keep|import|"
    r"run|follow|go with|edit|touch|add|skip|mock|write|hardcode|hard-code|store|mix|break|bump|"
    r"pin|vendor|publish|tag|"
    r"target|format|lint|allow|accept|support|depend|rely|share|expose|force|rewrite|amend|sign|"
    r"like|work|do|stick)"
)

OUTRIGHT: tuple[Trigger, ...] = (
    # Asked to remember.
    Trigger(
        "asks to remember",
        "rule",
        re.compile(
            r"(?:^|(?:please|pls|also|and|but|so|to|you|ok|hey|must|should)[, ]+)(?:always )?"
            r"(?:remember|memori[sz]e|keep in mind|bear in mind|dont forget)"
            r"(?:$|[:,!.-]| (?:this|that|it|also|always|never|the rule|my|our|we|i|im|you|for (?:next|the|"
            r"later|all|future)|"
            r"to (?:always|never|not)|to .*\b(?:before|whenever|every|each|in future|next time)\b))"
        ),
    ),
    Trigger(
        "asks to write it down",
        "rule",
        re.compile(
            r"\b(?:(?:add|save|put|store|commit|write) (?:this|that|it|.{0,60}) (?:to|in|into) (?:your |"
            r"the |my )?"
            r"(?:memory|memories|claude\.?md|agents\.?md)|"
            r"make a note (?:that|of|to)|for (?:future reference|next time|the record)|"
            r"note for (?:the future|later|next time))\b"
        ),
    ),
    # From now on.
    Trigger(
        "says from now on",
        "rule",
        re.compile(
            r"\b(?:from (?:now|here|today|this point|then) on(?:wards?)?|(?:going|moving) forwards?|"
            r"henceforth|as of now|"
            r"for all future|every ?time (?:you|we)|whenever (?:you|we)|each time (?:you|we)|"
            r"at all times|until further notice|"
            r"(?<!drop )(?:before|after) (?:every|each|any) (?:single )?(?:commit|push|pr|pull request|"
            r"merge|change|edit|release|"
            r"task|answer|deploy\w*)|(?:for|in|with|to) every new \w+)\b"
        ),
    ),
    Trigger(
        "says in future",
        "rule",
        re.compile(
            rf"(?:{AT}(?:in (?:the )?future|next time)\b(?! (?:we|it|this|they) (?:might|may|could|will))|"
            r"^(?:please |pls )?(?!so |can |could |we (?:might|may|could|will))(?!.*\b(?:test|case|might|"
            r"may|could|maybe|later)\b)"
            r".*\bin (?:the )?future[.!]*$)"
        ),
    ),
    # Always and never.
    Trigger("says always", "rule", re.compile(rf"{_TOLD}(?:you |{_WE})?always {_DO}")),
    Trigger(
        "says never",
        "rule",
        re.compile(rf"{_TOLD}(?:you |{_WE})?(?:never ever|never|dont ever|do not ever) {_DO}"),
    ),
    Trigger(
        "says what must always or never be",
        "rule",
        re.compile(
            r"^(?!.*\b(?:it|this|that|there|which|he|she|they)(?: \w+)? (?:should|must))(?!.*\b(?:happen|occur|"
            r"reach|fail|crash|panic|hang)\b)"
            r"(?!.*\b(?:be|return) (?:nil|null|none|empty|zero|undefined|true|false|negative)\b)"
            r".{2,80}\b(?:should|must|shall|has to|have to|may|can|to) (?:always|never|only ever|"
            r"under no circumstances) (?:be|have|use|\w+)\b"
        ),
    ),
    Trigger(
        "says always, at the end",
        "rule",
        re.compile(
            rf"^(?!(?:it|this|that|the|they|he) ){_DO}\w*\b.{{2,80}}\b(?:always|every ?time|each time|"
            r"wherever possible|everywhere|without exception)[.!]*$"
        ),
    ),
    Trigger(
        "says how we always do it",
        "convention",
        re.compile(
            rf"{AT}(?:we|i) (?:always|never|only(?: ever)?|usually|generally) {_HABIT}\b(?! to (?:know|"
            r"understand|see|check|say|ask)\b)"
        ),
    ),
    # Stop that.
    Trigger(
        "says to stop it",
        "rule",
        re.compile(
            rf"{AT}(?:you (?:should|must|need to|have to) |can you |could you )?(?:please )?(?:stop|quit|"
            r"cease) (?!(?:being|working|running|there|here|it)\b)\w+ing\b"
        ),
    ),
    Trigger(
        "says not again",
        "rule",
        re.compile(
            rf"{AT}(?:you )?(?:dont|do not|never|not)\b.{{2,80}}\b(?:again|any ?more|ever)[.!, ]*(?:please|"
            r"ok)?[.!?]*$"
        ),
    ),
    Trigger(
        "says what not to do",
        "rule",
        re.compile(
            rf"{AT}(?:you )?(?:(?:should |must )not|shouldnt|mustnt|dont|do not) "
            r"(?:use|add|write|create|commit|push|touch|mock|import|hardcode|hard-code|mention|include|put|"
            r"edit|modify|install|"
            r"introduce|rely|depend|force|skip|leave|generate|rewrite|explain|ask|apologi[sz]e|run|merge|"
            r"rebase|amend|delete|disable|bother)\b"
            r"(?:(?<=mock)|(?<=hardcode)|(?<=hard-code)| (?!(?:the|this|that|these|those|it|anything|them|"
            r"yet|now|here)\b)| .*\b(?:unless|without|before|until i|ever)\b)"
        ),
    ),
    Trigger(
        "says there shall be none",
        "rule",
        re.compile(
            r"^no (?:\w+ )?(?!errors|changes|worries|problems|issues|results|tests (?:failed|ran)|news|"
            r"questions)\w+s\b(?! (?:found|failed|are|were|ran|here|yet|shown)\b).*\b(?:ever|in|please|pls|"
            r"unless|without|anywhere)\b"
        ),
    ),
    Trigger(
        "says what to avoid",
        "rule",
        re.compile(
            rf"{AT}(?:avoid|refrain from|steer clear of|no more) (?!(?:the|this|that|it|error|errors|"
            r"issues?|questions?|problems?|bugs?)\b)\w"
        ),
    ),
    # This is how we do it here.
    Trigger(
        "names a rule or convention",
        "convention",
        re.compile(
            r"\b(?:as a (?:general )?rule|rule of thumb|house rule|(?:our|my|the|team|"
            r"project) (?:\w+ )?(?:convention|standard|policy|practice|"
            r"style|rule|directive|principle|guideline|workflow|preference|default)s?(?: here|"
            r" for .{2,40})? (?:is|are)\b(?! (?:not |it |there |this |that |wrong|broken|missing|still))|"
            r"by convention)\b"
        ),
    ),
    Trigger(
        "says what is used here",
        "convention",
        re.compile(
            r"(?:^|(?:no|nope|actually|fyi|btw|remember|because|note|here|project|repo|team|and|but|"
            r"hey)[,: ]+)(?:that )?we(?:re| are)? "
            r"(?:all |only |always |normally |usually )?(?:use|using|target|follow|write|deploy|format|"
            r"test|name|work|standardi[sz]ed on|stick to|go with)\b"
            r"(?!.*\b(?:to (?:also|get|check|find|make|add)|currently|already|right now|does|"
            r"when)\b)(?! it\b| this\b| that\b)"
        ),
    ),
    Trigger(
        "says what is not done here",
        "convention",
        re.compile(
            rf"{AT}we (?:(?:really|just|generally|normally) )?(?:dont|do not|wont|never|cant|cannot|"
            rf"must not|should not|shouldnt) {_HABIT}\b(?! (?:much|to)\b)(?<!do)(?! (?:it|them)\b)|"
            rf"{AT}we (?:dont|do not) do (?!have|need)\w"
        ),
    ),
    Trigger(
        "says how it is in this project",
        "convention",
        re.compile(
            r"\b(?:in|for|across) (?:this|our|the) (?:project|repo|repository|code ?base|team|company|"
            r"org)\b,? (?:we|you|all|every|use|never|always|dont|no)\b"
        ),
    ),
    # Wishes.
    Trigger(
        "prefers",
        "preference",
        re.compile(
            r"\b(?:i|we)(?:d| would)?(?: really| personally| much| strongly| generally| always| usually|"
            r" still)* (?:prefer|rather (?!than|it was|know|see)|favou?r)\b(?! (?:if|to (?:look|wait|see|"
            r"do (?:this|that|it)|discuss|talk|start)))|\bmy preference\b|^(?:please )?prefer(?:ably)? \w"
        ),
    ),
    Trigger(
        "does not like",
        "preference",
        re.compile(
            rf"{AT}i (?:really |also |just )*(?:dont|do not|didnt|cant|never) (?:like|want|stand|need you|"
            rf"appreciate|care for)\b(?! to (?:spend|lose|wait|be rude))|{AT}i (?:really )?(?:hate|dislike|"
            r"love)\b|\bpet peeve\b"
        ),
    ),
    Trigger(
        "says how it is liked",
        "preference",
        re.compile(rf"{AT}i (?:really )?like (?:my|it when|when|to have|having|short|small|your .* to be)\b"),
    ),
    Trigger("we do not want", "decision", re.compile(rf"{AT}we (?:really |also )*(?:dont|do not) want\b")),
    # Choices.
    Trigger(
        "says what was decided",
        "decision",
        re.compile(
            r"\b(?:(?:we|i)(?:ve| have)? (?:decided|agreed|settled|chose|committed)\b(?! (?:the|a|it|this|"
            r"that) )|(?:the |my |our |final )?decision(?: is|:)|(?:were|we are|im|well|ill|we will|i will|"
            r"ill) (?:going|go(?:ing)? to go|go|stick|sticking) with)"
        ),
    ),
    # Everywhere, for everything.
    Trigger(
        "says how to answer",
        "preference",
        re.compile(
            rf"{AT}(?:be (?:more |less )?(?:brief|concise|terse|direct|verbose|honest|short)|(?:answer|"
            r"reply|respond|talk|write|speak)(?: to me)?(?: only)? (?:in|with) (?:english|german|french|"
            r"spanish|italian|portuguese|short|bullet|one|fewer|less|plain)|(?:ask|check with|"
            r"tell) me (?:first|before)|(?:only|just) (?:commit|push|deploy|merge|install|"
            rf"delete)\b.{{0,40}}\b(?:when|if|after|once) i\b)"
        ),
    ),
)
