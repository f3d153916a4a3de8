"""Fills a context: what each layer must have, then what it may have, never above the budget.

A text is looked at only when there may be room for it: a thousand files are not read to show ten.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from lamina.model.layers import FIRST_TO_LAST, LayeredContext, LayerEntry, LeftOutEntry

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lamina.assemble.layer_budget import Limits
    from lamina.model.layers import ContextLayer

    Look: TypeAlias = Callable[[], "Text | Unusable"]

LONGEST_TOKEN = 128
"""Bytes of the longest token of o200k: a text has at least one token for each so many bytes."""


class Text(NamedTuple):
    """What a file or a memory says, and what that costs."""

    content: str
    tokens: int


class Unusable(NamedTuple):
    """Why a file cannot be shown."""

    why: str


class Candidate(NamedTuple):
    """What may go into a layer; `look` reads it."""

    key: str
    rank: Literal["always", "memory", "conditional"]
    metadata: dict[str, Any]
    look: Look
    size: int = 0
    """How many bytes it has, as far as that is known before it is read."""


class _Waits(NamedTuple):
    """It fits into the layer, but not now."""

    why: str


_Judged: TypeAlias = "LayerEntry | Unusable | _Waits"


def fill(candidates: Mapping[ContextLayer, Sequence[Candidate]], limits: Limits) -> LayeredContext:
    """Layer by layer, the agent's first; then once more with what is left over."""
    used: dict[ContextLayer, int] = dict.fromkeys(FIRST_TO_LAST, 0)
    layers = {layer: _Layer(layer, candidates.get(layer, ()), limits, used) for layer in FIRST_TO_LAST}
    for one in layers.values():
        one.take_turn(last=False)
    for one in layers.values():
        one.take_turn(last=True)
    entries = {layer: tuple(one.taken[at] for at in sorted(one.taken)) for layer, one in layers.items()}
    left_out = tuple(
        LeftOutEntry(layer, one.candidates[at].key, one.left_out[at])
        for layer, one in layers.items()
        for at in sorted(one.left_out)
    )
    return LayeredContext(**entries, total_tokens=sum(used.values()), left_out=left_out)


class _Layer:
    """One layer while it is filled. `used` is shared by all: what one takes, no other has."""

    def __init__(
        self,
        layer: ContextLayer,
        candidates: Sequence[Candidate],
        limits: Limits,
        used: dict[ContextLayer, int],
    ) -> None:
        self.candidates = candidates
        self.taken: dict[int, LayerEntry] = {}
        self.left_out: dict[int, str] = {}
        self._layer = layer
        self._limits = limits
        self._used = used
        self._waiting = list(range(len(candidates)))
        self._lines: dict[int, str] = {}
        """What the files that were taken say, in one line each; made when a memory is compared with them."""
        self._all_lines = ""

    def take_turn(self, *, last: bool) -> None:
        """Newer files come before older ones: the first of them that has to wait ends the reading."""
        waiting, ended = [], False
        for at in self._waiting:
            one = self.candidates[at]
            skipped = ended and one.rank == "conditional"
            judged = _Waits("newer files took the room") if skipped else self._judged(one, last)
            if isinstance(judged, LayerEntry):
                self.taken[at] = judged
                self.left_out.pop(at, None)
                self._used[self._layer] += judged.tokens
                continue
            self.left_out[at] = judged.why
            if isinstance(judged, _Waits):
                waiting.append(at)
                ended |= one.rank == "conditional"
        self._waiting = waiting

    def _judged(self, one: Candidate, last: bool) -> _Judged:
        room, most = self._room(one, last), self._limits.most[self._layer]
        least = -(-one.size // LONGEST_TOKEN)
        if least > most:
            return Unusable(f"it has at least {least:,} tokens; the layer has room for {most:,}")
        if least > room:
            return _Waits(f"it has at least {least:,} tokens; {room:,} are left")
        found = one.look()
        if isinstance(found, Unusable):
            return found
        if found.tokens > most:
            return Unusable(f"it has {found.tokens:,} tokens; the layer has room for {most:,}")
        if found.tokens > room:
            return _Waits(f"it has {found.tokens:,} tokens; {room:,} are left")
        said = self._said_by(found.content) if one.rank == "memory" else ""
        if said:
            return Unusable(f"{said} says it already")
        return LayerEntry(self._layer, one.key, found.content, one.metadata, found.tokens)

    def _room(self, one: Candidate, last: bool) -> int:
        if last:
            return self._limits.rest(self._layer, self._used)
        return self._limits.room(self._layer, self._used, first=self._layer == "agent" and one.rank == "always")

    def _said_by(self, text: str) -> str:
        """The entry that holds the very words of a memory: a file may carry what was learned."""
        new = [at for at in self.taken if at not in self._lines and self.candidates[at].rank != "memory"]
        if new:
            self._lines |= {at: " ".join(self.taken[at].content.split()) for at in new}
            self._all_lines = "\n".join(self._lines.values())
        words = " ".join(text.split())
        if words not in self._all_lines:  # once through all of them is faster than through each
            return ""
        return next((self.taken[at].key for at, line in self._lines.items() if words in line), "")
