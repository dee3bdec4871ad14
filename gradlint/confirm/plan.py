"""From a finding and its unit to the job that the runner is given."""

from __future__ import annotations

import os
from typing import Any

from gradlint.confirm.foretold import told
from gradlint.confirm.options import Options
from gradlint.model import Finding, Role
from gradlint.sources.unit import Unit

_ROOT_MARKS = ("pyproject.toml", "setup.py", "setup.cfg", ".git")


def job_of(finding: Finding, unit: Unit, options: Options, number: int = 0) -> dict[str, Any] | None:
    """The job that confirms a finding; None where there is nothing to execute or the place is gone."""
    cut = unit.place(finding.span)
    if finding.framework is None or cut is None:
        return None
    return {
        "id": f"{finding.fingerprint or finding.code}-{number}",
        "task": "confirm",
        "framework": finding.framework,
        "foretold": told(finding.code),
        "fixed": _fixed(finding, unit),
        "cut": [list(cut)],
        "enters": _places(finding, unit, "enters"),
        "asked": _places(finding, unit, "asked"),
        "names": list(dict.fromkeys(one.name for one in finding.labels if one.role == "enters" and one.name)),
        **surroundings(unit, options),
    }


def surroundings(unit: Unit, options: Options) -> dict[str, Any]:
    """What every job says: the program, where it lies, and what it may use."""
    package, roots = project_of(unit.path)
    return {
        "source": unit.text,
        "kind": unit.kind,
        "filename": os.path.abspath(unit.path),
        "package": package,
        "roots": roots,
        "device": options.device,
        "seconds": options.seconds,
        "memory_mb": options.memory_mb,
        "seed": 0,
    }


def _places(finding: Finding, unit: Unit, role: Role) -> list[list[int]]:
    found = [unit.place(label.span) for label in finding.labels if label.role == role]
    return [list(place) for place in found if place is not None]


def _fixed(finding: Finding, unit: Unit) -> str | None:
    """The text with the suggested fix, if there is one."""
    if finding.fix is None:
        return None
    from gradlint.fixes.apply import fixed_unit

    return fixed_unit(unit, finding.fix)


def project_of(path: str) -> tuple[str, list[str]]:
    """The dotted package that a file lies in, and the folders that its imports start from.

    A package begins below the first folder upwards that has no `__init__.py`. A script sees its own folder,
    and whatever the root of the project holds.
    """
    folder = os.path.dirname(os.path.abspath(path))
    inner = folder
    parts: list[str] = []
    while os.path.isfile(os.path.join(folder, "__init__.py")) and os.path.dirname(folder) != folder:
        folder, name = os.path.split(folder)
        parts.insert(0, name)
    roots = [folder]
    if not parts:
        outer = _marked_root(inner)
        if outer is not None and outer != folder:
            roots.append(outer)
    source = os.path.join(roots[-1], "src")
    if os.path.isdir(source) and source not in roots:
        roots.append(source)
    return ".".join(parts), roots


def _marked_root(folder: str) -> str | None:
    """The root of the project: the first folder upwards with a build file or a repository."""
    while True:
        if any(os.path.exists(os.path.join(folder, mark)) for mark in _ROOT_MARKS):
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
