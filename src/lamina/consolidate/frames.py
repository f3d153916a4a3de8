"""The bones of a clause: what it is about (the key), what it says of it (the answer), and how the two are joined.

"Mails are sent via Sendgrid", "Sendgrid sends the mails" and "use Sendgrid for mails" have one key and one answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from lamina.consolidate.vocabulary import stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.consolidate.wording import Word

Zone: TypeAlias = Literal["subject", "object", "place", "means", "for", "when"]
Sort: TypeAlias = Literal["word", "value", "path", "name"]


class Item(NamedTuple):
    """One word that matters, what it is and where in the clause it stands."""

    text: str
    sort: Sort
    zone: Zone


class Frame(NamedTuple):
    """A key, an answer, and the deed that joins them (empty: any)."""

    key: frozenset[str]
    answer: frozenset[str]
    sort: Sort
    """Of the answer: a path, a name, a known value, or plain words."""
    deed: str
    joined: str
    """By a place, by means, by being it, or by who does it."""


_CLASSES = {
    "make": """build make create write implement compile generate develop author program design render train rewrite
    draw""",
    "place": "live store keep put sit locate save hold contain find reside place",
    "send": "send report deliver publish post notify submit route forward",
    "run": "run deploy host execute schedule launch operate apply",
    "own": "own maintain",
    "handle": "handle process manage power serve do perform cover drive lead",
    "check": "test check lint format validate review approve sign",
    "track": "track monitor log collect measure record trace",
    "talk": "talk communicate connect hang attach speak",
    "": """use go be need rely depend have come get move migrate switch require prefer want adopt pick choose take
    rename port replace drop belong happen work read stay remain become start end fetch load pull show say mean set
    define configure""",
}
"""Verbs that do the same to a thing; those of the last class do nothing that matters here."""
_OTHERS = """
match return support accept reject fire wait cancel expire retry sample target lock allow deny enable disable call
trigger sync delete remove push merge commit release install follow print parse listen limit exceed last refresh
cache encrypt verify retain rotate emit consume produce subscribe poll display throw raise catch pass fail block
count compute sort filter group join split round stop restart open close sleep mock squash rebase ask tag pin bump
expose import export hash flash fill strip lose win double ignore ship trust escape inject wrap
"""
"""Verbs that are a class of their own."""
_FORMS = """
write:written,wrote rewrite:rewritten build:built send:sent keep:kept hold:held make:made find:found lead:led draw:drawn
throw:thrown take:taken,took show:shown do:done,did run:ran get:got come:came go:went,gone,goes tell:told lose:lost
choose:chosen speak:spoken
"""
IRREGULAR = {form: line.split(":")[0] for line in _FORMS.split() for form in line.split(":")[1].split(",")}
_DEEDS = {stem(word): stem(word) for word in _OTHERS.split()} | {
    stem(word): deed for deed, words in _CLASSES.items() for word in words.split()
}
_ACTIVE = frozenset({"make", "send", "handle", "own", "check", "track"})
AUXILIARY = frozenset(
    """is are was were be been being has have had can could must should shall may might will would need needs do does
    did gets get got : = became become becomes""".split()
)
NOUNS_TOO = frozenset(
    """matches support calls triggers locks limits filters groups rounds mocks tags pins imports exports cache caches
    commit release push merge search import export trust wraps tests test builds build logs log deploys samples
    reports report targets requests commits releases checks runs queries hooks jobs reviews designs records
    traces programs hosts posts routes places stores signs forms formats schedules uses needs loads works""".split()
)
_NOUN_ENDS = ("ment", "ments", "tion", "tions", "sion", "ness", "ity", "er", "ers", "or", "ors", "ance", "ence")
_BEFORE_NOUNS = frozenset("to the a an of in for and or with our after before without by on no".split())
_SUBJECTS = frozenset("that which who it they we you i he she what this there".split())
_BEFORE_ORDER = frozenset("please always never not do only just we you i they".split())
_ZONES: dict[str, Zone] = {
    **dict.fromkeys(("in", "into", "under", "at", "on", "to", "inside", "within", "onto", "from", "against"), "place"),
    **dict.fromkeys(("with", "via", "through", "by", "using", "over", "as"), "means"),
    **dict.fromkeys(("for", "of", "about", "when", "whenever", "if", "while", "regarding", "across"), "for"),
    **dict.fromkeys(
        ("before", "after", "until", "during", "every", "once", "since", "between", "without", "per"), "when"
    ),
}


class Bones(NamedTuple):
    """The zone of each word, and the deed of the clause."""

    zones: tuple[Zone, ...]
    deed: str
    verb: int
    """Where the word is that says what is done; -1 where none is known."""
    ordered: bool
    """Somebody is told to do it."""
    is_it: bool
    """Joined by being: "X is Y", "X: Y"."""


def bones(words: Sequence[Word]) -> Bones:
    """Where the verb stands, and in which zone each word is."""
    verb, ordered = _verb(words)
    deed, is_it, last = "", False, verb
    if verb is not None:
        deed, last = _deed(words, verb)
        is_it = words[verb].low in ("is", "are", "was", "were", ":", "=", "be", "became", "becomes") and last == verb
    zone: Zone = "subject" if verb else "object"
    if verb is None:
        zone = "subject"
    zones: list[Zone] = []
    for at, word in enumerate(words):
        if verb is not None and last is not None and at == last + 1 and at > 0:
            zone = "object"
        found = _ZONES.get(word.low)
        if word.low == "," and verb is not None and at < verb:
            zone = "subject"
        elif found:
            # Before the verb it belongs to the subject: "tenants in Germany are billed in euros".
            zone = "for" if verb is not None and at < verb and found != "when" else found
        elif verb is not None and at == verb and verb > 0:
            zone = "object"
        zones.append(zone)
    return Bones(tuple(zones), deed, -1 if last is None else last, ordered, is_it)


def frame(items: Sequence[Item], found: Bones) -> Frame | None:
    """What the clause says of what; nothing where it has no such shape."""
    for zone in ("means", "place"):
        if zone == "place" and found.ordered and found.deed not in ("place", "send", "run", "make"):
            continue  # "use X in Y" says where X is used, not where it is
        said = [item for item in items if item.zone == zone]
        rest = [item for item in items if item.zone not in (zone, "when")]
        if said and rest:
            # "written in Kotlin" and "written with Kotlin" say the same; "written to a file" does not.
            made = found.deed == "make" and not any(item.sort == "path" for item in said)
            return _made(rest, said, found.deed, "means" if made else zone)
    subject = [item for item in items if item.zone == "subject"]
    thing = [item for item in items if item.zone == "object"]
    purpose = [item for item in items if item.zone == "for"]
    if found.is_it and subject and (thing or purpose):
        typed = [item for item in subject if item.sort != "word"]
        if typed and len(typed) == len(subject) and all(item.sort == "word" for item in thing):
            return _made([*thing, *purpose], subject, "", "being")
        if not thing:
            return None
        return _made(
            [*subject, *purpose], thing, "", "place" if any(item.sort == "path" for item in thing) else "being"
        )
    people = bool(subject) and all(item.sort == "name" for item in subject)
    if (
        (found.deed in _ACTIVE or (people and found.deed))
        and subject
        and thing
        and all(item.sort != "word" for item in subject)
    ):
        return _made([*thing, *purpose], subject, found.deed, "doer" if people else "means")
    if not found.deed and not subject and thing and purpose:
        return _made(purpose, thing, "", "means")
    return None


def _made(key: Sequence[Item], answer: Sequence[Item], deed: str, joined: str) -> Frame:
    sorts = [item.sort for item in answer if item.sort != "word"]
    sort: Sort = sorts[0] if sorts else "word"
    said = frozenset(item.text for item in answer if item.sort == sort or sort == "word")
    return Frame(frozenset(item.text for item in key), said, sort, deed, joined)


def _verb(words: Sequence[Word]) -> tuple[int | None, bool]:
    start = 0
    if (
        len(words) > 1
        and words[0].low in ("we", "i", "you")
        and words[1].low.isalpha()
        and words[1].low not in AUXILIARY | _BEFORE_ORDER
    ):
        return 1, False
    while start < len(words) and words[start].low in _BEFORE_ORDER:
        start += 1
    if (
        start < len(words)
        and words[start].stem in _DEEDS
        and _is_order(words[start].low)
        and not _is_noun(words, start)
    ):
        return start, True
    if len(words) > 1 and words[0].low.endswith("ed") and words[1].low in _ZONES:
        return 0, False  # "enforced by ruff"
    for at in range(1, len(words)):
        low = words[at].low
        if low in AUXILIARY:
            return at, False
        if is_deed(words[at]) and words[at - 1].low not in _BEFORE_NOUNS:
            after = words[at + 1] if at + 1 < len(words) else None
            if low in NOUNS_TOO and after and (after.low in AUXILIARY or is_deed(after)):
                continue
            return at, False
    return None, False


def is_deed(word: Word) -> bool:
    """Whether a word can be a verb that is known."""
    return (word.stem in _DEEDS and not word.low.endswith(_NOUN_ENDS)) or word.low in IRREGULAR


def _named(word: Word) -> str:
    known = stem(IRREGULAR.get(word.low, "")) or word.stem
    return _DEEDS.get(known, known)


def _is_noun(words: Sequence[Word], at: int) -> bool:
    """ "Build output goes to dist": the first word could be an order, but another verb follows."""
    too = words[at].low in NOUNS_TOO
    for word in words[at + 1 : at + 5]:
        if word.low in _ZONES or word.low in _SUBJECTS or word.low in (",", ":", "="):
            return False
        if word.low in AUXILIARY or (too and is_deed(word) and word.low.endswith("s") and word.low not in NOUNS_TOO):
            return True
    return False


def _is_order(low: str) -> bool:
    return not low.endswith(("ed", "ing")) and (not low.endswith("s") or low.endswith("ss"))


def _deed(words: Sequence[Word], verb: int) -> tuple[str, int]:
    """The deed, and the last word of the verb: "is being sent"."""
    last = verb
    deed = _named(words[verb]) if words[verb].low not in AUXILIARY else ""
    for at in range(verb + 1, min(verb + 5, len(words))):
        low = words[at].low
        if low in AUXILIARY or low in (
            "not",
            "always",
            "only",
            "now",
            "all",
            "never",
            "usually",
            "being",
            "currently",
            "also",
            "still",
        ):
            continue
        if words[verb].low in AUXILIARY and (is_deed(words[at]) or low.endswith("ed")):
            return _named(words[at]), at
        break
    return deed, last
