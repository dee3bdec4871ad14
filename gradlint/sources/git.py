"""Ask git which files of a folder belong to the project."""

from __future__ import annotations

import os
import re

from gradlint.core.executables import located, search_path

_KEPT = ("GIT_CONFIG", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM")
"""Beginnings of what we take over: which configuration the user has. The rest may be set while a hook runs, and
then is about another folder than the one we ask for, or names programs to be started."""
_HARMLESS = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_TERMINAL_PROMPT": "0",
}
"""Nothing is written, and nothing is fetched, however the repository is configured."""
PATIENCE = 30.0
"""Seconds until git is given up: a pipe that is called .gitignore would keep it waiting forever."""
_STARTED = re.compile(r"filter\..*\.(?:clean|smudge|process)|diff\..*\.(?:textconv|command)", re.DOTALL)


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

    program = located("git")
    if program is None:
        return None
    # The configuration of a repository that is only looked at must not start a file system monitor.
    command = [program, "-c", "core.fsmonitor=", *arguments]
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=False,
            timeout=PATIENCE,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def without_programs(folder: str) -> list[str]:
    """Options that switch off what a configuration has git start on the content of files."""
    listed = output(folder, "config", "--list", "--name-only", "-z") or b""
    found = dict.fromkeys(os.fsdecode(name) for name in listed.split(b"\0"))
    started = [name for name in found if _STARTED.fullmatch(name)]
    required = {f"{name.rpartition('.')[0]}.required" for name in started if name.startswith("filter.")}
    values = [*(f"{name}=" for name in started), *(f"{name}=false" for name in sorted(required))]
    return [word for value in values for word in ("-c", value)]


def _environment() -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name.startswith(_KEPT)
    }
    return {**kept, **_HARMLESS, "PATH": search_path()}
