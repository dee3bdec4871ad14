"""A job's scratch folder: where its code may write, how much it wrote, and how it is taken away again."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress

from ..execute.granting import more_disk
from .sandbox import SCRATCH_FILES, SCRATCH_MB

OUTPUT_LIMIT = 4 << 20
_WRITTEN = 4
"""How many times its folder a program may write in its life: a file can be kept where no walk finds it."""
_SHOWN = 4000


class ScratchFolder:
    """`work` belongs to the code that is run; the rest of the folder it never sees."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.work = os.path.join(path, "work")
        os.makedirs(self.work, mode=0o700)
        output = os.path.join(path, "output")
        self.output = os.open(output, os.O_CREAT | os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC, 0o600)
        # What the child does to its file, which it holds together with us, does nothing to this one.
        self._reading = os.open(output, os.O_RDONLY | os.O_CLOEXEC)

    def leave(self) -> None:
        """In another child, which has no business here."""
        os.close(self.output)
        os.close(self._reading)

    def enter(self) -> None:
        """In the child whose folder it is: it writes its output, and reads it by no file of ours."""
        os.close(self._reading)

    def overfull(self, child: int, disk_mb: int = SCRATCH_MB) -> str | None:
        """Why the folder is too full; nothing if it is not."""
        used = count = 0
        try:
            for size in (*_sizes(self.work), *_unlinked(child)):
                used += size
                count += 1
                if count > SCRATCH_FILES:
                    return f"more than {SCRATCH_FILES} files in the scratch folder"
        except OSError:
            # Without the right to list it, or with a path that is too long.
            return "a folder in the scratch folder that cannot be looked into"
        if used > disk_mb << 20:
            return more_disk(disk_mb)
        return None

    def overwritten(self, child: int, disk_mb: int = SCRATCH_MB) -> str | None:
        """Why too much was written, all in all."""
        most = _WRITTEN * disk_mb
        return f"more than {most} MB written" if _written(child) > most << 20 else None

    def flooded(self) -> bool:
        return os.fstat(self._reading).st_size > OUTPUT_LIMIT

    def shown(self) -> str:
        """The beginning and the end of what the code printed."""
        size = os.fstat(self._reading).st_size
        start = os.pread(self._reading, _SHOWN, 0)
        end = os.pread(self._reading, _SHOWN, max(_SHOWN, size - _SHOWN))
        if size > 2 * _SHOWN:
            start += f"\n[... {size - 2 * _SHOWN} bytes left out ...]\n".encode()
        return (start + end).decode(errors="replace")

    def remove(self) -> None:
        """Only once the child is dead: until then it could swap a folder for a link."""
        self.leave()
        remove_tree(self.path)


def remove_tree(root: str) -> None:
    """Remove a folder however deep it is, as far as that is possible at all."""
    while _thinned_out(root):
        pass
    with suppress(OSError):
        os.rmdir(root)


def _thinned_out(root: str) -> bool:
    """One round: whatever lies in the folders of the root goes, and their folders move up to the root."""
    done = False
    for entry in _entries(root):
        if not entry.is_dir(follow_symlinks=False):
            done |= _succeeds(os.unlink, entry.path)
            continue
        for inner in _entries(entry.path):
            if inner.is_dir(follow_symlinks=False):
                # To move a folder one must be allowed to write to it: it learns who its parent is.
                _succeeds(os.chmod, inner.path, 0o700)
                done |= _succeeds(os.rename, inner.path, os.path.join(root, secrets.token_hex(8)))
            else:
                done |= _succeeds(os.unlink, inner.path)
        done |= _succeeds(os.rmdir, entry.path)
    return done


def _entries(folder: str) -> list[os.DirEntry[str]]:
    _succeeds(os.chmod, folder, 0o700)
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def _succeeds(action: Callable[..., None], *arguments: str | int) -> bool:
    try:
        action(*arguments)
    except OSError:
        return False
    return True


def _sizes(folder: str) -> Iterator[int]:
    pending = [folder]
    while pending:
        try:
            entries = os.scandir(pending.pop())
        except (FileNotFoundError, NotADirectoryError):
            continue
        with entries:
            for entry in entries:
                try:
                    about = entry.stat(follow_symlinks=False)
                except FileNotFoundError:
                    continue
                if stat.S_ISDIR(about.st_mode):
                    pending.append(entry.path)
                yield about.st_blocks * 512


def _written(child: int) -> int:
    """Bytes written by calls, or on their way to a disk through a map; none where the kernel does not count."""
    try:
        with open(f"/proc/{child}/io", "rb", buffering=0) as table:
            counts = dict(line.split(b": ") for line in table.read().splitlines())
        return max(int(counts[b"wchar"]), int(counts[b"write_bytes"]))
    except (OSError, KeyError, ValueError):
        return 0


def _unlinked(child: int) -> Iterator[int]:
    """Files without a name that the child still holds open."""
    folder = f"/proc/{child}/fd"
    try:
        names = os.listdir(folder)
    except OSError:
        return
    for name in names:
        try:
            about = os.stat(f"{folder}/{name}")
        except OSError:
            continue
        if stat.S_ISREG(about.st_mode) and about.st_nlink == 0:
            yield about.st_blocks * 512
