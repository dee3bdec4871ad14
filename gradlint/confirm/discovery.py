"""Which interpreter runtime mode uses, and who said so.

The first that is there counts: --python, the configuration, VIRTUAL_ENV, a virtual environment in the current folder
or at the root of its project, CONDA_PREFIX, and at last the interpreter that runs gradlint. An interpreter is started
outside of the sandbox, so one that came along with the files that are linted is never taken. Who made a virtual
environment, git can tell, and the environment itself names the folder it was made in. Where neither says that it is
the user's own, as in an archive that was unpacked, the user has to.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from gradlint.confirm.reach import project_root
from gradlint.confirm.runner.process.sandbox.never import homes, never_whole, within
from gradlint.core.errors import GradlintError
from gradlint.core.files import read_bytes
from gradlint.sources import git

_BELOW_A_PREFIX = ("bin/python", "bin/python3", "Scripts/python.exe", "python.exe")
_NAMES = (".venv", "venv")
_HERE = "the interpreter that runs gradlint"
REMEDY = "activate it, or name it with --python"


@dataclass(frozen=True)
class Choice:
    path: str
    said_by: str
    is_found: bool = False
    """Nobody named it: it lies in the folder that gradlint was started in, or in its project."""
    passed_over: str = ""
    """What would have been taken if it were certain that it did not come with the files, and why not."""

    def described(self) -> str:
        return f"{self.path} ({self.said_by})"


def chosen(option: str | None, configured: str | None, source: str | None, folder: str) -> Choice:
    """The interpreter for what is linted from this folder; `source` is the configuration file."""
    if option is not None:
        return Choice(option, "--python")
    if configured is not None:
        place = f"python in {os.path.basename(source or 'the configuration')}"
        if why := doubt(configured, os.path.dirname(source or "")):
            raise GradlintError(
                f"{place}: {configured} {why}, and would be started outside of the sandbox; --python can name it"
            )
        return Choice(configured, place)
    passed_over: list[str] = []
    choice = next(_found(folder, passed_over), Choice(sys.executable, _HERE))
    is_the_same = any(sys.prefix == os.path.realpath(each.partition(": ")[0]) for each in passed_over)
    return choice if is_the_same or not passed_over else replace(choice, passed_over=passed_over[0])


def _found(folder: str, passed_over: list[str]) -> Iterator[Choice]:
    if active := _python_in(os.environ.get("VIRTUAL_ENV", "")):
        yield Choice(active, "VIRTUAL_ENV")
    for place in dict.fromkeys((folder, project_root(folder) or folder)):
        for name in _NAMES:
            prefix = os.path.join(place, name)
            python = _python_in(prefix) if os.path.isfile(os.path.join(prefix, "pyvenv.cfg")) else None
            if python is None or not _is_ours(prefix):
                continue
            if why := doubt(python, place) or _was_moved(prefix):
                passed_over.append(f"{prefix}: it {why}")
            else:
                yield Choice(python, f"{name} in {place}", is_found=True)
    if conda := _python_in(os.environ.get("CONDA_PREFIX", "")):
        yield Choice(conda, "CONDA_PREFIX")


def _python_in(prefix: str) -> str | None:
    if not os.path.isabs(prefix):
        return None
    paths = (os.path.join(prefix, *name.split("/")) for name in _BELOW_A_PREFIX)
    return next((path for path in paths if os.access(path, os.X_OK) and os.path.isfile(path)), None)


def _is_ours(prefix: str) -> bool:
    """Whether the user made it, or the administrator: in a shared folder somebody else may have."""
    try:
        return not hasattr(os, "getuid") or os.stat(prefix).st_uid in (0, os.getuid())
    except OSError:
        return False


def doubt(python: str, place: str) -> str:
    """Why an interpreter may be part of the files around this folder; empty if it is not.

    Git says what of a work tree came with it. Where there is none, whatever was unpacked together may have.
    """
    if not os.path.dirname(python):
        return ""
    folder, place = os.path.dirname(os.path.abspath(python)), os.path.abspath(place)
    around = git.work_tree(place)
    tops = {top for top in (around, git.work_tree(folder)) if top is not None and within(folder, top)}
    if any(_is_kept(python, folder, top) for top in tops):
        return "is part of the repository"
    outermost = _outermost(place)
    inside = around is None and within(os.path.realpath(folder), outermost)
    if inside and not _was_made_here(python, outermost):
        return "may have come with the files around it, which are in no git repository"
    return ""


def _was_made_here(python: str, outermost: str) -> bool:
    """A virtual environment that names the very folder it lies in, of an interpreter of this machine."""
    prefix = os.path.dirname(os.path.dirname(os.path.abspath(python)))
    is_environment = os.path.isfile(os.path.join(prefix, "pyvenv.cfg")) and not _was_moved(prefix)
    return is_environment and not within(os.path.realpath(python), outermost)


def _outermost(place: str) -> str:
    """The largest folder around this one that may be somebody's one project: an archive can bring all of it."""
    known = homes()
    place = os.path.realpath(place)
    while not never_whole(os.path.dirname(place), known):
        place = os.path.dirname(place)
    return place


def _was_moved(prefix: str) -> str:
    """A virtual environment names the folder it was made in: one that was made elsewhere has come from there."""
    for name in ("bin/activate", "Scripts/activate.bat"):
        with suppress(OSError):
            text = read_bytes(os.path.join(prefix, *name.split("/"))).decode("utf-8", "replace")
            if prefix in text or os.path.realpath(prefix) in text:
                return ""
    return "does not say that it was made in this folder"


def _is_kept(python: str, folder: str, top: str) -> bool:
    """Whether git keeps the interpreter, or its virtual environment, with the sources; also if git does not say."""
    around = [python]
    prefix = os.path.dirname(folder)
    if os.path.isfile(os.path.join(prefix, "pyvenv.cfg")):
        around.append(prefix)
    names = [os.path.relpath(os.path.abspath(path), top) for path in around]
    kept = git.output(top, "--literal-pathspecs", "ls-files", "-z", "--cached", "--", *names)
    return kept is None or bool(kept)
