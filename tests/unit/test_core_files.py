"""Targets: which can be written, what is written where, and what happens when somebody else writes too."""

from __future__ import annotations

import os
import stat
from datetime import date, timedelta
from pathlib import Path

import pytest

from lamina.adapters.core_files import CoreFiles, root_of
from lamina.adapters.managed_block import Budget
from lamina.errors import BadInput, Conflict
from lamina.model.memory import Place
from lamina.model.targets import (
    Carried,
    Deleted,
    Entry,
    Intent,
    Outcome,
    Planned,
    Reworded,
    Unchanged,
    Unwritable,
    Writable,
    default_targets,
)
from lamina.ports import InstructionFiles
from tests.factories import NOON, an_item

PNPM = Entry("f1", "Always use pnpm, never npm.", 5, date(2026, 1, 20), date(2026, 1, 26))
TABS = Entry("f2", "Indent with tabs.", 2, date(2026, 2, 1), date(2026, 2, 3))
BOTH = ("claude_md", "agents_md")


class Desk:
    """A project and a home to write in."""

    def __init__(self, folder: Path) -> None:
        self.project, self.home = folder / "project", folder / "person"
        (self.project / "web").mkdir(parents=True)
        (self.home / ".claude").mkdir(parents=True)
        self.files = CoreFiles(str(self.project), home=str(self.home), lamina_home=str(folder / "lamina"))
        self.port: InstructionFiles = self.files
        self.claude, self.agents = self.project / "CLAUDE.md", self.project / "AGENTS.md"
        self.now = NOON

    def promote(self, *targets: str, added: tuple[Entry, ...] = (PNPM,)) -> list[Outcome]:
        outcomes = self.files.plan(targets, added)
        for one in outcomes:
            if isinstance(one, Planned):
                self.write(one.intent)
        return outcomes

    def write(self, intent: Intent) -> None:
        self.now += timedelta(seconds=1)
        self.files.write(intent, self.now)

    def planned(self, target: str, added: tuple[Entry, ...] = (PNPM,)) -> Planned:
        (one,) = self.files.plan((target,), added)
        assert isinstance(one, Planned), one
        return one

    def why(self, target: str) -> str:
        found = self.files.available(target)
        assert isinstance(found, Unwritable), found
        return found.why


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.mark.req("A6", "A9")
def test_several_targets_are_written_at_once(desk: Desk) -> None:
    desk.claude.write_bytes(b"# Mine\r\n")
    outcomes = desk.promote(*BOTH)
    assert [(type(one), one.target) for one in outcomes] == [(Planned, "claude_md"), (Planned, "agents_md")]
    assert desk.claude.read_bytes().startswith(b"# Mine\r\n\r\n<!-- lamina:begin v1 pad=1; ")
    assert b"- Always use pnpm, never npm.\n" in desk.agents.read_bytes()


@pytest.mark.req("A13")
def test_promoting_twice_changes_nothing_the_second_time(desk: Desk) -> None:
    desk.promote(*BOTH)
    before = desk.claude.stat()
    assert [type(one) for one in desk.promote(*BOTH)] == [Unchanged, Unchanged]
    after = desk.claude.stat()  # it may be read again, not written
    assert (after.st_ino, after.st_size, after.st_mtime_ns) == (before.st_ino, before.st_size, before.st_mtime_ns)
    assert desk.files.backups("claude_md") == []


@pytest.mark.req("A6")
@pytest.mark.parametrize(
    ("target", "path"),
    [
        ("claude_md", "project/CLAUDE.md"),
        ("agents_md", "project/AGENTS.md"),
        ("user_claude_md", "person/.claude/CLAUDE.md"),
        ("local_claude_md", "project/CLAUDE.local.md"),
        ("web/CLAUDE.md", "project/web/CLAUDE.md"),
    ],
)
def test_each_target_has_its_file(desk: Desk, tmp_path: Path, target: str, path: str) -> None:
    assert desk.files.available(target) == Writable(target, str(tmp_path / path), exists=False)
    desk.promote(target)
    assert desk.files.read(target).entries[0].text == PNPM.text
    assert b"pnpm" in (tmp_path / path).read_bytes()


@pytest.mark.req("A6")
def test_a_claude_md_in_its_folder_is_the_projects_where_there_is_no_other(desk: Desk) -> None:
    (desk.project / ".claude").mkdir()
    (desk.project / ".claude" / "CLAUDE.md").write_text("# Mine\n")
    assert desk.files.available("claude_md") == Writable(
        "claude_md", str(desk.project / ".claude" / "CLAUDE.md"), exists=True
    )


@pytest.mark.req("A10")
def test_a_target_says_why_it_cannot_be_written(desk: Desk, tmp_path: Path) -> None:
    desk.claude.mkdir()
    assert "is a folder" in desk.why("claude_md")
    desk.agents.write_text("# Rules\n")
    desk.agents.chmod(0o444)
    assert "is read-only" in desk.why("agents_md")
    os.mkfifo(desk.project / "CLAUDE.local.md")
    assert "is not a file" in desk.why("local_claude_md")
    (desk.home / ".claude").rmdir()
    assert "There is no folder" in desk.why("user_claude_md")
    assert "outside of the project" in desk.why("../CLAUDE.md")
    assert "outside of the project" in desk.why(str(tmp_path / "CLAUDE.md"))
    assert "There is no folder" in desk.why("nowhere/CLAUDE.md")
    (desk.project / ".git").mkdir()
    assert "leads out" in desk.why(".git/CLAUDE.md")
    assert [type(one) for one in desk.promote(*BOTH)] == [Unwritable, Unwritable]


@pytest.mark.req("A10")
def test_a_link_that_leads_out_of_the_project_is_not_followed(desk: Desk, tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("theirs\n")
    desk.claude.symlink_to(outside)
    assert "leads out of the project" in desk.why("claude_md")
    (tmp_path / "elsewhere").mkdir()
    (desk.project / "linked").symlink_to(tmp_path / "elsewhere")
    assert "outside of the project" in desk.why("linked/CLAUDE.md")
    desk.agents.symlink_to("AGENTS.md")
    assert "cannot be looked at" in desk.why("agents_md")
    assert outside.read_text() == "theirs\n"


@pytest.mark.req("A10")
def test_a_file_with_a_second_name_is_not_torn_from_it(desk: Desk) -> None:
    desk.claude.write_text("# Rules\n")
    desk.agents.hardlink_to(desk.claude)
    assert "second name" in desk.why("agents_md")


@pytest.mark.req("A10", "A12")
def test_a_damaged_block_makes_a_target_unavailable(desk: Desk) -> None:
    desk.claude.write_text("# Rules\n<!-- lamina:begin v1 -->\n")
    assert "Line 2: the block begins here and never ends." in desk.why("claude_md")


@pytest.mark.req("A10")
def test_an_unknown_target_is_bad_input(desk: Desk) -> None:
    with pytest.raises(BadInput, match="clade_md"):
        desk.files.available("clade_md")


@pytest.mark.req("A6")
def test_one_target_that_fails_does_not_stop_the_other(desk: Desk) -> None:
    desk.claude.mkdir()
    outcomes = desk.promote(*BOTH)
    assert [type(one) for one in outcomes] == [Unwritable, Planned]
    desk.claude.rmdir()
    assert [type(one) for one in desk.promote(*BOTH)] == [Planned, Unchanged]


@pytest.mark.req("A13")
@pytest.mark.parametrize("order", [BOTH, BOTH[::-1]])
def test_a_link_between_targets_is_written_through_once(desk: Desk, order: tuple[str, str]) -> None:
    desk.agents.write_text("# Rules\n")
    desk.claude.symlink_to("AGENTS.md")
    first, second = desk.promote(*order)
    assert isinstance(first, Planned)
    assert second == Carried(order[1], order[0], "Both names lead to the same file.")
    assert desk.claude.is_symlink()
    assert desk.agents.read_bytes().count(b"pnpm") == 1


@pytest.mark.req("A13")
@pytest.mark.parametrize("order", [BOTH, BOTH[::-1]])
@pytest.mark.parametrize("line", ["@AGENTS.md\n", "See @./AGENTS.md for all.\n"])
def test_what_claude_md_imports_is_written_into_the_imported_file_alone(
    desk: Desk, order: tuple[str, str], line: str
) -> None:
    desk.claude.write_text(line)
    desk.agents.write_text("# Rules\n")
    outcomes = {one.target: one for one in desk.promote(*order)}
    assert outcomes["claude_md"] == Carried("claude_md", "agents_md", "CLAUDE.md imports AGENTS.md.")
    assert isinstance(outcomes["agents_md"], Planned)
    assert desk.claude.read_text() == line
    (again,) = desk.files.plan(("claude_md",), (PNPM,))
    assert again == Carried("claude_md", str(desk.agents), "CLAUDE.md imports AGENTS.md, which says it already.")


@pytest.mark.req("A13")
def test_an_import_through_another_file_counts_and_one_in_code_does_not(desk: Desk) -> None:
    desk.agents.write_text("# Rules\n")
    (desk.project / "web" / "all.md").write_text("@../AGENTS.md\n")
    desk.claude.write_text("@web/all.md\n")
    assert isinstance(desk.files.plan(BOTH, (PNPM,))[0], Carried)
    desk.claude.write_text("Use `@AGENTS.md` or\n```\n@AGENTS.md\n```\n")
    assert isinstance(desk.files.plan(BOTH, (PNPM,))[0], Planned)


@pytest.mark.req("A13")
def test_files_that_import_each_other_are_written_once(desk: Desk) -> None:
    desk.claude.write_text("@CLAUDE.local.md\n")
    (desk.project / "CLAUDE.local.md").write_text("@CLAUDE.md\n")
    assert [type(one) for one in desk.promote("claude_md", "local_claude_md")] == [Carried, Planned]


@pytest.mark.req("A11")
def test_the_preview_is_the_exact_diff(desk: Desk) -> None:
    desk.claude.write_bytes(b"".join(b"line %d\n" % number for number in range(1, 21)) + b"no end")
    assert desk.planned("claude_md").diff == (
        f"--- {desk.claude}\n+++ {desk.claude}\n"
        "@@ -18,4 +18,12 @@\n line 18\n line 19\n line 20\n-no end\n\\ No newline at end of file\n+no end\n+\n"
        "+<!-- lamina:begin v1 pad=2; edit freely, your wording is kept -->\n+## Learned in earlier sessions\n+\n"
        "+<!-- lamina:entry f1 146a53aa -->\n+- Always use pnpm, never npm.\n"
        "+  (seen 5 times: first 2026-01-20, last 2026-01-26)\n+<!-- lamina:end -->\n"
    )
    assert desk.planned("agents_md").diff.startswith(f"--- /dev/null\n+++ {desk.agents}\n@@ -0,0 +1,7 @@\n")


@pytest.mark.req("A6", "A12")
def test_a_file_that_changed_after_the_preview_is_a_conflict_and_is_left_alone(desk: Desk) -> None:
    desk.claude.write_text("# Rules\n")
    intent = desk.planned("claude_md").intent
    desk.claude.write_text("# Other rules\n")
    with pytest.raises(Conflict, match="changed since"):
        desk.write(intent)
    assert desk.claude.read_text() == "# Other rules\n"
    assert [one.name for one in desk.project.iterdir() if "lamina" in one.name] == []


@pytest.mark.req("A12")
def test_mode_and_owner_stay(desk: Desk) -> None:
    desk.claude.write_text("# Rules\n")
    desk.claude.chmod(0o640)
    if os.geteuid() == 0:
        os.chown(desk.claude, 12345, 54321)
    before = desk.claude.stat()
    desk.promote("claude_md")
    after = desk.claude.stat()
    assert stat.S_IMODE(after.st_mode) == 0o640
    assert (after.st_uid, after.st_gid) == (before.st_uid, before.st_gid)


@pytest.mark.req("A12")
def test_a_bounded_number_of_copies_is_kept_for_the_owner_alone(desk: Desk) -> None:
    desk.claude.write_text("# Rules\n")
    for number in range(14):
        (one,) = desk.files.plan(("claude_md",), (PNPM._replace(count=number + 1),))
        assert isinstance(one, Planned)
        desk.write(one.intent)
    copies = desk.files.backups("claude_md")
    assert len(copies) == 10
    assert b"(seen 13 times" in Path(copies[-1]).read_bytes()
    assert {stat.S_IMODE(os.stat(one).st_mode) for one in copies} == {0o600}
    assert stat.S_IMODE(os.stat(os.path.dirname(copies[0])).st_mode) == 0o700


@pytest.mark.req("A12")
def test_copies_that_hold_a_forgotten_memory_can_be_removed(desk: Desk) -> None:
    desk.claude.write_text("# Rules\n")
    desk.promote("claude_md")
    desk.promote("claude_md", added=(TABS,))
    assert desk.files.purge_backups({"f1"}) == 1
    assert [Path(one).read_text() for one in desk.files.backups("claude_md")] == ["# Rules\n"]


@pytest.mark.req("A6")
def test_after_a_crash_it_is_known_whether_the_change_was_made(desk: Desk) -> None:
    desk.claude.write_text("# Rules\n")
    (desk.project / ".CLAUDE.md.lamina-part").write_text("half of")
    intent = desk.planned("claude_md").intent
    assert desk.files.settle(intent) == "before"
    assert not (desk.project / ".CLAUDE.md.lamina-part").exists()
    desk.write(intent)
    assert desk.files.settle(intent) == "after"
    desk.write(intent)  # once more changes nothing
    with desk.claude.open("a") as opened:
        opened.write("mine\n")
    assert desk.files.settle(intent) == "changed"


@pytest.mark.req("A11")
@pytest.mark.parametrize("content", [None, b"", b"# Rules", b"# Rules\r\n"])
def test_undo_restores_the_file(desk: Desk, content: bytes | None) -> None:
    if content is not None:
        desk.claude.write_bytes(content)
    intent = desk.planned("claude_md").intent
    desk.write(intent)
    desk.write(desk.files.compensation(intent))
    assert (desk.claude.read_bytes() if desk.claude.exists() else None) == content


@pytest.mark.req("A11")
def test_undo_keeps_what_was_written_around_the_block_and_refuses_when_the_block_changed(desk: Desk) -> None:
    desk.claude.write_text("# Rules\n")
    intent = desk.planned("claude_md").intent
    desk.write(intent)
    text = desk.claude.read_text()
    desk.claude.write_text(f"# My rules\n{text.removeprefix('# Rules')}Below.\n")
    desk.write(desk.files.compensation(intent))
    assert desk.claude.read_text() == "# My rules\n\nBelow.\n"
    desk.claude.write_text(text.replace("never npm", "never yarn"))
    with pytest.raises(Conflict, match="has changed since"):
        desk.files.compensation(intent)


@pytest.mark.req("A9")
def test_a_persons_edits_are_told_and_a_removal_takes_only_its_own(desk: Desk) -> None:
    desk.claude.write_text("# Rules\n")
    desk.promote("claude_md", added=(PNPM, TABS))
    desk.claude.write_text(desk.claude.read_text().replace("Indent with tabs.", "Tabs!"))
    assert desk.files.edits("claude_md", (PNPM, TABS)) == (Reworded("f2", "Tabs!"),)
    assert desk.files.edits("agents_md", (PNPM,)) == (Deleted("f1"),)
    (one,) = desk.files.plan(("claude_md",), removed={"f1"})
    assert isinstance(one, Planned)
    desk.write(one.intent)
    assert [one.id for one in desk.files.read("claude_md").entries] == ["f2"]
    (one,) = desk.files.plan(("claude_md",), removed={"f2"})
    assert isinstance(one, Planned)
    desk.write(one.intent)
    assert desk.claude.read_text() == "# Rules\n"


@pytest.mark.req("A12")
def test_a_full_block_refuses_what_is_too_much(desk: Desk, tmp_path: Path) -> None:
    files = CoreFiles(
        str(desk.project), home=str(desk.home), lamina_home=str(tmp_path / "lamina"), budget=Budget(250, "words")
    )
    (one,) = files.plan(("claude_md",), (PNPM, TABS))
    assert isinstance(one, Planned)
    assert [refused.id for refused in one.refused] == ["f2"]
    assert "words too large" in one.refused[0].why
    (nothing,) = files.plan(("claude_md",), (PNPM._replace(text="x" * 300),))
    assert isinstance(nothing, Unchanged)
    assert [refused.id for refused in nothing.refused] == ["f1"]


def place(visibility: str, project: str = "p1") -> Place:
    return Place(project, "ann", visibility)  # type: ignore[arg-type]


@pytest.mark.req("A6")
@pytest.mark.parametrize(
    ("where", "present", "ignored", "expected"),
    [
        (place("project-shared"), BOTH, True, BOTH),
        (place("project-shared"), ("agents_md", "user_claude_md"), True, ("agents_md",)),
        (place("project-shared"), (), True, ("claude_md",)),
        (place("user-private"), BOTH, True, ("local_claude_md",)),
        (place("user-private"), BOTH, False, ("user_claude_md",)),
        (place("user-private", "~ann"), BOTH, True, ("user_claude_md",)),
        (place("project-shared", "~ann"), BOTH, True, ("user_claude_md",)),
        (place("system"), BOTH, True, ("user_claude_md",)),
    ],
)
def test_a_private_memory_never_goes_into_a_committed_file_unasked(
    where: Place, present: tuple[str, ...], ignored: bool, expected: tuple[str, ...]
) -> None:
    item = an_item("Always use pnpm")._replace(place=where)
    assert default_targets(item, present, local_is_ignored=ignored) == expected


@pytest.mark.req("A6")
def test_in_doubt_the_local_file_counts_as_committed(desk: Desk) -> None:
    assert desk.files.local_is_ignored()  # there is no git
    (desk.project / ".git" / "info").mkdir(parents=True)
    assert not desk.files.local_is_ignored()
    (desk.project / ".git" / "info" / "exclude").write_text("# mine\nCLAUDE.local.md\n")
    assert desk.files.local_is_ignored()
    (desk.project / ".gitignore").write_text("!*.md\n")
    assert not desk.files.local_is_ignored()


def test_the_root_of_a_project_is_where_git_begins(desk: Desk) -> None:
    assert root_of(str(desk.project / "web")) == str(desk.project / "web")
    (desk.project / ".git").write_text("gitdir: elsewhere\n")
    assert root_of(str(desk.project / "web")) == str(desk.project)
    assert desk.files.present() == ()
