"""The stand-ins for `typing.NamedTuple` and `contextlib.contextmanager` do what those do."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator

import pytest

from lamina.model.scopes import contextmanager
from lamina.model.tuples import NamedTuple


class Kettle(NamedTuple):
    """A kettle."""

    litres: float
    colour: str = "blue"

    @property
    def is_large(self) -> bool:
        return self.litres > 2


def test_a_value_is_a_tuple_with_names_defaults_and_methods() -> None:
    kettle = Kettle(3)
    assert kettle == (3, "blue")
    assert (kettle.litres, kettle.colour, kettle.is_large) == (3, "blue", True)
    assert Kettle(colour="red", litres=1)._replace(litres=2) == Kettle(2, "red")
    assert kettle._asdict() == {"litres": 3, "colour": "blue"}
    assert Kettle._fields == ("litres", "colour")
    assert repr(kettle) == "Kettle(litres=3, colour='blue')"
    litres, colour = kettle
    assert Kettle._make([litres, colour]) == pickle.loads(pickle.dumps(kettle)) == copy.deepcopy(kettle) == kettle


def test_a_value_cannot_be_changed_and_has_no_other_names() -> None:
    kettle = Kettle(3)
    with pytest.raises(AttributeError):
        kettle.litres = 4  # type: ignore[misc]
    with pytest.raises(AttributeError):
        kettle.lid = True  # type: ignore[attr-defined]


def test_a_value_that_lacks_a_part_or_has_too_many_is_refused() -> None:
    for given, named in (((), {}), ((1, "red", 2), {}), ((1,), {"lid": True}), ((1,), {"litres": 2})):
        with pytest.raises((TypeError, ValueError)):
            Kettle(*given, **named)
    with pytest.raises((TypeError, ValueError)):
        Kettle(1)._replace(lid=True)  # type: ignore[call-arg]


def test_a_scope_ends_however_its_block_ends() -> None:
    seen: list[str] = []

    @contextmanager
    def heated() -> Iterator[str]:
        try:
            yield "hot"
        except KeyError:
            seen.append("mended")
        finally:
            seen.append("off")

    with heated() as state:
        assert state == "hot"
    with heated():
        raise KeyError("lid")
    with pytest.raises(ValueError, match="spout"), heated():
        raise ValueError("spout")
    with pytest.raises(StopIteration), heated():
        raise StopIteration
    assert seen == ["off", "mended", "off", "off", "off"]
