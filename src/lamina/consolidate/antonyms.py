"""Words that cannot both be true of the same thing."""

from __future__ import annotations

from lamina.consolidate.vocabulary import stem

_PAIRS = """
strict/lenient,loose,permissive  explicit/implicit  manual,manually/automatic,automatically  short,terse,brief,concise/detail,detailed,verbose,long,descriptive
public/private,internal  fast/slow  flaky/stable  before/after  first/last  global/local  relative/absolute  static/dynamic
eager/lazy  ascending/descending  horizontal/vertical  inclusive/exclusive  abstract/concrete  early/late  flat/nested
shared/dedicated,isolated  retained,kept/delete,deleted,deletes,removes  persistent/ephemeral  encrypted/unencrypted,plaintext  signed/unsigned  ordered/unordered,random
alphabetically/randomly  left/right  top/bottom  high/low  separate/combined,together  open/closed  visible/hidden
portrait/landscape  daily/weekly  minimal/maximal  include/exclude  allowlist,whitelist/denylist,blocklist,blacklist
optimistic/pessimistic  online/offline  wired/wireless  cold/hot  major/minor  full/partial,affected  odd/even  safe/unsafe
plain/encrypted  inside,within/across,outside  start/stop  formal/casual,informal  skippable/unskippable  random/deterministic
"""

SIDES: dict[str, tuple[str, str]] = {}
for _pair in _PAIRS.replace("\n", "  ").split("  "):
    if _pair.strip():
        _one, _, _other = _pair.strip().partition("/")
        for _side, _words in ((_one.split(",")[0], _one), (_other.split(",")[0], _other)):
            for _word in _words.split(","):
                SIDES.setdefault(stem(_word), (f"{_one.split(',')[0]}/{_other.split(',')[0]}", stem(_side)))
del SIDES["first"], SIDES["last"]
SIDES |= {"before": ("before/after", "before"), "after": ("before/after", "after")}
