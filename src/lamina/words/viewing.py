"""The folder view of a project: written when asked for, and kept current when that is switched on."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from lamina.adapters.view_files import Shown, paths_of, project_files, session_files, stems
from lamina.adapters.view_folder import FolderView, Manifest, Noted, Planned, hashed, reading, writing
from lamina.errors import BadInput, LaminaError, NotFound
from lamina.model.memory import ExchangeFields
from lamina.model.review import Check, SkippedLine
from lamina.model.wire import stamp

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import IO

    from lamina.adapters.view_format import Concept, Entry
    from lamina.model.hits import Viewer
    from lamina.model.memory import MemoryItem
    from lamina.model.review import SessionRow
    from lamina.ports import Store
    from lamina.words.parts import Parts

LAST_TURN = (1 << 31) - 1
_EVERY_SESSION = LAST_TURN
_UNFIT = re.compile(r"[^\w.-]+")


class _Session(NamedTuple):
    """A session with what is to be shown of it."""

    project: str
    said: list[MemoryItem]
    noted: Noted


def show(store: Store, viewer: Viewer, folder: str) -> int:
    """Writes what the viewer may see of their projects, which are one; returns the number of entries."""
    if viewer.projects[0] not in store.project_names():
        raise NotFound("Nothing is known about this project yet.", "Ingest or remember something first.")
    with writing(folder, viewer.projects[0]) as view:  # before the store is read: who waits must not write what is old
        return _write(store, viewer, view, anew=True)


def folder_named(path: str | IO[bytes]) -> str:
    """The format is a folder: it has no place on standard output or input."""
    if not isinstance(path, str):
        raise BadInput("The format memory-keeper is a folder.", "Name one instead of -.")
    return path


def entry_hash(entry: Concept | Entry) -> str:
    """The hash of what a file says about one memory."""
    return hashed(msgspec.json.encode(entry))


def refresh(parts: Parts, viewers: Iterable[Viewer], *, forgotten: bool = False) -> list[SkippedLine]:
    """Brings views up to date, as far as they are wanted. What cannot be written is told, not raised.

    With `forgotten`, also those that were switched off again, and those that seem up to date: what was forgotten may
    have belonged to another project than the one in which that was said.
    """
    told = []
    for viewer in viewers:
        for folder in _folders(parts, viewer.projects[0], switched_off=forgotten):
            try:
                with writing(folder, viewer.projects[0]) as view:
                    if forgotten or view.manifest.change != _last_change(parts.store, viewer):
                        _write(parts.store, viewer, view, anew=False)
            except LaminaError as error:
                told.append(SkippedLine(folder, 0, str(error)))
    return told


def examine_views(parts: Parts, viewer: Viewer) -> list[Check]:
    """Whether the view of the project at hand is as the store is, and as we left it."""
    checks = []
    for folder in filter(os.path.isdir, _folders(parts, viewer.projects[0], switched_off=False)):
        try:
            with reading(folder) as (view, _):
                edited = view.edited()
                ok = not edited and view.manifest.change == _last_change(parts.store, viewer)
        except LaminaError as error:
            checks.append(Check("view", False, error.message, error.hint))
            continue
        mend = f"Run `lamina load {folder} --format memory-keeper`." if edited else "Run `lamina ingest`."
        found = f"{os.path.join(folder, edited[0])} was edited" if edited else folder
        checks.append(Check("view", ok, found, mend))
    return checks


def _write(store: Store, viewer: Viewer, view: FolderView, *, anew: bool) -> int:
    """Unless `anew`, a session whose exchanges are as they were is not looked at again."""
    home = viewer.projects[0]
    change = _last_change(store, viewer)  # before the rows: what comes in meanwhile is written next time
    exchanges = store.of_kind(viewer, "exchange")
    sessions = _sessions(store, viewer, exchanges)
    said = {stem: one.said for stem, one in sessions.items()}
    concepts = [one for one in store.of_kind(viewer, "concept") if not one.validity.valid_to]
    shown = Shown(store.project_names()[home], said, concepts, store.of_kind(viewer, "fact"))
    contents, entries = project_files(shown)
    kept: set[str] = set()
    for stem, one in sessions.items():
        files = () if anew else _unchanged(view, stem, one)
        kept.update(files)
        if not files:
            turns = store.turns(viewer._replace(projects=(one.project,)), one.noted.id, 0, LAST_TURN)
            contents |= session_files(stem, one.said, turns)
    manifest = Manifest(
        project=home,
        change=change,
        sessions={stem: one.noted for stem, one in sessions.items()},
        entries={one.id: entry_hash(one) for one in entries},
    )
    view.write(Planned(manifest, contents, frozenset(kept)))
    return len(exchanges) + len(entries)


def _last_change(store: Store, viewer: Viewer) -> int:
    return max(map(store.last_change, viewer.projects))


def _sessions(store: Store, viewer: Viewer, exchanges: Sequence[MemoryItem]) -> dict[str, _Session]:
    """Sessions with exchanges to show, by the name of their files; in the order of these names."""
    grouped: dict[tuple[str, str], list[MemoryItem]] = {}
    for item in exchanges:
        grouped.setdefault((item.place.project, item.sessions[0]), []).append(item)
    rows = {(row.project, row.id): row for row in store.sessions(viewer, _EVERY_SESSION)}
    found = [
        _Session(project, sorted(items, key=_opening), _noted(id_, items, rows.get((project, id_))))
        for (project, id_), items in grouped.items()
    ]
    return dict(sorted(zip(stems(one.noted.started_at for one in found), found, strict=True)))


def _noted(id_: str, items: Sequence[MemoryItem], row: SessionRow | None) -> Noted:
    versions = sorted(f"{one.id} {one.version}\n" for one in items)
    return Noted(
        id=id_,
        agent=row.agent if row else "",
        title=row.title if row else "",
        started_at=row.started_at if row else stamp(min(one.first_seen for one in items)),
        state=hashed("".join(versions).encode()),
    )


def _opening(item: MemoryItem) -> tuple[int, str]:
    assert isinstance(item.fields, ExchangeFields)
    return item.fields.opening, item.id


def _unchanged(view: FolderView, stem: str, one: _Session) -> tuple[str, ...]:
    """The files of a session that stand as they were written for these very exchanges."""
    if view.manifest.sessions.get(stem) != one.noted:
        return ()
    l1, l2 = paths_of(stem)
    files = tuple(path for path in (l1, l2) if path in view.manifest.files)
    return files if l2 in files and all(map(view.holds, files)) else ()


def _folders(parts: Parts, project: str, *, switched_off: bool) -> Iterator[str]:
    """Where the view of a project is to be; and, if asked for, where one may be left from before."""
    names = parts.store.project_names()
    if project not in names:
        return
    wanted, at_home = parts.settings["views"].value, os.path.join(parts.settings["home"].value, "views")
    name = _folder_name(names, project)
    if wanted not in ("on", "off"):
        yield os.path.join(os.path.expanduser(wanted), name)
    if wanted == "on" or (switched_off and os.path.isdir(os.path.join(at_home, name))):
        yield os.path.join(at_home, name)


def _folder_name(names: Mapping[str, str], project: str) -> str:
    """One folder per project; of several that have the same name, the oldest has it alone."""
    fit = {id_: _UNFIT.sub("-", name).strip("-.")[:100] or id_ for id_, name in names.items()}
    oldest = min(id_ for id_, name in fit.items() if name == fit[project])
    return fit[project] if oldest == project else f"{fit[project]}-{project[-8:]}"
