"""Whether a memory that was told was of use: by its handle, its files, or its words in what the agent said."""

from __future__ import annotations

import pytest

from lamina.assemble.judging import judged
from lamina.model.reminders import Told

DERIVED = "ef99338384a83589997fb088e"
MINTED = "01a1efc7-6aef-772f-ac12-178a91c2b265"
KETTLE = Told(DERIVED, ("src/kettle.py",), ("kettle", "blue-green", "deploy.sh"))


def verdict(said: str = "", did: str = "", touched: tuple[str, ...] = (), told: Told = KETTLE) -> str:
    return judged([told], said, did, touched)[told.id]


@pytest.mark.req("C7")
@pytest.mark.parametrize("said", ["As noted in ef993383 84", "", "I changed the parser.", "The kettle is on."])
def test_a_memory_that_nobody_took_up_is_ignored(said: str) -> None:
    assert verdict(said) == "ignored"


@pytest.mark.req("C7")
def test_a_memory_is_cited_when_its_handle_is_said_or_looked_up() -> None:
    assert verdict("According to [ef99338384; 2026-03-02] it is so.".replace("84;", "84a;")) == "cited"
    assert verdict(did="lamina trace ef99338384a") == "cited"
    assert verdict(f"see {MINTED[:23]}", told=Told(MINTED)) == "cited"


@pytest.mark.req("C7")
@pytest.mark.parametrize("path", ["src/kettle.py", "/home/ann/tea/src/kettle.py", "./src/kettle.py", "src\\kettle.py"])
def test_a_memory_is_cited_when_a_file_of_it_is_touched(path: str) -> None:
    assert verdict(touched=("README.md", path)) == "cited"


@pytest.mark.parametrize("path", ["src/tea_kettle.py", "kettle", "src", "", "/src/kettle.py.bak"])
def test_a_file_that_only_looks_alike_is_not_its_file(path: str) -> None:
    assert verdict(touched=(path,)) == "ignored"


@pytest.mark.req("C7")
def test_two_of_its_keywords_in_what_was_said_cite_it_and_one_does_not() -> None:
    assert verdict("I ran deploy.sh for the kettles.") == "cited"
    assert verdict("I ran deploy.sh.") == "ignored"


def test_words_that_only_a_command_says_do_not_cite() -> None:
    assert verdict(did="grep -r kettle . ; cat deploy.sh blue-green") == "ignored"


def test_each_memory_has_a_verdict_of_its_own() -> None:
    other = Told(MINTED, (), ("parser", "grammar"))
    assert judged([KETTLE, other], "The kettle uses deploy.sh", "", ()) == {DERIVED: "cited", MINTED: "ignored"}
