"""What the tables of triggers are made of: a trigger, where it may stand, what it is mostly about.

All patterns are looked for in the folded form of a sentence: lower case, without accents, apostrophes and quotes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import re

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
WORK = (
    r"(?:plans?|docs?|documentation|tests?|testing|commits?|commit messages?|branch(?:es)?|prs?|"
    r"logs?|logging|config\w*|dates?|"
    r"timestamps?|formatting|linting|style|styling|packages?|dependenc\w+|migrations?|errors?|"
    r"comments?|ids?|names?|naming|"
    r"variables?|files?|functions?|answers?|replies|responses?|messages?|scripts?|builds?|"
    r"deploy\w*|releases?|queries|types?|"
    r"strings?|icons?|colou?rs?|http|state|auth\w*|notes?|tickets?|issues?|tasks?|tooling|"
    r"benchmarks?|fixtures?|mocks?|diffs?|changes|edits|explanations?|summar(?:y|ies)|lines?|imports?|indentation|"
    r"classes|components?|modules?|endpoints?|everything|anything|all)"
)
"""What agents work on, and how: of all that can be spoken of, what rules are mostly about."""
