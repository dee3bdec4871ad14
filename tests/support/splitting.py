"""Moves the functions and classes of a program into modules of their own, without a change of meaning.

    python -m tests.support.splitting [-v]

splits every labelled case into up to four files (helpers, model, losses, and the rest that uses them), flat and as a
package, lints original and parts, and counts the findings that stand at the same statement.
"""

from __future__ import annotations

import ast
import builtins
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from gradlint import lint_paths
from tests.support.cases import case_files, case_name

MODULES = ("helpers", "model", "losses")
LAYOUTS = ("flat", "package", "inside")
"""Modules beside the program; in a package that the program imports; the program in the package itself."""
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Found = Counter[tuple[int, str]]
_BUILT_IN = frozenset(dir(builtins)) | {"__name__", "__file__", "__class__"}


@dataclass(frozen=True)
class Split:
    """The files of a split program, and where their rows come from."""

    texts: dict[str, str]
    rows: dict[str, list[int]]
    """For each row of a file the row of the original; 0 for a row that is new."""


def split(source: str, layout: str) -> Split | None:
    """The program in several files; None where nothing in it can be moved."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return None
    groups = _groups(tree)
    if not groups:
        return None
    names = dict(zip(MODULES, groups))
    home = {each.name: module for module, group in names.items() for each in group}
    lines = source.splitlines()
    imports = [each for each in tree.body if isinstance(each, (ast.Import, ast.ImportFrom))]
    texts: dict[str, str] = {}
    rows: dict[str, list[int]] = {}

    def write(file: str, parts: Sequence[tuple[list[str], int]]) -> None:
        texts[file] = "\n".join(line for part, _ in parts for line in part) + "\n"
        rows[file] = [first + number if first else 0 for part, first in parts for number in range(len(part))]

    folder = "" if layout == "flat" else "parts/"
    for module, group in names.items():
        used = {name for each in group for name in _free(each)}
        needed = _needed(used, home, module, "." if layout != "flat" else "")
        parts = [*_copied(imports, lines), (needed, 0)]
        parts += ((lines[_first(each) - 1 : each.end_lineno], _first(each)) for each in group)
        write(f"{folder}{module}.py", parts)
    if folder:
        write("parts/__init__.py", [])
    lead = {"flat": "", "package": "parts.", "inside": "."}[layout]
    main = f"{'parts/' if layout == 'inside' else ''}train.py"
    write(main, _rest(tree, lines, home, lead))
    return Split(texts, rows)


def _groups(tree: ast.Module) -> list[list[Definition]]:
    """The definitions that can be moved, those that others need first, in as many groups as there are modules."""
    order = _ordered(_movable(tree))
    size = -(-len(order) // len(MODULES)) or 1
    return [order[start : start + size] for start in range(0, len(order), size)]


def _movable(tree: ast.Module) -> dict[str, Definition]:
    """Definitions that use nothing of the program but imports and each other."""
    bound = Counter(name for each in tree.body for name in _binds(each))
    rebound = {name for each in ast.walk(tree) if isinstance(each, ast.Global) for name in each.names}
    imported = {
        name for each in tree.body if isinstance(each, (ast.Import, ast.ImportFrom)) for name in _binds(each)
    }
    if "*" in imported or rebound or any(_asks_for_names(each) for each in ast.walk(tree)):
        return {}
    acted = {name for each in tree.body for name in _acts_on(each)}
    found = {
        each.name: each
        for each in tree.body
        if isinstance(each, Definition) and bound[each.name] == 1 and each.name not in acted
    }
    while True:
        known = _BUILT_IN | imported | found.keys()
        left = {name: each for name, each in found.items() if _free(each) <= known}
        if len(left) == len(found):
            return found
        found = left


def _acts_on(statement: ast.stmt) -> Iterator[str]:
    """`f.defvjp(forward, backward)`, `@f.defjvp`: what belongs to a definition and would have to move with it."""
    for decorator in statement.decorator_list if isinstance(statement, Definition) else ():
        named = decorator.value if isinstance(decorator, ast.Attribute) else None
        if isinstance(named, ast.Name) and decorator.attr.startswith("def"):
            yield named.id
    call = statement.value if isinstance(statement, ast.Expr) else None
    if (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Name)
    ):
        yield call.func.value.id


def _asks_for_names(node: ast.AST) -> bool:
    """`globals()`, `__name__` of a function's module: the split could be noticed."""
    return isinstance(node, ast.Name) and node.id in ("globals", "locals", "vars", "exec", "eval", "inspect")


def _ordered(found: dict[str, Definition]) -> list[Definition]:
    """Those that others need first; those that need each other are left out."""
    order: list[Definition] = []
    left = dict(found)
    while left:
        ready = [each for each in left.values() if not (_free(each) & left.keys()) - {each.name}]
        if not ready:
            return []
        order += ready
        for each in ready:
            del left[each.name]
    return order


def _free(node: ast.AST) -> set[str]:
    """The names that a definition takes from its module."""
    import symtable

    table = symtable.symtable(ast.unparse(node), "part", "exec")
    used: set[str] = set()
    pending = [table]
    while pending:
        inner = pending.pop()
        pending += inner.get_children()
        used.update(
            each.get_name()
            for each in inner.get_symbols()
            if each.is_referenced() and (inner is table or each.is_global())
        )
    name = node.name if isinstance(node, Definition) else ""
    return used - {name}


def _binds(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, Definition):
        yield statement.name
    elif isinstance(statement, (ast.Import, ast.ImportFrom)):
        for alias in statement.names:
            yield alias.asname or alias.name.partition(".")[0]
    else:
        for each in ast.walk(statement):
            if isinstance(each, ast.Name) and isinstance(each.ctx, (ast.Store, ast.Del)):
                yield each.id
            elif isinstance(each, Definition):
                yield each.name


def _first(node: Definition) -> int:
    return min([node.lineno, *(each.lineno for each in node.decorator_list)])


def _copied(imports: Sequence[ast.stmt], lines: list[str]) -> list[tuple[list[str], int]]:
    return [(lines[each.lineno - 1 : each.end_lineno], 0) for each in imports]


def _needed(used: set[str], home: dict[str, str], module: str, lead: str) -> list[str]:
    return [
        f"from {lead}{other} import {name}"
        for name, other in sorted(home.items())
        if name in used and other != module
    ]


def _rest(tree: ast.Module, lines: list[str], home: dict[str, str], lead: str) -> list[tuple[list[str], int]]:
    """What is left of the program: the lines without the definitions, and the imports in place of the first."""
    gone = {
        row
        for each in tree.body
        if isinstance(each, Definition) and each.name in home
        for row in range(_first(each), (each.end_lineno or 0) + 1)
    }
    parts: list[tuple[list[str], int]] = []
    waiting = [f"from {lead}{module} import {name}" for name, module in sorted(home.items())]
    for row, line in enumerate(lines, 1):
        if row in gone:
            if waiting:
                parts.append((waiting, 0))
                waiting = []
        else:
            parts.append(([line], row))
    return parts


# -- comparing --------------------------------------------------------------------------


def found_in(folder: Path, made: Split | None) -> Found:
    """Row of the original and code of everything that is reported in a folder."""
    found: Found = Counter()
    for result in lint_paths([str(folder)], isolated=True):
        for one in result.findings:
            file = Path(one.path).resolve().relative_to(folder.resolve()).as_posix()
            row = one.span.start.row if made is None else made.rows[file][one.span.start.row - 1]
            found[row, one.code] += 1
    return found


@dataclass
class Tally:
    split: int = 0
    whole: int = 0
    """Programs of which nothing can be moved."""
    same: int = 0
    lost: int = 0
    new: int = 0
    told: tuple[str, ...] = ()

    @property
    def share(self) -> float:
        return self.same / (self.same + self.lost) if self.same + self.lost else 1.0


def compared(paths: Sequence[Path], layout: str) -> Tally:
    tally = Tally()
    told: list[str] = []
    for path in paths:
        source = path.read_text(encoding="utf-8")
        made = split(source, layout)
        if made is None:
            tally.whole += 1
            continue
        tally.split += 1
        with tempfile.TemporaryDirectory() as temporary:
            whole, parts = Path(temporary, "whole"), Path(temporary, "split")
            whole.mkdir()
            (whole / "train.py").write_text(source, encoding="utf-8")
            for file, text in made.texts.items():
                (parts / file).parent.mkdir(parents=True, exist_ok=True)
                (parts / file).write_text(text, encoding="utf-8")
            before, after = found_in(whole, None), found_in(parts, made)
        tally.same += (before & after).total()
        tally.lost += (before - after).total()
        tally.new += (after - before).total()
        told += (f"{case_name(path)} lost {row} {code}" for row, code in sorted(before - after))
        told += (f"{case_name(path)} new {row} {code}" for row, code in sorted(after - before))
    tally.told = tuple(told)
    return tally


def main(arguments: Sequence[str]) -> int:
    paths = case_files()
    for layout in LAYOUTS:
        tally = compared(paths, layout)
        print(
            f"{layout}: {tally.split} programs split, {tally.whole} not; {tally.same} of {tally.same + tally.lost}"
            f" findings the same ({tally.share:.1%}), {tally.new} new"
        )
        if "-v" in arguments:
            print("\n".join(f"  {each}" for each in tally.told))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
