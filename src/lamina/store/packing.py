"""How values are written as text, and how long texts are kept when they are cold: compressed, and whole when read."""

from __future__ import annotations

from lamina.model.small_json import loaded

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

LONG = {"lengths": ("full",), "fields": ("around", "details")}
"""The parts of a body that only somebody who reads it needs. What planning asks for stays."""

_written: list[Callable[[Any], str]] = []


def dumped(value: Any) -> str:
    """Compact JSON with sorted keys, so that equal values are equal texts."""
    if not _written:
        from json import JSONEncoder  # who only reads has no need of it

        _written.append(JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode)
    return _written[0](value)


def pack_body(body: str) -> tuple[str, bytes]:
    """A body without its long texts, and those, compressed."""
    plain = loaded(body)
    texts: dict[str, dict[str, Any]] = {}
    for part, names in LONG.items():
        texts[part] = {name: plain[part].pop(name) for name in names if name in plain[part]}
    return dumped(plain), _packed(texts)


def plain_body(body: str, cold: bytes | None) -> dict[str, Any]:
    """A body in its plain form, cold or not."""
    plain: dict[str, Any] = loaded(body)
    if cold is not None:
        for part, texts in _unpacked(cold).items():
            plain[part].update(texts)
    return plain


def whole_body(body: str, cold: bytes | None) -> str:
    """A body as it was written: equal values are equal texts."""
    return body if cold is None else dumped(plain_body(body, cold))


def pack_turns(turns: Sequence[tuple[int, str]]) -> bytes:
    """Numbers and bodies of turns as one piece."""
    return _packed(list(turns))


def unpack_turns(packed: bytes) -> list[tuple[int, str]]:
    """The same turns again."""
    return [(number, body) for number, body in _unpacked(packed)]


def is_sound(packed: bytes) -> bool:
    """Whether it can be unpacked: its own checksum says so."""
    from zlib import decompress, error

    try:
        return bool(decompress(packed))
    except error:
        return False


def _packed(value: Any) -> bytes:
    from zlib import compress  # loaded by those who meet something cold

    return compress(dumped(value).encode())


def _unpacked(packed: bytes) -> Any:
    from zlib import decompress

    return loaded(decompress(packed).decode())
