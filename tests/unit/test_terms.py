"""Which terms a text is found by."""

from __future__ import annotations

import pytest

from lamina.model.terms import STOP_WORDS, _cache, query_terms, terms
from lamina.recall.query import analyse, embedded_text, indexed_texts


@pytest.mark.parametrize(
    ("identifier", "asked"),
    [
        ("getUserName", ("get", "user", "name", "getusername", "getUserName")),
        ("HTTPServer", ("http", "server", "HTTPServer")),
        ("snake_case_name", ("snake", "case", "name", "snake_case_name")),
        ("src/lamina/store/sqlite.py", ("lamina", "sqlite", "src/lamina/store/sqlite.py")),
        ("C:\\Users\\ann", ("users", "ann", "C:\\Users\\ann")),
        ("std::vector", ("std", "vector", "std::vector")),
        ("v1.2.3", ("1.2.3", "v1.2.3")),
        ("utf8", ("utf", "8", "UTF8")),
        ("__init__", ("init", "__init__")),
        ("tree-sitter", ("tree", "sitter", "tree-sitter")),
    ],
)
def test_an_identifier_is_found_whole_and_by_its_parts(identifier: str, asked: tuple[str, ...]) -> None:
    there = set(terms(identifier))
    for word in asked:
        assert there & set(query_terms(word)), word


@pytest.mark.parametrize("name", ["SQLite", "PostgreSQL", "TypeScript", "getUserName", "GitHub", "LaTeX", "JSONLines"])
def test_a_name_is_found_however_it_is_capitalised(name: str) -> None:
    assert set(query_terms(name.lower())) <= set(terms(name))
    assert set(query_terms(name.upper())) <= set(terms(name))


def test_the_whole_identifier_tells_two_with_the_same_parts_apart() -> None:
    parts = ["user", "name"]
    assert terms("user_name")[:2] == terms("user.name")[:2] == parts
    assert terms("user_name")[2:] != terms("user.name")[2:]


@pytest.mark.parametrize(
    ("one", "other"),
    [("tests", "test"), ("running", "runs"), ("Configured", "configure"), ("migrations", "migration")],
)
def test_inflected_words_meet(one: str, other: str) -> None:
    assert terms(one) == terms(other)


@pytest.mark.parametrize("possessive", ["server's", "server’s", "SERVER'S", "Server"])
def test_a_possessive_is_its_word(possessive: str) -> None:
    assert terms(possessive) == ["server"]


def test_a_possessive_identifier_keeps_its_parts() -> None:
    assert terms("getName's") == terms("getName")


@pytest.mark.parametrize("name", ["O'Brien", "O’Brien", "L'Oréal", "rock'n'roll"])
def test_what_stands_after_an_apostrophe_is_found(name: str) -> None:
    last = name.replace("’", "'").split("'")[-1]
    assert set(terms(last)) <= set(terms(name)), name


@pytest.mark.parametrize("word", ["don't", "we're", "they’ve", "I'll", "she'd", "I'm"])
def test_a_contraction_leaves_no_fragment(word: str) -> None:
    assert len(terms(word)) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Straße", ["straße"]),
        ("café", ["café"]),
        ("Привет", ["привет"]),
        ("日本語", ["日本語"]),
        ("Größe", ["größe"]),
        ("٣٤", ["٣٤"]),
    ],
)
def test_words_of_other_scripts_are_kept(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_letters_with_accents_do_not_cut_a_name() -> None:
    assert terms("caféMenü")[:2] == [*terms("café"), *terms("Menü")]


@pytest.mark.parametrize("text", ["", "   ", "___", "_ _", "?!…", "→ — ·", "\x00\x1f", "\ud800", "'''"])
def test_what_holds_no_word_has_no_terms(text: str) -> None:
    assert terms(text) == []
    assert analyse(text).terms == ()


def test_a_very_long_token_is_found_by_its_parts_but_not_stored_whole() -> None:
    path = "/".join(["folder"] * 1000 + ["needle.py"])
    found = terms(path)
    assert "needl" in found
    assert max(map(len, found)) < 64


def test_a_long_run_of_letters_takes_no_time_to_speak_of() -> None:
    assert len(terms("ab" * 500_000)) == 1


def test_stop_words_count_only_when_there_is_nothing_else() -> None:
    assert query_terms("where is the parser") == ("parser",)
    assert query_terms("to be or not to be") == ("to", "be", "or", "not")
    assert all(query_terms(word) for word in STOP_WORDS)


def test_stop_words_of_a_stored_text_are_kept_for_such_questions() -> None:
    assert set(query_terms("to be or not to be")) <= set(terms("To be, or not to be."))


def test_a_query_asks_for_each_term_once() -> None:
    assert query_terms("test tests TESTING parser") == ("test", "parser")


def test_an_exchange_is_about_what_was_asked_and_holds_all_of_it() -> None:
    body = {
        "kind": "exchange",
        "lengths": {"full": "Where is it?\n\nIn the drawer."},
        "fields": {"asked": "Where is it?", "around": "the spoon"},
        "tags": [],
        "files": ["kitchen.py"],
        "keywords": [],
    }
    near, wide = indexed_texts(body)
    assert "drawer" not in near
    assert "spoon" in near
    assert all(word in wide for word in ("drawer", "spoon", "kitchen.py"))
    assert embedded_text(body) == "Where is it?"


def test_a_memory_is_about_its_first_line_and_its_labels() -> None:
    body = {
        "kind": "fact",
        "lengths": {"full": "Use pnpm\nbecause npm is slow"},
        "fields": {},
        "tags": ["rule"],
        "files": [],
        "keywords": ["packages"],
    }
    near, wide = indexed_texts(body)
    assert "slow" not in near
    assert all(word in near for word in ("pnpm", "rule", "packages"))
    assert "slow" in wide
    assert embedded_text(body) == "Use pnpm\nbecause npm is slow"


def test_an_exchange_that_nobody_asked_for_is_embedded_whole() -> None:
    body = {"kind": "exchange", "lengths": {"full": "Welcome back."}, "fields": {"asked": " "}}
    assert embedded_text(body) == "Welcome back."


def test_a_pasted_blob_is_not_kept_in_memory() -> None:
    blob = "a1B2" * 10_000
    assert terms(blob)
    assert blob not in _cache
