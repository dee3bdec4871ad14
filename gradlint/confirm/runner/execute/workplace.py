"""The current folder of a program: what lies in its project can be read by relative paths, and all may be written.

Nobody knows where the user would start a program: at the root of the project or in the folder of the file. Its current
folder shows what both hold, the root first: small files are copies, the others links into the project, which is
read-only. Whatever is written stays in the scratch folder. Every execution finds the folder as the first one did.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

MOST_ENTRIES = 400
MOST_IN_A_FOLDER = 100
"""A folder with more in it is shown as a whole: nothing can be written into it."""
DEPTH = 3
COPIED = 1 << 16
MOST_COPIED = 4 << 20
_LEFT_OUT = frozenset({"__pycache__", "node_modules", "site-packages", "venv", "env", "build", "dist"})
_MOST_REPLACED = 32 << 20


@dataclass
class _Allowance:
    entries: int = MOST_ENTRIES
    size: int = MOST_COPIED


def settle(filename: str, roots: Iterable[str]) -> None:
    """Make a fresh folder the current one; only inside a sandbox, which has a scratch folder to put it in."""
    scratch = _scratch()
    if scratch is None:
        return
    left = os.getcwd()
    place = tempfile.mkdtemp(prefix="run-", dir=scratch)
    allowance = _Allowance()
    for folder in dict.fromkeys(_shown(filename, tuple(roots))):
        _show(folder, place, allowance, DEPTH)
    os.chdir(place)
    if os.path.dirname(left) == scratch and os.path.basename(left).startswith("run-"):
        shutil.rmtree(left, ignore_errors=True)
    _write_to_copies()


def _scratch() -> str | None:
    """The scratch folder, which is the home and the place for temporary files at once: no user's folder is both."""
    home = os.environ.get("HOME")
    if not home or os.environ.get("TMPDIR") != home or not os.path.isdir(home):
        return None
    here = os.getcwd()
    return home if here == home or os.path.dirname(here) == home else None


def _shown(filename: str, roots: tuple[str, ...]) -> Iterator[str]:
    folder = os.path.dirname(filename)
    above = [root for root in roots if folder == root or folder.startswith(os.path.join(root, ""))]
    outermost = min(above, key=len, default=folder)
    if os.path.basename(outermost) == "src":
        yield os.path.dirname(outermost)
    yield outermost
    yield folder


def _show(folder: str, place: str, allowance: _Allowance, depth: int) -> None:
    entries = _entries(folder)
    for entry in entries:
        target = os.path.join(place, entry.name)
        if allowance.entries <= 0 or entry.name.startswith(".") or entry.name in _LEFT_OUT:
            continue
        with suppress(OSError):
            if entry.is_dir():
                _show_folder(entry.path, target, allowance, depth)
            elif not os.path.lexists(target):
                allowance.entries -= 1
                _show_file(entry.path, target, allowance)


def _show_folder(folder: str, target: str, allowance: _Allowance, depth: int) -> None:
    if os.path.islink(target):
        return
    allowance.entries -= 1
    if depth > 1 and len(_entries(folder)) <= MOST_IN_A_FOLDER and not os.path.islink(folder):
        os.makedirs(target, exist_ok=True)
        _show(folder, target, allowance, depth - 1)
    elif not os.path.lexists(target):
        os.symlink(folder, target)


def _show_file(path: str, target: str, allowance: _Allowance) -> None:
    size = os.path.getsize(path)
    if size <= min(COPIED, allowance.size):
        shutil.copyfile(path, target)
        allowance.size -= size
    else:
        os.symlink(path, target)


def _entries(folder: str) -> list[os.DirEntry[str]]:
    """In an order of their own: what there is no allowance for is the same every time."""
    try:
        with os.scandir(folder) as found:
            return sorted(found, key=lambda entry: entry.name)
    except OSError:  # it may not be looked into
        return []


def _write_to_copies() -> None:
    """A file that Python opens for writing is no longer a link into the project, but a copy."""
    global _is_listening
    if not _is_listening:
        _is_listening = True
        sys.addaudithook(_opened)


_is_listening = False
_WRITING = os.O_WRONLY | os.O_RDWR


def _opened(event: str, details: tuple[object, ...]) -> None:
    if event != "open" or len(details) != 3:
        return
    path, mode, flags = details
    writes = isinstance(flags, int) and bool(flags & _WRITING)
    if not writes and not (isinstance(mode, str) and set(mode) & set("wax+")):
        return
    if not isinstance(path, (str, os.PathLike)) or not os.path.islink(path):
        return
    with suppress(OSError):
        if os.path.isfile(path) and os.path.getsize(path) <= _MOST_REPLACED:
            beside = f"{os.fspath(path)}.copied"
            shutil.copyfile(path, beside)
            os.replace(beside, path)
