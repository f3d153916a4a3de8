"""What is settled in passing while something else is talked about: what is not needed, where things belong.

Nobody says always here; that it lasts is in who speaks for whom: we, every such thing, you again. These give way to
what speaks against them (`vetoes.DOUBTS`), as all that has to be understood.
"""

from __future__ import annotations

from lamina.distil.triggers import AT, WORK, Table, trigger

_THINK = r"(?:i (?:think|guess|believe|feel|say|d say) (?:that )?)?"
_CHANGES = (
    r"(?:remove|drop|rename|reuse|replace|adopt|avoid|hide|deprecate|retire|move away|switch|stick|align|"
    r"standardi[sz]e|"
    r"only|not|never|keep)"
)
_AT_HAND = (
    r"(?!(?:going|trying|looking|working|see|get|have|be|happen|hit|reach|end|run|do)\b|(?:it|this|that|"
    r"them|these|those)\b(?! as\b)|(?:the |my |your )?(?:last|previous|old) )"
)
"""What is only pointed at is at hand, not settled."""
_THING = (
    r"(?!(?:the|this|that|these|those|it|its|they|there|he|she|i|we|you|what|which|who|why|how|if|when|and|but|my|some|"
    r"most|both|all tests|tests|requests?|results?|rows|jobs|errors?|things|no|so|only|because|users?|nothing)\b)"
    r"[a-z][\w.-]+"
)
"""A subject without an article: such things in general."""
_SYMPTOM = (
    r"(?!.*\b(?:wrong|missing|lost|twice|broken|slow|empty|null|instead it|anymore|still|where|why|"
    r"right now|currently|fails?|failed|again)\b)"
)
_KEPT = (
    r"(?:stored|written|kept|named|formatted|logged|handled|bumped|generated|defined|documented|tested|versioned|"
    r"released|"
    r"deployed|reviewed|merged|parsed|sorted|measured|counted|imported|configured|injected|managed|owned|done|made)"
)

SETTLED = Table(
    trigger(
        "says what is not needed",
        "decision",
        rf"{AT}(?:i (?:dont|do not) think )?we (?:(?:really )?(?:dont|do not)|no longer|wont|will not)(?: really|"
        rf" even)? "
        rf"(?:need|use|support|require|offer|maintain)\b(?! (?:to|it|this|that|them|anymore|any more)\b)|"
        rf"{AT}i (?:dont|do not) think (?:that )?we (?:should|need|want)\b(?! to\b)|"
        rf"{AT}we can (?:live|do) without\b|"
        r"\bno need (?:for (?!an?\b)|to (?:support|handle|be|stay|maintain)\b)|"
        r"\bno (?:backwards?|legacy) ?(?:-)?(?:compat\w*|support)\b",
        explicit=False,
    ),
    trigger(
        "says what we change",
        "decision",
        rf"{AT}{_THINK}we (?:should|can|will|must|need to|want to|are going to|are gonna|ought to)"
        rf"(?: just| simply| rather| really)* {_CHANGES}\b(?: to)? {_AT_HAND}\S|"
        rf"{AT}{_THINK}we (?:are going to|are gonna|are) (?:use|support|go|adopting|dropping|moving to|moving away|"
        rf"switching|migrating)\b|"
        rf"\b(?:so|since|and|folder|then) we should {_CHANGES}\b {_AT_HAND}\S|"
        rf"{AT}lets (?:go|say|make it) (?:with |for )?\d+(?=[.,;!]|$)|{AT}make (?:it|that) \d+(?=[.,;!]|$)|"
        rf"{AT}lets rename to \S|"
        rf"{AT}i want to (?:replace|rename|switch|move away|get rid of)\b {_AT_HAND}\S",
        explicit=False,
    ),
    trigger(
        "says what we want",
        "decision",
        rf"{AT}{_THINK}we (?:explicitly |really |do |definitely |just )*want "
        r"(?!(?:to|you|it|this|that|them|me|more|another|some|the (?:tests?|build|ci))\b)\w|"
        rf"{AT}(?:dont|do not) want (?:my|our|any)\b|"
        rf"{AT}we (?:do|go|are) [\w-]+-(?:first|only|free|agnostic|driven)\b",
        explicit=False,
    ),
    trigger(
        "says for every such case",
        "rule",
        r"\b(?:every|each) (?!request|time|call|test run|run|subagent|agent)(?:\w+ ){1,5}(?:needs|requires) an? \w+|"
        r"^(?:and |but |so |also )*(?:if|when(?:ever)?) (?!(?:its|it is|that|so|not|(?:you|i|we) (?:see|get|merge|"
        r"run|do))\b)[^,]{3,60}?,? we (?:should|must|need to|have to|always|never) "
        r"(?!(?:be|see|get|have)\b)\w",
        explicit=False,
    ),
    trigger(
        "says where it belongs",
        "convention",
        r"\bshould(?: not|nt)? (?:only |all )?(?:be|live|go|sit|stay|end up) (?:in|under|inside|next to|alongside|"
        r"outside) "
        rf"(?:the|a|an|its|their|our|one)? ?\w+(?! but)|"
        r"\bshould(?:nt| not) (?:know|care|depend|be aware)\b|"
        r"\b(?:is|are)(?: not|nt) the (?:appropriate|right|correct|proper|best) "
        r"(?:sub)?(?:command|name|term|word|place|layer|abstraction|tool|level|concept)\b|"
        rf"^{_SYMPTOM}(?:and |also |note: )?{_THING}(?: (?:for|of|in) [\w ]{{2,20}})?(?: [a-z]\w+)? (?:is|are|get) "
        rf"(?:always |only )?{_KEPT} (?:in|as|by|with|via|through|under|at|from|on)\b",
        explicit=False,
    ),
    trigger(
        "should be as others have it",
        "decision",
        r"\bshould (?:align|conform|be (?:consistent|aligned|compatible|in line|in sync)) (?:with|to)\b|"
        r"\bshould (?:follow|mirror) (?:the|our|what)\b",
        explicit=False,
    ),
    trigger(
        "calls it otherwise",
        "decision",
        rf"\binstead of \S+,? (?:call|name|use) \S|\bcall (?:it|them|these) (?!(?:with|from|in|again|once|twice|"
        rf"directly|"
        rf"when|after|before|a day|out)\b)\S+|{AT}name (?:it|them|"
        r"the (?:command|flag|option|endpoint|table|column|package|module|service|setting)) \S",
        explicit=False,
    ),
    trigger(
        "corrects what was assumed",
        "rule",
        r"\bi thought (?:that )?we (?:had |have )?(?:no longer|dont|(?:only|just) (?!had|got|saw)|always|never|"
        r"agreed|decided|dropped|removed|"
        r"switched|use|wanted)\b|"
        r"\byou (?:forgot|missed|left out|added|used|did|put|wrote|committed|pushed|changed|removed|skipped|"
        r"broke)\b(?! the same|.*\b(?:remove|revert|undo|fix) (?:it|that|this)\b)"
        r".{2,60}\bagain\b(?! after| when)|"
        r"^(?:no+|nope)[, ]+(?:please )?(?:remove|drop|undo|revert|leave|keep) (?:this|that|it|the \w+)\b.*"
        r"\b(?:because|since|the risk|otherwise|we|people|someone|users)\b",
        explicit=False,
    ),
    trigger(
        "says when only",
        "rule",
        rf"^(?:\w+ )?(?:{WORK}|docstrings?|abbreviations?|globals?|type hints?) only (?:where|when|if|in|for|on|"
        rf"after|with)\b|"
        rf"{AT}[a-z]{{2,12}} (?!(?:the|this|that|it)\b)[a-z]\w+ (?:with|through|via|in) \S+ only\b",
        explicit=False,
    ),
    trigger(
        "says what would be better",
        "preference",
        r"\b(?:would|d) (?:really )?(?:make (?:my|our) (?:life|lives|work|day)|help (?:me )?if you|make it easier)\b|"
        rf"\b(?:smaller|shorter|fewer|less|simpler|longer) (?:\w+ )?{WORK} (?:is|are|would be) "
        r"(?:better|easier|nicer|preferred|what i want)\b|"
        rf"{AT}let me (?:do|handle|write|make|push|merge|deploy|release|review) (?!it|this|"
        rf"that)(?:\w+ ){{1,4}}myself\b",
        explicit=False,
    ),
)
