"""Words that cannot both be true of the same thing."""

from __future__ import annotations

from lamina.consolidate.vocabulary import stem

_PAIRS = """
strict/lenient,loose,permissive explicit/implicit manual,manually/automatic,automatically
short,terse,brief,concise/detail,detailed,verbose,long public/private,internal fast/slow flaky/stable global/local
relative/absolute static/dynamic eager/lazy ascending/descending horizontal/vertical inclusive/exclusive
abstract/concrete early/late flat/nested shared/dedicated,isolated retained,kept/delete,deleted,deletes,removes
persistent/ephemeral encrypted/unencrypted,plaintext signed/unsigned ordered/unordered,random alphabetically/randomly
left/right top/bottom high/low separate/combined,together open/closed visible/hidden portrait/landscape daily/weekly
minimal/maximal include/exclude allowlist,whitelist/denylist,blocklist,blacklist optimistic/pessimistic online/offline
wired/wireless cold/hot major/minor full/partial,affected odd/even safe/unsafe inside,within/across,outside start/stop
formal/casual,informal skippable/unskippable random/deterministic
"""
ORDER = "before/after"
"""The axis of what comes first."""


def _by_stem() -> dict[str, tuple[str, str]]:
    found = {"before": (ORDER, "before"), "after": (ORDER, "after")}
    for pair in _PAIRS.split():
        one, other = (side.split(",") for side in pair.split("/"))
        for side in (one, other):
            for word in side:
                found.setdefault(stem(word), (f"{one[0]}/{other[0]}", stem(side[0])))
    return found


SIDES = _by_stem()
"""Each word by its stem: the axis on which it lies, and its side of it."""
