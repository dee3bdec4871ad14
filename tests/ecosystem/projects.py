"""The list of projects: which release of each, and what its file has to hash to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import tomllib

from gradlint.core.errors import GradlintError

LIST = Path(__file__).parent / "projects.toml"


@dataclass(frozen=True, slots=True)
class Project:
    """One release of one project, as the package index names it."""

    name: str
    version: str
    sha256: str | None = None

    @property
    def release(self) -> str:
        return f"{self.name}-{self.version}"


def listed(file: Path = LIST) -> tuple[Project, ...]:
    """All projects, in the order of the list."""
    with file.open("rb") as opened:
        entries: Sequence[Mapping[str, str]] = tomllib.load(opened)["project"]
    return tuple(Project(entry["name"], entry["version"], entry.get("sha256")) for entry in entries)


def chosen(names: Sequence[str], projects: Sequence[Project]) -> tuple[Project, ...]:
    """The projects with these names; all of them if there is no name."""
    known = {project.name: project for project in projects}
    for name in names:
        if name not in known:
            raise GradlintError(f"no project is called {name!r} (there are {', '.join(known)})")
    return tuple(known[name] for name in names) if names else tuple(projects)
