"""What else has to go, or to change, when exchanges are forgotten: whatever rests on them or repeats them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lamina.distil.concepts import UNNAMED
from lamina.distil.lengths import at_four_lengths
from lamina.model.memory import KINDS, ConceptFields, ExchangeFields
from lamina.model.review import Selector
from lamina.refine.exchanges import without_quotes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lamina.model.hits import Viewer
    from lamina.model.memory import MemoryItem
    from lamina.ports import Store


class Consequences(NamedTuple):
    """What forgetting leads to."""

    fallen: list[MemoryItem]
    """Memories that rested on the forgotten exchanges alone."""
    rewritten: list[MemoryItem]
    """What stays, without the evidence and the words of what went."""


def consequences(store: Store, viewer: Viewer, doomed: Sequence[MemoryItem]) -> Consequences:
    """Of exchanges only: whoever forgets a memory does not forget what it was learned from."""
    fallen: list[MemoryItem] = []
    rewritten: list[MemoryItem] = []
    for project in dict.fromkeys(item.place.project for item in doomed if item.kind == "exchange"):
        mine = [item for item in doomed if item.kind == "exchange" and item.place.project == project]
        gone = {item.id for item in doomed}
        here = viewer._replace(projects=(project,))
        for item in _resting_on(store, here, {one.id for one in mine}):
            if item.id not in gone:
                left = item._replace(evidence=tuple(one for one in item.evidence if one.exchange not in gone))
                if left.evidence or item.imported_count:
                    rewritten.append(_in_own_words(store, here, _without(store, here, left, gone), mine))
                else:
                    fallen.append(item)
        rewritten += _neighbours(store, here, mine, gone)
    return Consequences(fallen, rewritten)


def _resting_on(store: Store, viewer: Viewer, exchanges: set[str]) -> Iterator[MemoryItem]:
    for kind in KINDS:
        if kind != "exchange":
            for item in store.of_kind(viewer, kind):
                if any(one.exchange in exchanges for one in item.evidence):
                    yield item


def _without(store: Store, viewer: Viewer, item: MemoryItem, gone: set[str]) -> MemoryItem:
    """A concept tells its exchanges: it is named and told anew by those that are left."""
    item = item._replace(version=item.version + 1)
    if not isinstance(item.fields, ConceptFields):
        return item
    ids = tuple(one for one in item.fields.exchanges if one not in gone)
    left = store.items(viewer, ids)
    words = {word.casefold() for one in left for word in one.keywords}
    files = {file for one in left for file in one.files}
    name = ", ".join(word for word in item.fields.name.split(", ") if word.casefold() in words) or UNNAMED
    told = "\n".join([name, *dict.fromkeys(one.lengths.summary for one in left)])
    summary = f"{name}: {left[-1].lengths.summary}" if left else name
    return item._replace(
        fields=ConceptFields(name, ids),
        lengths=at_four_lengths(told, summary=summary),
        keywords=tuple(word for word in item.keywords if word.casefold() in words),
        files=tuple(file for file in item.files if file in files),
    )


def _in_own_words(store: Store, viewer: Viewer, item: MemoryItem, mine: Sequence[MemoryItem]) -> MemoryItem:
    """What others said in their words too is told in those, when the words it was told in are forgotten."""
    if not any(one.speaker == "user" for one in item.evidence) or item.kind != "fact":
        return item
    from lamina.distil.paraphrases import content, same

    left = store.items(viewer, [one.exchange for one in item.evidence])
    told = item.lengths.full
    others = _stated(left)
    if told not in _stated(mine) or told in others:  # a person has edited it, or somebody else said just that
        return item
    text = next((one for one in others if same(content(one), content(told))), told)
    return item._replace(lengths=at_four_lengths(text))


def _stated(exchanges: Sequence[MemoryItem]) -> list[str]:
    from lamina.distil.statements import statements  # most that is forgotten states nothing

    asked = [one.fields.asked for one in exchanges if isinstance(one.fields, ExchangeFields)]
    return [one.text for text in asked for one in statements(text)]


def _neighbours(store: Store, viewer: Viewer, mine: Sequence[MemoryItem], gone: set[str]) -> list[MemoryItem]:
    """The neighbours of forgotten exchanges, without what they repeat of them."""
    quoted: dict[str, list[str]] = {}
    for item in mine:
        if isinstance(item.fields, ExchangeFields):
            quoted.setdefault(item.sessions[0], []).append(item.fields.asked)
    rewritten = []
    for session, texts in quoted.items():
        for item in store.select(viewer, Selector(session=session)):
            if item.id in gone or not isinstance(item.fields, ExchangeFields):
                continue
            around = without_quotes(item.fields.around, texts)
            if around != item.fields.around:
                fields = item.fields._replace(around=around)
                rewritten.append(item._replace(fields=fields, version=item.version + 1))
    return rewritten
