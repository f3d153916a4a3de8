"""Secrets that are known by their own shape, wherever they stand: one row per prefix that an issuer uses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from lamina.refine.secret_values import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

_WORD, _WEB, _HEX = "[A-Za-z0-9]", "[A-Za-z0-9_-]", "[0-9a-f]"
_END = r"(?![A-Za-z0-9])"


class Shape(NamedTuple):
    """One row: what it is, the letters it begins with, what follows them, why it can be trusted, what stands before."""

    kind: str
    anchor: str
    body: str
    why: str
    before: str = ""

    def pattern(self) -> re.Pattern[str]:
        """Begins with plain letters, which `re` finds at memory speed; only then looks back for the left edge."""
        anchor = _plain(self.anchor)
        # Of the escape `\n`, the `n` is no part of a word.
        edge = rf"(?:(?<![A-Za-z0-9]{anchor})|(?<=\\[nrt]{anchor}))"
        return re.compile(anchor + (f"(?<={self.before}{anchor})" if self.before else edge) + self.body)


def _plain(anchor: str) -> str:
    return anchor.replace(".", r"\.")


def _rows(kind: str, anchors: str, body: str, why: str, before: str = "") -> list[Shape]:
    return [Shape(kind, anchor, body, why, before) for anchor in anchors.split()]


SHAPES = (
    *_rows("aws-access-key", "AKIA ASIA ABIA ACCA", f"[A-Z0-9]{{16}}{_END}", "documented prefixes, 20 in all"),
    *_rows("lamina-token", "lamina_", f"{_HEX}{{8}}_{_WEB}{{43}}", "8 and 43: our own"),
    *_rows("google-key", "AIza", f"{_WEB}{{35,}}", "39 in all"),
    *_rows("google-token", "ya29.", f"{_WEB}{{20,}}", "OAuth access token"),
    *_rows("google-secret", "GOCSPX-", f"{_WEB}{{20,}}", "OAuth client secret"),
    *_rows("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", f"{_HEX}{{64}}", "64 hexadecimal digits"),
    *_rows("github-token", "ghp_ gho_ ghs_ ghu_ ghr_", f"{_WORD}{{30,}}", "36 and a checksum; older ones vary"),
    *_rows("github-token", "github_pat_", f"{_WORD}{{22}}_{_WORD}{{50,}}", "fine-grained"),
    *_rows(
        "gitlab-token",
        "glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- GR1348941",
        "[A-Za-z0-9_.-]{20,}",
        "one prefix per use",
    ),
    *_rows("slack-token", "xoxa- xoxb- xoxp- xoxr- xoxs- xoxe- xoxe. xapp-", "[A-Za-z0-9.-]{15,}", "digits and parts"),
    *_rows("stripe-key", "sk_live_ rk_live_ sk_test_ rk_test_", f"{_WORD}{{16,}}", "secret and restricted keys"),
    *_rows("webhook-secret", "whsec_", r"[A-Za-z0-9+/=]{24,}", "Stripe, Svix"),
    *_rows("anthropic-key", "sk-ant-", f"{_WEB}{{20,}}", "before the shorter sk-"),
    *_rows("openai-key", "sk-proj- sk-svcacct- sk-admin- sk-None-", f"{_WEB}{{20,}}", "project keys"),
    *_rows("api-key", "sk-or-v1- sk-lf- pk-lf-", f"{_WEB}{{20,}}", "OpenRouter, Langfuse"),
    *_rows(
        "openai-key", "sk-", f"(?={_WORD}{{0,60}}?[0-9]){_WORD}{{20,}}{_END}", "no further dash: sk-learn-… is none"
    ),
    *_rows("huggingface-token", "hf_ api_org_", f"{_WORD}{{30,}}", "34 letters and digits"),
    *_rows("npm-token", "npm_", f"{_WORD}{{36,}}", "36 and a checksum"),
    *_rows("pypi-token", "pypi-AgE", f"{_WEB}{{50,}}", "a macaroon that begins with its place"),
    *_rows("sendgrid-key", "SG.", f"{_WEB}{{16,32}}\\.{_WEB}{{30,}}", "22 and 43"),
    *_rows("twilio-key", "SK", f"{_HEX}{{32}}{_END}", "AC… is only the account"),
    *_rows("linear-key", "lin_api_ lin_oauth_", f"{_WORD}{{32,}}", "40 letters and digits"),
    *_rows("notion-token", "secret_", f"{_WORD}{{43}}{_END}", "exactly 43: secret_ is a common beginning of names"),
    *_rows("notion-token", "ntn_", f"{_WORD}{{40,}}", "since 2024"),
    *_rows("vercel-token", "vcp_ vci_ vca_ vcr_ vck_", f"{_WORD}{{24,}}", "prefixes since 2025"),
    *_rows("supabase-key", "sbp_ sb_secret_", f"{_WEB}{{20,}}", "sb_publishable_ is public"),
    *_rows("databricks-token", "dapi", f"{_HEX}{{32}}(?:-[0-9])?{_END}", "32 hexadecimal digits"),
    *_rows("mailgun-key", "key-", f"{_HEX}{{32}}{_END}", "32 hexadecimal digits"),
    *_rows("shopify-token", "shpat_ shpss_ shpca_ shppa_", "[0-9a-fA-F]{32}", "32 hexadecimal digits"),
    *_rows("sentry-token", "sntrys_ sntryu_", r"[A-Za-z0-9_+/=-]{40,}", "organisation and user"),
    *_rows("jwt", "eyJ", rf"{_WEB}{{6,}}\.eyJ{_WEB}{{6,}}\.{_WEB}{{8,}}", "two JSON objects and a signature"),
    *_rows("age-key", "AGE-SECRET-KEY-1", "[A-Z0-9]{50,}", "Bech32"),
    *_rows("telegram-token", "AA", rf"{_WEB}{{32,35}}{_END}", "after the number of the bot", "[0-9]{8}:"),
    *_rows(
        "discord-token",
        ".",
        rf"(?={_WEB}{{0,38}}(?:[0-9]|[A-Z]{{2}})){_WEB}{{27,40}}(?![\w.-])",
        "the number of the bot and a time stand before it, and are public",
        r"[A-Za-z0-9_-]{23}\.[A-Za-z0-9_-]{6}",
    ),
    Shape("token", "earer ", r"(?=\S{0,60}[0-9])[A-Za-z0-9._~+/=-]{20,}", "of any issuer", "[Bb]"),
    *_rows("atlassian-token", "ATATT3", r"[A-Za-z0-9_=-]{60,}", "API token"),
    *_rows("grafana-token", "glsa_ glc_", r"[A-Za-z0-9_+/=-]{32,}", "service account, cloud"),
    *_rows("hashicorp-token", "hvs. hvb. hvp.", f"{_WEB}{{24,}}", "Vault"),
    *_rows("terraform-token", ".atlasv1.", f"{_WEB}{{60,}}", "14 letters stand before it", "[A-Za-z0-9]{14}"),
    *_rows("doppler-token", "dp.pt. dp.st. dp.ct. dp.sa.", r"[A-Za-z0-9._-]{40,}", "43 letters and digits"),
    *_rows("groq-key", "gsk_", f"{_WORD}{{40,}}", "52 letters and digits"),
    *_rows("xai-key", "xai-", f"{_WORD}{{60,}}", "80 letters and digits"),
    *_rows("perplexity-key", "pplx-", f"{_WORD}{{40,}}", "48 letters and digits"),
    *_rows("replicate-token", "r8_", f"{_WORD}{{36,}}", "37 letters and digits"),
    *_rows("postman-key", "PMAK-", r"[0-9a-f]{24}-[0-9a-f]{34}", "two hexadecimal parts"),
    *_rows("new-relic-key", "NRAK-", "[A-Z0-9]{27}", "user key"),
    *_rows("airtable-token", ".", f"{_HEX}{{64}}", "its id stands before it", f"pat{_WORD}{{14}}"),
    *_rows("planetscale-token", "pscale_tkn_ pscale_pw_ pscale_oauth_", r"[A-Za-z0-9_.=-]{32,}", "43 letters"),
    *_rows("square-token", "sq0csp- sq0atp-", f"{_WEB}{{22,}}", "access token, application secret"),
    *_rows("docker-token", "dckr_pat_ dckr_oat_", f"{_WEB}{{20,}}", "Docker Hub"),
    *_rows("figma-token", "figd_", f"{_WEB}{{36,}}", "personal access token"),
    *_rows("pulumi-token", "pul-", f"{_HEX}{{40}}{_END}", "40 hexadecimal digits"),
    *_rows("fly-token", "fo1_", f"{_WEB}{{40,}}", "Fly.io"),
    *_rows("tailscale-key", "tskey-", f"[a-z]+-{_WEB}{{16,}}", "auth, api, client"),
    *_rows("cloudflare-key", "v1.0-", f"{_HEX}{{24}}-{_HEX}{{100,}}", "origin CA key"),
    *_rows("easypost-key", "EZAK EZTK", f"{_WORD}{{54}}", "production and test"),
)
_COMPILED = tuple((shape.kind, shape.anchor, shape.pattern()) for shape in SHAPES)
_DISTINCT = 4
"""`ghp_xxxxxxxx…` is a placeholder: the body of a real one is never made of so few characters."""
_SHORTEST = 20
_RUN = b"a" * _SHORTEST
"""Every shape holds at least that many letters, digits, dashes or underscores in a row."""
_RUNS = bytes(97 if chr(code) in "_-" or (code < 128 and chr(code).isalnum()) else 32 for code in range(256))
_AHEAD = 32
"""How much of what must stand before a shape may stand before its long run: all of the longest, Discord's."""
_NOT_A_WORD = re.compile(rb"[0-9]|[A-Z][a-z]?[A-Z]")
"""Twenty random letters without a digit and with no capitals near each other are too rare to matter."""


def may_hold_a_shape(flat: bytes) -> bool:
    """Whether `shaped` can find anything: exact enough that it is seldom called in vain."""
    marks = flat.translate(_RUNS)
    first = marks.find(_RUN)
    return first >= 0 and bool(_GATE.search(_long_runs(flat, marks, first)))


def shaped(text: str) -> Iterator[Span]:
    """Every secret with a shape of its own."""
    for kind, anchor, pattern in _COMPILED:
        if anchor in text:
            for hit in pattern.finditer(text):
                if len(set(hit.group()) - set(anchor)) >= _DISTINCT:
                    start = hit.start() + (len(anchor) if anchor.endswith(" ") else 0)  # a word before it stays
                    yield Span(start, hit.end(), kind)


def _long_runs(flat: bytes, marks: bytes, at: int) -> bytes:
    """What is left of a text without its ordinary words: so little that it can be searched for every shape at once."""
    kept = [b""]  # so that the first run, too, has something before it
    while at >= 0:
        end = marks.find(b" ", at)
        if end < 0:
            end = len(marks)
        if _NOT_A_WORD.search(flat, at, end):
            kept.append(flat[max(0, at - _AHEAD) : end])
        at = marks.find(_RUN, end)
    return b" ".join(kept)


def _gate() -> re.Pattern[bytes]:
    """All shapes at once, sorted by their first letter, tried only at the left edge of a word."""
    at_edge: dict[str, list[str]] = {}
    inside: dict[str, list[str]] = {}
    for shape in SHAPES:
        first_part = shape.body.split(r"\.")[0]  # a dot ends a run
        firsts = inside if shape.before else at_edge
        behind = f"(?<={shape.before}{_plain(shape.anchor)})" if shape.before else ""
        firsts.setdefault(shape.anchor[0], []).append(_plain(shape.anchor[1:]) + behind + first_part)
    anywhere = "|".join(_plain(first) + f"(?:{'|'.join(rests)})" for first, rests in inside.items())
    edged = "|".join(f"{first}(?:{'|'.join(rests)})" for first, rests in at_edge.items())
    letters = "".join(sorted({*at_edge, *"nrt"}))
    return re.compile(rf"{anywhere}|[^A-Za-z0-9](?=[{letters}])(?:[nrt](?:{edged})|{edged})".encode("ascii"))


_GATE = _gate()
