"""Vectors of texts: the same with and without numpy, and near for what is near in meaning."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from lamina.adapters.static_vectors import DIMENSIONS, StaticVectors
from lamina.model.pieces import parts
from lamina.recall.vectors import code_of, cosine, pack, probe

TEXTS = [
    "",
    "?!…",
    "memory",
    "Always use pnpm in this repository, never npm",
    "getUserName snake_case src/lamina/store/sqlite.py v1.2.3",
    "Größe café 日本語 привет 👍 𝔘𝔫𝔦",
    "x" * 3000,
    " ".join(f"word{number}" for number in range(3000)),
]


@pytest.fixture(scope="module")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> StaticVectors:
    return StaticVectors(str(tmp_path_factory.mktemp("cache")))


def near(vectors: StaticVectors, one: str, other: str) -> float:
    first, second = vectors.embed([one, other])
    return cosine(probe(first), second)


def test_a_process_without_numpy_gives_the_same_vectors(vectors: StaticVectors, tmp_path: Path) -> None:
    assert "numpy" in sys.modules
    program = (
        "import json, sys; from lamina.adapters.static_vectors import StaticVectors\n"
        "vectors = StaticVectors(sys.argv[1])\n"
        "found = [vectors.embed([text])[0].hex() for text in json.load(sys.stdin)]\n"
        "assert 'numpy' not in sys.modules\n"
        "print(json.dumps(found))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)],
        input=json.dumps(TEXTS),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert json.loads(done.stdout) == [one.hex() for one in vectors.embed(TEXTS)]


def test_a_text_has_the_same_vector_alone_and_among_others(vectors: StaticVectors) -> None:
    assert [vectors.embed([text])[0] for text in reversed(TEXTS)] == vectors.embed(TEXTS)[::-1]


def test_a_vector_is_packed_the_same_with_and_without_numpy(vectors: StaticVectors) -> None:
    for text, packed in zip(TEXTS, vectors.embed(TEXTS), strict=True):
        assert pack(vectors._sum([word.lower() for word in parts(text)])) == packed


def test_an_embedder_that_met_many_words_holds_only_so_many_and_forgets_nothing_it_needs(tmp_path: Path) -> None:
    small, fresh = StaticVectors(str(tmp_path), kept_words=50), StaticVectors(str(tmp_path))
    for number in range(0, 600, 20):
        text = "the same words again and " + " ".join(
            f"{'abcdefghij'[digit % 10]}{digit}q" for digit in range(number, number + 20)
        )
        assert small.embed([text]) == fresh.embed([text])
        assert len(small._row_of) <= 50
    assert small.embed(TEXTS) == fresh.embed(TEXTS)


def test_a_text_without_a_word_has_no_vector(vectors: StaticVectors) -> None:
    assert vectors.embed(["", "?!… → ·"]) == [b"", b""]


def test_no_texts_have_no_vectors(vectors: StaticVectors) -> None:
    assert vectors.embed([]) == []


def test_what_means_the_same_is_nearer_than_what_does_not(vectors: StaticVectors) -> None:
    assert near(vectors, "delete the folder", "remove the directory") > near(
        vectors, "delete the folder", "a walk on the beach"
    )


def test_case_and_punctuation_do_not_change_a_vector(vectors: StaticVectors) -> None:
    assert near(vectors, "Delete the Folder!", "delete the folder") == pytest.approx(1.0)


def test_a_packed_vector_keeps_its_signs_and_its_shape() -> None:
    values = [(-1) ** at * (at + 100) / 7 for at in range(DIMENSIONS)]
    packed = pack(values)
    back = probe(packed)
    assert np.unpackbits(np.frombuffer(code_of(packed), np.uint8)).tolist() == [value > 0 for value in values]
    largest = max(map(abs, values))
    assert max(abs(got * largest / 127 - value) for got, value in zip(back.values, values, strict=True)) < largest / 250
