"""Finding programs to start: never in the folder that is linted, whatever the search path says."""

from __future__ import annotations

import os


def search_path() -> str:
    """PATH without the entries that mean the current folder: empty ones, a dot, whatever is relative."""
    entries = os.environ.get("PATH", os.defpath).split(os.pathsep)
    return os.pathsep.join(entry for entry in entries if os.path.isabs(entry))


def located(name: str) -> str | None:
    """Where a program is: a bare name is looked for on the path, anything else is a path from here."""
    import shutil

    if os.path.dirname(name):
        found = shutil.which(name)
        return None if found is None else os.path.abspath(found)
    for folder in search_path().split(os.pathsep):
        # With a folder in its name, a program is looked for there and nowhere else, on Windows too.
        if folder and (found := shutil.which(os.path.join(folder, name))):
            return found
    return None
