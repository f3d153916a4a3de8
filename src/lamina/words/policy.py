"""What the settings say about rising, rotating, expiring and growing old."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lamina.config import with_retention_rules
from lamina.consolidate.ageing import Ageing
from lamina.consolidate.promotion import Policy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lamina.config import Setting


def policy_of(settings: Mapping[str, Setting]) -> Policy:
    """Every threshold of the ladder of trust as a value."""
    return Policy(**_values(settings, Policy._field_defaults))


def ageing_of(settings: Mapping[str, Setting]) -> Ageing:
    """How long things stay as they are."""
    return Ageing(**_values(settings, Ageing._field_defaults))


def _values(settings: Mapping[str, Setting], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Each in the type of its default; wrong ones were refused when they were read."""
    found = with_retention_rules(settings)
    values: dict[str, Any] = {}
    for name, default in defaults.items():
        text = found[name].value
        if isinstance(default, tuple):
            values[name] = tuple(part.strip() for part in text.split(",") if part.strip())
        else:
            values[name] = type(default)(float(text))
    return values
