"""Every command runs in a folder that is no project of this machine."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder the commands run in."""
    place = tmp_path / "tea"
    place.mkdir()
    monkeypatch.chdir(place)
    return place


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Where Lamina keeps what these commands tell it; not there before the first of them."""
    return tmp_path / "home"
