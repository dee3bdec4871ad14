"""Folders that no program is ever given as a whole: homes, folders that everybody shares, and all above them."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable

_SHARED = frozenset(
    """
    /bin /boot /dev /etc /home /lib /lib64 /media /mnt /opt /private /proc /run /sbin /srv /sys /tmp /usr /var
    /Applications /Library /System /Users /Volumes
    """.split()
)


def homes() -> list[str]:
    """The home folders of the user, by every name that they have."""
    found = [os.path.expanduser("~")]
    try:
        import pwd
    except ImportError:
        return found
    try:
        found.append(pwd.getpwuid(os.getuid()).pw_dir)
        if "SUDO_USER" in os.environ:
            found.append(pwd.getpwnam(os.environ["SUDO_USER"]).pw_dir)
    except KeyError:
        # A container may run as a user whom nobody knows.
        return found
    return found


def never_whole(folder: str, homes: Iterable[str]) -> bool:
    """Whether this folder, wherever its links lead, holds more than one project ever should."""
    real = os.path.realpath(folder)
    if os.path.dirname(real) == real or real in _SHARED:
        return True
    if any(within(os.path.realpath(home), real) for home in homes):
        return True
    try:
        # Whatever everybody may write to, and nobody may clear, is shared.
        return bool(os.stat(real).st_mode & stat.S_ISVTX)
    except OSError:
        return True


def within(path: str, folder: str) -> bool:
    """Whether a path is the folder or lies below it; both have no links in them."""
    return path == folder or path.startswith(os.path.join(folder, ""))
