"""Hand-kept lists of names: where they are and how long. `python -m tests.name_lists [FOLDER]` counts them."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator

from gradlint.core.records import dataclass
from tests.support.imports import ROOT

FEWEST = 4
"""Shorter ones are arguments of a decision, not a list."""


@dataclass(frozen=True, slots=True)
class NameList:
    path: str
    row: int
    words: tuple[str, ...]


def name_lists() -> Iterator[NameList]:
    """Lists, sets, keys of tables and split texts of at least four words, but for annotations."""
    top = ROOT / "gradlint"
    for path in sorted(top.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        types = {
            inner
            for node in ast.walk(tree)
            if isinstance(node, ast.Subscript)
            for inner in ast.walk(node.slice)
        }
        for node in ast.walk(tree):
            words = _words(node) if node not in types else ()
            if len(words) >= FEWEST:
                yield NameList(path.relative_to(top).as_posix(), node.lineno, words)  # type: ignore[attr-defined]


def _words(node: ast.AST) -> tuple[str, ...]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "split":
        return tuple(" ".join(_texts([node.func.value])).split())
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "names":
        return tuple(" ".join(_texts(node.args[1:])).split())
    return _texts(
        node.elts if isinstance(node, (ast.Set, ast.List, ast.Tuple)) else getattr(node, "keys", ())
    )


def _texts(nodes: object) -> tuple[str, ...]:
    found = (
        [each.value for each in nodes if isinstance(each, ast.Constant)] if isinstance(nodes, list) else []
    )
    return tuple(each for each in found if isinstance(each, str)) if len(found) == len(nodes or ()) else ()  # type: ignore[arg-type]


def main(*folders: str) -> None:
    names: Counter[str] = Counter()
    lists: Counter[str] = Counter()
    for each in name_lists():
        if each.path.startswith(folders or ("",)):
            package = "/".join(each.path.split("/")[:2])
            names[package] += len(each.words)
            lists[package] += 1
            if folders:
                print(f"{each.path}:{each.row}: {' '.join(each.words)}")
    for package, count in names.most_common():
        print(f"{count:5} names in {lists[package]:3} lists: {package}")
    print(f"{sum(names.values()):5} names in {sum(lists.values()):3} lists")


if __name__ == "__main__":
    main(*sys.argv[1:])
