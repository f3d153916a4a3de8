"""What a lasting statement sounds like when it has to be understood: choices, wishes, corrections.

Each line with its reason. These give way to what speaks against them (`vetoes.DOUBTS`); said outright, it does not.
"""

from __future__ import annotations

from lamina.distil.triggers import AT, WORK, Table, trigger

_WISH = r"(?:i|we)(?: really| do| just| only| personally| much| strongly| would|d)*"
_WANTED = (
    rf"{_WISH} (?:want|like|need|is:?)(?: is)?:? "
    r"(?!(?:to|you|us|it|me|this|that|your|a|an|some|more|another)\b)(?:\w\S* ){1,6}?(?:to (?:be|"
    r"have|do|behave|use|work|show|stay|default|run|go)|called|named|enabled?|disabled?|behave|"
    r"only|always|by default)\b"
)
_SETTLE = (
    r"(?:use|keep|go with|go for|stick (?:with|to)|call|name|rename|default|switch|standardi[sz]e|"
    r"settle|avoid|not|never|"
    r"always|store|set|support|prefer|follow|adopt|only)"
)
_WHOLE = (
    r"(?:completely|entirely|altogether|restriction|limit|limitation|command|flag|option|feature|"
    r"support|requirement|default)"
)
_NORM = (
    # Of things in general, without an article: commit messages have to, every endpoint must, tests should.
    r"^(?:(?:and|but|so|note|important|also|please|reminder)[,: ]+)*"
    r"(?!(?:the|this|that|these|those|it|its|we|you|i|they|he|she|there|what|which|things|users?|a|an|my|some|most|"
    r"both|"
    r"if|when|(?:each|every|all) (?:sub-?)?agents?|requests?|rows|results|jobs|values|everything|all tests|"
    r"tests (?:should|must) (?:pass|work|run|fail))\b)"
    rf"(?:(?:all|every|each|no|our|new|public)\b(?: [\w.*/-]+){{1,3}}|(?:[\w.*/-]+ ){{0,2}}(?:{WORK}|code|"
    rf"\w\w+[^s\W]s))"
    r" (?:must|has to|have to|needs? to|should|shall|may)(?: not| never| only| always)? "
    r"(?!(?:pass|work|run|fail|crash|happen|return|have been|be (?:green|fine|fixed|gone|ok|there|done|rewritten))\b)\w"
)
_ORDERED = r"^(?:(?:please|pls|and|but|also|so|actually|ok|hm+|btw)[, ]+|(?:important|note|fyi|btw): )*"
_BARE = (
    # Nothing in it is at hand: no article, no name of a file or function, no purpose.
    r"(?!.*(?:\b(?:the|this|that|these|those|it|them|an?|my|here|there|me|again|one|both|now)\b|¤|\w[_(/]|\.\w| to \w+ "
    r"))\S"
)
_TO_DO = (
    r"(?!(?:for|in|on|at|with|if|when|as|or|not|no|so|because|since|the|it|its|i|we|there|this|that|these|everything|"
    r"nothing|something|he|she|they|my|you|your|our|nobody|a|an|is|"
    r"are|was|then|can|could|do|does|why|what|how|which|should|would|will)\b)(?!\w+(?:[^s]s|ed|ing)\b)[a-z]{2,13} "
    r"(?!(?:is|are|was|does|has)\b)\S"
)


UNDERSTOOD = Table(
    # Wishes.
    trigger(
        "wants a thing to be so",
        "decision",
        rf"{AT}{_WANTED}|\b(?:that|what) {_WANTED}",
        explicit=False,
    ),
    trigger(
        "wants it so from now",
        "decision",
        rf"{AT}{_WISH} (?:want|like)\b(?! (?:an?|to see) ).*\b(?:always|never|by default|only (?:the )?(?:first|"
        rf"once|when|"
        r"if)|every ?time|explicit(?:ly)? about)\b",
        explicit=False,
    ),
    trigger(
        "says what is wanted",
        "decision",
        r"\bwhat (?:i|we) (?:really )?want is\b|\bwe want to (?:be|keep|stay|avoid|support|"
        rf"move away|get away)\b|{AT}i want to (?:be (?:asked|told|able)|keep|avoid|support)\b|{AT}(?:i|"
        rf"we)(?: do)? want (?:this|the|our|these) (?:\w+ ){{1,3}}to\b(?! (?:pass|compile|be (?:fixed|green|"
        rf"merged))\b)",
        explicit=False,
    ),
    # Choices.
    trigger(
        "settles on a way",
        "decision",
        rf"{AT}(?:lets?|let us)(?: just| rather| instead| please| also)? (?:{_SETTLE}\b(?! (?:it|this|"
        r"that|back|over|through|and|first)\b(?! (?:in|as|to|at)\b))(?!.*\b(?:first|second|third|last|other|former|"
        r"latter) (?:one|option|approach|way|variant)\b)|try the \w)",
        explicit=False,
    ),
    trigger(
        "drops something for good",
        "decision",
        rf"{AT}(?:lets?|let us|we (?:should|can|will))(?: just| rather| completely|"
        rf" entirely)* (?:remove|drop|kill|delete|get rid of|abandon|retire|hide)\b.*\b{_WHOLE}\b|"
        rf"{AT}lets (?:completely|entirely) (?:remove|drop|delete)\b|{AT}lets make .{{2,60}}\b(?:hidden|"
        r"optional|required|mandatory|opt-in|opt-out|private|public|default|configurable)\b",
        explicit=False,
    ),
    trigger(
        "says the default",
        "decision",
        r"\b(?:should|must|needs? to|lets|make|use|keep|want|enable|disable|"
        r"be)\b.{0,80}\b(?:by default|the default|default to|defaults to)\b|\bdefault (?:should|"
        r"must) be\b|\bby default,? .{2,60}\b(?:should|must)\b",
        explicit=False,
    ),
    trigger(
        "names it",
        "decision",
        rf"\b(?:should|must|to) be (?:called|named|spelled|renamed)\b|{AT}(?:call|name) it "
        r"(?!(?:with|from|in|again|once|twice|directly|when|after|before|a day|out)\b)\S",
        explicit=False,
    ),
    trigger(
        "one way and not the other",
        "decision",
        rf"{AT}(?:lets |we |you should |i said |please |always |only )*(?:use|take|go with|prefer|write|"
        rf"put|say|do) (?:(?!\b(?:that|which|who|if|so)\b).){{1,60}}\b(?:not|instead of|rather than|over|never) \S",
        explicit=False,
    ),
    # Everywhere, for everything.
    trigger(
        "holds everywhere",
        "rule",
        rf"{_NORM}|\bmake sure (?:that )?(?:all|every|each) (?!tests?\b)(?:\w+ ){{1,3}}(?:are|is|have|has|uses?)\b"
        r"(?! (?:in|at) the (?:right|correct))|"
        r"\b(?:we|you|everyone|everything) (?:also |always )?(?:should|must|need to|"
        r"have to)\b.*\b(?:wherever|everywhere|any(?! (?:issue|of|other|more|longer|way)\b)|every|"
        r"all (?:new|our)|at all times|whenever)\b|\bevery \w+(?: \w+)? (?:should|must|needs to|has to|"
        r"gets?)\b|\b(?:all|no) (?:new |public |our )?\w+s? (?:should|must|need to|have to|"
        r"are to)\b(?! (?:pass|work|run|fail|be (?:green|fine|fixed|gone|ok))\b)",
        explicit=False,
    ),
    trigger(
        "says where things belong",
        "convention",
        r"^(?!(?:lets|this|the|it|users|requests)\b|.*\b(?:wrong|missing|lost|twice|which|but|slow)\b)"
        r"(?:all |our |new )?(?:\w+ )?(?:\w+s|everything|\w+thing (?:\w+ ){1,2})(?: (?:for|of|from) (?:the )?\w+)?"
        r" ?(?:(?:go|goes|belongs?|lives?|stays?) (?:in|into|next to|under|through|beside)|(?:use|follow) \S+)\b",
        explicit=False,
    ),
    trigger(
        "is a must",
        "rule",
        r"\b(?:you|we|i|agents?|commits?|tests?|prs|branches|functions|names|files|messages|code|"
        r"everything|nothing|nobody) must(?: not| never| always)? (?!(?:be|have) (?:some|a bug|missing|"
        r"the|been)\b)\w",
        explicit=False,
    ),
    trigger(
        "says how to work",
        "preference",
        rf"{AT}(?:keep|make|put|write|leave) (?:(?:our|your|my|all|the|"
        rf"any) )?(?:\w+ ){{0,2}}{WORK} (?:\w+ )?(?:in|under|out of|below|short|small|concise|brief|"
        r"minimal|simple|terse|to a minimum|clean|up to date|in sync|lower ?case|focused)\b",
        explicit=False,
    ),
    trigger(
        "says what to use for what",
        "preference",
        rf"{AT}(?:only )?use (?!(?:the same|this|that|it|them)\b)(?:\S+ ){{1,5}}(?:for|in|as) (?:(?:the|"
        rf"our|all|any|your|my|every) )?(?:\w+ )?{WORK}\b",
        explicit=False,
    ),
    # In general: an order without an article is about all such things.
    trigger(
        "orders it in general",
        "rule",
        rf"{_ORDERED}(?:indent|treat|default to|assume|format|wrap|quote|sort|pin|sign|squash|lint|prefix|"
        rf"(?:name|keep|write|store|log|document|put|use)(?= .*(?:\b(?:in|with|as|under|below|next to|per|for)\b|"
        rf"\d|"
        rf"\w[^s\W]s[.!]*$))) {_BARE}",
        explicit=False,
    ),
    trigger(
        "orders it for every such case",
        "rule",
        r"^(?=.{0,120}$)(?:and |but |so |also )*(?:when(?:ever)?|if|before|after) "
        r"(?:(?:you |we )?(?:are )?\w+ing|you (?!(?:look|see|want|check|run|open|click|go|know|need|have)\b)|"
        rf"(?:an?|any|new) \w+(?: \w+)? (?:is|are)\b)[^,]{{0,60}}, (?:please |first |then )*(?!consider\b){_TO_DO}|"
        rf"{_ORDERED}{_TO_DO}.*\b(?:before|after) (?:you )?(?:commit|push|merg|releas|deploy|open|submit|"
        rf"refactor)\w*"
        r"(?:ing)?\b(?! (?:it|this|that)\b)|"
        r"\b(?:let me|wait for my) (?:\w+ ){1,3}before you\b",
        explicit=False,
    ),
    trigger(
        "sets a measure",
        "rule",
        r"\b(?:max(?:imum)?|at most|no more than|no longer than|under|below|up to) \d+ "
        r"(?:lines?|characters?|chars|columns|words|files|sentences)\b|"
        r"^(?:the )?(?:max(?:imum)? )?(?:line|function|file|method) length (?:is|should|must)\b|"
        r"^(?:all|any) (?!(?:my|the|of|requests?|tests?)\b)(?:\w+ ){1,2}(?:in|as|with) [\w-]+[.!]*$|"
        r"^(?:small|short|tiny|simple|plain|single|double|two|four|british|american|snake_case|camelcase|"
        r"kebab-case) "
        r"(?:\w+ )?\w+(?:s|english|spelling)?\b(?:,? (?:please|pls|only|everywhere|always)|, (?:no|max)|[.!]* *$| "
        r"(?:for|in) )"
        r"(?!.*\b(?:is|are|was|fails?|question|does)\b)",
        explicit=False,
    ),
    # Corrections.
    trigger(
        "says how it is called",
        "rule",
        r"\b(?:called|named|spelled|written) \S+,? not \S+",
        explicit=False,
    ),
    trigger(
        "corrects",
        "rule",
        r"^(?:no+|nope|wrong|nah)[,.!: -]+(?:please |just |always |instead |actually |its |we |"
        r"you should |i said )*(?:use|not|dont|do not|never|we|it should|call|name|put|i (?:said|meant|"
        r"want))\b(?! (?:wait|need|have|just|know|should we|the|yet|sure|working|right|it|do (?:that|this|it))\b)|"
        r"^(?:(?:no+|nope|wrong|nah)[,.!: -]+)?(?!(?:it|this|that|thats|its|is|does|do|did|i|we|you|the|im|why|of|"
        r"still|"
        r"probably|maybe|definitely|certainly|or|if|and)\b)(?:(?:use |its )?\S+ ){1,2}?not "
        r"(?!(?:yet|sure|working|the|that|this|a|an|always|good|bad|found|here|now)\b)\w\S*[.!]*$|"
        r"\b(?:this|the) (?:repo|project|code ?base) is \S+(?: \S+)? only\b|\bi said,?:? (?:no|not|dont|never|"
        r"always|use)\b|"
        r"^not (?!yet|sure|really|the|that|this)\S+, (?:but )?\S+[.!]*$",
        explicit=False,
    ),
    trigger(
        "did not ask for it",
        "rule",
        r"\bi (?:did not|didnt|never|havent) (?:say|said|ask|asked|tell|told|want|wanted|request|"
        r"requested)\b(?! (?:if|whether|what|why|how|about)\b)|\b(?:who|nobody|no one) (?:told|"
        r"asked) you to\b",
        explicit=False,
    ),
    trigger(
        "has said it before",
        "rule",
        r"\bi(?:ve| have)? (?:already |just )?(?:told|asked) you (?:not |to |several|many|\w+ times|"
        r"before|already|that)|\bi(?:ve| have)? already (?:said|told|explained|mentioned)\b|"
        r"\b(?:weve|we have) (?:been (?:through|over)|had|discussed|talked about) this\b|"
        r"\bthats the (?:second|third|fourth|\w+th) time (?:that )?you\b|\byou .{2,60}\bagain[.!]+$|"
        r"^(?:once )?(?:again|once more|as i said|like i said)[:,] (?!(?:the|it|what|why|this|same)\b)|\bhow "
        r"(?:many times|often) do i\b|\byou(?:re)? (?:always|never|keep|"
        r"still keep|constantly) (?:forget|forgetting|add|adding|ignore|ignoring|commit|committing|run|"
        r"use|using|do|doing|write|writing|make|making|\w+ing)\b|\byou (?:shouldnt|should not) have\b|"
        r"\byou should(?:ve| have) \w+",
        explicit=False,
    ),
    trigger(
        "that is not how",
        "rule",
        r"\b(?:thats|that is|this is|its) (?:not )?(?:how|the way) (?:we|i) (?!(?:get|got|saw|found|can|"
        r"could)\b)\w|\bnot how (?:we|i) (?:do|work|"
        r"like|write)\b|\bwe do(?:nt| not)? (?:that|this|it) (?:here|differently|like|with|this way)\b",
        explicit=False,
    ),
)
