"""A text has the same pieces whether or not the process has loaded `re`."""

from __future__ import annotations

import re
import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from lamina.model import pieces

ODD = st.text(alphabet="aZéßÀ×÷ɏ0٣²_'’./:\\-—\u2028 \x1c\n日ｶǅ", max_size=40)
TEXTS = st.text(max_size=200) | ODD


@given(TEXTS)
def test_tokens_are_the_same_without_a_regular_expression(text: str) -> None:
    assert list(pieces._tokens(text)) == re.findall(pieces._TOKEN, text)


@given(TEXTS)
def test_parts_are_the_same_without_a_regular_expression(text: str) -> None:
    assert list(pieces._parts(text)) == re.findall(pieces._PART, text)


def test_a_process_without_regular_expressions_stays_without() -> None:
    program = 'import sys; from lamina.model.terms import terms; print(terms("the server\'s getUserName")); '
    program += "assert 're' not in sys.modules"
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['the', 'server', 'get', 'user', 'name', 'getusernam']"
