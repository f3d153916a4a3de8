"""The command line. What every start pays for is here; the commands are loaded when one runs."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(words: Sequence[str] | None = None) -> int:
    """Runs one command; the exit code says how it went (0 done, 2 bad input, 3 conflict, 4 unavailable)."""
    given = list(sys.argv[1:] if words is None else words)
    if given in (["--version"], ["-V"]):
        from lamina import __version__

        print(f"lamina {__version__}")
        return 0
    from lamina.serve.commands import run

    return run(given)


if __name__ == "__main__":
    sys.exit(main())
