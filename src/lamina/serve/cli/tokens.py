"""The word about who may ask over a network."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lamina.serve.cli.command import Command

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("action", choices=("add", "list", "revoke"))
    parser.add_argument("id", nargs="?", default="", help="which token to revoke")
    parser.add_argument("--scope", default="read", help="read, write (and read) or admin (everything); default: read")
    parser.add_argument("--days", type=int, help="how long it holds (default: until it is revoked)")


def _token(given: Namespace) -> Any:
    from datetime import UTC, datetime

    from lamina.errors import BadInput
    from lamina.serve.cli.listening import settings_of
    from lamina.serve.tokens import Tokens
    from lamina.wiring import user_of

    settings = settings_of(given)
    tokens = Tokens(settings["home"].value)
    if given.action == "add":
        return [tokens.add(user_of(settings["user"].value), given.scope, given.days, datetime.now(UTC))]
    if given.action == "revoke" and not given.id:
        raise BadInput("Nothing says which token.", "`lamina token list` shows their ids.")
    return [tokens.revoke(given.id)] if given.action == "revoke" else tokens.all()


COMMANDS: dict[str, Command] = {
    "token": Command("Say who may ask over HTTP, as --user and how far.", _arguments, _token, "tokens", False),
}
