"""Reading files of bearable size, and writing them so that nothing is lost: all of the new content or of the old."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress

LARGEST = 1 << 29
"""No source and no notebook is larger; a file with a hole in it can claim to be larger than any memory."""

LARGEST_SETTINGS = 1 << 24
"""No file that settings are read from is larger."""


def read_bytes(path: str) -> bytes:
    """The content of a file; an OSError if there is too much of it."""
    with open(path, "rb") as file:
        if os.fstat(file.fileno()).st_size > LARGEST:
            raise OSError(errno.EFBIG, f"larger than {LARGEST >> 20} MB")
        return file.read()


def read_plain(path: str, most: int = LARGEST_SETTINGS) -> bytes:
    """The content of a file that was found, not named: an OSError if it is a pipe or a device, or too large."""
    with open(path, "rb", opener=_at_once) as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "not a regular file")
        if status.st_size > most:
            raise OSError(errno.EFBIG, f"larger than {most >> 20} MB")
        return file.read()


def _at_once(path: str, flags: int) -> int:
    """To open a pipe is to wait for its other end."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def write_atomically(path: str, data: bytes) -> None:
    """Replace the content of a file in one step; its mode stays, and a link stays a link to it."""
    import tempfile  # slow to import, and most runs write nothing

    target = os.path.realpath(path)
    handle, beside = tempfile.mkstemp(prefix=".gradlint-", dir=os.path.dirname(target))
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, _mode(target))
        os.replace(beside, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise


def _mode(path: str) -> int:
    """The mode of the file that is there, else what a new file gets."""
    try:
        return stat.S_IMODE(os.stat(path).st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def spelled(path: str, like: str) -> str:
    """An absolute path as the user would write it who has written another one like this."""
    return path if os.path.isabs(like) else os.path.relpath(path)
