"""How memories may name a file: as seen from the folder where a session began, or in full."""

from __future__ import annotations

import os

from lamina.adapters.projects import repository_of

LONGEST_PATH = 4096


def names_of(path: str, folder: str) -> tuple[str, ...]:
    """The names of a file, best first: seen from the top of the repository, from the folder, and in full.

    A file outside of them has only its full name. Where no folder is known, the path is the name.
    """
    if not path.strip() or "\0" in path or len(path) > LONGEST_PATH:
        return ()
    if not folder:
        return (os.path.normpath(path),)
    repository = repository_of(folder)
    tops = [repository.root, folder] if repository else [folder]
    place = os.path.normpath(os.path.join(folder, os.path.expanduser(path)))
    names = []
    for one in dict.fromkeys((place, os.path.realpath(place))):  # who links a file into a project may mean either
        names += [
            one[len(top) :]
            for top in dict.fromkeys(map(_as_folder, (*tops, *map(os.path.realpath, tops))))
            if one.startswith(top)
        ]
        names.append(one)
    return tuple(dict.fromkeys(filter(None, names)))


def _as_folder(path: str) -> str:
    return path.rstrip(os.sep) + os.sep
