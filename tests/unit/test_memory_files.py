"""The files of `.memory/`: which are found, when they are read, and which never are."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from lamina.adapters.memory_files import MemoryFiles
from lamina.errors import BadInput
from lamina.model.layers import ContextLayer
from tests.layered import FILES, a_project, count


class Counter:
    """Counts, and how often it was asked to."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, texts: Sequence[str]) -> list[int]:
        self.asked += len(texts)
        return count(list(texts))


@pytest.fixture
def counter() -> Counter:
    return Counter()


@pytest.fixture
def files(tmp_path: Path, counter: Counter) -> MemoryFiles:
    return MemoryFiles(str(a_project(tmp_path)), counter)


def names(files: MemoryFiles, layer: ContextLayer, name: str, pattern: str) -> list[str]:
    return [one.name for one in files.matching(layer, name, pattern) if not one.why]


def reasons(files: MemoryFiles, pattern: str, layer: ContextLayer = "project") -> list[str]:
    return [files.text(one).why for one in files.matching(layer, "", pattern)]


def put(files: MemoryFiles, path: str, content: str = "x\n") -> Path:
    whole = Path(files.root, path)
    whole.parent.mkdir(parents=True, exist_ok=True)
    whole.write_text(content, encoding="utf-8")
    return whole


@pytest.mark.req("E1")
def test_patterns_find_the_documented_files_of_each_layer(files: MemoryFiles) -> None:
    assert names(files, "project", "", "CLAUDE.md") == ["CLAUDE.md"]
    assert names(files, "project", "", "decisions/*.md") == ["decisions/001.md", "decisions/002.md"]
    assert names(files, "sprint", "sprint-01", "goals.md") == ["goals.md"]
    assert names(files, "stage", "coding", "artifacts/*") == ["artifacts/plan.json"]
    assert names(files, "agent", "coder", "*") == ["prompt.md", "tools.yaml"]
    assert names(files, "sprint", "sprint-02", "goals.md") == []


@pytest.mark.req("E1")
@pytest.mark.parametrize(
    ("layer", "name", "written", "asked"),
    [
        ("sprint", "s", "knowledge.md", "context.md"),
        ("stage", "s", "current_artifacts/a.json", "artifacts/*"),
        ("stage", "s", "artifacts/a.json", "current_artifacts/*"),
        ("agent", "s", "prompt_template.md", "prompt.md"),
        ("agent", "s", "prompt.md", "prompt_template.md"),
        ("agent", "s", "tools_config.yaml", "tools.yaml"),
    ],
)
def test_the_second_spelling_of_a_name_is_read_too(
    files: MemoryFiles, layer: ContextLayer, name: str, written: str, asked: str
) -> None:
    put(files, f".memory/{layer}/{name}/{written}")
    assert names(files, layer, name, asked) == [written]


def test_what_all_sprints_share_is_found_and_gives_way_to_a_sprints_own(files: MemoryFiles) -> None:
    put(files, ".memory/sprint/goals.md", "for all\n")
    put(files, ".memory/sprint/retrospectives/1.md")
    assert names(files, "sprint", "sprint-02", "retrospectives/*.md") == ["retrospectives/1.md"]
    assert [one.source for one in files.matching("sprint", "sprint-02", "goals.md")] == [".memory/sprint/goals.md"]
    own = files.matching("sprint", "sprint-01", "goals.md")
    assert [one.source for one in own] == [".memory/sprint/sprint-01/goals.md"]


def test_a_pattern_for_folders_never_reaches_into_another_sprint(files: MemoryFiles) -> None:
    assert names(files, "sprint", "sprint-02", "*/goals.md") == []


@pytest.mark.req("E4")
def test_the_last_summary_of_another_stage_stands_for_the_previous_one(files: MemoryFiles) -> None:
    a_project(Path(files.root), {f".memory/stage/{one}/summary.md": one for one in ("design", "planning", "coding")})
    found = files.matching("stage", "coding", "previous_stage_summary.md")
    assert [(one.name, files.text(one).content) for one in found] == [("previous_stage_summary.md", "planning")]
    put(files, ".memory/stage/coding/previous_stage_summary.md", "by hand")
    found = files.matching("stage", "coding", "previous_stage_summary.md")
    assert [files.text(one).content for one in found] == ["by hand"]


@pytest.mark.req("E6")
def test_a_file_is_read_once_until_it_changes(files: MemoryFiles, counter: Counter) -> None:
    def said() -> str:
        [found] = files.matching("project", "", "decisions/001.md")
        return files.text(found).content

    assert [said(), said()] == [FILES[".memory/project/decisions/001.md"]] * 2
    assert counter.asked == 1
    path = put(files, ".memory/project/decisions/001.md", "We boil water with wood!\n")
    os.utime(path, (2_000_000, 2_000_000))
    assert said() == "We boil water with wood!\n"
    assert counter.asked == 2


@pytest.mark.req("E6")
def test_two_changes_within_one_tick_of_the_clock_are_both_seen(files: MemoryFiles) -> None:
    for at in range(50):
        put(files, ".memory/project/decisions/new.md", f"decision {at:02}")
        [found] = files.matching("project", "", "decisions/new.md")
        assert files.text(found).content == f"decision {at:02}"


@pytest.mark.req("E6")
def test_finding_files_reads_none_of_them(files: MemoryFiles, counter: Counter) -> None:
    assert len(files.matching("project", "", "decisions/*")) == 2
    assert counter.asked == 0


def test_a_binary_file_is_told_as_such(files: MemoryFiles) -> None:
    Path(files.folder, "project", "decisions", "photo.md").write_bytes(b"\x89PNG\x00")
    Path(files.folder, "project", "decisions", "zero.md").write_bytes(b"a\x00b")
    assert reasons(files, "decisions/photo.md") == ["it is not text (byte 1)"]
    assert reasons(files, "decisions/zero.md") == ["it is not text (it has null bytes)"]


def test_an_empty_file_is_told_as_such(files: MemoryFiles) -> None:
    put(files, ".memory/project/decisions/empty.md", " \n")
    assert reasons(files, "decisions/empty.md") == ["it is empty"]


def test_a_link_out_of_the_project_is_never_followed(
    files: MemoryFiles, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.md").write_text("secret")
    decisions = Path(files.folder, "project", "decisions")
    (decisions / "link.md").symlink_to(outside / "secret.md")
    (decisions / "gone.md").symlink_to(outside / "nothing.md")
    Path(files.folder, "project", "linked").symlink_to(outside)
    assert reasons(files, "decisions/link.md") == ["it leads out of the project"]
    assert reasons(files, "decisions/gone.md") == ["it is a link to nothing"]
    assert reasons(files, "linked/*.md") == ["it leads out of the project"]


def test_a_memory_folder_that_is_a_link_out_of_the_project_gives_nothing(tmp_path: Path) -> None:
    a_project(tmp_path / "other")
    project = tmp_path / "project"
    project.mkdir()
    (project / ".memory").symlink_to(tmp_path / "other" / ".memory")
    files = MemoryFiles(str(project), count)  # type: ignore[arg-type]
    assert names(files, "project", "", "decisions/*") == []


def test_a_link_inside_the_project_is_followed_but_not_into_gits_folder(files: MemoryFiles) -> None:
    decisions = Path(files.folder, "project", "decisions")
    put(files, "docs/why.md", "because\n")
    put(files, ".git/config", "[remote]\n")
    (decisions / "why.md").symlink_to(Path(files.root, "docs/why.md"))
    (decisions / "git.md").symlink_to(Path(files.root, ".git/config"))
    [found] = files.matching("project", "", "decisions/why.md")
    assert files.text(found).content == "because\n"
    assert reasons(files, "decisions/git.md") == ["it leads out of the project"]


def test_a_pipe_or_a_folder_never_keeps_anyone_waiting(files: MemoryFiles) -> None:
    decisions = Path(files.folder, "project", "decisions")
    os.mkfifo(decisions / "pipe.md")
    (decisions / "folder.md").mkdir()
    assert reasons(files, "decisions/pipe.md") == ["it is not a file"]
    assert reasons(files, "decisions/folder.md") == []


def test_a_name_that_cannot_be_shown_is_told_in_one_that_can(files: MemoryFiles) -> None:
    decisions = os.fsencode(Path(files.folder, "project", "decisions"))
    for name in (b"a\nb.md", b"\xff.md"):
        with open(os.path.join(decisions, name), "wb") as opened:
            opened.write(b"x")
    found = [one for one in files.matching("project", "", "decisions/*") if one.why]
    assert all(one.name.isprintable() and one.source.isprintable() for one in found)
    assert len(found) == 2


def test_hidden_files_are_only_found_by_their_own_name(files: MemoryFiles) -> None:
    put(files, ".memory/project/decisions/.part.md")
    assert names(files, "project", "", "decisions/*") == ["decisions/001.md", "decisions/002.md"]


@pytest.mark.req("E3")
def test_the_configuration_is_read_again_when_it_changes(files: MemoryFiles) -> None:
    assert files.strategy().loading["project"].max_tokens is None
    path = put(files, ".memory/config.yaml", "loading_strategy: {project: {max_tokens: 5}}")
    assert files.strategy().loading["project"].max_tokens == 5
    path.write_text("loading_strategy: {project: {max_tokens: 77}}")
    assert files.strategy().loading["project"].max_tokens == 77
    path.unlink()
    assert files.strategy().loading["project"].max_tokens is None


@pytest.mark.parametrize("content", [b"\xff\xfe", b"a: 1\x00", b"#" * 300_000])
def test_a_configuration_that_is_no_text_is_refused_with_its_name(files: MemoryFiles, content: bytes) -> None:
    Path(files.folder, "config.yaml").write_bytes(content)
    with pytest.raises(BadInput, match=r"\.memory/config\.yaml"):
        files.strategy()
