"""A number that only this user's gradlint knows, kept outside of every project.

The cache lies in the project, so a repository can bring files that look like one. The names of the files that count
depend on this number: nobody else can make one that is ever opened.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress

_SIZE = 32
_NAME = "cache-secret"


def secret() -> bytes | None:
    """The number, made on first use; None where this user has no folder to keep it in."""
    folder = _folder()
    if folder is None:
        return None
    path = os.path.join(folder, _NAME)
    return _read(path) or _made(folder, path)


def _folder() -> str | None:
    """Where programs of this user keep what can be made again; never a relative path, which a project could hold."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
    else:
        base = os.environ.get("XDG_CACHE_HOME", "")
        if not os.path.isabs(base):
            base = os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "gradlint") if os.path.isabs(base) else None


def _read(path: str) -> bytes | None:
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return None
    with os.fdopen(handle, "rb") as file:
        status = os.fstat(file.fileno())
        mine = not hasattr(os, "getuid") or status.st_uid == os.getuid()
        found = file.read(_SIZE + 1) if mine and stat.S_ISREG(status.st_mode) else b""
    return found if len(found) == _SIZE else None


def _made(folder: str, path: str) -> bytes | None:
    """Written beside and put in its place whole: of two runs that begin at once, one wins."""
    made = os.path.join(folder, f".{_NAME}-{os.getpid()}-{os.urandom(4).hex()}")
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        handle = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(os.urandom(_SIZE))
        os.replace(made, path)
    except OSError:
        return None
    finally:
        with suppress(OSError):
            os.unlink(made)
    return _read(path)
