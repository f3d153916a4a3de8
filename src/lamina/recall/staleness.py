"""Whether a memory speaks of files that have changed since, and how: pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lamina.model.staleness import Stale, StaleFile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lamina.model.staleness import FileChange, FileChanges

OWN_COMMIT_HOURS = 24
"""Work is committed after it was told: the first commit within that time is taken for it, and is no news."""
MOST_NAMED = 3
_SECOND = 19
"""The characters of a time down to its second; git knows no fractions."""


class Tied(NamedTuple):
    """What ties a memory to files: their names, when it was last known to hold, and whether its work changed them."""

    files: tuple[str, ...]
    since: str
    worked: bool


def stale(tied: Tied, known: Mapping[str, FileChanges]) -> Stale | None:
    """Nothing where no file is known to have changed."""
    found: dict[str, StaleFile] = {}
    for file in tied.files:
        history = known.get(file)
        if history and history.path not in found:
            news = _news(history.changes, tied)
            if news:
                last = news[0]
                found[history.path] = StaleFile(
                    history.path, last.became, len(news), last.at, last.commit, last.new_name
                )
    if not found:
        return None
    files = tuple(found.values())
    told = [_told(one, tied.since[:10]) for one in files]
    return Stale(files, tied.since, "; ".join(_few(told, "files changed since")))


def marks(found: Stale) -> list[str]:
    """The same in as few words as a list of reasons has room for."""
    return _few([f"{one.path} {_became(one)} since" for one in found.files], "files changed since")


def _news(changes: Sequence[FileChange], tied: Tied) -> list[FileChange]:
    """The changes after the memory, newest first, less the commit of its own work."""
    news = [one for one in changes if one.at[:_SECOND] > tied.since[:_SECOND]]
    if (
        news
        and tied.worked
        and news[-1].became == "changed"
        and _hours_between(tied.since, news[-1].at) <= (OWN_COMMIT_HOURS)
    ):
        news.pop()
    return news


def _hours_between(first: str, second: str) -> float:
    from datetime import datetime  # most recalls meet no file that changed

    return (datetime.fromisoformat(second[:_SECOND]) - datetime.fromisoformat(first[:_SECOND])).total_seconds() / 3600


def _told(one: StaleFile, since: str) -> str:
    if one.became != "changed":
        return f"{one.path} was {_became(one)} on {one.last_at[:10]} in {one.commit}"
    if one.times == 1:
        return f"{one.path} changed once since {since}, in {one.commit}"
    return f"{one.path} changed {one.times} times since {since}, last in {one.commit}"


def _became(one: StaleFile) -> str:
    return f"renamed to {one.new_name}" if one.became == "renamed" else one.became


def _few(told: list[str], what: str) -> list[str]:
    more = len(told) - MOST_NAMED
    return [*told[:MOST_NAMED], f"{more} more {what}"] if more > 1 else told
