"""The many ways to say "at most" and "at least", made one word each, so that their noes and overs mislead nobody."""

from __future__ import annotations

import re

_MORE = "(?:longer|larger|more|bigger|higher|greater|wider|slower) than"
_NUMBER = (
    r"(?=\s*(?:of |a |an |the )?"
    r"(?:[\d:$€]|v\d|one\b|two\b|three\b|four\b|five\b|six\b|seven\b|eight\b|nine\b|ten\b|twelve\b))"
)
_RAISED = "".join(f"(?<!{verb} )" for verb in ("scaled", "went", "bumped", "raised", "moved", "gone"))
_BOUNDS = tuple(
    (re.compile(pattern, re.IGNORECASE), word)
    for pattern, word in (
        (rf"\bno (\w+) (?:is|are|be|may be|should be|must be|can be|exceeds?) (?:{_MORE})?{_NUMBER}", r"\1 atmost "),
        (
            rf"\b(?:at most|at max|{_RAISED}up to|no more than|not more than|"
            r"(?:(?:must|should|may|can|do|does|to|will) )?(?:not|never) (?:be |take |last |run )?"
            rf"(?:exceed(?:ing)?|go (?:over|above|beyond|past)|{_MORE})|"
            r"no (?:longer|larger|bigger|higher|wider) than|below|under|less than|shorter than|smaller than|fewer than|"
            rf"within|beyond|past|max(?:imum)?(?: of)?|limited to|capped at){_NUMBER}|<=?(?=\s*\d)",
            " atmost ",
        ),
        (
            r"\b(?:at least|no less than|not less than|no fewer than|min(?:imum)?(?: of)?|more than|longer than|"
            r"larger than|bigger than|higher than|above|over|passes|reaches|exceeds|hits|starting (?:at|with|from)|"
            rf"from){_NUMBER}(?! \w+ to )|>=?(?=\s*v?\d)|\bnot (?:drop|fall|go) below{_NUMBER}",
            " atleast ",
        ),
        (
            r"(\d)\s*(?:\+(?!\w)|(?:and|or) (?:newer|higher|above|up|later|upwards?|greater|more)\b)",
            r"\1 orabove ",
        ),
        (r"(\d)\s*(?:and|or) (?:older|lower|below|less|fewer|earlier)\b", r"\1 orbelow "),
    )
)


def with_plain_bounds(text: str) -> str:
    """The text with `atmost` and `atleast` before its numbers, `orabove` and `orbelow` after them."""
    for pattern, word in _BOUNDS:
        text = pattern.sub(word, text)
    return text
