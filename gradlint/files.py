"""Writing files so that nothing is lost: all of the new content, or all of the old."""

from __future__ import annotations

import os
import stat
from contextlib import suppress


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
