"""What is sent to another machine: the runner, and of the project what its programs may read."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from gradlint.confirm.answers import Job
from gradlint.core.files import read_plain

_RUNNER = Path(__file__).parent / "runner"
_SOURCES = (".py", ".pyi")
_DATA = (".json", ".yaml", ".yml", ".toml", ".cfg", ".ini", ".txt", ".csv", ".npy", ".npz")
_MOST = 64 << 20
_MOST_OF_ONE = 1 << 20
_SKIPPED = frozenset("__pycache__ node_modules site-packages venv env build dist".split())


class Shipped:
    """A mirror of some folders of this machine below a folder of another: each path keeps its name below it."""

    def __init__(self, home: str) -> None:
        self.home = home
        self._mirror = f"{home}/project"
        self._files: dict[str, str] = {}
        self.folders: set[str] = set()
        """Folders that must be there even if nothing of them is sent."""

    def add(self, jobs: Iterable[Job]) -> None:
        readable = {path for job in jobs for path in job.get("readable", ())}
        for path in sorted(readable):
            if os.path.isfile(path):
                self._files[path] = self._name(path)
            elif os.path.isdir(path):
                self.folders.add(self.there(path))
                self._files.update((each, self._name(each)) for each in _walked(path))

    def archive(self) -> bytes:
        written = io.BytesIO()
        left = _MOST
        with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for file in sorted(_RUNNER.rglob("*.py")):
                archive.write(file, f"runner/{file.relative_to(_RUNNER).as_posix()}")
            for path, name in sorted(self._files.items(), key=lambda each: not each[0].endswith(_SOURCES)):
                data = _read(path, min(left, _MOST if path.endswith(_SOURCES) else _MOST_OF_ONE))
                if data is not None:
                    left -= len(data)
                    archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
        return written.getvalue()

    def there(self, path: str) -> str:
        return f"{self._mirror}{path}" if os.path.isabs(path) else path

    def _name(self, path: str) -> str:
        return f"project{path}"

    def job(self, job: Job) -> Job:
        """The job as it is to be done there."""
        moved = dict(job)
        if "filename" in job:
            moved["filename"] = self.there(job["filename"])
        for key in ("roots", "readable", "paths"):
            if key in job:
                moved[key] = [self.there(each) for each in job[key]]
        if "folders" in job:
            moved["folders"] = [[name, self.there(folder)] for name, folder in job["folders"]]
        if "modules" in job:
            moved["modules"] = {
                name: None if file is None else self.there(file) for name, file in job["modules"].items()
            }
        return moved

    def back(self, value: Any) -> Any:
        """What came back, with the paths of this machine."""
        if isinstance(value, str):
            return value.replace(self._mirror, "")
        if isinstance(value, list):
            return [self.back(each) for each in value]
        if isinstance(value, dict):
            return {name: self.back(each) for name, each in value.items()}
        return value


def _walked(folder: str) -> Iterator[str]:
    """Sources and small data; nothing that is hidden, and nothing behind a link."""
    for here, folders, names in os.walk(folder):
        folders[:] = [each for each in sorted(folders) if not each.startswith(".") and each not in _SKIPPED]
        folders[:] = [each for each in folders if not _is_environment(os.path.join(here, each))]
        for name in sorted(names):
            path = os.path.join(here, name)
            if name.endswith((*_SOURCES, *_DATA)) and not name.startswith(".") and not os.path.islink(path):
                yield path


def _is_environment(folder: str) -> bool:
    return os.path.isfile(os.path.join(folder, "pyvenv.cfg"))


def _read(path: str, most: int) -> bytes | None:
    try:
        return read_plain(path, most)
    except OSError:
        return None
