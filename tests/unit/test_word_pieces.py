"""Pieces of words, and the cache that makes them quick to find."""

from __future__ import annotations

import argparse
import ast
import time
from pathlib import Path

import pytest
from tokenizers import Tokenizer

import lamina
from lamina.adapters.static_vectors import StaticVectors, _wheel_folder
from lamina.adapters.word_pieces import Vocabulary
from lamina.model.pieces import parts

SOURCE = str(Path(_wheel_folder()) / "tokenizers" / "l2_supercat_tokenizer_config.json")
ODD = ["é", "ß", "日本語", "привет", "ﬁ", "i̇", "𝔘", "👍", "zzzzzzzz", "x" * 200, "1", "1234567890", "٣"]


@pytest.fixture(scope="module")
def vocabulary(tmp_path_factory: pytest.TempPathFactory) -> Vocabulary:
    return Vocabulary(str(tmp_path_factory.mktemp("cache") / "pieces"), SOURCE)


@pytest.fixture(scope="module")
def reference() -> Tokenizer:
    found: Tokenizer = Tokenizer.from_file(SOURCE)
    found.no_padding()
    found.no_truncation()
    return found


def some_thousand_words() -> list[str]:
    """Every word of our own sources and of a few modules of Python's library."""
    files = [*Path(lamina.__file__).parent.rglob("*.py"), Path(ast.__file__), Path(argparse.__file__)]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    return sorted({word.lower() for word in parts(text)})


def test_pieces_are_those_of_the_reference_tokenizer(vocabulary: Vocabulary, reference: Tokenizer) -> None:
    words = [*some_thousand_words(), *ODD]
    assert len(words) > 2000
    expected = [one.ids for one in reference.encode_batch(words, add_special_tokens=False)]
    different = [word for word, ids in zip(words, expected, strict=True) if vocabulary.pieces(word) != ids]
    assert different == []


def test_a_word_of_a_hundred_thousand_letters_does_not_hang(vocabulary: Vocabulary) -> None:
    started = time.process_time()
    pieces = vocabulary.pieces("ab" * 50_000)
    # Joining them all at once would take minutes.
    assert time.process_time() - started < 10
    assert len(pieces) > 10_000


def test_a_second_start_reads_the_cache_and_finds_the_same(vocabulary: Vocabulary, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "pieces"
    Vocabulary(str(path), SOURCE)
    written = path.read_bytes()
    again = Vocabulary(str(path), SOURCE)
    assert path.read_bytes() == written
    assert again.pieces("memory") == vocabulary.pieces("memory")


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: b"",
        lambda whole: whole[:-1],
        lambda whole: whole[: 52 * 1000],
        lambda whole: bytes(len(whole)),
        lambda whole: b"not a vocabulary",
    ],
    ids=["empty", "one byte short", "cut between records", "zeros", "something else"],
)
def test_a_damaged_cache_is_made_anew(damage: object, vocabulary: Vocabulary, tmp_path: Path) -> None:
    assert callable(damage)
    path = tmp_path / "pieces"
    Vocabulary(str(path), SOURCE)
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    assert Vocabulary(str(path), SOURCE).pieces("memory") == vocabulary.pieces("memory")
    assert path.read_bytes() == whole


def test_a_cache_from_another_wheel_is_made_anew(vocabulary: Vocabulary, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text('{"model": {"vocab": {"▁": 1, "m": 2}}}', encoding="utf-8")
    path = tmp_path / "pieces"
    Vocabulary(str(path), str(other))
    assert Vocabulary(str(path), SOURCE).pieces("memory") == vocabulary.pieces("memory")


def test_a_cache_that_cannot_be_written_only_costs_time(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("a file, not a folder")
    found = StaticVectors(str(in_the_way / "cache")).embed(["memory"])
    assert found == StaticVectors(str(tmp_path / "cache")).embed(["memory"])
    assert in_the_way.read_text() == "a file, not a folder"


def test_no_half_written_cache_is_left_behind(tmp_path: Path) -> None:
    StaticVectors(str(tmp_path)).embed(["memory"])
    assert [path.name for path in tmp_path.iterdir()] == ["static-256.vocabulary"]
