"""What a lasting statement sounds like when it has to be understood: choices, wishes, corrections.

Each line with its reason. These give way to what speaks against them (`vetoes.DOUBTS`); said outright, it does not.
"""

from __future__ import annotations

import re

from lamina.distil.triggers import AT, Trigger

_WISH = r"(?:i|we)(?: really| do| just| only| personally| much| strongly| would|d)*"
_SETTLE = (
    r"(?:use|keep|go with|go for|stick (?:with|to)|call|name|rename|default|switch|standardi[sz]e|"
    r"settle|avoid|not|never|"
    r"always|store|set|support|prefer|follow|adopt|only)"
)
_WHOLE = (
    r"(?:completely|entirely|altogether|restriction|limit|limitation|command|flag|option|feature|"
    r"support|requirement|default)"
)
_WORK = (
    r"(?:plans?|docs?|documentation|tests?|testing|commits?|commit messages?|branch(?:es)?|prs?|"
    r"logs?|logging|config\w*|dates?|"
    r"timestamps?|formatting|linting|style|styling|packages?|dependenc\w+|migrations?|errors?|"
    r"comments?|ids?|names?|naming|"
    r"variables?|files?|functions?|answers?|replies|responses?|messages?|scripts?|builds?|"
    r"deploy\w*|releases?|queries|types?|"
    r"strings?|icons?|colou?rs?|http|state|auth\w*|notes?|tickets?|issues?|tasks?|tooling|"
    r"benchmarks?|fixtures?|mocks?|"
    r"everything|anything|all)"
)


UNDERSTOOD: tuple[Trigger, ...] = (
    # Wishes.
    Trigger(
        "wants a thing to be so",
        "decision",
        re.compile(
            rf"(?:^|[,;:(—–!.]\s*|\b(?:and|but|so|because|that|ok|okay|no|actually|what) ){_WISH} (?:want|"
            r"like|need|is:?)(?: is)?:? "
            r"(?!(?:to|you|us|it|me|this|that|your|a|an|some|more|another)\b)(?:\w\S* ){1,6}?(?:to (?:be|"
            r"have|do|behave|use|work|show|stay|default|run|go)|called|named|enabled?|disabled?|behave|"
            r"only|always|by default)\b"
        ),
        explicit=False,
    ),
    Trigger(
        "wants it so from now",
        "decision",
        re.compile(
            rf"{AT}{_WISH} (?:want|like)\b.*\b(?:always|never|by default|only (?:the )?(?:first|once|when|"
            r"if)|every ?time|explicit(?:ly)? about)\b"
        ),
        explicit=False,
    ),
    Trigger(
        "says what is wanted",
        "decision",
        re.compile(
            r"(?:\bwhat (?:i|we) (?:really )?want is\b|\bwe want to (?:be|keep|stay|avoid|support|"
            rf"move away|get away)\b|{AT}i want to (?:be (?:asked|told|able)|keep|avoid|support)\b|{AT}(?:i|"
            r""
            rf"we)(?: do)? want (?:this|the|our|these) (?:\w+ ){{1,3}}to\b)"
        ),
        explicit=False,
    ),
    # Choices.
    Trigger(
        "settles on a way",
        "decision",
        re.compile(
            rf"{AT}(?:lets?|let us)(?: just| rather| instead| please| also)? (?:{_SETTLE}\b(?! (?:it|this|"
            r"that|back|over|through|and|first)\b(?! (?:in|as|to|at)\b))|try the \w)"
        ),
        explicit=False,
    ),
    Trigger(
        "drops something for good",
        "decision",
        re.compile(
            rf"{AT}(?:lets?|let us|we (?:should|can|will))(?: just| rather| completely|"
            rf" entirely)* (?:remove|drop|kill|delete|get rid of|abandon|retire|hide)\b.*\b{_WHOLE}\b|"
            rf"{AT}lets (?:completely|entirely) (?:remove|drop|delete)\b|{AT}lets make .{{2,60}}\b(?:hidden|"
            r""
            r"optional|required|mandatory|opt-in|opt-out|private|public|default|configurable)\b"
        ),
        explicit=False,
    ),
    Trigger(
        "says the default",
        "decision",
        re.compile(
            r"\b(?:should|must|needs? to|lets|make|use|keep|want|enable|disable|"
            r"be)\b.{0,80}\b(?:by default|the default|default to|defaults to)\b|\bdefault (?:should|"
            r"must) be\b|\bby default,? .{2,60}\b(?:should|must)\b"
        ),
        explicit=False,
    ),
    Trigger(
        "names it",
        "decision",
        re.compile(rf"\b(?:should|must|to) be (?:called|named|spelled|renamed)\b|{AT}(?:call|name) it \S"),
        explicit=False,
    ),
    Trigger(
        "one way and not the other",
        "decision",
        re.compile(
            rf"{AT}(?:lets |we |you should |i said |please |always |only )*(?:use|take|go with|prefer|write|"
            r""
            rf"put|say|do) .{{1,60}}\b(?:not|instead of|rather than|over|never) \S"
        ),
        explicit=False,
    ),
    # Everywhere, for everything.
    Trigger(
        "holds everywhere",
        "rule",
        re.compile(
            r"\b(?:we|you|everyone|everything) (?:also |always )?(?:should|must|need to|"
            r"have to)\b.*\b(?:wherever|everywhere|any(?! (?:issue|of|other|more|longer|way)\b)|every|"
            r"all (?:new|our)|at all times|whenever)\b|\bevery \w+(?: \w+)? (?:should|must|needs to|has to|"
            r"gets?)\b|\b(?:all|no) (?:new |public |our )?\w+s? (?:should|must|need to|have to|"
            r"are to)\b(?! (?:pass|work|run|fail|be (?:green|fine|fixed|gone|ok))\b)"
        ),
        explicit=False,
    ),
    Trigger(
        "says where things belong",
        "convention",
        re.compile(
            r"^(?!lets\b|.*\b(?:wrong|missing|lost|twice)\b)(?:all |our |new )?(?:\w+ )?(?:\w+s|everything|"
            r"\w+thing (?:\w+ ){1,2})"
            r" ?(?:go|goes|belongs?|lives?) (?:in|into|next to|under|through|beside)\b"
        ),
        explicit=False,
    ),
    Trigger(
        "is a must",
        "rule",
        re.compile(
            r"\b(?:you|we|i|agents?|commits?|tests?|prs|branches|functions|names|files|messages|code|"
            r"everything|nothing|nobody) must(?: not| never| always)? (?!(?:be|have) (?:some|a bug|missing|"
            r"the|been)\b)\w"
        ),
        explicit=False,
    ),
    Trigger(
        "says how to work",
        "preference",
        re.compile(
            rf"{AT}(?:keep|make|put|write|leave) (?:(?:our|your|my|all|the|"
            rf"any) )?(?:\w+ ){{0,2}}{_WORK} (?:\w+ )?(?:in|under|out of|below|short|small|concise|brief|"
            r"minimal|simple|terse|to a minimum|clean|up to date|in sync|lower ?case|focused)\b"
        ),
        explicit=False,
    ),
    Trigger(
        "says what to use for what",
        "preference",
        re.compile(
            rf"{AT}(?:only )?use (?!(?:the same|this|that|it|them)\b)(?:\S+ ){{1,5}}(?:for|in|as) (?:(?:the|"
            r""
            rf"our|all|any|your|my|every) )?(?:\w+ )?{_WORK}\b"
        ),
        explicit=False,
    ),
    # Corrections.
    Trigger(
        "corrects",
        "rule",
        re.compile(
            r"^(?:no+|nope|wrong|nah)[,.!: -]+(?:please |just |always |instead |actually |its |we |"
            r"you should |i said )*(?:use|not|dont|do not|never|we|it should|call|name|put|i (?:said|meant|"
            r"want))\b(?! (?:wait|need|have|just|know|should we)\b)"
        ),
        explicit=False,
    ),
    Trigger(
        "did not ask for it",
        "rule",
        re.compile(
            r"\bi (?:did not|didnt|never|havent) (?:say|said|ask|asked|tell|told|want|wanted|request|"
            r"requested)\b(?! (?:if|whether|what|why|how|about)\b)|\b(?:who|nobody|no one) (?:told|"
            r"asked) you to\b"
        ),
        explicit=False,
    ),
    Trigger(
        "has said it before",
        "rule",
        re.compile(
            r"\bi(?:ve| have)? (?:already |just )?(?:told|asked) you (?:not |to |several|many|\w+ times|"
            r"before|already|that)|\bhow (?:many times|often) do i\b|\byou(?:re)? (?:always|never|keep|"
            r"still keep|constantly) (?:forget|forgetting|add|adding|ignore|ignoring|commit|committing|run|"
            r"use|using|do|doing|write|writing|make|making|\w+ing)\b|\byou (?:shouldnt|should not) have\b|"
            r"\byou should(?:ve| have) \w+"
        ),
        explicit=False,
    ),
    Trigger(
        "that is not how",
        "rule",
        re.compile(
            r"\b(?:thats|that is|this is|its) not (?:how|the way) (?:we|i)\b|\bnot how (?:we|i) (?:do|work|"
            r"like|write)\b|\bwe do(?:nt| not)? (?:that|this|it) (?:here|differently|like|with|this way)\b"
        ),
        explicit=False,
    ),
)
