"""A prompt's own sentences: what a person typed, without what was pasted into it."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


class Sentence(NamedTuple):
    """As it was typed, and folded: lower case, without accents, apostrophes and quotes."""

    text: str
    folded: str
    asks: bool = False
    items: tuple[str, ...] = ()
    """The list that it announces."""


LINE_CHARACTERS = 2000
"""Nobody types a longer line: it was pasted."""
_FENCES = ("```", "~~~", '"""', "'''")
_PASTED_REST = re.compile(
    # From here to the end, somebody else speaks: a program, a mail, a model that was given a part to play.
    r"^operation (?:stopped|blocked) by hook|^implement the following plan|"
    r"^(?:please )?(?:perform|execute|complete|carry out) the following\b|^\[\[ ## |"
    r"^(?:code )?review (?:for|of) (?:pr|pull request)\b|^in \S+ around lines? \d+|^[✅❌⚠🔍💡📝🚨]|"
    r"^this session is being continued|"
    r"^you are (?:now |acting as )?(?:an?|the|our) [^.!?]{0,60}"
    r"\b(?:(?:sub-?)?agent|assistant|bot|expert|engineer|developer|reviewer|coordinator|architect|specialist|"
    r"orchestrator|planner|researcher|tester|analyst|ai|model)\b|"
    r"^#{1,6} \S|^-{3,}\s*$|^-----BEGIN|^(?:from|subject|sent|von|betreff|de|asunto|oggetto|"
    r"objet):\s|^diff --git |^commit [0-9a-f]{7,40}\b|"
    r"^on .{6,80} wrote:$|^am .{6,80} schrieb",
    re.IGNORECASE,
)
_ANNOUNCED = re.compile(
    # What follows the colon is somebody else's: to the end, or to the end of the block if it is fenced or quoted.
    r"(?:\b(?:feedback|comments?|review(?:er)?|finding|error|output|logs?|trace|docs?|documentation|"
    r"readme|says?|said|wrote|tells?|recommends?|"
    r"message|e-?mail|ticket|story|issue|slack|spec|article|post|thread|page|section|guide|snippet|prompt|text|"
    r"(?:got|found|saw|read) this|fehler\w*|erreur|salida|error\w*|ausgabe|seite|artikel|articulo)\b[^.!?:]{0,60}|"
    r"^(?:please |can you |could you )*(?:summari[sz]e|translate|proof ?read|explain|review|rewrite|rephrase|improve|"
    r"estimate|analy[sz]e|classify|check)\b[^.!?:]{0,60}):$",
    re.IGNORECASE,
)
_ELEMENT = re.compile(r"^<([a-z][\w-]*)\b[^>]*>", re.IGNORECASE)
_PASTED_LINE = re.compile(
    r"^\s*(?:>|\||[$❯%⏺⎿│╭╰✓✗✔✘●→]|@@|\+{1,3}\s|--- |[{}\[\]<]|//|/\*|\*/|#!|"
    r"\d{4}-\d\d-\d\d|\d\d:\d\d|\[?(?:debug|info|warn(?:ing)?|error|fatal|trace)\b[\]:]|"
    r"at [\w.$<>]+ ?\(|file \"|traceback|caused by:|panic:|exception\b|npm err|fatal:|"
    r"error(?:\[\w+\])?:|"
    r"(?:fail|pass|ok|---)\s*[:\t]|\w*(?:error|exception)\b:|[\w./-]+:\d+(?::\d+)?:?\s|\"[\w-]+\":|"
    r"[\w.]+\(.*\);?$|"
    r"(?:import|from|def|class|func|const|let|var|return|public|private|SELECT|"
    r"INSERT) .*[;{(:=]\s*$|.*[;{}]\s*$)",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^\s*(?:[-*•]|\(?\d{1,2}[.)]|\(?[a-h]\))\s+")
_INDENTED = re.compile(r"^(?: {2,}|\t)\S")
_DEEP = re.compile(r"^ {6,}\S")
_ENDS = (".", "!", "?", "。", "！", "？")
_END = re.compile(r"(?<=[.!?…])[\"')\]]?\s+(?=\S)|(?<=[。！？])(?=\S)")
_ABBREVIATED = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|z\.b|d\.h|bzw|p\.ex|ej|approx|incl)\.|\b[a-z]\.)$", re.IGNORECASE
)
_TAG = re.compile(r"[, ](?:ok(?:ay)?|alright|please|got it|understood|thanks|ja|vale)\s*\?+$", re.IGNORECASE)
"""It ends like a question, and is none."""
_QUOTED = re.compile(r"`[^`\n]*`|\"[^\"\n]*\"|“[^”\n]*”|«[^»\n]*»|„[^“”\n]*[“”]|(?<!\w)'[^'\n]{1,80}'(?!\w)")
_SHORTENED = re.compile(r"(?<=\w)['’](re|ll)\b")
"""Without their apostrophe, "we're" and "we'll" are other words."""
_ACCENTS = re.compile("[\u0300-\u036f]")
"""Those of Latin, Greek and Cyrillic letters; a kana's voicing makes another letter of it."""
_APOSTROPHES = re.compile(r"(?<=\w)['’ʼ`´](?=\w)")


def sentences_of(said: str) -> list[Sentence]:
    """In order; the items of a list follow the line that announces them, and are also part of it."""
    found: list[Sentence] = []
    for head, items in _lists(_own_lines(said)):
        parts = list(_parts(head))
        if items and parts and not head.endswith(_ENDS):
            last = _sentence(parts.pop())
            found += (_sentence(part) for part in parts)
            found.append(last._replace(items=tuple(items)))
        else:
            found += (_sentence(part) for part in parts)
        asked = bool(found) and found[-1].asks and head.endswith(_ENDS)
        found += (_sentence(part, asked) for item in items for part in _parts(item))
    return found


def folded(text: str) -> str:
    """The form that triggers are looked for; what is quoted becomes one strange word."""
    text = _APOSTROPHES.sub("", _SHORTENED.sub(_whole_word, _QUOTED.sub(" ¤ ", text).casefold()))
    if not text.isascii():
        text = unicodedata.normalize("NFKC", _ACCENTS.sub("", unicodedata.normalize("NFKD", text)))
    return " ".join(text.split())


def _whole_word(found: re.Match[str]) -> str:
    return " are" if found[1] == "re" else " will"


def _sentence(text: str, asked: bool = False) -> Sentence:
    """`asked`: it belongs to a question, like the ways to choose from that follow one."""
    tag = _TAG.search(text)
    return Sentence(text, folded(text), asked or (text.rstrip("\"') 😅🤔").endswith(("?", "？")) and not tag))


def _own_lines(said: str) -> Iterator[str]:
    """Line by line; what was pasted leaves an empty line."""
    fence, announced, block = "", False, False
    for line in said.splitlines():
        bare = line.strip()
        if fence:
            fence = "" if fence in bare else fence
            continue
        if not bare.startswith(">"):
            fence = _opened(bare)
        own = line if not fence else "" if fence.startswith("</") else line.partition(fence)[0]
        pasted = _is_pasted(own)
        block = bool(bare) and (block or (announced and pasted))  # what was announced and looks pasted ends with a gap
        told = _BULLET.sub("", bare[:LINE_CHARACTERS])
        if _PASTED_REST.search(told) or (announced and bare and not (fence or block)):
            return
        announced = (told.endswith(":") and bool(_ANNOUNCED.search(told))) or (announced and not bare)
        yield "" if pasted or block or announced else own


def _opened(bare: str) -> str:
    """What ends the block that a line opens, if it opens one."""
    element = _ELEMENT.match(bare)
    if element:
        end = f"</{element[1]}>"
        return "" if end in bare else end
    return next((one for one in _FENCES if bare.count(one) % 2), "")


def _is_pasted(line: str) -> bool:
    if len(line) > LINE_CHARACTERS or _PASTED_LINE.match(line):
        return True
    return bool((_DEEP if _BULLET.match(line) else _INDENTED).match(line))


def _lists(lines: Iterator[str]) -> Iterator[tuple[str, list[str]]]:
    """Each line with the list that follows it."""
    head, items = "", list[str]()
    for line in lines:
        bullet = _BULLET.match(line)
        if bullet:
            items.append(line[bullet.end() :].strip())
        elif line.strip() or items:
            yield head, items
            head, items = line.strip(), []
    yield head, items


def _parts(line: str) -> Iterator[str]:
    start = 0
    for end in _END.finditer(line):
        if _ABBREVIATED.search(line[max(start, end.start() - 8) : end.start()]):
            continue
        yield line[start : end.start()].strip()
        start = end.end()
    if line[start:].strip():
        yield line[start:].strip()
