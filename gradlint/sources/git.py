"""Ask git which files of a folder belong to the project."""

from __future__ import annotations

import os

_STEERING = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR")
"""Set while a hook runs, and then about another folder than the one we ask for."""


def files(folder: str) -> list[str] | None:
    """The tracked and the new files below an absolute folder, relative to it.

    A repository inside comes as one name with a slash at its end. None if git cannot tell: there is no
    work tree, no git, it refuses, or it ignores the very folder that the user asks about.
    """
    if work_tree(folder) is None:
        return None
    listed = output(folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    if listed is None or (not listed and output(folder, "check-ignore", "-q", ".") is not None):
        return None
    return [os.fsdecode(name) for name in dict.fromkeys(listed.split(b"\0")) if name]


def work_tree(folder: str) -> str | None:
    """The top of the work tree that an absolute folder belongs to."""
    while not os.path.lexists(os.path.join(folder, ".git")):
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent
    return folder


def output(folder: str, *arguments: str) -> bytes | None:
    """What git prints; None if it fails."""
    import subprocess

    environment = {name: value for name, value in os.environ.items() if name not in _STEERING}
    # The configuration of a repository that is only looked at must not start a file system monitor.
    command = ["git", "-c", "core.fsmonitor=", *arguments]
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=environment | {"GIT_OPTIONAL_LOCKS": "0"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=False,
        )
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None
