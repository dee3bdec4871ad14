"""A job's scratch folder: where its code may write, how much it wrote, and how it is taken away again."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator

from .sandbox import SCRATCH_FILES, SCRATCH_MB

OUTPUT_LIMIT = 4 << 20
_SHOWN = 4000


class Room:
    """`work` belongs to the code that is run; the rest of the folder it never sees."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.work = os.path.join(path, "work")
        os.makedirs(self.work, mode=0o700)
        self.output = os.open(
            os.path.join(path, "output"), os.O_CREAT | os.O_RDWR | os.O_APPEND | os.O_CLOEXEC, 0o600
        )

    def overfull(self, child: int) -> str | None:
        """Why the room is too full; nothing if it is not."""
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
        if used > SCRATCH_MB << 20:
            return f"more than {SCRATCH_MB} MB in the scratch folder"
        return None

    def flooded(self) -> bool:
        return os.fstat(self.output).st_size > OUTPUT_LIMIT

    def shown(self) -> str:
        """The beginning and the end of what the code printed."""
        size = os.fstat(self.output).st_size
        start = os.pread(self.output, _SHOWN, 0)
        end = os.pread(self.output, _SHOWN, max(_SHOWN, size - _SHOWN))
        if size > 2 * _SHOWN:
            start += f"\n[... {size - 2 * _SHOWN} bytes left out ...]\n".encode()
        return (start + end).decode(errors="replace")

    def remove(self) -> None:
        """Only once the child is dead: until then it could swap a folder for a link."""
        os.close(self.output)
        remove_tree(self.path)


def remove_tree(root: str) -> None:
    """Remove a folder however deep it is: its folders are first brought up to the top, one by one."""
    pending = [root]
    moved = 0
    while pending:
        folder = pending.pop()
        try:
            os.chmod(folder, 0o700)
            entries = list(os.scandir(folder))
        except OSError:
            continue
        for entry in entries:
            try:
                if not entry.is_dir(follow_symlinks=False):
                    os.unlink(entry.path)
                elif folder == root:
                    pending.append(entry.path)
                else:
                    moved += 1
                    lifted = os.path.join(root, f"moved-{moved}")
                    os.rename(entry.path, lifted)
                    pending.append(lifted)
            except OSError:
                continue
        try:
            os.rmdir(folder)
        except OSError:
            # The top still holds the folders that are pending; it goes last.
            if folder == root and pending:
                pending.insert(0, root)


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
