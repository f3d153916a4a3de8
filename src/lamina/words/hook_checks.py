"""What the doctor says about hooks: whether they are installed, whether they run, and what was read last."""

from __future__ import annotations

import os
import shutil
from time import time
from typing import TYPE_CHECKING

from lamina.adapters.projects import repository_of
from lamina.model.review import Check
from lamina.words.agents import SCOPES
from lamina.words.claude_hooks import EVENTS, hook_programs, hooked_events, settings_path
from lamina.words.hook_runs import runs

if TYPE_CHECKING:
    from lamina.model.hits import Viewer
    from lamina.words.parts import Far, Parts

OLD_SECONDS = 7 * 86_400
"""What hooks tell should not be older: a cache is refreshed whenever an agent rests."""


def examine_hooks(parts: Parts, viewer: Viewer) -> list[Check]:
    """A person who wants no hooks has nothing to mend; half of them, or ones that fail, are a finding."""
    home = parts.settings["home"].value
    latest = parts.store.sessions(viewer, 1)
    return [
        _installed(parts.settings["hooks"].value == "off"),
        _last_run(home),
        Check("last session", True, f"{latest[0].id}, begun {latest[0].started_at}" if latest else "none was read yet"),
        *(_far(parts.far) if parts.far else ()),
    ]


def _far(far: Far) -> tuple[Check, Check]:
    """What stands between hooks and a store on another machine."""
    held, waiting = far.cache.state(), len(far.spool.read())
    found, old = "none yet; the next hook makes it", False
    if held:
        items, at = held
        found, old = f"{_counted(items, 'item')}, refreshed {_told(time() - at)} ago", time() - at > OLD_SECONDS
    late = f"{_counted(waiting, 'line')} {'waits' if waiting == 1 else 'wait'} to be delivered"
    return (
        Check("hook cache", not old, found, "`lamina upkeep` refreshes it."),
        Check("hook spool", not waiting, late if waiting else "nothing waits", "`lamina upkeep` delivers them."),
    )


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _told(seconds: float) -> str:
    """As a person would say how long it is."""
    for unit, name in ((86_400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= 2 * unit:
            return _counted(int(seconds / unit), name)
    return _counted(max(0, int(seconds)), "second")


def _installed(is_off: bool) -> Check:
    places = [path for path in _settings_files() if hooked_events(path)]
    if not places:
        return Check("hooks", True, "not installed (`lamina init` does it)")
    there = {event for path in places for event in hooked_events(path)}
    missing = sorted(set(EVENTS) - there)
    gone = sorted(one for path in places for one in hook_programs(path) if shutil.which(one) is None)
    told = f"{len(there)} events in {', '.join(places)}{'; switched off by the setting `hooks`' if is_off else ''}"
    if gone:
        told = f"{gone[0]} is not there any more"
    elif missing:
        told = f"missing: {', '.join(missing)}"
    return Check("hooks", not missing and not gone, told, "`lamina init` brings them up to date.")


def _last_run(home: str) -> Check:
    """A failure counts until the same event has gone well again."""
    last = {run.event: run for run in runs(home)}
    failed = [run for run in last.values() if run.outcome == "failed"]
    if failed:
        worst = failed[-1]
        mend = "Nothing was lost; if it happens again, that is a fault in Lamina."
        return Check("last hook run", False, f"{worst.event} failed at {worst.at}: {worst.told}", mend)
    latest = max(last.values(), key=lambda run: run.at, default=None)
    return Check("last hook run", True, f"{latest.event} at {latest.at}: {latest.told}" if latest else "none yet")


def _settings_files() -> list[str]:
    try:
        here = os.getcwd()
    except OSError:
        return []
    repository = repository_of(here)
    root = repository.root if repository else here
    return [path for scope in SCOPES if os.path.isfile(path := settings_path(scope, root, os.path.expanduser("~")))]
