"""Lamina: a memory for coding agents.

with lamina.open_memory() as memory:
    memory.remember("Tests run with `make test`")
    memory.recall("how do I run the tests?")
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for true; importing typing would double the time of `lamina --version`
if TYPE_CHECKING:
    from typing import Any

    from lamina.memory import Memory
    from lamina.model.signals import Prediction, Signals
    from lamina.model.transcript import Session, Turn
    from lamina.wiring import open_memory

__version__ = "0.1.0"
__all__ = ["Memory", "Prediction", "Session", "Signals", "Turn", "__version__", "open_memory"]

_HOMES = {
    "Memory": "lamina.memory",
    "Prediction": "lamina.model.signals",
    "Session": "lamina.model.transcript",
    "Signals": "lamina.model.signals",
    "Turn": "lamina.model.transcript",
    "open_memory": "lamina.wiring",
}


def __getattr__(name: str) -> Any:
    """Loads a name when it is used: `lamina --version` must not pay for a database."""
    if name not in _HOMES:
        raise AttributeError(f"module 'lamina' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
