"""Secrets that never opened anything, and lines that only look like them: made from parts, so that no scanner stirs."""

from __future__ import annotations

import base64
import json
import string
import uuid
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

LETTERS = string.ascii_letters
WORD = LETTERS + string.digits
WEB = WORD + "-_"
HEX = "0123456789abcdef"
CODED = WORD + "+/"
UPPER = string.ascii_uppercase + "234567"


class Case(NamedTuple):
    """A text with a secret in it; nothing of `pieces` may be left."""

    kind: str
    context: str
    text: str
    pieces: tuple[str, ...]


class Kind(NamedTuple):
    """How one is made; `name` is what its issuer calls the variable, where only that betrays it."""

    kind: str
    make: Callable[[Random], tuple[str, str]]
    name: str = ""


def _of(random: Random, letters: str, size: int) -> str:
    return "".join(random.choice(letters) for _ in range(size))


def _shape(kind: str, *parts: str | tuple[str, int], name: str = "") -> Kind:
    def make(random: Random) -> tuple[str, str]:
        whole = "".join(part if isinstance(part, str) else _of(random, *part) for part in parts)
        return whole, whole

    return Kind(kind, make, name)


def _around(kind: str, before: str, letters: str, size: int, after: str = "") -> Kind:
    def make(random: Random) -> tuple[str, str]:
        secret = _of(random, letters, size)
        return f"{before}{secret}{after}", secret

    return Kind(kind, make)


def _password(random: Random) -> str:
    return random.choice(LETTERS) + _of(random, WORD + "!_+", random.randint(6, 12)) + random.choice(string.digits)


def _chosen(kind: str, before: str = "", after: str = "", name: str = "") -> Kind:
    def make(random: Random) -> tuple[str, str]:
        secret = _password(random)
        return f"{before}{secret}{after}", secret

    return Kind(kind, make, name)


def _jwt(random: Random) -> tuple[str, str]:
    def part(value: dict[str, object]) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    head, body = part({"alg": "HS256", "typ": "JWT"}), part({"sub": _of(random, WORD, 12), "iat": 1_700_000_000})
    whole = f"{head}.{body}.{_of(random, WEB, 43)}"
    return whole, whole


def _pem(label: str, cut: bool = False) -> Callable[[Random], tuple[str, str]]:
    def make(random: Random) -> tuple[str, str]:
        lines = [_of(random, CODED, 64) for _ in range(random.randint(4, 20))] + [_of(random, CODED, 38) + "=="]
        dashes = "-" * 5
        head, foot = f"{dashes}BEGIN {label}{dashes}", f"{dashes}END {label}{dashes}"
        return "\n".join([head, *lines, *([] if cut else [foot])]), "\n".join(lines)

    return make


def _uuid(random: Random) -> tuple[str, str]:
    value = str(uuid.UUID(int=random.getrandbits(128), version=4))
    return value, value


def _basic(random: Random) -> tuple[str, str]:
    coded = base64.b64encode(f"{_of(random, WORD, 6)}:{_password(random)}".encode()).decode()
    return f"Authorization: Basic {coded}", coded


PRIVATE = "PRIVATE KEY"
KINDS = (
    _shape("aws access key", "AK" + "IA", (UPPER, 16)),
    _shape("aws session key", "AS" + "IA", (UPPER, 16)),
    _shape("aws secret", (CODED, 40), name="AWS_SECRET_ACCESS_KEY"),
    _shape("google key", "AI" + "za", (WEB, 34), (WORD, 1)),
    _shape("google token", "ya" + "29.", (WEB, 60), (WORD, 1)),
    _shape("google client secret", "GOC" + "SPX-", (WEB, 27), (WORD, 1)),
    _shape("azure account key", (CODED, 86), "==", name="AccountKey"),
    _around("azure signature", "https://a.blob.core.windows.net/c?sv=2022-11-02&sp=r&sig=", WORD, 43, "%3D"),
    _shape("digitalocean", "dop" + "_v1_", (HEX, 64)),
    Kind("heroku", _uuid, "HEROKU_API_KEY"),
    _shape("cloudflare token", (WEB, 39), (WORD, 1), name="CLOUDFLARE_API_TOKEN"),
    _shape("cloudflare key", (HEX, 37), name="CLOUDFLARE_API_KEY"),
    *(_shape(f"github {one}", one + "_", (WORD, 36)) for one in ("ghp", "gho", "ghs", "ghu", "ghr")),
    _shape("github fine-grained", "github" + "_pat_", (WORD, 22), "_", (WORD, 59)),
    _shape("gitlab", "gl" + "pat-", (WEB, 19), (WORD, 1)),
    _shape("gitlab runner", "gl" + "rt-", (WEB, 19), (WORD, 1)),
    *(
        _shape(f"slack {one}", f"xox{one}-", (string.digits, 12), "-", (string.digits, 12), "-", (WORD, 24))
        for one in "bpars"
    ),
    _around("slack webhook", "https://hooks.slack.com" + "/services/T", UPPER + string.digits, 33),
    _shape("stripe live", "sk_" + "live_", (WORD, 24)),
    _shape("stripe restricted", "rk_" + "live_", (WORD, 24)),
    _shape("stripe test", "sk_" + "test_", (WORD, 24)),
    _shape("stripe webhook", "wh" + "sec_", (WORD, 32)),
    _shape("openai", "s" + "k-", (WORD, 20), "T3Blbk" + "FJ", (WORD, 20)),
    _shape("openai project", "s" + "k-proj-", (WEB, 120), (WORD, 1)),
    _shape("anthropic", "s" + "k-ant-api03-", (WEB, 93), "AA"),
    _shape("openrouter", "s" + "k-or-v1-", (HEX, 64)),
    _shape("huggingface", "h" + "f_", (LETTERS, 34)),
    _shape("npm", "np" + "m_", (WORD, 36)),
    _shape("pypi", "pypi-" + "AgEIcHlwaS5vcmc", (WEB, 130), (WORD, 1)),
    _shape("sendgrid", "S" + "G.", (WEB, 22), ".", (WEB, 42), (WORD, 1)),
    _shape("twilio key", "S" + "K", (HEX, 32)),
    _shape("twilio auth", (HEX, 32), name="TWILIO_AUTH_TOKEN"),
    _shape("telegram", "1102015430:" + "AA", (WEB, 32), (WORD, 1)),
    _around("discord bot", "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2" + "FMQ.", WORD, 38),
    _around("discord webhook", "https://discord.com/api/webhooks/" + "1" * 18 + "/", WORD, 68),
    _shape("linear", "lin" + "_api_", (WORD, 40)),
    _shape("notion", "sec" + "ret_", (WORD, 43)),
    _shape("notion new", "nt" + "n_", (WORD, 46)),
    _shape("vercel", (WORD, 24), name="VERCEL_TOKEN"),
    _shape("supabase", "sb" + "p_", (HEX, 40)),
    _shape("databricks", "da" + "pi", (HEX, 32)),
    _shape("mailgun", "ke" + "y-", (HEX, 32)),
    _shape("shopify", "shp" + "at_", (HEX, 32)),
    _shape("sentry token", "sntr" + "ys_", (WORD, 80)),
    _around("sentry dsn", "https://", HEX, 32, "@o1234.ingest.sentry.io/5678"),
    Kind("jwt", _jwt),
    _around("bearer header", "Authorization: Bearer ", WORD, 40),
    Kind("basic header", _basic),
    _around("token header", "Authorization: token ", HEX, 40),
    _around("session cookie", "Cookie: lang=en; sessionid=", WORD, 32),
    _chosen("curl user", "curl -s -u bob:", " https://api.host.io/v1"),
    _chosen("mysql option", "mysql -h db -u root -p", " shop"),
    *(
        _chosen(f"{scheme} address", f"{scheme}://bob:", "@db.internal:5432/shop")
        for scheme in ("postgres", "mysql", "mongodb+srv", "redis", "amqp", "https")
    ),
    *(Kind(f"pem {one}", _pem(f"{one}{PRIVATE}")) for one in ("", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED ")),
    Kind("pem cut off", _pem(f"RSA {PRIVATE}", cut=True)),
    Kind("pgp", _pem(f"PGP {PRIVATE} BLOCK")),
    _shape("age", "AGE-SEC" + "RET-KEY-1", (UPPER, 58)),
    _chosen("password", name="DB_PASSWORD"),
    _chosen("passphrase", name="SSH_PASSPHRASE"),
    _shape("client secret", (WEB, 30), (WORD, 2), name="CLIENT_SECRET"),
    _shape("api key", (WORD, 32), name="WEATHER_API_KEY"),
    _shape("access token", (WORD, 40), name="ACCESS_TOKEN"),
    _shape("secret key base", (HEX, 128), name="SECRET_KEY_BASE"),
    _shape("hashicorp", "hv" + "s.", (WEB, 90), (WORD, 1)),
    _shape("groq", "gs" + "k_", (WORD, 52)),
    _shape("docker hub", "dckr" + "_pat_", (WEB, 26), (WORD, 1)),
    _shape("grafana", "gl" + "sa_", (WORD, 32), "_", (HEX, 8)),
    _shape("atlassian", "ATA" + "TT3", (WEB, 180), "=", (UPPER, 8)),
    _shape("tailscale", "ts" + "key-auth-", (WORD, 12), "-", (WORD, 32)),
)


def _camel(name: str) -> str:
    first, *rest = name.lower().split("_")
    return first + "".join(map(str.title, rest))


def _json(name: str, value: str) -> str:
    return json.dumps({"id": 7, name: value, "on": True})


BUILD: dict[str, Callable[[str, str], str]] = {
    "prose": lambda name, value: f"by mistake I sent it: the {name.lower().replace('_', ' ')} is {value} so rotate it",
    "export": lambda name, value: f"$ export {name}='{value}'\n$ make deploy",
    "json": lambda name, value: _json(name.lower(), value),
    "yaml": lambda name, value: f"app:\n  {name.lower()}: {json.dumps(value)}\n  port: 80\n",
    "env": lambda name, value: f"PORT=80\n{name}={json.dumps(value) if chr(10) in value else value}\nDEBUG=1\n",
    "python": lambda name, value: f'{name} = """{value}"""\n' if "\n" in value else f'    {name.lower()}="{value}",\n',
    "curl": lambda name, value: f'curl -X POST -H "X-{name.replace("_", "-").title()}: {value}" https://api.host.io',
}
HELD_OUT: dict[str, Callable[[str, str], str]] = {
    "javascript": lambda name, value: f"const {_camel(name)} = `{value}`;\n",
    "go": lambda name, value: f"\tclient.{_camel(name).title()} = {json.dumps(value)}\n",
    "log": lambda name, value: f"2026-01-08T14:41:01Z ERROR refused: {name.lower()}={value} (status 401)",
    "diff": lambda name, value: "-port: 80\n+" + f"{name}={value}".replace("\n", "\n+") + "\n port: 90",
    "escaped": lambda name, value: json.dumps({"output": f"first\n{_json(name, value)}\n{name}={value}\nlast"}),
    "query": lambda name, value: f"GET /v1/items?limit=5&{name.lower()}={value}&page=2 200",
    "table": lambda name, value: f"| `{name}` = `{value}` | prod |",
    "numbered": lambda name, value: (
        "     7→x=1\n     8→" + f"{name}: {value}".replace("\n", "\n     9→") + "\n    10→y"
    ),
}


def cases(part: str, seed: int = 0) -> Iterator[Case]:
    """Every kind in every context of one part; the parts share neither contexts nor random numbers."""
    contexts = BUILD if part == "build" else HELD_OUT
    random = Random(f"{part} {seed}")
    for kind in KINDS:
        for context, fill in contexts.items():
            if context == "query" and not kind.name and any(sign in kind.kind for sign in ("header", "pem", "pgp")):
                continue  # no header and no block of lines stands in an address
            carrier, secret = kind.make(random)
            pieces = tuple(piece for piece in secret.split("\n") if piece)
            yield Case(kind.kind, context, fill(kind.name or "SETTING", carrier), pieces)


def survives(case: Case, redacted: str) -> bool:
    """Whether a telling part of the secret is still there."""
    return any(piece[:12] in redacted or piece[-12:] in redacted for piece in case.pieces)
