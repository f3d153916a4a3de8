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


_DEEDS = {
    stem(word): deed
    for deed, words in {
        "make": "build make create write implement compile generate develop author program design render train rewrite port draw",
        "place": "live store keep put sit locate save hold contain find reside place belong",
        "send": "send report deliver publish post notify submit route forward",
        "run": "run deploy host execute schedule launch operate apply",
        "handle": "handle process manage own maintain power serve do perform cover drive lead replace",
        "check": "test check lint format validate review approve sign",
        "track": "track monitor log collect measure record trace",
        "talk": "talk communicate connect hang attach speak",
        "": "use go be need rely depend have come get move migrate switch require prefer want adopt pick choose take rename "
        "happen work read stay remain become start end fetch load pull show say mean set define configure",
    }.items()
    for word in words.split()
}
_ACTORS = frozenset({"make", "send", "handle", "check", "track", "run", "place"})
_ACTIVE = frozenset({"make", "send", "handle", "check", "track"})
_AUXILIARY = frozenset(
    """is are was were be been being has have had can could must should shall may might will would need needs do does did
    gets get got : = became become becomes""".split()
)
_NOUNS_TOO = frozenset(
    """tests test builds build logs log deploys samples reports report targets exports imports requests calls commits releases
    checks runs queries caches hooks jobs reviews designs records traces programs hosts posts routes places stores signs forms
    formats schedules uses needs loads works""".split()
)
_BEFORE_ORDER = frozenset("please always never not do only just we you i they".split())
_ZONES: dict[str, Zone] = {
    **dict.fromkeys(("in", "into", "under", "at", "on", "to", "inside", "within", "onto", "from", "against"), "place"),
    **dict.fromkeys(("with", "via", "through", "by", "using", "over", "as"), "means"),
    **dict.fromkeys(("for", "of", "about", "when", "whenever", "if", "while", "regarding", "across"), "for"),
    **dict.fromkeys(("before", "after", "until", "during", "every", "once", "since", "between", "without", "per"), "when"),
}


class Bones(NamedTuple):
    """The zone of each word, and the deed of the clause."""

    zones: tuple[Zone, ...]
    deed: str
    verb: int
    is_it: bool
    """Joined by being: "X is Y", "X: Y"."""


def bones(words: Sequence[Word]) -> Bones:
    """Where the verb stands, and in which zone each word is."""
    verb = _verb(words)
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
        if found:
            zone = found
        elif verb is not None and at == verb and verb > 0:
            zone = "object"
        zones.append(zone)
    return Bones(tuple(zones), deed, -1 if verb is None else verb, is_it)


def frame(items: Sequence[Item], found: Bones) -> Frame | None:
    """What the clause says of what; nothing where it has no such shape."""
    ordered = found.verb == 0 or not any(item.zone == "subject" for item in items)
    for zone in ("means", "place"):
        if zone == "place" and ordered and found.deed not in ("place", "send", "run", "make"):
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
        return _made([*subject, *purpose], thing, "", "place" if any(item.sort == "path" for item in thing) else "being")
    if found.deed in _ACTIVE and subject and thing and all(item.sort != "word" for item in subject):
        return _made([*thing, *purpose], subject, found.deed, "means")
    if not found.deed and not subject and thing and purpose:
        return _made(purpose, thing, "", "means")
    return None


def _made(key: Sequence[Item], answer: Sequence[Item], deed: str, joined: str) -> Frame:
    sorts = [item.sort for item in answer if item.sort != "word"]
    sort: Sort = sorts[0] if sorts else "word"
    said = frozenset(item.text for item in answer if item.sort == sort or sort == "word")
    return Frame(frozenset(item.text for item in key), said, sort, deed, joined)


def _verb(words: Sequence[Word]) -> int | None:
    start = 0
    while start < len(words) and words[start].low in _BEFORE_ORDER:
        start += 1
    if start < len(words) and words[start].stem in _DEEDS and _is_order(words[start].low) and not _is_noun(words, start):
        return start
    for at in range(1, len(words)):
        low = words[at].low
        if low in _AUXILIARY:
            return at
        if words[at].stem in _DEEDS and words[at - 1].low not in ("to", "the", "a", "an", "of", "in", "for", "and", "or", "with", "our"):
            after = words[at + 1] if at + 1 < len(words) else None
            if low in _NOUNS_TOO and after and (after.low in _AUXILIARY or after.stem in _DEEDS):
                continue
            return at
    return None


def _is_noun(words: Sequence[Word], at: int) -> bool:
    """"Build output goes to dist": the first word could be an order, but another verb follows."""
    if words[at].low not in _NOUNS_TOO:
        return False
    for word in words[at + 1 : at + 4]:
        if word.low in _ZONES:
            return False
        if word.low in _AUXILIARY or (word.stem in _DEEDS and word.low.endswith("s") and word.low not in _NOUNS_TOO):
            return True
    return False


def _is_order(low: str) -> bool:
    return not low.endswith(("ed", "ing")) and (not low.endswith("s") or low.endswith("ss"))


def _deed(words: Sequence[Word], verb: int) -> tuple[str, int]:
    """The deed, and the last word of the verb: "is being sent"."""
    last = verb
    deed = _DEEDS.get(words[verb].stem, "") if words[verb].low not in _AUXILIARY else ""
    for at in range(verb + 1, min(verb + 5, len(words))):
        low = words[at].low
        if low in _AUXILIARY or low in ("not", "always", "only", "now", "all", "never", "usually", "being", "currently", "also", "still"):
            continue
        if words[verb].low in _AUXILIARY and (words[at].stem in _DEEDS or low.endswith("ed")):
            return _DEEDS.get(words[at].stem, words[at].stem), at
        break
    return deed, last
