"""Who imports whom inside gradlint, read from the source: at the top of a module and inside functions."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Import:
    source: str
    target: str
    row: int
    late: bool
    """Inside a function: it happens when the function is called."""


def modules(root: Path = ROOT) -> dict[str, Path]:
    """Every module of the package by its dotted name; a package stands for its `__init__`."""
    found = {}
    for path in sorted((root / "gradlint").rglob("*.py")):
        name = ".".join(path.relative_to(root).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = path
    return found


def imports(known: Mapping[str, Path]) -> list[Import]:
    """All imports between these modules. Those for type checkers alone do not happen and do not count."""
    return [one for name, path in known.items() for one in _of(name, path, known) if one.target != name]


def cycles(edges: Iterable[Import]) -> list[list[str]]:
    """The largest sets of modules in which each one leads to every other, largest first."""
    graph: dict[str, list[str]] = {}
    for edge in edges:
        graph.setdefault(edge.source, []).append(edge.target)
        graph.setdefault(edge.target, [])
    reach = {name: _reached(graph, name) for name in graph}
    found: dict[frozenset[str], None] = {}
    for name in graph:
        circle = frozenset(other for other in reach[name] if name in reach[other])
        if circle:
            found[circle] = None
    return sorted((sorted(circle) for circle in found), key=len, reverse=True)


def _reached(graph: Mapping[str, list[str]], start: str) -> set[str]:
    seen: set[str] = set()
    waiting = list(graph[start])
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += graph[name]
    return seen


def _of(name: str, path: Path, known: Mapping[str, Path]) -> Iterator[Import]:
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node, late in _statements(ast.parse(path.read_text("utf-8")), False):
        for target in _targets(node, package):
            base = target.rpartition(".")[0]
            if target in known or base in known:
                yield Import(name, target if target in known else base, node.lineno, late)


def _statements(node: ast.AST, late: bool) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.Import, ast.ImportFrom)):
            yield child, late
        elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            for other in child.orelse:
                yield from _statements(other, late)
        else:
            yield from _statements(child, late or isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)))


def _targets(node: ast.Import | ast.ImportFrom, package: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    parts = package.split(".")
    above = parts[: len(parts) - node.level + 1] if node.level else []
    base = ".".join([*above, *([node.module] if node.module else [])])
    yield from (f"{base}.{alias.name}" for alias in node.names)
