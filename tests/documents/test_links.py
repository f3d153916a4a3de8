"""The documents: current, and pointing at things that exist."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
_LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_SKIPPED = {".git", ".venv", "__pycache__", "build", "dist", "results", ".hypothesis"}
_REGISTRY = re.compile(
    r"pypi\.org|pythonhosted\.org|artifactory|(?<!emit-)index-url|devpi|jfrog\.|nexus\.|ghcr\.io|npmjs\.", re.IGNORECASE
)


def short(path: Path) -> str:
    return str(path.relative_to(ROOT))


def links() -> Iterator[tuple[Path, str]]:
    for page in PAGES:
        for target in _LINK.findall(_FENCE.sub("", page.read_text(encoding="utf-8"))):
            if "://" not in target and not target.startswith("mailto:"):
                yield page, target


def headings(page: Path) -> set[str]:
    """The anchors of a page, as GitHub makes them."""
    found = re.findall(r"^#+\s+(.*)$", _FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in found}


@pytest.mark.parametrize(("page", "target"), [pytest.param(p, t, id=f"{short(p)}:{t}") for p, t in links()])
def test_every_link_leads_to_a_file_or_a_heading(page: Path, target: str) -> None:
    name, _, anchor = target.partition("#")
    path = page.parent / name if name else page
    assert path.exists(), f"{short(page)} points to {target}"
    assert not anchor or anchor in headings(path)


def test_there_are_links_to_check() -> None:
    assert len(list(links())) >= 6


def test_every_document_can_be_reached_from_the_readme() -> None:
    seen, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in seen or not page.exists():
            continue
        seen.add(page)
        for at, target in links():
            if at == page:
                path = (page.parent / target.partition("#")[0]).resolve()
                waiting += path.glob("*.md") if path.is_dir() else [path]
    assert [short(page) for page in (ROOT / "docs").rglob("*.md") if page not in seen] == []


def test_generated_documents_are_current() -> None:
    done = generate(ROOT / "docs", "--check")
    assert done.returncode == 0, done.stderr


def test_a_stale_document_is_noticed(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "generate.py").write_bytes((ROOT / "docs" / "generate.py").read_bytes())
    (tmp_path / "src").symlink_to(ROOT / "src")
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    assert generate(docs).returncode == generate(docs, "--check").returncode == 0
    (docs / "reference.md").write_text("something else")
    done = generate(docs, "--check")
    assert done.returncode == 1
    assert "reference.md" in done.stderr
    assert "requirements.md" not in done.stderr


def generate(docs: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(docs / "generate.py"), *options], check=False, capture_output=True, text=True
    )


def files() -> Iterator[tuple[Path, str]]:
    """Every text file that a clone holds."""
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        hidden = any(part in _SKIPPED or part.endswith(("cache", ".egg-info")) for part in parts)
        if path.is_file() and not hidden:
            try:
                yield path, path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue


def test_no_file_names_a_registry() -> None:
    assert [short(path) for path, text in files() if _REGISTRY.search(text) and path != Path(__file__)] == []


def test_no_file_names_a_folder_of_the_machine_it_was_written_on() -> None:
    folders = [str(one) for one in (ROOT, Path.home()) if len(one.parts) > 1]  # a container's home may be /
    here = re.compile("|".join([*(rf"{re.escape(one)}(?:/|\b)" for one in folders), r"/(?:Users|home)/[a-z]\w+/"]))
    assert [short(path) for path, text in files() if here.search(text) and "tests" not in path.parts] == []


def test_pinned_requirements_are_names_versions_and_hashes() -> None:
    line = re.compile(r"[A-Za-z0-9._\-\[\]]+==[\w.+!]+(?: ;.*)? \\|    --hash=sha256:[0-9a-f]{64}(?: \\)?")
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert [one for one in lines if not line.fullmatch(one)] == []
