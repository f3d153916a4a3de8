"""How many tokens each layer may take: its share first, then what others leave over."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lamina.model.layers import DEFAULT_SHARES, FIRST_TO_LAST

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lamina.model.layers import ContextLayer, Strategy


class Limits(NamedTuple):
    """What a budget means for each layer."""

    budget: int
    shares: Mapping[ContextLayer, int]
    most: Mapping[ContextLayer, int]
    """What a layer may never exceed, however much is left over."""

    def room(self, layer: ContextLayer, used: Mapping[ContextLayer, int], *, first: bool) -> int:
        """What a layer may still take: its share and what the layers before it did not use of theirs.

        The agent's own files come `first`, beyond its share if need be: then less is left for the last layers.
        """
        if first:
            return self.rest(layer, used)
        flown = 0  # what a layer took beyond its share is missing at the end of the line, not in the next layer
        for one in FIRST_TO_LAST[: FIRST_TO_LAST.index(layer)]:
            flown = max(0, flown + self.shares[one] - used[one])
        return max(0, min(self.rest(layer, used), flown + self.shares[layer] - used[layer]))

    def rest(self, layer: ContextLayer, used: Mapping[ContextLayer, int]) -> int:
        """The same once every layer had its turn: whatever is left."""
        return max(0, min(self.budget - sum(used.values()), self.most[layer] - used[layer]))


def limits(budget: int, strategy: Strategy, role: str) -> Limits:
    """Shares are rounded down: together they are never more than the budget."""
    split = strategy.allocation.get(role, DEFAULT_SHARES)
    caps = {layer: strategy.loading[layer].max_tokens for layer in FIRST_TO_LAST}
    return Limits(
        budget,
        {layer: int(budget * split[layer]) for layer in FIRST_TO_LAST},
        {layer: budget if cap is None else min(cap, budget) for layer, cap in caps.items()},
    )
