"""What is reported when real training files are broken in one place: zero_grad removed, `.detach()` put in.

    python -m benchmarks.training_files FOLDER [--most 250] [--kind zero|loss|output] [--missed]

FOLDER holds projects. Each training file, one that calls zero_grad(), backward() and step(), is broken by itself, in
its place among its neighbours; nothing is written. A break counts as reported if a finding of the right family stands
on the right line: a backward() for zero_grad, the line that was changed for detach.
"""

from __future__ import annotations

import argparse
import ast
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from gradlint import lint_source

ZEROING = frozenset({"zero_grad"})
DETACHED = frozenset({"GL401", "GL402", "GL405", "GL404"})
HANDED = frozenset({"accelerator", "fabric", "engine", "self"})
LOSSES = ("loss", "criterion", "cross_entropy", "mse", "bce", "nll", "l1", "kl_div")


@dataclass(frozen=True)
class Broken:
    path: Path
    kind: str
    text: str
    lines: frozenset[int]
    """Where a finding would be right."""


def broken(path: Path) -> Iterator[Broken]:
    try:
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
    except (UnicodeDecodeError, SyntaxError, ValueError):
        return
    backwards = frozenset(
        node.lineno for node in ast.walk(tree) if isinstance(node, ast.Call) and _method(node) == "backward"
    )
    if not backwards:
        return
    # Where no optimizer takes a step nobody minds what is left in .grad.
    trains = any(isinstance(node, ast.Call) and _method(node) == "step" for node in ast.walk(tree))
    without = _without_zeroing(text, tree) if trains else None
    if without is not None:
        yield Broken(path, "zero", without, backwards)
    for kind, statement in (("loss", _loss(tree)), ("output", _output(tree))):
        if statement is not None:
            changed = _detached(text, statement)
            yield Broken(
                path, kind, changed, frozenset(range(statement.lineno, (statement.end_lineno or 0) + 1))
            )


def _method(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""


def _without_zeroing(text: str, tree: ast.Module) -> str | None:
    """The text with `pass` for every statement that is a call of zero_grad."""
    lines, found = text.split("\n"), False
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and _method(node.value) in ZEROING:
            if node.lineno != node.end_lineno:
                return None
            row = lines[node.lineno - 1].encode()
            lines[node.lineno - 1] = (
                row[: node.col_offset] + b"pass" + row[node.end_col_offset or 0 :]
            ).decode()
            found = True
    return "\n".join(lines) if found else None


def _functions(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.FunctionDef)):
            found: list[ast.stmt] = []
            stack: list[ast.AST] = list(reversed(node.body))
            while stack:
                here = stack.pop()
                if isinstance(here, ast.stmt):
                    found.append(here)
                if not isinstance(here, (ast.FunctionDef, ast.ClassDef, ast.Lambda)):
                    stack.extend(reversed(list(ast.iter_child_nodes(here))))
            yield found


def _backward_names(body: list[ast.stmt]) -> Iterator[tuple[str, int]]:
    for each in body:
        if (
            isinstance(each, ast.Expr)
            and isinstance(each.value, ast.Call)
            and _method(each.value) == "backward"
        ):
            owner = each.value.func.value if isinstance(each.value.func, ast.Attribute) else None
            given = each.value.args[0] if each.value.args else None
            if isinstance(owner, ast.Name) and owner.id in HANDED and given is not None:
                owner = given  # accelerator.backward(loss)
            if isinstance(owner, ast.Name):
                yield owner.id, each.lineno


def _assigned(body: list[ast.stmt], name: str, before: int) -> ast.Assign | None:
    """The last plain assignment of a name above a line."""
    found = [
        each
        for each in body
        if isinstance(each, (ast.Assign, ast.AugAssign))
        and each.lineno < before
        and any(
            isinstance(target, ast.Name) and target.id == name
            for target in (each.targets if isinstance(each, ast.Assign) else [each.target])
        )
    ]
    last = found[-1] if found else None
    return (
        last
        if isinstance(last, ast.Assign) and len(last.targets) == 1 and isinstance(last.value, ast.Call)
        else None
    )


def _loss(tree: ast.Module) -> ast.Assign | None:
    for body in _functions(tree):
        for name, row in _backward_names(body):
            found = _assigned(body, name, row)
            if found is not None:
                return found
    return None


def _output(tree: ast.Module) -> ast.Assign | None:
    """`output = model(x)` where the loss is computed from the output alone."""
    for body in _functions(tree):
        for name, row in _backward_names(body):
            loss = _assigned(body, name, row)
            if loss is None or not isinstance(loss.value, ast.Call):
                continue
            called = ast.unparse(loss.value.func).lower()
            first = loss.value.args[0] if loss.value.args else None
            if not isinstance(first, ast.Name) or not any(each in called for each in LOSSES):
                continue
            others = {
                each.id for arg in loss.value.args[1:] for each in ast.walk(arg) if isinstance(each, ast.Name)
            }
            found = _assigned(body, first.id, loss.lineno)
            if found is not None and first.id not in others and isinstance(found.value, ast.Call):
                if _method(found.value) in ("", "model", "net", "forward", "module") or _is_own(found.value):
                    return found
    return None


def _is_own(call: ast.Call) -> bool:
    func = call.func
    return isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and func.value.id == "self"


def _detached(text: str, statement: ast.Assign) -> str:
    lines = text.encode().split(b"\n")
    value = statement.value
    row, column = (value.end_lineno or 1) - 1, value.end_col_offset or 0
    lines[row] = lines[row][:column] + b".detach()" + lines[row][column:]
    return b"\n".join(lines).decode()


def judged(one: Broken) -> tuple[Broken, str, list[str]]:
    """exact, near (the right family elsewhere in the file) or missed; and all that is said."""
    try:
        found = lint_source(one.text, str(one.path))
    except RuntimeError as error:
        return one, "failed", [str(error)]
    codes = frozenset({"GL601"}) if one.kind == "zero" else DETACHED
    rows = [(each.code, each.span.start.row) for each in found]
    said = [f"{code}:{row}" for code, row in rows]
    if any(code in codes and row in one.lines for code, row in rows):
        return one, "exact", said
    return one, "near" if any(code in codes for code, _ in rows) else "missed", said


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=int, default=250)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kind", default="zero,loss,output")
    parser.add_argument("--missed", action="store_true", help="name what is not reported")
    given = parser.parse_args()
    paths = [path for path in sorted(given.folder.rglob("*.py")) if b"zero_grad()" in path.read_bytes()]
    random.Random(given.seed).shuffle(paths)
    kinds = given.kind.split(",")
    jobs = [each for path in paths[: given.most] for each in broken(path) if each.kind in kinds]
    tally: dict[str, dict[str, int]] = {kind: {} for kind in kinds}
    with ProcessPoolExecutor(2) as pool:
        for one, how, said in pool.map(judged, jobs, chunksize=8):
            tally[one.kind][how] = tally[one.kind].get(how, 0) + 1
            if given.missed and how != "exact":
                print(how, one.kind, one.path, sorted(one.lines)[:4], *said)
    for kind, found in tally.items():
        whole = sum(found.values()) or 1
        print(
            f"{kind}: {found.get('exact', 0)} of {whole} on the right line ({found.get('exact', 0) / whole:.0%})",
            found,
        )


if __name__ == "__main__":
    sys.exit(main())
