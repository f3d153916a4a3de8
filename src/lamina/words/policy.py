"""What the settings say about rising, rotating and expiring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lamina.config import with_retention_rules
from lamina.consolidate.promotion import Policy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lamina.config import Setting


def policy_of(settings: Mapping[str, Setting]) -> Policy:
    """Every threshold as a value; wrong ones were refused when they were read."""
    found = with_retention_rules(settings)
    values: dict[str, Any] = {}
    for name, default in Policy._field_defaults.items():
        text = found[name].value
        if isinstance(default, tuple):
            values[name] = tuple(part.strip() for part in text.split(",") if part.strip())
        else:
            values[name] = type(default)(float(text))
    return Policy(**values)
