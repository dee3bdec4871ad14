"""How the user would start the program in a file: as a script, as a module of its package, or only by importing it."""

from __future__ import annotations

import ast
import os
from dataclasses import dataclass
from typing import Any, Literal

RunAs = Literal["script", "main", "import"]
_ASKS = frozenset({"backward", "gradient", "step", "fit"})


@dataclass(frozen=True)
class Launch:
    """`python file.py`, `python -m package.module`, or `import package.module`."""

    run_as: RunAs
    module: str
    """Its dotted name: others may import it under this name, even while it runs."""
    package: str
    roots: tuple[str, ...]
    """The folders that imports start from, the first as Python puts it there."""
    folders: tuple[tuple[str, str], ...] = ()
    """The packages around it, the outermost first, each with its folder."""
    alone: bool = False
    """Whether it could also be started as a script: it imports nothing relative to its package."""

    def as_job(self) -> dict[str, Any]:
        return {
            "run_as": self.run_as,
            "module": self.module,
            "package": self.package,
            "roots": list(self.roots),
            "folders": [list(each) for each in self.folders],
            "alone": self.alone,
        }


def launch_of(path: str, text: str, kind: str, package: str, roots: list[str]) -> Launch:
    """From the package and the roots that the layout of the project suggests."""
    folder, name = os.path.split(os.path.abspath(path))
    folder = os.path.realpath(folder)
    stem = name.partition(".")[0]
    tree = _parsed(text) if kind == "python" else None
    if tree is None:
        return Launch("script", stem, "", (folder, *(each for each in roots if each != folder)))
    level = max((node.level for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)), default=0)
    parts = _parts(folder, package, roots, level)
    if not parts or (not level and _imports_its_neighbours(tree, folder, roots)):
        search = roots if not parts else [folder, *(each for each in roots if each != folder)]
        return Launch("script", stem, "", tuple(search))
    dotted = ".".join(parts)
    folders = tuple(
        (".".join(parts[:count]), _above(folder, len(parts) - count)) for count in range(1, len(parts) + 1)
    )
    if stem == "__init__":
        return Launch("import", dotted, dotted, tuple(roots), folders)
    run_as: RunAs = "main" if _acts(tree) else "import"
    return Launch(run_as, f"{dotted}.{stem}", dotted, tuple(roots), folders, alone=not level)


def _parsed(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _parts(folder: str, package: str, roots: list[str], level: int) -> list[str]:
    """The names of the packages around a file. A folder without `__init__.py` is one if the file says so by
    importing relative to it; it then begins where imports start."""
    known = package.split(".") if package else []
    if level <= len(known):
        return known
    above = [root for root in roots if folder.startswith(os.path.join(os.path.realpath(root), ""))]
    base = max(above, key=len, default=None)
    names = os.path.relpath(folder, os.path.realpath(base)).split(os.sep) if base is not None else []
    if len(names) < level:
        names = folder.strip(os.sep).split(os.sep)[-level:]
    while names and not all(map(str.isidentifier, names)):
        names = names[1:]
    return names if len(names) >= level else known


def _above(folder: str, count: int) -> str:
    for _ in range(count):
        folder = os.path.dirname(folder)
    return folder


def _imports_its_neighbours(tree: ast.Module, folder: str, roots: list[str]) -> bool:
    """Whether it finds what it imports only if its own folder is where imports start, as for a script."""
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        for name in {each.partition(".")[0] for each in names}:
            if _holds(folder, name) and not any(_holds(root, name) for root in roots):
                return True
    return False


def _holds(folder: str, name: str) -> bool:
    place = os.path.join(folder, name)
    return os.path.isfile(f"{place}.py") or os.path.isfile(os.path.join(place, "__init__.py"))


def _acts(tree: ast.Module) -> bool:
    """Whether it does something by itself, and is not only there to be imported."""
    own = {node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))}
    for node in tree.body:
        if isinstance(node, (ast.For, ast.While, ast.With)):
            return True
        if isinstance(node, ast.If) and "__name__" in {
            each.id for each in ast.walk(node.test) if isinstance(each, ast.Name)
        }:
            return True
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            called = node.value.func
            if isinstance(called, ast.Name) and called.id in own:
                return True
            if isinstance(called, ast.Attribute) and called.attr in _ASKS:
                return True
    return False
