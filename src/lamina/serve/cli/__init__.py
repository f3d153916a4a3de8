"""The command line. What every start pays for is here; the commands are loaded when one runs."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED = 130
"""What a shell expects of a command that Ctrl-C ended."""


def main(words: Sequence[str] | None = None) -> int:
    """Runs one command; the exit code says how it went (0 done, 2 bad input, 3 conflict, 4 unavailable)."""
    given = list(sys.argv[1:] if words is None else words)
    try:
        code = _run(given)
        if sys.stdout:  # None when whoever started us closed it
            sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough: `lamina recall … | head -1`
        _let_go_of_output()
        return 0
    except OSError as error:  # a command's own are told by the command: this one is the output's
        _let_go_of_output()
        print(f"lamina: The answer cannot be written: {error.strerror}. Make room and repeat.", file=sys.stderr)
        return 4
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def command() -> None:
    """`main` as a process of its own, which is about to end: nothing is tidied up that the system tidies up faster."""
    import gc

    gc.set_threshold(100_000)  # a command makes few cycles and many values
    code = main()
    if sys.stderr:
        sys.stderr.flush()
    os._exit(code)


def _run(given: list[str]) -> int:
    if given in (["--version"], ["-V"]):
        from lamina import __version__

        print(f"lamina {__version__}")
        return 0
    if given[:1] == ["hook"] and "--help" not in given and "-h" not in given:
        from lamina.serve.hook import main as hook  # it runs before every prompt: nothing else is loaded for it

        return hook(given[1:])
    from lamina.serve.cli.run import run

    return run(given)


def _let_go_of_output() -> None:
    """Python writes what is left when it ends, and would complain again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
