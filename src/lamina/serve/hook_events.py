"""What each event of an agent does: tell what is new and sure, learn from what was said, judge what was told."""

from __future__ import annotations

import os

from lamina.errors import LaminaError
from lamina.model.small_json import dumped
from lamina.serve.hook_failures import failed_output
from lamina.serve.hook_files import file_at_hand
from lamina.words.told import ToldFile

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from lamina.config import Setting
    from lamina.memory import Memory
    from lamina.words.spool import Judged

SILENCE = "#nolamina"
"""A prompt with this in it is left alone."""
START_TOKENS = 1200
MOST_CHARACTERS = 9500
UPKEEP_SECONDS = 2.0


class Hooked:
    """One event, as the agent told it. Every field may be missing, or of any type."""

    def __init__(self, event: str, payload: Mapping[str, Any], settings: Mapping[str, Setting]) -> None:
        self.event = event
        self._payload = payload
        self._settings = settings
        self._folder = self._text("cwd") if os.path.isdir(self._text("cwd")) else os.getcwd()
        self._session = self._text("session_id")
        self._told = ToldFile(settings["home"].value, self._session)

    @property
    def is_off(self) -> bool:
        """Whether the person wants no hooks at all, or none in this project."""
        off_in = self._settings["hooks_off_in"].value
        return self._settings["hooks"].value == "off" or is_among(self._folder, off_in)

    def run(self) -> tuple[str, str]:
        """What to print, and what to say of it in the log."""
        if self.event == "SessionStart":
            return self._start()
        if self.event == "UserPromptSubmit":
            return self._prompt()
        if self.event == "PreToolUse":
            return self._file()
        if self.event.startswith("PostToolUse"):
            return self._failure()
        return "", self._rest()

    # Telling.

    def _start(self) -> tuple[str, str]:
        if self._text("source") == "resume":
            return "", ""  # what it was told is in the session that goes on
        if self._session and self._told.read().told:
            self._told.forgotten_by_agent()
        missed = self._catch_up()
        with self._opened(looks_only=True) as memory:
            found = memory.context(None, START_TOKENS, "tiers")
        if not found.context or len(found.context) > MOST_CHARACTERS:
            return "", missed
        out, told = self._add(found.context, tuple(one.id for one in found.items))
        return out, "; ".join(filter(None, (told, missed)))

    def _catch_up(self) -> str:
        """What a team has learned meanwhile is told from the first prompt; without its server, what was known."""
        from lamina.wiring import spool_for

        if spool_for(self._settings) is None:
            return ""
        try:
            with self._opened(looks_only=False) as memory:
                memory.catch_up()
        except LaminaError as problem:
            return problem.message
        return ""

    def _prompt(self) -> tuple[str, str]:
        prompt, known = self._text("prompt"), self._told.read()
        silent = SILENCE in prompt
        if silent != known.quiet:
            self._told.hush(silent)
        if silent or not prompt.strip():
            return "", ""
        with self._opened(looks_only=True) as memory:
            found = memory.remind(
                prompt,
                told=known.told,
                session=self._session,
                spoken_to=known.spoken_to,
                budget=self._budget,
            )
        return self._add(found.text, found.ids)

    def _failure(self) -> tuple[str, str]:
        error = failed_output(self._payload)
        known = self._told.read() if error else None
        if known is None or known.quiet:
            return "", ""
        with self._opened(looks_only=True) as memory:
            found = memory.remind(error=error, told=known.told, session=self._session, budget=self._budget)
        return self._add(found.text, found.ids)

    def _file(self) -> tuple[str, str]:
        """What is known of a file, once: whoever reads it and then edits it has heard it."""
        path, known = _whole(file_at_hand(self._payload)), self._told.read()
        mark = _mark(os.path.join(self._folder, path))
        if known.quiet or mark in known.files:
            return "", ""
        with self._opened(looks_only=True) as memory:
            found = memory.remind(
                file=path, folder=self._folder, told=known.told, session=self._session, budget=self._budget
            )
        return self._add(found.text, found.ids, mark)

    def _add(self, text: str, ids: tuple[str, ...], file: str = "") -> tuple[str, str]:
        if not text:
            return "", ""
        if self._session:
            begins = self.event == "SessionStart"
            self._told.tell(ids, _size(self._text("transcript_path")), file, begins=begins)
        out = {"hookSpecificOutput": {"hookEventName": self.event, "additionalContext": text}}
        return dumped(out), f"told {len(ids)}"

    # Learning.

    def _rest(self) -> str:
        """The agent rests: what was told is judged, and what is due is done, as far as there is time."""
        transcript = self._transcript
        said = [self._set_aside(transcript)]
        with self._opened(looks_only=False) as memory:
            arrived = memory.catch_up()
            said.append(f"delivered {arrived}" if arrived else "")
            if self.event != "SubagentStop":
                said.append(self._judge(memory, transcript))
            if transcript:
                done = memory.ingest([transcript])
                said.append(f"{done.exchanges} exchanges, {done.memories} memories" if done.exchanges else "")
            if self.event == "Stop":
                said.append("upkeep" if memory.upkeep(UPKEEP_SECONDS) else "")
        self._settle()
        return "; ".join(filter(None, said))

    def _settle(self) -> None:
        """What was told to an agent that has lost its context, or that is gone."""
        if self.event == "PreCompact":
            self._told.forgotten_by_agent()
        if self.event == "SessionEnd":
            self._told.end()

    def _set_aside(self, transcript: str) -> str:
        """For a store on another machine, all that is due is noted on this one first, whatever happens on the way."""
        from lamina.wiring import spool_for

        spool = spool_for(self._settings)
        if spool is None:
            return ""
        from lamina.words.spool import Due

        found = self._judged(transcript) if self.event != "SubagentStop" else []
        project, visibility = (self._settings[name].value for name in ("project", "visibility"))
        try:
            spool.add([*found, *([Due(transcript, self._folder, project, visibility)] if transcript else [])])
        except OSError:
            return ""  # no room, no rights: what the store takes at once is not lost
        if found:
            self._told.judged()
        self._settle()
        return f"judged {sum(len(one.cited) + len(one.ignored) for one in found)}" if found else ""

    def _judged(self, transcript: str) -> list[Judged]:
        """The same verdicts as `judge`, by the cache; what is told twice counts once."""
        given = self._told.read().open
        if not given:
            return []
        ids = [id_ for one in given for id_ in one.ids]
        last = self._text("last_assistant_message")
        try:
            with self._opened(looks_only=True) as memory:
                left = {one.id: one for one in memory.verdicts(ids, transcript, min(one.at for one in given), last)}
        except LaminaError:
            return []  # there is no cache just now: whoever reaches the store judges
        from lamina.words.spool import judged

        found = ((one, [left.pop(id_) for id_ in one.ids if id_ in left]) for one in given)
        return [judged(self._session, one, verdicts) for one, verdicts in found if verdicts]

    def _judge(self, memory: Memory, transcript: str) -> str:
        given = self._told.read().open
        if not given:
            return ""
        ids = [id_ for one in given for id_ in one.ids]
        last = self._text("last_assistant_message")
        done = memory.judge(ids, transcript, min(one.at for one in given), said=last)
        if done:
            self._told.judged()
        return f"judged {len(done)}" if done else ""

    # The payload.

    @property
    def _transcript(self) -> str:
        named = (self._text("agent_transcript_path") if self.event == "SubagentStop" else "", "transcript_path")
        path = named[0] or self._text(named[1])
        return path if os.path.isfile(path) else ""

    @property
    def _budget(self) -> int:
        return int(float(self._settings["hook_tokens"].value))

    def _text(self, name: str) -> str:
        found = self._payload.get(name)
        return _whole(found) if isinstance(found, str) else ""

    def _opened(self, *, looks_only: bool) -> Memory:
        from lamina.wiring import open_for_hook

        return open_for_hook(self._settings, self._folder, looks_only=looks_only)


def is_among(folder: str, listed: str) -> bool:
    """Whether a folder is, or lies in, one of those that are listed, by path or by name."""
    names = [one.strip() for one in listed.split(",") if one.strip()]
    parts = folder.split(os.sep)
    for one in names:
        place = os.path.expanduser(one).rstrip(os.sep)
        if one in parts or folder == place or folder.startswith(place + os.sep):
            return True
    return False


def _whole(text: str) -> str:
    """Half of a character is in no file name and no store; what no path has ends it."""
    return text.encode("utf-8", "replace").decode().replace("\0", " ")


def _mark(path: str) -> str:
    """Stands for a file in the list of what was told, where the name itself has no business."""
    from binascii import crc32

    return f"{crc32(os.path.realpath(path).encode('utf-8', 'replace')):08x}"


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except (OSError, ValueError):
        return 0
