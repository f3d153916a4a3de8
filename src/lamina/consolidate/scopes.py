"""Where a statement holds: environment, language, platform, side, kind of test, audience, region."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.consolidate.vocabulary import concept

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lamina.consolidate.wording import Word

_TABLE = {
    "environment": "production=production,prod,live staging=staging,preprod,preview,uat,qa development=development,dev,"
    "locally,local,localhost,laptop,laptops,developing server=server,servers sandbox=sandbox",
    "language": "python typescript=typescript,ts,tsx javascript=javascript,js,jsx go=golang,go rust java "
    "kotlin=kotlin,kt ruby=ruby php swift sql yaml=yaml,yml json css=css,scss html markdown=markdown,md "
    "shell=bash,shell c=c c++=c++,cpp c#=c# dart scala elixir lua r=r toml proto=proto,protobuf",
    "platform": "mac=macos,mac,osx linux=linux,ubuntu,debian windows ios=ios,iphone,ipad android safari chrome firefox "
    "edge=edge arm=arm,arm64,aarch64 x86=x86,x86_64,amd64 desktop=desktop mobile=mobile tablet browser=browser",
    "side": "frontend=frontend,client,ui backend=backend,server api=api worker=worker,workers cli=cli",
    "tests": "unit integration e2e=e2e smoke load",
    "audience": "public private=private internal external admin=admin,admins,administrators "
    "guest=guest,guests,anonymous free=free paid=paid,pro,premium enterprise=enterprise user=user,users",
    "region": "eu=eu,europe us=us,usa,america asia=asia,apac uk=uk",
    "age": "new=new,newer old=old,legacy,existing",
    "use": "store=stored,saved,persisted,save,saves show=shown,displayed,rendered,shows,displays,show,display",
}
_CAREFUL = frozenset(
    """go r c us server servers client edge free swift live load new old user users api ui browser worker
    workers local desktop shell""".split()
)
"""Everyday words: they are a scope only after a preposition, or as a name."""
_PLACED = frozenset({"in", "on", "for", "at", "inside", "within", "during", "across"})
_NOT_NOUNS = frozenset("is are was were be been made being stay stays remain remains now".split())
_DEFAULTS = frozenset({"production", "new", "user", "store"})
"""What is meant when nothing is said."""


def _by_spelling() -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for dimension, members in _TABLE.items():
        for member in members.split():
            name, _, spellings = member.partition("=")
            for spelling in (spellings or name).split(","):
                found.setdefault(spelling, (dimension, name))
    return found


_SCOPE_OF = _by_spelling()


def scope_at(words: Sequence[Word], at: int) -> tuple[str, str] | None:
    """The scope that a word names: its dimension and itself."""
    word = words[at]
    found = _SCOPE_OF.get(word.low)
    before = words[at - 1].low if at else ""
    if found is None:
        return _tests(words, at, before)
    if found[0] == "audience" and (before in _NOT_NOUNS or at + 1 == len(words)):
        return None  # "the repo is private" says something; "private functions" says where
    if found[0] == "tests":
        return found if at + 1 < len(words) and words[at + 1].stem == "test" else None
    if word.low in _CAREFUL:
        earlier = words[at - 2].low if at > 1 else ""
        placed = before in _PLACED or (before in ("the", "our", "all") and earlier in _PLACED)
        named = (word.low == "go" and word.named) or word.text == "US"
        if not placed and not named:
            return None
    return found


def _tests(words: Sequence[Word], at: int, before: str) -> tuple[str, str] | None:
    if words[at].stem != "test" or before not in ("in", "for", "during", "inside", "under"):
        return None
    return "environment", "test"


def clash(one: Mapping[str, frozenset[str]], other: Mapping[str, frozenset[str]]) -> str:
    """Why the two hold in different places, in words; empty where they may meet."""
    for dimension, members in one.items():
        others = other.get(dimension)
        if others and not members & others:
            return f"{_told(members)} and {_told(others)} are different scopes"
    return ""


def narrower(one: Mapping[str, frozenset[str]], other: Mapping[str, frozenset[str]], said: frozenset[str]) -> str:
    """The scope that only the first names, unless it is what is meant anyway or is `said` in other words."""
    for dimension, members in one.items():
        rest = {member for member in members - _DEFAULTS if concept(member) not in said and member not in said}
        if dimension not in other and rest:
            return _told(frozenset(rest))
    return ""


def _told(members: frozenset[str]) -> str:
    return " and ".join(sorted(members))
