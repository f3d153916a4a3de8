"""`.memory/config.yaml`: how contexts are loaded in a project. What is wrong in it is named with its key and line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml

from lamina.errors import BadInput
from lamina.model.layers import DEFAULT_LOADING, FIRST_TO_LAST, MOST_BUDGET, LayerRules, Strategy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.model.layers import ContextLayer

_TOLERANCE = 0.001
"""Three thirds written as 0.333 are a whole."""
_SECTIONS = ("loading_strategy", "token_allocation")
_RULES = tuple(LayerRules._fields)


def strategy_in(text: str, path: str) -> Strategy:
    """Raises BadInput with the key and the line of what is wrong."""
    return _Reader(path).strategy(text)


class _Reader:
    """Goes through the nodes of the file instead of its values: only nodes know their lines."""

    def __init__(self, path: str) -> None:
        self._path = path

    def strategy(self, text: str) -> Strategy:
        loading = dict(DEFAULT_LOADING)
        allocation: dict[str, dict[ContextLayer, float]] = {}
        sections = dict(self._pairs(self._root(text), "", _SECTIONS))
        for layer, node in self._pairs(sections.get("loading_strategy"), "loading_strategy", FIRST_TO_LAST):
            key = f"loading_strategy.{layer}"
            loading[layer] = self._rules(node, key, DEFAULT_LOADING[layer])  # type: ignore[index]  # checked
        for role, node in self._pairs(sections.get("token_allocation"), "token_allocation", ()):
            allocation[role] = self._split(node, f"token_allocation.{role}")
        return Strategy(loading, allocation)

    def _root(self, text: str) -> Any:
        try:
            return yaml.compose(text, Loader=yaml.SafeLoader)
        except yaml.YAMLError as error:
            at = getattr(error, "problem_mark", None)
            where = f", line {at.line + 1}" if at else ""
            what = getattr(error, "problem", None) or getattr(error, "reason", None) or "it cannot be understood"
            raise BadInput(
                f"{self._path}{where}: not valid YAML: {what}.", "A pattern that begins with * needs quotes."
            ) from error
        except RecursionError as error:
            raise BadInput(f"{self._path} is nested too deeply.", "It has sections, layers and rules.") from error

    def _rules(self, node: Any, key: str, default: LayerRules) -> LayerRules:
        """A rule that is not named is as it always is; a list that is named and empty loads nothing."""
        found: dict[str, Any] = {}
        for name, one in self._pairs(node, key, _RULES):
            found[name] = (self._most if name == "max_tokens" else self._patterns)(one, f"{key}.{name}")
        return default._replace(**found)

    def _patterns(self, node: Any, key: str) -> tuple[str, ...]:
        if _is_empty(node):
            return ()
        if not isinstance(node, yaml.SequenceNode):
            raise self._wrong(node, key, "is not a list", "Write one pattern per line, each after a dash.")
        found = []
        for one in node.value:
            pattern = one.value if isinstance(one, yaml.ScalarNode) else ""
            parts = pattern.split("/")
            if not pattern or not pattern.isprintable() or any(part in ("", ".", "..", "**") for part in parts):
                shown = repr(pattern) if pattern else "something that is no text"
                hint = "Write a path inside the layer's folder, such as decisions/*.md."
                raise self._wrong(one, key, f"has {shown}", hint)
            found.append(pattern)
        return tuple(found)

    def _most(self, node: Any, key: str) -> int:
        text = node.value if isinstance(node, yaml.ScalarNode) else ""
        digits = text.replace("_", "")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 9 and 0 < int(digits) <= MOST_BUDGET):
            hint = f"Write a whole number from 1 to {MOST_BUDGET:,}."
            raise self._wrong(node, key, f"is {text!r}", hint)
        return int(digits)

    def _split(self, node: Any, key: str) -> dict[ContextLayer, float]:
        """A layer that is not named gets nothing of its own."""
        split: dict[ContextLayer, float] = dict.fromkeys(FIRST_TO_LAST, 0.0)
        for layer, one in self._pairs(node, key, FIRST_TO_LAST):
            split[layer] = self._share(one, f"{key}.{layer}")  # type: ignore[index]  # checked
        total = sum(split.values())
        if abs(total - 1) > _TOLERANCE:
            raise self._wrong(node, key, f"adds up to {total:g}", "The shares of a role must add up to 1.")
        return split

    def _share(self, node: Any, key: str) -> float:
        text = node.value if isinstance(node, yaml.ScalarNode) else ""
        try:
            share = float(text)
        except ValueError:
            share = -1.0
        if not 0 <= share <= 1:
            raise self._wrong(node, key, f"is {text!r}", "Write a number from 0 to 1.")
        return share

    def _pairs(self, node: Any, key: str, known: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
        """The keys of a mapping with what they stand for; `known` are those that it may have, empty: any."""
        if _is_empty(node):
            return
        if not isinstance(node, yaml.MappingNode):
            names = ", ".join(known) or "role: shares"
            raise self._wrong(node, key or "the file", "is not a mapping", f"It holds: {names}.")
        seen = set()
        for name, value in node.value:
            text = name.value if isinstance(name, yaml.ScalarNode) else ""
            whole = f"{key}.{text}" if key else text
            if not text or not text.isprintable() or (known and text not in known):
                hint = f"Known: {', '.join(known)}." if known else "Write the name of a role."
                raise self._wrong(name, whole or "a key", "is not known" if text else "is no text", hint)
            if text in seen:
                raise self._wrong(name, whole, "stands there twice", "Keep one of them.")
            seen.add(text)
            yield text, value

    def _wrong(self, node: Any, key: str, what: str, hint: str) -> BadInput:
        return BadInput(f"{self._path}, line {node.start_mark.line + 1}: {key} {what}.", hint)


def _is_empty(node: Any) -> bool:
    return node is None or (isinstance(node, yaml.ScalarNode) and node.tag == "tag:yaml.org,2002:null")
