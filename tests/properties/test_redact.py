"""Redacting holds for any text there is: it ends soon, says the same twice, and lets no secret through."""

from __future__ import annotations

from random import Random
from time import process_time

import pytest
from bench.secret_corpus import KINDS
from hypothesis import given
from hypothesis import strategies as st

from lamina.refine.redact import redact
from tests.properties.strategies import any_text, prose

SHAPED = [kind for kind in KINDS if not kind.name]
MEGABYTE = 1_000_000
HEAD = "-" * 5 + "BEGIN "
words_about_secrets = st.sampled_from(
    [
        "password=",
        "token: ",
        '"api_key": "',
        "://",
        "@",
        "secret",
        "\\",
        '"',
        "'",
        "=",
        " ",
        "\n",
        "-----BEGIN ",
        "eyJ",
        "[redacted:",
        "[redacted:jwt]",
        "]",
        "Bearer ",
        "hunter22",
        "aB3dE5gH7jK9mN1pQ2sT4vW6yZ8b",
        "curl -u a:",
        "cookie: a=",
        "gh" + "p_aB3dE5gH7jK9mN1pQ2sT4vW6yZ8baB3dE5gH7",
    ]
)


@given(any_text)
def test_redacting_any_text_twice_changes_nothing_more(text: str) -> None:
    once = redact(text)
    assert redact(once) == once


@given(st.lists(words_about_secrets | any_text, max_size=30).map("".join))
def test_redacting_a_heap_of_half_secrets_twice_changes_nothing_more(text: str) -> None:
    once = redact(text)
    assert redact(once) == once


@given(
    st.sampled_from(SHAPED), st.integers(0, 2**32), prose, prose, st.sampled_from([" ", "\n", '"', "`", "\\n", "\t"])
)
def test_a_secret_never_survives_its_surroundings(kind: object, seed: int, before: str, after: str, edge: str) -> None:
    assert isinstance(kind, type(SHAPED[0]))
    carrier, secret = kind.make(Random(seed))
    redacted = redact(f"{before}{edge}{carrier}{edge}{after}")
    assert secret not in redacted


@given(st.text(alphabet="abdfghijlmnoqruvxyz ,.\n'\"(){}=:", max_size=400))
def test_a_text_without_digits_and_without_words_for_secrets_is_unchanged(text: str) -> None:
    # No c, e, k, p, s, t, w: none of the words that betray a secret can be written.
    assert redact(text) == text


@pytest.mark.parametrize(
    "unit",
    [
        "A", "aB3", '"', "=", "\\", " ", "\n", "-", ".", "@a", HEAD, f"{HEAD}RSA PRIVATE KEY-----\n", "password=",
        'password="', "password: ", "token=\\\\\\\"", "token=😀", "api_key_", "--key-", "secret.", "://", "://a:", "://a:b@",
        "curl -u ", "mysql -p ", "cookie: a=b;", "authorization: ", "eyJaaaaaaaaaaaaaaaaa.", "gh" + "p_", "sk-a",
        "xoxb-", "&sp=r&sig=", "password={", "password=<a", "private key-", "a_", "12345678:AA",
    ],
)  # fmt: skip
def test_a_megabyte_made_to_be_slow_takes_less_than_two_seconds(unit: str) -> None:
    text = unit * (MEGABYTE // len(unit))
    start = process_time()
    redact(text)
    assert process_time() - start < 2  # what is not linear takes minutes
