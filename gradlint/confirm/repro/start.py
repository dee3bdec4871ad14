"""What a saved program needs in front of it to find the modules of its project from wherever it lies."""

from __future__ import annotations

import ast
import os
from typing import Any


def start(report: dict[str, Any], script: str) -> list[str]:
    """The lines; none for a program that imports nothing of its project, or that has them already."""
    if report.get("level") != "program":
        return []
    roots = [str(root) for root in report.get("roots") or ()]
    package = str(report.get("package") or "")
    imports = [node for node in ast.walk(ast.parse(script)) if isinstance(node, (ast.Import, ast.ImportFrom))]
    relative = any(isinstance(node, ast.ImportFrom) and node.level for node in imports)
    if not relative and not any(_lies_in(name, roots) for node in imports for name in _tops(node)):
        return []
    lines = ["import sys", f"sys.path[:0] = {roots!r}"]
    return [*lines, f"__package__ = {package!r}"] if relative else lines


def _tops(node: ast.Import | ast.ImportFrom) -> list[str]:
    names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
    return [name.partition(".")[0] for name in names]


def _lies_in(name: str, roots: list[str]) -> bool:
    places = [os.path.join(root, name) for root in roots if name]
    return any(os.path.isfile(f"{place}.py") or os.path.isdir(place) for place in places)
