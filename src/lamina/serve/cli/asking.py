"""What a command asks of the person or the pipe in front of it."""

from __future__ import annotations

import sys


def text_or_stdin(text: str) -> str:
    """The text itself; for - what stands on standard input."""
    if text != "-":
        return text
    from lamina.errors import BadInput
    from lamina.serve.files import standard_input

    try:
        return standard_input().read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"Standard input is not valid UTF-8 (byte {error.start + 1}).") from error


def agreed_to(what: str, otherwise: str = "Add --yes to do it.", shown: str = "") -> bool:
    """Whether the person in front says yes; where there is none, it is refused."""
    from lamina.errors import BadInput

    if not (sys.stdin and sys.stdin.isatty()):
        raise BadInput(f"This would {what}.", otherwise)
    # Standard output belongs to the answer.
    print(f"{shown or f'This would {what}.'}\nGo ahead? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
