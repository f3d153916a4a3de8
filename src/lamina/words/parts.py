"""What a memory is made of."""

from __future__ import annotations

from lamina.model.tuples import NamedTuple

TYPE_CHECKING = False  # type checkers take it for true; see lamina/__init__.py
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lamina.config import Setting
    from lamina.ports import (
        Clock,
        Embedder,
        FileHistory,
        GitWork,
        HookCache,
        InstructionFiles,
        Scales,
        Store,
        TokenCounter,
    )
    from lamina.words.spool import Spool


class Far(NamedTuple):
    """What hooks use in place of a store on another machine."""

    cache: HookCache
    spool: Spool


class Parts(NamedTuple):
    """The ports and settings behind every word; `wiring` chooses them."""

    store: Store
    embedder: Embedder
    counter: TokenCounter
    clock: Clock
    settings: Mapping[str, Setting]
    aliases: tuple[str, ...]
    """The names under which the project at hand may be known, surest first."""
    project_name: str
    aliases_of: Callable[[str], tuple[list[str], str]]
    """The aliases and the name of the project that a folder belongs to."""
    folder: str
    """Where whoever asks stands; empty where that folder is gone, or known to be in no repository."""
    file_history: FileHistory
    instructions: Callable[[], InstructionFiles]
    """The instruction files of the folder at hand and of the person; found when somebody promotes."""
    git_work: Callable[[], GitWork]
    scales: Callable[[], Scales]
    far: Far | None = None
    """Nothing where the store is on this machine."""
