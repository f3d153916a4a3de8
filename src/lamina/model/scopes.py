"""`contextmanager` for modules that a hook loads: `contextlib` would cost it a tenth of its time.

Type checkers see the real one.
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from contextlib import contextmanager as contextmanager
else:

    class _Scope:
        """Runs a generator up to its `yield`, and on when the block has ended."""

        def __init__(self, steps):
            self._steps = steps

        def __enter__(self):
            for given in self._steps:
                return given
            raise RuntimeError("A scope yields once.")

        def __exit__(self, kind, error, trace):
            if error is None:
                for _ in self._steps:
                    raise RuntimeError("A scope yields once.")
                return False
            try:
                self._steps.throw(error)
            except StopIteration as ended:
                return ended is not error
            except BaseException as raised:
                # A generator makes a RuntimeError of a StopIteration that passes through it.
                if raised is error or (isinstance(error, StopIteration) and raised.__cause__ is error):
                    error.__traceback__ = trace
                    return False
                raise
            raise RuntimeError("A scope yields once.")

    def contextmanager(made):
        """A function that yields once becomes one for `with`."""

        def begin(*given, **named):
            return _Scope(made(*given, **named))

        begin.__doc__ = made.__doc__
        return begin
