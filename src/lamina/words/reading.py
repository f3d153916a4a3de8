"""The slower reading words of the library object: trace and doctor."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from lamina.errors import LaminaError
from lamina.model.review import Check, Trace, TracedExchange, TracedTurn
from lamina.words.agent_checks import examine_agents
from lamina.words.hook_checks import examine_hooks
from lamina.words.staleness import stale_items

if TYPE_CHECKING:
    from lamina.model.hits import Viewer
    from lamina.model.memory import MemoryItem
    from lamina.words.parts import Parts


def trace(parts: Parts, viewer: Viewer, item: MemoryItem) -> Trace:
    """Follows the evidence down to the turns. What was forgotten since is missing."""
    store, changed = parts.store, stale_items(parts, viewer, [item]).get(item.id)
    viewer = viewer._replace(projects=tuple(dict.fromkeys((item.place.project, *viewer.projects))))
    known = {one.id: one for one in store.items(viewer, [one.exchange for one in item.evidence if one.exchange])}
    traced = []
    for evidence in item.evidence:
        exchange = known.get(evidence.exchange)
        if exchange is None:
            continue
        turns = store.turns(viewer, evidence.session, evidence.first_turn, evidence.last_turn)
        traced.append(
            TracedExchange(
                exchange.id,
                evidence.session,
                exchange.lengths.summary,
                evidence.first_turn,
                evidence.last_turn,
                tuple(TracedTurn(number, turn) for number, turn in turns),
            )
        )
    return Trace(item, tuple(traced), changed, tuple(parts.store.items(viewer, item.links)))


def examine(parts: Parts, viewer: Viewer) -> list[Check]:
    """The store's own findings, and the parts around it."""
    home = parts.settings["home"].value
    python = ".".join(map(str, sys.version_info[:3]))
    return [
        Check("lamina", True, str(sys.modules["lamina"].__version__)),  # importing it would point up
        Check("python", sys.version_info >= (3, 11), python, "Lamina needs Python 3.11 or newer."),
        Check("home", os.access(home, os.W_OK), home, f"Make {home} writable for you."),
        _works("embedder", parts.embedder.version, lambda: bool(parts.embedder.embed(["memory"])[0])),
        _works("token counter", "o200k", lambda: parts.counter.count(["memory"]) == [1]),
        *parts.store.check(),
        *examine_hooks(parts, viewer),
        *examine_agents(),
        *_views(parts, viewer),
    ]


def _views(parts: Parts, viewer: Viewer) -> list[Check]:
    if parts.settings["views"].value == "off":
        return []
    from lamina.words.viewing import examine_views

    return examine_views(parts, viewer._replace(projects=(viewer.projects[0], *viewer.projects[3:])))


def _works(name: str, found: str, test: object) -> Check:
    assert callable(test)
    try:
        return Check(name, bool(test()), found, "Install lamina again.")
    except LaminaError as error:
        return Check(name, False, error.message, error.hint)
