"""The ladder of trust by commands: what waits, what is decided, and the words in which it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands import lamina, remembered


@pytest.mark.req("A5", "A7")
def test_what_waits_is_shown_with_what_it_lacks() -> None:
    id_ = remembered("The office closes at five", "--importance", "0.5")
    shown = lamina("pending").out
    assert id_ in shown
    assert "Not approved yet" in shown
    assert "said outright" in shown
    approved = lamina("approve", id_[:13]).out
    assert "long_term" in approved
    assert "Said outright and approved" in approved
    assert lamina("pending").out == "Nothing waits.\n"
    assert lamina("promotable", "--json").answer[0]["item"]["id"] == id_


@pytest.mark.req("A8")
def test_a_denied_memory_is_gone_until_the_denial_is_undone() -> None:
    id_ = remembered("The office closes at five", "--importance", "0.5")
    assert "lamina undo" in lamina("deny", id_).out
    assert lamina("recall", "office").out == "Nothing is known about that.\n"
    assert lamina("approve", id_).code == 3
    lamina("undo")
    assert id_ in lamina("recall", "office").out


@pytest.mark.req("D2")
def test_the_engine_says_what_it_promoted() -> None:
    remembered("We decided to keep the ledger append-only")
    remembered("The office closes at five", "--importance", "0.5")
    done = lamina("promote-due", "--json").answer
    assert done == {"ok": True, "promoted": 1, "rotated": 0, "remaining": 1, "threshold": 0.7}


@pytest.mark.req("C6")
def test_a_contradiction_is_shown_with_both_sides_and_decided() -> None:
    assert lamina("contradictions").out == "Nothing contradicts.\n"
    remembered("Use npm as the package manager")
    remembered("Use pnpm as the package manager")
    shown = lamina("contradictions").out
    assert "  a " in shown
    assert "  b " in shown
    [one] = lamina("contradictions", "--json").answer
    done = lamina("resolve", one["id"][:8], "b_wins", "--note", "faster").out
    assert done.rstrip().endswith("→ b_wins: faster")
    assert lamina("resolve", one["id"], "a_wins").code == 3
    assert "a_wins" in lamina("resolve", one["id"], "c_wins").refusal
    assert lamina("doubtful").out == "Nothing is in doubt.\n"


@pytest.mark.req("A2")
def test_thresholds_are_settings() -> None:
    lamina("config", "promote_threshold", "0.4")
    remembered("The office closes at five", "--importance", "0.5")
    assert lamina("promote-due", "--json").answer["promoted"] == 1
    assert "from 0 to 1" in lamina("config", "promote_threshold", "often").refusal


@pytest.mark.req("A6", "A9")
def test_a_person_sees_the_exact_change_before_it_happens(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(folder.parent))
    (folder / "CLAUDE.md").write_text("# Tea\n")
    id_ = remembered("Always use pnpm, never npm")
    lamina("approve", id_)
    assert "--yes" in lamina("promote", id_, "--target", "claude_md").refusal
    shown = lamina("promote", id_, "--target", "claude_md", "--dry-run").out
    assert "would change" in shown
    assert "+" in shown
    assert (folder / "CLAUDE.md").read_text() == "# Tea\n"
    assert "changed" in lamina("promote", id_, "--target", "claude_md", "--yes").out
    assert "Always use pnpm, never npm" in (folder / "CLAUDE.md").read_text()
    assert lamina("demote", id_, "--yes", "--json").answer["item"]["trust"]["level"] == "long_term"
    assert (folder / "CLAUDE.md").read_text() == "# Tea\n"


@pytest.mark.req("A12")
@pytest.mark.parametrize("target", ["../elsewhere.md", "/etc/passwd.md", "notes.txt"])
def test_a_target_outside_of_the_project_is_refused(folder: Path, target: str) -> None:
    id_ = remembered("Always use pnpm, never npm")
    lamina("approve", id_)
    done = lamina("promote", id_, "--target", target, "--yes")
    assert done.code in (2, 4)
    assert done.refusal
