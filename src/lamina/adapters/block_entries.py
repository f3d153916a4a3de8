"""The lines of one entry in a managed block: written so that nothing in its text can end it, and read back."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, unquote

from lamina.adapters.markdown_lines import fence_after, without_end
from lamina.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from lamina.model.targets import Entry

ENTRY = re.compile(r"[ \t]*<!--[ \t]*lamina:entry[ \t]+(\S+)[ \t]+([0-9a-f]{8})[ \t]*-->[ \t]*(?:\r\n|\r|\n|\Z)")
_SEEN = re.compile(
    r"[ \t]*\(seen (once|\d+ times): first (\d{4}-\d\d-\d\d), last (\d{4}-\d\d-\d\d)\)[ \t]*(?:\r\n|\r|\n|\Z)"
)
_BULLET = re.compile(r"[ \t]{0,3}[-*+](?:[ \t]+|$)")
_INDENT = re.compile(r" {2}|\t| (?=\S)")
_ESCAPED = re.compile(r"&((?:amp;)*)(lt;!--|#40;seen |#45;)")
_MEANT = {"lt;!--": "<!--", "#40;seen ": "(seen ", "#45;": "-"}
_RULER = re.compile(r"-[ \t]*-[- \t]*(?=\n|\Z)")


class Written(NamedTuple):
    """An entry as its lines say it."""

    id: str
    mark: str
    """The hash of the text as it was last written: another text is a person's."""
    text: str
    seen: tuple[str, str, str] | None
    """How often, first and last, as written."""

    @property
    def edited(self) -> bool:
        """Whether a person has changed the wording."""
        return mark_of(self.text) != self.mark


def normal(text: str) -> str:
    """The text as it is written: no spaces at the ends of lines, and every fence that it opens is closed."""
    lines = [line.rstrip(" \t") for line in re.split(r"\r\n|\r|\n", text)]
    plain = "\n".join(lines).strip()
    fence = ""
    for line in plain.split("\n"):
        fence = fence_after(fence, line)
    return f"{plain}\n{fence}" if fence else plain


def mark_of(text: str) -> str:
    """A short hash of a normal text."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()


def lines_for(entry: Entry, text: str, mark: str, end: str) -> str:
    """A comment that names the memory, and a list item: the text, how often it was seen, and when."""
    first, *rest = _escaped(text).split("\n")
    # A blank line after several lines: what they may end with (a table, a fence) does not take in what follows.
    body = [f"- {first}", *(f"  {line}" if line else "" for line in rest), *([""] if rest else [])]
    often, since, until = seen(entry)
    told = f"  (seen {often}: first {since}, last {until})"
    return "".join(f"{line}{end}" for line in (f"<!-- lamina:entry {_quoted(entry.id)} {mark} -->", *body, told))


def seen(entry: Entry) -> tuple[str, str, str]:
    """How often, first and last, in the words of the file."""
    often = "once" if entry.count == 1 else f"{entry.count} times"
    return often, _day(entry.first_seen), _day(entry.last_seen)


def read(lines: Sequence[str]) -> tuple[Written, int]:
    """The entry that begins with its comment, and how many of the lines are its own; an empty text was deleted."""
    head = ENTRY.match(lines[0])
    assert head
    told = next((at for at, line in enumerate(lines[1:], 1) if _SEEN.match(line)), None)
    last = told if told is not None else _item_end(lines)
    found = _SEEN.match(lines[told]) if told is not None else None
    text = [without_end(line).rstrip(" \t") for line in lines[1 : told if told is not None else last]]
    written = Written(unquote(head[1]), head[2], _text(text), (found[1], found[2], found[3]) if found else None)
    return written, last + (1 if told is not None else 0)


def _item_end(lines: Sequence[str]) -> int:
    """Where a list item ends that has lost its last line: at the first line that is not indented."""
    end = at = 1
    while at < len(lines) and (end == 1 or not lines[at].strip() or lines[at][0] in " \t"):
        at += 1
        if lines[at - 1].strip():
            end = at
    return end


def _text(lines: list[str]) -> str:
    while lines and not lines[0]:
        lines.pop(0)
    if not lines:
        return ""
    first, rest = _BULLET.sub("", lines[0], count=1), (_INDENT.sub("", line, count=1) for line in lines[1:])
    meant = "\n".join([first, *rest]).strip()
    return _ESCAPED.sub(lambda found: f"&{found[1][4:]}{found[2]}" if found[1] else _MEANT[found[2]], meant)


def _escaped(text: str) -> str:
    """Comments would hide what follows, another `seen` line end the entry, and hyphens alone be a line across."""
    text = _ESCAPED.sub(lambda found: f"&amp;{found[0][1:]}", text).replace("<!--", "&lt;!--")
    text = f"&#45;{text[1:]}" if _RULER.match(text) else text
    return "\n".join(line.replace("(", "&#40;", 1) if _SEEN.match(line) else line for line in text.split("\n"))


def _quoted(id_: str) -> str:
    """Without the two hyphens that may not stand in a comment."""
    if not id_:
        raise BadInput("An entry has no id.")
    return quote(id_, safe="").replace("--", "-%2D")


def _day(at: date) -> str:
    return at.isoformat()[:10]
