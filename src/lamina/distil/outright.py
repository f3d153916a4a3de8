"""What a lasting statement sounds like when it is said outright: a table, each line with its reason.

All patterns are looked for in the folded form of a sentence: lower case, without accents, apostrophes and quotes.
"""

from __future__ import annotations

from lamina.distil.triggers import AT, WORK, Table, trigger

_TOLD = r"\b(?:you to|(?:sure|want|that|if) you|sure|remember|want|like|try|us|claude|agents?|everyone|need) (?:to )?"
"""Whom somebody tells or wants to do it."""
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
_REMEMBER = (
    r"(?:always )?(?:remember|memori[sz]e|keep in mind|bear in mind|dont forget)"
    r"(?:$|[:,!.-]| (?:this|that|it|also|always|never|the rule|my|our|we|i|im|you|for (?:next|the|later|all|future)|"
    r"to (?:always|never|not)|to .*\b(?:before|whenever|every|each|in future|next time)\b))"
)
_ALWAYS = rf"(?:{_WE})?always {_DO}"
_NEVER = rf"(?:you |{_WE})?(?:never ever|never|dont ever|do not ever) {_DO}"
_WE_USE = (
    r"we(?:re| are)? "
    r"(?:all |only |always |normally |usually )?(?:use|using|target|follow|write|deploy|format|"
    r"test|name|work|standardi[sz]ed on|stick to|go with|avoid|keep|store|log|pin|tag|review|ship|document|"
    r"require|wrap|group|prefer|squash|rebase|mock|version|not allowed)\b"
    r"(?!.*\b(?:to (?:also|get|check|find|make|add)|currently|already|right now|does|"
    r"when)\b)(?! it\b| this\b| that\b| too\b| a lot\b| so much\b| more\b)"
)
_HERE = r"(?:project|repo|repository|monorepo|code ?base|workspace|team|company|org|shop)"
_HABIT = (
    r"(?:use|commit|push|merge|deploy|ship|release|review|test|document|squash|rebase|prefer|want|"
    r"ask|name|put|keep|import|"
    r"run|follow|go with|edit|touch|add|skip|mock|write|hardcode|hard-code|store|mix|break|bump|"
    r"pin|vendor|publish|tag|"
    r"target|format|lint|allow|accept|support|depend|rely|share|expose|force|rewrite|amend|sign|"
    r"like|work|do|stick|ignore|gitignore|delete|track|log|cache|duplicate|copy|install|assume|swallow|abbreviate|"
    r"generate|translate|optimi[sz]e|comment|guess)"
)

_NO_ORDER = (
    r"(?!(?:worry|bother|think|know|see|understand|mind|get|have|need|want|believe|care|forget|hesitate|panic|like|"
    r"remember|do|be|feel|really|even|we|you|i|look|wait|find|exist|work|recall|expect)\b)"
)
"""After "don't": what is no order to an agent."""
_GENERIC = (
    r"(?!(?:the|this|that|these|those|it|them|him|her|anything|everything|yet|now|here|about|to|me|us|my|your|again|"
    r"first|on|at|from|for|with|up|out|back|too|so|as|if|a|an|any of|all of|both|either|and|or)\b)\S"
)
"""Rules are about things in general; what has an article is at hand."""
_NO_NEWS = (
    r"(?!(?:\w+ )?(?:errors?|changes|worries|problems?|issues?|results|news|questions|thanks|matter|idea|clue|"
    r"differences?|luck|tests (?:failed|ran)|matches|effects?|reasons?|signs?|others|is|was|this|its|has|does)\b)"
)

OUTRIGHT = Table(
    # Asked to remember.
    trigger(
        "asks to remember",
        "rule",
        rf"{AT}{_REMEMBER}|\b(?:to|you|must|should) {_REMEMBER}",
    ),
    trigger(
        "asks to write it down",
        "rule",
        r"\b(?:(?:add|save|put|store|commit|write|note)(?: (?:this|that|it|.{0,60}))? (?:to|in|into) (?:your |"
        r"the |my )?"
        r"(?:memory|memories|claude\.?md|agents\.?md)|"
        r"make a note (?:that|of|to)|(?:thing |note |rule )?for (?:future reference|(?:the )?next time|the record)|"
        r"(?:note|thing|rule|hint|reminder) for (?:the future|later))\b",
    ),
    # From now on.
    trigger(
        "says from now on",
        "rule",
        r"\b(?:from (?:now|here|today|this point|then) on(?:wards?)?|(?:going|moving) forwards?|"
        r"henceforth|as of now|"
        r"for all future|every ?time (?:you|we)|whenever (?:you|we)|each time (?:you|we)|"
        r"at all times|until further notice|"
        r"(?<!drop )(?<!¤ )(?:before|after) (?:every|each|any) (?:single )?(?:commit|push|pr|pull request|"
        r"merge|change|edit|release|"
        r"task|answer|deploy\w*)|(?:for|in|with|to) every new \w+)\b",
    ),
    trigger(
        "says in future",
        "rule",
        rf"{AT}(?:in (?:the )?future|next time)\b(?! (?:(?:we|it|this|they) (?:might|may|could|will|meet|talk)|"
        rf"i )\b)|"
        r"^(?:please |pls )?(?!so |can |could |we (?:might|may|could|will))(?!.*\b(?:test|case|might|"
        r"may|could|maybe|later)\b)"
        r".*\bin (?:the )?future[.!]*$",
    ),
    # Always and never.
    trigger("says always", "rule", rf"{AT}{_ALWAYS}|{_TOLD}{_ALWAYS}"),
    trigger(
        "says unless told otherwise",
        "rule",
        r"\b(?:unless|until|except when|except if) (?:i|we) (?:say|tell|ask|explicitly|told|want)\b|"
        r"\bunless (?:told|stated|noted|asked)\b|\b(?:would|d) (?:be (?:great|nice|good|better|cool)|appreciate(?: "
        r"it)?|"
        r"love it|like it|prefer it) if you (?:always|never|(?:could|would) (?:always|not|stop)|didnt|dont|wouldnt|"
        r"stopped)\b",
    ),
    trigger(
        "says never",
        "rule",
        rf"{AT}{_NEVER}|{_TOLD}{_NEVER}",
    ),
    trigger(
        "says what must always or never be",
        "rule",
        # What "the function" should always do, a program does; what tests should always do, people do.
        r"^(?!(?:the|a|an|my|our) (?!(?:\w+ )?(?:changelog|readme|docs|documentation|build|ci|branch|api|tests|"
        r"license|version) )\w+(?: \w+)? (?:should|must|has to|to)\b)(?!.*\b(?:it|this|that|there|which|he|she|"
        r"they)(?: \w+)? (?:should|must))(?!.*\b(?:happen|occur|get here|be here|see this|"
        r"reach|fail|crash|panic|hang)\b)"
        r"(?!.*\b(?:be|return) (?:nil|null|none|empty|zero|undefined|true|false|negative)\b)"
        r".{2,80}\b(?:should|must|shall|has to|have to|may|can|to) (?:always|never|only ever|"
        r"under no circumstances) (?!(?:in|on|to|and|or|when|if)\b)\w+",
    ),
    trigger(
        "says always, at the end",
        "rule",
        rf"{AT}(?!(?:it|this|that|the|they|he|she|i|you are|we get|we see) ){_DO}\w*\b.{{2,80}}"
        r"\b(?:always|every ?time|each time|"
        r"wherever possible|everywhere|without exception)[.!]*$",
    ),
    trigger(
        "says how we always do it",
        "convention",
        rf"{AT}(?:we|i) (?:always|never|only(?: ever)?|usually|generally) {_HABIT}\b(?! to (?:know|"
        r"understand|see|check|say|ask)\b)",
    ),
    # Stop that.
    trigger(
        "says to stop it",
        "rule",
        rf"{AT}(?:you (?:should|must|need to|have to) |can you |could you )?(?:please )?(?:stop|quit|"
        r"cease) (?!(?:being|working|there|here|it)\b)(?:constantly |always )?\w+ing\b",
    ),
    trigger(
        "says not again",
        "rule",
        rf"{AT}(?:you )?(?:dont|do not|never|not)\b.{{2,80}}\b(?:again|any ?more|ever)[.!, ]*(?:please|"
        r"ok)?[.!?]*$",
    ),
    trigger(
        "says what not to do",
        "rule",
        rf"{AT}(?:(?:you )?(?:should not|must not|shouldnt|mustnt)|dont|do not) {_NO_ORDER}[a-z]+"
        rf"(?:(?<=mock)|(?<=hardcode)|(?<=hard-code)| {_GENERIC}| .*\b(?:unless|without|before|until i|ever)\b|"
        r" anything (?:in|under|inside|outside|from)\b|(?<=leave) .*\b(?:around|behind|lying)\b| the (?:words?|"
        r"terms?|phrase|name)\b|"
        rf" .*\bin (?:{WORK}|code|production|prod)[.!]*$|"
        r" (?:the |my |our )?(?:\S+ )?(?:folder|directory|lock ?file|generated|vendor\w*|legacy)\b)",
    ),
    trigger(
        "says there shall be none",
        "rule",
        rf"{AT}no -{{1,2}}[a-z]|{AT}no (?:\w+ )?{_NO_NEWS}(?:[\w.-]+ )?\w+(?:s\b|\.\w+)"
        r"(?! (?:found|failed|are|were|ran|here|yet|shown|needed)\b)"
        r"(?:[.!]*$|.*\b(?:ever|in|please|pls|unless|without|anywhere|allowed)\b)|"
        r"^no \w+ing\b(?! (?:is|was|happens))",
    ),
    trigger(
        "says what is out of bounds",
        "rule",
        r"\b(?:hands off|off limits|keep (?:out of|away from|your hands off)) \S|\boff limits[.!]*$|"
        rf"{AT}only (?:use|import|log|call|write|deploy|commit|push|merge|depend)\b(?! (?:it|this|that|once)\b)|"
        rf"{AT}only (?:change|edit|touch|fix|do) what\b|"
        r"\b(?:keep it (?:that|this) way|(?:respect|honou?r|stick to|follow|mind) (?:that|this)|no exceptions?|"
        r"(?:thats|that is) (?:the|a|our|my) rule)[.!]*$|"
        r"\b(?:is|are) (?:banned|forbidden|prohibited|verboten|mandatory|not allowed (?:here|in))\b|"
        r"\b(?:all|every|each|any) new \w+[.!]*$",
    ),
    trigger(
        "says what is allowed",
        "preference",
        rf"{AT}(?:you (?:dont|do not) (?:need|have) to|no need to|feel free to|you (?:can|may)(?: always)?) \w+"
        r".*\b(?:any ?time|without (?:asking|my)|permission|approval|every|each|always|after|whenever)\b",
    ),
    trigger(
        "says what to avoid",
        "rule",
        rf"{AT}(?:dont be (?:so|too|that) \w|enough (?:with|of) |(?:less|fewer) \w+(?: \w+)?(?:,|[.!]*$| and more| "
        rf"please))|"
        rf"{AT}(?:avoid|refrain from|steer clear of|no more|cut out) (?!(?:the|this|that|it|error|errors|"
        r"issues?|questions?|problems?|bugs?)\b)\w",
    ),
    # This is how we do it here.
    trigger(
        "names a rule or convention",
        "convention",
        r"\b(?:as a (?:general )?rule|rule of thumb|house rule|(?:our|my|the|team|"
        r"project) (?:\w+ )?(?:convention|standard|policy|practice|"
        r"style|rule|directive|principle|guideline|workflow|preference|default)s?(?: here|"
        r" for .{2,40})? (?:is|are)\b(?! (?:not |it |there |this |that |wrong|broken|missing|still))|"
        r"by convention)\b",
    ),
    trigger(
        "says what is used here",
        "convention",
        rf"{AT}(?:that )?{_WE_USE}|\b(?:nope|note|project|repo|team|that)[,: ]+{_WE_USE}",
    ),
    trigger(
        "says what is not done here",
        "convention",
        rf"{AT}we (?:(?:really|just|generally|normally) )?(?:dont|do not|wont|never|cant|cannot|"
        rf"must not|should not|shouldnt) {_HABIT}\b(?! (?:much|to)\b)(?<!do)(?! (?:it|them)\b)|"
        rf"{AT}we (?:dont|do not) do (?!have|need)\w",
    ),
    trigger(
        "says how it is in this project",
        "convention",
        rf"\b(?:in|for|across) (?:this|our|the) {_HERE}\b,? (?:we|you|all|every|use|never|always|dont|no)\b|"
        rf"\bthis (?:is (?:an? )(?:\S+ ){{1,3}}{_HERE}\b|(?:\w+ )?{_HERE} (?:only |strictly )?"
        r"(?:uses|follows|targets|requires|is written in|is on)\b(?! (?:too|a lot|so|up|more|less)\b))|"
        rf", (?:everywhere|anywhere|nowhere) ?(?:else )?(?:in (?:this|our|the) {_HERE})?[.!]*$|"
        rf"{AT}here,? we (?!go|have|get|see|are|need|call|just|can|could|fail)\w+|"
        r"\b(?:stored|written|kept|named|formatted|logged|handled) (?:\w+ ){0,4}(?:here|in this (?:repo|"
        r"project))[.!]*$|"
        rf"{AT}(?:the team (?:agreed|decided|uses|prefers|wants)|our (?:\w+ )?\w+ (?:only )?(?:allows?|requires?|"
        rf"accepts?|"
        r"expects?|enforces?|forbids?|rejects?))\b",
    ),
    # Wishes.
    trigger(
        "prefers",
        "preference",
        r"\b(?:i|we)(?:d| would)?(?: really| personally| much| strongly| generally| always| usually|"
        r" still)* (?:prefere?|rather (?!than|it was|know|see|not (?:say|speculate|guess|discuss|talk))|favou?r)\b"
        r"(?! (?:if (?!we|its|it is|the|you (?:dont|didnt|always|used?|keep|kept)\b)|not to (?:say|tell|answer)|to "
        r"(?:look|wait|see|"
        r"do (?:this|that|it)|discuss|talk|start)|(?:the|this|that|your) (?:first|second|third|other|old|new|last|"
        r"previous|original|one)\b))|\bmy preference\b|^(?:please )?prefer(?:ably)? \w",
    ),
    trigger(
        "does not like",
        "preference",
        rf"{AT}i (?:really |also |just )*(?:dont|do not|cant|never) (?:like|want|stand|need you|"
        rf"appreciate|care for)\b(?! to (?:spend|lose|wait|be rude))(?! (?:the|this|that|it|a|an)\b(?!.*\b(?:when|"
        rf"if|every)\b))|{AT}i (?:really )?(?:hate|dislike|love|cannot stand)\b(?! (?:this|that|the)\b)|"
        r"\b(?:pet peeve|(?:im|i am) (?:not a (?:big |huge )?fan of|allergic to|no fan of))\b",
    ),
    trigger(
        "says how it is liked",
        "preference",
        rf"{AT}i (?:really )?like (?:my|it when|when|to have|having|(?:\w+ )?\w+s to be|your .* to be|"
        r"(?:short|small|simple|explicit|plain|clean|flat|strict)(?:er)?)\b",
    ),
    trigger(
        "says what is expected",
        "rule",
        rf"{AT}i (?:want|expect|need|would like) you to (?:not |never |always |please )?"
        rf"(?:use|keep|follow|ask|explain|write|stop|avoid|prefer|be|name|document|run|answer|commit|treat) "
        rf"{_GENERIC}|"
        rf"\bi (?:want|expect|need) (?:all|every|each|any|no)\b.* to \w|"
        r"\b(?:rules?|guidelines?|conventions?|standards?) (?:that )?(?:i|we) (?:want|expect|follow)\b|"
        r"^(?:new |another |house |general )?(?:rule|convention|policy|guideline)(?: (?:for|in) [^,:]{2,30})?[,:]",
    ),
    trigger(
        "says what they work with",
        "preference",
        rf"{AT}(?:i (?:use|work (?:in|on|with))|(?:im|i am|we are)(?: \w+)? (?:on|using|in|a|an|new|not))\b.*"
        r"(?:,| so)(?: so)? (?:please )?(?:dont|do not|give|show|use|keep|no|never|always|write|prefer|assume|"
        r"explain|"
        r"stay|avoid)\b|"
        r"^my (?:\w+ )?(?:editor|shell|os|terminal|name|pronouns|time ?zone|machine|keyboard|laptop|locale|"
        r"role)(?: is|s)\b"
        rf"(?! (?:not|broken|slow|frozen|dead|down)\b)|"
        rf"\b(?:is|are|runs?|has)\b.{{2,60}},? so (?:please )?(?:stay|keep|use|avoid|dont|do not|never|always|no|"
        rf"write|"
        rf"pick|stick) {_GENERIC}",
    ),
    trigger("we do not want", "decision", rf"{AT}we (?:really |also )*(?:dont|do not) want\b"),
    # Choices.
    trigger(
        "says what was decided",
        "decision",
        r"\b(?:(?:we|i)(?:ve| have)? (?:decided|agreed|settled|chose|committed)\b(?! (?:the|a|it|this|"
        r"that) )|(?:the |my |our |final )?decision(?: is|:)|final (?:answer|call|word)(?: is|:)|(?:were|we are|im|"
        r"well|ill|we will|i will|"
        r"ill) (?:going|go(?:ing)? to go|go|stick|sticking) with)",
    ),
    # Everywhere, for everything.
    trigger(
        "says how to answer",
        "preference",
        r"\b(?:when(?:ever)?|if) (?:you are |ever |something is |it is )?(?:in doubt|not sure|unsure|stuck|"
        r"unclear)\b,? "
        r"(?:just |please |rather |then )*(?:ask|tell|stop|check|say)\b|"
        rf"{AT}(?:be (?:more |less )?(?:brief|concise|terse|direct|verbose|honest|short)|(?:answer|"
        r"reply|respond|talk|write|speak)(?: to me)?(?: only)? (?:(?:in|with) )?(?:english|german|french|"
        r"spanish|italian|portuguese|short|bullet|one|fewer|less|plain)|(?:talk|speak|explain (?:things|everything|"
        r"stuff|code)) (?:to me|with me|like|as|in)\b(?! about)|(?:ask|check with|"
        r"tell) me (?:first|before)|(?:only|just) (?:commit|push|deploy|merge|install|"
        rf"delete)\b.{{0,40}}\b(?:when|if|after|once) i\b)",
    ),
)
