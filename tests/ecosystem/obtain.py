"""From a release on the package index to a folder with its sources, kept for the next run."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO

from gradlint.core.errors import GradlintError
from gradlint.sources.kinds import kind_of
from tests.ecosystem.projects import Project

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gradlint-ecosystem"


def sources(project: Project, cache: Path = CACHE) -> Path:
    """The folder with the sources of a project, downloaded if this is the first time."""
    folder = cache / "src" / project.release
    if not folder.is_dir():
        archive = _archive(project, cache / "dl" / project.release)
        # Renamed when it is complete: an interrupted run leaves no half project behind.
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as made:
            unpack(archive, Path(made) / "new")
            os.rename(Path(made) / "new", folder)
    return folder


def _archive(project: Project, folder: Path) -> Path:
    """The wheel or source distribution of a project."""
    folder.mkdir(parents=True, exist_ok=True)
    found = sorted(folder.iterdir()) or _downloaded(project, folder)
    if len(found) != 1:
        raise GradlintError(f"{project.release}: expected one file, got {len(found)} in {folder}")
    digest = hashlib.sha256(found[0].read_bytes()).hexdigest()
    if project.sha256 not in (None, digest):
        raise GradlintError(f"{found[0]} has sha256 {digest}, the list says {project.sha256}")
    return found[0]


def _downloaded(project: Project, folder: Path) -> list[Path]:
    wanted = f"{project.name}=={project.version}"
    with tempfile.TemporaryDirectory() as made:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", made, wanted]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode:
            last = (run.stderr.strip() or "no message").splitlines()[-1]
            raise GradlintError(f"{wanted} cannot be downloaded: {last}")
        return [Path(shutil.move(file, folder)) for file in sorted(Path(made).iterdir())]


def unpack(archive: Path, folder: Path) -> None:
    """Write the files that gradlint reads below `folder`, whatever else the archive tries."""
    folder.mkdir(parents=True)
    for name, content in _members(archive):
        place = PurePosixPath(name)
        if kind_of(name, {}) is None:
            continue
        if place.is_absolute() or ".." in place.parts or "\\" in name:
            raise GradlintError(f"{archive.name} holds a file outside of itself: {name}")
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as file:
            shutil.copyfileobj(content, file)


def _members(archive: Path) -> Iterator[tuple[str, IO[bytes]]]:
    """Name and content of each regular file; links and devices are left out."""
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as packed:
            for info in packed.infolist():
                if not info.is_dir():
                    yield info.filename, packed.open(info)
        return
    with tarfile.open(archive) as tar:
        for member in tar:
            content = tar.extractfile(member) if member.isreg() else None
            if content is not None:
                yield member.name, content
