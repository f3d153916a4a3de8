"""The door before every HTTP face: it looks at Host, Origin, token, rate and size before anything else runs."""

from __future__ import annotations

import json
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from lamina.errors import LaminaError
from lamina.serve import present
from lamina.serve.http.refusals import Forbidden, Misdirected, TooLarge, TooMany, Unknown, fault_of, status_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, MutableMapping
    from datetime import datetime

    from lamina.serve.http.metrics import Metrics
    from lamina.serve.tokens import Token, Tokens

    Message = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[Message]]
    Send = Callable[[Message], Awaitable[None]]
    App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]

OPEN = ("/healthz", "/openapi.json")
"""What needs no token: it tells nothing about anybody."""
CALLER = "lamina.caller"
"""Where in the scope of a request the token is found by those behind the door."""
STRANGERS = "a stranger"
LOOPBACK = ("127.0.0.1", "localhost", "::1")
MOST_BYTES = 8 * 1024 * 1024
MOST_KNOCKERS = 10_000


class Limits(NamedTuple):
    """Who may come from where, how often, and with how much."""

    hosts: frozenset[str]
    """Names by which this server is called: another one is a page that pretends to be us."""
    per_second: float = 100.0
    burst: int = 200
    most_bytes: int = MOST_BYTES


class Door:
    """An ASGI application around another one."""

    def __init__(
        self, tokens: Tokens, limits: Limits, metrics: Metrics, clock: Callable[[], datetime], app: App
    ) -> None:
        self._tokens = tokens
        self._limits = limits
        self._metrics = metrics
        self._clock = clock
        self._app = app
        self._knocks: dict[str, tuple[float, float]] = {}

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answer = _Answer(send)
        start = perf_counter()
        try:
            self._let_in(scope)
            await self._app(scope, _counted(receive, self._limits.most_bytes), answer.send)
        except LaminaError as problem:
            await answer.refuse(problem)
        except Exception as fault:  # noqa: BLE001 (nobody above can answer; what it says may be a secret)
            await answer.refuse(fault_of(fault))
        finally:
            self._metrics.count(scope["method"], _route(scope), answer.status, perf_counter() - start)

    def _let_in(self, scope: MutableMapping[str, Any]) -> None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        self._check_place(headers)
        size = headers.get(b"content-length", "")
        if size.isdigit() and int(size) > self._limits.most_bytes:
            raise TooLarge(self._limits.most_bytes)
        if scope["path"] in OPEN:
            self._check_rate(STRANGERS)
            return
        token = self._caller(headers.get(b"authorization", ""))
        self._check_rate(token.id if token else STRANGERS)
        if token is None:
            raise Unknown
        scope[CALLER] = token

    def _check_place(self, headers: dict[bytes, str]) -> None:
        host = headers.get(b"host", "")
        if _name(host) not in self._limits.hosts:
            raise Misdirected(host)
        origin = headers.get(b"origin")
        if origin is not None and origin.lower() not in (f"http://{host.lower()}", f"https://{host.lower()}"):
            raise Forbidden("A page of another origin may not ask.", "Ask without a browser, or from the same origin.")

    def _caller(self, authorization: str) -> Token | None:
        kind, _, token = authorization.partition(" ")
        return self._tokens.found(token.strip(), self._clock()) if kind.lower() == "bearer" else None

    def _check_rate(self, who: str) -> None:
        """A bucket that fills by so much a second; all strangers share one."""
        now, (left, since) = monotonic(), self._knocks.get(who, (float(self._limits.burst), 0.0))
        left = min(float(self._limits.burst), left + (now - since) * self._limits.per_second)
        if left < 1:
            raise TooMany
        if len(self._knocks) > MOST_KNOCKERS:
            self._knocks.clear()
        self._knocks[who] = (left - 1, now)


def hosts_of(host: str, more: Iterable[str] = ()) -> frozenset[str]:
    """The names by which a server on this address may be called."""
    return frozenset({*LOOPBACK, host.lower(), *(one.lower() for one in more)})


def caller_of(scope: MutableMapping[str, Any]) -> Token:
    """Whose request it is."""
    found: Token | None = scope.get(CALLER)
    if found is None:
        raise Unknown
    return found


class _Answer:
    """What goes out; a refusal in place of an answer, as long as none has begun."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.status = 0

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        await self._send(message)

    async def refuse(self, problem: LaminaError) -> None:
        if self.status:  # half of an answer is out, and cannot be taken back: whoever reads it sees that it is cut off
            return
        body = json.dumps(present.error(problem)).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        headers += [(name.encode(), value.encode()) for name, value in getattr(problem, "headers", {}).items()]
        await self.send({"type": "http.response.start", "status": status_of(problem), "headers": headers})
        await self.send({"type": "http.response.body", "body": body})


def _counted(receive: Receive, most: int) -> Receive:
    """A sender may not say how much is coming, or not the truth."""
    came = 0

    async def counted() -> Message:
        nonlocal came
        message = await receive()
        came += len(message.get("body", b""))
        if came > most:
            raise TooLarge(most)
        return message

    return counted


def _name(host: str) -> str:
    """The name in a Host header, without the port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


def _route(scope: MutableMapping[str, Any]) -> str:
    """The pattern of the path: ids in it would make a series of each."""
    return str(getattr(scope.get("route"), "path", "")) or ("/mcp" if scope["path"] == "/mcp" else "other")
