"""Terms, lengths and hashes hold for any text there is."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import example, given
from hypothesis import strategies as st

from lamina import config
from lamina.distil.importance import importance_of
from lamina.distil.lengths import COMPRESSED_CHARACTERS, SUMMARY_CHARACTERS, at_four_lengths
from lamina.model.ids import text_hash
from lamina.model.memory import INDEX_CHARACTERS
from lamina.model.terms import _cache, query_terms, terms
from lamina.recall.query import analyse
from tests.properties.strategies import any_text, prose, words


@given(any_text)
@example("\ud800")
@example("İİıſK")
def test_any_text_has_terms_or_none_and_never_raises(text: str) -> None:
    found = terms(text)
    assert all(found)
    assert not any(re.search(r"\s", term) for term in found)


@given(any_text)
def test_the_same_text_has_the_same_terms_with_and_without_the_cache(text: str) -> None:
    warm = terms(text)
    _cache.clear()
    assert terms(text) == warm


@given(any_text)
def test_a_text_is_found_by_its_own_words(text: str) -> None:
    assert set(query_terms(text)) <= set(terms(text))
    assert bool(analyse(text).terms) == bool(terms(text))


@given(any_text, any_text)
def test_two_texts_side_by_side_have_the_terms_of_both(one: str, other: str) -> None:
    assert terms(f"{one} {other}") == terms(one) + terms(other)


@given(prose | any_text, prose | st.just(""))
def test_each_length_is_no_longer_than_the_one_before(text: str, head: str) -> None:
    text = f"{head}\n\n{text}" if head else text
    full, summary, compressed, index, _ = at_four_lengths(text, head=head)
    assert full == text
    assert len(full) >= len(summary) >= len(compressed) >= len(index)
    assert len(summary) <= SUMMARY_CHARACTERS
    assert len(compressed) <= COMPRESSED_CHARACTERS
    assert len(index) <= INDEX_CHARACTERS


@given(prose, prose | st.just(""))
def test_a_shorter_form_says_only_what_the_longer_says(text: str, head: str) -> None:
    text = f"{head}\n\n{text}" if head else text
    lengths = at_four_lengths(text, head=head)
    for longer, shorter in pairwise(lengths[:4]):
        known = set(longer.split())
        for word in shorter.split():
            # A cut word is the beginning of one, and says so.
            cut = word.endswith("…") and any(one.startswith(word[:-1]) for one in known)
            assert word in known or cut or word == "→", (word, longer)


@given(any_text)
def test_shortening_brings_in_no_control_characters_and_no_line_breaks(text: str) -> None:
    lengths = at_four_lengths(text)
    for shorter in lengths[1:4]:
        assert {one for one in shorter if unicodedata.category(one) == "Cc"} <= set(text)
        assert "\n" not in shorter


@given(any_text.filter(lambda text: bool(text.strip())))
def test_a_text_that_says_something_says_something_at_every_length(text: str) -> None:
    assert all(at_four_lengths(text)[:4])


@given(any_text, st.lists(words))
def test_importance_is_always_a_share(text: str, tags: list[str]) -> None:
    assert 0.0 <= importance_of(text, tags) <= 1.0


@given(words)
def test_space_around_a_text_and_a_full_stop_after_it_make_no_other_text(text: str) -> None:
    assert text_hash(f"  {text}\t") == text_hash(text) == text_hash(f"{text} .")


@given(st.dictionaries(st.sampled_from(["store", "project", "user"]), words))
def test_what_is_written_to_the_settings_is_read_back(values: dict[str, str]) -> None:
    printable = {name: value for name, value in values.items() if value.isprintable() and value}
    with TemporaryDirectory() as home:
        for name, value in printable.items():
            config.write(home, name, value)
        assert config.read_file(str(Path(home) / config.FILE)) == printable
