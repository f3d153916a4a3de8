"""Named tuples for modules that a hook loads: like `typing.NamedTuple`, which would cost it a third of its time.

`typing` loads `re`, `enum`, `collections` and `contextlib`. Type checkers see the real one.
"""

from __future__ import annotations

from operator import itemgetter

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:

    class _Made(type):
        """Makes a class of fields a tuple whose places have their names."""

        def __new__(mcs, name, bases, space):
            fields = tuple(space.get("__annotations__", ()))
            defaults = {field: space.pop(field) for field in fields if field in space}
            own = {field: property(itemgetter(at)) for at, field in enumerate(fields)}
            about = {"__slots__": (), "_fields": fields, "_field_defaults": defaults, "__match_args__": fields}
            about["_names"] = frozenset(fields)
            return super().__new__(mcs, name, bases or (tuple,), {**space, **own, **about})

    class NamedTuple(tuple, metaclass=_Made):
        """Base of values with named places."""

        def __new__(cls, *values, **named):
            fields = cls._fields
            if len(named) == len(fields) and not values and named.keys() == cls._names:
                values = tuple([named[one] for one in fields])
            elif named or len(values) != len(fields):
                rest = fields[len(values) :]
                values += tuple(
                    named.pop(one) if one in named else cls._field_defaults[one]
                    for one in rest
                    if one in named or one in cls._field_defaults
                )
                if named or len(values) != len(fields):
                    raise TypeError(f"{cls.__name__} takes {', '.join(fields)}")
            return tuple.__new__(cls, values)

        @classmethod
        def _make(cls, values):
            return cls(*values)

        def _replace(self, **named):
            return type(self)(**{**self._asdict(), **named})

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __getnewargs__(self):
            return tuple(self)

        def __repr__(self):
            told = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
            return f"{type(self).__name__}({told})"
